//! Rotations and velocities: differences, derivatives and integrals of quaternions, and rotations
//! from matrices and Euler angles.

use std::f64::consts::PI;
use std::fmt;

use super::{MINVAL, Mat3, Num, Quat, QuatOf, Vec3, Vec3Of, fun};

/// The product of a quaternion with the pure quaternion `(0, axis)`.
#[doc(alias = "mju_mulQuatAxis")]
#[must_use]
pub fn mul_quat_axis(q: Quat, axis: Vec3) -> Quat {
    Quat([
        -q[1] * axis[0] - q[2] * axis[1] - q[3] * axis[2],
        q[0] * axis[0] + q[2] * axis[2] - q[3] * axis[1],
        q[0] * axis[1] + q[3] * axis[0] - q[1] * axis[2],
        q[0] * axis[2] + q[1] * axis[1] - q[2] * axis[0],
    ])
}

/// The angular velocity that turns by `q` in time `dt`, the short way round.
#[doc(alias = "mju_quat2Vel")]
#[must_use]
pub fn quat_to_vel<N: Num>(q: QuatOf<N>, dt: f64) -> Vec3Of<N> {
    let (axis, sine) = Vec3([q[1], q[2], q[3]]).normalized();
    let angle = sine.atan2(q[0]) * 2.0;
    // more than half a turn is less than half a turn the other way
    let long = N::splat(PI).lt(angle);
    let angle = N::select(long, angle - N::splat(2.0 * PI), angle);
    axis * (angle / N::splat(dt))
}

/// The rotation vector from `b` to `a`, in the frame of `b`: `b * exp(result) = a`.
#[doc(alias = "mju_subQuat")]
#[must_use]
pub fn sub_quat<N: Num>(a: QuatOf<N>, b: QuatOf<N>) -> Vec3Of<N> {
    quat_to_vel(b.conj() * a, 1.0)
}

/// Time derivative of a quaternion that turns with angular velocity `vel` in the fixed frame.
#[doc(alias = "mju_derivQuat")]
#[must_use]
pub fn deriv_quat(q: Quat, vel: Vec3) -> Quat {
    Quat([
        0.5 * (-vel[0] * q[1] - vel[1] * q[2] - vel[2] * q[3]),
        0.5 * (vel[0] * q[0] + vel[1] * q[3] - vel[2] * q[2]),
        0.5 * (-vel[0] * q[3] + vel[1] * q[0] + vel[2] * q[1]),
        0.5 * (vel[0] * q[2] - vel[1] * q[1] + vel[2] * q[0]),
    ])
}

/// The orientation after turning with angular velocity `vel`, in its own frame, for time `scale`.
///
/// `q` is brought to unit length first.
#[doc(alias = "mju_quatIntegrate")]
#[must_use]
pub fn integrate_quat<N: Num>(q: QuatOf<N>, vel: Vec3Of<N>, scale: f64) -> QuatOf<N> {
    let (axis, speed) = vel.normalized();
    let turn = QuatOf::from_axis_angle(axis, speed * scale);
    q.normalized() * turn
}

/// The rotation nearest to any 3x3 matrix, by refining `q`, and the number of iterations it took.
///
/// Müller, Bender, Chentanez, Macklin, "A robust method to extract the rotational part of
/// deformations", 2016.
#[doc(alias = "mju_mat2Rot")]
#[must_use]
pub fn nearest_rotation(mat: &Mat3, mut q: Quat) -> (Quat, usize) {
    const MAX_ITERATIONS: usize = 500;
    const SMALLEST_TURN: f64 = 1e-9;
    for iteration in 0..MAX_ITERATIONS {
        // torque that pulls the axes of q toward the columns of the matrix
        let rot = q.to_mat();
        let pull = |j| rot.col(j).cross(mat.col(j));
        let along = |j| rot.col(j).dot(mat.col(j));
        let torque = pull(0) + pull(1) + pull(2);
        let scale = 1.0 / ((along(0) + along(1) + along(2)).abs() + MINVAL);
        let (axis, angle) =
            Vec3([torque[0] * scale, torque[1] * scale, torque[2] * scale]).normalized();
        if angle < SMALLEST_TURN {
            return (q, iteration);
        }
        q = (Quat::from_axis_angle(axis, angle) * q).normalized();
    }
    (q, MAX_ITERATIONS)
}

/// Why a sequence of Euler axes is not one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EulerSequenceError {
    /// There are not three letters.
    Length,
    /// The letter at a place is not one of `xyzXYZ`.
    Letter {
        /// Where it stands, from 0.
        place: usize,
        /// What stands there.
        letter: char,
    },
}

