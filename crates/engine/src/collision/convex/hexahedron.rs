//! The first polytope of EPA, from the simplex that GJK ends with.
//!
//! A tetrahedron is taken as it is. On a triangle two tetrahedra are erected, one on each side; a
//! segment is surrounded by three support points. If the origin lies on a face of the result, that
//! face is the triangle to start again with.
//!
//! MuJoCo counterpart: `polytope2`, `polytope3`, `polytope4`.

use crate::math::{MINVAL, Mat3, Vec3};

use super::gjk::Vertex;
use super::polytope::Polytope;
use super::simplex::{affine_coordinates, combine};
use super::support::Solid;

const MINVAL2: f64 = MINVAL * MINVAL;

/// Sine of 120 degrees, with the digits that MuJoCo uses.
const SIN_120: f64 = 0.866_025_403_78;
const COS_120: f64 = -0.5;

/// Builds the first polytope; false if that fails, as it does when the solids merely touch.
pub(super) fn build(pt: &mut Polytope, simplex: &[Vertex], a: &mut Solid, b: &mut Solid) -> bool {
    pt.clear();
    match *simplex {
        [v1, v2] => from_segment(pt, [v1, v2], a, b),
        [v1, v2, v3] => from_triangle(pt, [v1, v2, v3], a, b),
        [v1, v2, v3, v4] => from_tetrahedron(pt, &[v1, v2, v3, v4], a, b),
        _ => false,
    }
}

/// Faces of a tetrahedron and their neighbors.
const TETRAHEDRON: [([u32; 3], [u32; 3]); 4] = [
    ([0, 1, 2], [1, 3, 2]),
    ([0, 3, 1], [2, 3, 0]),
    ([0, 2, 3], [0, 3, 1]),
    ([3, 2, 1], [2, 0, 1]),
];

/// Faces of a hexahedron and their neighbors: two apexes 0 and 1 over the triangle 2, 3, 4.
const HEXAHEDRON: [([u32; 3], [u32; 3]); 6] = [
    ([0, 2, 3], [1, 3, 2]),
    ([0, 4, 2], [2, 4, 0]),
    ([0, 3, 4], [0, 5, 1]),
    ([1, 3, 2], [5, 0, 4]),
    ([1, 2, 4], [3, 1, 5]),
    ([1, 4, 3], [4, 2, 3]),
];

/// Adds faces; stops at the first on which the origin lies and returns its vertices.
fn add_faces(pt: &mut Polytope, faces: &[([u32; 3], [u32; 3])]) -> Option<[Vertex; 3]> {
    for (verts, neighbors) in faces {
        if pt.add_face(*verts, *neighbors) < MINVAL2 {
            return Some(verts.map(|i| pt.verts[i as usize]));
        }
    }
    None
}

fn make_candidates(pt: &mut Polytope) {
    for face in 0..pt.faces.len() as u32 {
        pt.make_candidate(face);
    }
}

fn from_tetrahedron(pt: &mut Polytope, s: &[Vertex; 4], a: &mut Solid, b: &mut Solid) -> bool {
    for v in s {
        pt.add_vertex(*v);
    }
    if let Some(triangle) = add_faces(pt, &TETRAHEDRON) {
        pt.clear();
        return from_triangle(pt, triangle, a, b);
    }
    make_candidates(pt);
    let [p0, p1, p2, p3] = s.map(|v| v.diff);
    same_side(p0, p1, p2, p3)
        && same_side(p1, p2, p3, p0)
        && same_side(p2, p3, p0, p1)
        && same_side(p3, p0, p1, p2)
}

