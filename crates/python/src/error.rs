//! The exception for what MuJoCo calls a fatal error.

use pyo3::create_exception;
use pyo3::exceptions::PyException;

create_exception!(
    ferrodyn,
    FatalError,
    PyException,
    "A function was called with values it cannot work with."
);
