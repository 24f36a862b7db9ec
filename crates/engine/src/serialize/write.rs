//! Writing models and data.

use super::fields::model_fields;
use super::{Kind, MAGIC, ORDER, VERSION, hash};
use crate::data::Data;
use crate::fields::DType;
use crate::model::Model;

pub(super) fn model(m: &Model) -> Vec<u8> {
    let mut out = header(Kind::Model, m.content_hash());
    for (name, value) in m.sizes.iter() {
        record(&mut out, name, DType::I64, &[], &value.to_le_bytes());
    }
    for f in model_fields(m) {
        record(&mut out, f.name, f.dtype, &f.shape, f.bytes);
    }
    seal(out)
}

pub(super) fn data(m: &Model, d: &Data) -> Vec<u8> {
    let mut out = header(Kind::Data, m.content_hash());
    data_fields(&mut out, d);
    seal(out)
}

/// The records of data.
pub(crate) fn data_fields(out: &mut Vec<u8>, d: &Data) {
    for f in d.fields() {
        record(out, f.name, f.dtype, &f.shape, f.bytes);
    }
}

pub(crate) fn header(kind: Kind, model_hash: u64) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.push(kind as u8);
    out.extend(VERSION.to_le_bytes());
    out.extend(ORDER.to_ne_bytes());
    out.extend(model_hash.to_le_bytes());
    out
}

pub(crate) fn record(out: &mut Vec<u8>, name: &str, dtype: DType, shape: &[usize], bytes: &[u8]) {
    out.push(name.len() as u8);
    out.extend(name.as_bytes());
    out.push(dtype.code());
    out.push(shape.len() as u8);
    for &n in shape {
        out.extend((n as u64).to_le_bytes());
    }
    out.extend(bytes);
}

/// Adds the end marker and the checksum.
pub(crate) fn seal(mut out: Vec<u8>) -> Vec<u8> {
    out.push(0);
    let sum = hash::of_bytes(&out);
    out.extend(sum.to_le_bytes());
    out
}
