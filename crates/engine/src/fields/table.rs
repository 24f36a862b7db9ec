//! The macros behind the tables: one row per field, everything else derived.
//!
//! Each table becomes a list of [`Access`] entries, small functions for one field each; walking the
//! list is what construction, clone, reset, enumeration and files do.

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

/// What can be done with one field of a table `S`.
pub(crate) struct Access<S: 'static> {
    pub(crate) info: FieldInfo,
    pub(crate) get: fn(&S) -> FieldRef<'_>,
    pub(crate) get_mut: fn(&mut S) -> FieldMut<'_>,
    pub(crate) copy: fn(&mut S, &S),
}

/// What can be done with one field whose size the model decides.
pub(crate) struct Allocation<S: 'static> {
    pub(crate) bytes: fn(&Sizes) -> Option<usize>,
    pub(crate) make: fn(&mut S, &Sizes) -> Result<(), SizeError>,
}

/// What can be done with one array of a part of the data.
pub(crate) struct Row<S: 'static> {
    pub(crate) info: FieldInfo,
    pub(crate) bytes: fn(&Sizes) -> Option<usize>,
    pub(crate) make: fn(&mut S, &Sizes) -> Result<(), SizeError>,
    pub(crate) set_len: fn(&mut S, usize) -> bool,
    pub(crate) get_mut: fn(&mut S) -> FieldMut<'_>,
    pub(crate) copy: fn(&mut S, &S),
}

/// A [`Row`] of a struct with that field.
macro_rules! row {
    ($field:ident: $ty:ty, $by:ident) => {
        $crate::fields::Row {
            info: $crate::fields::info!($field: $ty, $by, "", false),
            bytes: |sizes| <$ty as $crate::fields::Allocate>::bytes_for(sizes, 0),
            make: |s, sizes| {
                s.$field = <$ty as $crate::fields::Allocate>::allocate(sizes, 0)?;
                Ok(())
            },
            set_len: |s, len| $crate::fields::Storage::set_len(&mut s.$field, len),
            get_mut: |s| {
                let by = $crate::fields::Stage::$by;
                $crate::fields::FieldMut::of(stringify!($field), by, &mut s.$field)
            },
            copy: |to, from| to.$field.clone_from(&from.$field),
        }
    };
}

/// What a table knows about a field.
macro_rules! info {
    ($field:ident: $ty:ty, $by:ident, $width:expr, $structure:literal) => {
        $crate::fields::FieldInfo {
            name: stringify!($field),
            dtype: <$ty as $crate::fields::Storage>::DTYPE,
            count: <$ty as $crate::fields::Storage>::COUNT,
            inner: <$ty as $crate::fields::Storage>::INNER,
            width: $width,
            by: $crate::fields::Stage::$by,
            structure: $structure,
        }
    };
}

