//! Spheres, capsules and boxes against a triangle with a radius around.
//!
//! Everything comes down to a ball against the triangle: the ends of a capsule and the corners of a
//! box are balls, and vertices of the triangle are balls against the axis of the capsule or the faces
//! of the box. Edges are not tested against each other.

use crate::collision::shape::{Hit, Hits, Shape};
use crate::math::{MINVAL, Num, Vec3};

/// A triangle with a radius around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub(super) corners: [Vec3; 3],
    pub(super) radius: f64,
}

impl Triangle {
    /// A ball and the triangle.
    #[doc(alias = "mjraw_SphereTriangle")]
    pub(super) fn ball(&self, center: Vec3, radius: f64, margin: f64, out: &mut Hits) {
        let reach = margin + radius + self.radius;
        let [origin, a, b] = self.corners;
        let (center_at, a, b) = (center - origin, a - origin, b - origin);
        let up = a.cross(b).normalized().0;
        let height = up.dot(center_at);
        if height.abs() > reach {
            return;
        }

        // the nearest point of the triangle
        let below = center_at + up * -height;
        let nearest = Plane::new(a, b, up).nearest(below);
        let (normal, dist) = (nearest - center_at).normalized();
        if dist > reach {
            return;
        }
        let dist = dist - radius - self.radius;
        let pos = center + normal * (radius + dist / 2.0);
        out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
    }

    /// A box and the triangle: vertices in the box, then corners of the box at the triangle.
    #[doc(alias = "mjraw_BoxTriangle")]
    pub(super) fn cuboid(&self, cuboid: &Shape<'_>, margin: f64, out: &mut Hits) {
        for &vertex in &self.corners {
            self.vertex_in_box(vertex, cuboid, margin, out);
        }
        for corner in 0..8 {
            let side = |i: usize| if corner >> i & 1 == 1 { 1.0 } else { -1.0 };
            let local = Vec3(std::array::from_fn(|i| side(i) * cuboid.size[i]));
            self.ball(*cuboid.mat * local + cuboid.pos, 0.0, margin, out);
        }
    }

    /// A vertex against the face of a box that it is nearest to, or least deep under.
    fn vertex_in_box(&self, vertex: Vec3, cuboid: &Shape<'_>, margin: f64, out: &mut Hits) {
        let local = cuboid.mat.transpose_mul(vertex - cuboid.pos);
        let over = |i: usize| local[i].abs() - cuboid.size[i];
        let mut axis = 0;
        for i in [1, 2] {
            if over(i) > over(axis) {
                axis = i;
            }
        }
        if over(axis) - self.radius > margin {
            return;
        }
        if (0..3).any(|i| local[i].abs() > cuboid.size[i] + margin + self.radius) {
            return;
        }
        let mut normal = Vec3::ZERO;
        normal[axis] = if local[axis] > 0.0 { 1.0 } else { -1.0 };
        let normal = *cuboid.mat * normal;
        let dist = over(axis) - self.radius;
        let pos = vertex + normal * -(self.radius + dist * 0.5);
        out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
    }

    /// A capsule and the triangle: both ends, then vertices at the side of the capsule.
    #[doc(alias = "mjraw_CapsuleTriangle")]
    pub(super) fn capsule(&self, capsule: &Shape<'_>, margin: f64, out: &mut Hits) {
        let (radius, half) = (capsule.size[0], capsule.size[1]);
        let axis = capsule.mat.col(2);
        let (bottom, top) = (capsule.pos + axis * -half, capsule.pos + axis * half);
        self.ball(bottom, radius, margin, out);
        self.ball(top, radius, margin, out);
        let along = top - bottom;
        for &vertex in &self.corners {
            let place = (vertex - bottom).dot(along) / (4.0 * half * half);
            if place <= MINVAL || place >= 1.0 - MINVAL {
                continue;
            }
            let closest = bottom + along * place;
            let (normal, dist) = (vertex - closest).normalized();
            if dist > radius + self.radius + margin {
                continue;
            }
            let pos = ((closest + vertex) + normal * (radius - self.radius)) * 0.5;
            let dist = dist - radius - self.radius;
            out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
        }
    }
}

/// The plane of a triangle with a corner at the origin, and its other corners in coordinates of the
/// plane.
struct Plane {
    axes: [Vec3; 2],
    a: [f64; 2],
    b: [f64; 2],
}

impl Plane {
    fn new(a: Vec3, b: Vec3, up: Vec3) -> Self {
        let (along, length) = a.normalized();
        let across = up.cross(a).normalized().0;
        let b = [along.dot(b), across.dot(b)];
        Self { axes: [along, across], a: [length, 0.0], b }
    }

    /// The point of the triangle that is nearest to a point of the plane.
    fn nearest(&self, point: Vec3) -> Vec3 {
        let p = self.axes.map(|axis| axis.dot(point));
        let (o, a, b) = ([0.0; 2], self.a, self.b);
        let signs = [turn(p, o, a), turn(p, a, b), turn(p, b, o)];
        if signs[0] == signs[1] && signs[1] == signs[2] {
            return point;
        }
        let ends = [on_segment(p, o, a), on_segment(p, a, b), on_segment(p, b, o)];
        let dist = ends.map(|(_, dist)| dist);
        let best = match dist {
            [oa, ab, bo] if oa < ab && oa < bo => 0,
            [_, ab, bo] if ab < bo => 1,
            _ => 2,
        };
        let [u, v] = ends[best].0;
        self.axes[0] * u + self.axes[1] * v
    }
}

/// Which way three points turn: 1, -1 or, on a line, 0.
fn turn(p: [f64; 2], q: [f64; 2], r: [f64; 2]) -> i32 {
    let area = (p[0] - r[0]) * (q[1] - r[1]) - (q[0] - r[0]) * (p[1] - r[1]);
    i32::from(area > 0.0) - i32::from(area < 0.0)
}

/// The point of a segment that is nearest to `p`, and its distance.
fn on_segment(p: [f64; 2], from: [f64; 2], to: [f64; 2]) -> ([f64; 2], f64) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let offset = [p[0] - from[0], p[1] - from[1]];
    let dot = |x: [f64; 2], y: [f64; 2]| x[0] * y[0] + x[1] * y[1];
    let place = dot(along, offset) / MINVAL.max_num(dot(along, along));
    let point = if place <= 0.0 {
        from
    } else if place >= 1.0 {
        to
    } else {
        [from[0] + along[0] * place, from[1] + along[1] * place]
    };
    let gap = [point[0] - p[0], point[1] - p[1]];
    (point, dot(gap, gap).sqrt())
}
