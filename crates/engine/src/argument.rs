//! Why a function cannot work with its arguments, and the checks of lengths and ids that say so.

use std::fmt;

use crate::data::WrongModel;

/// An argument that does not fit the model.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentError {
    /// An id names no object of the model.
    Id {
        /// Kind of object: `"body"`.
        object: &'static str,
        /// The id.
        id: i64,
        /// How many objects of that kind there are.
        count: usize,
    },
    /// A slice has not the length that the model asks for.
    Length {
        /// Name of the function.
        function: &'static str,
        /// Name of the argument.
        argument: &'static str,
        /// The length that is needed.
        expected: usize,
        /// The length that was given.
        given: usize,
    },
    /// The data is of another model.
    Data(WrongModel),
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { object, id, count } => {
                write!(f, "there is no {object} {id}: the model has {count}")
            }
            Self::Length { function, argument, expected, given } => {
                write!(f, "{function}: {argument} has {given} numbers, {expected} are needed")
            }
            Self::Data(error) => write!(f, "{error}"),
        }
    }
}

crate::debug_as_message!(ArgumentError);

impl std::error::Error for ArgumentError {}

impl From<WrongModel> for ArgumentError {
    fn from(error: WrongModel) -> Self {
        Self::Data(error)
    }
}

/// `Ok` if an argument has the length that is needed.
pub(crate) fn check_len(
    function: &'static str,
    argument: &'static str,
    given: usize,
    expected: usize,
) -> Result<(), ArgumentError> {
    if given == expected {
        Ok(())
    } else {
        Err(ArgumentError::Length { function, argument, expected, given })
    }
}

/// `Ok` if there are more than `id` objects of a kind.
pub(crate) fn check_id(object: &'static str, id: usize, count: usize) -> Result<(), ArgumentError> {
    if id < count { Ok(()) } else { Err(ArgumentError::Id { object, id: id as i64, count }) }
}
