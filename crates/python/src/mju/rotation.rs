//! Quaternions, poses and spatial vectors.

use ferrodyn_engine::math::rotation;
use ferrodyn_engine::math::{Mat3, Pose, Quat, SpatialKind, Vec3, transform_spatial};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Array, ArrayMut, Int, Text};
use crate::error::FatalError;

functions! {
    mju_rotVecQuat, mju_negQuat, mju_mulQuat, mju_mulQuatAxis, mju_axisAngle2Quat, mju_quat2Vel,
    mju_subQuat, mju_quat2Mat, mju_mat2Quat, mju_derivQuat, mju_quatIntegrate, mju_quatZ2Vec,
    mju_mat2Rot, mju_euler2Quat, mju_mulPose, mju_negPose, mju_trnVecPose, mju_transformSpatial,
}

/// Rotates a vector.
#[pyfunction]
fn mju_rotVecQuat(res: ArrayMut<'_, 3>, vec: Array<3>, quat: Array<4>) -> PyResult<()> {
    res.set(Quat(quat.0).rotate(Vec3(vec.0)).0)
}

/// The opposite rotation.
#[pyfunction]
fn mju_negQuat(res: ArrayMut<'_, 4>, quat: Array<4>) -> PyResult<()> {
    res.set(Quat(quat.0).conj().0)
}

/// Product of quaternions.
#[pyfunction]
fn mju_mulQuat(res: ArrayMut<'_, 4>, quat1: Array<4>, quat2: Array<4>) -> PyResult<()> {
    res.set((Quat(quat1.0) * Quat(quat2.0)).0)
}

/// Product of a quaternion with (0, axis).
#[pyfunction]
fn mju_mulQuatAxis(res: ArrayMut<'_, 4>, quat: Array<4>, axis: Array<3>) -> PyResult<()> {
    res.set(rotation::mul_quat_axis(Quat(quat.0), Vec3(axis.0)).0)
}

/// Rotation by an angle in radians about a unit vector.
#[pyfunction]
fn mju_axisAngle2Quat(res: ArrayMut<'_, 4>, axis: Array<3>, angle: f64) -> PyResult<()> {
    res.set(Quat::from_axis_angle(Vec3(axis.0), angle).0)
}

/// Angular velocity that turns by quat in time dt.
#[pyfunction]
fn mju_quat2Vel(res: ArrayMut<'_, 3>, quat: Array<4>, dt: f64) -> PyResult<()> {
    res.set(rotation::quat_to_vel(Quat(quat.0), dt).0)
}

/// Rotation vector from qb to qa, in the frame of qb.
#[pyfunction]
fn mju_subQuat(res: ArrayMut<'_, 3>, qa: Array<4>, qb: Array<4>) -> PyResult<()> {
    res.set(rotation::sub_quat(Quat(qa.0), Quat(qb.0)).0)
}

/// Rotation matrix of a quaternion, as 9 numbers.
#[pyfunction]
fn mju_quat2Mat(res: ArrayMut<'_, 9>, quat: Array<4>) -> PyResult<()> {
    res.set(Quat(quat.0).to_mat().0)
}

/// Quaternion of a rotation matrix, given as 9 numbers.
#[pyfunction]
fn mju_mat2Quat(quat: ArrayMut<'_, 4>, mat: Array<9>) -> PyResult<()> {
    quat.set(Quat::from_mat(&Mat3(mat.0)).0)
}

/// Time derivative of a quaternion that turns with angular velocity vel.
#[pyfunction]
fn mju_derivQuat(res: ArrayMut<'_, 4>, quat: Array<4>, vel: Array<3>) -> PyResult<()> {
    res.set(rotation::deriv_quat(Quat(quat.0), Vec3(vel.0)).0)
}

/// Turns quat with angular velocity vel for time scale.
#[pyfunction]
fn mju_quatIntegrate(quat: ArrayMut<'_, 4>, vel: Array<3>, scale: f64) -> PyResult<()> {
    quat.set(rotation::integrate_quat(Quat(quat.get()?), Vec3(vel.0), scale).0)
}

/// Smallest rotation that takes the z axis to vec.
#[pyfunction]
fn mju_quatZ2Vec(quat: ArrayMut<'_, 4>, vec: Array<3>) -> PyResult<()> {
    quat.set(Quat::z_to(Vec3(vec.0)).0)
}

/// Refines quat to the rotation nearest to mat; returns the number of iterations.
#[pyfunction]
fn mju_mat2Rot(quat: ArrayMut<'_, 4>, mat: Array<9>) -> PyResult<usize> {
    let (nearest, iterations) = rotation::nearest_rotation(&Mat3(mat.0), Quat(quat.get()?));
    quat.set(nearest.0)?;
    Ok(iterations)
}

/// Quaternion of three Euler angles in radians.
///
/// seq names the axes: xyz for moving ones, XYZ for fixed ones.
#[pyfunction]
fn mju_euler2Quat(quat: ArrayMut<'_, 4>, euler: Array<3>, seq: Text) -> PyResult<()> {
    let result = rotation::euler_to_quat(Vec3(euler.0), &seq.0);
    quat.set(result.map_err(|e| FatalError::new_err(format!("mju_euler2Quat: {e}")))?.0)
}

/// Product of two poses.
#[pyfunction]
fn mju_mulPose(
    posres: ArrayMut<'_, 3>,
    quatres: ArrayMut<'_, 4>,
    pos1: Array<3>,
    quat1: Array<4>,
    pos2: Array<3>,
    quat2: Array<4>,
) -> PyResult<()> {
    let product = pose(pos1, quat1).compose(&pose(pos2, quat2));
    posres.set(product.pos.0)?;
    quatres.set(product.quat.0)
}

/// The opposite of a pose.
#[pyfunction]
fn mju_negPose(
    posres: ArrayMut<'_, 3>,
    quatres: ArrayMut<'_, 4>,
    pos: Array<3>,
    quat: Array<4>,
) -> PyResult<()> {
    let inverse = pose(pos, quat).inverse();
    posres.set(inverse.pos.0)?;
    quatres.set(inverse.quat.0)
}

/// Transforms a point by a pose.
#[pyfunction]
fn mju_trnVecPose(
    res: ArrayMut<'_, 3>,
    pos: Array<3>,
    quat: Array<4>,
    vec: Array<3>,
) -> PyResult<()> {
    res.set(pose(pos, quat).transform(Vec3(vec.0)).0)
}

/// Moves a motion vector, or a force vector if `flg_force`, from oldpos to newpos and turns it
/// into the frame whose axes are the columns of rotnew2old.
#[pyfunction]
fn mju_transformSpatial(
    res: ArrayMut<'_, 6>,
    vec: Array<6>,
    flg_force: Int<i32>,
    newpos: Array<3>,
    oldpos: Array<3>,
    rotnew2old: Array<9>,
) -> PyResult<()> {
    let kind = if flg_force.0 == 0 { SpatialKind::Motion } else { SpatialKind::Force };
    let mat = Mat3(rotnew2old.0);
    res.set(transform_spatial(vec.0, kind, Vec3(newpos.0), Vec3(oldpos.0), Some(&mat)))
}

fn pose(pos: Array<3>, quat: Array<4>) -> Pose {
    Pose { pos: Vec3(pos.0), quat: Quat(quat.0) }
}