/// Common to all tables: the list of accesses and the plain view of named fields.
macro_rules! plain_view {
    ($name:ident {
        $($field:ident [$($path:tt)+]: $ty:ty, $by:ident, $width:expr, $structure:literal;)*
    }) => {
        impl $name {
            /// The fields of the table, in MuJoCo's order, without values.
            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            pub const FIELDS: &'static [$crate::fields::FieldInfo] =
                &[$($crate::fields::info!($field: $ty, $by, $width, $structure)),*];

            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            pub(crate) const ACCESS: &'static [$crate::fields::Access<Self>] = {
                use $crate::fields::{Access, FieldMut, FieldRef, Stage};
                &[$(Access {
                    info: $crate::fields::info!($field: $ty, $by, $width, $structure),
                    get: |s| FieldRef::of(stringify!($field), Stage::$by, &s.$($path)+),
                    get_mut: |s| FieldMut::of(stringify!($field), Stage::$by, &mut s.$($path)+),
                    copy: |to, from| to.$($path)+.clone_from(&from.$($path)+),
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
        $name:ident { $($(#[$doc:meta])* $field:ident: $ty:ty = $default:expr;)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$doc])* #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`.")]
            pub $field: $ty,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        $crate::fields::plain_view!($name { $($field [$field]: $ty, Model, "", false;)* });
    };
}

/// The arrays of the model, in MuJoCo's order, as blocks of structure and of parameters by turns:
/// `name: type;`, and for rows whose width is a model size `name: Rows<..>, size;` or
/// `name: Rows<..>, size * factor;`.
macro_rules! model_fields {
    ($(
        structure { $($(#[$sdoc:meta])* $sfield:ident: $sty:ty;)* }
        parameters {
            $($(#[$doc:meta])* $field:ident: $ty:ty $(, $width:ident $(* $factor:literal)?)?;)*
        }
    )*) => {
        /// What a model is made of: ids, addresses, types, counts, sparsity.
        ///
        /// Sizes are in [`sizes`](Self::sizes) and, through `Deref`, read as `s.nv`.
        #[derive(Clone)]
        pub struct Structure {
            /// How many of everything there are. Arrays have the sizes they were made with.
            pub sizes: Sizes,
            $($(
                $(#[$sdoc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($sfield), "`.")]
                pub $sfield: $sty,
            )*)*
        }

        /// A compiled model: everything that stays constant while simulating.
        ///
        /// Numbers such as masses and gains are fields that may be changed between steps. What is
        /// there and how it hangs together is the [`Structure`]: it is read through `Deref`, as in
        /// `m.body_parentid`, and changed by [`edit`](Self::edit). Sizes are read as `m.nv`.
        #[doc(alias = "mjModel")]
        pub struct Model {
            /// What the model is made of; always checked.
            pub(super) structure: Structure,
            /// What stages derive from the structure.
            pub(super) plan: std::sync::OnceLock<std::sync::Arc<$crate::plan::Plan>>,
            /// Counts changes of the structure.
            pub(super) version: u64,
            /// Physics options.
            pub opt: Opt,
            /// Visualization options.
            pub vis: Visual,
            /// Statistics of the model.
            pub stat: Statistic,
            /// Closures that the pipeline calls.
            pub callbacks: $crate::callbacks::Callbacks,
            $($(
                $(#[$doc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`"
                    $(, ", rows of `", stringify!($width), "`" $(, " x ", $factor)?)?, ".")]
                pub $field: $ty,
            )*)*
        }

        impl Model {
            pub(crate) const ALLOCATION: &'static [$crate::fields::Allocation<Self>] = {
                use $crate::fields::{Allocate, Allocation};
                &[$(
                    $(Allocation {
                        bytes: |sizes| <$sty>::bytes_for(sizes, 0),
                        make: |m, sizes| {
                            m.structure.$sfield = <$sty>::allocate(sizes, 0)?;
                            Ok(())
                        },
                    },)*
                    $(Allocation {
                        bytes: |sizes| {
                            let _ = sizes;
                            let width = 0usize
                                $(.checked_add(sizes.$width)? $(.checked_mul($factor)?)?)?;
                            <$ty>::bytes_for(sizes, width)
                        },
                        make: |m, sizes| {
                            m.$field = <$ty>::allocate(sizes, 0 $(+ sizes.$width $(* $factor)?)?)?;
                            Ok(())
                        },
                    },)*
                )*]
            };

            /// A model without any object.
            pub(super) fn empty() -> Self {
                use $crate::fields::Allocate;
                let structure = Structure {
                    sizes: Sizes::default(),
                    $($($sfield: <$sty>::empty(),)*)*
                };
                Self {
                    structure,
                    plan: std::sync::OnceLock::new(),
                    version: 0,
                    opt: Opt::default(),
                    vis: Visual::default(),
                    stat: Statistic::default(),
                    callbacks: $crate::callbacks::Callbacks::default(),
                    $($($field: <$ty>::empty(),)*)*
                }
            }
        }

        $crate::fields::plain_view!(Model {
            $(
                $($sfield [structure.$sfield]: $sty, Model, "", true;)*
                $($field [$field]: $ty, Model,
                    concat!("" $(, stringify!($width) $(, " * ", $factor)?)?), false;)*
            )*
        });
    };
}

/// Everything in the data, in MuJoCo's order, `name: type, Stage;`, as blocks of what each simulation
/// has for itself and of numbers `N` that several simulations hold in lanes, by turns.
macro_rules! data_fields {
    ($(
        each { $($(#[$edoc:meta])* $efield:ident: $ety:ty, $eby:ident;)* }
        lanes { $($(#[$doc:meta])* $field:ident: $ty:ty, $by:ident;)* }
    )*) => {
        /// The state of one simulation and everything computed from it.
        #[doc(alias = "mjData")]
        pub type Data = DataOf<f64>;

        /// What a simulation has for itself, also where its numbers share lanes with others: counts
        /// and what is counted (contacts, rows of constraints, islands), what sleeps, time,
        /// switches, diagnostics.
        pub struct Sim {
            $($(
                $(#[$edoc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($efield), "`, written by [`",
                    stringify!($eby), "`](crate::Stage::", stringify!($eby), ").")]
                pub $efield: $ety,
            )*)*
        }

        /// [`Data`] of one simulation, or of several in the lanes of a number type `N`.
        ///
        /// What cannot share lanes is in a [`Sim`] for each; that of a single simulation is read and
        /// written as if it were here: `d.contact`, `d.time`.
        pub struct DataOf<N: $crate::math::Num> {
            /// Memory that stages borrow.
            pub(crate) scratch: $crate::scratch::Scratch<N>,
            /// What each simulation has for itself.
            pub(crate) sims: N::Each<Sim>,
            $($(
                $(#[$doc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`, written by [`",
                    stringify!($by), "`](crate::Stage::", stringify!($by), ").")]
                pub $field: $ty,
            )*)*
        }

        impl Sim {
            const ROWS: &'static [$crate::fields::Row<Self>] =
                &[$($($crate::fields::row!($efield: $ety, $eby),)*)*];

            /// Nothing of anything.
            fn empty() -> Self {
                use $crate::fields::Allocate;
                Self { $($($efield: <$ety>::empty(),)*)* }
            }
        }

        impl<N: $crate::math::Num> DataOf<N> {
            const ROWS: &'static [$crate::fields::Row<Self>] =
                &[$($($crate::fields::row!($field: $ty, $by),)*)*];

            /// Data without any object.
            fn empty() -> Self {
                use $crate::fields::Allocate;
                Self {
                    scratch: $crate::scratch::Scratch::default(),
                    sims: N::each(|_| Sim::empty()),
                    $($($field: <$ty>::empty(),)*)*
                }
            }

            /// The numbers in lanes, with their names, in MuJoCo's order.
            pub fn numbers(&self) -> impl Iterator<Item = $crate::fields::FieldRef<'_>> {
                use $crate::fields::{FieldRef, Stage};
                [$($(
                    FieldRef::of(stringify!($field), Stage::$by, &self.$field),
                )*)*].into_iter()
            }
        }

        // here `N` is the number of a single simulation, an alias beside the table
        $crate::fields::plain_view!(Data {
            $(
                $($efield [sims[0].$efield]: $ety, $eby, "", false;)*
                $($field [$field]: $ty, $by, "", false;)*
            )*
        });
    };
}

/// What the model derives from its list.
macro_rules! table_impl {
    ($name:ident) => {
        impl $name {
            /// Allocates every array as zeros; those that a step sizes are empty.
            pub(crate) fn allocate(sizes: &$crate::Sizes) -> Result<Self, $crate::SizeError> {
                let mut made = Self::empty();
                for field in Self::ALLOCATION {
                    (field.make)(&mut made, sizes)?;
                }
                Ok(made)
            }

            /// Bytes of all arrays that the model sizes; `None` on overflow.
            pub(crate) fn bytes_for(sizes: &$crate::Sizes) -> Option<usize> {
                let mut total = 0usize;
                for field in Self::ALLOCATION {
                    total = total.checked_add((field.bytes)(sizes)?)?;
                }
                Some(total)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut out = f.debug_struct(stringify!($name));
                for field in self.fields().filter(|field| !field.bytes.is_empty()) {
                    out.field(field.name, &field.shape);
                }
                out.finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use {data_fields, info, model_fields, plain_fields, plain_view, row, table_impl};
