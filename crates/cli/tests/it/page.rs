//! `docs/cli.md` is what the command says of itself.
//!
//!     FERRODYN_WRITE_DOCS=1 cargo test -p ferrodyn-cli --features render --test it page

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::{command, stdout};

const HEAD: &str = "\
# The command

What `ferrodyn help` and `ferrodyn help COMMAND` print, for all commands. A test of the command writes this page; sentences are
those of the options themselves. `ferrodyn --version` names the version, `ferrodyn completions SHELL` writes
what a shell completes. [Five minutes with the command](start/command.md) shows it at work.
";

/// What the command prints as help, in lines that fit a page.
fn help(of: &[&str]) -> String {
    let output = command(&[&["help"][..], of].concat()).env("COLUMNS", "110").output();
    let output = output.expect("the command starts");
    assert!(output.status.success(), "help of {of:?}");
    let text = stdout(&output).replace("ferrodyn.exe", "ferrodyn");
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// The names of the commands, as the help lists them.
fn names(of_all: &str) -> Vec<String> {
    let list = of_all.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

fn page() -> String {
    let all = help(&[]);
    let mut page = format!("{HEAD}\n```text\n{all}\n```\n");
    for name in names(&all).iter().filter(|name| *name != "help") {
        write!(page, "\n## {name}\n\n```text\n{}\n```\n", help(&[name.as_str()]))
            .expect("text takes all");
    }
    page
}

#[test]
fn the_page_of_the_command_is_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if !docs.is_dir() {
        eprintln!("SKIPPED: no folder docs beside the crates, there is no page to compare");
        return;
    }
    let (path, page) = (docs.join("cli.md"), page());
    assert!(page.matches("\n## ").count() >= 10, "{page}");
    if std::env::var_os("FERRODYN_WRITE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        current == page,
        "docs/cli.md is not current: run FERRODYN_WRITE_DOCS=1 cargo test -p ferrodyn-cli --features render --test it page"
    );
}
