//! Attributes of records and of lists of them: a descriptor per member, made at import.
//!
//! Without descriptors, Python would raise and drop an exception before it asks `__getattr__`.

use ferrodyn_engine::fields::{Layout, Member};
use ferrodyn_python_macros::pymethods;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// Reads a member of an object by name.
type Get = fn(&Bound<'_, PyAny>, &'static str) -> PyResult<Py<PyAny>>;

// An attribute that reads one member; writing is up to `__setattr__`. Not a doc comment: Python would
// take it for the description of every member, instead of what `__doc__` below returns.
#[pyclass(frozen, module = "ferrodyn._core")]
pub(crate) struct MemberAttribute {
    member: &'static Member,
    get: Get,
}

#[pymethods]
impl MemberAttribute {
    fn __get__(
        this: Bound<'_, Self>,
        object: Option<&Bound<'_, PyAny>>,
        _owner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match object {
            None => Ok(this.into_any().unbind()),
            Some(object) => (this.get().get)(object, this.get().member.name),
        }
    }

    #[getter]
    fn __doc__(&self) -> &'static str {
        self.member.doc.text()
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.member.name
    }
}

/// Gives a class one attribute for each member of its records.
pub(crate) fn add(class: &Bound<'_, PyType>, layout: &'static Layout, get: Get) -> PyResult<()> {
    for member in layout.members {
        let attribute = MemberAttribute { member, get };
        class.setattr(member.name, Bound::new(class.py(), attribute)?)?;
    }
    Ok(())
}
