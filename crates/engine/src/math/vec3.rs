//! Three-vectors.

use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::MINVAL;

/// A vector of three numbers: position, direction, velocity or force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Vec3(pub [f64; 3]);

impl Vec3 {
    /// The zero vector.
    pub const ZERO: Self = Self([0.0; 3]);
    /// The x axis.
    pub const X: Self = Self([1.0, 0.0, 0.0]);
    /// The y axis.
    pub const Y: Self = Self([0.0, 1.0, 0.0]);
    /// The z axis.
    pub const Z: Self = Self([0.0, 0.0, 1.0]);

    /// A vector from its coordinates.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self([x, y, z])
    }

    /// Scalar product.
    #[doc(alias = "mju_dot3")]
    pub fn dot(self, other: Self) -> f64 {
        self[0] * other[0] + self[1] * other[1] + self[2] * other[2]
    }

    /// Vector product.
    #[must_use]
    #[doc(alias = "mju_cross")]
    pub fn cross(self, b: Self) -> Self {
        Self([
            self[1] * b[2] - self[2] * b[1],
            self[2] * b[0] - self[0] * b[2],
            self[0] * b[1] - self[1] * b[0],
        ])
    }

    /// Euclidean length.
    #[doc(alias = "mju_norm3")]
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The unit vector along `self` and the length; the x axis if the length is below [`MINVAL`].
    #[doc(alias = "mju_normalize3")]
    pub fn normalized(self) -> (Self, f64) {
        let norm = self.norm();
        if norm < MINVAL {
            return (Self::X, norm);
        }
        let inv = 1.0 / norm;
        (Self([self[0] * inv, self[1] * inv, self[2] * inv]), norm)
    }

    /// Normalizes in place and returns the length before.
    pub fn normalize(&mut self) -> f64 {
        let (unit, norm) = self.normalized();
        *self = unit;
        norm
    }

    /// Coordinate by coordinate product.
    #[must_use]
    pub fn scale_by(self, b: Self) -> Self {
        Self([self[0] * b[0], self[1] * b[1], self[2] * b[2]])
    }
}

impl From<[f64; 3]> for Vec3 {
    fn from(a: [f64; 3]) -> Self {
        Self(a)
    }
}

impl Index<usize> for Vec3 {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl IndexMut<usize> for Vec3 {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl Add for Vec3 {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self([self[0] + b[0], self[1] + b[1], self[2] + b[2]])
    }
}

impl AddAssign for Vec3 {
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        Self([self[0] - b[0], self[1] - b[1], self[2] - b[2]])
    }
}

impl SubAssign for Vec3 {
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

impl Neg for Vec3 {
    type Output = Self;
    fn neg(self) -> Self {
        Self([-self[0], -self[1], -self[2]])
    }
}

impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3([self * v[0], self * v[1], self * v[2]])
    }
}

impl Div<f64> for Vec3 {
    type Output = Self;
    fn div(self, s: f64) -> Self {
        Self([self[0] / s, self[1] / s, self[2] / s])
    }
}
