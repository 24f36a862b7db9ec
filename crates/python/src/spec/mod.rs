//! `MjSpec`: a description of a model that can be edited, compiled and written as XML.
//!
//! The description is a [`Spec`](ferrodyn_mjcf::Spec) in a [`SpecCell`](cell::SpecCell). Python
//! objects for its elements are handles: the cell and the identity of the element. What attributes
//! they have is in the tables of [`tree`], [`asset`], [`object`] and [`settings`]; how a value
//! looks in Python is in [`value`]. The classes themselves are in `ferrodyn/_spec.py`.

mod asset;
mod cell;
mod deformable;
mod edit;
mod error;
mod field;
mod object;
mod settings;
mod shortcut;
mod tree;
mod value;

use pyo3::prelude::*;

/// Adds what the Python side of specs is made from.
pub(crate) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<cell::SpecCell>()?;
    m.add_class::<cell::Id>()?;
    m.add_function(wrap_pyfunction!(cell::_spec_kinds, m)?)?;
    m.add_function(wrap_pyfunction!(cell::_spec_tables, m)?)?;
    let functions = PyModule::new(m.py(), "_spec")?;
    edit::functions(&functions)?;
    shortcut::functions(&functions)?;
    deformable::functions(&functions)?;
    m.add("_spec", functions)
}
