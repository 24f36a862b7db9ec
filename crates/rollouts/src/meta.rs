//! The description in a shard, and the test whether a file on the disk is this shard.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use ferrodyn_engine::Model;
use serde::Serialize;

use crate::columns::Columns;
use crate::error::{Damage, RolloutError};
use crate::npz;
use crate::settings::Settings;

/// The description in a shard: everything that its arrays depend on.
#[derive(Serialize)]
pub(crate) struct Meta<'a> {
    pub(crate) format: &'static str,
    pub(crate) version: u32,
    pub(crate) ferrodyn: &'static str,
    pub(crate) model: &'a str,
    pub(crate) model_hash: String,
    #[serde(flatten)]
    pub(crate) settings: &'a Settings,
    pub(crate) shard: u32,
    pub(crate) shards: u32,
    columns: &'a Columns,
}

/// The arrays of a shard and their meaning.
const VERSION: u32 = 2;

impl<'a> Meta<'a> {
    pub(crate) fn new(
        m: &'a Model,
        columns: &'a Columns,
        settings: &'a Settings,
        shard: u32,
        shards: u32,
    ) -> Self {
        Self {
            format: "ferrodyn rollout",
            version: VERSION,
            ferrodyn: env!("CARGO_PKG_VERSION"),
            model: m.model_name(),
            model_hash: format!("{:016x}", m.content_hash()),
            settings,
            shard,
            shards,
            columns,
        }
    }

    /// The name of the file in a directory.
    pub(crate) fn file(&self, directory: &Path) -> PathBuf {
        directory.join(shard_name(self.shard, self.shards))
    }

    /// As it is written to a file.
    pub(crate) fn bytes(&self, file: &Path) -> Result<Vec<u8>, RolloutError> {
        serde_json::to_vec(self).map_err(|error| RolloutError::io(file)(error.into()))
    }

    /// Whether a file is there and is this shard, as it was written.
    pub(crate) fn find(&self, file: &Path) -> Result<ShardOnDisk, RolloutError> {
        // asked before it is opened, which waits for the other end of a pipe
        match file.metadata() {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(RolloutError::NoFile { file: file.to_owned() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(ShardOnDisk::Nothing);
            }
            Err(error) => return Err(RolloutError::io(file)(error)),
        }
        let opened = File::open(file).map_err(RolloutError::io(file))?;
        let expected = self.bytes(file)?;
        let mut opened = BufReader::with_capacity(1 << 20, opened);
        let found =
            npz::verify(&mut opened, "meta", 2 * expected.len()).map_err(RolloutError::io(file))?;
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                return Ok(ShardOnDisk::Damaged(Damage { file: file.to_owned(), problem }));
            }
        };
        match difference(&found, &expected) {
            None => Ok(ShardOnDisk::Whole),
            Some(difference) => Err(RolloutError::OtherRun { file: file.to_owned(), difference }),
        }
    }
}

/// The state of the file of a shard on the disk.
pub(crate) enum ShardOnDisk {
    Nothing,
    Whole,
    Damaged(Damage),
}

/// The first thing in which the words of two shards differ.
fn difference(there: &[u8], here: &[u8]) -> Option<String> {
    if there == here {
        return None;
    }
    let read = |text| serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(text);
    let (Ok(there), Ok(here)) = (read(there), read(here)) else {
        return Some("what it says of itself is not known here".to_owned());
    };
    let show = |value: Option<&serde_json::Value>| {
        value.map_or_else(|| "nothing".to_owned(), ToString::to_string)
    };
    // of another version the rest may differ, too; columns are long, and follow from the model
    let last = |name: &&String| match name.as_str() {
        "version" => 0,
        "columns" => 2,
        _ => 1,
    };
    let names = here.keys().chain(there.keys());
    let name = names.filter(|name| there.get(*name) != here.get(*name)).min_by_key(last);
    let text = name.map(|name| match name.as_str() {
        "columns" => "whose columns have other names".to_owned(),
        _ => format!("whose {name} is {}, not {}", show(there.get(name)), show(here.get(name))),
    });
    Some(text.unwrap_or_else(|| "which says the same in other words".to_owned()))
}

/// The name of the file of a shard.
#[must_use]
pub fn shard_name(shard: u32, shards: u32) -> String {
    format!("shard-{shard:05}-of-{shards:05}.npz")
}

/// The first file of a directory that is a shard of a run in another number of shards.
pub(crate) fn other_cut(directory: &Path, shards: u32) -> Result<Option<PathBuf>, RolloutError> {
    let in_directory = RolloutError::io(directory);
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in directory.read_dir().map_err(&in_directory)? {
        let path = entry.map_err(&in_directory)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let count = name.strip_prefix("shard-").and_then(|rest| rest.strip_suffix(".npz"));
        let count = count.and_then(|rest| rest.split_once("-of-")).map(|(_, count)| count);
        if count.is_some_and(|count| count.parse() != Ok(shards)) {
            found.push(path);
        }
    }
    Ok(found.into_iter().min())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named() {
        let here = br#"{"seed":1,"steps":5}"#;
        assert_eq!(difference(here, here), None);
        let of = |there: &[u8]| difference(there, here).unwrap();
        assert_eq!(of(br#"{"seed":2,"steps":5}"#), "whose seed is 2, not 1");
        assert_eq!(of(br#"{"seed":1}"#), "whose steps is nothing, not 5");
        assert_eq!(of(br#"{"seed":1,"steps":5,"x":0}"#), "whose x is 0, not nothing");
        assert_eq!(of(br#"{"seed":2,"steps":5,"version":1}"#), "whose version is 1, not nothing");
        assert_eq!(of(br#"{"columns":[],"seed":1,"steps":5}"#), "whose columns have other names");
        assert!(of(br#"{"steps":5,"seed":1}"#).contains("other words"));
        assert!(of(b"\xff").contains("not known"));
    }
}
