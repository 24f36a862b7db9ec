//! MuJoCo's utility functions, `mju_*`: the same signatures, checks and errors as its bindings.

mod decomposition;
mod matrix;
mod misc;
mod muscle;
mod ray;
mod rotation;
mod sparse;
mod text;
mod vector;
mod vector3;

use pyo3::prelude::*;

/// Adds the functions to the module.
pub(crate) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    vector3::add(m)?;
    vector::add(m)?;
    matrix::add(m)?;
    sparse::add(m)?;
    rotation::add(m)?;
    decomposition::add(m)?;
    muscle::add(m)?;
    misc::add(m)?;
    ray::add(m)?;
    text::add(m)
}

/// Defines `add`, which adds the functions of a file to the module.
macro_rules! functions {
    ($($function:ident,)*) => {
        pub(super) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
            $(m.add_function(wrap_pyfunction!($function, m)?)?;)*
            Ok(())
        }
    };
}

pub(crate) use functions;
