//! Perturbations.

use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::record::{PerturbRecord, Record, bytes};
use super::whole::View;
use super::{call, fatal, functions, mouse};
use crate::args::Int;
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    _mjv_initPerturb, _mjv_movePerturb, _mjv_applyPerturbPose, _mjv_applyPerturbForce,
}

/// The perturbation at its start.
#[pyfunction]
fn _mjv_initPerturb<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    scn: View,
    pert: Record<PerturbRecord>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut pert = pert.0.get();
    call::inspect(m, d, |m, d| ferrodyn_scene::init_perturb(m, d, &scn.scene, &mut pert))?
        .map_err(fatal("mjv_initPerturb"))?;
    Ok(bytes(m.py(), &[PerturbRecord::of(&pert)]))
}

/// The perturbation after a motion of the mouse.
#[pyfunction]
fn _mjv_movePerturb<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    action: Int<i32>,
    rel: [f64; 2],
    scn: View,
    pert: Record<PerturbRecord>,
) -> PyResult<Bound<'py, PyBytes>> {
    const NAME: &str = "mjv_movePerturb";
    let (action, mut pert) = (mouse(NAME, action.0)?, pert.0.get());
    call::inspect(m, d, |m, d| {
        ferrodyn_scene::move_perturb(m, d, action, rel, &scn.scene, &mut pert)
    })?
    .map_err(fatal(NAME))?;
    Ok(bytes(m.py(), &[PerturbRecord::of(&pert)]))
}

/// Moves the selected body.
#[pyfunction]
fn _mjv_applyPerturbPose(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pert: Record<PerturbRecord>,
    flg_paused: Int<i32>,
) -> PyResult<()> {
    let pert = pert.0.get();
    call::change(m, d, |m, d| {
        ferrodyn_scene::apply_perturb_pose(m, d, &pert, flg_paused.0 != 0);
    })
}

/// Sets the force on the selected body.
#[pyfunction]
fn _mjv_applyPerturbForce(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pert: Record<PerturbRecord>,
) -> PyResult<()> {
    let pert = pert.0.get();
    call::change(m, d, |m, d| ferrodyn_scene::apply_perturb_force(m, d, &pert))
}
