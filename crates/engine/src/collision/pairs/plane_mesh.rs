//! Contacts of a plane with an ellipsoid or the convex hull of a mesh.
//!
//! The deepest point of the shape is the first contact. A mesh gets up to two more: neighbors of
//! the deepest vertex on the hull, or any vertices if the hull has no graph, that are below the
//! margin and not close to the first.
//!
//! MuJoCo counterpart: `mjc_PlaneConvex`.

use crate::math::Vec3;

use crate::collision::convex::graph::{Graph, climb, dot_f32};
use crate::collision::convex::support::{Hull, Kind, Solid};
use crate::collision::{Hit, Hits, Shape};

/// The most contacts of a mesh.
const MAX_CONTACTS: usize = 3;
/// How far from the first contact others must be, relative to the bounding sphere.
const MIN_SPREAD: f64 = 0.3;

/// Contacts of a plane and a convex shape.
#[doc(alias = "mjc_PlaneConvex")]
pub(crate) fn plane_convex(plane: &Shape, shape: &Shape, margin: f64, out: &mut Hits) {
    let Some(mut solid) = Solid::new(shape, 0.0) else { return };
    let normal = plane.mat.col(2);
    let down = shape.mat.transpose_mul(-normal);

    // the deepest point
    let hull = match solid.kind {
        Kind::Mesh(hull) | Kind::Sdf(hull) => Some(hull),
        _ => None,
    };
    let deepest = hull.map(|hull| deepest_vertex(&hull, down));
    let point = match (&hull, deepest, &solid.kind) {
        (Some(hull), Some(deepest), _) => *shape.mat * hull.vertex(deepest.mesh_vertex) + shape.pos,
        (_, _, Kind::Ellipsoid) => {
            let unit = down.scale_by(shape.size).normalized().0;
            *shape.mat * unit.scale_by(shape.size) + shape.pos
        }
        _ => solid.support(-normal),
    };
    let contact = |point: Vec3| {
        let dist = normal.dot(point - plane.pos);
        Hit { dist, pos: point + normal * (-0.5 * dist), normal, tangent: Vec3::ZERO }
    };
    let first = contact(point);
    if first.dist > margin || !out.push(first) {
        return;
    }

    // more vertices below the margin
    let (Some(hull), Some(deepest)) = (hull, deepest) else { return };
    let threshold = normal.dot(shape.pos - plane.pos) - margin;
    let spread = MIN_SPREAD * shape.m.geom_rbound[shape.geom];
    let mut count = 1;
    let mut consider = |vertex: i32| {
        let local = hull.vertex(vertex);
        if down.dot(local) > threshold {
            let point = *shape.mat * local + shape.pos;
            if (point - first.pos).norm() >= spread && out.push(contact(point)) {
                count += 1;
            }
        }
        count < MAX_CONTACTS
    };
    if let Some(graph) = Graph::of(hull.m, hull.mesh) {
        // for a small mesh, MuJoCo looks up the mesh's vertex as if it was the hull's
        let neighbors = usize::try_from(deepest.hull_vertex).map(|v| graph.neighbors(v));
        for next in neighbors.into_iter().flatten() {
            let vertex = graph.mesh_vertex().get(next).map_or(-1, |v| *v);
            if !consider(vertex) {
                break;
            }
        }
    } else {
        for vertex in (0..hull.verts.len() as i32).filter(|v| *v != deepest.mesh_vertex) {
            if !consider(vertex) {
                break;
            }
        }
    }
}

/// A vertex of a mesh and its hull.
#[derive(Clone, Copy)]
struct Deepest {
    mesh_vertex: i32,
    /// In the hull's graph; the mesh vertex itself if the graph is not used for the search.
    hull_vertex: i32,
}

/// The vertex farthest along `dir`, climbing from the hull's first vertex.
#[doc(alias = "mjccd_support")]
fn deepest_vertex(hull: &Hull, dir: Vec3) -> Deepest {
    if let Some(graph) = hull.graph {
        let first = graph.mesh_vertex().first().map_or(-1, |v| *v);
        let vertex = climb(&graph, hull.verts, 0, dir.dot(hull.vertex(first)), dir);
        let mesh_vertex = graph.mesh_vertex().get(vertex).map_or(-1, |v| *v);
        return Deepest { mesh_vertex, hull_vertex: vertex as i32 };
    }
    let (mut best, mut max) = (-1, -1e10);
    for (i, vertex) in hull.verts.iter().enumerate() {
        let along = dot_f32(dir, vertex);
        if along > max {
            (best, max) = (i as i32, along);
        }
    }
    Deepest { mesh_vertex: best, hull_vertex: best }
}
