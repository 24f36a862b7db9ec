//! A value with its derivatives along the six ways in which one body moves relative to another.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};
use ferrodyn_engine::math::{Mat3, Mat3Of, Num, Spatial, Vec3, Vec3Of, fun};

/// A value and its slopes along three rotations, then three translations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Dual {
    pub(crate) value: f64,
    pub(crate) slopes: [f64; 6],
}

impl Dual {
    /// A function of one number, given its value and its slope.
    #[inline]
    fn chain(self, value: f64, slope: f64) -> Self {
        Self { value, slopes: self.slopes.map(|s| s * slope) }
    }

    #[inline]
    fn zip(self, other: Self, value: f64, slope: impl Fn(f64, f64) -> f64) -> Self {
        Self { value, slopes: std::array::from_fn(|i| slope(self.slopes[i], other.slopes[i])) }
    }
}

impl Add for Dual {
    type Output = Self;
    #[inline]
    fn add(self, b: Self) -> Self {
        self.zip(b, self.value + b.value, |s, t| s + t)
    }
}

impl Sub for Dual {
    type Output = Self;
    #[inline]
    fn sub(self, b: Self) -> Self {
        self.zip(b, self.value - b.value, |s, t| s - t)
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "the rule of products")]
impl Mul for Dual {
    type Output = Self;
    #[inline]
    fn mul(self, b: Self) -> Self {
        self.zip(b, self.value * b.value, |s, t| s * b.value + self.value * t)
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "the rule of quotients")]
impl Div for Dual {
    type Output = Self;
    #[inline]
    fn div(self, b: Self) -> Self {
        let value = self.value / b.value;
        self.zip(b, value, |s, t| (s - value * t) / b.value)
    }
}

impl Mul<f64> for Dual {
    type Output = Self;
    #[inline]
    fn mul(self, b: f64) -> Self {
        self.chain(self.value * b, b)
    }
}

impl Neg for Dual {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

macro_rules! assign {
    ($($trait:ident $method:ident $sign:tt;)*) => { $(
        impl $trait for Dual {
            #[inline]
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

    const ZERO: Self = Self { value: 0.0, slopes: [0.0; 6] };
    const ONE: Self = Self { value: 1.0, slopes: [0.0; 6] };
    const LANES: usize = 1;

    #[inline]
    fn splat(x: f64) -> Self {
        Self { value: x, slopes: [0.0; 6] }
    }
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        // of a constant zero, nothing moves
        let slope = |s: f64| if s == 0.0 { 0.0 } else { s / (2.0 * root) };
        Self { value: root, slopes: self.slopes.map(slope) }
    }
    fn abs(self) -> Self {
        if self.value < 0.0 { -self } else { self }
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
    #[inline]
    fn lt(self, b: Self) -> bool {
        self.value < b.value
    }
    #[inline]
    fn le(self, b: Self) -> bool {
        self.value <= b.value
    }
    #[inline]
    fn eq_mask(self, b: Self) -> bool {
        self == b
    }
    #[inline]
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

/// A point that moves along, given relative to the point that the motions are about.
pub(crate) fn moved_point(r: Vec3) -> Vec3Of<Dual> {
    let mut point = moved_direction(r);
    for i in 0..3 {
        point[i].slopes[3 + i] = 1.0;
    }
    point
}

/// A direction that turns along.
pub(crate) fn moved_direction(r: Vec3) -> Vec3Of<Dual> {
    let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis.cross(r));
    Vec3Of(std::array::from_fn(|i| {
        let [x, y, z] = columns.map(|c| c[i]);
        Dual { value: r[i], slopes: [x, y, z, 0.0, 0.0, 0.0] }
    }))
}

/// Axes that turn along.
pub(crate) fn moved_axes(axes: &Mat3) -> Mat3Of<Dual> {
    let [x, y, z] = [0, 1, 2].map(|j| moved_direction(axes.col(j)));
    Mat3Of::from_cols(x, y, z)
}

/// The values of a vector.
pub(crate) fn values(v: Vec3Of<Dual>) -> Vec3 {
    Vec3(v.0.map(|x| x.value))
}

/// The slopes as a spatial vector: what a motion adds up to the change of the value with.
pub(crate) fn gradient(x: Dual) -> Spatial {
    Spatial(x.slopes)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Function = fn(Dual) -> Dual;

    #[test]
    fn slopes_are_those_of_differences() {
        let x = Dual { value: 0.7, slopes: [1.0, 0.0, 0.0, 0.0, 0.0, 2.0] };
        let functions: [(&str, Function); 8] = [
            ("sqrt", Num::sqrt),
            ("abs", |x| Num::abs(-x)),
            ("sin", |x| x.sin_cos().0),
            ("cos", |x| x.sin_cos().1),
            ("exp", Num::exp),
            ("powf", |x| x.powf(2.5)),
            ("atan2", |x| x.atan2(x * x + Dual::ONE)),
            ("quotient", |x| (x * x - Dual::ONE) / (x + Dual::splat(2.0))),
        ];
        for (name, f) in functions {
            let at = |h: f64| f(Dual::splat(0.7 + h)).value;
            let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
            let found = f(x).slopes;
            assert!((found[0] - slope).abs() < 1e-9, "{name}: {found:?}, {slope}");
            assert!((found[5] - 2.0 * slope).abs() < 1e-9 && found[1] == 0.0, "{name}: {found:?}");
        }
    }

    #[test]
    fn a_moved_point_moves_as_a_rigid_body() {
        let r = Vec3::new(0.3, -0.2, 0.5);
        let moved = moved_point(r);
        for (k, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            let turned = Vec3(moved.0.map(|x| x.slopes[k]));
            let shifted = Vec3(moved.0.map(|x| x.slopes[3 + k]));
            assert_eq!((turned, shifted), (axis.cross(r), axis));
        }
    }
}
