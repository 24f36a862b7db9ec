//! Two capsules: the nearest points of their segments, then two balls.
//!
//! With half axes `h1`, `h2` and centers `c1`, `c2` the points are `c1 + x1 h1` and `c2 + x2 h2`,
//! `x1` and `x2` within [-1, 1]. The squared distance is least where
//!
//! ```text
//! | h1.h1  -h1.h2 | | x1 |   | -h1.(c1 - c2) |
//! | -h1.h2  h2.h2 | | x2 | = |  h2.(c1 - c2) |
//! ```
//!
//! A solution outside the square is moved to its border. Parallel segments make the matrix singular:
//! then each end is paired with the nearest point of the other segment until two contacts are found.

use super::sphere::{Ball, ball_ball};
use crate::collision::shape::{Hits, Shape};
use crate::math::scalar::clip;
use crate::math::{MINVAL, Vec3};

/// Two capsules: one contact, or up to two if they are parallel.
#[doc(alias = "mjc_CapsuleCapsule")]
pub(crate) fn capsule_capsule(a: &Shape, b: &Shape, margin: f64, out: &mut Hits) {
    let segments = Segments::new(a, b);
    let mut try_points = |x1: f64, x2: f64| {
        let p1 = segments.h1 * x1 + a.pos;
        let p2 = segments.h2 * x2 + b.pos;
        ball_ball(Ball::of(a, p1), Ball::of(b, p2), margin, out)
    };

    if let Some((x1, x2)) = segments.nearest() {
        try_points(x1, x2);
        return;
    }

    // ends of the first capsule
    let found = [1.0, -1.0].map(|x1| try_points(x1, clip(segments.x2_at(x1), -1.0, 1.0)));
    let mut count = usize::from(found[0]) + usize::from(found[1]);

    // ends of the second
    for x2 in [1.0, -1.0] {
        if count >= 2 {
            break;
        }
        count += usize::from(try_points(clip(segments.x1_at(x2), -1.0, 1.0), x2));
    }
}

/// Half axes of both capsules and the linear system of their nearest points.
struct Segments {
    h1: Vec3,
    h2: Vec3,
    m11: f64,
    m12: f64,
    m22: f64,
    rhs1: f64,
    rhs2: f64,
}

impl Segments {
    fn new(a: &Shape, b: &Shape) -> Self {
        let h1 = a.mat.col(2) * a.size[1];
        let h2 = b.mat.col(2) * b.size[1];
        let apart = a.pos - b.pos;
        Self {
            h1,
            h2,
            m11: h1.dot(h1),
            m12: -h1.dot(h2),
            m22: h2.dot(h2),
            rhs1: -h1.dot(apart),
            rhs2: h2.dot(apart),
        }
    }

    /// `x1` of the point of the first line nearest to an end of the second segment (`x2` is 1 or -1).
    fn x1_at(&self, x2: f64) -> f64 {
        (self.rhs1 - self.m12 * x2) / self.m11
    }

    /// `x2` of the point of the second line nearest to an end of the first segment (`x1` is 1 or -1).
    fn x2_at(&self, x1: f64) -> f64 {
        (self.rhs2 - self.m12 * x1) / self.m22
    }

    /// The nearest points; `None` if the segments are parallel.
    fn nearest(&self) -> Option<(f64, f64)> {
        let det = self.m11 * self.m22 - self.m12 * self.m12;
        if det.abs() < MINVAL || det.is_nan() {
            return None;
        }
        let mut x1 = (self.m22 * self.rhs1 - self.m12 * self.rhs2) / det;
        let mut x2 = (self.m11 * self.rhs2 - self.m12 * self.rhs1) / det;

        // beyond an end of the first segment, then of the second
        if x1.abs() > 1.0 {
            x1 = x1.signum();
            x2 = self.x2_at(x1);
        }
        if x2.abs() > 1.0 {
            x2 = x2.signum();
            x1 = clip(self.x1_at(x2), -1.0, 1.0);
        }
        Some((x1, x2))
    }
}
