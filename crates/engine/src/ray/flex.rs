//! Rays against flexes: vertices, edges and elements, as they are drawn.
//!
//! | reads |
//! |---|
//! | `flexvert_xpos`, `flex_edge`, `flex_elem`, `flex_elemlayer`, `flex_radius` |
//! | `flex_dim`, `flex_vertadr`, `flex_vertnum`, `flex_edgeadr`, `flex_edgenum` |
//! | `flex_elemadr`, `flex_elemnum`, `flex_elemdataadr` |
//!
//! Vertices are spheres, edges capsules and elements triangles. Which of them a ray can meet is as
//! in the options of a visualizer.

use std::ops::Range;

use crate::data::Data;
use crate::enums::GeomType;
use crate::ids::FlexId;
use crate::math::{Mat3, Quat, Vec3};
use crate::model::Model;

use super::primitive::{Nearest, Ray, meets_box, ray_geom};
use super::triangle::Aim;

/// The parts of a flex that a ray can meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of a visualizer, all independent")]
pub struct FlexParts {
    /// The layer of elements, if the flex has volume and is met by its faces.
    pub layer: i32,
    /// Vertices, unless edges are met.
    pub vert: bool,
    /// Edges.
    pub edge: bool,
    /// Faces of elements.
    pub face: bool,
    /// The outermost layer of elements with its edges.
    pub skin: bool,
}

/// Where a ray meets a flex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlexHit {
    /// Distance in units of the direction.
    pub dist: f64,
    /// The nearest vertex of the part that is hit, counted within the flex.
    pub vert: usize,
    /// Unit normal, in world.
    pub normal: Vec3,
}

/// The first point of a flex that a ray meets; `None` if it misses or there is no such flex.
#[doc(alias = "mj_rayFlex")]
#[must_use]
pub fn ray_flex(m: &Model, d: &Data, flex: FlexId, parts: FlexParts, ray: Ray) -> Option<FlexHit> {
    let body = Flex::new(m, d, flex)?;
    if !body.is_near(ray) {
        return None;
    }
    let mut nearest = Nearest(None);
    let skin = body.dim > 1 && parts.skin;
    if parts.edge || skin {
        body.edges(m, ray, &mut nearest);
    } else if parts.vert {
        body.vertices(ray, &mut nearest);
    }
    if skin || (body.dim > 1 && parts.face) {
        let layer = |layer: i32| if parts.skin { layer <= 0 } else { layer == parts.layer };
        body.faces(m, ray, layer, &mut nearest);
    }
    nearest.0.map(|(dist, (vert, normal))| FlexHit { dist, vert, normal })
}

/// The nearest hit: vertex and normal.
type NearestVertex = Nearest<(usize, Vec3)>;

/// A flex as it is in the world.
struct Flex<'a> {
    id: FlexId,
    dim: usize,
    radius: f64,
    vert: &'a [Vec3],
}

impl<'a> Flex<'a> {
    fn new(m: &Model, d: &'a Data, flex: FlexId) -> Option<Self> {
        let dim = usize::try_from(*m.flex_dim.get(flex.0)?).ok().filter(|dim| *dim <= 3)?;
        let vert = d.flexvert_xpos.get(range(m.flex_vertadr[flex], m.flex_vertnum[flex])?)?;
        Some(Self { id: flex, dim, radius: m.flex_radius[flex], vert })
    }

    /// Whether a ray meets the box around all vertices.
    fn is_near(&self, ray: Ray) -> bool {
        let first = self.vert.first().copied().unwrap_or_default();
        let (mut low, mut high) = (first, first);
        for v in self.vert {
            for i in 0..3 {
                low[i] = low[i].min(v[i]);
                high[i] = high[i].max(v[i]);
            }
        }
        let radius = Vec3([self.radius; 3]);
        let (low, high) = (low - radius, high + radius);
        meets_box((low + high) * 0.5, &Mat3::IDENTITY, (high - low) * 0.5, ray)
    }

    fn vertices(&self, ray: Ray, nearest: &mut NearestVertex) {
        let size = Vec3([self.radius, 0.0, 0.0]);
        for (vert, &pos) in self.vert.iter().enumerate() {
            if let Some(hit) = ray_geom(GeomType::Sphere, pos, &Mat3::IDENTITY, size, ray) {
                nearest.offer(hit.dist, (vert, hit.normal));
            }
        }
    }

    fn edges(&self, m: &Model, ray: Ray, nearest: &mut NearestVertex) {
        let edges = range(m.flex_edgeadr[self.id], m.flex_edgenum[self.id]);
        for edge in edges.and_then(|edges| m.flex_edge.get(edges)).unwrap_or_default() {
            let ends = edge.map(|v| self.vertex(v));
            let [Some((v0, first)), Some((v1, second))] = ends else { continue };
            let (along, length) = (second - first).normalized();
            let size = Vec3([self.radius, 0.5 * length, 0.0]);
            let mat = Quat::z_to(along).to_mat();
            let hit = ray_geom(GeomType::Capsule, (first + second) * 0.5, &mat, size, ray);
            if let Some(hit) = hit {
                let point = ray.at(hit.dist);
                let is_first = (first - point).norm() < (second - point).norm();
                nearest.offer(hit.dist, (if is_first { v0 } else { v1 }, hit.normal));
            }
        }
    }

    /// The triangles of elements, of those with volume only if `layer` accepts theirs.
    fn faces(&self, m: &Model, ray: Ray, layer: impl Fn(i32) -> bool, nearest: &mut NearestVertex) {
        const FACES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let faces = &FACES[..if self.dim == 2 { 1 } else { 4 }];
        let corners = self.dim + 1;
        let Some(start) = usize::try_from(m.flex_elemdataadr[self.id]).ok() else { return };
        let Some(elements) = range(m.flex_elemadr[self.id], m.flex_elemnum[self.id]) else {
            return;
        };
        let layers = m.flex_elemlayer.get(elements).unwrap_or_default();
        let vertices = m.flex_elem.get(start..).unwrap_or_default().chunks_exact(corners);
        let aim = Aim::new(ray);
        for (element, _) in vertices.zip(layers).filter(|(_, l)| self.dim == 2 || layer(**l)) {
            for face in faces {
                let [Some(a), Some(b), Some(c)] = face.map(|i| self.vertex(element[i])) else {
                    continue;
                };
                if let Some((dist, normal)) = aim.triangle(&[a.1, b.1, c.1]) {
                    let vert = nearest_vertex([a, b, c], ray.at(dist));
                    nearest.offer(dist, (vert, normal.normalized().0));
                }
            }
        }
    }

    /// A vertex with its id.
    fn vertex(&self, id: i32) -> Option<(usize, Vec3)> {
        let id = usize::try_from(id).ok()?;
        Some((id, *self.vert.get(id)?))
    }
}

/// Which of three vertices is nearest to a point; of equal ones the first.
pub(super) fn nearest_vertex(vertices: [(usize, Vec3); 3], point: Vec3) -> usize {
    let mut nearest = Nearest(None);
    for (id, vertex) in vertices {
        nearest.offer((vertex - point).norm(), id);
    }
    nearest.0.map_or(vertices[0].0, |(_, id)| id)
}

/// `num` indices from `adr`.
fn range(adr: i32, num: i32) -> Option<Range<usize>> {
    let start = usize::try_from(adr).ok()?;
    Some(start..start.checked_add(usize::try_from(num).ok()?)?)
}
