//! Three by three matrices, row-major.

use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::{InLanes, Mat3, Num, Vec3, Vec3Of};

/// A 3x3 matrix, row-major: `m[3 * row + col]`.
#[derive(Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct Mat3Of<N>(pub [N; 9]);

impl<N: Num> Mat3Of<N> {
    /// The identity.
    pub const IDENTITY: Self = {
        let (o, l) = (N::ZERO, N::ONE);
        Self([l, o, o, o, l, o, o, o, l])
    };

    /// The matrix with the given columns.
    #[inline(always)]
    pub fn from_cols(x: Vec3Of<N>, y: Vec3Of<N>, z: Vec3Of<N>) -> Self {
        Self([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]])
    }

    /// Column `j`.
    #[inline(always)]
    pub fn col(&self, j: usize) -> Vec3Of<N> {
        Vec3([self.0[j], self.0[3 + j], self.0[6 + j]])
    }

    /// Row `i`.
    #[inline(always)]
    pub fn row(&self, i: usize) -> Vec3Of<N> {
        Vec3([self.0[3 * i], self.0[3 * i + 1], self.0[3 * i + 2]])
    }

    /// The transpose times a vector: coordinates along the columns.
    #[doc(alias = "mju_mulMatTVec3")]
    #[inline(always)]
    pub fn transpose_mul(&self, v: Vec3Of<N>) -> Vec3Of<N> {
        let m = &self.0;
        Vec3([
            m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
            m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
            m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
        ])
    }

    /// The same matrix in every lane.
    #[inline(always)]
    pub fn splat(m: Mat3) -> Self {
        Self(m.0.map(N::splat))
    }

    /// The matrix in a lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> Mat3
    where
        N: InLanes,
    {
        Mat3(self.0.map(|x| x.lane(lane)))
    }

    /// Replaces the matrix in a lane.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, m: &Mat3)
    where
        N: InLanes,
    {
        for (to, from) in self.0.iter_mut().zip(m.0) {
            to.set_lane(lane, from);
        }
    }

    /// The transpose.
    #[must_use]
    #[inline(always)]
    pub fn transpose(&self) -> Self {
        let m = &self.0;
        Self([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]])
    }
}

impl<N> Index<usize> for Mat3Of<N> {
    type Output = N;
    #[inline(always)]
    fn index(&self, i: usize) -> &N {
        &self.0[i]
    }
}

impl<N> IndexMut<usize> for Mat3Of<N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut N {
        &mut self.0[i]
    }
}

impl<N: Num> Mul<Vec3Of<N>> for Mat3Of<N> {
    type Output = Vec3Of<N>;
    #[inline(always)]
    fn mul(self, v: Vec3Of<N>) -> Vec3Of<N> {
        let m = &self.0;
        Vec3([
            m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
            m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
            m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
        ])
    }
}

impl<N: Num> Mul for Mat3Of<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        product(self, b)
    }
}

inline_in_lanes! {
    fn product(a: Mat3Of<N>, b: Mat3Of<N>) -> Mat3Of<N> {
        let mut out = [N::ZERO; 9];
        for i in 0..3 {
            for j in 0..3 {
                out[3 * i + j] =
                    a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
            }
        }
        Mat3(out)
    }
}
