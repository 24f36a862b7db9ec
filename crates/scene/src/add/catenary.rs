//! Strings that hang between two points.
//!
//! A string of length `l` between points that are `h` apart across and `v` apart up lies on
//! `b h cosh(x / (b h))`, with `2 b sinh(1 / (2 b)) = sqrt(l^2 - v^2) / h`. In terms of
//! `1 / sqrt(2 b sinh(1 / (2 b)) - 1)`, which is nearly linear in `b`, Newton's method finds it fast
//! (<https://math.stackexchange.com/a/1002996>).

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::math::{Vec3, fun};

/// When the equation counts as solved.
const TOLERANCE: f64 = 1e-9;

/// Points along a string of a given length that hangs between two: two of them if it is stretched,
/// three if it hangs nearly straight down, else at most `count`.
#[doc(alias = "mjv_catenary")]
#[must_use]
pub fn catenary(x0: Vec3, x1: Vec3, gravity: Vec3, length: f64, count: usize) -> Vec<Vec3> {
    let along = x1 - x0;
    if along.norm() > length {
        return vec![x0, x1];
    }
    let up = (-gravity).normalized().0;
    let flat = along - up * up.dot(along);
    let (across, norm) = flat.normalized();
    let across = if norm < MINVAL { Vec3::ZERO } else { across };
    let (h, v) = (along.dot(across), along.dot(up));

    // two straight pieces that a bead would pull down
    if length > 100.0 * h {
        let down = -0.5 * ((length * length - h * h).sqrt() - v);
        let aside = h * down / (2.0 * down - v);
        return vec![x0, x0 + up * down + across * aside, x1];
    }
    let bh = flatness(v, h, length) * h;
    let h_offset = -0.5 * (fun::ln((length + v) / (length - v)) * bh - h);
    let v_offset = -cosh_sinh(h_offset / bh).0 * bh;
    let hanging = |i: usize| {
        let x = i as f64 * h / count as f64;
        let y = bh * cosh_sinh((x - h_offset) / bh).0 + v_offset;
        x0 + across * x + up * y
    };
    let mut points = vec![x0];
    points.extend((1..count.saturating_sub(1)).map(hanging));
    points.push(x1);
    points
}

fn cosh_sinh(x: f64) -> (f64, f64) {
    let exp = fun::exp(x);
    (0.5 * (exp + 1.0 / exp), 0.5 * (exp - 1.0 / exp))
}

/// The flatness `b` of the string.
fn flatness(v: f64, h: f64, length: f64) -> f64 {
    let goal = 1.0 / ((length * length - v * v).sqrt() / h - 1.0).sqrt();
    let residual = |b: f64| {
        let (cosh, sinh) = cosh_sinh(0.5 / b);
        let excess = 2.0 * b * sinh - 1.0;
        let slope = (0.5 / b * cosh - sinh) * fun::pow(excess, -1.5);
        (1.0 / excess.sqrt() - goal, slope)
    };
    let mut b = goal / 24.0_f64.sqrt();
    for _ in 0..50 {
        let (now, slope) = residual(b);
        if now.abs() < TOLERANCE {
            break;
        }
        let mut step = -now / slope;
        for _ in 0..10 {
            if residual(b + step).0.abs() < now.abs() {
                break;
            }
            step *= 0.5;
        }
        b += step;
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: Vec3 = Vec3([0.0, 0.0, -9.81]);

    #[test]
    fn strings_have_their_length() {
        let (from, to) = (Vec3::ZERO, Vec3([1.0, 0.0, 0.3]));
        let points = catenary(from, to, DOWN, 2.0, 100);
        assert_eq!((points.len(), points[0], points[99]), (100, from, to));
        let length: f64 = points.windows(2).map(|pair| (pair[1] - pair[0]).norm()).sum();
        assert!((length - 2.0).abs() < 0.02, "{length}");
    }

    #[test]
    fn stretched_strings_are_straight_and_loose_ones_hang_down() {
        assert_eq!(catenary(Vec3::ZERO, Vec3::X, DOWN, 0.5, 9).len(), 2);
        let points = catenary(Vec3::ZERO, Vec3::ZERO, DOWN, 2.0, 9);
        assert_eq!(points, [Vec3::ZERO, Vec3([0.0, 0.0, -1.0]), Vec3::ZERO]);
    }
}
