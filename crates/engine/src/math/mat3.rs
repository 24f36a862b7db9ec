//! Three by three matrices, row-major.

use std::ops::{Index, IndexMut, Mul};

use bytemuck::{Pod, Zeroable};

use super::Vec3;

/// A 3x3 matrix, row-major: `m[3 * row + col]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Mat3(pub [f64; 9]);

impl Mat3 {
    /// The identity.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);

    /// The matrix with the given columns.
    pub fn from_cols(x: Vec3, y: Vec3, z: Vec3) -> Self {
        Self([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]])
    }

    /// Column `j`.
    pub fn col(&self, j: usize) -> Vec3 {
        Vec3([self.0[j], self.0[3 + j], self.0[6 + j]])
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(&self) -> Self {
        let m = &self.0;
        Self([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]])
    }
}

impl Index<usize> for Mat3 {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Mat3 {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Mul<Vec3> for Mat3 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        let m = &self.0;
        Vec3([
            m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
            m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
            m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
        ])
    }
}

impl Mul for Mat3 {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let mut out = [0.0; 9];
        for i in 0..3 {
            for j in 0..3 {
                out[3 * i + j] =
                    self[3 * i] * b[j] + self[3 * i + 1] * b[3 + j] + self[3 * i + 2] * b[6 + j];
            }
        }
        Self(out)
    }
}
