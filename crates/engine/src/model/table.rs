//! The macros that make [`Model`](super::Model) and [`Structure`](super::Structure), with constructors and copies,
//! from the rows in `fields`.

/// The arrays of the model, in MuJoCo's order, as blocks of structure and of parameters by turns:
/// `name: type;`, and for rows whose width is a model size `name: Rows<..>, size;` or
/// `name: Rows<..>, size * factor;`.
macro_rules! model_fields {
    (; $(
        structure { $($(#[doc = $sdoc:literal])* $sfield:ident: $sty:ty;)* }
        parameters {
            $($(#[doc = $doc:literal])* $field:ident: $ty:ty $(, $width:ident $(* $factor:literal)?)?;)*
        }
    )*) => {
        /// What a model is made of: ids, addresses, types, counts, sparsity.
        ///
        /// Sizes are in [`sizes`](Self::sizes) and, through `Deref`, read as `s.nv`.
        pub struct Structure {
            /// How many of everything there are. Arrays have the sizes they were made with.
            pub sizes: Sizes,
            $($(
                $(#[doc = $sdoc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($sfield), "`.")]
                pub $sfield: $sty,
            )*)*
        }

        impl Clone for Structure {
            fn clone(&self) -> Self {
                Self { sizes: self.sizes.clone(), $($($sfield: self.$sfield.duplicate(),)*)* }
            }
        }

        /// A compiled model: everything that stays constant while simulating.
        ///
        /// Numbers such as masses and gains are fields that may be changed between steps. The
        /// [`Structure`] says which objects there are and how they are connected: it is read through
        /// `Deref`, as in `m.body_parentid`, and changed by [`edit`](Self::edit). Sizes are read as `m.nv`.
        ///
        /// # Structure
        ///
        /// These fields are read as if they were here; those that may be written are [below](#fields).
        ///
        /// | field | what it is |
        /// |---|---|
        $($(
            #[doc = concat!("| [`", stringify!($sfield), "`](Structure::", stringify!($sfield), ") |",
                $($sdoc,)* " |")]
        )*)*
        ///
        /// # Sizes
        ///
        /// Read as `m.nbody`, written by nobody but a compiler.
        ///
        #[doc = $crate::sizes::table_of_sizes!()]
        #[doc(alias = "mjModel")]
        pub struct Model {
            /// What the model is made of; always checked.
            pub(super) structure: Structure,
            /// Compiled from the structure when it is first needed.
            pub(super) plan: std::sync::OnceLock<std::sync::Arc<$crate::plan::Plan>>,
            /// Counts changes of the structure.
            pub(super) version: u64,
            /// A value that a layer above stores with the model and its copies: plugin instances.
            pub(super) kept: Option<std::sync::Arc<dyn std::any::Any + Send + Sync>>,
            /// Physics options.
            pub opt: Opt,
            /// Visualization options.
            pub vis: Visual,
            /// Statistics of the model.
            pub stat: Statistic,
            $($(
                $(#[doc = $doc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`"
                    $(, ", rows of `", stringify!($width), "`" $(, " x ", $factor)?)?, ".")]
                pub $field: $ty,
            )*)*
        }

        impl Model {
            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            pub(crate) const ROWS: &'static [$crate::fields::Row<Self>] = &[$(
                $($crate::fields::row!($sfield [structure.$sfield]: $sty, Model, true, concat!($($sdoc),*)),)*
                $($crate::fields::row!($field [$field]: $ty, Model, false, concat!($($doc),*)
                    $(, $width $(* $factor)?)?),)*
            )*];

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
                    kept: None,
                    opt: Opt::default(),
                    vis: Visual::default(),
                    stat: Statistic::default(),
                    $($($field: <$ty>::empty(),)*)*
                }
            }
        }

        $crate::fields::views_of_rows!(Model);
    };
}

/// What the model derives from its list.
macro_rules! table_impl {
    ($name:ident) => {
        impl $name {
            /// Allocates every array as zeros; those that a step sizes are empty.
            pub(crate) fn allocate(sizes: &$crate::Sizes) -> Result<Box<Self>, $crate::SizeError> {
                let mut made = Box::new(Self::empty());
                for row in Self::ROWS {
                    (row.make)(&mut made, sizes)?;
                }
                Ok(made)
            }

            /// Bytes of all arrays that the model sizes; `None` on overflow.
            pub fn bytes_for(sizes: &$crate::Sizes) -> Option<usize> {
                let mut total = 0usize;
                for row in Self::ROWS {
                    total = total.checked_add((row.bytes)(sizes)?)?;
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

pub(super) use {model_fields, table_impl};
