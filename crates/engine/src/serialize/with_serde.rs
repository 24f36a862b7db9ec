//! Models in files of any format that serde writes, as the bytes of [`Model::to_bytes`]: checked when they are read, and
//! nothing of the structure can be changed on the way.
//!
//! Data cannot be read without its model, so it has no implementation: [`Data::to_bytes`](crate::Data::to_bytes) and
//! states ([`get_state`](crate::state::get_state)) give bytes and numbers that can be stored beside the model.

use std::fmt;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::model::Model;

impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.to_bytes())
    }
}

/// As [`Model::from_bytes`]: models that name plugins are refused.
impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

/// Reads a model from bytes, or from a list of numbers in formats without bytes.
struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Model;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a model")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Model, E> {
        Model::from_bytes(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Model, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
