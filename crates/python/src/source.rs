//! A Python function that gives the files which a model names.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrodyn_mjcf::asset::{FileSource, Found};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A Python function that returns the contents of a file, given its path, and the exception it raised last.
#[derive(Clone)]
pub(crate) struct Source(Arc<Inner>);

struct Inner {
    function: Py<PyAny>,
    raised: Mutex<Option<PyErr>>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

impl Source {
    pub(crate) fn new(function: Bound<'_, PyAny>) -> Self {
        Self(Arc::new(Inner { function: function.unbind(), raised: Mutex::new(None) }))
    }

    /// Clears the exception of an earlier load.
    pub(crate) fn begin(&self) {
        *self.raised() = None;
    }

    /// The error of a load, with the exception of the function as its cause. A `KeyboardInterrupt`, or anything else
    /// that is no `Exception`, is returned instead of it.
    pub(crate) fn explain(&self, py: Python<'_>, error: PyErr) -> PyErr {
        let Some(raised) = self.raised().take() else { return error };
        if !raised.is_instance_of::<PyException>(py) {
            return raised;
        }
        error.set_cause(py, Some(raised));
        error
    }

    /// The contents of a file; nothing if the function returns `None`.
    pub(crate) fn call(&self, py: Python<'_>, path: &str) -> PyResult<Option<Arc<[u8]>>> {
        let given = self.0.function.bind(py).call1((path,))?;
        if given.is_none() {
            return Ok(None);
        }
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(Some(Arc::from(bytes.as_bytes())));
        }
        if let Ok(text) = given.extract::<String>() {
            return Ok(Some(Arc::from(text.into_bytes())));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "assets should return bytes, a string or None, not {kind}"
        )))
    }

    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        // never held while Python code runs, so this cannot deadlock
        self.0.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileSource for Source {
    fn read(&self, path: &str, _most: u64) -> Found {
        Python::attach(|py| {
            self.call(py, path).map_err(|error| -> Box<dyn Error + Send + Sync> {
                let text = error.to_string();
                let earlier = self.raised().replace(error);
                drop(earlier);
                text.into()
            })
        })
    }
}
