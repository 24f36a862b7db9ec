//! Quaternions, poses and what they do to vectors.

use crate::math::rotation::{EulerSequenceError, euler_to_quat};
use crate::math::{Mat3, Pose, Quat, Vec3};

pub use crate::math::rotation::{
    deriv_quat as mju_derivQuat, integrate_quat as mju_quatIntegrate,
    mul_quat_axis as mju_mulQuatAxis, quat_to_vel as mju_quat2Vel, sub_quat as mju_subQuat,
};
pub use crate::math::transform_spatial as mju_transformSpatial;

/// Rotates a vector: [`Quat::rotate`].
pub fn mju_rotVecQuat(vec: Vec3, quat: Quat) -> Vec3 {
    quat.rotate(vec)
}

/// The opposite rotation: [`Quat::conj`].
pub fn mju_negQuat(quat: Quat) -> Quat {
    quat.conj()
}

/// Product of rotations: [`Quat::mul`](core::ops::Mul::mul).
pub fn mju_mulQuat(quat1: Quat, quat2: Quat) -> Quat {
    quat1 * quat2
}

/// Rotation about an axis: [`Quat::from_axis_angle`].
pub fn mju_axisAngle2Quat(axis: Vec3, angle: f64) -> Quat {
    Quat::from_axis_angle(axis, angle)
}

/// As a matrix: [`Quat::to_mat`].
pub fn mju_quat2Mat(quat: Quat) -> Mat3 {
    quat.to_mat()
}

/// From a matrix: [`Quat::from_mat`].
pub fn mju_mat2Quat(mat: &Mat3) -> Quat {
    Quat::from_mat(mat)
}

/// The rotation that takes the z axis to a vector: [`Quat::z_to`].
pub fn mju_quatZ2Vec(vec: Vec3) -> Quat {
    Quat::z_to(vec)
}

/// Refines a rotation toward any 3x3 matrix, and returns the number of iterations:
/// [`math::rotation::nearest_rotation`](crate::math::rotation::nearest_rotation).
pub fn mju_mat2Rot(quat: &mut Quat, mat: &Mat3) -> usize {
    let (nearest, iterations) = crate::math::rotation::nearest_rotation(mat, *quat);
    *quat = nearest;
    iterations
}

/// From angles about axes: [`math::rotation::euler_to_quat`](crate::math::rotation::euler_to_quat).
///
/// # Errors
/// If the sequence is not three letters out of `xyzXYZ`.
pub fn mju_euler2Quat(euler: Vec3, seq: &str) -> Result<Quat, EulerSequenceError> {
    euler_to_quat(euler, seq)
}

/// The pose of a frame that has the second pose in the first one: [`Pose::compose`].
pub fn mju_mulPose(pos1: Vec3, quat1: Quat, pos2: Vec3, quat2: Quat) -> (Vec3, Quat) {
    let outer = Pose { pos: pos1, quat: quat1 };
    let Pose { pos, quat } = outer.compose(&Pose { pos: pos2, quat: quat2 });
    (pos, quat)
}

/// The opposite transformation: [`Pose::inverse`].
pub fn mju_negPose(pos: Vec3, quat: Quat) -> (Vec3, Quat) {
    let Pose { pos, quat } = Pose { pos, quat }.inverse();
    (pos, quat)
}

/// A point in a frame, in the frame outside: [`Pose::transform`].
pub fn mju_trnVecPose(pos: Vec3, quat: Quat, vec: Vec3) -> Vec3 {
    Pose { pos, quat }.transform(vec)
}
