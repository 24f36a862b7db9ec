//! Reading models and data. Nothing is allocated before the sizes are found possible.

use super::{FormatError, HEADER_BYTES, Kind, MAGIC, ORDER, VERSION, data_check, hash};
use crate::data::Data;
use crate::fields::{DType, FieldMut, Table};
use crate::hooks::Registry;
use crate::model::{Draft, Model, StructureError};
use crate::sizes::{SizeError, Sizes};

pub(super) fn model(bytes: &[u8], plugins: Option<&Registry>) -> Result<Model, FormatError> {
    let (mut r, model_hash) = Reader::open(Kind::Model, bytes)?;
    let mut sizes = Sizes::default();
    for &name in Sizes::NAMES {
        let rec = r.next()?.ok_or(FormatError::Missing(name))?;
        rec.expect(name, DType::I64, &[])?;
        sizes.set(name, r.u64()?.cast_signed())?;
    }
    // all arrays are among the bytes that follow
    let needed = Model::bytes_for(&sizes).ok_or(SizeError::Total)?;
    if needed > r.rest.len() {
        return Err(FormatError::Length);
    }
    let mut draft = Draft::new(sizes.clone())?;
    let m: &mut Model = &mut draft;
    if m.sizes != sizes {
        return Err(FormatError::Shape("sizes".to_owned()));
    }
    let Model { opt, stat, vis, .. } = m;
    opt.try_for_each_field_mut(|f| r.fill(f))?;
    stat.try_for_each_field_mut(|f| r.fill(f))?;
    vis.global.try_for_each_field_mut(|f| r.fill(f))?;
    vis.quality.try_for_each_field_mut(|f| r.fill(f))?;
    vis.headlight.try_for_each_field_mut(|f| r.fill(f))?;
    vis.map.try_for_each_field_mut(|f| r.fill(f))?;
    vis.scale.try_for_each_field_mut(|f| r.fill(f))?;
    vis.rgba.try_for_each_field_mut(|f| r.fill(f))?;
    m.try_for_each_field_mut(|f| r.fill(f))?;
    r.close()?;
    if m.content_hash() != model_hash {
        return Err(FormatError::Checksum);
    }
    // the numbers of their kinds mean nothing to who does not know them
    let plugins = match plugins {
        None if sizes.nplugin > 0 => {
            return Err(StructureError::Unsupported { name: "nplugin" }.into());
        }
        plugins => plugins,
    };
    let mut m = draft.finish_filled(|_| false)?;
    if let Some(plugins) = plugins {
        m.set_plugins(plugins)?;
    }
    Ok(m)
}

pub(super) fn data(m: &Model, bytes: &[u8]) -> Result<Data, FormatError> {
    let (mut r, model_hash) = Reader::open(Kind::Data, bytes)?;
    if m.content_hash() != model_hash {
        return Err(FormatError::OtherModel);
    }
    let d = data_fields(m, &mut r)?;
    r.close()?;
    Ok(d)
}

/// Data from its records.
pub(crate) fn data_fields(m: &Model, r: &mut Reader<'_>) -> Result<Data, FormatError> {
    let mut d = Data::new(m);
    for (index, info) in Data::FIELDS.iter().enumerate() {
        let rec = r.next()?.ok_or(FormatError::Missing(info.name))?;
        if rec.name != info.name {
            return Err(FormatError::Field(rec.name));
        }
        // arrays that a step sizes: bounded by the bytes that are there
        if let Some(&len) = rec.shape.first()
            && r.fits(len, info.dtype)
        {
            d.set_len(index, len);
        }
        let mut field = d.field_at_mut(index).ok_or(FormatError::Missing(info.name))?;
        rec.copy_to(r, &mut field)?;
    }
    data_check::check(m, &mut d)?;
    Ok(d)
}

/// A field's name, type and shape.
struct Record {
    name: String,
    code: u8,
    shape: Vec<usize>,
}

impl Record {
    fn expect(&self, name: &str, dtype: DType, shape: &[usize]) -> Result<(), FormatError> {
        if self.name != name {
            return Err(FormatError::Field(self.name.clone()));
        }
        if self.code != dtype.code() || self.shape != shape {
            return Err(FormatError::Shape(self.name.clone()));
        }
        Ok(())
    }

    fn copy_to(&self, r: &mut Reader<'_>, field: &mut FieldMut<'_>) -> Result<(), FormatError> {
        self.expect(field.name, field.dtype, &field.shape)?;
        field.bytes.copy_from_slice(r.take(field.bytes.len())?);
        Ok(())
    }
}

