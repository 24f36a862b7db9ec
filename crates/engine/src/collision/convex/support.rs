//! Convex solids seen through their support function: the farthest point along a direction.
//!
//! GJK and EPA know nothing else of a shape. A [`Solid`] is a geom in world, a prism of a height field
//! or an element of a flex; it remembers the last support vertex, from which the next search over a mesh starts.
//!
//! MuJoCo counterpart: `mjCCDObj` and its support functions.

use crate::enums::GeomType;
use crate::ids::MeshId;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::Model;

use super::graph::{Graph, climb_again, farthest};
use super::hull::{Hulls, PackedHull};
use crate::collision::Shape;

/// Meshes with fewer vertices are searched exhaustively.
#[doc(alias = "mjMESH_HILLCLIMB_MIN")]
const CLIMB_MIN: usize = 10;

const MINVAL2: f64 = MINVAL * MINVAL;

/// A convex solid.
#[derive(Clone, Debug)]
#[doc(alias = "mjCCDObj")]
pub(crate) struct Solid<'a> {
    /// What it is.
    pub kind: Kind<'a>,
    /// Its center.
    pub pos: Vec3,
    /// Its axes.
    pub mat: Mat3,
    /// Size of a primitive, as geoms have it.
    pub size: Vec3,
    /// Half of it is added all around.
    pub margin: f64,
    /// The last support vertex of a mesh, or corner of a box (a bit per axis); -1 without.
    pub vertex: i32,
    /// The last support vertex in the hull graph.
    pub(super) hull_vertex: usize,
}

