//! Planes of facets.

use ferrodyn_engine::math::Vec3;

use super::{Id, Ordered};

/// `normal . p + offset` is the height of a point.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub(super) normal: [f64; 3],
    offset: f64,
}

impl Plane {
    pub(super) fn height(&self, p: Vec3) -> f64 {
        let n = &self.normal;
        self.offset + p[0] * n[0] + p[1] * n[1] + p[2] * n[2]
    }
}

impl Ordered<'_> {
    /// The plane of a triangle, with the interior clearly behind it.
    pub(super) fn checked_plane(&self, facet: Id) -> Option<Plane> {
        let plane = self.plane(facet)?;
        (plane.height(self.interior) < -self.error).then_some(plane)
    }

    /// The plane of a triangle: by cross product, or by elimination if that misses the corners.
    pub(super) fn plane(&self, facet: Id) -> Option<Plane> {
        let f = &self.facets[facet];
        let [a, b, c] = [0, 1, 2].map(|k| self.points[self.vertices[f.verts[k]].point as usize]);
        let (u, v) = (b - a, c - a);
        let normal =
            [v[1] * u[2] - v[2] * u[1], u[0] * v[2] - u[2] * v[0], v[0] * u[1] - v[1] * u[0]];
        let norm = length(normal)?;
        let normal = normal.map(|x| x / if f.top { norm } else { -norm });
        let offset = -(a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]);
        let through = |p: Vec3| {
            let height = offset + (p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]);
            height.abs() <= self.error
        };
        if through(c) && through(b) {
            return Some(Plane { normal, offset });
        }
        self.plane_by_elimination(a, [u, v], f.top)
    }

    /// Solves `u . n = v . n = 0` for a normal whose last coordinate is 1 or -1.
    fn plane_by_elimination(&self, a: Vec3, [mut u, mut v]: [Vec3; 2], top: bool) -> Option<Plane> {
        let mut negative = top;
        if v[0].abs() > u[0].abs() {
            std::mem::swap(&mut u, &mut v);
            negative = !negative;
        }
        let mut uncertain = u[0].abs() <= self.near_zero[0];
        if u[0] != 0.0 {
            let ratio = v[0] / u[0];
            v[1] -= ratio * u[1];
            v[2] -= ratio * u[2];
        }
        uncertain |= v[1].abs() <= self.near_zero[1];
        for diagonal in [v[1], u[0]] {
            if diagonal == 0.0 {
                return None;
            }
            negative ^= diagonal < 0.0;
        }

        let z = if negative { -1.0 } else { 1.0 };
        let y = (0.0 - v[2] * z) / v[1];
        let x = (0.0 - u[1] * y - u[2] * z) / u[0];
        let norm = length([x, y, z])?;
        let normal = [x / norm, y / norm, z / norm];
        let plane =
            Plane { normal, offset: -(a[0] * normal[0]) - a[1] * normal[1] - a[2] * normal[2] };
        if uncertain && plane.height(self.interior) > 0.0 {
            return Some(Plane { normal: normal.map(|n| -n), offset: -plane.offset });
        }
        Some(plane)
    }
}

/// Length of a vector that has one.
fn length(v: [f64; 3]) -> Option<f64> {
    let norm = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    (norm > 1e-150 && norm.is_finite()).then_some(norm)
}