/// The bytes of a file that have not been read yet.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Checks header and checksum; returns what is between them and the model's hash.
    pub(crate) fn open(kind: Kind, bytes: &'a [u8]) -> Result<(Self, u64), FormatError> {
        if bytes.len() < HEADER_BYTES + 8 {
            return Err(FormatError::Length);
        }
        let mut r = Self { rest: bytes };
        if r.take(8)? != MAGIC || r.take(1)? != [kind as u8] {
            return Err(FormatError::Magic);
        }
        let version = r.u32()?;
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        if r.take(4)? != ORDER.to_ne_bytes() {
            return Err(FormatError::ByteOrder);
        }
        let model_hash = r.u64()?;
        let (body, sum) = bytes.split_at(bytes.len() - 8);
        if hash::of_bytes(body).to_le_bytes() != sum {
            return Err(FormatError::Checksum);
        }
        r.rest = body.get(HEADER_BYTES..).ok_or(FormatError::Length)?;
        Ok((r, model_hash))
    }

    /// The head of the next record, `None` at the end marker.
    fn next(&mut self) -> Result<Option<Record>, FormatError> {
        let len = self.u8()?;
        if len == 0 {
            return Ok(None);
        }
        let name = String::from_utf8_lossy(self.take(len.into())?).into_owned();
        let code = self.u8()?;
        let rank = self.u8()?;
        if rank > 2 {
            return Err(FormatError::Shape(name));
        }
        let mut shape = Vec::with_capacity(2);
        for _ in 0..rank {
            shape.push(usize::try_from(self.u64()?).map_err(|_| FormatError::Length)?);
        }
        Ok(Some(Record { name, code, shape }))
    }

    /// Fills a field from the next record, which must be its own.
    fn fill(&mut self, mut field: FieldMut<'_>) -> Result<(), FormatError> {
        let rec = self.next()?.ok_or(FormatError::Missing(field.name))?;
        rec.copy_to(self, &mut field)
    }

    /// The values of the next record, which must be this one.
    pub(crate) fn values(
        &mut self,
        name: &'static str,
        dtype: DType,
        shape: &[usize],
    ) -> Result<&'a [u8], FormatError> {
        let rec = self.next()?.ok_or(FormatError::Missing(name))?;
        rec.expect(name, dtype, shape)?;
        let count = shape.iter().try_fold(dtype.size(), |n, &len| n.checked_mul(len));
        self.take(count.ok_or(FormatError::Length)?)
    }

    /// The next record, which must be a number of this name.
    pub(crate) fn number(&mut self, name: &'static str) -> Result<u64, FormatError> {
        let bytes = self.values(name, DType::U64, &[])?;
        bytes.try_into().map(u64::from_ne_bytes).map_err(|_| FormatError::Length)
    }

    /// The bytes of the next record, which must have this name and may have any length.
    pub(crate) fn bytes(&mut self, name: &'static str) -> Result<&'a [u8], FormatError> {
        let rec = self.next()?.ok_or(FormatError::Missing(name))?;
        let len = rec.shape.first().copied().unwrap_or(0);
        rec.expect(name, DType::U8, &[len])?;
        self.take(len)
    }

    /// Whether the end marker comes next.
    pub(crate) fn is_done(&self) -> bool {
        self.rest.first() == Some(&0)
    }

    /// The end marker, and nothing after it.
    pub(crate) fn close(mut self) -> Result<(), FormatError> {
        match self.next()? {
            Some(rec) => Err(FormatError::Field(rec.name)),
            None if self.rest.is_empty() => Ok(()),
            None => Err(FormatError::Length),
        }
    }

    fn fits(&self, len: usize, dtype: DType) -> bool {
        len.checked_mul(dtype.size()).is_some_and(|n| n <= self.rest.len())
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], FormatError> {
        let (head, rest) = self.rest.split_at_checked(n).ok_or(FormatError::Length)?;
        self.rest = rest;
        Ok(head)
    }

    fn u8(&mut self) -> Result<u8, FormatError> {
        Ok(self.take(1)?[0])
    }

    fn u32(&mut self) -> Result<u32, FormatError> {
        self.take(4)?.try_into().map(u32::from_le_bytes).map_err(|_| FormatError::Length)
    }

    fn u64(&mut self) -> Result<u64, FormatError> {
        self.take(8)?.try_into().map(u64::from_le_bytes).map_err(|_| FormatError::Length)
    }
}
