//! Contacts of a mesh with a signed distance field.
//!
//! Triangles are found by descending the bounding boxes of the mesh. On each, points spread over
//! the triangle move to where the distance is smallest by Frank-Wolfe steps: towards the corner
//! that lies farthest down the gradient, by shrinking fractions.

use super::shape::SdfShape;
use super::{Contacts, MAX_STEPS, Map, pose};
use crate::collision::shape::{Hits, Shape};
use crate::constants::{MAXCONPAIR, MAXVAL};
use crate::data::Data;
use crate::ids::{FlexId, MeshId};
use crate::math::scalar::halton;
use crate::math::{MINVAL, Num, Vec3};
use crate::model::Model;

/// Boxes that wait to be looked at.
const MAX_WAITING: usize = 64;
/// Distance of the field over height of the tetrahedron that is put on a triangle.
const DISTANCE_PER_HEIGHT: f64 = 10.0;
/// The lowest tetrahedron whose circumsphere is used.
const MIN_HEIGHT: f64 = 0.1;

/// Corners, in the frame of the field.
pub(super) type Triangle = [Vec3; 3];

/// Contacts of a mesh with a signed distance field.
#[doc(alias = "mjc_MeshSDF")]
pub(crate) fn mesh_sdf(a: &Shape, b: &Shape, _margin: f64, out: &mut Hits) {
    let (Some(faces), Some(field)) = (Faces::of(a), SdfShape::of(b)) else { return };
    let b_world = pose(b);
    let to_field = Map::between(&pose(a), &b_world);
    let opt = &a.m.opt;

    // points of triangles inside the field
    let mut found = Candidates::new();
    faces.tree.visit(&field, &to_field, |face| {
        if let Some(triangle) = faces.triangle(face, &to_field) {
            let [points, steps] =
                [opt.sdf_initpoints, opt.sdf_iterations].map(|n| n.min(MAX_STEPS));
            if !a.m.hooks.interrupted() {
                found.search(&field, &triangle, points, steps);
            }
        }
    });

    let mut contacts = Contacts::new(b_world, out);
    for &(x, dist) in found.points() {
        contacts.add(x, dist, |x| field.gradient(x));
    }
}

/// The triangles of a mesh.
struct Faces<'a> {
    vertices: &'a [[f32; 3]],
    triangles: &'a [[i32; 3]],
    tree: Tree<'a>,
}

impl<'a> Faces<'a> {
    /// The triangles of a geom; `None` if it is no mesh or has no tree of boxes.
    fn of(shape: &Shape<'a>) -> Option<Self> {
        let m = shape.m.model;
        let mesh = MeshId::new(m.geom_dataid[shape.geom])?;
        let start = |adr: Option<&i32>| usize::try_from(*adr?).ok();
        let root = start(m.mesh_bvhadr.get(mesh.0))?;
        Some(Self {
            vertices: m.mesh_vert.get(start(m.mesh_vertadr.get(mesh.0))?..)?,
            triangles: m.mesh_face.get(start(m.mesh_faceadr.get(mesh.0))?..)?,
            tree: Tree {
                boxes: m.bvh_aabb.get(root..)?,
                children: m.bvh_child.get(root..)?,
                leaves: m.bvh_nodeid.get(root..)?,
            },
        })
    }

    /// The corners of a triangle in the frame of the field.
    fn triangle(&self, face: i32, to_field: &Map) -> Option<Triangle> {
        let corners = self.triangles.get(usize::try_from(face).ok()?)?;
        let mut triangle = [Vec3::ZERO; 3];
        for (to, &corner) in triangle.iter_mut().zip(corners) {
            let vertex = self.vertices.get(usize::try_from(corner).ok()?)?;
            *to = to_field.apply(Vec3(vertex.map(f64::from)));
        }
        Some(triangle)
    }
}

/// A tree of boxes around triangles.
pub(crate) struct Tree<'a> {
    /// Centers and half sizes.
    pub boxes: &'a [[f64; 6]],
    /// The two boxes in each, -1 for none.
    pub children: &'a [[i32; 2]],
    /// The triangle of each, -1 for boxes with children.
    pub leaves: &'a [i32],
}

impl<'a> Tree<'a> {
    /// The tree of a flex, in world; `None` if it has none.
    pub(crate) fn of_flex(m: &'a Model, d: &'a Data, flex: FlexId) -> Option<Self> {
        let root = usize::try_from(m.flex_bvhadr[flex]).ok()?;
        Some(Self {
            boxes: d.bvh_aabb_dyn.get(root.checked_sub(m.nbvhstatic)?..)?,
            children: m.bvh_child.get(root..)?,
            leaves: m.bvh_nodeid.get(root..)?,
        })
    }

