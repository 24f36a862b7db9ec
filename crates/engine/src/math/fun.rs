//! The only place that computes transcendental functions.
//!
//! Nothing here asks the platform's math library, so every platform gives the same bits; and
//! [`sin_cos`] is one piece of code for single numbers and for lanes.

use super::{InLanes, Num};

/// Arguments up to here are reduced to a quarter turn by three subtractions.
const REDUCIBLE: f64 = 1e6;
/// Adding and subtracting it rounds to the nearest integer.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// A quarter turn in three parts; the first two have 33 bits, so that small multiples are exact.
const QUARTER: [f64; 3] =
    [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
/// Multiplying by it and subtracting leaves the leading 9 bits of a number.
const SPLIT: f64 = 17_592_186_044_417.0;
/// -1/6 as 26 bits and the rest: the cube of a number of 9 bits times the first part is exact.
const SIXTH: [f64; 2] = [-0.166_666_667_908_430_1, 1.241_763_432_820_638e-9];
/// 1/24 as 17 bits and the rest: the fourth power of a number of 9 bits times the first part is exact.
const TWENTY_FOURTH: [f64; 2] = [0.041_666_507_720_947_266, 1.589_457_194_010_416_6e-7];
/// Coefficients of sin(x) = x - x^3/6 + x^5 (S0 + S1 x^2 + ...) up to an eighth of a turn.
const SIN: [f64; 6] = [
    8.333_333_333_333_333e-3,
    -1.984_126_984_126_895_8e-4,
    2.755_731_922_231_844_5e-6,
    -2.505_210_723_293_674_6e-8,
    1.605_868_368_328_571e-10,
    -7.595_260_169_253_886e-13,
];
/// Coefficients of cos(x) = 1 - x^2/2 + x^4/24 + x^6 (C0 + C1 x^2 + ...) up to an eighth of a turn.
const COS: [f64; 6] = [
    -1.388_888_888_888_889e-3,
    2.480_158_730_158_681e-5,
    -2.755_731_922_305_904_4e-7,
    2.087_675_634_726_778e-9,
    -1.147_054_542_279_262_1e-11,
    4.750_632_264_806_222_5e-14,
];

/// Sine and cosine of an angle in radians: the nearest numbers but for one case in a thousand.
#[inline(always)]
#[must_use]
pub fn sin_cos<N: Num>(x: N) -> (N, N) {
    N::sin_cos(x)
}

/// [`sin_cos`] of numbers and lanes. Other numbers have one of their own: here, adding and
/// subtracting [`ROUND`] would take what comes with a value as if it were not rounded.
#[inline(always)]
pub(super) fn sin_cos_in_lanes<N: InLanes>(x: N) -> (N, N) {
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
#[inline(always)]
fn round<N: InLanes>(x: N) -> N {
    (x + N::splat(ROUND)) - N::splat(ROUND)
}

/// Whole quarter turns nearest to `x`, the rest, and what rounding took from the rest.
#[inline(always)]
fn reduce<N: InLanes>(x: N) -> (N, N, N) {
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
#[inline(always)]
fn sin_small<N: InLanes>(x: N, tail: N) -> N {
    let (high, low) = split(x);
    let z = x * x;
    // x + high^3 * SIXTH[0], exactly
    let cube = high * high * high * SIXTH[0];
    let sum = x + cube;
    let lost = (x - sum) + cube;
    // what is left of x^3/6, and the higher powers
    let rest = low * (z + high * (x + high)) * SIXTH[0];
    let rest = rest + z * x * (N::splat(SIXTH[1]) + z * horner(&SIN, z));
    let slope = N::ONE - z * (N::splat(0.5) - z * (1.0 / 24.0));
    sum + (lost + (rest + tail * slope))
}

/// Cosine of `x + tail` for |x| up to an eighth of a turn.
#[inline(always)]
fn cos_small<N: InLanes>(x: N, tail: N) -> N {
    let (high, low) = split(x);
    let z = x * x;
    // 1 - high^2/2 + high^4 * TWENTY_FOURTH[0], exactly
    let square = high * high;
    let half = square * 0.5;
    let first = N::ONE - half;
    let lost = (N::ONE - first) - half;
    let fourth = square * square * TWENTY_FOURTH[0];
    let second = first + fourth;
    let lost = lost + ((first - second) + fourth);
    // what is left of x^2/2 and of x^4/24, and the higher powers
    let less = low * (x + high);
    let rest = less * (z + square) * TWENTY_FOURTH[0];
    let rest = rest + z * z * (N::splat(TWENTY_FOURTH[1]) + z * horner(&COS, z));
    let slope = x * (N::ONE - z * (1.0 / 6.0));
    second + (lost + (rest - (less * 0.5 + tail * slope)))
}

/// The leading 9 bits, and the others.
#[inline(always)]
fn split<N: InLanes>(x: N) -> (N, N) {
    let scaled = x * SPLIT;
    let high = scaled - (scaled - x);
    (high, x - high)
}

/// A polynomial, constant coefficient first.
#[inline(always)]
fn horner<N: InLanes>(coefficients: &[f64], x: N) -> N {
    coefficients.iter().rev().fold(N::ZERO, |sum, &c| sum * x + N::splat(c))
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
#[must_use]
pub fn sin(x: f64) -> f64 {
    sin_cos(x).0
}

/// Cosine of an angle in radians.
#[must_use]
pub fn cos(x: f64) -> f64 {
    sin_cos(x).1
}

/// Tangent of an angle in radians.
#[must_use]
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

/// Inverse cosine, in radians.
#[must_use]
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}

/// Inverse sine, in radians.
#[must_use]
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}

/// Angle of the point `(x, y)`, in radians.
#[must_use]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Angle of the point `(x, y)`, in radians, in single precision.
#[must_use]
pub fn atan2f(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Inverse tangent, in radians.
#[must_use]
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}

/// `x` to the power `y`.
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// `e` to the power `x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Logarithm to the base 10.
#[must_use]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// Hyperbolic tangent.
#[must_use]
pub fn tanh(x: f64) -> f64 {
    libm::tanh(x)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "the platform's functions are the reference")]
    #![allow(clippy::unreadable_literal, reason = "a table of numbers")]
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
    fn sine_and_cosine_are_the_nearest_numbers() {
        // computed with 200 bits; sums of rounded terms miss these
        let cases = [
            (-0.34271779185897344, -0.3360480683090136, 0.9418448363641331),
            (-0.47479546221669633, -0.4571565436516968, 0.8893862460126277),
            (0.7371016175964085, 0.6721447181321843, 0.7404197984164161),
            (-2.4162755299603855, -0.6633727761677725, -0.748289088414005),
            (-2.1325758155608963, -0.8463085301901203, -0.5326930370555243),
            (2.280275813086522, 0.7587010616553821, -0.6514389449848665),
            (-14.705331334973643, -0.8428901081585691, -0.5380857418371497),
            (-24.4385967470962, 0.6397281212014586, 0.7686012821639395),
            (5.482307677847963, -0.7179672647989548, 0.6960768683680759),
            (608.4087368734722, -0.872471771539787, 0.48866451463782956),
            (114.37150694058391, 0.9563284517103058, 0.2922941881895178),
            (-679.2923806827557, -0.6505948828119005, 0.7594249788221147),
            (222229.27427823935, -0.6494427622682889, 0.7604104802916217),
            (-400756.2708345747, -0.8393142528361401, -0.5436465625625824),
            (-66754.74074064847, -0.8200826763834073, -0.5722450558072371),
        ];
        for (x, sine, cosine) in cases {
            assert_eq!(sin_cos(x), (sine, cosine), "{x}");
        }
    }

    #[test]
    fn many_angles_have_the_bits_of_single_ones() {
        for len in 0..11 {
            let angles: Vec<f64> = (0..len).map(|i| 0.7 * f64::from(i) - 3.1).collect();
            let (mut sines, mut cosines) = (angles.clone(), vec![0.0; angles.len()]);
            f64::sin_cos_all(&mut sines, &mut cosines);
            let expected: (Vec<f64>, Vec<f64>) = angles.iter().map(|&x| sin_cos(x)).unzip();
            assert_eq!((sines, cosines), expected);
        }
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
