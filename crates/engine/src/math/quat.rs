//! Unit quaternions, stored as (w, x, y, z).

use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::{InLanes, MINVAL, Mat3, Mat3Of, Num, Quat, Vec3, Vec3Of, fun};

/// A rotation as a quaternion (w, x, y, z).
#[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct QuatOf<N>(pub [N; 4]);

impl<N: Num> Default for QuatOf<N> {
    #[inline(always)]
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<N: Num> QuatOf<N> {
    /// No rotation.
    pub const IDENTITY: Self = Self([N::ONE, N::ZERO, N::ZERO, N::ZERO]);

    /// A quaternion from its components.
    #[inline(always)]
    pub const fn new(w: N, x: N, y: N, z: N) -> Self {
        Self([w, x, y, z])
    }

    /// Rotation by `angle` radians about the unit vector `axis`.
    #[doc(alias = "mju_axisAngle2Quat")]
    #[inline(always)]
    pub fn from_axis_angle(axis: Vec3Of<N>, angle: N) -> Self {
        Self::from_half_angle(axis, fun::sin_cos(angle * 0.5))
    }

    /// Rotation about the unit vector `axis`, by the sine and cosine of half the angle.
    #[inline(always)]
    pub fn from_half_angle(axis: Vec3Of<N>, (s, c): (N, N)) -> Self {
        Self([c, axis[0] * s, axis[1] * s, axis[2] * s])
    }

    /// The inverse rotation.
    #[doc(alias = "mju_negQuat")]
    #[must_use]
    #[inline(always)]
    pub fn conj(self) -> Self {
        Self([self[0], -self[1], -self[2], -self[3]])
    }

    /// Length of the four-vector.
    #[inline(always)]
    pub fn norm(self) -> N {
        (self[0] * self[0] + self[1] * self[1] + self[2] * self[2] + self[3] * self[3]).sqrt()
    }

    /// Scales to unit length in place (identity if too short); returns the length before.
    #[doc(alias = "mju_normalize4")]
    #[inline(always)]
    pub fn normalize(&mut self) -> N {
        let norm = self.norm();
        // leave a quaternion of unit length as it is
        let min = N::splat(MINVAL);
        let off = min.lt((norm - N::ONE).abs());
        if N::known_none(off) {
            return norm;
        }
        let inv = N::select(off, N::ONE / norm, N::ONE);
        *self = Self::select(norm.lt(min), Self::IDENTITY, Self(self.0.map(|c| c * inv)));
        norm
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: N::Mask, yes: Self, no: Self) -> Self {
        Self(std::array::from_fn(|i| N::select(mask, yes[i], no[i])))
    }

    /// The same quaternion in every lane.
    #[inline(always)]
    pub fn splat(q: Quat) -> Self {
        Self(q.0.map(N::splat))
    }

    /// The quaternion in a lane.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> Quat
    where
        N: InLanes,
    {
        Quat(self.0.map(|x| x.lane(lane)))
    }

    /// The unit quaternion along `self`.
    #[must_use]
    #[inline(always)]
    pub fn normalized(mut self) -> Self {
        self.normalize();
        self
    }

    /// Rotates a vector.
    #[doc(alias = "mju_rotVecQuat")]
    #[must_use]
    #[inline(always)]
    pub fn rotate(self, v: Vec3Of<N>) -> Vec3Of<N> {
        rotate(self, v)
    }

    /// The rotation matrix.
    #[doc(alias = "mju_quat2Mat")]
    #[inline(always)]
    pub fn to_mat(self) -> Mat3Of<N> {
        to_mat(self)
    }
}

impl Quat {
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

impl<N> Index<usize> for QuatOf<N> {
    type Output = N;
    #[inline(always)]
    fn index(&self, i: usize) -> &N {
        &self.0[i]
    }
}

impl<N> IndexMut<usize> for QuatOf<N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut N {
        &mut self.0[i]
    }
}

/// Composition: `a * b` rotates by `b`, then by `a`.
impl<N: Num> Mul for QuatOf<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        product(self, b)
    }
}

inline_in_lanes! {
    fn rotate(q: QuatOf<N>, v: Vec3Of<N>) -> Vec3Of<N> {
        let zero = (v[0].abs() + v[1].abs() + v[2].abs()).eq_mask(N::ZERO);
        if N::known_all(zero) {
            return Vec3Of::ZERO;
        }
        let [w, x, y, z] = q.0;
        // t = w v + u x v, result = v + 2 u x t
        let t = [
            w * v[0] + y * v[2] - z * v[1],
            w * v[1] + z * v[0] - x * v[2],
            w * v[2] + x * v[1] - y * v[0],
        ];
        let rotated = Vec3([
            v[0] + (y * t[2] - z * t[1]) * 2.0,
            v[1] + (z * t[0] - x * t[2]) * 2.0,
            v[2] + (x * t[1] - y * t[0]) * 2.0,
        ]);
        // no rotation and no vector stay what they are, also beside infinities
        let unturned = w.eq_mask(N::ONE);
        if N::known_none(unturned) && N::known_none(zero) {
            return rotated;
        }
        let size = x.abs() + y.abs() + z.abs();
        let identity = (size + (w - N::ONE).abs()).eq_mask(N::ZERO);
        Vec3Of::select(zero, Vec3Of::ZERO, Vec3Of::select(identity, v, rotated))
    }
}

inline_in_lanes! {
    fn to_mat(q: QuatOf<N>) -> Mat3Of<N> {
        let [w, x, y, z] = q.0;
        let (ww, wx, wy, wz) = (w * w, w * x, w * y, w * z);
        let (xx, xy, xz) = (x * x, x * y, x * z);
        let (yy, yz, zz) = (y * y, y * z, z * z);
        Mat3([
            ww + xx - yy - zz,
            (xy - wz) * 2.0,
            (xz + wy) * 2.0,
            (xy + wz) * 2.0,
            ww - xx + yy - zz,
            (yz - wx) * 2.0,
            (xz - wy) * 2.0,
            (yz + wx) * 2.0,
            ww - xx - yy + zz,
        ])
    }
}

inline_in_lanes! {
    fn product(a: QuatOf<N>, b: QuatOf<N>) -> QuatOf<N> {
        Quat([
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