    /// Calls `see` with each triangle whose box may touch the field.
    pub(crate) fn visit(&self, field: &SdfShape, to_field: &Map, mut see: impl FnMut(i32)) {
        let mut waiting = [0; MAX_WAITING];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = waiting[len];
            let (Some(bounds), Some(&leaf)) = (self.boxes.get(node), self.leaves.get(node)) else {
                continue;
            };

            // the sphere around the box must reach the field
            let &[x, y, z, hx, hy, hz] = bounds;
            let radius = Vec3([hx, hy, hz]).norm();
            let near = field.distance(to_field.apply(Vec3([x, y, z]))) < radius;
            if !near {
                continue;
            }

            if leaf != -1 {
                see(leaf);
                continue;
            }
            for child in self.children.get(node).copied().unwrap_or_default() {
                if let (Ok(child), Some(slot)) = (usize::try_from(child), waiting.get_mut(len)) {
                    *slot = child;
                    len += 1;
                }
            }
        }
    }
}

/// Whether a sphere around the triangle reaches the field.
///
/// The sphere goes through the corners and a fourth point at a height in proportion to the
/// distance of the field; for a low tetrahedron the circle around the triangle decides.
fn may_touch(triangle: &Triangle, field: &SdfShape) -> bool {
    let [p0, p1, p2] = *triangle;
    let centroid = p0 * (1.0 / 3.0) + p1 * (1.0 / 3.0) + p2 * (1.0 / 3.0);
    let dist = field.distance(centroid);
    let height = -dist / DISTANCE_PER_HEIGHT;
    if height.abs() < MIN_HEIGHT {
        return dist < circumradius(triangle);
    }

    // circumsphere of the tetrahedron, relative to the fourth point
    let normal = (p1 - p0).cross(p2 - p0).normalized().0;
    let top = centroid + normal * -height;
    let v = [p0 - top, p1 - top, p2 - top];
    let cross = [v[1].cross(v[2]), v[2].cross(v[0]), v[0].cross(v[1])];
    let sum = cross[0] * v[0].dot(v[0]) + cross[1] * v[1].dot(v[1]) + cross[2] * v[2].dot(v[2]);
    let volume = 2.0 * v[0].dot(cross[0]);
    if volume.abs() < MINVAL {
        return dist < (p1 - p0).norm();
    }
    let center = sum * (1.0 / volume);
    field.distance(center + top) < center.norm()
}

/// Radius of the circle through the corners.
fn circumradius(triangle: &Triangle) -> f64 {
    let [p0, p1, p2] = *triangle;
    let (a, b, c) = ((p0 - p1).norm(), (p1 - p2).norm(), (p2 - p0).norm());
    let s = (a + b + c) / 2.0;
    let area = (s * (s - a) * (s - b) * (s - c)).sqrt();
    (a * b * c) / (4.0 * area.max_num(MINVAL))
}

/// Points inside the field, with their distances.
pub(crate) struct Candidates {
    points: [(Vec3, f64); MAXCONPAIR],
    len: usize,
}

impl Candidates {
    /// No points.
    pub(crate) fn new() -> Self {
        Self { points: [(Vec3::ZERO, 0.0); MAXCONPAIR], len: 0 }
    }

    /// Forgets all points.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The first of the deepest points.
    pub(crate) fn deepest(&self) -> Option<(Vec3, f64)> {
        self.points().iter().copied().reduce(|best, p| if p.1 < best.1 { p } else { best })
    }

    /// The points found so far.
    pub(super) fn points(&self) -> &[(Vec3, f64)] {
        &self.points[..self.len]
    }

    /// Adds the lowest points that are reached from several starts on a triangle, at least one.
    pub(crate) fn search(
        &mut self,
        field: &SdfShape,
        triangle: &Triangle,
        starts: i32,
        steps: i32,
    ) {
        if !may_touch(triangle, field) {
            return;
        }
        for start in 1..=starts.max(1) {
            let Some(slot) = self.points.get_mut(self.len) else { return };
            let x = lowest(field, triangle, spread(triangle, start), steps);
            let dist = field.distance(x);
            if dist < 0.0 {
                *slot = (x, dist);
                self.len += 1;
            }
        }
    }
}

/// A point of a sequence that fills a triangle evenly.
fn spread(triangle: &Triangle, i: i32) -> Vec3 {
    let (mut u, mut v) = (halton(i, 2), halton(i, 3));
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    triangle[0] * (1.0 - u - v) + triangle[1] * u + triangle[2] * v
}

/// Moves a point of a triangle to where the distance is smallest, by Frank-Wolfe steps.
fn lowest(field: &SdfShape, triangle: &Triangle, mut x: Vec3, steps: i32) -> Vec3 {
    for step in 0..steps {
        let grad = field.gradient(x);
        let (mut best, mut target) = (MAXVAL, x);
        for corner in triangle {
            let slope = corner.dot(grad);
            if slope < best {
                (best, target) = (slope, *corner);
            }
        }
        x += (target - x) * (2.0 / (f64::from(step) + 2.0));
    }
    x
}
