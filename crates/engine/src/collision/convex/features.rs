//! Faces and edges of a box or mesh at the place where another solid touches it.
//!
//! EPA ends with a triangle in the difference of two solids. Its vertices come from one, two or
//! three distinct vertices of each solid: a [`Feature`], from which the faces and edges there are
//! found. All directions and points are in world.

use crate::ids::{MeshPolyId, MeshVertId};
use crate::math::{Mat3, Vec3};

use super::gjk::Vertex;
use super::support::{Hull, Kind, Solid};

/// Cosine within which two directions count as the same.
#[doc(alias = "mjFACE_TOL")]
pub(super) const FACE_TOL: f64 = 0.999_998_72;

/// The most vertices of a face of a mesh, and the most faces at a vertex.
#[doc(alias = "mjMAX_POLYVERT")]
const MAX_POLYVERT: usize = 150;

/// The vertex, edge or face of a solid that touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature {
    /// Number of distinct vertices: one to three.
    pub dim: usize,
    /// The vertices' indices.
    index: [i32; 3],
    /// The first two vertices.
    point: [Vec3; 2],
}

impl Feature {
    /// The part of a triangle that belongs to one of the solids.
    #[inline]
    pub(super) fn of(triangle: [&Vertex; 3], part: impl Fn(&Vertex) -> (i32, Vec3)) -> Self {
        let [(i1, p1), (i2, p2), (i3, p3)] =
            [part(triangle[0]), part(triangle[1]), part(triangle[2])];
        if i1 != i2 {
            let dim = if i3 == i1 || i3 == i2 { 2 } else { 3 };
            return Self { dim, index: [i1, i2, i3], point: [p1, p2] };
        }
        if i1 != i3 {
            return Self { dim: 2, index: [i1, i3, i3], point: [p1, p3] };
        }
        Self { dim: 1, index: [i1, i2, i3], point: [p1, p2] }
    }

    /// The first vertex.
    pub(super) fn start(&self) -> Vec3 {
        self.point[0]
    }
}

/// A face of a solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceNormal {
    pub normal: Vec3,
    /// Which face.
    pub id: usize,
}

/// An edge of a solid that starts at its feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub dir: Vec3,
    pub end: Vec3,
}

/// The faces that contain the feature; `outward` tells the face of a box if the vertices do not.
pub(super) fn faces_at(solid: &Solid, f: &Feature, outward: Vec3, out: &mut Vec<FaceNormal>) {
    out.clear();
    match &solid.kind {
        Kind::Box => box_faces(&solid.mat, f, outward, out),
        Kind::Mesh(hull) => mesh_faces(hull, &solid.mat, f, out),
        _ => (),
    }
}

/// The edges that leave the feature's first vertex; the feature itself if it is an edge.
pub(super) fn edges_at(solid: &Solid, f: &Feature, out: &mut Vec<Edge>) {
    out.clear();
    let start = f.start();
    let mut add = |end: Vec3| out.push(Edge { dir: (end - start).normalized().0, end });
    match (f.dim, &solid.kind) {
        (2, Kind::Box | Kind::Mesh(_)) => add(f.point[1]),
        (1, Kind::Box) => {
            let corner = |i: usize| if f.index[0] >> i & 1 == 1 { 1.0 } else { -1.0 };
            let local = Vec3(std::array::from_fn(|i| corner(i) * solid.size[i]));
            for axis in 0..3 {
                let mut next = local;
                next[axis] = -next[axis];
                add(solid.mat * next + solid.pos);
            }
        }
        (1, Kind::Mesh(hull)) => {
            // the edges to the vertex before in each face
            for face in hull.faces_of(f.index[0]).iter().take(MAX_POLYVERT) {
                let verts = hull.face_vertices(*face as usize);
                let Some(j) = verts.iter().position(|v| *v == f.index[0]) else { continue };
                let before = verts[(j + verts.len() - 1) % verts.len()];
                add(solid.mat * hull.vertex(before) + solid.pos);
            }
        }
        _ => (),
    }
}

/// The vertices of a face.
pub(super) fn face_polygon(solid: &Solid, id: usize, out: &mut Vec<Vec3>) {
    out.clear();
    match &solid.kind {
        Kind::Box => {
            let corners = BOX_FACES.get(id).into_iter().flatten();
            out.extend(corners.map(|corner| {
                let local = Vec3(corner.map(f64::from)).scale_by(solid.size);
                solid.mat * local + solid.pos
            }));
        }
        Kind::Mesh(hull) => {
            let verts = hull.face_vertices(id);
            let verts = &verts[..verts.len().min(MAX_POLYVERT)];
            out.extend(verts.iter().rev().map(|v| solid.mat * hull.vertex(*v) + solid.pos));
        }
        _ => (),
    }
}

