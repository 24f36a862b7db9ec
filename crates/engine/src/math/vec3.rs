//! Three-vectors.

use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::{InLanes, MINVAL, Num, Vec3};

/// A vector of three numbers: position, direction, velocity or force.
#[derive(Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct Vec3Of<N>(pub [N; 3]);

impl<N: Num> Vec3Of<N> {
    /// The zero vector.
    pub const ZERO: Self = Self([N::ZERO; 3]);
    /// The x axis.
    pub const X: Self = Self([N::ONE, N::ZERO, N::ZERO]);
    /// The y axis.
    pub const Y: Self = Self([N::ZERO, N::ONE, N::ZERO]);
    /// The z axis.
    pub const Z: Self = Self([N::ZERO, N::ZERO, N::ONE]);

    /// A vector from its coordinates.
    #[inline(always)]
    pub const fn new(x: N, y: N, z: N) -> Self {
        Self([x, y, z])
    }

    /// Scalar product.
    #[doc(alias = "mju_dot3")]
    #[inline(always)]
    pub fn dot(self, other: Self) -> N {
        self[0] * other[0] + self[1] * other[1] + self[2] * other[2]
    }

    /// Vector product.
    #[must_use]
    #[doc(alias = "mju_cross")]
    #[inline(always)]
    pub fn cross(self, b: Self) -> Self {
        Self([
            self[1] * b[2] - self[2] * b[1],
            self[2] * b[0] - self[0] * b[2],
            self[0] * b[1] - self[1] * b[0],
        ])
    }

    /// Euclidean length.
    #[doc(alias = "mju_norm3")]
    #[inline(always)]
    pub fn norm(self) -> N {
        self.dot(self).sqrt()
    }

    /// The unit vector along `self` and the length; the x axis if the length is below [`MINVAL`].
    #[doc(alias = "mju_normalize3")]
    #[inline(always)]
    pub fn normalized(self) -> (Self, N) {
        let norm = self.norm();
        let inv = N::ONE / norm;
        (Self::select(norm.lt(N::splat(MINVAL)), Self::X, self * inv), norm)
    }

    /// Normalizes in place and returns the length before.
    #[inline(always)]
    pub fn normalize(&mut self) -> N {
        let (unit, norm) = self.normalized();
        *self = unit;
        norm
    }

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: Vec3) -> Self {
        Self(v.0.map(N::splat))
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: N::Mask, yes: Self, no: Self) -> Self {
        Self(std::array::from_fn(|i| N::select(mask, yes[i], no[i])))
    }

    /// The vector in a lane.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> Vec3
    where
        N: InLanes,
    {
        Vec3(self.0.map(|x| x.lane(lane)))
    }

    /// Replaces the vector in a lane.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, v: Vec3)
    where
        N: InLanes,
    {
        for (to, from) in self.0.iter_mut().zip(v.0) {
            to.set_lane(lane, from);
        }
    }

    /// Coordinate by coordinate product.
    #[must_use]
    #[inline(always)]
    pub fn scale_by(self, b: Self) -> Self {
        Self([self[0] * b[0], self[1] * b[1], self[2] * b[2]])
    }
}

impl<N> Index<usize> for Vec3Of<N> {
    type Output = N;
    #[inline(always)]
    fn index(&self, i: usize) -> &N {
        &self.0[i]
    }
}

impl<N> IndexMut<usize> for Vec3Of<N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut N {
        &mut self.0[i]
    }
}

impl<N: Num> Add for Vec3Of<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self([self[0] + b[0], self[1] + b[1], self[2] + b[2]])
    }
}

impl<N: Num> AddAssign for Vec3Of<N> {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl<N: Num> Sub for Vec3Of<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self([self[0] - b[0], self[1] - b[1], self[2] - b[2]])
    }
}

impl<N: Num> SubAssign for Vec3Of<N> {
    #[inline(always)]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

impl<N: Num> Neg for Vec3Of<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self([-self[0], -self[1], -self[2]])
    }
}

impl<N: Num> Mul<Vec3Of<N>> for f64 {
    type Output = Vec3Of<N>;
    #[inline(always)]
    fn mul(self, v: Vec3Of<N>) -> Vec3Of<N> {
        Vec3Of([v[0] * self, v[1] * self, v[2] * self])
    }
}

impl<N: Num> Mul<N> for Vec3Of<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: N) -> Self {
        Self([self[0] * s, self[1] * s, self[2] * s])
    }
}

impl<N: Num> Div<N> for Vec3Of<N> {
    type Output = Self;
    #[inline(always)]
    fn div(self, s: N) -> Self {
        Self([self[0] / s, self[1] / s, self[2] / s])
    }
}
