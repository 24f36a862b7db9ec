//! Why bytes are not a valid model or data.

use std::fmt;

use crate::hooks::PluginError;
use crate::model::StructureError;
use crate::sizes::SizeError;

/// Why bytes are not a model or data.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The bytes end too early, or go on after the end.
    Length,
    /// The first bytes are not those of this format, or of the other kind of file.
    Magic,
    /// The format version is not known.
    Version(u32),
    /// Written on a machine with another byte order.
    ByteOrder,
    /// The checksum does not fit: the bytes were altered.
    Checksum,
    /// The data belongs to a model with other content.
    OtherModel,
    /// A field is not one that is known, or is listed twice.
    Field(String),
    /// A field has another type or shape than the sizes imply.
    Shape(String),
    /// A field is missing.
    Missing(&'static str),
    /// The sizes are impossible.
    Size(SizeError),
    /// The structure of the model is impossible.
    Structure(StructureError),
    /// A plugin of the model cannot be made.
    Plugin(PluginError),
    /// A count, id or address of the data does not fit the array it refers to.
    Reference {
        /// The field that holds it.
        field: &'static str,
        /// Its place in the field.
        index: usize,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the bytes are truncated or have a tail"),
            Self::Magic => f.write_str("not a ferrodyn file of this kind"),
            Self::Version(v) => write!(f, "format version {v} is not supported"),
            Self::ByteOrder => f.write_str("written with another byte order"),
            Self::Checksum => f.write_str("the checksum does not fit: the bytes were altered"),
            Self::OtherModel => f.write_str("the data belongs to a model with other content"),
            Self::Field(name) => write!(f, "unexpected field '{name}'"),
            Self::Shape(name) => write!(f, "field '{name}' has the wrong type or shape"),
            Self::Missing(name) => write!(f, "field '{name}' is missing"),
            Self::Size(e) => e.fmt(f),
            Self::Structure(e) => e.fmt(f),
            Self::Plugin(e) => e.fmt(f),
            Self::Reference { field, index } => {
                write!(f, "number {index} of field '{field}' is out of range")
            }
        }
    }
}

crate::debug_as_message!(FormatError);

impl std::error::Error for FormatError {}

impl From<SizeError> for FormatError {
    fn from(e: SizeError) -> Self {
        Self::Size(e)
    }
}

impl From<StructureError> for FormatError {
    fn from(e: StructureError) -> Self {
        Self::Structure(e)
    }
}

impl From<PluginError> for FormatError {
    fn from(e: PluginError) -> Self {
        Self::Plugin(e)
    }
}
