//! Tables of the attributes that Python sees: one row per attribute, one table per class.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

/// An attribute of records of type `R`.
pub(crate) struct Row<R> {
    /// Name in Python.
    pub(crate) name: &'static str,
    /// Its type; see [`Value::kind`](super::value::Value::kind).
    pub(crate) kind: fn() -> String,
    /// Reads it.
    pub(crate) get: fn(&R) -> Taken,
    /// Understands a new value.
    pub(crate) set: fn(&Bound<'_, PyAny>) -> PyResult<Change<R>>,
}

/// A value taken out of a record, to be made a Python object. Python code may run then, so the
/// record must not be locked any more.
pub(crate) type Taken = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>>>;

/// A value on its way into a record.
pub(crate) type Change<R> = Box<dyn FnOnce(&mut R)>;

/// Something with a table.
pub(crate) trait Rows: Sized + 'static {
    /// Attributes that are fields, as their declaration in the reader's crate says.
    const FIELDS: &'static [Row<Self>];
    /// Attributes that Python alone has, or sees in another form.
    const OWN: &'static [Row<Self>];

    /// The attribute of that name.
    fn row(name: &str) -> Option<&'static Row<Self>> {
        rows().find(|row| row.name == name)
    }
}

/// All attributes.
fn rows<R: Rows>() -> impl Iterator<Item = &'static Row<R>> {
    R::FIELDS.iter().chain(R::OWN)
}

/// The attribute of that name, or the error that there is none.
fn row<R: Rows>(name: &str) -> PyResult<&'static Row<R>> {
    let missing = || PyAttributeError::new_err(format!("object has no attribute '{name}'"));
    R::row(name).ok_or_else(missing)
}

/// Takes an attribute out of a record.
pub(crate) fn get<R: Rows>(record: &R, name: &str) -> PyResult<Taken> {
    Ok((row::<R>(name)?.get)(record))
}

/// Understands a new value of an attribute.
pub(crate) fn change<R: Rows>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Change<R>> {
    (row::<R>(name)?.set)(value)
}

/// Names and kinds of a table.
pub(crate) fn describe<R: Rows>() -> Vec<(&'static str, String)> {
    rows::<R>().map(|row| (row.name, (row.kind)())).collect()
}

/// The kind of the value a projection returns.
pub(crate) fn kind_of<R, V: super::value::Value>(_: fn(&R) -> &V) -> String {
    V::kind()
}

/// A row for a field under a name.
macro_rules! field_row {
    ($type:ty, $name:expr, $($field:ident).+) => {
        $crate::spec::field::Row::<$type> {
            name: $name,
            kind: || $crate::spec::field::kind_of(|r: &$type| &r.$($field).+),
            get: |r| {
                let taken = r.$($field).+.clone();
                Box::new(move |py| $crate::spec::value::Value::get(&taken, py))
            },
            set: |value| {
                let new = $crate::spec::value::Value::take($name, value)?;
                Ok(Box::new(move |r: &mut $type| r.$($field).+ = new))
            },
        }
    };
}
pub(crate) use field_row;

/// The rows of a type's declaration, which a macro with its name hands over. Names, classes and
/// frames are not among them: changing those is more than setting a field.
macro_rules! element_fields {
    ($type:ident [$($done:expr,)*]) => { &[$($done,)*] };
    ($type:ident [$($done:expr,)*] name; $($rest:tt)*) => {
        element_fields!($type [$($done,)*] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] class; $($rest:tt)*) => {
        element_fields!($type [$($done,)*] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] frame; $($rest:tt)*) => {
        element_fields!($type [$($done,)*] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] saved; $($rest:tt)*) => {
        element_fields!($type [$($done,)*] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] $field:ident => _; $($rest:tt)*) => {
        element_fields!($type [$($done,)*] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] origin; $($rest:tt)*) => {
        element_fields!($type [$($done,)*
            $crate::spec::field::field_row!($type, "info", origin.info),] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] $field:ident => $name:literal; $($rest:tt)*) => {
        element_fields!($type [$($done,)*
            $crate::spec::field::field_row!($type, $name, $field),] $($rest)*)
    };
    ($type:ident [$($done:expr,)*] $field:ident; $($rest:tt)*) => {
        element_fields!($type [$($done,)*
            $crate::spec::field::field_row!($type, stringify!($field), $field),] $($rest)*)
    };
}
pub(crate) use element_fields;

/// Declares tables: the declared fields of a type, or with `only` none of them, and attributes of
/// Python's own: `"memory" = size.memory` is a field, `"mass": f64 = get, put` a value that two
/// functions make and take.
macro_rules! fields {
    () => {};
    (only $type:ident { $($own:tt)* } $($rest:tt)*) => {
        impl $crate::spec::field::Rows for $type {
            const FIELDS: &'static [$crate::spec::field::Row<Self>] = &[];
            const OWN: &'static [$crate::spec::field::Row<Self>] =
                $crate::spec::field::fields!(@ $type [] $($own)*);
        }
        $crate::spec::field::fields!($($rest)*);
    };
    (@ $type:ty [$($done:expr,)*]) => { &[$($done,)*] };
    (@ $type:ty [$($done:expr,)*] $name:literal: $value:ty = $get:expr, $put:expr; $($rest:tt)*) => {
        $crate::spec::field::fields!(@ $type [$($done,)* $crate::spec::field::Row::<$type> {
            name: $name,
            kind: <$value as $crate::spec::value::Value>::kind,
            get: |r| {
                let get: fn(&$type) -> $value = $get;
                let taken = get(r);
                Box::new(move |py| $crate::spec::value::Value::get(&taken, py))
            },
            set: |value| {
                let put: fn(&mut $type, $value) = $put;
                let new = $crate::spec::value::Value::take($name, value)?;
                Ok(Box::new(move |r| put(r, new)))
            },
        },] $($rest)*)
    };
    (@ $type:ty [$($done:expr,)*] $name:literal = $($field:ident).+; $($rest:tt)*) => {
        $crate::spec::field::fields!(@ $type [$($done,)*
            $crate::spec::field::field_row!($type, $name, $($field).+),] $($rest)*)
    };
    ($type:ident { $($own:tt)* } $($rest:tt)*) => {
        impl $crate::spec::field::Rows for $type {
            const FIELDS: &'static [$crate::spec::field::Row<Self>] = ferrodyn_mjcf::$type!();
            const OWN: &'static [$crate::spec::field::Row<Self>] =
                $crate::spec::field::fields!(@ $type [] $($own)*);
        }
        $crate::spec::field::fields!($($rest)*);
    };
}
pub(crate) use fields;
