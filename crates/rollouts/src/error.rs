//! Why a run cannot begin, or cannot continue with the shards on the disk.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ferrodyn_engine::state::StateError;

/// A file that is no shard, or not as it was written.
#[derive(Debug)]
pub struct Damage {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

/// Why a run cannot begin, or cannot continue with the shards on the disk.
#[non_exhaustive]
pub enum RolloutError {
    /// A setting that no run can have.
    Setting {
        /// Its name.
        name: &'static str,
        /// The values that it may have.
        problem: &'static str,
    },
    /// The environments of a shard, or its recorded arrays, take too much memory.
    TooLarge {
        /// Environments of the shard.
        count: u128,
        /// Bytes that they take.
        bytes: u128,
        /// Records of each, if it is these.
        records: Option<u64>,
        /// Bytes that a shard may take.
        limit: u128,
        /// Environments that would fit.
        most: u64,
        /// Shards that would do, if there can be so many.
        shards: Option<u64>,
    },
    /// Some shards would have no environment.
    TooManyShards {
        /// So many shards.
        shards: u32,
        /// Of so many environments.
        environments: u64,
    },
    /// A shard that the run does not have.
    NoShard {
        /// Its number.
        shard: u32,
        /// How many there are.
        shards: u32,
    },
    /// A file is a shard of another run.
    OtherRun {
        /// The file.
        file: PathBuf,
        /// The first thing in which it differs.
        difference: String,
    },
    /// A directory has shards of a run that was cut otherwise.
    OtherCut {
        /// The first of them.
        file: PathBuf,
        /// Shards of this run.
        shards: u32,
    },
    /// Files are no shards, or not as they were written; at least one.
    Damaged {
        /// The files.
        files: Vec<Damage>,
    },
    /// The path of a shard is a pipe, a device or a directory, not a file.
    NoFile {
        /// The name.
        file: PathBuf,
    },
    /// A file that was written has gone before it got its name.
    Gone {
        /// The name that it was written under.
        file: PathBuf,
    },
    /// There is not enough memory.
    Memory {
        /// For so many bytes.
        bytes: u128,
    },
    /// A state of the model cannot be taken apart.
    State(StateError),
    /// A file or directory cannot be read or written.
    Io {
        /// The file or directory.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl RolloutError {
    /// An error of a file.
    pub(crate) fn io(file: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { file: file.to_owned(), source }
    }
}

impl fmt::Display for RolloutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting { name, problem } => write!(f, "{name} {problem}"),
            Self::TooLarge { count, bytes, records, limit, .. } => {
                write!(f, "{count} environments ")?;
                match records {
                    Some(records) => write!(f, "with {records} records each ")?,
                    None => write!(f, "at a time ")?,
                }
                write!(f, "take {}, a shard has at most {}", Bytes(*bytes), Bytes(*limit))
            }
            Self::TooManyShards { shards, environments } => {
                write!(f, "{shards} shards of {environments} environments")
            }
            Self::NoShard { shard, shards } => {
                write!(
                    f,
                    "there is no shard {shard}: the {shards} of the run are numbered from 0 on"
                )
            }
            Self::OtherRun { file, difference } => {
                write!(f, "{}: a shard of another run, {difference}", file.display())
            }
            Self::OtherCut { file, shards } => write!(
                f,
                "{}: a shard of a run in other shards, this one has {shards}",
                file.display()
            ),
            Self::Damaged { files } => match &files[..] {
                [Damage { file, problem }] => write!(
                    f,
                    "{}: not a whole shard: {problem}: delete it to have it written again",
                    file.display()
                ),
                files => {
                    write!(f, "{} files are not whole shards: ", files.len())?;
                    f.write_str("delete them to have them written again")?;
                    files.iter().try_for_each(|Damage { file, problem }| {
                        write!(f, "\n  {}: {problem}", file.display())
                    })
                }
            },
            Self::NoFile { file } => {
                write!(f, "{}: has the name of a shard and is no file", file.display())
            }
            Self::Gone { file } => write!(
                f,
                "{}: removed while it was written: another process writes the same shard",
                file.display()
            ),
            Self::Memory { bytes } => write!(f, "not enough memory for {}", Bytes(*bytes)),
            Self::State(error) => error.fmt(f),
            Self::Io { file, source } => write!(f, "{}: {source}", file.display()),
        }
    }
}

ferrodyn_engine::debug_as_message!(RolloutError);

impl std::error::Error for RolloutError {}

/// Bytes in the unit that suits them.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Bytes(pub u128);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
        let mut size = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while size >= 1024.0 && unit + 1 < UNITS.len() {
            size /= 1024.0;
            unit += 1;
        }
        write!(f, "{size:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_short() {
        let bytes = [2048, 3 << 20, 5 << 30, 1 << 70].map(|n| Bytes(n).to_string());
        assert_eq!(bytes, ["2.0 KiB", "3.0 MiB", "5.0 GiB", "1048576.0 PiB"]);
    }
}
