//! Models and data as bytes: a versioned binary format of our own.
//!
//! ```text
//! "FERRODYN"  magic
//! u8          kind: 1 model, 2 data, 3 batch
//! u32         format version
//! u32         0x01020304, tells byte order
//! u64         content hash of the model
//! records     until the end marker
//! u64         checksum of everything before
//! ```
//!
//! A record is a field by name: name length (u8, 0 is the end marker), name, dtype code (u8), rank
//! (u8), dimensions (u64 each), values in memory order. Model files start with one record per size.
//! Numbers are little-endian; files are refused on machines with the other order.

mod arrays;
mod data_check;
mod error;
mod fields;
mod hash;
pub(crate) mod read;
#[cfg(feature = "serde")]
mod with_serde;
pub(crate) mod write;

pub use error::FormatError;

use fields::model_fields;

use crate::data::Data;
use crate::fields::FieldRef;
use crate::hooks::Registry;
use crate::model::Model;

const MAGIC: &[u8; 8] = b"FERRODYN";
const VERSION: u32 = 1;
const ORDER: u32 = 0x0102_0304;
pub(crate) const HEADER_BYTES: usize = 8 + 1 + 4 + 4 + 8;

/// The kind of value in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Model = 1,
    Data = 2,
    Batch = 3,
}

impl Model {
    /// The model as bytes; [`from_bytes`](Self::from_bytes) reads them back.
    #[doc(alias = "mj_saveModel")]
    pub fn to_bytes(&self) -> Vec<u8> {
        write::model(self)
    }

    /// Reads a model from bytes.
    ///
    /// # Errors
    /// If the bytes are truncated, altered, of another format or version, or if an id or address
    /// of the model is out of range, or if the model names plugins.
    #[doc(alias = "mj_loadModel")]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        read::model(bytes, None)
    }

    /// Reads a model from bytes and makes its plugins, whose kinds must be registered in the order
    /// in which they were when it was compiled.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), or if a plugin cannot be made.
    pub fn from_bytes_with(bytes: &[u8], plugins: &Registry) -> Result<Self, FormatError> {
        read::model(bytes, Some(plugins))
    }

    /// A number that depends on every size, option and array of the model.
    pub fn content_hash(&self) -> u64 {
        hash::of_model(self)
    }
}

/// Models are equal if every size, option and array has the same bits: zero and negative zero differ, and a number
/// that is none equals itself. Instances of plugins and counts of edits are not compared.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |(one, other): (FieldRef<'_>, FieldRef<'_>)| one.bytes == other.bytes;
        self.sizes == other.sizes && model_fields(self).zip(model_fields(other)).all(bytes)
    }
}

impl Eq for Model {}

impl Data {
    /// The data as bytes, tied to the content of its model.
    pub fn to_bytes(&self, m: &Model) -> Vec<u8> {
        write::data(m, self)
    }

    /// Reads data of the given model from bytes.
    ///
    /// # Errors
    /// If the bytes are truncated, altered, of another format or version, or were written for a
    /// model with other content.
    pub fn from_bytes(m: &Model, bytes: &[u8]) -> Result<Self, FormatError> {
        read::data(m, bytes)
    }
}

#[cfg(test)]
mod tests;
