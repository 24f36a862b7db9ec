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
    /// The table.
    const ROWS: &'static [Row<Self>];
}

/// The attribute of that name.
fn row<R: Rows>(name: &str) -> PyResult<&'static Row<R>> {
    let missing = || PyAttributeError::new_err(format!("object has no attribute '{name}'"));
    R::ROWS.iter().find(|row| row.name == name).ok_or_else(missing)
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
    R::ROWS.iter().map(|row| (row.name, (row.kind)())).collect()
}

/// The kind of the value a projection returns.
pub(crate) fn kind_of<R, V: super::value::Value>(_: fn(&R) -> &V) -> String {
    V::kind()
}

/// Declares a table: `pos` is a field of that name, `"type" = kind` another name for one,
/// `"mass": f64 = get, put` a value that two functions make and take.
macro_rules! fields {
    ($($type:ty { $($rows:tt)* })+) => {$(
        impl $crate::spec::field::Rows for $type {
            const ROWS: &'static [$crate::spec::field::Row<Self>] =
                $crate::spec::field::fields!(@ $type [] $($rows)*);
        }
    )+};
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
        $crate::spec::field::fields!(@ $type [$($done,)* $crate::spec::field::Row::<$type> {
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
        },] $($rest)*)
    };
    (@ $type:ty [$($done:expr,)*] $($field:ident),+; $($rest:tt)*) => {
        $crate::spec::field::fields!(@ $type [$($done,)* $($crate::spec::field::Row::<$type> {
            name: stringify!($field),
            kind: || $crate::spec::field::kind_of(|r: &$type| &r.$field),
            get: |r| {
                let taken = r.$field.clone();
                Box::new(move |py| $crate::spec::value::Value::get(&taken, py))
            },
            set: |value| {
                let new = $crate::spec::value::Value::take(stringify!($field), value)?;
                Ok(Box::new(move |r: &mut $type| r.$field = new))
            },
        },)+] $($rest)*)
    };
}
pub(crate) use fields;
