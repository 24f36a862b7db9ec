//! Products with the inertia matrix and its inverse, forces, positions as points of a curved space.

use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::support::{self, SparseMut};
use ferrodyn_engine::{Model, integrate, smooth};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change, fatal, index, inspect};
use super::functions;
use crate::args::{Array, Int, Matrix, MatrixMut, Vector, VectorMut, check, equal};
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    mj_solveM, mj_solveM2, mj_mulM, mj_mulM2, mj_addM, mj_fullM, mj_rne, mj_applyFT,
    mj_differentiatePos, mj_integratePos, mj_normalizeQuat,
}

/// Solves M x = y for each row of y.
#[pyfunction]
fn mj_solveM(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: MatrixMut<'_>,
    y: Matrix,
) -> PyResult<()> {
    check_rows(m, &x, &y)?;
    let mut values = y.values;
    let done = inspect(m, d, |m, d| smooth::solve_m(m, d, &mut values))?;
    done.map_err(|e| fatal("mj_solveM", e))?;
    x.set(&values)
}

/// Half of the solve for each row of y: x = sqrt(inv(D)) inv(L') y, where M = L' D L.
#[pyfunction]
fn mj_solveM2(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: MatrixMut<'_>,
    y: Matrix,
    sqrtInvD: Matrix,
) -> PyResult<()> {
    check_rows(m, &x, &y)?;
    equal(sqrtInvD.values.len(), nv(m), "the size of sqrtInvD should be nv")?;
    let mut values = y.values;
    let done = inspect(m, d, |m, d| smooth::solve_m2(m, d, &sqrtInvD.values, &mut values))?;
    done.map_err(|e| fatal("mj_solveM2", e))?;
    x.set(&values)
}

/// res = M vec
#[pyfunction]
fn mj_mulM(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: VectorMut<'_, f64>,
    vec: Vector<f64>,
) -> PyResult<()> {
    equal(res.len(), nv(m), "res should be of size nv")?;
    equal(vec.len(), nv(m), "vec should be of size nv")?;
    let mut out = vec![0.0; res.len()];
    inspect(m, d, |m, d| support::mul_m(m, d, &mut out, &vec))?.map_err(|e| fatal("mj_mulM", e))?;
    res.set(&out)
}

/// res = sqrt(D) L vec, where M = L' D L: the product with a square root of M.
#[pyfunction]
fn mj_mulM2(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: VectorMut<'_, f64>,
    vec: Vector<f64>,
) -> PyResult<()> {
    equal(res.len(), nv(m), "res should be of size nv")?;
    equal(vec.len(), nv(m), "vec should be of size nv")?;
    let mut out = vec![0.0; res.len()];
    let done = inspect(m, d, |m, d| support::mul_m2(m, d, &mut out, &vec))?;
    done.map_err(|e| fatal("mj_mulM2", e))?;
    res.set(&out)
}

/// Adds the lower triangle of M to a sparse matrix.
#[pyfunction]
fn mj_addM(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    dst: VectorMut<'_, f64>,
    rownnz: VectorMut<'_, i32>,
    rowadr: VectorMut<'_, i32>,
    colind: VectorMut<'_, i32>,
) -> PyResult<()> {
    let (nv, nM) = {
        let m = &m.get().sizes;
        (m.nv, m.nM)
    };
    equal(dst.len(), nM, "dst should be of size nM")?;
    equal(rownnz.len(), nv, "rownnz should be of size nv")?;
    equal(rowadr.len(), nv, "rowadr should be of size nv")?;
    equal(colind.len(), nM, "colind should be of size nM")?;
    let (mut values, mut counts, mut columns) = (dst.get()?, rownnz.get()?, colind.get()?);
    let starts = rowadr.get()?;
    let mut matrix = SparseMut {
        values: &mut values,
        rownnz: &mut counts,
        rowadr: &starts,
        colind: &mut columns,
    };
    inspect(m, d, |m, d| support::add_m_sparse(m, d, &mut matrix))?
        .map_err(|e| fatal("mj_addM", e))?;
    dst.set(&values)?;
    rownnz.set(&counts)?;
    colind.set(&columns)
}

/// The dense matrix of what has the layout of qM.
#[pyfunction]
fn mj_fullM(m: &Bound<'_, MjModel>, dst: MatrixMut<'_>, M: Vector<f64>) -> PyResult<()> {
    let (nv, nM) = {
        let m = &m.get().sizes;
        (m.nv, m.nM)
    };
    equal(M.len(), nM, "M should be of size nM")?;
    check(dst.rows == nv && dst.cols == nv, "dst should be of shape (nv, nv)")?;
    let mut values = vec![0.0; nv * nv];
    let done = m.get().store()?.with(|m| support::full_m_of(m, &mut values, &M));
    done?.map_err(|e| fatal("mj_fullM", e))?;
    dst.set(&values)
}

