//! Angles rounded to the nearest number.
//!
//! Slopes of the fields are differences over 1e-8: an angle that is off by the last bit turns a
//! gradient by 1e-8. The C library that MuJoCo uses rounds almost always right, so this does, too:
//! angles are computed as sums of two numbers and rounded once. Where a quicker sum with a bound on
//! its error leaves no doubt about the rounding, that is the answer.

use std::sync::LazyLock;

use ferrodyn_engine::math::fun;

/// Where products of numbers and of their rounding errors neither overflow nor vanish.
const SAFE: std::ops::Range<f64> = 1e-100..1e100;

/// A number as the sum of two, the second below the last bit of the first.
#[derive(Clone, Copy, Debug)]
struct Double(f64, f64);

impl Double {
    /// The sum of two numbers, without error.
    fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }

    /// The product of two numbers, without error.
    fn product(a: f64, b: f64) -> Self {
        let halves = |x: f64| {
            // the upper and lower half of the bits
            let scaled = 134_217_729.0 * x;
            let upper = scaled - (scaled - x);
            (upper, x - upper)
        };
        let (product, (a0, a1), (b0, b1)) = (a * b, halves(a), halves(b));
        Self(product, ((a0 * b0 - product) + a0 * b1 + a1 * b0) + a1 * b1)
    }

    fn plus(self, other: Self) -> Self {
        let Self(high, low) = Self::sum(self.0, other.0);
        Self::sum(high, low + (self.1 + other.1))
    }

    fn times(self, other: Self) -> Self {
        let Self(high, low) = Self::product(self.0, other.0);
        Self::sum(high, low + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self.plus(other.times(Self(-first, 0.0)));
        Self::sum(first, rest.0 / other.0)
    }

    fn negated(self) -> Self {
        Self(-self.0, -self.1)
    }
}

const PI: Double = Double(std::f64::consts::PI, 1.224_646_799_147_353_2e-16);
const HALF_PI: Double = Double(std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17);

/// Steps from 0 to 1 at which arc tangents are known.
const STEPS: usize = 256;
/// Steps of which all but the last are found from the same known one.
const STRIDE: usize = 16;

/// Arc tangents of multiples of a step.
static KNOWN: LazyLock<[Double; STEPS + 1]> = LazyLock::new(|| {
    let mut known = [Double(0.0, 0.0); STEPS + 1];
    for k in 1..=STEPS {
        // atan a - atan b = atan (a - b) / (1 + a b)
        let b = (k - 1) / STRIDE * STRIDE;
        let [above, below] = [STEPS * (k - b), STEPS * STEPS + k * b];
        let between = Double(above as f64, 0.0).over(Double(below as f64, 0.0));
        known[k] = known[b].plus(series(between));
    }
    known
});

/// Arc tangent of a small number, to twice the usual digits.
fn series(u: Double) -> Double {
    let square = u.times(u).negated();
    let (mut power, mut sum) = (u, u);
    for odd in (3..24).step_by(2) {
        power = power.times(square);
        sum = sum.plus(power.over(Double(f64::from(odd), 0.0)));
    }
    sum
}

/// Arc tangent of a number from 0 to 1.
fn arc_tangent(t: Double) -> Double {
    let k = (t.0 * STEPS as f64 + 0.5) as usize;
    let near = k as f64 / STEPS as f64;
    let Double(high, low) = Double::sum(t.0, -near);
    let part = Double::sum(1.0, t.0 * near);
    let exact = Double::product(t.0, near);
    let below = Double::sum(high, low + t.1);
    let one = Double(part.0, part.1 + exact.1 + t.1 * near);
    let u = below.over(one);
    // what is left is small: usual digits do
    let rest = u.0 * odd_powers(u.0 * u.0);
    let Double(high, low) = Double::sum(KNOWN[k].0, u.0);
    Double::sum(high, low + (KNOWN[k].1 + u.1 + rest))
}

/// Arc tangent of a small number over that number, less 1, from its square.
fn odd_powers(s: f64) -> f64 {
    s * (-1.0 / 3.0 + s * (1.0 / 5.0 + s * (-1.0 / 7.0 + s / 9.0)))
}

/// Angle of a point with positive y, and x of any sign.
fn angle(y: Double, x: Double) -> Double {
    let (left, x) = if x.0 < 0.0 { (true, x.negated()) } else { (false, x) };
    let angle = if y.0 > x.0 {
        HALF_PI.plus(arc_tangent(x.over(y)).negated())
    } else {
        arc_tangent(y.over(x))
    };
    if left { PI.plus(angle.negated()) } else { angle }
}

/// An angle, and a bound on its error.
struct Near(Double, f64);

impl Near {
    /// The number to which everything within the bound is rounded, if that is one.
    fn rounded(&self) -> Option<f64> {
        let Self(Double(high, low), error) = *self;
        let nearest = high + (low - error);
        (nearest == high + (low + error)).then_some(nearest)
    }
}

