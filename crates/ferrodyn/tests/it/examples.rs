//! Every example prints what the comment at its top says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder where cargo builds the examples, beside that of the tests.
pub(crate) fn built() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().and_then(Path::parent).unwrap().join("examples")
}

/// The lines in the block of text at the top of a source, without the command.
fn expected(source: &str) -> Vec<&str> {
    let mut lines = source.lines().skip_while(|line| *line != "//! ```text").skip(1);
    let command = lines.next().unwrap_or_default();
    assert!(command.starts_with("//! $ cargo run "), "the block starts with the command");
    let text = lines.take_while(|line| *line != "//! ```");
    text.map(|line| line.trim_start_matches("//!").strip_prefix(' ').unwrap_or("")).collect()
}

/// Whether pictures can be drawn; says so if not.
#[cfg(feature = "render")]
fn can_draw() -> bool {
    let found = ferrodyn::render::Gpu::new();
    if let Err(error) = &found {
        assert!(std::env::var_os("FERRODYN_NEEDS_GPU").is_none(), "{error}");
        println!("SKIPPED: the example with pictures: {error}");
    }
    found.is_ok()
}

#[cfg(not(feature = "render"))]
fn can_draw() -> bool {
    println!("SKIPPED: the example with pictures, which needs the feature render");
    false
}

#[test]
fn examples_print_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names: Vec<String> = Vec::new();
    for entry in folder.read_dir().unwrap() {
        names.push(entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    assert!(names.len() >= 14, "there are {} examples", names.len());

    let crate_docs = include_str!("../../src/lib.rs");
    for name in names {
        let source = fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
        assert!(crate_docs.contains(&format!("examples/{name}.rs")), "the crate shows {name}");
        if source.contains("ferrodyn::render") && !can_draw() {
            continue;
        }
        let program = built().join(&name).with_extension(std::env::consts::EXE_EXTENSION);
        let output = Command::new(&program).output().unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo build --examples` makes it", program.display())
        });
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.lines().collect::<Vec<_>>(), expected(&source), "{name}");
    }
}
