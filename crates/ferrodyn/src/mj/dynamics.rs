//! Parts of the dynamics whose arguments Rust has in another order than MuJoCo.

use crate::enums::{SameFrame, Warning};
use crate::history::{HistoryError, Interpolation};
use crate::ids::{ActuatorId, BodyId, SensorId};
use crate::math::{Mat3, Quat, Vec3};
use crate::set_const::{LengthRangeError, LengthRangeOptions};
use crate::step::Skip;
use crate::support::{self, ArgumentError, SparseMut};
use crate::{AsSystem, Data, Hooks, Model};

/// Integrates by the Runge-Kutta method of order 4, the only one there is:
/// [`integrate::runge_kutta4`](crate::integrate::runge_kutta4).
pub fn mj_RungeKutta(m: &impl AsSystem, d: &mut Data) {
    crate::integrate::runge_kutta4(m, d, |d| {
        crate::step::forward_skip(m, d, Skip::Nothing, true);
    });
}

/// `x = M^-1 y` for each group of `nv` numbers: [`smooth::solve_m`](crate::smooth::solve_m).
///
/// # Errors
/// If the data is of another model, the lengths differ or are no multiple of `nv`.
pub fn mj_solveM(m: &Model, d: &Data, x: &mut [f64], y: &[f64]) -> Result<(), ArgumentError> {
    copy_all("mj_solveM", x, y)?;
    crate::smooth::solve_m(m, d, x)
}

/// `x = sqrt(D^-1) L'^-1 y` for each group of `nv` numbers:
/// [`smooth::solve_m2`](crate::smooth::solve_m2).
///
/// # Errors
/// If the data is of another model, the lengths differ or are no multiple of `nv`, or `sqrtInvD` has not
/// `nv` numbers.
pub fn mj_solveM2(
    m: &Model,
    d: &Data,
    x: &mut [f64],
    y: &[f64],
    sqrtInvD: &[f64],
) -> Result<(), ArgumentError> {
    copy_all("mj_solveM2", x, y)?;
    crate::smooth::solve_m2(m, d, sqrtInvD, x)
}

/// Copies a slice to one that must be as long.
fn copy_all(function: &'static str, to: &mut [f64], from: &[f64]) -> Result<(), ArgumentError> {
    if to.len() != from.len() {
        let (expected, given) = (from.len(), to.len());
        return Err(ArgumentError::Length { function, argument: "x", expected, given });
    }
    to.copy_from_slice(from);
    Ok(())
}

/// `res = J vec`, from dofs to constraint rows:
/// [`constraint::mul_jac_vec`](crate::constraint::mul_jac_vec).
///
/// # Errors
/// If the data is of another model or a slice has not its length.
pub fn mj_mulJacVec(
    m: &Model,
    d: &Data,
    res: &mut [f64],
    vec: &[f64],
) -> Result<(), ArgumentError> {
    crate::constraint::mul_jac_vec(m, d, vec, res)
}

/// `res = J' vec`, from constraint rows to dofs:
/// [`constraint::mul_jac_t_vec`](crate::constraint::mul_jac_t_vec).
///
/// # Errors
/// If the data is of another model or a slice has not its length.
pub fn mj_mulJacTVec(
    m: &Model,
    d: &Data,
    res: &mut [f64],
    vec: &[f64],
) -> Result<(), ArgumentError> {
    crate::constraint::mul_jac_t_vec(m, d, vec, res)
}

/// Adds the lower triangle of `M` to a dense matrix, [`support::add_m`](crate::support::add_m), or
/// with the rows given to a sparse one, [`support::add_m_sparse`](crate::support::add_m_sparse).
///
/// # Errors
/// If the slices have not the sizes of the model, or a row has no room.
pub fn mj_addM(
    m: &Model,
    d: &Data,
    dst: &mut [f64],
    rows: Option<(&mut [i32], &[i32], &mut [i32])>,
) -> Result<(), ArgumentError> {
    match rows {
        None => crate::support::add_m(m, d, dst),
        Some((rownnz, rowadr, colind)) => {
            let mut sparse = SparseMut { values: dst, rownnz, rowadr, colind };
            crate::support::add_m_sparse(m, d, &mut sparse)
        }
    }
}

/// Adds to `qfrc_target` the joint forces of a force and a torque on a body: [`support::apply_ft`].
///
/// # Errors
/// If there is no such body or the slice has not nv entries.
pub fn mj_applyFT(
    m: &Model,
    d: &Data,
    force: Vec3,
    torque: Vec3,
    point: Vec3,
    body: BodyId,
    qfrc_target: &mut [f64],
) -> Result<(), ArgumentError> {
    support::apply_ft(m, d, body, point, force, torque, qfrc_target)
}

/// The value of a sensor at a time: [`history::read_sensor`](crate::history::read_sensor).
///
/// # Errors
/// If there is no such sensor, or `result` has not the length of its value.
pub fn mj_readSensor(
    m: &Model,
    d: &Data,
    id: SensorId,
    time: f64,
    result: &mut [f64],
    interp: Option<Interpolation>,
) -> Result<(), HistoryError> {
    crate::history::read_sensor(m, d, id, time, interp, result)
}

/// Finds the range of lengths of an actuator, without hooks:
/// [`set_const::set_length_range`](crate::set_const::set_length_range).
///
/// # Errors
/// If there is no such actuator, or the simulation does not come to rest.
pub fn mj_setLengthRange(
    m: &mut Model,
    d: &mut Data,
    index: ActuatorId,
    opt: &LengthRangeOptions,
) -> Result<(), LengthRangeError> {
    crate::set_const::set_length_range(m, &Hooks::default(), d, index, opt)
}

/// Position and orientation in world of a frame fixed to a body:
/// [`Data::body_point`](ferrodyn_engine::DataOf::body_point). Nothing if there is no such body.
pub fn mj_local2Global(
    d: &Data,
    pos: Vec3,
    quat: Quat,
    body: BodyId,
    sameframe: SameFrame,
) -> Option<(Vec3, Mat3)> {
    (body.0 < d.xpos.len()).then(|| d.body_point(body, pos, quat, sameframe))
}

/// Counts a warning: [`Data::warn`](crate::Sim::warn).
pub fn mj_warning(d: &mut Data, warning: Warning, info: usize) {
    d.warn(warning, info);
}
