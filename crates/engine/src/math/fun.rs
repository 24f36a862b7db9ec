//! The only place that computes transcendental functions.
//!
//! Nothing here asks the platform's math library, so every platform gives the same bits; and
//! [`sin_cos`] is one piece of code for single numbers and for lanes.

use super::Num;

/// Arguments up to here are reduced to a quarter turn by three subtractions.
const REDUCIBLE: f64 = 1e6;
/// Adding and subtracting it rounds to the nearest integer.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// A quarter turn in three parts; the first two have 33 bits, so that small multiples are exact.
const QUARTER: [f64; 3] =
    [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
/// Coefficients of sin(x) = x + x^3 (S0 + S1 x^2 + ...) up to an eighth of a turn.
const SIN: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
/// Coefficients of cos(x) = 1 - x^2/2 + x^4 (C0 + C1 x^2 + ...) up to an eighth of a turn.
const COS: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_82e-11,
];

/// Sine and cosine of an angle in radians, to less than one unit in the last place.
pub fn sin_cos<N: Num>(x: N) -> (N, N) {
    // large arguments and those that are not numbers go lane by lane
    if !N::all(x.abs().lt(N::splat(REDUCIBLE))) {
        return (x.map(sin_any), x.map(cos_any));
    }
    let (quarters, r, tail) = reduce(x);
    let (s, c) = (sin_small(r, tail), cos_small(r, tail));

    // quarter turns swap sine and cosine and change signs: the quadrant is quarters modulo 4
    let half = round(quarters * 0.5 - N::splat(0.25));
    let odd = (quarters - half * 2.0).eq_mask(N::ONE);
    let flip = (half - round(half * 0.5 - N::splat(0.25)) * 2.0).eq_mask(N::ONE);
    let (sine, cosine) = (N::select(odd, c, s), N::select(odd, -s, c));
    (N::select(flip, -sine, sine), N::select(flip, -cosine, cosine))
}

/// Nearest integer, for numbers far below 2^52.
fn round<N: Num>(x: N) -> N {
    (x + N::splat(ROUND)) - N::splat(ROUND)
}

/// Whole quarter turns nearest to `x`, the rest, and what rounding took from the rest.
fn reduce<N: Num>(x: N) -> (N, N, N) {
    let quarters = round(x * std::f64::consts::FRAC_2_PI);
    let rest = x - quarters * QUARTER[0];
    let second = quarters * QUARTER[1];
    let third = quarters * QUARTER[2];
    let a = rest - second;
    let a_error = (rest - a) - second;
    let b = a - third;
    let b_error = (a - b) - third;
    (quarters, b, a_error + b_error)
}

/// Sine of `x + tail` for |x| up to an eighth of a turn.
fn sin_small<N: Num>(x: N, tail: N) -> N {
    let z = x * x;
    let v = z * x;
    let high = SIN[2..].iter().rev().fold(N::ZERO, |sum, &c| sum * z + N::splat(c));
    let r = N::splat(SIN[1]) + z * high;
    x - ((z * (tail * 0.5 - v * r) - tail) - v * SIN[0])
}

/// Cosine of `x + tail` for |x| up to an eighth of a turn.
fn cos_small<N: Num>(x: N, tail: N) -> N {
    let z = x * x;
    let r = z * COS.iter().rev().fold(N::ZERO, |sum, &c| sum * z + N::splat(c));
    let half = z * 0.5;
    let w = N::ONE - half;
    w + (((N::ONE - w) - half) + (z * r - x * tail))
}

/// Sine of any number: by the reduction above where that reaches.
fn sin_any(x: f64) -> f64 {
    if x.abs() < REDUCIBLE { sin_cos(x).0 } else { libm::sin(x) }
}

/// Cosine of any number: by the reduction above where that reaches.
fn cos_any(x: f64) -> f64 {
    if x.abs() < REDUCIBLE { sin_cos(x).1 } else { libm::cos(x) }
}

/// Sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    sin_cos(x).0
}

/// Cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    sin_cos(x).1
}

/// Tangent of an angle in radians.
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

/// Inverse cosine, in radians.
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}

/// Inverse sine, in radians.
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}

/// Angle of the point `(x, y)`, in radians.
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Angle of the point `(x, y)`, in radians, in single precision.
pub fn atan2f(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Inverse tangent, in radians.
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}

/// `x` to the power `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// `e` to the power `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "the platform's functions are the reference")]
    use super::*;
    use crate::math::Pack;

    fn ulps(a: f64, b: f64) -> f64 {
        (a - b).abs() / (b.abs() * f64::EPSILON).max(f64::MIN_POSITIVE)
    }

    #[test]
    fn sine_and_cosine_are_right_to_the_last_place() {
        let mut x: f64 = 1e-9;
        while x < 2e6 {
            for x in [x, -x, (x / 0.75).round() * std::f64::consts::FRAC_PI_4] {
                let (s, c) = sin_cos(x);
                assert!(ulps(s, x.sin()) <= 1.0 && ulps(c, x.cos()) <= 1.0, "{x:e}: {s:e} {c:e}");
            }
            x *= 1.0007;
        }
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
        assert!(sin(f64::NAN).is_nan() && cos(f64::INFINITY).is_nan());
    }

    #[test]
    fn lanes_have_the_bits_of_single_numbers() {
        for x in [[0.3, -7.0, 1e5, 2.5], [1e9, 0.1, f64::NAN, -3.0], [0.0, -0.0, 0.8, 1e300]] {
            let (s, c) = sin_cos(Pack(x));
            for (i, &x) in x.iter().enumerate() {
                let one = sin_cos(x);
                assert_eq!(
                    (s.0[i].to_bits(), c.0[i].to_bits()),
                    (one.0.to_bits(), one.1.to_bits())
                );
            }
        }
    }
}
