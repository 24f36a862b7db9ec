//! Exact derivatives, for `ferrodyn.derive`.

use ferrodyn_derivatives::{DeriveError, InverseLinearization, Linearization};
use ferrodyn_engine::{Data, Model};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::{PyNotImplementedError, PyValueError};
use pyo3::prelude::*;

use super::call::change;
use super::{callback, functions};
use crate::args::{MatrixMut, check};
use crate::data::MjData;
use crate::model::MjModel;

functions! { _derive_step, _derive_inverse, }

/// Writes the matrices of a step: of the next state in state and control.
#[pyfunction]
fn _derive_step(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    A: MatrixMut<'_>,
    B: MatrixMut<'_>,
) -> PyResult<()> {
    let made = compute(m, d, |m, d| {
        let mut made = Linearization::new(m);
        ferrodyn_derivatives::linearize(m, d, &mut made).map(|()| made)
    })?;
    put(&A, made.A())?;
    put(&B, made.B())
}

/// Writes the matrices of inverse dynamics: of forces in positions, velocities and accelerations.
#[pyfunction]
fn _derive_inverse(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    DfDq: MatrixMut<'_>,
    DfDv: MatrixMut<'_>,
    DfDa: MatrixMut<'_>,
) -> PyResult<()> {
    let made = compute(m, d, |m, d| {
        let mut made = InverseLinearization::new(m);
        ferrodyn_derivatives::linearize_inverse(m, d, &mut made).map(|()| made)
    })?;
    put(&DfDq, made.by_position())?;
    put(&DfDv, made.by_velocity())?;
    put(&DfDa, made.by_acceleration())
}

/// Computes with a model and data without callbacks, whose forces have no exact derivative.
fn compute<T: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&Model, &mut Data) -> Result<T, DeriveError> + Send,
) -> PyResult<T> {
    if callback::are_set() {
        let what = "there is no exact derivative of Python callbacks (set_mjcb_...)";
        return Err(PyNotImplementedError::new_err(what));
    }
    change(m, d, |m, d| f(m, d))?.map_err(|error| match error {
        DeriveError::Unsupported(_) => PyNotImplementedError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    })
}

fn put(matrix: &MatrixMut<'_>, values: &[f64]) -> PyResult<()> {
    check(matrix.rows * matrix.cols == values.len(), "the matrix has another size")?;
    matrix.set(values)
}
