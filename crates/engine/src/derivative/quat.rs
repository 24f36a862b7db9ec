//! Derivatives of quaternion functions, in the three-dimensional tangent space.

use crate::math::rotation;
use crate::math::{Mat3, Quat, Vec3, fun};

/// Half angles below this have no influence on the derivative of the difference.
const SMALL_HALF_ANGLE: f64 = 6e-8;
/// Angles up to this use power series.
const SMALL_ANGLE: f64 = 1.0 / 32.0;

/// Derivatives of the difference `qa - qb` in `qa` and in `qb`.
#[doc(alias = "mjd_subQuat")]
#[must_use]
pub fn sub_quat(qa: Quat, qb: Quat) -> [Mat3; 2] {
    let (axis, angle) = rotation::sub_quat(qa, qb).normalized();
    let half = 0.5 * angle;

    // I + half K + (1 - half / tan(half)) K K, where K v = axis x v
    let K = cross_matrix(axis);
    let KK = K * K;
    let coef = 1.0 - if half < SMALL_HALF_ANGLE { 1.0 } else { half / fun::tan(half) };
    let eye = Mat3::IDENTITY;
    let Da = Mat3(std::array::from_fn(|i| (eye[i] + K[i] * half) + KK[i] * coef));
    let Db = Mat3(Da.transpose().0.map(|x| -x));
    [Da, Db]
}

/// Derivatives of the orientation after turning with velocity `vel` for a time `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuatIntegrate {
    /// In the orientation before.
    pub quat: Mat3,
    /// In the scaled velocity.
    pub vel: Mat3,
    /// In the time.
    pub scale: Vec3,
}

/// Derivatives of integrating a quaternion: Solà, Deray and Atchuthan (2018), "A micro Lie theory",
/// equation 183.
#[doc(alias = "mjd_quatIntegrate")]
#[must_use]
pub fn quat_integrate(vel: Vec3, scale: f64) -> QuatIntegrate {
    let s = scale * vel;
    let cross = cross_matrix(s).transpose();
    let xx = s.dot(s);
    let x = xx.sqrt();

    // a = cos(x), b = sin(x) / x, c = (1 - cos(x)) / x^2, d = (x - sin(x)) / x^3
    let (sine, a) = fun::sin_cos(x);
    let (b, c, d) = if x > SMALL_ANGLE {
        let b = sine / x;
        (b, (1.0 - a) / xx, (1.0 - b) / xx)
    } else {
        (
            1.0 + xx / 6.0 * (xx / 20.0 * (1.0 - xx / 42.0) - 1.0),
            0.5 * (1.0 + xx / 12.0 * (xx / 30.0 * (1.0 - xx / 56.0) - 1.0)),
            (1.0 + xx / 20.0 * (xx / 42.0 * (1.0 - xx / 72.0) - 1.0)) / 6.0,
        )
    };
    let combine = |eye: f64, cro: f64, out: f64| {
        let entry =
            |i: usize| eye * Mat3::IDENTITY[i] + cro * cross[i] + out * (s[i / 3] * s[i % 3]);
        Mat3(std::array::from_fn(entry))
    };
    let Dvel = combine(b, c, d);
    QuatIntegrate { quat: combine(a, b, c), vel: Dvel, scale: Dvel * vel }
}

/// The matrix `K` with `K v = a x v`.
fn cross_matrix(a: Vec3) -> Mat3 {
    Mat3([0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rotation::integrate_quat;

    const H: f64 = 1e-6;

    /// Column `j` of a derivative, from values before and after a small change along axis `j`.
    fn check(D: &Mat3, value: impl Fn(Vec3) -> Vec3) {
        for j in 0..3 {
            let mut step = Vec3::ZERO;
            step[j] = H;
            let column = 1.0 / (2.0 * H) * (value(step) - value(-step));
            assert!((column - D.col(j)).norm() < 1e-8, "{column:?} {:?}", D.col(j));
        }
    }

    fn samples() -> [Quat; 3] {
        [[1.0, 0.0, 0.0, 0.0], [0.3, -0.5, 0.7, 0.2], [-0.9, 0.1, 0.2, -0.4]]
            .map(|q| Quat(q).normalized())
    }

    #[test]
    fn difference_derivatives_match_finite_differences() {
        for qa in samples() {
            for qb in samples() {
                let [Da, Db] = sub_quat(qa, qb);
                check(&Da, |v| rotation::sub_quat(integrate_quat(qa, v, 1.0), qb));
                check(&Db, |v| rotation::sub_quat(qa, integrate_quat(qb, v, 1.0)));
            }
        }
    }

    #[test]
    fn integration_derivatives_match_finite_differences() {
        for (vel, scale) in [([0.3, -0.8, 1.1], 0.7), ([0.01, 0.0, -0.02], 0.5), ([0.0; 3], 1.0)] {
            let vel = Vec3(vel);
            let D = quat_integrate(vel, scale);
            let q = samples()[1];
            let end = integrate_quat(q, vel, scale);
            check(&D.quat, |v| {
                rotation::sub_quat(integrate_quat(integrate_quat(q, v, 1.0), vel, scale), end)
            });
            check(&D.vel, |v| {
                rotation::sub_quat(integrate_quat(q, (1.0 / scale) * v + vel, scale), end)
            });
            let after = |h| rotation::sub_quat(integrate_quat(q, vel, scale + h), end);
            let rate = 1.0 / (2.0 * H) * (after(H) - after(-H));
            assert!((rate - D.scale).norm() < 1e-8, "{rate:?} {:?}", D.scale);
        }
    }
}
