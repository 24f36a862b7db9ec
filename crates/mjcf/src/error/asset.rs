//! Why an asset could not be read or processed.

use std::fmt;

use crate::clock::TimeOver;

/// Why an asset could not be read or processed: displays as one sentence, without the place.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssetError {
    /// A file is not there, may not be read, is empty, or is in memory already.
    File(String),
    /// A source of files failed, or gave more than it may.
    Source(String),
    /// The assets have more bytes or vertices than a limit allows.
    Limit(String),
    /// It takes longer than it may.
    TimeOver(TimeOver),
    /// What a file or the description says does not make such an asset.
    Invalid(String),
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) | Self::Source(why) | Self::Limit(why) | Self::Invalid(why) => {
                f.write_str(why)
            }
            Self::TimeOver(over) => over.fmt(f),
        }
    }
}

ferrodyn_engine::debug_as_message!(AssetError);

impl std::error::Error for AssetError {}

impl From<TimeOver> for AssetError {
    fn from(over: TimeOver) -> Self {
        Self::TimeOver(over)
    }
}