/// What [`angle`] computes, with fewer digits: those of the small angle to the next known one are
/// usual.
fn quick_angle(y: Double, x: Double) -> Near {
    /// Relative error of the small angle: quotient and polynomial are off by a few last bits.
    const RELATIVE: f64 = 4.0 * f64::EPSILON;
    /// The error of what the sums of two numbers drop.
    const DROPPED: f64 = 16.0 * f64::EPSILON * f64::EPSILON;
    /// Multiplying by it and subtracting leaves the leading 44 bits of a number.
    const UPPER: f64 = 513.0;

    let left = x.0 < 0.0;
    let x = if left { x.negated() } else { x };
    let steep = y.0 > x.0;
    let (y, x) = if steep { (x, y) } else { (y, x) };
    let k = (y.0 / x.0 * STEPS as f64 + 0.5) as usize;
    let near = k as f64 / STEPS as f64;
    // y - near x: the product with the upper bits is exact, and so is what is left of y
    let scaled = x.0 * UPPER;
    let upper = scaled - (scaled - x.0);
    let above = (y.0 - near * upper) - near * (x.0 - upper) + (y.1 - near * x.1);
    let u = above / (x.0 + near * y.0);
    let small = u + u * odd_powers(u * u);

    // the known angle and the small one lead away from x or y, or back towards them
    let (from, sign) = match (steep, left) {
        (false, false) => (Double(0.0, 0.0), 1.0),
        (true, false) => (HALF_PI, -1.0),
        (true, true) => (HALF_PI, 1.0),
        (false, true) => (PI, -1.0),
    };
    let known = Double::sum(from.0, sign * KNOWN[k].0);
    let Double(high, low) = Double::sum(known.0, sign * small);
    let low = low + (known.1 + (from.1 + sign * KNOWN[k].1));
    Near(Double(high, low), RELATIVE * u.abs() + DROPPED)
}

/// The nearest number to an angle.
fn rounded_angle(y: Double, x: Double) -> f64 {
    quick_angle(y, x).rounded().unwrap_or_else(|| {
        let angle = angle(y, x);
        angle.0 + angle.1
    })
}

/// Angle of the point `(x, y)`, in radians.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    if !SAFE.contains(&y.abs()) || !SAFE.contains(&x.abs()) {
        return fun::atan2(y, x);
    }
    rounded_angle(Double(y.abs(), 0.0), Double(x, 0.0)).copysign(y)
}

/// Inverse cosine, in radians.
pub(super) fn acos(x: f64) -> f64 {
    if !SAFE.contains(&x.abs()) || x.abs() >= 1.0 {
        return fun::acos(x);
    }
    // the sine is the root of 1 - x^2
    let square = Double::product(x, x);
    let Double(high, low) = Double::sum(1.0, -square.0);
    let left = Double::sum(high, low - square.1);
    let root = left.0.sqrt();
    let square = Double::product(root, root);
    let missing = left.plus(square.negated());
    rounded_angle(Double::sum(root, missing.0 / (2.0 * root)), Double(x, 0.0))
}

/// Tangent of an angle in radians.
pub(super) fn tan(x: f64) -> f64 {
    let near = fun::tan(x);
    if !SAFE.contains(&x) || x > 1.5 {
        return near;
    }
    // a step towards the number whose angle this is
    let missing = Double(x, 0.0).plus(angle(Double(near, 0.0), Double(1.0, 0.0)).negated());
    near + missing.0 * (1.0 + near * near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_angles_are_right_to_twice_the_digits() {
        // pi / 4 and the arc tangent of one half
        let [quarter, half] = [KNOWN[STEPS], KNOWN[STEPS / 2]];
        assert_eq!(quarter.0, PI.0 / 4.0);
        assert!((quarter.1 - PI.1 / 4.0).abs() < 1e-31, "{}", quarter.1);
        assert_eq!(half.0, 0.463_647_609_000_806_1);
        assert!((half.1 - 2.269_877_745_296_168_7e-17).abs() < 1e-31, "{}", half.1);
    }

    #[test]
    fn angles_agree_with_the_usual_ones_to_the_last_bits() {
        let close = |a: f64, b: f64| (a - b).abs() <= 2.0 * f64::EPSILON * b.abs();
        let mut z = 0.377_f64;
        let mut next = || {
            z = (z * 997.0 + 0.123).fract();
            2.0 * z - 1.0
        };
        for _ in 0..2000 {
            let (y, x) = (next(), next());
            assert!(close(atan2(y, x), fun::atan2(y, x)), "{y} {x}");
            assert!(close(acos(x), fun::acos(x)), "{x}");
            assert!(close(tan(x.abs()), fun::tan(x.abs())), "{x}");
        }
    }

    #[test]
    fn what_is_quick_has_the_same_bits_and_is_frequent() {
        let mut z = 0.577_f64;
        let mut next = || {
            z = (z * 997.0 + 0.123).fract();
            z
        };
        let mut doubtful = 0;
        for _ in 0..100_000 {
            let y = Double::sum(next(), next() * f64::EPSILON / 8.0);
            let x = Double(2.0 * next() - 1.0, 0.0);
            let exact = angle(y, x);
            match quick_angle(y, x).rounded() {
                Some(quick) => assert_eq!(quick, exact.0 + exact.1, "{y:?} {x:?}"),
                None => doubtful += 1,
            }
        }
        assert!(doubtful < 2_000, "{doubtful}");
    }

    #[test]
    fn special_points_are_as_usual() {
        for (y, x) in [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (1e-300, 1.0)] {
            assert_eq!(atan2(y, x), fun::atan2(y, x));
        }
        assert!(atan2(f64::NAN, 1.0).is_nan() && acos(2.0).is_nan());
        assert_eq!((acos(1.0), acos(-1.0), acos(0.0)), (0.0, PI.0, HALF_PI.0));
    }
}
