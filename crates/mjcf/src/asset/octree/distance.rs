//! Signed distance from a point to a surface: the closest face, negative behind it.

use ferrodyn_engine::math::Vec3;

use crate::asset::bvh::Bvh;

/// Squared norms below this are taken for zero.
const EPS: f64 = 1e-14;

/// A surface with bounding volumes over its faces.
pub(super) struct SurfaceDistance<'a> {
    pub(super) triangles: &'a [[Vec3; 3]],
    pub(super) bvh: &'a Bvh,
}

/// The closest point found so far, in barycentric coordinates of its face.
struct Closest {
    squared: f64,
    face: Option<usize>,
    u: f64,
    v: f64,
}

impl SurfaceDistance<'_> {
    /// Distance at `p`, positive in front of the closest face.
    pub(super) fn at(&self, p: Vec3) -> f64 {
        if self.bvh.is_empty() {
            return 0.0;
        }
        let mut best = Closest { squared: 1e20, face: None, u: 0.0, v: 0.0 };
        self.search(0, p, &mut best);
        let distance = best.squared.sqrt();
        let Some(face) = best.face else { return distance };

        let [v0, v1, v2] = self.triangles[face];
        let normal = (v1 - v0).cross(v2 - v0);
        let closest =
            Vec3([0, 1, 2].map(|k| v0[k] + best.u * (v1[k] - v0[k]) + best.v * (v2[k] - v0[k])));
        let height = (p - closest).dot(normal);
        let squared = normal.dot(normal);
        let length = if squared < EPS { 0.0 } else { squared.sqrt() };
        let sign = if height > 1e-12 * length * distance { 1.0 } else { -1.0 };
        sign * distance
    }

    /// Looks through the subtree at `node`, skipping boxes that are too far.
    fn search(&self, node: usize, p: Vec3, best: &mut Closest) {
        if squared_distance_to_box(p, &self.bvh.aabb[node]) >= best.squared {
            return;
        }
        let face = self.bvh.nodeid[node];
        if face >= 0 {
            let (squared, u, v) = squared_distance(p, &self.triangles[face as usize]);
            if squared < best.squared {
                *best = Closest { squared, face: Some(face as usize), u, v };
            }
            return;
        }
        for child in self.bvh.child[node] {
            if child >= 0 {
                self.search(child as usize, p, best);
            }
        }
    }
}

fn squared_distance_to_box(p: Vec3, aabb: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let (low, high) = (aabb[k] - aabb[k + 3], aabb[k] + aabb[k + 3]);
        if p[k] < low {
            sum += (low - p[k]) * (low - p[k]);
        } else if p[k] > high {
            sum += (p[k] - high) * (p[k] - high);
        }
    }
    sum
}

/// Squared distance to a triangle and the barycentric coordinates of the closest point, by the
/// Voronoi region the point is in (Ericson, Real-Time Collision Detection, section 5.1.5).
fn squared_distance(p: Vec3, &[a, b, c]: &[Vec3; 3]) -> (f64, f64, f64) {
    let (ab, ac) = (b - a, c - a);
    let squared = |d: Vec3| d.dot(d);
    let to = |origin: Vec3, t: f64, along: Vec3| squared(p - (origin + t * along));

    // corner a
    let ap = p - a;
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (squared(ap), 0.0, 0.0);
    }
    // corner b
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return (squared(bp), 1.0, 0.0);
    }
    // edge ab
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let u = d1 / (d1 - d3);
        return (to(a, u, ab), u, 0.0);
    }
    // corner c
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return (squared(cp), 0.0, 1.0);
    }
    // edge ac
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let v = d2 / (d2 - d6);
        return (to(a, v, ac), 0.0, v);
    }
    // edge bc
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && (d4 - d3) >= 0.0 && (d5 - d6) >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (to(b, w, c - b), 1.0 - w, w);
    }
    // inside
    let scale = 1.0 / (va + vb + vc);
    let (u, v) = (vb * scale, vc * scale);
    let closest = Vec3([0, 1, 2].map(|k| a[k] + u * ab[k] + v * ac[k]));
    (squared(p - closest), u, v)
}
