//! Small files that ask for too much: each is refused with a sentence that names the limit.
//!
//! The first line of each file says which limit that is. `crates/python/tests/test_bombs.py` loads
//! the same files in processes of their own and measures what they take.

use std::path::{Path, PathBuf};

use ferrodyn_mjcf::Loader;
use ferrodyn_mjcf::asset::Files;

/// As many as there must be.
const LEAST: usize = 80;

fn bombs() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bombs");
    let entries = std::fs::read_dir(dir).expect("the directory of bombs is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

#[test]
fn every_bomb_is_refused_with_the_name_of_its_limit() {
    let files = bombs();
    assert!(files.len() >= LEAST, "{} bombs", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a bomb is text");
        let limit = text.split_once("limit: ").and_then(|(_, rest)| rest.split_once(' '));
        let (limit, _) = limit.expect("the first line names the limit");
        let mut loader = Loader::untrusted();
        loader.files = Files::new().with_roots([file.parent().expect("it is in a directory")]);
        let Err(error) = loader.load_path(&file) else {
            // what only the clock refuses may load on a fast machine
            assert_eq!(limit, "time", "{} loads", file.display());
            continue;
        };
        // on a busy machine, the time may be over before another limit is reached
        let error = error.to_string();
        let named = |limit: &str| {
            [format!("the limit {limit}"), format!("raise the limit {limit}")]
                .iter()
                .any(|words| error.contains(words))
        };
        assert!(named(limit) || named("time"), "{}: {limit}: {error}", file.display());
    }
}
