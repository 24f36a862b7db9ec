//! Arrays of the data stay where they are: no stage moves one out, even for a while, because a panic
//! meanwhile would free the memory under NumPy views of it.

use std::fs;
use std::path::{Path, PathBuf};

use ferrodyn::Data;

/// All source files below a directory.
fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The identifiers of a line, with what is borrowed from a workspace left out: no view sees it.
fn words(line: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<&str> =
        line.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    if let Some(at) = words.iter().position(|word| ["scratch", "workspace"].contains(word)) {
        words.truncate(at);
    }
    words
}

/// Whether a line moves an array of the data: takes it, swaps it, or assigns another one.
fn moves(line: &str, arrays: &[&str]) -> bool {
    let words = words(line);
    let named = |word: &&str| arrays.contains(word);
    let calls = ["take(", "swap(", "replace("].iter().any(|call| {
        let whole = |at: usize| !line[..at].ends_with('.') && !line[..at].ends_with('_');
        line.match_indices(call).any(|(at, _)| whole(at))
    });
    let assigns = ["d", "data", "self"].iter().any(|owner| {
        let assigned =
            line.trim_start().strip_prefix(owner).and_then(|rest| rest.strip_prefix('.'));
        assigned.and_then(|rest| rest.split_once(" = ")).is_some_and(|(to, _)| named(&to))
    });
    (calls && words.iter().any(named)) || assigns
}

#[test]
fn no_stage_moves_an_array_out_of_the_data() {
    let arrays: Vec<&str> =
        Data::FIELDS.iter().filter(|field| !field.count.is_empty()).map(|f| f.name).collect();
    assert!(moves("    let mut qLD = std::mem::take(&mut d.qLD);", &arrays));
    assert!(moves("    std::mem::swap(qacc, &mut other);", &arrays));
    assert!(moves("    d.contact = contacts;", &arrays));
    assert!(!moves("    let mut memory = take(&mut d.workspace.solver);", &arrays));
    assert!(!moves("    d.nefc = nefc;", &arrays));

    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src"), &mut files);
    assert!(files.len() > 100);
    let mut found = Vec::new();
    for file in files {
        // the one place where arrays are made
        if file.ends_with("fields/table.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| moves(line, &arrays)) {
            found.push(format!("{}:{}: {}", file.display(), i + 1, line.trim()));
        }
    }
    assert!(found.is_empty(), "borrow the field instead of moving it:\n{}", found.join("\n"));
}
