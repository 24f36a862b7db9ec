//! Vectors of three, four and any number of entries.

use crate::math::{Mat3, Quat, Vec3};

pub use ferrodyn_engine::linalg::dense::{
    add as mju_add, add_scl as mju_addScl, add_to as mju_addTo, add_to_scl as mju_addToScl,
    is_zero as mju_isZero, l1_norm as mju_L1, norm as mju_norm, normalize as mju_normalize,
    scl as mju_scl, sub as mju_sub, sub_from as mju_subFrom, sum as mju_sum,
};

/// `res = 0`: [`Vec3::ZERO`].
pub fn mju_zero3(res: &mut Vec3) {
    *res = Vec3::ZERO;
}

/// `res = data`: [`Clone::clone_from`].
pub fn mju_copy3(res: &mut Vec3, data: Vec3) {
    *res = data;
}

/// `vec * scl`: [`Vec3::mul`](core::ops::Mul::mul).
pub fn mju_scl3(vec: Vec3, scl: f64) -> Vec3 {
    vec * scl
}

/// `vec1 + vec2`: [`Vec3::add`](core::ops::Add::add).
pub fn mju_add3(vec1: Vec3, vec2: Vec3) -> Vec3 {
    vec1 + vec2
}

/// `vec1 - vec2`: [`Vec3::sub`](core::ops::Sub::sub).
pub fn mju_sub3(vec1: Vec3, vec2: Vec3) -> Vec3 {
    vec1 - vec2
}

/// `res += vec`: [`Vec3::add_assign`](core::ops::AddAssign::add_assign).
pub fn mju_addTo3(res: &mut Vec3, vec: Vec3) {
    *res += vec;
}

/// `res -= vec`: [`Vec3::sub_assign`](core::ops::SubAssign::sub_assign).
pub fn mju_subFrom3(res: &mut Vec3, vec: Vec3) {
    *res -= vec;
}

/// `res += vec * scl`: [`Vec3::add_assign`](core::ops::AddAssign::add_assign).
pub fn mju_addToScl3(res: &mut Vec3, vec: Vec3, scl: f64) {
    *res += vec * scl;
}

/// `vec1 + vec2 * scl`: [`Vec3::add`](core::ops::Add::add).
pub fn mju_addScl3(vec1: Vec3, vec2: Vec3, scl: f64) -> Vec3 {
    vec1 + vec2 * scl
}

/// Scales to unit length and returns the length before: [`Vec3::normalize`].
pub fn mju_normalize3(vec: &mut Vec3) -> f64 {
    vec.normalize()
}

/// Euclidean length: [`Vec3::norm`].
pub fn mju_norm3(vec: Vec3) -> f64 {
    vec.norm()
}

/// Scalar product: [`Vec3::dot`].
pub fn mju_dot3(vec1: Vec3, vec2: Vec3) -> f64 {
    vec1.dot(vec2)
}

/// Distance of two points: [`Vec3::norm`] of their difference.
pub fn mju_dist3(pos1: Vec3, pos2: Vec3) -> f64 {
    (pos1 - pos2).norm()
}

/// `mat * vec`: [`Mat3::mul`](core::ops::Mul::mul).
pub fn mju_mulMatVec3(mat: &Mat3, vec: Vec3) -> Vec3 {
    *mat * vec
}

/// `mat' * vec`: [`Mat3::transpose_mul`].
pub fn mju_mulMatTVec3(mat: &Mat3, vec: Vec3) -> Vec3 {
    mat.transpose_mul(vec)
}

/// Vector product: [`Vec3::cross`].
pub fn mju_cross(a: Vec3, b: Vec3) -> Vec3 {
    a.cross(b)
}

/// `res = 0`: [`Quat`] of zeros.
pub fn mju_zero4(res: &mut Quat) {
    *res = Quat([0.0; 4]);
}

/// `res = (1, 0, 0, 0)`: [`Quat::IDENTITY`].
pub fn mju_unit4(res: &mut Quat) {
    *res = Quat::IDENTITY;
}

/// `res = data`: [`Clone::clone_from`].
pub fn mju_copy4(res: &mut Quat, data: Quat) {
    *res = data;
}

/// Scales to unit length and returns the length before: [`Quat::normalize`].
pub fn mju_normalize4(vec: &mut Quat) -> f64 {
    vec.normalize()
}

/// `res = 0`: [`slice::fill`].
pub fn mju_zero(res: &mut [f64]) {
    res.fill(0.0);
}

/// `res = val`: [`slice::fill`].
pub fn mju_fill(res: &mut [f64], val: f64) {
    res.fill(val);
}

/// `res = vec`, as many numbers as both have: [`slice::copy_from_slice`].
pub fn mju_copy(res: &mut [f64], vec: &[f64]) {
    convert(res, vec, |x| x);
}

/// Scalar product.
pub fn mju_dot(vec1: &[f64], vec2: &[f64]) -> f64 {
    ferrodyn_engine::linalg::dense::dot(vec1, vec2)
}

/// From single precision: [`f64::from`].
pub fn mju_f2n(res: &mut [f64], vec: &[f32]) {
    convert(res, vec, f64::from);
}

/// To single precision, as many numbers as both have: `as` [`f32`].
pub fn mju_n2f(res: &mut [f32], vec: &[f64]) {
    convert(res, vec, |x| x as f32);
}

/// From double precision, which numbers have: [`slice::copy_from_slice`].
pub fn mju_d2n(res: &mut [f64], vec: &[f64]) {
    mju_copy(res, vec);
}

/// To double precision, which numbers have: [`slice::copy_from_slice`].
pub fn mju_n2d(res: &mut [f64], vec: &[f64]) {
    mju_copy(res, vec);
}

/// Writes what both slices have.
fn convert<A: Copy, B>(res: &mut [B], vec: &[A], number: impl Fn(A) -> B) {
    res.iter_mut().zip(vec).for_each(|(to, &from)| *to = number(from));
}
