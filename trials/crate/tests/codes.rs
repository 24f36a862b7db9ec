//! Examples that must not compile fail with the error that they name: rustdoc compares codes on nightly compilers only.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Examples of the documentation and wrong uses, as documentation comments.
const TEXTS: [&str; 2] =
    [include_str!(concat!(env!("OUT_DIR"), "/examples.rs")), include_str!("../src/wrong.rs")];

/// A block that must not compile.
struct Block {
    /// The error that it names, or the lint that it denies.
    code: String,
    program: String,
}

/// The blocks of `compile_fail` in documentation comments.
fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(|line| line.trim_start().trim_start_matches("///").trim());
    while let Some(line) = lines.next() {
        let Some(mark) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let mut words = mark.split(',');
        if words.any(|word| word == "compile_fail") {
            let lint =
                body.iter().find_map(|line| line.strip_prefix("#![deny(")?.strip_suffix(")]"));
            let code = words.find(|word| word.starts_with('E')).or(lint);
            let code = code.unwrap_or_else(|| panic!("{body:#?} says not how it fails")).to_owned();
            found.push(Block { code, program: program(&body) });
        }
    }
    found
}

/// Lines of an example as rustdoc compiles them.
fn program(lines: &[&str]) -> String {
    let shown = lines.iter().map(|line| line.strip_prefix("# ").unwrap_or(line));
    let (outer, inner): (Vec<&str>, Vec<&str>) = shown.partition(|line| line.starts_with("#!["));
    let (outer, inner) = (outer.join("\n"), inner.join("\n"));
    if inner.contains("fn main(") {
        format!("{outer}\n{inner}\n")
    } else {
        format!("{outer}\nfn main() {{\n{inner}\n}}\n")
    }
}

/// The value of a key in one line of the compiler's messages, where it is a text.
fn text<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// The library that these tests are linked with.
fn library() -> PathBuf {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let build = ["build", "--lib", "--quiet", "--message-format=json", "--manifest-path", manifest];
    let output = Command::new(env!("CARGO")).args(build).output().expect("cargo runs tests");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let of_library =
        |line: &&str| line.contains("\"name\":\"ferrodyn\"") && line.contains(".rlib\"");
    let line = messages.lines().find(of_library).expect("the crate depends on it");
    let (_, files) = line.split_once("\"filenames\":[").expect("an artifact has files");
    let file = files.split('"').find(|file| file.ends_with(".rlib")).expect("it was looked for");
    PathBuf::from(file.replace("\\\\", "\\"))
}

/// The codes of the errors that the compiler has for a program.
fn errors(program: &Path, library: &Path) -> Vec<String> {
    let deps = library.parent().expect("it is in a directory");
    let output = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "bin",
            "--emit",
            "metadata",
            "--error-format",
            "json",
        ])
        .arg("--extern")
        .arg(format!("ferrodyn={}", library.display()))
        .arg("-L")
        .arg(format!("dependency={}", deps.display()))
        .arg("--out-dir")
        .arg(program.parent().expect("it is in a directory"))
        .arg(program)
        .output()
        .expect("the compiler that compiled these tests");
    let messages = String::from_utf8(output.stderr).expect("JSON is UTF-8");
    let errors = messages.lines().filter(|line| {
        // explanations of codes come before the level
        let level = line.rsplit_once("\"level\":\"error\"").is_some();
        level
            && !line.contains("\"message\":\"aborting due to")
            && !line.contains("\"message\":\"For more")
    });
    errors.map(|line| text(line, "code").unwrap_or(line).to_owned()).collect()
}

#[test]
fn what_must_not_compile_fails_with_the_error_that_it_names() {
    let blocks: Vec<Block> = TEXTS.iter().flat_map(|text| blocks(text)).collect();
    let library = library();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (next, wrong) = (Mutex::new(blocks.iter().enumerate()), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|s| {
        for _ in 0..threads {
            s.spawn(|| {
                loop {
                    let block = next.lock().expect("nobody panics with it").next();
                    let Some((i, block)) = block else { break };
                    let file = folder.join(format!("wrong_{i}.rs"));
                    std::fs::write(&file, &block.program).expect("cargo made the folder");
                    let errors = errors(&file, &library);
                    if errors.is_empty() || errors.iter().any(|code| *code != block.code) {
                        let text =
                            format!("{} was named, not {errors:?}:\n{}", block.code, block.program);
                        wrong.lock().expect("nobody panics with it").push(text);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("nobody panicked with it");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} examples fail with the error that they name", blocks.len());
    assert!(blocks.len() > 40, "{}", blocks.len());
}
