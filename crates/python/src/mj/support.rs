//! Facts about a model, frames and velocities of objects.

use ferrodyn_engine::enums::{ObjType, SameFrame};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::{Quat, Spatial, Vec3};
use ferrodyn_engine::{Data, Model, support};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{fatal, index, inspect};
use super::functions;
use crate::args::{Array, ArrayMut, Int};
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    mj_isSparse, mj_isPyramidal, mj_isDual, mj_getTotalmass, mj_setTotalmass, mj_objectVelocity,
    mj_objectAcceleration, mj_local2Global,
}

/// 1 if the constraint Jacobian is stored sparse, else 0.
#[pyfunction]
fn mj_isSparse(m: &Bound<'_, MjModel>) -> PyResult<i32> {
    m.get().store()?.with(support::is_sparse).map(Into::into)
}

/// 1 if friction cones are pyramids, else 0.
#[pyfunction]
fn mj_isPyramidal(m: &Bound<'_, MjModel>) -> PyResult<i32> {
    m.get().store()?.with(support::is_pyramidal).map(Into::into)
}

/// 1 if the solver works on constraint forces, else 0.
#[pyfunction]
fn mj_isDual(m: &Bound<'_, MjModel>) -> PyResult<i32> {
    m.get().store()?.with(support::is_dual).map(Into::into)
}

/// Sum of the masses of all bodies.
#[pyfunction]
fn mj_getTotalmass(m: &Bound<'_, MjModel>) -> PyResult<f64> {
    m.get().store()?.with(support::total_mass)
}

/// Scales masses and inertias so that the masses add up to newmass.
#[pyfunction]
fn mj_setTotalmass(m: &Bound<'_, MjModel>, newmass: f64) -> PyResult<()> {
    m.get().store()?.with_mut(|m| support::set_total_mass(m, newmass))
}

/// Velocity of an object, rotation before translation, in world axes or its own.
#[pyfunction]
fn mj_objectVelocity(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    objtype: Int<i32>,
    objid: Int<i32>,
    res: ArrayMut<'_, 6>,
    flg_local: Int<i32>,
) -> PyResult<()> {
    let motion = motion("mj_objectVelocity", m, d, [objtype.0, objid.0], |m, d, kind, id| {
        support::object_velocity(m, d, kind, id, flg_local.0 != 0)
    });
    res.set(motion?.0)
}

/// Acceleration of an object, rotation before translation, in world axes or its own. Reads cacc:
/// call `mj_rnePostConstraint` before.
#[pyfunction]
fn mj_objectAcceleration(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    objtype: Int<i32>,
    objid: Int<i32>,
    res: ArrayMut<'_, 6>,
    flg_local: Int<i32>,
) -> PyResult<()> {
    let motion = motion("mj_objectAcceleration", m, d, [objtype.0, objid.0], |m, d, kind, id| {
        support::object_acceleration(m, d, kind, id, flg_local.0 != 0)
    });
    res.set(motion?.0)
}

/// The pose in the world of a frame given in that of a body.
#[pyfunction]
fn mj_local2Global(
    d: &Bound<'_, MjData>,
    xpos: ArrayMut<'_, 3>,
    xmat: ArrayMut<'_, 9>,
    pos: Array<3>,
    quat: Array<4>,
    body: Int<i32>,
    sameframe: Int<u8>,
) -> PyResult<()> {
    let body = BodyId(index("mj_local2Global", "body", body.0)?);
    let Some(same) = SameFrame::from_i32(i32::from(sameframe.0)) else { return Ok(()) };
    let (at, axes) = d.get().store.with(|d| {
        let known = body.0 < d.xpos.len();
        let frame = || d.body_point(body, Vec3(pos.0), Quat(quat.0), same);
        known.then(frame).ok_or_else(|| fatal("mj_local2Global", "there is no such body"))
    })??;
    xpos.set(at.0)?;
    xmat.set(axes.0)
}

/// The answer of an engine function about an object; `FatalError` if no such object has a frame.
fn motion(
    function: &str,
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    [kind, id]: [i32; 2],
    compute: impl FnOnce(&Model, &Data, ObjType, usize) -> Option<Spatial>,
) -> PyResult<Spatial> {
    let id = index(function, "object id", id)?;
    let found = match ObjType::from_i32(kind) {
        Some(kind) => inspect(m, d, |m, d| compute(m, d, kind, id))?,
        None => None,
    };
    let problem = || fatal(function, format!("no object {id} of type {kind} that has a frame"));
    found.ok_or_else(problem)
}
