//! Why a run cannot begin, or cannot continue with the shards on the disk.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::shard::Damage;
use crate::report;

#[derive(Debug)]
pub(super) enum RolloutError {
    /// The environments of a shard, or what is kept of them, take too much memory.
    TooLarge {
        /// Environments of the shard.
        count: u128,
        bytes: u128,
        /// Records of each, if it is these.
        records: Option<u64>,
        limit: u128,
        /// Environments that would fit.
        most: u64,
        /// Shards that would do, if there can be so many.
        shards: Option<u64>,
    },
    /// Some shards would have no environment.
    TooManyShards { shards: u32, environments: u64 },
    /// A file is a shard of another run.
    OtherRun { file: PathBuf, difference: String },
    /// A directory has shards of a run that was cut otherwise.
    OtherCut { file: PathBuf, shards: u32 },
    /// Files are no shards, or not as they were written; at least one.
    Damaged { files: Vec<Damage> },
    /// What has the name of a shard is no file: a pipe, a device, a directory.
    NoFile { file: PathBuf },
    /// A file that was written has gone before it got its name.
    Gone { file: PathBuf },
    /// There is not enough memory.
    Memory { bytes: u128 },
}

impl fmt::Display for RolloutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { count, bytes, records, limit, most, shards } => {
                let (bytes, limit) = (report::bytes(*bytes), report::bytes(*limit));
                write!(f, "{count} environments ")?;
                match records {
                    Some(records) => write!(f, "with {records} records each ")?,
                    None => write!(f, "at a time ")?,
                }
                write!(f, "take {bytes}, a shard has at most {limit}: ")?;
                match (most, shards, records) {
                    (0, ..) => f.write_str("keep fewer records, with a larger --every"),
                    (_, Some(n), Some(_)) => {
                        write!(f, "give --shards {n}, or keep fewer records, with a larger --every")
                    }
                    (_, Some(n), None) => write!(f, "give --shards {n}"),
                    (most, None, _) => write!(f, "give at most {most} environments"),
                }
            }
            Self::TooManyShards { shards, environments } => write!(
                f,
                "{shards} shards of {environments} environments: give at most {environments} shards"
            ),
            Self::OtherRun { file, difference } => write!(
                f,
                "{}: a shard of another run, {difference}: give another --out, or delete the file",
                name(file)
            ),
            Self::OtherCut { file, shards } => write!(
                f,
                "{}: a shard of a run in other shards, this one has {shards}: give another --out, or delete \
                 the files of that run",
                name(file)
            ),
            Self::Damaged { files } => match &files[..] {
                [Damage { file, problem }] => write!(
                    f,
                    "{}: not a whole shard: {problem}: delete it to have it written again",
                    name(file)
                ),
                files => {
                    write!(f, "{} files are not whole shards: ", files.len())?;
                    f.write_str("delete them to have them written again")?;
                    files.iter().try_for_each(|Damage { file, problem }| {
                        write!(f, "\n  {}: {problem}", name(file))
                    })
                }
            },
            Self::NoFile { file } => write!(
                f,
                "{}: has the name of a shard and is no file: give another --out, or move it away",
                name(file)
            ),
            Self::Gone { file } => write!(
                f,
                "{}: removed while it was written: another process writes the same shard",
                name(file)
            ),
            Self::Memory { bytes } => write!(
                f,
                "not enough memory for {}: cut the run into more --shards, or keep fewer records, with a \
                 larger --every",
                report::bytes(*bytes)
            ),
        }
    }
}

fn name(file: &std::path::Path) -> String {
    report::printable(&file.to_string_lossy())
}

impl std::error::Error for RolloutError {}

impl From<RolloutError> for io::Error {
    fn from(error: RolloutError) -> Self {
        Self::other(error)
    }
}