/// The force that a motion needs, M qacc + C; without the first term if `flg_acc` is 0.
#[pyfunction]
fn mj_rne(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    flg_acc: Int<i32>,
    result: VectorMut<'_, f64>,
) -> PyResult<()> {
    equal(result.len(), nv(m), "result should have length nv")?;
    let mut out = vec![0.0; result.len()];
    let done = change(m, d, |m, d| smooth::rne(m, d, flg_acc.0 != 0, &mut out))?;
    done.map_err(|e| fatal("mj_rne", e))?;
    result.set(&out)
}

/// Adds the joint forces of a force and torque at a point of a body to `qfrc_target`.
#[pyfunction]
fn mj_applyFT(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    force: Array<3>,
    torque: Array<3>,
    point: Array<3>,
    body: Int<i32>,
    qfrc_target: VectorMut<'_, f64>,
) -> PyResult<()> {
    equal(qfrc_target.len(), nv(m), "qfrc_target should be of size nv")?;
    let body = BodyId(index("mj_applyFT", "body", body.0)?);
    let mut qfrc = qfrc_target.get()?;
    let [force, torque, point] = [force, torque, point].map(|v| Vec3(v.0));
    inspect(m, d, |m, d| support::apply_ft(m, d, body, point, force, torque, &mut qfrc))?
        .map_err(|e| fatal("mj_applyFT", e))?;
    qfrc_target.set(&qfrc)
}

/// Velocities that lead from qpos1 to qpos2 in a time dt.
#[pyfunction]
fn mj_differentiatePos(
    m: &Bound<'_, MjModel>,
    qvel: VectorMut<'_, f64>,
    dt: f64,
    qpos1: Vector<f64>,
    qpos2: Vector<f64>,
) -> PyResult<()> {
    equal(qvel.len(), nv(m), "qvel should be of size nv")?;
    equal(qpos1.len(), nq(m), "qpos1 should be of size nq")?;
    equal(qpos2.len(), nq(m), "qpos2 should be of size nq")?;
    let mut out = qvel.get()?;
    let differentiate = |m: &Model| integrate::differentiate_pos(m, &mut out, dt, &qpos1, &qpos2);
    let done = m.get().store()?.with(differentiate)?;
    done.map_err(|e| fatal("mj_differentiatePos", e))?;
    qvel.set(&out)
}

/// Moves positions for a time dt along velocities.
#[pyfunction]
fn mj_integratePos(
    m: &Bound<'_, MjModel>,
    qpos: VectorMut<'_, f64>,
    qvel: Vector<f64>,
    dt: f64,
) -> PyResult<()> {
    equal(qpos.len(), nq(m), "qpos should be of size nq")?;
    equal(qvel.len(), nv(m), "qvel should be of size nv")?;
    let mut out = qpos.get()?;
    let done = m.get().store()?.with(|m| integrate::integrate_pos(m, &mut out, &qvel, dt))?;
    done.map_err(|e| fatal("mj_integratePos", e))?;
    qpos.set(&out)
}

/// Scales the quaternions of ball and free joints to unit length.
#[pyfunction]
fn mj_normalizeQuat(m: &Bound<'_, MjModel>, qpos: VectorMut<'_, f64>) -> PyResult<()> {
    equal(qpos.len(), nq(m), "qpos should be of size nq")?;
    let mut out = qpos.get()?;
    let done = m.get().store()?.with(|m| integrate::normalize_quat(m, &mut out))?;
    done.map_err(|e| fatal("mj_normalizeQuat", e))?;
    qpos.set(&out)
}

fn nv(m: &Bound<'_, MjModel>) -> usize {
    m.get().sizes.nv
}

fn nq(m: &Bound<'_, MjModel>) -> usize {
    m.get().sizes.nq
}

/// Right-hand sides and solutions have a row of nv numbers each.
fn check_rows(m: &Bound<'_, MjModel>, x: &MatrixMut<'_>, y: &Matrix) -> PyResult<()> {
    equal(x.rows, y.rows, "the first dimension of x and y should be of the same size")?;
    equal(x.cols, nv(m), "the last dimension of x should be of size nv")?;
    equal(y.cols, nv(m), "the last dimension of y should be of size nv")
}
