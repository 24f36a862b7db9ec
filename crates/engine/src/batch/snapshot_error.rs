//! Why bytes are not a snapshot of a batch.

use std::error::Error;
use std::fmt;

use crate::serialize::FormatError;

/// Why a batch could not be restored.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// There are fewer or more bytes than were written.
    Length {
        /// The number of bytes that were written.
        expected: u64,
        /// The number there is.
        found: u64,
    },
    /// It was taken of a model with other content.
    Model {
        /// [`content_hash`](crate::Model::content_hash) of the model of the batch.
        expected: u64,
        /// The hash in the snapshot.
        found: u64,
    },
    /// It has another number of environments.
    Environments {
        /// The number of the batch.
        expected: u64,
        /// The number in the snapshot.
        found: u64,
    },
    /// Environments of the snapshot have hooks that compute and those of the batch have none, or the other way.
    Hooks {
        /// Whether it is the snapshot that has them.
        snapshot: bool,
    },
    /// The bytes are of another kind or version, were altered, or a field is not as it should be.
    Format(FormatError),
    /// What an environment has besides its state is not as it should be.
    Data {
        /// The environment.
        env: usize,
        /// What is wrong.
        source: FormatError,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "{found} bytes instead of {expected}: the snapshot was cut off or joined")
            }
            Self::Model { expected, found } => write!(
                f,
                "a snapshot of another model (hash {found:016x}, the model here has {expected:016x}): \
                 load the model it was taken of"
            ),
            Self::Environments { expected, found } => write!(
                f,
                "a snapshot of {found} environments, the batch has {expected}: make a batch of {found}"
            ),
            Self::Hooks { snapshot: true } => f.write_str(
                "a snapshot of environments with hooks that compute, those of the batch have none: \
                 give them the same hooks first, with `with_hooks`",
            ),
            Self::Hooks { snapshot: false } => f.write_str(
                "a snapshot of environments without hooks that compute, those of the batch have some: \
                 restore it into a batch without them",
            ),
            Self::Format(error) => error.fmt(f),
            Self::Data { env, source } => write!(f, "data of environment {env}: {source}"),
        }
    }
}

crate::debug_as_message!(SnapshotError);

impl Error for SnapshotError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Format(error) | Self::Data { source: error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<FormatError> for SnapshotError {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}
