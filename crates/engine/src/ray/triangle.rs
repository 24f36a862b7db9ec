//! Rays against triangles: the pieces of meshes, height fields, flexes and skins.
//!
//! The triangle is projected along the ray; the ray hits if the origin is inside the projection.

use crate::math::{MINVAL, Vec3};

use super::primitive::Ray;

/// A ray and two unit vectors across it, perpendicular to each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    ray: Ray,
    across: [Vec3; 2],
}

impl Aim {
    /// Prepares a ray for many triangles.
    pub(super) fn new(ray: Ray) -> Self {
        let vec = ray.vec;
        let size = vec.0.map(f64::abs);
        let largest = if size[0] >= size[1] && size[0] >= size[2] {
            0
        } else if size[1] >= size[2] {
            1
        } else {
            2
        };
        let mut start = Vec3([1.0; 3]);
        start[largest] = 0.0;
        let second = (start + vec * (-vec.dot(start) / vec.dot(vec))).normalized().0;
        let first = second.cross(vec).normalized().0;
        Self { ray, across: [first, second] }
    }

    /// Distance to a triangle and its normal, which is not a unit vector: counterclockwise corners
    /// have it towards the viewer.
    pub(super) fn triangle(&self, corners: &[Vec3; 3]) -> Option<(f64, Vec3)> {
        let Ray { pnt, vec } = self.ray;

        // corners as the ray sees them
        let [p0, p1, p2] = corners.map(|v| self.across.map(|axis| axis.dot(v - pnt)));
        for i in 0..2 {
            let [a, b, c] = [p0[i], p1[i], p2[i]];
            if (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0) {
                return None;
            }
        }

        // weights of the first two corners at the origin: A t = -p2, A = (p0 - p2, p1 - p2)
        let a = [p0[0] - p2[0], p1[0] - p2[0], p0[1] - p2[1], p1[1] - p2[1]];
        let b = [-p2[0], -p2[1]];
        let det = a[0] * a[3] - a[1] * a[2];
        if det.abs() < MINVAL {
            return None;
        }
        let t0 = (a[3] * b[0] - a[1] * b[1]) / det;
        let t1 = (-a[2] * b[0] + a[0] * b[1]) / det;
        if t0 < 0.0 || t1 < 0.0 || t0 + t1 > 1.0 {
            return None;
        }

        // the plane of the triangle
        let [v0, v1, v2] = *corners;
        let normal = (v0 - v2).cross(v1 - v2);
        let toward = vec.dot(normal);
        if toward.abs() < MINVAL {
            return None;
        }
        let dist = -(pnt - v2).dot(normal) / toward;
        (dist >= 0.0).then_some((dist, normal))
    }
}
