//! The macros that turn the rows of a table (`model/fields`, `data/fields.rs`, `option.rs`, `visual.rs`) into a list
//! of small functions, one entry per field.
//!
//! Loops over such a list are the construction, copy, reset, enumeration, saving and loading of a table, and the
//! attributes in Python. Nobody writes code for 700 fields; a new field is a row (docs/extending.md).
//!
//! | entry | for | adds |
//! |---|---|---|
//! | [`Access`] | every table | name and type, a view as bytes, copy |
//! | [`Allocation`] | arrays of the model | size and allocation from [`Sizes`] |
//! | [`Row`] | arrays of the data | all of these, and a length that a step may change |
//!
//! The order of entries is MuJoCo's; saved files refer to fields by name. A view as bytes has the layout of NumPy's: Python's arrays lie over it, so entries never move an array. Tests:
//! `model/tests.rs`, `data/tests.rs`, and `engine/tests/fields` for what rows say.

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

/// One field of a table `S`: its description, views and copy.
pub(crate) struct Access<S: 'static> {
    pub(crate) info: FieldInfo,
    pub(crate) get: fn(&S) -> FieldRef<'_>,
    pub(crate) get_mut: fn(&mut S) -> FieldMut<'_>,
    pub(crate) copy: fn(&mut S, &S),
}

/// The allocation of one field whose length follows from the sizes of the model.
pub(crate) struct Allocation<S: 'static> {
    pub(crate) bytes: fn(&Sizes) -> Option<usize>,
    pub(crate) make: fn(&mut S, &Sizes) -> Result<(), SizeError>,
}

/// One array of `DataOf` or `Sim`: description, allocation, length, views and copy.
pub(crate) struct Row<S: 'static> {
    pub(crate) info: FieldInfo,
    pub(crate) bytes: fn(&Sizes) -> Option<usize>,
    pub(crate) make: fn(&mut S, &Sizes) -> Result<(), SizeError>,
    pub(crate) set_len: fn(&mut S, usize) -> bool,
    pub(crate) get: fn(&S) -> FieldRef<'_>,
    pub(crate) get_mut: fn(&mut S) -> FieldMut<'_>,
    pub(crate) copy: fn(&mut S, &S),
}

/// A [`Row`] of a struct with that field.
macro_rules! row {
    ($field:ident: $ty:ty, $by:ident, $doc:expr) => {
        $crate::fields::Row {
            info: $crate::fields::info!($field: $ty, $by, "", false, $doc),
            bytes: |sizes| <$ty as $crate::fields::Allocate>::bytes_for(sizes, 0),
            make: |s, sizes| {
                s.$field = <$ty as $crate::fields::Allocate>::allocate(sizes, 0)?;
                Ok(())
            },
            set_len: |s, len| $crate::fields::Storage::set_len(&mut s.$field, len),
            get: |s| {
                let by = $crate::fields::Stage::$by;
                $crate::fields::FieldRef::of(stringify!($field), by, &s.$field)
            },
            get_mut: |s| {
                let by = $crate::fields::Stage::$by;
                $crate::fields::FieldMut::of(stringify!($field), by, &mut s.$field)
            },
            copy: |to, from| $crate::fields::Allocate::copy_from(&mut to.$field, &from.$field),
        }
    };
}

/// The description of a field as a row of a table gives it.
macro_rules! info {
    ($field:ident: $ty:ty, $by:ident, $width:expr, $structure:literal, $doc:expr) => {
        $crate::fields::FieldInfo {
            name: stringify!($field),
            dtype: <$ty as $crate::fields::Storage>::DTYPE,
            count: <$ty as $crate::fields::Storage>::COUNT,
            inner: <$ty as $crate::fields::Storage>::INNER,
            width: $width,
            by: $crate::fields::Stage::$by,
            structure: $structure,
            doc: $crate::fields::Doc::new($doc),
        }
    };
}

/// Common to all tables: the list of accesses and the plain view of named fields.
macro_rules! plain_view {
    ($name:ident {
        $($field:ident [$($path:tt)+]: $ty:ty, $by:ident, $width:expr, $structure:literal, $doc:expr;)*
    }) => {
        impl $name {
            /// The fields of the table, in MuJoCo's order, without values.
            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            pub const FIELDS: &'static [$crate::fields::FieldInfo] =
                &[$($crate::fields::info!($field: $ty, $by, $width, $structure, $doc)),*];

            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            pub(crate) const ACCESS: &'static [$crate::fields::Access<Self>] = {
                use $crate::fields::{Access, FieldMut, FieldRef, Stage};
                &[$(Access {
                    info: $crate::fields::info!($field: $ty, $by, $width, $structure, $doc),
                    get: |s| FieldRef::of(stringify!($field), Stage::$by, &s.$($path)+),
                    get_mut: |s| FieldMut::of(stringify!($field), Stage::$by, &mut s.$($path)+),
                    copy: |to, from| $crate::fields::Allocate::copy_from(&mut to.$($path)+, &from.$($path)+),
                }),*]
            };

            /// All fields with their values, in MuJoCo's order.
            pub fn fields(&self) -> impl ExactSizeIterator<Item = $crate::fields::FieldRef<'_>> {
                Self::ACCESS.iter().map(move |access| (access.get)(self))
            }

            /// Calls `visit` with every field, to be written, in MuJoCo's order.
            ///
            /// # Errors
            /// The first error that `visit` returns; later fields are then not visited.
            pub(crate) fn try_for_each_field_mut<E>(
                &mut self,
                mut visit: impl FnMut($crate::fields::FieldMut<'_>) -> Result<(), E>,
            ) -> Result<(), E> {
                Self::ACCESS.iter().try_for_each(|access| visit((access.get_mut)(self)))
            }

            /// The field of that name.
            pub fn field(&self, name: &str) -> Option<$crate::fields::FieldRef<'_>> {
                let access = Self::ACCESS.iter().find(|access| access.info.name == name)?;
                Some((access.get)(self))
            }

            /// The field of that name, to be written; `None` for structure.
            pub fn field_mut(&mut self, name: &str) -> Option<$crate::fields::FieldMut<'_>> {
                let access = Self::ACCESS.iter().find(|access| access.info.name == name)?;
                (!access.info.structure).then(|| (access.get_mut)(self))
            }
        }

        impl $crate::fields::Table for $name {
            fn infos() -> &'static [$crate::fields::FieldInfo] {
                Self::FIELDS
            }
            fn field_at(&self, index: usize) -> Option<$crate::fields::FieldRef<'_>> {
                Self::ACCESS.get(index).map(|access| (access.get)(self))
            }
            fn field_at_mut(&mut self, index: usize) -> Option<$crate::fields::FieldMut<'_>> {
                let access = Self::ACCESS.get(index)?;
                (!access.info.structure).then(|| (access.get_mut)(self))
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
        pub struct $name {
            $($(#[doc = $doc])* #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`.")]
            pub $field: $ty,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        $crate::fields::plain_view!($name {
            $($field [$field]: $ty, Model, "", false, concat!($($doc),*);)*
        });
    };
}

pub(crate) use {info, plain_fields, plain_view, row};
