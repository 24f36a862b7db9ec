//! The shortest path of a tendon around a sphere or cylinder.
//!
//! Both shapes reduce to a circle in a plane: for a sphere the plane through its center and both
//! ends, for a cylinder the plane across its axis, where the path then climbs evenly. The path goes
//! straight to the circle, along it, and straight on; or, inside a hollow object, touches the
//! circle in one point. Numbers of one simulation: the branches depend on the state.

use std::f64::consts::PI;

use crate::math::{MINVAL, Mat3, Vec3, fun};

/// A point or direction in the plane of the circle.
type Vec2 = [f64; 2];

/// Most Newton iterations to find where the path touches a hollow object.
const INSIDE_MAX_ITER: usize = 20;
/// Where these iterations start, just before the singularity at 1.
const INSIDE_START: f64 = 1.0 - 1e-7;
/// Residual at which they stop.
const INSIDE_TOLERANCE: f64 = 1e-6;

/// An object that tendons wrap around.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrapObject {
    pub(super) pos: Vec3,
    pub(super) mat: Mat3,
    pub(super) radius: f64,
    /// A cylinder along the z axis of `mat`; a sphere otherwise.
    pub(super) cylinder: bool,
}

/// The part of a path that touches an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrapped {
    /// Length along the surface.
    pub(super) length: f64,
    /// Where the path meets the surface and where it leaves, in world.
    pub(super) points: [Vec3; 2],
}

impl WrapObject {
    /// The path from `ends[0]` to `ends[1]`, `None` if it passes the object without touching it.
    ///
    /// The path goes around on the side of the point `side`; if that lies inside the object, the
    /// path stays inside too.
    #[doc(alias = "mju_wrap")]
    pub(super) fn wrap(&self, ends: [Vec3; 2], side: Option<Vec3>) -> Option<Wrapped> {
        // ends and side in the object's frame
        let local = |p: Vec3| self.mat.transpose_mul(p - self.pos);
        let ends = ends.map(local);
        let side = side.map(local);
        if ends[0].norm() < MINVAL || ends[1].norm() < MINVAL {
            return None;
        }

        // the problem in the plane of the circle
        let axes = self.plane(ends);
        let flat = |p: Vec3| [p.dot(axes[0]), p.dot(axes[1])];
        let ends2 = ends.map(flat);
        let (length, touch) = match side {
            Some(s) if s.norm() < self.radius => (0.0, touch_inside(ends2, self.radius)?),
            Some(s) => {
                let toward = scale(unit(flat(s)), self.radius);
                around_circle(ends2, Some(toward), self.radius)?
            }
            None => around_circle(ends2, None, self.radius)?,
        };

        // back to space
        let mut points = touch.map(|p| axes[0] * p[0] + axes[1] * p[1]);
        let length = if self.cylinder { climb(ends, &mut points, length) } else { length };
        Some(Wrapped { length, points: points.map(|p| self.mat * p + self.pos) })
    }

    /// Two orthogonal unit vectors that span the plane of the circle.
    fn plane(&self, ends: [Vec3; 2]) -> [Vec3; 2] {
        if self.cylinder {
            return [Vec3::X, Vec3::Y];
        }
        let (first, _) = ends[0].normalized();
        let (mut normal, sine) = ends[0].cross(ends[1]).normalized();
        if sine < MINVAL {
            // the ends lie on a line through the center: any plane through it will do
            let mut other = Vec3::new(1.0, 1.0, 1.0);
            other[largest(first)] = 0.0;
            (normal, _) = first.cross(other).normalized();
        }
        let (second, _) = normal.cross(first).normalized();
        [first, second]
    }
}

/// The coordinate of largest magnitude; the first one unless another exceeds all.
fn largest(v: Vec3) -> usize {
    let [x, y, z] = v.0.map(f64::abs);
    if z > x && z > y { 2 } else { usize::from(y > x && y > z) }
}

/// Spreads the height between the ends of a path around a cylinder evenly over its length; returns
/// the length along the surface with height.
fn climb(ends: [Vec3; 2], points: &mut [Vec3; 2], length: f64) -> f64 {
    let flat_dist =
        |a: Vec3, b: Vec3| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    let before = flat_dist(ends[0], points[0]);
    let after = flat_dist(ends[1], points[1]);
    let total = before + length + after;
    let rise = ends[1][2] - ends[0][2];
    points[0][2] = ends[0][2] + rise * before / total;
    points[1][2] = ends[0][2] + rise * (before + length) / total;
    let height = (points[1][2] - points[0][2]).abs();
    (length * length + height * height).sqrt()
}