/// The shape of a [`Solid`].
#[derive(Clone, Debug)]
pub(crate) enum Kind<'a> {
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh(Hull<'a>),
    /// The convex hull of a distance field's mesh.
    Sdf(Hull<'a>),
    /// A triangular prism: three vertices below, the same three above.
    Prism(&'a [Vec3; 6]),
    /// A point, line, triangle or tetrahedron of a flex; the first size is the radius around it.
    Simplex(&'a [Vec3]),
    /// The center of a sphere.
    Point,
    /// The axis of a capsule.
    Segment,
}

/// The convex hull of a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hull<'a> {
    /// The model the mesh belongs to.
    pub m: &'a Model,
    /// The mesh.
    pub mesh: MeshId,
    /// Vertices of the mesh, in its frame.
    pub verts: &'a [[f32; 3]],
    /// Absent if the mesh has none or is small.
    pub(crate) graph: Option<Graph<'a>>,
    /// The same for faster searches, if the mesh is used often.
    packed: Option<&'a PackedHull>,
}

impl<'a> Solid<'a> {
    /// The shape, with a margin around; `None` if it is not convex (plane, height field).
    #[doc(alias = "mjc_initCCDObj")]
    pub(crate) fn new(shape: &Shape<'a>, margin: f64) -> Option<Self> {
        let kind = match shape.kind {
            GeomType::Sphere => Kind::Sphere,
            GeomType::Capsule => Kind::Capsule,
            GeomType::Ellipsoid => Kind::Ellipsoid,
            GeomType::Cylinder => Kind::Cylinder,
            GeomType::Box => Kind::Box,
            GeomType::Mesh => Kind::Mesh(Hull::of(shape)?),
            GeomType::Sdf => Kind::Sdf(Hull::of(shape)?),
            _ => return None,
        };
        Some(Self {
            kind,
            pos: shape.pos,
            mat: *shape.mat,
            size: shape.size,
            margin,
            vertex: -1,
            hull_vertex: 0,
        })
    }

    /// A prism of a height field: three vertices of its bottom, then the same three of its top.
    pub(crate) fn prism(verts: &'a [Vec3; 6]) -> Self {
        let sum = verts.iter().fold(Vec3::ZERO, |sum, v| sum + *v);
        Self::placed(Kind::Prism(verts), sum * (1.0 / 6.0), 0.0)
    }

    /// An element of a flex, with a radius around it that has the margin in it.
    pub(crate) fn simplex(corners: &'a [Vec3], center: Vec3, radius: f64) -> Self {
        let size = Vec3([radius, 0.0, 0.0]);
        Self { size, ..Self::placed(Kind::Simplex(corners), center, 0.0) }
    }

    /// A solid given in the frame where it is used.
    fn placed(kind: Kind<'a>, pos: Vec3, margin: f64) -> Self {
        let (mat, size) = (Mat3::IDENTITY, Vec3::ZERO);
        Self { kind, pos, mat, size, margin, vertex: -1, hull_vertex: 0 }
    }

    /// Counts a use of the solid's mesh.
    pub(super) fn count_use(&self, hulls: &mut Hulls) {
        if let Kind::Mesh(hull) | Kind::Sdf(hull) = &self.kind
            && let Some(graph) = &hull.graph
        {
            hulls.count(hull.m, hull.mesh, hull.verts, graph);
        }
    }

    /// Searches the solid's mesh faster if that is used often.
    pub(super) fn search_in(&mut self, hulls: &'a Hulls) {
        if let Kind::Mesh(hull) | Kind::Sdf(hull) = &mut self.kind
            && hull.graph.is_some()
        {
            hull.packed = hulls.packed(hull.mesh);
        }
    }

    /// Starts the next search over a mesh from a vertex of its graph, or from the first if it has no
    /// such vertex.
    pub(super) fn start_from(&mut self, vertex: usize) {
        if let Kind::Mesh(hull) | Kind::Sdf(hull) = &self.kind
            && let Some(graph) = &hull.graph
        {
            self.hull_vertex = if vertex < graph.len() { vertex } else { 0 };
        }
    }

    /// Whether support points are searched for, from the last one on: a search more may end elsewhere
    /// where several are equally far.
    pub(crate) fn is_searched(&self) -> bool {
        matches!(self.kind, Kind::Mesh(_) | Kind::Sdf(_))
    }

    /// Whether the solid is a polyhedron: no margin, and no distance field.
    pub(super) fn is_discrete(&self) -> bool {
        self.margin == 0.0 && matches!(self.kind, Kind::Box | Kind::Mesh(_) | Kind::Prism(_))
    }

    /// The farthest point along the unit vector `dir`, with the margin.
    #[inline]
    pub(super) fn support_with_margin(&mut self, dir: Vec3) -> Vec3 {
        let point = self.support(dir);
        if self.margin > 0.0 { point + dir * (0.5 * self.margin) } else { point }
    }

    /// The farthest point along the unit vector `dir`, without the margin.
    pub(crate) fn support(&mut self, dir: Vec3) -> Vec3 {
        let local = match &self.kind {
            Kind::Mesh(hull) | Kind::Sdf(hull) => {
                let local = self.mat.transpose_mul(dir);
                let point = if let Some(packed) = hull.packed {
                    self.hull_vertex = packed.farthest(self.hull_vertex, local);
                    let (vertex, place) = packed.mesh_vertex(self.hull_vertex);
                    self.vertex = vertex;
                    place
                } else if let Some(graph) = &hull.graph {
                    self.hull_vertex = climb_again(graph, hull.verts, self.hull_vertex, local);
                    self.vertex = graph.mesh_vertex().get(self.hull_vertex).map_or(-1, |v| *v);
                    hull.vertex(self.vertex)
                } else {
                    self.vertex = farthest(hull.verts, self.vertex, local);
                    hull.vertex(self.vertex)
                };
                return self.mat * point + self.pos;
            }
            Kind::Point => return self.pos,
            Kind::Prism(verts) => return prism_support(verts, dir),
            Kind::Simplex(corners) => return farthest_of(corners, dir) + dir * self.size[0],
            Kind::Segment => {
                let axis = self.mat.col(2);
                let half = if axis.dot(dir) >= 0.0 { self.size[1] } else { -self.size[1] };
                return axis * half + self.pos;
            }
            Kind::Sphere => return dir * self.size[0] + self.pos,
            _ => self.mat.transpose_mul(dir),
        };
        let point = match &self.kind {
            Kind::Capsule => {
                let cap = local * self.size[0];
                Vec3([cap[0], cap[1], cap[2] + toward(self.size[1], local[2])])
            }
            Kind::Ellipsoid => ellipsoid_support(self.size, local),
            Kind::Cylinder => cylinder_support(self.size, local),
            Kind::Box => {
                let [x, y, z] = self.size.0;
                let corner = Vec3([toward(x, local[0]), toward(y, local[1]), toward(z, local[2])]);
                let bit = |i: usize| i32::from(corner[i] > 0.0) << i;
                self.vertex = bit(0) | bit(1) | bit(2);
                corner
            }
            _ => Vec3::ZERO,
        };
        self.mat * point + self.pos
    }
}

impl<'a> Hull<'a> {
    fn of(shape: &Shape<'a>) -> Option<Self> {
        let m = shape.m.model;
        let mesh =
            MeshId::new(m.geom_dataid[shape.geom]).filter(|id| id.0 < m.mesh_vertadr.len())?;
        let adr = usize::try_from(m.mesh_vertadr[mesh]).ok()?;
        let len = usize::try_from(m.mesh_vertnum[mesh]).ok()?;
        let verts = m.mesh_vert.as_slice().get(adr..adr.checked_add(len)?)?;
        let graph = if len < CLIMB_MIN { None } else { Graph::of(m, mesh) };
        Some(Self { m, mesh, verts, graph, packed: None })
    }

    /// A vertex of the mesh; the origin if there is no such vertex.
    #[inline]
    pub(crate) fn vertex(&self, i: i32) -> Vec3 {
        let vert = usize::try_from(i).ok().and_then(|i| self.verts.get(i));
        let [x, y, z] = vert.copied().unwrap_or_default();
        Vec3([f64::from(x), f64::from(y), f64::from(z)])
    }
}

/// `size` with the sign of `dir`.
fn toward(size: f64, dir: f64) -> f64 {
    if dir >= 0.0 { size } else { -size }
}

#[doc(alias = "mjc_ellipsoidSupport")]
fn ellipsoid_support(size: Vec3, dir: Vec3) -> Vec3 {
    let scaled = dir.scale_by(size);
    let norm2 = scaled.dot(scaled);
    if norm2 < MINVAL2 {
        return Vec3([size[0], 0.0, 0.0]);
    }
    let inv = 1.0 / norm2.sqrt();
    Vec3([scaled[0] * (inv * size[0]), scaled[1] * (inv * size[1]), scaled[2] * (inv * size[2])])
}

#[doc(alias = "mjc_cylinderSupport")]
fn cylinder_support(size: Vec3, dir: Vec3) -> Vec3 {
    let norm2 = dir[0] * dir[0] + dir[1] * dir[1];
    let scale = if norm2 >= MINVAL2 { size[0] / norm2.sqrt() } else { 0.0 };
    Vec3([scale * dir[0], scale * dir[1], toward(size[1], dir[2])])
}

/// Looks at the bottom or at the top only.
#[doc(alias = "mjc_prism_support")]
fn prism_support(verts: &[Vec3; 6], dir: Vec3) -> Vec3 {
    let side = if dir[2] < 0.0 { &verts[..3] } else { &verts[3..] };
    farthest_of(side, dir)
}

#[inline]
fn farthest_of(verts: &[Vec3], dir: Vec3) -> Vec3 {
    let Some((first, rest)) = verts.split_first() else { return Vec3::ZERO };
    let (mut best, mut max) = (*first, first.dot(dir));
    for v in rest {
        let along = v.dot(dir);
        if along > max {
            (best, max) = (*v, along);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_points_are_extreme() {
        let size = Vec3([0.5, 0.8, 1.2]);
        let dir = Vec3([0.48, -0.6, 0.64]);
        let solid = |kind: Kind<'static>| Solid { size, ..Solid::placed(kind, Vec3::X, 0.2) };
        let reach = |kind: Kind<'static>| dir.dot(solid(kind).support(dir) - Vec3::X);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        near(reach(Kind::Point), 0.0);
        near(reach(Kind::Sphere), 0.5);
        near(reach(Kind::Segment), 0.8 * 0.64);
        near(reach(Kind::Capsule), 0.5 + 0.8 * 0.64);
        near(reach(Kind::Cylinder), 0.5 * (0.48 * 0.48_f64 + 0.36).sqrt() + 0.8 * 0.64);
        near(reach(Kind::Box), 0.5 * 0.48 + 0.8 * 0.6 + 1.2 * 0.64);
        near(reach(Kind::Ellipsoid), dir.scale_by(size).norm());
        let with_margin = solid(Kind::Sphere).support_with_margin(dir);
        near(dir.dot(with_margin - Vec3::X), 0.6);
    }
}
