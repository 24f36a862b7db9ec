//! The macros that turn the rows of a table (`model/fields`, `data/fields.rs`, `option.rs`, `visual.rs`) into a list
//! of small functions, one entry per field.
//!
//! Loops over such a list are the construction, copy, reset, enumeration, saving and loading of a table, and the
//! attributes in Python. Nobody writes code for 700 fields; a new field is a row (docs/extending.md).
//!
//! An entry is a [`Row`]: description, view as bytes, copy, and for arrays allocation and length. Each of `Model`,
//! `DataOf`, `Sim` and the groups of options has one list of them, in MuJoCo's order; those of [`Data`](crate::Data) are
//! in two lists, which it reads as one.
//!
//! Saved files refer to fields by name. A view as bytes has the layout of NumPy's: Python's arrays lie over it, so
//! entries never move an array. Tests: `model/tests.rs`, `data/tests.rs`, and `engine/tests/fields` for what rows say.

use super::{FieldInfo, FieldMut, FieldRef};
use crate::sizes::{SizeError, Sizes};

/// A struct whose fields a table lists, by their places in it.
pub trait Table {
    /// The fields, in MuJoCo's order, without values.
    fn infos() -> &'static [FieldInfo];
    /// The field at a place of [`infos`](Self::infos).
    fn field_at(&self, index: usize) -> Option<FieldRef<'_>>;
    /// The field at a place of [`infos`](Self::infos), to be written; `None` for structure.
    fn field_at_mut(&mut self, index: usize) -> Option<FieldMut<'_>>;
}

/// One field of a table `S`. Arrays have the length that the model gives them, or one that a step may change.
pub(crate) struct Row<S: 'static> {
    pub(crate) info: FieldInfo,
    /// Bytes for the sizes of a model, `None` on overflow; 0 for what is no array.
    pub(crate) bytes: fn(&Sizes) -> Option<usize>,
    /// Sets it to zeros.
    pub(crate) make: fn(&mut S, &Sizes) -> Result<(), SizeError>,
    /// Resizes it where a step may do so; else false.
    pub(crate) set_len: fn(&mut S, usize) -> bool,
    pub(crate) get: fn(&S) -> FieldRef<'_>,
    pub(crate) get_mut: fn(&mut S) -> FieldMut<'_>,
    pub(crate) copy: fn(&mut S, &S),
}

impl<S> Row<S> {
    /// The descriptions of some rows.
    pub(crate) const fn infos<const K: usize>(rows: &[Self]) -> [FieldInfo; K] {
        let mut infos = [rows[0].info; K];
        let mut at = 0;
        while at < K {
            infos[at] = rows[at].info;
            at += 1;
        }
        infos
    }
}

/// A [`Row`] of a struct, with the path of the field in it, the stage that writes it, whether it is structure, what it is,
/// and the model size that is the width of its rows, perhaps times a number.
macro_rules! row {
    (
        $field:ident [$($path:tt)+]: $ty:ty, $by:ident, $structure:literal, $doc:expr
        $(, $width:ident $(* $factor:literal)?)?
    ) => {
        $crate::fields::Row {
            info: $crate::fields::FieldInfo {
                name: stringify!($field),
                dtype: <$ty as $crate::fields::Storage>::DTYPE,
                count: <$ty as $crate::fields::Storage>::COUNT,
                inner: <$ty as $crate::fields::Storage>::INNER,
                width: concat!("" $(, stringify!($width) $(, " * ", $factor)?)?),
                by: $crate::fields::Stage::$by,
                structure: $structure,
                doc: $crate::fields::Doc::new($doc),
            },
            bytes: |sizes| {
                let width = 0usize $(.checked_add(sizes.$width)? $(.checked_mul($factor)?)?)?;
                <$ty as $crate::fields::Allocate>::bytes_for(sizes, width)
            },
            make: |s, sizes| {
                let width = 0 $(+ sizes.$width $(* $factor)?)?;
                s.$($path)+ = <$ty as $crate::fields::Allocate>::allocate(sizes, width)?;
                Ok(())
            },
            set_len: |s, len| $crate::fields::Storage::set_len(&mut s.$($path)+, len),
            get: |s| {
                let by = $crate::fields::Stage::$by;
                $crate::fields::FieldRef::of(stringify!($field), by, &s.$($path)+)
            },
            get_mut: |s| {
                let by = $crate::fields::Stage::$by;
                $crate::fields::FieldMut::of(stringify!($field), by, &mut s.$($path)+)
            },
            copy: |to, from| $crate::fields::Allocate::copy_from(&mut to.$($path)+, &from.$($path)+),
        }
    };
}

