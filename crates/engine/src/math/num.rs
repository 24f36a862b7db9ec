//! The number type of the smooth stages: one `f64`, or a pack of lanes that each belong to another
//! simulation.
//!
//! Code written for any [`Num`] branches on the model only; where the state decides, it computes
//! both sides and [`select`](Num::select)s. A lane of a pack goes through the same operations in
//! the same order as an `f64` would, so results agree bit for bit.
//!
//! [`Num`] has no function that returns the value of a number, so that a number may also carry a derivative, or be
//! a node of a graph whose value is not known yet. Functions on single values are in [`InLanes`], which only `f64`
//! and [`Pack`] have.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};
use multiversion::multiversion;

use super::fun;

/// A real number, or several in lanes: arithmetic, comparisons to masks, [`select`](Self::select)
/// and named functions.
///
/// No function answers a question about a value, but for [`known_all`](Self::known_all) and
/// [`known_none`](Self::known_none), which may always say no.
pub trait Num:
    Pod
    + Debug
    + Default
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

    /// Square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// Absolute value.
    #[must_use]
    fn abs(self) -> Self;
    /// Sine and cosine of an angle in radians, those of [`fun::sin_cos`].
    fn sin_cos(self) -> (Self, Self);
    /// Angle of the point `(x, self)` in radians, that of [`fun::atan2`].
    #[must_use]
    fn atan2(self, x: Self) -> Self;
    /// `e` to the power `self`, that of [`fun::exp`].
    #[must_use]
    fn exp(self) -> Self;
    /// `self` to a power, that of [`fun::pow`].
    #[must_use]
    fn powf(self, power: f64) -> Self;
    /// The nearest integer, halves away from zero.
    #[must_use]
    fn round(self) -> Self;

    /// Where `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// Where `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// Where `self == other`.
    fn eq_mask(self, other: Self) -> Self::Mask;
    /// `yes` where the mask holds, `no` elsewhere.
    #[must_use]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Whether the mask is known to hold in every lane. For shortcuts only, that change no bit: a
    /// number whose value is not known yet says no.
    fn known_all(mask: Self::Mask) -> bool;
    /// Whether the mask is known to hold in no lane. For shortcuts only, as
    /// [`known_all`](Self::known_all).
    fn known_none(mask: Self::Mask) -> bool;

    /// Replaces angles in radians by their sines; `cosines` receives the cosines.
    #[inline(always)]
    fn sin_cos_all(angles: &mut [Self], cosines: &mut [Self]) {
        sin_cos_one_by_one(angles, cosines);
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

/// A [`Num`] that is nothing but one `f64` in every lane, to be read and written.
///
/// For what is done for each simulation by itself. Stages compute with any [`Num`].
pub trait InLanes: Num + PartialEq {
    /// The number in a lane.
    fn lane(self, lane: usize) -> f64;
    /// Replaces the number in a lane.
    fn set_lane(&mut self, lane: usize, x: f64);
    /// Whether the mask holds in every lane.
    fn all(mask: Self::Mask) -> bool;
    /// Whether the mask holds in any lane.
    fn any(mask: Self::Mask) -> bool;

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
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        fun::sin_cos_in_lanes(self)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        fun::atan2(self, x)
    }
    #[inline(always)]
    fn exp(self) -> Self {
        fun::exp(self)
    }
    #[inline(always)]
    fn powf(self, power: f64) -> Self {
        fun::pow(self, power)
    }
    #[inline(always)]
    fn round(self) -> Self {
        f64::round(self)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn le(self, other: Self) -> bool {
        self <= other
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
    fn known_all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn known_none(mask: bool) -> bool {
        !mask
    }
    #[inline(always)]
    fn sin_cos_all(angles: &mut [Self], cosines: &mut [Self]) {
        sin_cos_by_fours(angles, cosines);
    }
}

impl InLanes for f64 {
    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self
    }
    #[inline(always)]
    fn set_lane(&mut self, _: usize, x: f64) {
        *self = x;
    }
    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
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
    fn sqrt(self) -> Self {
        Self(lanes!(i: 0.0 => self.0[i].sqrt()))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(lanes!(i: 0.0 => self.0[i].abs()))
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        fun::sin_cos_in_lanes(self)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        Self(lanes!(i: 0.0 => fun::atan2(self.0[i], x.0[i])))
    }
    #[inline(always)]
    fn exp(self) -> Self {
        Self(lanes!(i: 0.0 => fun::exp(self.0[i])))
    }
    #[inline(always)]
    fn powf(self, power: f64) -> Self {
        Self(lanes!(i: 0.0 => fun::pow(self.0[i], power)))
    }
    #[inline(always)]
    fn round(self) -> Self {
        Self(lanes!(i: 0.0 => self.0[i].round()))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> [bool; L] {
        lanes!(i: false => self.0[i] < other.0[i])
    }
    #[inline(always)]
    fn le(self, other: Self) -> [bool; L] {
        lanes!(i: false => self.0[i] <= other.0[i])
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
    fn known_all(mask: [bool; L]) -> bool {
        Self::all(mask)
    }
    #[inline(always)]
    fn known_none(mask: [bool; L]) -> bool {
        !Self::any(mask)
    }
}

impl<const L: usize> InLanes for Pack<L> {
    #[inline(always)]
    fn lane(self, lane: usize) -> f64 {
        self.0[lane]
    }
    #[inline(always)]
    fn set_lane(&mut self, lane: usize, x: f64) {
        self.0[lane] = x;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_functions_of_lanes_have_the_bits_of_single_numbers() {
        let [x, y] = [[0.3, -7.0, 2.5, f64::NAN], [-0.0, 0.0, 1e9, 3.0]];
        let assert_same = |of_lanes: Pack<4>, of_one: fn(f64, f64) -> f64| {
            let expected = Pack([0, 1, 2, 3].map(|i| of_one(x[i], y[i])));
            assert_eq!(of_lanes.0.map(f64::to_bits), expected.0.map(f64::to_bits));
        };
        let (a, b) = (Pack(x), Pack(y));
        assert_same(Num::atan2(a, b), fun::atan2);
        assert_same(Num::exp(a), |x, _| fun::exp(x));
        assert_same(Num::powf(a, 1.7), |x, _| fun::pow(x, 1.7));
        assert_same(Num::round(a), |x, _| x.round());
        assert_same(Num::sin_cos(a).0, |x, _| fun::sin(x));
        assert_same(Num::sin_cos(a).1, |x, _| fun::cos(x));
    }

    #[test]
    fn masks_are_known_in_every_lane_or_in_none() {
        let (x, two) = (Pack([1.0, 2.0, f64::NAN]), Pack([2.0; 3]));
        assert_eq!((x.lt(two), x.le(two)), ([true, false, false], [true, true, false]));
        assert!(!Pack::known_all(x.le(two)) && !Pack::<3>::known_none(x.le(two)));
        assert!(Pack::known_all([true; 3]) && Pack::known_none([false; 3]));
        assert!(f64::known_all(true) && !f64::known_none(true) && f64::known_none(false));
    }
}