/// The path around the circle about the origin: length of the arc and its ends. `None` if an end is
/// inside, if the straight line does not meet the circle and passes on the side of `side`, or if
/// there is no path without a crossing.
fn around_circle(ends: [Vec2; 2], side: Option<Vec2>, radius: f64) -> Option<(f64, [Vec2; 2])> {
    let sqlen = ends.map(|p| dot(p, p));
    let sqrad = radius * radius;
    if sqlen[0] < sqrad || sqlen[1] < sqrad || radius < MINVAL {
        return None;
    }
    let dif = sub(ends[1], ends[0]);
    let sqdif = dot(dif, dif);
    if sqdif < MINVAL {
        return None;
    }

    // the point of the straight line that is nearest to the center
    let a = (-dot(dif, ends[0]) / sqdif).clamp(0.0, 1.0);
    let nearest = [a * dif[0] + ends[0][0], a * dif[1] + ends[0][1]];
    if dot(nearest, nearest) > sqrad && side.is_none_or(|s| dot(s, nearest) >= 0.0) {
        return None;
    }

    // tangents from both ends, on either side of the circle
    let root = sqlen.map(|s| (s - sqrad).sqrt());
    let tangents = |sign: f64| {
        let touch = |i: usize, sign: f64| {
            let [x, y] = ends[i];
            let across = sign * radius;
            [
                (x * sqrad + across * y * root[i]) / sqlen[i],
                (y * sqrad - across * x * root[i]) / sqlen[i],
            ]
        };
        [touch(0, sign), touch(1, -sign)]
    };

    // prefer the side of `side`, or the shorter way
    let crosses = |t: [Vec2; 2]| intersect([ends[0], t[0]], [ends[1], t[1]]);
    let goodness = |t: [Vec2; 2]| {
        if crosses(t) {
            return -10000.0;
        }
        if let Some(s) = side {
            return dot(unit([t[0][0] + t[1][0], t[0][1] + t[1][1]]), s);
        }
        let apart = sub(t[0], t[1]);
        -dot(apart, apart)
    };
    let ways = [tangents(1.0), tangents(-1.0)];
    let first = goodness(ways[0]) > goodness(ways[1]);
    let way = if first { ways[0] } else { ways[1] };
    if crosses(way) {
        return None;
    }
    Some((arc_length(way, first, radius), way))
}

/// Length of the arc between two points of the circle, clockwise or not.
fn arc_length([p, q]: [Vec2; 2], clockwise: bool, radius: f64) -> f64 {
    let angle = fun::acos(dot(unit(p), unit(q)));
    let cross = p[1] * q[0] - p[0] * q[1];
    let long = if clockwise { cross < 0.0 } else { cross > 0.0 };
    radius * if long { 2.0 * PI - angle } else { angle }
}

/// Whether two line segments cross.
fn intersect([p, q]: [Vec2; 2], [r, s]: [Vec2; 2]) -> bool {
    let (pq, rs, rp) = (sub(q, p), sub(s, r), sub(p, r));
    let det = rs[1] * pq[0] - rs[0] * pq[1];
    if det.abs() < MINVAL {
        return false;
    }
    let a = (rs[0] * rp[1] - rs[1] * rp[0]) / det;
    let b = (pq[0] * rp[1] - pq[1] * rp[0]) / det;
    (0.0..=1.0).contains(&a) && (0.0..=1.0).contains(&b)
}

/// The point where the path between two ends outside of the circle reflects at the circle, once for
/// each side of an arc without length; `None` if the straight line is the path.
fn touch_inside(ends: [Vec2; 2], radius: f64) -> Option<[Vec2; 2]> {
    let len = ends.map(norm);
    let dif = sub(ends[1], ends[0]);
    let sqdif = dot(dif, dif);
    if len[0] <= radius || len[1] <= radius || radius < MINVAL || len[0] < MINVAL || len[1] < MINVAL
    {
        return None;
    }

    // the straight line meets the circle
    if sqdif > MINVAL {
        let a = -dot(dif, ends[0]) / sqdif;
        if a > 0.0 && a < 1.0 {
            let nearest = [ends[0][0] + dif[0] * a, ends[0][1] + dif[1] * a];
            if norm(nearest) <= radius {
                return None;
            }
        }
    }

    let [x0, y0] = ends[0];
    let [x1, y1] = ends[1];
    let point = match reflection(len, sqdif, radius) {
        Reflection::None => return None,
        // no solution was found: halfway between the ends
        Reflection::Failed => scale(unit([0.5 * (x0 + x1), 0.5 * (y0 + y1)]), radius),
        // turn the direction of one end toward the other
        Reflection::At { from_first, from_second } => {
            let (from, angle) = if x0 * y1 - y0 * x1 > 0.0 {
                (unit(ends[0]), from_first)
            } else {
                (unit(ends[1]), from_second)
            };
            let (sin, cos) = fun::sin_cos(angle);
            [radius * (cos * from[0] - sin * from[1]), radius * (sin * from[0] + cos * from[1])]
        }
    };
    Some([point; 2])
}

