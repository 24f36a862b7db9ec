//! A triangle with rounded borders, an element of a flex, against a sphere, capsule or box.
//!
//! For a sphere the nearest point of the triangle is found in the triangle's plane, with the first
//! corner as origin, the first axis along the edge to the second corner and the second axis across it.
//! A capsule adds contacts of its two ends, then of the triangle's corners beside its segment; a box
//! those of the triangle's corners in it, then of its own corners as spheres without radius.

use super::plane::corner_of;
use super::shape::{Hit, Hits, Shape};
use crate::math::scalar::{max, sign};
use crate::math::{MINVAL, Vec3};

/// A triangle with a radius: all points at most that far from it.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Corners, in world.
    pub corners: [Vec3; 3],
    /// Radius around the triangle.
    pub radius: f64,
}

/// Sphere and triangle; returns whether there is a contact.
#[doc(alias = "mjraw_SphereTriangle")]
pub fn sphere_triangle(
    center: Vec3,
    radius: f64,
    triangle: &Triangle,
    margin: f64,
    out: &mut Hits,
) -> bool {
    let reach = margin + radius + triangle.radius;
    let Some(toward) = from_point_to_triangle(center, triangle, reach) else { return false };
    let (normal, gap) = toward.normalized();
    if gap > reach {
        return false;
    }
    let dist = gap - radius - triangle.radius;
    let pos = center + normal * (radius + dist / 2.0);
    out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO })
}

/// Capsule and triangle.
#[doc(alias = "mjraw_CapsuleTriangle")]
pub fn capsule_triangle(capsule: &Shape, triangle: &Triangle, margin: f64, out: &mut Hits) {
    let (radius, half_length) = (capsule.size[0], capsule.size[1]);
    let axis = capsule.mat.col(2);
    let ends = [capsule.pos + axis * -half_length, capsule.pos + axis * half_length];
    for end in ends {
        sphere_triangle(end, radius, triangle, margin, out);
    }

    // corners beside the segment, its ends excluded
    let segment = ends[1] - ends[0];
    for corner in triangle.corners {
        let t = (corner - ends[0]).dot(segment) / (4.0 * half_length * half_length);
        if t <= MINVAL || t >= 1.0 - MINVAL {
            continue;
        }
        let foot = ends[0] + segment * t;
        let (normal, gap) = (corner - foot).normalized();
        if gap > radius + triangle.radius + margin {
            continue;
        }
        let dist = gap - radius - triangle.radius;
        let pos = ((foot + corner) + normal * (radius - triangle.radius)) * 0.5;
        out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
    }
}

/// Box and triangle.
#[doc(alias = "mjraw_BoxTriangle")]
pub fn box_triangle(cuboid: &Shape, triangle: &Triangle, margin: f64, out: &mut Hits) {
    for corner in triangle.corners {
        if let Some(hit) = point_in_box(corner, triangle.radius, cuboid, margin) {
            out.push(hit);
        }
    }
    for bits in 0..8 {
        let corner = *cuboid.mat * corner_of(cuboid.size, bits) + cuboid.pos;
        sphere_triangle(corner, 0.0, triangle, margin, out);
    }
}

/// The contact of a box with a rounded point, through the face that the point is least deep under.
fn point_in_box(point: Vec3, radius: f64, cuboid: &Shape, margin: f64) -> Option<Hit> {
    let local = cuboid.mat.transpose_mul(point - cuboid.pos);
    let height = |i: usize| local[i].abs() - cuboid.size[i];
    let mut axis = 0;
    for i in 1..3 {
        if height(i) > height(axis) {
            axis = i;
        }
    }

    let dist = height(axis) - radius;
    let is_beside = |i: usize| local[i].abs() > cuboid.size[i] + margin + radius;
    if dist > margin || (0..3).any(is_beside) {
        return None;
    }
    let mut normal = Vec3::ZERO;
    normal[axis] = if local[axis] > 0.0 { 1.0 } else { -1.0 };
    let normal = *cuboid.mat * normal;
    let pos = point + normal * -(radius + dist * 0.5);
    Some(Hit { dist, pos, normal, tangent: Vec3::ZERO })
}

/// The vector from a point to the nearest point of the triangle; `None` if the triangle's plane is
/// farther than `reach`.
fn from_point_to_triangle(point: Vec3, triangle: &Triangle, reach: f64) -> Option<Vec3> {
    let [first, second, third] = triangle.corners;
    let (s, a, b) = (point - first, second - first, third - first);

    // height over the plane, and the point below
    let normal = a.cross(b).normalized().0;
    let height = normal.dot(s);
    if height.abs() > reach {
        return None;
    }
    let foot = s + normal * -height;

    // coordinates in the plane
    let (axis1, length) = a.normalized();
    let axis2 = normal.cross(a).normalized().0;
    let flat = |v: Vec3| [axis1.dot(v), axis2.dot(v)];
    let (o2, a2, b2, p2) = ([0.0, 0.0], [length, 0.0], flat(b), flat(foot));

    // on the same side of all edges
    let side = side_of(p2, o2, a2);
    if side == side_of(p2, a2, b2) && side == side_of(p2, b2, o2) {
        return Some(foot - s);
    }

    // nearest of the points on the edges; of equal ones the last
    let [oa, ab, bo] = [(o2, a2), (a2, b2), (b2, o2)].map(|(u, v)| nearest_on_edge(p2, u, v));
    let (best, _) = if oa.1 < ab.1 && oa.1 < bo.1 {
        oa
    } else if ab.1 < bo.1 {
        ab
    } else {
        bo
    };
    Some((axis1 * best[0] + axis2 * best[1]) - s)
}

/// The sign of the area of a triangle in the plane.
fn side_of(p: [f64; 2], q: [f64; 2], r: [f64; 2]) -> f64 {
    sign((p[0] - r[0]) * (q[1] - r[1]) - (q[0] - r[0]) * (p[1] - r[1]))
}

/// The point of the segment from `u` to `v` nearest to `p`, and its distance.
fn nearest_on_edge(p: [f64; 2], u: [f64; 2], v: [f64; 2]) -> ([f64; 2], f64) {
    let edge = [v[0] - u[0], v[1] - u[1]];
    let to_p = [p[0] - u[0], p[1] - u[1]];
    let length2 = edge[0] * edge[0] + edge[1] * edge[1];
    let t = (edge[0] * to_p[0] + edge[1] * to_p[1]) / max(MINVAL, length2);
    let nearest = if t <= 0.0 {
        u
    } else if t >= 1.0 {
        v
    } else {
        [u[0] + edge[0] * t, u[1] + edge[1] * t]
    };
    let gap = [nearest[0] - p[0], nearest[1] - p[1]];
    (nearest, (gap[0] * gap[0] + gap[1] * gap[1]).sqrt())
}
