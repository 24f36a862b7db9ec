//! Unit quaternions, stored as (w, x, y, z).

use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::{MINVAL, Mat3, Vec3, fun};

/// A rotation as a quaternion (w, x, y, z).
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Quat(pub [f64; 4]);

impl Default for Quat {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Quat {
    /// No rotation.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// A quaternion from its components.
    pub const fn new(w: f64, x: f64, y: f64, z: f64) -> Self {
        Self([w, x, y, z])
    }

    /// Rotation by `angle` radians about the unit vector `axis`.
    #[doc(alias = "mju_axisAngle2Quat")]
    pub fn from_axis_angle(axis: Vec3, angle: f64) -> Self {
        if angle == 0.0 {
            return Self::IDENTITY;
        }
        let s = fun::sin(angle * 0.5);
        Self([fun::cos(angle * 0.5), axis[0] * s, axis[1] * s, axis[2] * s])
    }

    /// The smallest rotation that takes the z axis to `v`.
    #[doc(alias = "mju_quatZ2Vec")]
    pub fn z_to(v: Vec3) -> Self {
        let (v, norm) = v.normalized();
        if norm < MINVAL {
            return Self::IDENTITY;
        }
        let (axis, sine) = Vec3::Z.cross(v).normalized();
        if sine.abs() < MINVAL {
            // parallel: nothing to do, or half a turn about x
            return if v[2] < 0.0 { Self([0.0, 1.0, 0.0, 0.0]) } else { Self::IDENTITY };
        }
        Self::from_axis_angle(axis, fun::atan2(sine, v[2]))
    }

    /// The inverse rotation.
    #[doc(alias = "mju_negQuat")]
    #[must_use]
    pub fn conj(self) -> Self {
        Self([self[0], -self[1], -self[2], -self[3]])
    }

    /// Length of the four-vector.
    pub fn norm(self) -> f64 {
        (self[0] * self[0] + self[1] * self[1] + self[2] * self[2] + self[3] * self[3]).sqrt()
    }

    /// Scales to unit length in place (identity if too short); returns the length before.
    #[doc(alias = "mju_normalize4")]
    pub fn normalize(&mut self) -> f64 {
        let norm = self.norm();
        if norm < MINVAL {
            *self = Self::IDENTITY;
        } else if (norm - 1.0).abs() > MINVAL {
            let inv = 1.0 / norm;
            for c in &mut self.0 {
                *c *= inv;
            }
        }
        norm
    }

    /// The unit quaternion along `self`.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        self.normalize();
        self
    }

    /// Rotates a vector.
    #[doc(alias = "mju_rotVecQuat")]
    #[must_use]
    pub fn rotate(self, v: Vec3) -> Vec3 {
        if v == Vec3::ZERO {
            return Vec3::ZERO;
        }
        if self == Self::IDENTITY {
            return v;
        }
        let [w, x, y, z] = self.0;
        // t = w v + u x v, result = v + 2 u x t
        let t = [
            w * v[0] + y * v[2] - z * v[1],
            w * v[1] + z * v[0] - x * v[2],
            w * v[2] + x * v[1] - y * v[0],
        ];
        Vec3([
            v[0] + 2.0 * (y * t[2] - z * t[1]),
            v[1] + 2.0 * (z * t[0] - x * t[2]),
            v[2] + 2.0 * (x * t[1] - y * t[0]),
        ])
    }

    /// The rotation matrix.
    #[doc(alias = "mju_quat2Mat")]
    pub fn to_mat(self) -> Mat3 {
        if self == Self::IDENTITY {
            return Mat3::IDENTITY;
        }
        let [w, x, y, z] = self.0;
        let (ww, wx, wy, wz) = (w * w, w * x, w * y, w * z);
        let (xx, xy, xz) = (x * x, x * y, x * z);
        let (yy, yz, zz) = (y * y, y * z, z * z);
        Mat3([
            ww + xx - yy - zz,
            2.0 * (xy - wz),
            2.0 * (xz + wy),
            2.0 * (xy + wz),
            ww - xx + yy - zz,
            2.0 * (yz - wx),
            2.0 * (xz - wy),
            2.0 * (yz + wx),
            ww - xx - yy + zz,
        ])
    }

    /// The quaternion of a rotation matrix.
    #[doc(alias = "mju_mat2Quat")]
    pub fn from_mat(m: &Mat3) -> Self {
        let m = &m.0;
        let mut q = [0.0; 4];
        // divide by the largest component
        if m[0] + m[4] + m[8] > 0.0 {
            q[0] = 0.5 * (1.0 + m[0] + m[4] + m[8]).sqrt();
            q[1] = 0.25 * (m[7] - m[5]) / q[0];
            q[2] = 0.25 * (m[2] - m[6]) / q[0];
            q[3] = 0.25 * (m[3] - m[1]) / q[0];
        } else if m[0] > m[4] && m[0] > m[8] {
            q[1] = 0.5 * (1.0 + m[0] - m[4] - m[8]).sqrt();
            q[0] = 0.25 * (m[7] - m[5]) / q[1];
            q[2] = 0.25 * (m[1] + m[3]) / q[1];
            q[3] = 0.25 * (m[2] + m[6]) / q[1];
        } else if m[4] > m[8] {
            q[2] = 0.5 * (1.0 - m[0] + m[4] - m[8]).sqrt();
            q[0] = 0.25 * (m[2] - m[6]) / q[2];
            q[1] = 0.25 * (m[1] + m[3]) / q[2];
            q[3] = 0.25 * (m[5] + m[7]) / q[2];
        } else {
            q[3] = 0.5 * (1.0 - m[0] - m[4] + m[8]).sqrt();
            q[0] = 0.25 * (m[3] - m[1]) / q[3];
            q[1] = 0.25 * (m[2] + m[6]) / q[3];
            q[2] = 0.25 * (m[5] + m[7]) / q[3];
        }
        Self(q).normalized()
    }
}

impl From<[f64; 4]> for Quat {
    fn from(a: [f64; 4]) -> Self {
        Self(a)
    }
}

impl Index<usize> for Quat {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Quat {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

/// Composition: `a * b` rotates by `b`, then by `a`.
impl Mul for Quat {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let a = self;
        Self([
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Vec3, b: Vec3) -> bool {
        (a - b).norm() < 1e-14
    }

    #[test]
    fn rotation_agrees_with_its_matrix_and_its_inverse() {
        let q = Quat([0.3, -0.5, 0.7, 0.2]).normalized();
        let v = Vec3::new(0.4, -1.2, 2.5);
        assert!(close(q.rotate(v), q.to_mat() * v));
        assert!(close(q.conj().rotate(q.rotate(v)), v));
        let back = Quat::from_mat(&q.to_mat());
        assert!((0..4).all(|i| (back[i] - q[i]).abs() < 1e-15));
    }

    #[test]
    fn z_to_takes_the_z_axis_to_any_direction() {
        for v in [Vec3::new(1.0, 2.0, -3.0), Vec3::new(0.0, 0.0, -2.0), Vec3::Z, Vec3::X] {
            assert!(close(Quat::z_to(v).rotate(Vec3::Z), v.normalized().0), "{v:?}");
        }
        assert_eq!(Quat::z_to(Vec3::ZERO), Quat::IDENTITY);
    }
}