/// Where a path reflects at the circle.
enum Reflection {
    /// It does not.
    None,
    /// There is such a point, but the iterations did not find it.
    Failed,
    /// Angles from the directions of the ends to the point.
    At { from_first: f64, from_second: f64 },
}

/// Solves `asin(a z) + asin(b z) - 2 asin(z) + gap = 0` for `z`, the sine of the angle of
/// reflection, with `a`, `b` the radius over the distances `len` of the ends and `gap` the angle
/// between them.
fn reflection(len: [f64; 2], sqdif: f64, radius: f64) -> Reflection {
    let (a, b) = (radius / len[0], radius / len[1]);
    let cos_gap = (len[0] * len[0] + len[1] * len[1] - sqdif) / (2.0 * len[0] * len[1]);
    if cos_gap < -1.0 + MINVAL {
        return Reflection::None;
    } else if cos_gap > 1.0 - MINVAL {
        return Reflection::Failed;
    }
    let gap = fun::acos(cos_gap);
    let residual = |z: f64| fun::asin(a * z) + fun::asin(b * z) - 2.0 * fun::asin(z) + gap;
    let slope = |z: f64, k: f64| k / larger(MINVAL, (1.0 - z * z * k * k).sqrt());

    // Newton iterations from the right, which approach the solution from below
    let mut z = INSIDE_START;
    let mut f = residual(z);
    if f > 0.0 {
        return Reflection::Failed;
    }
    let mut iter = 0;
    while iter < INSIDE_MAX_ITER && f.abs() > INSIDE_TOLERANCE {
        let df = slope(z, a) + slope(z, b) - 2.0 / larger(MINVAL, (1.0 - z * z).sqrt());
        let next = z - f / df;
        if df > -MINVAL || next > z {
            return Reflection::Failed;
        }
        z = next;
        f = residual(z);
        if f > INSIDE_TOLERANCE {
            return Reflection::Failed;
        }
        iter += 1;
    }
    if iter >= INSIDE_MAX_ITER {
        return Reflection::Failed;
    }
    let half = fun::asin(z);
    Reflection::At { from_first: half - fun::asin(a * z), from_second: half - fun::asin(b * z) }
}

/// The larger number; `b` if one of them is not a number.
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

