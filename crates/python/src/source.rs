//! A Python function that gives the files which a model names.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrodyn_mjcf::asset::{FileSource, Found};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A Python function that returns the contents of a file, given its path, and the exception it raised last in a load.
#[derive(Clone)]
pub(crate) struct Source {
    function: Arc<Py<PyAny>>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

impl Source {
    pub(crate) fn new(function: Bound<'_, PyAny>) -> Self {
        Self { function: Arc::new(function.unbind()), raised: Arc::default() }
    }

    /// The same function for another load, which does not see what it raises in this one.
    pub(crate) fn for_another_load(&self) -> Self {
        Self { function: self.function.clone(), raised: Arc::default() }
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
        let given = self.function.bind(py).call1((path,))?;
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
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
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
