//! `ferrodyn.solver_summary` (how close the constraint solver came to the optimum) and
//! `ferrodyn.set_solver_fallback` (PGS after CG). MuJoCo has no such functions.

use ferrodyn_engine::solver::{fall_back_to_pgs, summary};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::inspect;
use super::functions;
use crate::data::MjData;
use crate::model::MjModel;

functions! { _solver_summary, _set_solver_fallback, }

/// Iterations, improvement, residual, whether it converged; how often it did not, how often PGS went on.
#[pyfunction]
fn _solver_summary(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
) -> PyResult<(usize, f64, f64, bool, u32, u32)> {
    inspect(m, d, |m, d| {
        let found = summary(m, d);
        let counts = (d.unconverged(), d.fallbacks());
        (found.iterations, found.improvement, found.residual, found.converged, counts.0, counts.1)
    })
}

/// Whether PGS goes on where CG has not converged.
#[pyfunction]
fn _set_solver_fallback(d: &Bound<'_, MjData>, on: bool) -> PyResult<()> {
    d.get().store.with_mut(|d| fall_back_to_pgs(d, on))
}
