//! Errors of functions that read and write states.

use std::fmt;

use super::last_signature;
use crate::data::WrongModel;

/// Why a state or keyframe could not be read or written.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// A signature has bits that name nothing.
    Signature {
        /// The signature.
        signature: i32,
    },
    /// A state does not have all the parts that are asked for.
    NotASubset {
        /// Signature of the state.
        source: i32,
        /// Signature of what is asked for.
        target: i32,
    },
    /// A vector has not the length of the state.
    Length {
        /// The length it must have.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// There is no such keyframe.
    Key {
        /// The keyframe asked for.
        key: usize,
        /// The number of keyframes of the model.
        count: usize,
    },
    /// The data is of another model.
    Data(WrongModel),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature { signature } => {
                write!(f, "invalid state signature {signature}, must be 0 to {}", last_signature())
            }
            Self::NotASubset { source, target } => {
                write!(f, "the parts {target:#x} are not all in a state of {source:#x}")
            }
            Self::Length { expected, found } => {
                write!(f, "a state of length {expected} is needed, got {found}")
            }
            Self::Key { key, count } => write!(f, "no keyframe {key}, the model has {count}"),
            Self::Data(error) => write!(f, "{error}"),
        }
    }
}

crate::debug_as_message!(StateError);

impl std::error::Error for StateError {}

impl From<WrongModel> for StateError {
    fn from(error: WrongModel) -> Self {
        Self::Data(error)
    }
}
