//! A value with its derivatives in some directions.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};
use ferrodyn::fields::{DType, Element, Scalar};
use ferrodyn::math::fun;
use ferrodyn_engine::math::Num;

use crate::lane::one_lane;

/// Number of directions.
pub(crate) const K: usize = 4;

/// A value and its derivatives.
///
/// Two are equal if they stay equal along all directions: what is zero here and moves away is not zero.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Dual {
    pub(crate) value: f64,
    pub(crate) slopes: [f64; K],
}

impl Dual {
    /// A function of one number, given its value and its derivative.
    fn chain(self, value: f64, slope: f64) -> Self {
        Self { value, slopes: self.slopes.map(|s| s * slope) }
    }

    fn zip(self, other: Self, value: f64, slope: impl Fn(f64, f64) -> f64) -> Self {
        let slopes = std::array::from_fn(|i| slope(self.slopes[i], other.slopes[i]));
        Self { value, slopes }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        self.zip(b, self.value + b.value, |s, t| s + t)
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self.zip(b, self.value - b.value, |s, t| s - t)
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "the rule of products")]
impl Mul for Dual {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        self.zip(b, self.value * b.value, |s, t| s * b.value + self.value * t)
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "the rule of quotients")]
impl Div for Dual {
    type Output = Self;
    fn div(self, b: Self) -> Self {
        let value = self.value / b.value;
        self.zip(b, value, |s, t| (s - value * t) / b.value)
    }
}

impl Mul<f64> for Dual {
    type Output = Self;
    fn mul(self, b: f64) -> Self {
        self.chain(self.value * b, b)
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

macro_rules! assign {
    ($($trait:ident $method:ident $sign:tt;)*) => { $(
        impl $trait for Dual {
            fn $method(&mut self, b: Self) {
                *self = *self $sign b;
            }
        }
    )* };
}

assign! {
    AddAssign add_assign +;
    SubAssign sub_assign -;
    MulAssign mul_assign *;
    DivAssign div_assign /;
}

impl Num for Dual {
    type Mask = bool;

    const ZERO: Self = Self { value: 0.0, slopes: [0.0; K] };
    const ONE: Self = Self { value: 1.0, slopes: [0.0; K] };
    const LANES: usize = 1;

    fn splat(x: f64) -> Self {
        Self { value: x, slopes: [0.0; K] }
    }
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        // of a constant zero, nothing moves
        let slope = |s: f64| if s == 0.0 { 0.0 } else { s / (2.0 * root) };
        Self { value: root, slopes: self.slopes.map(slope) }
    }
    fn abs(self) -> Self {
        let slope = |s: f64| if self.value == 0.0 { s.abs() } else { s * self.value.signum() };
        Self { value: self.value.abs(), slopes: self.slopes.map(slope) }
    }
    fn sin_cos(self) -> (Self, Self) {
        let (sine, cosine) = fun::sin_cos(self.value);
        (self.chain(sine, cosine), self.chain(cosine, -sine))
    }
    fn atan2(self, x: Self) -> Self {
        let square = self.value * self.value + x.value * x.value;
        let value = fun::atan2(self.value, x.value);
        self.zip(x, value, |s, t| (s * x.value - self.value * t) / square)
    }
    fn exp(self) -> Self {
        let value = fun::exp(self.value);
        self.chain(value, value)
    }
    fn powf(self, power: f64) -> Self {
        self.chain(fun::pow(self.value, power), power * fun::pow(self.value, power - 1.0))
    }
    fn round(self) -> Self {
        Self::splat(self.value.round())
    }
    fn lt(self, b: Self) -> bool {
        self.value < b.value
    }
    fn le(self, b: Self) -> bool {
        self.value <= b.value
    }
    fn eq_mask(self, b: Self) -> bool {
        self.value == b.value && self.slopes == b.slopes
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    fn known_all(mask: bool) -> bool {
        mask
    }
    fn known_none(mask: bool) -> bool {
        !mask
    }
}

impl Element for Dual {
    const DTYPE: DType = DType::F64;
    const INNER: &'static [usize] = &[1 + K];
}

impl Scalar for Dual {}

one_lane!(Dual);
