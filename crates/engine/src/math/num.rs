//! The number type of the smooth stages: one `f64`, or a pack of lanes that each belong to another
//! simulation.
//!
//! Code written for any [`Num`] branches on the model only; where the state decides, it computes
//! both sides and [`select`](Num::select)s. A lane of a pack goes through the same operations in
//! the same order as an `f64` would, so results agree bit for bit.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};
use multiversion::multiversion;

use super::fun;

/// A real number, or several in lanes.
pub trait Num:
    Pod
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Mul<f64, Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// Result of a comparison, lane by lane.
    type Mask: Copy;

    /// Zero in every lane.
    const ZERO: Self;
    /// One in every lane.
    const ONE: Self;
    /// Number of lanes.
    const LANES: usize;

    /// The same number in every lane.
    fn splat(x: f64) -> Self;
    /// The number in a lane.
    fn lane(self, lane: usize) -> f64;
    /// Replaces the number in a lane.
    fn set_lane(&mut self, lane: usize, x: f64);

    /// Square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// Absolute value.
    #[must_use]
    fn abs(self) -> Self;

    /// Where `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// Where `self == other`.
    fn eq_mask(self, other: Self) -> Self::Mask;
    /// `yes` where the mask holds, `no` elsewhere.
    #[must_use]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Whether the mask holds in every lane.
    fn all(mask: Self::Mask) -> bool;
    /// Whether the mask holds in any lane.
    fn any(mask: Self::Mask) -> bool;

    /// Replaces angles in radians by their sines; `cosines` receives the cosines.
    #[inline(always)]
    fn sin_cos_all(angles: &mut [Self], cosines: &mut [Self]) {
        sin_cos_one_by_one(angles, cosines);
    }

    /// A function of one number, lane by lane.
    #[must_use]
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let mut out = self;
        for lane in 0..Self::LANES {
            out.set_lane(lane, f(self.lane(lane)));
        }
        out
    }

    /// The larger number; `other` where `self` is not a number, as MuJoCo compares.
    #[must_use]
    #[doc(alias = "mju_max")]
    #[inline(always)]
    fn max_num(self, other: Self) -> Self {
        Self::select(other.lt(self), self, other)
    }

    /// The smaller number; `other` where `self` is not a number, as MuJoCo compares.
    #[must_use]
    #[doc(alias = "mju_min")]
    #[inline(always)]
    fn min_num(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }

    /// The number, moved into `[low, high]`.
    #[must_use]
    #[doc(alias = "mju_clip")]
    #[inline(always)]
    fn clip(self, low: f64, high: f64) -> Self {
        let (low, high) = (Self::splat(low), Self::splat(high));
        Self::select(self.lt(low), low, Self::select(high.lt(self), high, self))
    }
}

impl Num for f64 {
    type Mask = bool;

    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const LANES: usize = 1;

    #[inline(always)]
    fn splat(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self
    }
    #[inline(always)]
    fn set_lane(&mut self, _: usize, x: f64) {
        *self = x;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn eq_mask(self, other: Self) -> bool {
        self == other
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn sin_cos_all(angles: &mut [Self], cosines: &mut [Self]) {
        sin_cos_by_fours(angles, cosines);
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn sin_cos_one_by_one<N: Num>(angles: &mut [N], cosines: &mut [N]) {
    for (angle, cosine) in angles.iter_mut().zip(cosines) {
        (*angle, *cosine) = fun::sin_cos(*angle);
    }
}

/// [`Num::sin_cos_all`] of several numbers at a time, with the same bits.
#[multiversion(targets("x86_64+avx2"))]
fn sin_cos_by_fours(angles: &mut [f64], cosines: &mut [f64]) {
    let (angles, angles_left) = angles.as_chunks_mut::<4>();
    let (cosines, cosines_left) = cosines.as_chunks_mut::<4>();
    for (angles, cosines) in angles.iter_mut().zip(cosines) {
        (*angles, *cosines) = sin_cos_of_four(*angles);
    }
    let mut four = [0.0; 4];
    four.iter_mut().zip(&*angles_left).for_each(|(to, &from)| *to = from);
    let (sine, cosine) = sin_cos_of_four(four);
    angles_left.iter_mut().zip(sine).for_each(|(to, from)| *to = from);
    cosines_left.iter_mut().zip(cosine).for_each(|(to, from)| *to = from);
}

#[inline(always)]
fn sin_cos_of_four(angles: [f64; 4]) -> ([f64; 4], [f64; 4]) {
    let (sine, cosine) = fun::sin_cos(Pack(angles));
    (sine.0, cosine.0)
}

/// `L` numbers, each of another simulation.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Pack<const L: usize>(pub [f64; L]);

impl<const L: usize> Default for Pack<L> {
    fn default() -> Self {
        Self::ZERO
    }
}

/// A [`Pack`] or mask of an expression in the lane. A macro, because closures are not always inlined, and
/// then compiled for the wrong instruction set.
macro_rules! lanes {
    ($lane:ident: $start:expr => $value:expr) => {{
        let mut numbers = [$start; L];
        let mut $lane = 0;
        while $lane < L {
            numbers[$lane] = $value;
            $lane += 1;
        }
        numbers
    }};
}

macro_rules! pack_operators {
    ($($op:ident $method:ident $assign_op:ident $assign:ident $sign:tt;)*) => { $(
        impl<const L: usize> $op for Pack<L> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(lanes!(i: 0.0 => self.0[i] $sign other.0[i]))
            }
        }
        impl<const L: usize> $assign_op for Pack<L> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    )* };
}

pack_operators! {
    Add add AddAssign add_assign +;
    Sub sub SubAssign sub_assign -;
    Mul mul MulAssign mul_assign *;
    Div div DivAssign div_assign /;
}

impl<const L: usize> Mul<f64> for Pack<L> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: f64) -> Self {
        Self(lanes!(i: 0.0 => self.0[i] * s))
    }
}

impl<const L: usize> Neg for Pack<L> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(lanes!(i: 0.0 => -self.0[i]))
    }
}

impl<const L: usize> Num for Pack<L> {
    type Mask = [bool; L];

    const ZERO: Self = Self([0.0; L]);
    const ONE: Self = Self([1.0; L]);
    const LANES: usize = L;

    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; L])
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> f64 {
        self.0[lane]
    }
    #[inline(always)]
    fn set_lane(&mut self, lane: usize, x: f64) {
        self.0[lane] = x;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(lanes!(i: 0.0 => self.0[i].sqrt()))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(lanes!(i: 0.0 => self.0[i].abs()))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> [bool; L] {
        lanes!(i: false => self.0[i] < other.0[i])
    }
    #[inline(always)]
    fn eq_mask(self, other: Self) -> [bool; L] {
        lanes!(i: false => self.0[i] == other.0[i])
    }
    #[inline(always)]
    fn select(mask: [bool; L], yes: Self, no: Self) -> Self {
        Self(lanes!(i: 0.0 => if mask[i] { yes.0[i] } else { no.0[i] }))
    }
    #[inline(always)]
    fn all(mask: [bool; L]) -> bool {
        mask.iter().fold(true, |all, &one| all & one)
    }
    #[inline(always)]
    fn any(mask: [bool; L]) -> bool {
        mask.iter().fold(false, |any, &one| any | one)
    }
}