impl fmt::Display for EulerSequenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "seq must contain exactly 3 characters"),
            Self::Letter { place, letter } => {
                write!(f, "seq[{place}] is '{letter}', should be one of x, y, z, X, Y, Z")
            }
        }
    }
}

crate::debug_as_message!(EulerSequenceError);

impl std::error::Error for EulerSequenceError {}

/// The rotation of three Euler angles, in radians.
///
/// `seq` names the axes in order: lower case turns about the moving axes, upper case about the
/// fixed ones.
///
/// # Errors
/// If `seq` is not three letters out of `xyzXYZ`.
#[doc(alias = "mju_euler2Quat")]
pub fn euler_to_quat(angles: Vec3, seq: &str) -> Result<Quat, EulerSequenceError> {
    if seq.len() != 3 {
        return Err(EulerSequenceError::Length);
    }
    let mut q = Quat::IDENTITY;
    for (place, letter) in seq.chars().enumerate() {
        let axis = match letter.to_ascii_lowercase() {
            'x' => 1,
            'y' => 2,
            'z' => 3,
            _ => return Err(EulerSequenceError::Letter { place, letter }),
        };
        let half = angles[place] / 2.0;
        let mut turn = Quat([fun::cos(half), 0.0, 0.0, 0.0]);
        turn[axis] = fun::sin(half);
        q = if letter.is_ascii_lowercase() { q * turn } else { turn * q };
    }
    Ok(q)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &[f64], b: &[f64], tolerance: f64) -> bool {
        a.iter().zip(b).all(|(x, y)| (x - y).abs() < tolerance)
    }

    fn some_quat() -> Quat {
        Quat([0.3, -0.5, 0.7, 0.2]).normalized()
    }

    #[test]
    fn subtraction_undoes_integration() {
        let (q, vel) = (some_quat(), Vec3([0.3, -1.1, 0.4]));
        let turned = integrate_quat(q, vel, 0.7);
        let back = sub_quat(turned, q);
        assert!(close(&back.0, &[0.21, -0.77, 0.28], 1e-15), "{back:?}");
        assert_eq!(integrate_quat(q, Vec3::ZERO, 1.0), q);
    }

    #[test]
    fn velocity_takes_the_short_way_round() {
        let turn = Quat::from_axis_angle(Vec3::Z, 1.5 * PI);
        assert!(close(&quat_to_vel(turn, 1.0).0, &[0.0, 0.0, -0.5 * PI], 1e-15));
    }

    #[test]
    fn derivative_matches_finite_differences() {
        const H: f64 = 1e-6;
        let (q, vel) = (some_quat(), Vec3([0.3, -1.1, 0.4]));
        let (axis, speed) = vel.normalized();
        let at = |t: f64| Quat::from_axis_angle(axis, speed * t) * q;
        let fd: Vec<f64> = (0..4).map(|i| (at(H)[i] - at(-H)[i]) / (2.0 * H)).collect();
        assert!(close(&deriv_quat(q, vel).0, &fd, 1e-9));
        // the same velocity in the frame of q
        let local = mul_quat_axis(q, q.conj().rotate(vel));
        assert!(close(&deriv_quat(q, vel).0, &local.0.map(|x| 0.5 * x), 1e-15));
    }

    #[test]
    fn nearest_rotation_ignores_stretch() {
        let q = some_quat();
        let stretch = Mat3([2.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.3]);
        let (found, iterations) = nearest_rotation(&(q.to_mat() * stretch), Quat::IDENTITY);
        assert!(close(&found.0, &q.0, 1e-8) || close(&found.0, &q.0.map(|x| -x), 1e-8));
        assert!(iterations > 0 && iterations < 500);
        let (_, iterations) = nearest_rotation(&Mat3([f64::NAN; 9]), Quat::IDENTITY);
        assert!(iterations <= 500, "it ends");
    }

    #[test]
    fn moving_axes_are_fixed_axes_in_reverse() {
        let moving = euler_to_quat(Vec3([0.1, 0.2, 0.3]), "xyz").unwrap();
        let fixed = euler_to_quat(Vec3([0.3, 0.2, 0.1]), "ZYX").unwrap();
        assert!(close(&moving.0, &fixed.0, 1e-15));
        assert_eq!(euler_to_quat(Vec3::ZERO, "xy"), Err(EulerSequenceError::Length));
        let wrong = euler_to_quat(Vec3::ZERO, "xyw").unwrap_err();
        assert!(wrong.to_string().contains("seq[2] is 'w'"));
        assert!(euler_to_quat(Vec3::ZERO, "xé").is_err());
    }
}
