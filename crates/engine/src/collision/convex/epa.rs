//! Depth of penetration of two convex solids (expanding polytope algorithm).
//!
//! A polytope inside the difference of the solids is pushed out at the face closest to the origin
//! until that face lies on the boundary: its distance is the depth, its normal the direction.
//!
//! MuJoCo counterpart: `epa` in `engine_collision_gjk.c`.

use crate::math::{MINVAL, Vec3};

use super::gjk::Limits;
use super::hexahedron::support_along;
use super::polytope::{Polytope, next};
use super::simplex::{affine_coordinates, combine};
use super::support::Solid;

/// More iterations than this are never done.
const MAX_ITERATIONS: i32 = 1000;

/// Expands a polytope around the origin; returns the face that gives the depth, if any.
pub(super) fn epa(pt: &mut Polytope, a: &mut Solid, b: &mut Solid, limits: &Limits) -> Option<u32> {
    let discrete = a.is_discrete() && b.is_discrete();
    let tolerance = if discrete { MINVAL } else { limits.tolerance };
    let max_faces = usize::try_from(limits.iterations).unwrap_or(0).saturating_mul(6);

    // the depth is between the distance of the closest face and that of the support planes
    let (mut upper, mut upper2) = (f64::MAX, f64::MAX);
    let mut face = None;
    for _ in 0..limits.iterations.min(MAX_ITERATIONS) {
        let before = face;
        let (closest, lower2) = closest_face(pt);
        face = closest.or(face);
        if lower2 > upper2 {
            return before;
        }
        let current = face?;
        if lower2 <= 0.0 {
            break;
        }

        // push out along the normal of the closest face
        let lower = lower2.sqrt();
        let v = pt.faces[current as usize].v;
        let w = support_along(a, b, v, lower);
        let reach = v.dot(w.diff) / lower;
        if reach < upper {
            upper = reach;
            upper2 = upper * upper;
        }
        if upper - lower < tolerance {
            break;
        }

        // a polyhedron has no other vertices
        if discrete && pt.verts.iter().any(|v| v.same_indices(&w)) {
            break;
        }

        // replace what the new vertex sees by faces to it
        let w_index = pt.add_vertex(w);
        pt.open(current, w.diff);
        if pt.horizon.len() < 3 {
            return None;
        }
        if pt.faces.len() + pt.horizon.len() > max_faces {
            break;
        }
        if !close(pt, w_index, lower2, upper2) {
            return None;
        }
        if pt.candidates.is_empty() {
            break;
        }
    }
    face
}

/// The candidate closest to the origin and its squared distance.
fn closest_face(pt: &Polytope) -> (Option<u32>, f64) {
    let mut closest = (None, f64::MAX);
    for &(dist2, face) in &pt.candidates {
        if dist2 < closest.1 {
            closest = (Some(face), dist2);
        }
    }
    closest
}

/// Closes the hole around the horizon with faces to a vertex; false if one is degenerate.
///
/// Faces farther than the upper bound cannot give the depth; nor can those closer than the lower
/// bound, which only rounding produces.
fn close(pt: &mut Polytope, vertex: u32, lower2: f64, upper2: f64) -> bool {
    let (first, count) = (pt.faces.len() as u32, pt.horizon.len() as u32);
    for i in 0..count {
        let (outside, edge) = pt.horizon[i as usize];
        let beyond = &mut pt.faces[outside as usize];
        beyond.neighbors[edge as usize] = first + i;
        let (v1, v2) = (beyond.verts[edge as usize], beyond.verts[next(edge) as usize]);

        let before = first + if i == 0 { count - 1 } else { i - 1 };
        let after = first + if i + 1 == count { 0 } else { i + 1 };
        let dist2 = pt.add_face([vertex, v2, v1], [before, outside, after]);
        if dist2 == 0.0 {
            return false;
        }
        if dist2 >= lower2 && dist2 <= upper2 {
            pt.make_candidate(first + i);
        }
    }
    true
}

/// The points of the solids that a face of the polytope stands for.
#[doc(alias = "epaWitness")]
pub(super) fn witness(pt: &Polytope, face: u32) -> (Vec3, Vec3) {
    let face = &pt.faces[face as usize];
    let [v1, v2, v3] = pt.corners(face);
    let coef = affine_coordinates(v1.diff, v2.diff, v3.diff, face.v);
    (combine(coef, [v1.a, v2.a, v3.a]), combine(coef, [v1.b, v2.b, v3.b]))
}