fn dot(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn sub(a: Vec2, b: Vec2) -> Vec2 {
    [a[0] - b[0], a[1] - b[1]]
}

fn scale(a: Vec2, s: f64) -> Vec2 {
    [a[0] * s, a[1] * s]
}

fn norm(a: Vec2) -> f64 {
    dot(a, a).sqrt()
}

/// The unit vector along `a`, the first axis if `a` is too short.
fn unit(a: Vec2) -> Vec2 {
    let norm = norm(a);
    if norm < MINVAL { [1.0, 0.0] } else { scale(a, 1.0 / norm) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADIUS: f64 = 0.3;

    fn object(cylinder: bool) -> WrapObject {
        WrapObject { pos: Vec3::ZERO, mat: Mat3::IDENTITY, radius: RADIUS, cylinder }
    }

    /// Length of the whole path.
    fn total(ends: [Vec3; 2], wrapped: &Wrapped) -> f64 {
        let [touch, leave] = wrapped.points;
        (touch - ends[0]).norm() + wrapped.length + (ends[1] - leave).norm()
    }

    /// Length around a circle of two ends opposite of each other at that distance.
    fn half_around(dist: f64) -> f64 {
        let tangent = (dist * dist - RADIUS * RADIUS).sqrt();
        2.0 * tangent + RADIUS * (PI - 2.0 * fun::acos(RADIUS / dist))
    }

    #[test]
    fn a_path_is_tangents_and_an_arc() {
        let ends = [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)];
        for cylinder in [false, true] {
            let path = object(cylinder).wrap(ends, None).unwrap();
            assert!((total(ends, &path) - half_around(1.0)).abs() < 1e-14);
            for p in path.points {
                assert!((p.norm() - RADIUS).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn a_path_around_a_cylinder_is_a_straight_line_on_the_unrolled_surface() {
        let ends = [Vec3::new(-1.0, 0.0, -0.4), Vec3::new(1.0, 0.0, 0.8)];
        let path = object(true).wrap(ends, None).unwrap();
        let flat = half_around(1.0);
        assert!((total(ends, &path) - (flat * flat + 1.2 * 1.2).sqrt()).abs() < 1e-14);
    }

    #[test]
    fn the_pose_of_the_object_moves_the_path_along() {
        let ends = [Vec3::new(-1.0, 0.1, -0.4), Vec3::new(0.9, 0.0, 0.8)];
        let rotation = crate::math::Quat([0.3, -0.5, 0.7, 0.2]).normalized().to_mat();
        let shift = Vec3::new(0.5, -0.2, 3.0);
        let moved = |p: Vec3| rotation * p + shift;
        for cylinder in [false, true] {
            let here = object(cylinder).wrap(ends, None).unwrap();
            let posed = WrapObject { pos: shift, mat: rotation, ..object(cylinder) };
            let there = posed.wrap(ends.map(moved), None).unwrap();
            assert!((here.length - there.length).abs() < 1e-13);
            for (p, q) in here.points.map(moved).iter().zip(there.points) {
                assert!((*p - q).norm() < 1e-13);
            }
        }
    }

    #[test]
    fn the_side_decides_which_way_around_even_if_that_is_longer() {
        let ends = [Vec3::new(-1.0, 0.1, 0.0), Vec3::new(1.0, 0.1, 0.0)];
        let y = |side: Option<Vec3>| object(true).wrap(ends, side).unwrap().points[0][1];
        assert!(y(None) > 0.0);
        assert!(y(Some(Vec3::new(0.0, 1.0, 0.0))) > 0.0);
        assert!(y(Some(Vec3::new(0.0, -1.0, 0.0))) < 0.0);
    }

    #[test]
    fn a_path_that_misses_the_object_or_starts_inside_is_straight() {
        let ball = object(false);
        let far = [Vec3::new(-1.0, 0.5, 0.0), Vec3::new(1.0, 0.5, 0.0)];
        assert!(ball.wrap(far, None).is_none());
        let inside = [Vec3::new(0.1, 0.0, 0.0), Vec3::new(1.0, 0.5, 0.0)];
        assert!(ball.wrap(inside, None).is_none());
        let center = [Vec3::ZERO, Vec3::new(1.0, 0.5, 0.0)];
        assert!(ball.wrap(center, None).is_none());
    }

    #[test]
    fn ends_in_line_with_the_center_of_a_sphere_choose_some_plane() {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            let ends = [-1.0 * axis, 1.0 * axis];
            let path = object(false).wrap(ends, None).unwrap();
            assert!((total(ends, &path) - half_around(1.0)).abs() < 1e-14);
        }
    }

    #[test]
    fn an_inside_path_touches_the_circle_where_it_is_shortest() {
        let ends = [Vec3::new(-0.5, 0.8, 0.0), Vec3::new(0.9, 0.6, 0.0)];
        let path = object(true).wrap(ends, Some(Vec3::new(0.0, 0.1, 0.0))).unwrap();
        assert_eq!((path.length, path.points[0]), (0.0, path.points[1]));
        let at = |angle: f64| {
            let p = Vec3::new(RADIUS * fun::cos(angle), RADIUS * fun::sin(angle), 0.0);
            (p - ends[0]).norm() + (ends[1] - p).norm()
        };
        let angle = fun::atan2(path.points[0][1], path.points[0][0]);
        assert!((total(ends, &path) - at(angle)).abs() < 1e-14);
        assert!(at(angle) < at(angle + 0.01) && at(angle) < at(angle - 0.01));
    }

    #[test]
    fn numbers_that_are_none_do_not_panic() {
        let bad = [f64::NAN, f64::INFINITY, f64::MAX, 0.0, -1.0];
        for x in bad {
            for radius in bad {
                let ends = [Vec3::new(x, 1.0, 0.0), Vec3::new(1.0, x, x)];
                for cylinder in [false, true] {
                    let object = WrapObject { radius, ..object(cylinder) };
                    let found = [None, Some(Vec3::new(x, 0.0, 0.1))].map(|s| object.wrap(ends, s));
                    let finite = |p: &Wrapped| p.length.is_nan() || p.length >= 0.0;
                    assert!(found.iter().flatten().all(finite));
                }
            }
        }
    }
}