/// Corners of the faces of a box: +x, -x, +y, -y, +z, -z.
const BOX_FACES: [[[i8; 3]; 4]; 6] = [
    [[1, 1, 1], [1, 1, -1], [1, -1, -1], [1, -1, 1]],
    [[-1, 1, -1], [-1, 1, 1], [-1, -1, 1], [-1, -1, -1]],
    [[-1, 1, -1], [1, 1, -1], [1, 1, 1], [-1, 1, 1]],
    [[-1, -1, 1], [1, -1, 1], [1, -1, -1], [-1, -1, -1]],
    [[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]],
    [[1, 1, -1], [-1, 1, -1], [-1, -1, -1], [1, -1, -1]],
];

/// The outward normal of a face of a box: the axes in order, positive first.
fn box_face(mat: &Mat3, id: usize) -> FaceNormal {
    let mut local = Vec3::ZERO;
    local[id / 2] = if id.is_multiple_of(2) { 1.0 } else { -1.0 };
    FaceNormal { normal: *mat * local, id }
}

fn box_faces(mat: &Mat3, f: &Feature, outward: Vec3, out: &mut Vec<FaceNormal>) {
    // faces on which all the vertices lie
    let verts = &f.index[..f.dim];
    for axis in 0..3 {
        if verts.iter().all(|v| v >> axis & 1 == 1) {
            out.push(box_face(mat, 2 * axis));
        } else if verts.iter().all(|v| v >> axis & 1 == 0) {
            out.push(box_face(mat, 2 * axis + 1));
        }
    }
    if out.len() == 4 - f.dim {
        return;
    }

    // the vertices span no face or edge: look for a face along the outward direction
    out.clear();
    let local = mat.transpose_mul(outward);
    let local = local * (1.0 / local.dot(local).sqrt());
    let along = |id: usize| if id.is_multiple_of(2) { local[id / 2] } else { -local[id / 2] };
    out.extend((0..6).find(|id| along(*id) > FACE_TOL).map(|id| box_face(mat, id)));
}

fn mesh_faces(hull: &Hull, mat: &Mat3, f: &Feature, out: &mut Vec<FaceNormal>) {
    let mut add = |id: i32| {
        let id = id as usize;
        out.push(FaceNormal { normal: *mat * hull.face_normal(id), id });
    };
    let [at1, at2, at3] = f.index.map(|v| hull.faces_of(v));
    if f.dim == 1 {
        at1.iter().take(MAX_POLYVERT).for_each(|id| add(*id));
        return;
    }

    // the first two faces that share the edge; of those, the first that has the third vertex
    let mut shared = at1.iter().flat_map(|i| at2.iter().filter(move |j| i == *j)).take(2);
    if f.dim == 2 {
        shared.for_each(|id| add(*id));
    } else if let Some(id) = shared.find(|id| at3.contains(id)) {
        add(*id);
    }
}

impl<'a> Hull<'a> {
    /// Whether the faces of the hull are known.
    pub(super) fn has_faces(&self) -> bool {
        self.m.mesh_polynum[self.mesh] > 0
    }

    /// The faces at a vertex.
    fn faces_of(&self, vertex: i32) -> &'a [i32] {
        let m = self.m;
        let v = MeshVertId(m.mesh_vertadr[self.mesh].wrapping_add(vertex) as usize);
        if vertex < 0 || v.0 >= m.mesh_polymapadr.len() {
            return &[];
        }
        part(m.mesh_polymap.as_slice(), m.mesh_polymapadr[v], m.mesh_polymapnum[v])
    }

    /// The vertices of a face.
    fn face_vertices(&self, face: usize) -> &'a [i32] {
        let m = self.m;
        let Some(id) = self.face_id(face) else { return &[] };
        part(m.mesh_polyvert.as_slice(), m.mesh_polyvertadr[id], m.mesh_polyvertnum[id])
    }

    /// The normal of a face, in the frame of the mesh.
    fn face_normal(&self, face: usize) -> Vec3 {
        self.face_id(face).map_or(Vec3::ZERO, |id| self.m.mesh_polynormal[id])
    }

    fn face_id(&self, face: usize) -> Option<MeshPolyId> {
        let adr = usize::try_from(self.m.mesh_polyadr[self.mesh]).ok()?;
        let id = MeshPolyId(adr.checked_add(face)?);
        (id.0 < self.m.mesh_polynormal.len()).then_some(id)
    }
}

/// A part of an array, empty if it is not within.
fn part(all: &[i32], adr: i32, num: i32) -> &[i32] {
    let (Ok(adr), Ok(num)) = (usize::try_from(adr), usize::try_from(num)) else { return &[] };
    all.get(adr..adr.saturating_add(num)).unwrap_or_default()
}
