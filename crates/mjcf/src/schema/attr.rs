//! Attributes as rows of a table: name, kind, reader and writer, one row per field.

use super::value::BadValue;

/// An attribute of an element kept in `E`.
pub(crate) struct Attr<E: 'static> {
    /// Name in MJCF.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) kind: fn() -> String,
    /// Sets the field from text; false if the text holds no value.
    pub(crate) read: fn(&mut E, &str) -> Result<bool, BadValue>,
    /// The text to write, or nothing if the field equals the default's.
    pub(crate) write: fn(&E, &E) -> Option<String>,
    /// The first number of the field that is infinite or NaN.
    pub(crate) nonfinite: fn(&E) -> Option<f64>,
}

/// A type with attributes.
pub(crate) trait Element: Sized + 'static {
    /// All attributes, in the order they are written.
    const ATTRS: &'static [Attr<Self>];

    /// The attribute with this name.
    fn attr(name: &str) -> Option<&'static Attr<Self>> {
        Self::ATTRS.iter().find(|a| a.name == name)
    }
}

/// One row: `attr!(Geom, size, upto "size")`. With `upto` fewer values than the field has are
/// accepted and the rest keep their value.
macro_rules! attr {
    ($element:ty, $($field:ident).+, upto $name:expr) => {
        $crate::schema::attr!(@ $element, $($field).+, $name, UpTo)
    };
    ($element:ty, $($field:ident).+, $name:expr) => {
        $crate::schema::attr!(@ $element, $($field).+, $name, Exact)
    };
    (@ $element:ty, $($field:ident).+, $name:expr, $fit:ident) => {
        $crate::schema::Attr::<$element> {
            name: $name,
            kind: || $crate::schema::kind_of(|e: &$element| &e.$($field).+),
            read: |e, text| {
                $crate::schema::Value::read(&mut e.$($field).+, text, $crate::schema::Fit::$fit)
            },
            write: |e, default| {
                $crate::schema::Value::write(&e.$($field).+, &default.$($field).+)
            },
            nonfinite: |e| $crate::schema::Value::nonfinite(&e.$($field).+),
        }
    };
}
pub(crate) use attr;

/// The kind of the field a projection returns.
pub(crate) fn kind_of<E, V: super::Value>(_: fn(&E) -> &V) -> String {
    V::kind()
}

/// Declares a spec element: its fields, their defaults and the attributes that set them.
///
/// `pub size: [f64; 3] = [0.0; 3], upto "size";` is a field with a default that the attribute
/// `size` sets; without the last part the field has no attribute of its own. Python sees a field
/// under its own name, unless `=> "userdata"` says how MuJoCo calls it or `=> _` that it is not
/// there as it is.
///
/// It also defines a hidden macro with the name of the struct, which passes the fields to a macro `element_fields`
/// that the calling module defines.
macro_rules! element {
    ($($(#[$doc:meta])* $svis:vis struct $name:ident {
        $($(#[$fdoc:meta])* $vis:vis $field:ident: $type:ty = $default:expr
            $(, $($upto:ident)? $attr:literal)? $(=> $shown:tt)?;)*
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        $svis struct $name { $($(#[$fdoc])* $vis $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::schema::Element for $name {
            const ATTRS: &'static [$crate::schema::Attr<Self>] =
                &[$($($crate::schema::attr!($name, $field, $($upto)? $attr),)?)*];
        }

        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            () => { element_fields! { $name [] $($field $(=> $shown)?;)* } };
        }
    )+};
}
pub(crate) use element;