/// The fields of a struct as its `ROWS` list them.
macro_rules! views_of_rows {
    ($name:ident) => {
        impl $name {
            /// The fields of the table, in MuJoCo's order, without values.
            pub const FIELDS: &'static [$crate::fields::FieldInfo] =
                &$crate::fields::Row::infos::<{ $name::ROWS.len() }>($name::ROWS);

            fn at(&self, index: usize) -> $crate::fields::FieldRef<'_> {
                (Self::ROWS[index].get)(self)
            }

            fn at_mut(&mut self, index: usize) -> $crate::fields::FieldMut<'_> {
                (Self::ROWS[index].get_mut)(self)
            }
        }

        $crate::fields::views!($name);
    };
}

/// The fields of a struct by order and by name, from its `FIELDS` and from the field at a place of these: `at`, `at_mut`.
macro_rules! views {
    ($name:ident) => {
        impl $name {
            /// All fields with their values, in MuJoCo's order.
            pub fn fields(&self) -> impl ExactSizeIterator<Item = $crate::fields::FieldRef<'_>> {
                (0..Self::FIELDS.len()).map(|index| self.at(index))
            }

            /// Calls `visit` with every field, to be written, in MuJoCo's order.
            ///
            /// # Errors
            /// The first error that `visit` returns; later fields are then not visited.
            pub(crate) fn try_for_each_field_mut<E>(
                &mut self,
                mut visit: impl FnMut($crate::fields::FieldMut<'_>) -> Result<(), E>,
            ) -> Result<(), E> {
                (0..Self::FIELDS.len()).try_for_each(|index| visit(self.at_mut(index)))
            }

            /// The field of that name.
            pub fn field(&self, name: &str) -> Option<$crate::fields::FieldRef<'_>> {
                let index = Self::FIELDS.iter().position(|info| info.name == name)?;
                Some(self.at(index))
            }

            /// The field of that name, to be written; `None` for structure.
            pub fn field_mut(&mut self, name: &str) -> Option<$crate::fields::FieldMut<'_>> {
                let index = Self::FIELDS.iter().position(|info| info.name == name)?;
                $crate::fields::Table::field_at_mut(self, index)
            }
        }

        impl $crate::fields::Table for $name {
            fn infos() -> &'static [$crate::fields::FieldInfo] {
                Self::FIELDS
            }
            fn field_at(&self, index: usize) -> Option<$crate::fields::FieldRef<'_>> {
                (index < Self::FIELDS.len()).then(|| self.at(index))
            }
            fn field_at_mut(&mut self, index: usize) -> Option<$crate::fields::FieldMut<'_>> {
                let info = Self::FIELDS.get(index)?;
                (!info.structure).then(|| self.at_mut(index))
            }
        }
    };
}

/// A struct of scalars and short vectors with their defaults: options, statistics, visual groups.
macro_rules! plain_fields {
    (
        $(#[$meta:meta])*
        $name:ident { $($(#[doc = $doc:literal])* $field:ident: $ty:ty = $default:expr;)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name {
            $($(#[doc = $doc])* #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`.")]
            pub $field: $ty,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        impl $name {
            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            const ROWS: &'static [$crate::fields::Row<Self>] =
                &[$($crate::fields::row!($field [$field]: $ty, Model, false, concat!($($doc),*))),*];
        }

        $crate::fields::views_of_rows!($name);
    };
}

pub(crate) use {plain_fields, row, views, views_of_rows};
