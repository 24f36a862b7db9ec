//! Why a structure is invalid: the entry at fault, its value, and the values that it may have.

use std::fmt;

/// The values that an entry may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// From the first number to the second, both included; none if the second is smaller.
    Range(i64, i64),
    /// One of these.
    OneOf(&'static [i64]),
    /// This one, which follows from the rest of the structure.
    Exactly(i64),
    /// What the words say.
    Words(&'static str),
}

/// Why something cannot be the structure of a model. Displays as
/// `dof_bodyid[0] is 1000000, must be from 0 to 40`.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructureError {
    /// An entry has a value that it may not have.
    Entry {
        /// The array, under MuJoCo's name.
        field: &'static str,
        /// The entry.
        index: usize,
        /// Its part, where an entry consists of several numbers.
        part: Option<usize>,
        /// What it is.
        value: i64,
        /// What it may be.
        allowed: Allowed,
    },
    /// An array has another length than the sizes of the model give it.
    Length {
        /// The array.
        field: &'static str,
    },
    /// Arrays of the model are too small, or too large, for what the structure asks for.
    Size {
        /// The size that counts their entries.
        name: &'static str,
        /// What the structure needs.
        needed: usize,
        /// What the model has.
        size: usize,
    },
    /// The model has objects that are not simulated.
    Unsupported {
        /// The size that counts them.
        name: &'static str,
    },
}

impl StructureError {
    /// An entry of a field with one number per entry.
    pub(crate) fn entry(field: &'static str, index: usize, value: i32, allowed: Allowed) -> Self {
        Self::Entry { field, index, part: None, value: value.into(), allowed }
    }
}

impl fmt::Display for StructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { field, index, part, value, allowed } => {
                match part {
                    Some(part) => write!(f, "{field}[{index}, {part}] is {value}, ")?,
                    None => write!(f, "{field}[{index}] is {value}, ")?,
                }
                allowed.fmt(f)
            }
            Self::Length { field } => write!(f, "{field} does not have the length of the model"),
            Self::Size { name, needed, size } => {
                write!(
                    f,
                    "the structure needs {name} = {needed}, but the model has {name} = {size}"
                )
            }
            Self::Unsupported { name } => {
                write!(f, "{name} is not 0: such objects are not simulated yet")
            }
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(low, high) if high < low => f.write_str("but there is none"),
            Self::Range(low, high) if low == high => write!(f, "must be {low}"),
            Self::Range(low, high) => write!(f, "must be from {low} to {high}"),
            Self::Exactly(right) => {
                write!(f, "must be {right}, which follows from the rest of the model")
            }
            Self::OneOf(values) => {
                let text: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "must be one of {}", text.join(", "))
            }
            Self::Words(words) => write!(f, "must be {words}"),
        }
    }
}

crate::debug_as_message!(StructureError);

impl std::error::Error for StructureError {}
