//! Several points of contact between two boxes or meshes, from one.
//!
//! Where a face of one solid lies flat on a face or along an edge of the other, the face or edge is
//! clipped by the face, and each vertex of the result becomes a contact of the same depth.
//!
//! MuJoCo counterpart: `multicontact` in `engine_collision_gjk.c`.

use crate::constants::MAXCONPAIR;
use crate::math::{MINVAL, Vec3};

use super::clip::{clip, pick_four};
use super::features::{Edge, FACE_TOL, FaceNormal, Feature, edges_at, face_polygon, faces_at};
use super::polytope::Polytope;
use super::support::{Kind, Solid};

/// Sine within which an edge and a face count as parallel.
#[doc(alias = "mjEDGE_TOL")]
const EDGE_TOL: f64 = 0.001_599_999_31;

/// Buffers, kept between runs.
#[derive(Clone, Debug, Default)]
pub(super) struct ClipWorkspace {
    faces_a: Vec<FaceNormal>,
    faces_b: Vec<FaceNormal>,
    edges: Vec<Edge>,
    window: Vec<Vec3>,
    polygon: Vec<Vec3>,
    spare: Vec<Vec3>,
}

/// Replaces the only pair of points by all, if the solids touch along a face.
pub(super) fn multicontact(
    pt: &Polytope,
    face: u32,
    (a, b): (&Solid, &Solid),
    max_contacts: usize,
    work: &mut ClipWorkspace,
    points: &mut Vec<(Vec3, Vec3)>,
) {
    let lacks_faces = |s: &Solid| matches!(&s.kind, Kind::Mesh(hull) if !hull.has_faces());
    let Some((on_a, on_b)) = points.first().copied() else { return };
    if lacks_faces(a) || lacks_faces(b) {
        return;
    }

    // faces at the feature of each solid
    let triangle = pt.corners(&pt.faces[face as usize]);
    let feature_a = Feature::of(triangle, |v| (v.index_a, v.a));
    let feature_b = Feature::of(triangle, |v| (v.index_b, v.b));
    faces_at(a, &feature_a, on_a - on_b, &mut work.faces_a);
    faces_at(b, &feature_b, on_b - on_a, &mut work.faces_b);

    // what to clip, by which face; the direction from the first solid to the second
    let depth = (on_b - on_a).norm();
    let (normal, dir);
    if let Some((face_a, face_b)) = facing(&work.faces_a, &work.faces_b) {
        face_polygon(a, face_a.id, &mut work.window);
        face_polygon(b, face_b.id, &mut work.polygon);
        (normal, dir) = (face_a.normal, face_b.normal * depth);
    } else if feature_a.dim < 3 && feature_a.dim <= feature_b.dim {
        edges_at(a, &feature_a, &mut work.edges);
        let Some((edge, face_b)) = parallel(&work.edges, &work.faces_b) else { return };
        face_polygon(b, face_b.id, &mut work.window);
        set_edge(&mut work.polygon, feature_a.start(), edge.end);
        (normal, dir) = (face_b.normal, face_b.normal * depth);
    } else if feature_b.dim < 3 {
        edges_at(b, &feature_b, &mut work.edges);
        let Some((edge, face_a)) = parallel(&work.edges, &work.faces_a) else { return };
        face_polygon(a, face_a.id, &mut work.window);
        set_edge(&mut work.polygon, feature_b.start(), edge.end);
        (normal, dir) = (face_a.normal, face_a.normal * -depth);
    } else {
        return;
    }

    if work.window.len() >= 3 {
        clip(&work.window, normal, &mut work.polygon, &mut work.spare);
        if !work.polygon.is_empty() {
            select_points(&work.polygon, dir, max_contacts, points);
        }
    }
}

/// The first two faces that face each other.
fn facing(a: &[FaceNormal], b: &[FaceNormal]) -> Option<(FaceNormal, FaceNormal)> {
    let pairs = a.iter().flat_map(|i| b.iter().map(move |j| (*i, *j)));
    pairs.into_iter().find(|(i, j)| i.normal.dot(j.normal) < -FACE_TOL)
}

/// The first face and edge that are parallel.
fn parallel(edges: &[Edge], faces: &[FaceNormal]) -> Option<(Edge, FaceNormal)> {
    let pairs = faces.iter().flat_map(|f| edges.iter().map(move |e| (*e, *f)));
    pairs.into_iter().find(|(e, f)| e.dir.dot(f.normal).abs() < EDGE_TOL)
}

fn set_edge(polygon: &mut Vec<Vec3>, start: Vec3, end: Vec3) {
    polygon.clear();
    polygon.extend([start, end]);
}

/// Turns the vertices of a polygon into contacts: distinct ones, and not too many.
fn select_points(polygon: &[Vec3], dir: Vec3, max_contacts: usize, points: &mut Vec<(Vec3, Vec3)>) {
    points.clear();
    let pair = |on_b: Vec3| (on_b - dir, on_b);
    if max_contacts < 5 && polygon.len() > 4 {
        points.extend(pick_four(polygon).map(pair));
    } else if polygon.len() > MAXCONPAIR {
        points.extend(polygon[..MAXCONPAIR].iter().copied().map(pair));
    } else {
        for p in polygon {
            let is_same = |q: &(Vec3, Vec3)| (0..3).all(|i| (q.1[i] - p[i]).abs() < MINVAL);
            if !points.iter().any(is_same) {
                points.push(pair(*p));
            }
        }
    }
}
