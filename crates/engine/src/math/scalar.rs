//! Functions of single numbers, with MuJoCo's answers for NaN and for ties.

use super::{MINVAL, Num, fun};
use crate::constants::MAXVAL;

/// The smaller of two numbers; `b` if either is NaN.
#[doc(alias = "mju_min")]
#[must_use]
pub fn min(a: f64, b: f64) -> f64 {
    if a <= b { a } else { b }
}

/// The larger of two numbers; `b` if either is NaN.
#[doc(alias = "mju_max")]
#[doc(alias = "mjMAX")]
#[must_use]
pub fn max(a: f64, b: f64) -> f64 {
    if a >= b { a } else { b }
}

/// `x` brought into the range from `low` to `high`; NaN stays NaN.
///
/// An empty range (`low > high`) gives `low` below it and `high` elsewhere.
#[doc(alias = "mju_clip")]
#[must_use]
pub fn clip(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// -1, 0 or 1; 0 for NaN.
#[doc(alias = "mju_sign")]
#[must_use]
pub fn sign(x: f64) -> f64 {
    if x < 0.0 {
        -1.0
    } else if x > 0.0 {
        1.0
    } else {
        0.0
    }
}

/// The nearest integer, halves upward. What does not fit is `i32::MIN`, as x86 converts it.
#[doc(alias = "mju_round")]
#[must_use]
pub fn round(x: f64) -> i32 {
    let (lower, upper) = (x.floor(), x.ceil());
    let nearest = if x - lower < upper - x { lower } else { upper };
    if nearest >= f64::from(i32::MIN) && nearest <= f64::from(i32::MAX) {
        nearest as i32
    } else {
        i32::MIN
    }
}

/// Whether `x` is NaN or too large to simulate with.
#[doc(alias = "mju_isBad")]
#[must_use]
pub fn is_bad(x: f64) -> bool {
    x.is_nan() || x.abs() > MAXVAL
}

/// The quintic step: 0 below 0, 1 above 1, with two vanishing derivatives at both ends.
#[doc(alias = "mju_sigmoid")]
#[must_use]
pub fn sigmoid<N: Num>(x: N) -> N {
    let step = x * x * x * (x * 3.0 * (x * 2.0 - N::splat(5.0)) + N::splat(10.0));
    N::select(x.le(N::ZERO), N::ZERO, N::select(N::ONE.le(x), N::ONE, step))
}

/// Element `index` of the Halton sequence: the digits of `index` in `base`, mirrored at the point.
///
/// Zero for an index that is not positive and for the bases 0 and 1, which have no digits.
#[doc(alias = "mju_Halton")]
#[must_use]
pub fn halton(index: i32, base: i32) -> f64 {
    if base == 0 || base == 1 {
        return 0.0;
    }
    let b = f64::from(base);
    let (mut rest, mut weight, mut sum) = (index, 1.0 / b, 0.0);
    while rest > 0 {
        sum += weight * f64::from(rest % base);
        weight /= b;
        rest /= base;
    }
    sum
}

/// Position at time `t` of a unit mass on a spring and damper, `x'' = -k x - b x'`.
///
/// It starts at `pos0` with velocity `vel0`. Exact: the motion of a linear oscillator.
#[doc(alias = "mju_springDamper")]
#[must_use]
pub fn spring_damper(pos0: f64, vel0: f64, k: f64, b: f64, t: f64) -> f64 {
    let det = b * b - 4.0 * k;
    if det > MINVAL {
        // overdamped: two decaying exponentials
        let w = det.sqrt() / 2.0;
        let (r1, r2) = (-b / 2.0 + w, -b / 2.0 - w);
        let c1 = (pos0 * r2 - vel0) / (r2 - r1);
        let c2 = (pos0 * r1 - vel0) / (r1 - r2);
        c1 * fun::exp(r1 * t) + c2 * fun::exp(r2 * t)
    } else if (-MINVAL..=MINVAL).contains(&det) {
        // critically damped
        let c2 = vel0 + b * pos0 / 2.0;
        fun::exp(-b * t / 2.0) * (pos0 + c2 * t)
    } else {
        // underdamped: a decaying oscillation
        let w = det.abs().sqrt() / 2.0;
        let c2 = (vel0 + b * pos0 / 2.0) / w;
        fun::exp(-b * t / 2.0) * (pos0 * fun::cos(w * t) + c2 * fun::sin(w * t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_goes_where_comparisons_send_it() {
        assert_eq!(min(f64::NAN, 2.0), 2.0);
        assert!(max(2.0, f64::NAN).is_nan());
        assert!(clip(f64::NAN, 0.0, 1.0).is_nan());
        assert_eq!(sign(f64::NAN), 0.0);
        assert_eq!(round(f64::NAN), i32::MIN);
        assert!(is_bad(f64::NAN) && is_bad(-2.0 * MAXVAL) && !is_bad(MAXVAL));
    }

    #[test]
    fn round_takes_halves_upward() {
        assert_eq!([-1.5, -0.5, 0.5, 1.4, 2.0].map(round), [-1, 0, 1, 1, 2]);
        assert_eq!(round(1e10), i32::MIN);
    }

    #[test]
    fn sigmoid_is_a_symmetric_step() {
        assert_eq!([-1.0, 0.0, 0.5, 1.0, 2.0].map(sigmoid), [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert!((sigmoid(0.3) + sigmoid(0.7) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn halton_mirrors_the_digits() {
        assert_eq!([1, 2, 3, 4].map(|i| halton(i, 2)), [0.5, 0.25, 0.75, 0.125]);
        assert_eq!(halton(5, 0), 0.0);
    }

    #[test]
    fn spring_damper_solves_its_equation() {
        // central differences of the position in all three regimes
        const H: f64 = 1e-4;
        for (k, b) in [(1.0, 4.0), (1.0, 2.0), (9.0, 0.5)] {
            let x = |t| spring_damper(0.7, -0.4, k, b, t);
            assert!((x(0.0) - 0.7).abs() < 1e-15);
            let (before, now, after) = (x(0.5 - H), x(0.5), x(0.5 + H));
            let (vel, acc) = ((after - before) / (2.0 * H), (after - 2.0 * now + before) / (H * H));
            assert!((acc + b * vel + k * now).abs() < 1e-6, "k {k} b {b}");
        }
    }
}
