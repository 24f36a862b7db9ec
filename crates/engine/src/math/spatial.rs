//! Spatial vectors and inertias in MuJoCo's center-of-mass frames.
//!
//! A [`Spatial`] holds rotation (or torque) before translation (or force), all in world axes about
//! the center of mass of the kinematic tree. An [`Inert`] is the inertia of a body about that
//! point: rotational part (xx, yy, zz, xy, xz, yz), first moment of mass, mass.

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::{Inert, Mat3Of, Num, Spatial, Vec3, Vec3Of};

/// A six-vector: rotation before translation.
#[derive(Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct SpatialOf<N>(pub [N; 6]);

impl<N: Num> SpatialOf<N> {
    /// The zero vector.
    pub const ZERO: Self = Self([N::ZERO; 6]);

    /// A spatial vector from its rotational and translational part.
    #[inline(always)]
    pub fn new(ang: Vec3Of<N>, lin: Vec3Of<N>) -> Self {
        Self([ang[0], ang[1], ang[2], lin[0], lin[1], lin[2]])
    }

    /// Rotational part: angular velocity, or torque.
    #[inline(always)]
    pub fn ang(&self) -> Vec3Of<N> {
        Vec3([self[0], self[1], self[2]])
    }

    /// Translational part: linear velocity, or force.
    #[inline(always)]
    pub fn lin(&self) -> Vec3Of<N> {
        Vec3([self[3], self[4], self[5]])
    }

    /// Scalar product: power of a force along a velocity.
    #[inline(always)]
    pub fn dot(&self, b: &Self) -> N {
        // the order in which MuJoCo's dot product sums up six numbers
        let ab: [N; 6] = std::array::from_fn(|i| self[i] * b[i]);
        ((ab[0] + ab[2]) + (ab[1] + ab[3])) + (ab[4] + ab[5])
    }

    /// Rate of change of a velocity `v` that is carried along by the velocity `self`.
    #[must_use]
    #[doc(alias = "mju_crossMotion")]
    #[inline(always)]
    pub fn cross_motion(&self, v: &Self) -> Self {
        cross_motion(self, v)
    }

    /// Rate of change of a force `f` that is carried along by the velocity `self`.
    #[must_use]
    #[doc(alias = "mju_crossForce")]
    #[inline(always)]
    pub fn cross_force(&self, f: &Self) -> Self {
        cross_force(self, f)
    }

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: Spatial) -> Self {
        Self(v.0.map(N::splat))
    }
}

impl<N> Index<usize> for SpatialOf<N> {
    type Output = N;
    #[inline(always)]
    fn index(&self, i: usize) -> &N {
        &self.0[i]
    }
}

impl<N> IndexMut<usize> for SpatialOf<N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut N {
        &mut self.0[i]
    }
}

impl<N: Num> Add for SpatialOf<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self[i] + b[i]))
    }
}

impl<N: Num> AddAssign for SpatialOf<N> {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl<N: Num> Sub for SpatialOf<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self[i] - b[i]))
    }
}

impl<N: Num> SubAssign for SpatialOf<N> {
    #[inline(always)]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

impl<N: Num> Neg for SpatialOf<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl<N: Num> Mul<N> for SpatialOf<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: N) -> Self {
        Self(self.0.map(|x| x * s))
    }
}

/// The inertia of a body (or of a subtree) about the center of mass of its tree.
#[derive(Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct InertOf<N>(pub [N; 10]);

impl<N: Num> InertOf<N> {
    /// No inertia.
    pub const ZERO: Self = Self([N::ZERO; 10]);

    /// Inertia of a body with principal moments `moments` along the columns of `axes`, whose center
    /// of mass is `offset` away from the reference point.
    #[doc(alias = "mju_inertCom")]
    #[inline(always)]
    pub fn new(moments: Vec3, axes: &Mat3Of<N>, offset: Vec3Of<N>, mass: f64) -> Self {
        inertia(moments, axes, offset, mass)
    }
}

impl<N> Index<usize> for InertOf<N> {
    type Output = N;
    #[inline(always)]
    fn index(&self, i: usize) -> &N {
        &self.0[i]
    }
}

impl<N: Num> AddAssign for InertOf<N> {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        for (a, b) in self.0.iter_mut().zip(b.0) {
            *a += b;
        }
    }
}

/// Momentum of a velocity, or force of an acceleration.
impl<N: Num> Mul<&SpatialOf<N>> for &InertOf<N> {
    type Output = SpatialOf<N>;
    #[inline(always)]
    fn mul(self, v: &SpatialOf<N>) -> SpatialOf<N> {
        momentum(self, v)
    }
}

inline_in_lanes! {
    fn cross_motion(w: &SpatialOf<N>, v: &SpatialOf<N>) -> SpatialOf<N> {
        Spatial([
            -w[2] * v[1] + w[1] * v[2],
            w[2] * v[0] - w[0] * v[2],
            -w[1] * v[0] + w[0] * v[1],
            -w[2] * v[4] + w[1] * v[5] + (-w[5] * v[1] + w[4] * v[2]),
            w[2] * v[3] - w[0] * v[5] + (w[5] * v[0] - w[3] * v[2]),
            -w[1] * v[3] + w[0] * v[4] + (-w[4] * v[0] + w[3] * v[1]),
        ])
    }
}

inline_in_lanes! {
    fn cross_force(w: &SpatialOf<N>, f: &SpatialOf<N>) -> SpatialOf<N> {
        Spatial([
            -w[2] * f[1] + w[1] * f[2] + (-w[5] * f[4] + w[4] * f[5]),
            w[2] * f[0] - w[0] * f[2] + (w[5] * f[3] - w[3] * f[5]),
            -w[1] * f[0] + w[0] * f[1] + (-w[4] * f[3] + w[3] * f[4]),
            -w[2] * f[4] + w[1] * f[5],
            w[2] * f[3] - w[0] * f[5],
            -w[1] * f[3] + w[0] * f[4],
        ])
    }
}

inline_in_lanes! {
    fn inertia(moments: Vec3, axes: &Mat3Of<N>, offset: Vec3Of<N>, mass: f64) -> InertOf<N> {
        let a = &axes.0;
        // axes * diag(moments) * axes'
        let scaled: [N; 9] = std::array::from_fn(|i| a[i] * moments[i % 3]);
        let entry = |row: usize, col: usize| {
            let (s, t) = (3 * row, 3 * col);
            scaled[s] * a[t] + scaled[s + 1] * a[t + 1] + scaled[s + 2] * a[t + 2]
        };
        let d = offset;
        Inert([
            entry(0, 0) + (d[1] * d[1] + d[2] * d[2]) * mass,
            entry(1, 1) + (d[0] * d[0] + d[2] * d[2]) * mass,
            entry(2, 2) + (d[0] * d[0] + d[1] * d[1]) * mass,
            entry(0, 1) - (d[0] * mass) * d[1],
            entry(0, 2) - (d[0] * mass) * d[2],
            entry(1, 2) - (d[1] * mass) * d[2],
            d[0] * mass,
            d[1] * mass,
            d[2] * mass,
            N::splat(mass),
        ])
    }
}

inline_in_lanes! {
    fn momentum(i: &InertOf<N>, v: &SpatialOf<N>) -> SpatialOf<N> {
        Spatial([
            i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
            i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
            i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
            i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
            i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
            i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
        ])
    }
}
