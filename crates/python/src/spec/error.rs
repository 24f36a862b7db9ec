//! Problems of a spec in MuJoCo's words: `Error: what`, then name, id and note of the element at
//! fault, then all problems with their places.

use ferrodyn_mjcf::{EditError, ElementId, LoadError, Spec, SpecElement as _, with_kind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::cell::position;

/// The Python error for a spec that cannot be compiled.
pub(crate) fn compile_error(spec: &Spec, error: &LoadError) -> PyErr {
    let Some(first) = error.problems.first() else {
        return PyValueError::new_err(format!("Error: {error}"));
    };
    // what is wrong, without the advice that follows
    let what = first.message.split(": ").next().unwrap_or_default();
    let element = element(spec, first.id).unwrap_or_default();
    PyValueError::new_err(format!("Error: {what}\n{element}{error}"))
}

/// A line that names an element.
fn element(spec: &Spec, id: ElementId) -> Option<String> {
    let name = spec.name_of(id)?;
    let at = position(spec, id)?;
    let info = note(spec, id).map(|info| format!(", {info}")).unwrap_or_default();
    Some(format!("Element name '{name}', id {at}{info}\n"))
}

/// The note that the user left in an element.
fn note(spec: &Spec, id: ElementId) -> Option<String> {
    let kind = spec.kind_of(id)?;
    let info = with_kind!(kind, E => spec.get::<E>(id).map(|e| e.origin().info.clone()), None);
    info.filter(|info| !info.is_empty())
}

/// The Python error for an edit that is not possible.
pub(crate) fn edit_error(error: &EditError) -> PyErr {
    PyValueError::new_err(format!("Error: {error}"))
}
