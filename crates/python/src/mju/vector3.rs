//! Vectors of three and four numbers.

use ferrodyn_engine::math::{Mat3, Quat, Vec3};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Array, ArrayMut};

functions! {
    mju_zero3, mju_copy3, mju_scl3, mju_add3, mju_sub3, mju_addTo3, mju_subFrom3, mju_addToScl3,
    mju_addScl3, mju_normalize3, mju_norm3, mju_dot3, mju_dist3, mju_mulMatVec3, mju_mulMatTVec3,
    mju_cross, mju_zero4, mju_unit4, mju_copy4, mju_normalize4,
}

/// Sets all of res to 0.
#[pyfunction]
fn mju_zero3(res: ArrayMut<'_, 3>) -> PyResult<()> {
    res.set([0.0; 3])
}

/// res = data
#[pyfunction]
fn mju_copy3(res: ArrayMut<'_, 3>, data: Array<3>) -> PyResult<()> {
    res.set(data.0)
}

/// res = vec * scl
#[pyfunction]
fn mju_scl3(res: ArrayMut<'_, 3>, vec: Array<3>, scl: f64) -> PyResult<()> {
    res.set(vec.0.map(|x| x * scl))
}

/// res = vec1 + vec2
#[pyfunction]
fn mju_add3(res: ArrayMut<'_, 3>, vec1: Array<3>, vec2: Array<3>) -> PyResult<()> {
    res.set((Vec3(vec1.0) + Vec3(vec2.0)).0)
}

/// res = vec1 - vec2
#[pyfunction]
fn mju_sub3(res: ArrayMut<'_, 3>, vec1: Array<3>, vec2: Array<3>) -> PyResult<()> {
    res.set((Vec3(vec1.0) - Vec3(vec2.0)).0)
}

/// res += vec
#[pyfunction]
fn mju_addTo3(res: ArrayMut<'_, 3>, vec: Array<3>) -> PyResult<()> {
    res.set((Vec3(res.get()?) + Vec3(vec.0)).0)
}

/// res -= vec
#[pyfunction]
fn mju_subFrom3(res: ArrayMut<'_, 3>, vec: Array<3>) -> PyResult<()> {
    res.set((Vec3(res.get()?) - Vec3(vec.0)).0)
}

/// res += vec * scl
#[pyfunction]
fn mju_addToScl3(res: ArrayMut<'_, 3>, vec: Array<3>, scl: f64) -> PyResult<()> {
    res.set((Vec3(res.get()?) + scl * Vec3(vec.0)).0)
}

/// res = vec1 + vec2 * scl
#[pyfunction]
fn mju_addScl3(res: ArrayMut<'_, 3>, vec1: Array<3>, vec2: Array<3>, scl: f64) -> PyResult<()> {
    res.set((Vec3(vec1.0) + scl * Vec3(vec2.0)).0)
}

/// Scales vec to unit length, to (1, 0, 0) if it is too short; returns the length before.
#[pyfunction]
fn mju_normalize3(vec: ArrayMut<'_, 3>) -> PyResult<f64> {
    let (unit, norm) = Vec3(vec.get()?).normalized();
    vec.set(unit.0)?;
    Ok(norm)
}

/// Length of vec.
#[pyfunction]
fn mju_norm3(vec: Array<3>) -> f64 {
    Vec3(vec.0).norm()
}

/// Dot product.
#[pyfunction]
fn mju_dot3(vec1: Array<3>, vec2: Array<3>) -> f64 {
    Vec3(vec1.0).dot(Vec3(vec2.0))
}

/// Distance between two points.
#[pyfunction]
fn mju_dist3(pos1: Array<3>, pos2: Array<3>) -> f64 {
    (Vec3(pos1.0) - Vec3(pos2.0)).norm()
}

/// res = mat * vec, with a 3x3 matrix given as 9 numbers
#[pyfunction]
fn mju_mulMatVec3(res: ArrayMut<'_, 3>, mat: Array<9>, vec: Array<3>) -> PyResult<()> {
    res.set((Mat3(mat.0) * Vec3(vec.0)).0)
}

/// res = mat' * vec, with a 3x3 matrix given as 9 numbers
#[pyfunction]
fn mju_mulMatTVec3(res: ArrayMut<'_, 3>, mat: Array<9>, vec: Array<3>) -> PyResult<()> {
    res.set((Mat3(mat.0).transpose() * Vec3(vec.0)).0)
}

/// res = cross product of a and b
#[pyfunction]
fn mju_cross(res: ArrayMut<'_, 3>, a: Array<3>, b: Array<3>) -> PyResult<()> {
    res.set(Vec3(a.0).cross(Vec3(b.0)).0)
}

/// Sets all of res to 0.
#[pyfunction]
fn mju_zero4(res: ArrayMut<'_, 4>) -> PyResult<()> {
    res.set([0.0; 4])
}

/// Sets res to the identity quaternion (1, 0, 0, 0).
#[pyfunction]
fn mju_unit4(res: ArrayMut<'_, 4>) -> PyResult<()> {
    res.set(Quat::IDENTITY.0)
}

/// res = data
#[pyfunction]
fn mju_copy4(res: ArrayMut<'_, 4>, data: Array<4>) -> PyResult<()> {
    res.set(data.0)
}

/// Scales vec to unit length, to (1, 0, 0, 0) if it is too short; returns the length before.
#[pyfunction]
fn mju_normalize4(vec: ArrayMut<'_, 4>) -> PyResult<f64> {
    let mut quat = Quat(vec.get()?);
    let norm = quat.normalize();
    vec.set(quat.0)?;
    Ok(norm)
}
