//! Collects the examples in the documentation of the crates that `ferrodyn` shows, so that they are compiled and run as
//! code of a user, who has `ferrodyn` alone.
//!
//! The crates could depend on `ferrodyn` for their tests instead. Then each test of the engine would wait for the engine
//! once more and for the readers: by the figures of CONTRIBUTING.md 275 s of processor time instead of 100.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The crates whose items are shown by `ferrodyn` with the features that this crate asks for.
const CRATES: [&str; 7] = ["derivatives", "doctor", "engine", "ik", "mjcf", "plugins", "scene"];

/// What may stand behind the mark of a block that is an example.
const ATTRIBUTES: [&str; 4] = ["rust", "no_run", "should_panic", "compile_fail"];

fn main() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let mut out = String::new();
    for name in CRATES {
        let folder = crates.join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        for file in rust_files(&folder) {
            let text = fs::read_to_string(&file).expect("sources are text");
            let place = file.strip_prefix(&folder).expect("it is in the folder").with_extension("");
            let place = place.to_string_lossy().replace(['/', '\\'], "_");
            for example in examples(&text) {
                let _ = writeln!(
                    out,
                    "{}pub mod {name}_{place}_line_{} {{}}",
                    example.doc, example.line
                );
            }
        }
    }
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("examples.rs");
    fs::write(to, out).expect("cargo made the folder");
}

/// The sources in a folder, in the order of their names.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            found.extend(rust_files(&entry));
        } else if entry.extension().is_some_and(|end| end == "rs") {
            found.push(entry);
        }
    }
    found
}

/// A block of code in a comment.
struct Example {
    /// Where it begins.
    line: usize,
    /// It, as lines of a documentation comment.
    doc: String,
}

/// The blocks of Rust in the documentation comments of a file.
fn examples(text: &str) -> Vec<Example> {
    let mut found = Vec::new();
    let mut open: Option<(Example, bool)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        let Some(text) = line.strip_prefix("//!").or_else(|| line.strip_prefix("///")) else {
            continue;
        };
        let mark = text.trim_start().strip_prefix("```");
        match (&mut open, mark) {
            (None, Some(words)) => {
                let is_rust = words.split(',').all(|word| is_attribute(word.trim()));
                open = Some((Example { line: number, doc: format!("///{text}\n") }, is_rust));
            }
            (Some((example, _)), None) => {
                let _ = writeln!(example.doc, "///{text}");
            }
            (Some((example, _)), Some(_)) => {
                let _ = writeln!(example.doc, "///{text}");
                found.extend(open.take().and_then(|(example, is_rust)| is_rust.then_some(example)));
            }
            (None, None) => {}
        }
    }
    found
}

/// Whether a word behind the mark leaves a block an example of Rust, as rustdoc reads it.
fn is_attribute(word: &str) -> bool {
    word.is_empty() || ATTRIBUTES.contains(&word) || word.starts_with("E0")
}