fn from_triangle(pt: &mut Polytope, s: [Vertex; 3], a: &mut Solid, b: &mut Solid) -> bool {
    let [v1, v2, v3] = s.map(|v| v.diff);
    let normal = (v2 - v1).cross(v3 - v1);
    let norm = normal.norm();
    if norm < MINVAL {
        return false;
    }

    // an apex on each side, outside of the triangle
    let below = support_along(a, b, -normal, norm);
    let above = support_along(a, b, normal, norm);
    for v in [above, below].into_iter().chain(s) {
        pt.add_vertex(v);
    }
    if is_on_triangle(v1, v2, v3, above.diff) || is_on_triangle(v1, v2, v3, below.diff) {
        return false;
    }
    if add_faces(pt, &HEXAHEDRON).is_some() {
        return false;
    }
    make_candidates(pt);
    true
}

fn from_segment(pt: &mut Polytope, s: [Vertex; 2], a: &mut Solid, b: &mut Solid) -> bool {
    let [v1, v2] = s.map(|v| v.diff);
    let diff = v2 - v1;

    // three directions around the segment; the first is normal to the axis of its smallest part
    let mut axis = 0;
    let mut smallest = f64::MAX;
    for i in 0..3 {
        if diff[i].abs() < smallest {
            smallest = diff[i].abs();
            axis = i;
        }
    }
    let d1 = [Vec3::X, Vec3::Y, Vec3::Z][axis].cross(diff);
    let turn = third_of_turn(diff);
    let d2 = turn * d1;
    let d3 = turn * d2;

    for v in s {
        pt.add_vertex(v);
    }
    let around = [d1, d2, d3].map(|d| support_along(a, b, d, d.norm()));
    for v in around {
        pt.add_vertex(v);
    }
    if let Some(triangle) = add_faces(pt, &HEXAHEDRON) {
        pt.clear();
        return from_triangle(pt, triangle, a, b);
    }
    make_candidates(pt);
    is_crossed(v1, v2, around.map(|v| v.diff))
}

/// The support point along a vector of the given length, or along x if that is too short.
pub(super) fn support_along(a: &mut Solid, b: &mut Solid, dir: Vec3, norm: f64) -> Vertex {
    Vertex::support(a, b, if norm > MINVAL { dir / norm } else { Vec3::X })
}

/// Whether the origin and `p3` are on the same side of the plane of three points.
fn same_side(p0: Vec3, p1: Vec3, p2: Vec3, p3: Vec3) -> bool {
    let normal = (p1 - p0).cross(p2 - p0);
    let point = normal.dot(p3 - p0);
    let origin = normal.dot(-p0);
    (point > 0.0 && origin > 0.0) || (point < 0.0 && origin < 0.0)
}

/// Whether a point lies on a triangle.
fn is_on_triangle(v1: Vec3, v2: Vec3, v3: Vec3, p: Vec3) -> bool {
    let coef = affine_coordinates(v1, v2, v3, p);
    if coef.iter().any(|c| *c < 0.0) {
        return false;
    }
    (combine(coef, [v1, v2, v3]) - p).norm() < MINVAL
}

/// Whether the line from `v1` to `v2` goes through a triangle.
fn is_crossed(v1: Vec3, v2: Vec3, triangle: [Vec3; 3]) -> bool {
    let line = v2 - v1;
    let [u, v, w] = triangle.map(|p| p - v1);
    let volumes = [(u, v), (v, w), (w, u)].map(|(p, q)| p.dot(q.cross(line)));
    volumes.iter().all(|x| *x >= 0.0) || volumes.iter().all(|x| *x <= 0.0)
}

/// Rotation by 120 degrees about an axis.
fn third_of_turn(axis: Vec3) -> Mat3 {
    let u = axis / axis.norm();
    let (s, c) = (SIN_120, COS_120);
    let d = 1.0 - c;
    Mat3([
        c + u[0] * u[0] * d,
        u[0] * u[1] * d - u[2] * s,
        u[0] * u[2] * d + u[1] * s,
        u[1] * u[0] * d + u[2] * s,
        c + u[1] * u[1] * d,
        u[1] * u[2] * d - u[0] * s,
        u[0] * u[2] * d - u[1] * s,
        u[1] * u[2] * d + u[0] * s,
        c + u[2] * u[2] * d,
    ])
}
