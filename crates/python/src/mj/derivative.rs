//! Derivatives by finite differences, and those of quaternions.

use ferrodyn_engine::derivative;
use ferrodyn_engine::finite_difference::{self, InverseJacobians, Transition};
use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change, fatal};
use super::functions;
use crate::args::{Array, ArrayMut, Int, MatrixMut, Vector, check};
use crate::data::MjData;
use crate::model::MjModel;

functions! { mjd_transitionFD, mjd_inverseFD, mjd_subQuat, mjd_quatIntegrate, }

/// Derivatives of a step: of the next state and of the sensors, in state and control.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "MuJoCo's signature")]
fn mjd_transitionFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_centered: Int<u8>,
    A: Option<MatrixMut<'_>>,
    B: Option<MatrixMut<'_>>,
    C: Option<MatrixMut<'_>>,
    D: Option<MatrixMut<'_>>,
) -> PyResult<()> {
    let (nx, nu, ns) = {
        let m = &m.get().sizes;
        (2 * m.nv + m.na, m.nu, m.nsensordata)
    };
    let out = [
        Output::new(A, nx, nx, "A should be of shape (2*nv+na, 2*nv+na)")?,
        Output::new(B, nx, nu, "B should be of shape (2*nv+na, nu)")?,
        Output::new(C, ns, nx, "C should be of shape (nsensordata, 2*nv+na)")?,
        Output::new(D, ns, nu, "D should be of shape (nsensordata, nu)")?,
    ];
    let mut values = out.each_ref().map(Output::zeros);
    let [A, B, C, D] = values.each_mut().map(|v| v.as_deref_mut());
    let centered = flg_centered.0 != 0;
    change(m, d, |m, d| {
        finite_difference::transition_fd(m, d, eps, centered, Transition { A, B, C, D })
    })?
    .map_err(|e| fatal("mjd_transitionFD", e))?;
    write(&out, &values)
}

/// Derivatives of inverse dynamics: of forces, sensors and inertia in position, velocity and
/// acceleration.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "MuJoCo's signature")]
fn mjd_inverseFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_actuation: Int<u8>,
    DfDq: Option<MatrixMut<'_>>,
    DfDv: Option<MatrixMut<'_>>,
    DfDa: Option<MatrixMut<'_>>,
    DsDq: Option<MatrixMut<'_>>,
    DsDv: Option<MatrixMut<'_>>,
    DsDa: Option<MatrixMut<'_>>,
    DmDq: Option<MatrixMut<'_>>,
) -> PyResult<()> {
    let (nv, ns, nM) = {
        let m = &m.get().sizes;
        (m.nv, m.nsensordata, m.nM)
    };
    let out = [
        Output::new(DfDq, nv, nv, "DfDq should be of shape (nv, nv)")?,
        Output::new(DfDv, nv, nv, "DfDv should be of shape (nv, nv)")?,
        Output::new(DfDa, nv, nv, "DfDa should be of shape (nv, nv)")?,
        Output::new(DsDq, nv, ns, "DsDq should be of shape (nv, nsensordata)")?,
        Output::new(DsDv, nv, ns, "DsDv should be of shape (nv, nsensordata)")?,
        Output::new(DsDa, nv, ns, "DsDa should be of shape (nv, nsensordata)")?,
        Output::new(DmDq, nv, nM, "DmDq should be of shape (nv, nM)")?,
    ];
    let mut values = out.each_ref().map(Output::zeros);
    let [DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq] = values.each_mut().map(|v| v.as_deref_mut());
    let jacobians = InverseJacobians { DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq };
    let actuation = flg_actuation.0 != 0;
    change(m, d, |m, d| finite_difference::inverse_fd(m, d, eps, actuation, jacobians))?
        .map_err(|e| fatal("mjd_inverseFD", e))?;
    write(&out, &values)
}

/// Derivatives of the difference of two quaternions in both.
#[pyfunction]
fn mjd_subQuat(
    qa: Vector<f64>,
    qb: Vector<f64>,
    Da: Option<MatrixMut<'_>>,
    Db: Option<MatrixMut<'_>>,
) -> PyResult<()> {
    let quat = |q: Vector<f64>| <[f64; 4]>::try_from(&*q).ok().map(Quat);
    let (qa, qb) = (quat(qa), quat(qb));
    check(qa.is_some(), "qa must have size 4")?;
    check(qb.is_some(), "qb must have size 4")?;
    let has_nine = |D: &Option<MatrixMut<'_>>| D.as_ref().is_none_or(|D| D.rows * D.cols == 9);
    check(has_nine(&Da), "Da must have size 9")?;
    check(has_nine(&Db), "Db must have size 9")?;
    let (Some(qa), Some(qb)) = (qa, qb) else { return Ok(()) };
    let values = derivative::sub_quat(qa, qb);
    for (D, values) in [Da, Db].into_iter().zip(values) {
        D.map_or(Ok(()), |D| D.set(&values.0))?;
    }
    Ok(())
}

/// Derivatives of integrating a quaternion in the quaternion, the velocity and its scale.
#[pyfunction]
fn mjd_quatIntegrate(
    vel: Array<3>,
    scale: f64,
    Dquat: ArrayMut<'_, 9>,
    Dvel: ArrayMut<'_, 9>,
    Dscale: ArrayMut<'_, 3>,
) -> PyResult<()> {
    let values = derivative::quat_integrate(Vec3(vel.0), scale);
    Dquat.set(values.quat.0)?;
    Dvel.set(values.vel.0)?;
    Dscale.set(values.scale.0)
}

/// A matrix for results, if it is asked for.
struct Output<'py>(Option<MatrixMut<'py>>);

impl<'py> Output<'py> {
    /// `TypeError` with that text if the matrix has another shape.
    fn new(
        matrix: Option<MatrixMut<'py>>,
        rows: usize,
        cols: usize,
        otherwise: &'static str,
    ) -> PyResult<Self> {
        let fits = matrix.as_ref().is_none_or(|m| m.rows == rows && m.cols == cols);
        check(fits, otherwise)?;
        Ok(Self(matrix))
    }

    /// Memory for the numbers.
    fn zeros(&self) -> Option<Vec<f64>> {
        self.0.as_ref().map(|m| vec![0.0; m.rows * m.cols])
    }
}

/// Writes the results that are asked for.
fn write(out: &[Output<'_>], values: &[Option<Vec<f64>>]) -> PyResult<()> {
    for (out, values) in out.iter().zip(values) {
        if let (Some(matrix), Some(values)) = (&out.0, values) {
            matrix.set(values)?;
        }
    }
    Ok(())
}
