//! [`Draft`], a model under construction: all arrays can be written, and `finish` checks them.

use std::ops::{Deref, DerefMut};

use super::{MAX_BYTES, Model, Structure, StructureError, check, derive};
use crate::fields::FieldMut;
use crate::sizes::{SizeError, Sizes};

/// A model whose structure is still being filled in; [`finish`](Self::finish) makes a [`Model`].
#[derive(Debug)]
pub struct Draft(Box<Model>);

impl Draft {
    /// Makes a draft of the given sizes: arrays zero, ids of what may be missing -1, options,
    /// visualization and statistics at their defaults. `nnames_map` and `nbuffer` are computed;
    /// `nnames` is at least 1, the end of the model's own name.
    ///
    /// # Errors
    /// If a size does not fit an `i32` (textures and texts may be larger), there is no world body,
    /// or the arrays would exceed [`MAX_BYTES`].
    #[doc(alias = "mj_makeModel")]
    pub fn new(mut sizes: Sizes) -> Result<Self, SizeError> {
        for (name, value) in sizes.iter() {
            let bytes = matches!(name, "ntexdata" | "ntextdata" | "narena" | "nbuffer");
            if !bytes && value > i64::from(i32::MAX) {
                return Err(SizeError::TooLarge { name, value });
            }
        }
        if sizes.nbody == 0 {
            return Err(SizeError::NoBody);
        }
        sizes.nnames = sizes.nnames.max(1);
        sizes.nnames_map = sizes.name_slots();
        let bytes = Model::bytes_for(&sizes).ok_or(SizeError::Total)?;
        let in_data = sizes.bytes_in_data_alone().ok_or(SizeError::Total)?;
        if bytes > MAX_BYTES || in_data > MAX_BYTES {
            return Err(SizeError::Total);
        }
        sizes.nbuffer = bytes as i64;
        let mut m = Model::allocate(&sizes)?;
        m.structure.sizes = sizes;
        check::set_to_none(&mut m.structure);
        Ok(Self(m))
    }

    /// The structure, to be written.
    pub fn structure(&mut self) -> &mut Structure {
        &mut self.0.structure
    }

    /// The field of that name, to be written; structure too.
    pub fn field_mut(&mut self, name: &str) -> Option<FieldMut<'_>> {
        let row = Model::ROWS.iter().find(|row| row.info.name == name)?;
        Some((row.get_mut)(&mut self.0))
    }

    /// Fills in what follows from the rest of the structure (kinematic trees, sparsity patterns) and
    /// checks that every id and address leads to an object.
    ///
    /// # Errors
    /// The first entry that does not.
    pub fn finish(mut self) -> Result<Model, StructureError> {
        check::lengths(&self.0)?;
        check::given(&self.0.structure)?;
        derive::fill(&mut self.0.structure)?;
        self.0.plan();
        Ok(*self.0)
    }

    /// As [`finish`](Self::finish), for a draft that has all of its structure but the fields that
    /// `missing` names, which follow from the rest: other such fields must be right.
    ///
    /// # Errors
    /// The first entry that is not.
    pub(crate) fn finish_filled(
        mut self,
        missing: impl Fn(&'static str) -> bool,
    ) -> Result<Model, StructureError> {
        let filled = &mut self.0.structure;
        check::given(filled)?;
        let mut right = filled.clone();
        derive::fill(&mut right)?;
        derive::take(filled, &right, missing);
        derive::compare(filled, &right)?;
        self.0.plan();
        Ok(*self.0)
    }

    /// The model as it is.
    #[cfg(test)]
    pub(super) fn unchecked(self) -> Model {
        *self.0
    }
}

impl Deref for Draft {
    type Target = Model;
    fn deref(&self) -> &Model {
        &self.0
    }
}

impl DerefMut for Draft {
    fn deref_mut(&mut self) -> &mut Model {
        &mut self.0
    }
}
