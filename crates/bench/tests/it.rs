//! What the commands of `ferrodyn-bench` answer.

use std::path::Path;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrodyn-bench"));
    command.current_dir(root).args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_command_all_of_them_are_listed() {
    let names = ["batches", "bits", "lanes", "load-scaling", "mutate", "mistakes", "jacobians"];
    for arguments in [&[][..], &["fly"][..]] {
        let done = bench(arguments);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2));
        assert!(names.iter().all(|name| said.contains(&format!("\n  {name} "))), "{said}");
    }
    assert!(text(&bench(&["fly"]).stderr).starts_with("there is no command fly\n"));
}

#[test]
fn wrong_arguments_are_told_by_the_command() {
    for (arguments, said) in [
        (&["bits", "many"][..], "bits: many is no number of steps\n"),
        (&["mutate"], "mutate: no files given\n"),
        (&["mutate", "--count", "x"], "mutate: --count: invalid digit found in string\n"),
        (&["mistakes", "--files"], "mistakes: --files needs a value\n"),
        (&["load-scaling", "clouds", "3"], "load-scaling: there is no file clouds\n"),
    ] {
        let done = bench(arguments);
        assert_eq!((done.status.code(), text(&done.stderr).as_str()), (Some(2), said));
    }
}

#[test]
fn bits_are_those_of_any_machine() {
    let model = "models/equality.xml";
    let done = bench(&["bits", "1000", model]);
    assert_eq!(text(&done.stdout), format!("de38179147adb2e2 {model}\n"));
}

#[test]
fn a_seed_damages_files_in_the_same_way() {
    let folder = std::env::temp_dir().join(format!("ferrodyn-bench-{}", std::process::id()));
    let damaged = |seed: &str| {
        let out = folder.to_str().expect("a path in words");
        let count = ["--count", "4", "--seed", seed, "--out", out];
        let done = bench(&[&["mutate"][..], &count, &["models/equality.xml"]].concat());
        assert!(done.status.success(), "{}", text(&done.stdout));
        std::fs::read(folder.join("current.xml")).expect("the last copy is kept")
    };
    let copies = [damaged("1"), damaged("1"), damaged("2")];
    assert_eq!(copies[0], copies[1]);
    assert_ne!(copies[0], copies[2]);
    let _ = std::fs::remove_dir_all(folder);
}
