//! Triangles of the surfaces of a model: meshes, their hulls, height fields, planes and skins.
//!
//! Ids that point nowhere make no triangle.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::ids::{GeomId, HfieldId, MaterialId, MeshId};

use crate::matrix::{cross, dot, minus, unit};
use crate::shape::{Vertex, plane, quad};

/// A run of entries of a table.
pub(crate) fn run<T>(entries: &[T], start: i32, len: i32) -> &[T] {
    let range = usize::try_from(start).ok().zip(usize::try_from(len).ok());
    range.and_then(|(start, len)| entries.get(start..start.checked_add(len)?)).unwrap_or(&[])
}

/// An entry by an id that may point nowhere.
pub(crate) fn at<T: Copy>(entries: &[T], i: i32) -> Option<T> {
    usize::try_from(i).ok().and_then(|i| entries.get(i)).copied()
}

fn face_normal([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    unit(cross(minus(b, a), minus(c, a)))
}

/// The triangles of a mesh.
pub(crate) fn mesh(m: &Model, mesh: MeshId) -> Vec<Vertex> {
    let (first, count) = (m.mesh_faceadr[mesh], m.mesh_facenum[mesh]);
    let verts = run(m.mesh_vert.as_slice(), m.mesh_vertadr[mesh], m.mesh_vertnum[mesh]);
    let normals = run(m.mesh_normal.as_slice(), m.mesh_normaladr[mesh], m.mesh_normalnum[mesh]);
    let has_texture = m.mesh_texcoordadr[mesh] >= 0;
    let texture =
        run(m.mesh_texcoord.as_slice(), m.mesh_texcoordadr[mesh], m.mesh_texcoordnum[mesh]);
    let faces = run(m.mesh_face.as_slice(), first, count);
    let face_normals = run(m.mesh_facenormal.as_slice(), first, count);
    let face_texture = run(m.mesh_facetexcoord.as_slice(), first, count);

    let mut out = Vec::with_capacity(3 * faces.len());
    for (f, face) in faces.iter().enumerate() {
        let [Some(a), Some(b), Some(c)] = face.map(|v| at(verts, v)) else { continue };
        let flat = face_normal([a, b, c]);
        for (i, pos) in [a, b, c].into_iter().enumerate() {
            let own = face_normals.get(f).and_then(|ids| at(normals, ids[i])).unwrap_or(flat);
            // sharp edges stay sharp, unless whoever made the texture said how to shade
            let normal = if has_texture || dot(own, flat) >= 0.8 { own } else { flat };
            let uv =
                face_texture.get(f).filter(|_| has_texture).and_then(|ids| at(texture, ids[i]));
            out.push(Vertex { pos, normal, uv: uv.unwrap_or_default() });
        }
    }
    out
}

/// The triangles of the convex hull of a mesh, if it has one.
pub(crate) fn hull(m: &Model, mesh: MeshId) -> Vec<Vertex> {
    let verts = run(m.mesh_vert.as_slice(), m.mesh_vertadr[mesh], m.mesh_vertnum[mesh]);
    let texture =
        run(m.mesh_texcoord.as_slice(), m.mesh_texcoordadr[mesh], m.mesh_texcoordnum[mesh]);
    let graph = usize::try_from(m.mesh_graphadr[mesh]).ok();
    let Some([nvert, nface, rest @ ..]) = graph.and_then(|adr| m.mesh_graph.as_slice().get(adr..))
    else {
        return Vec::new();
    };
    let (nvert, nface) = (i64::from(*nvert), i64::from(*nface));
    let Ok(start) = usize::try_from(3 * nvert + 3 * nface) else { return Vec::new() };
    let faces = rest.get(start..).unwrap_or(&[]).chunks_exact(3);
    let mut out = Vec::new();
    for face in faces.take(usize::try_from(nface).unwrap_or(0)) {
        let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|i| at(verts, face[i])) else { continue };
        let normal = face_normal([a, b, c]);
        for (pos, &v) in [a, b, c].into_iter().zip(face) {
            out.push(Vertex { pos, normal, uv: at(texture, v).unwrap_or_default() });
        }
    }
    out
}

/// The triangles of a height field: the top, the four sides and the bottom.
pub(crate) fn hfield(m: &Model, h: HfieldId) -> Vec<Vertex> {
    let (rows, columns) = (m.hfield_nrow[h].max(0) as usize, m.hfield_ncol[h].max(0) as usize);
    let count = i32::try_from(rows.saturating_mul(columns)).unwrap_or(0);
    let heights = run(m.hfield_data.as_slice(), m.hfield_adr[h], count);
    if heights.is_empty() || rows < 2 || columns < 2 {
        return Vec::new();
    }
    let [x, y, z, base] = m.hfield_size[h].map(|size| size as f32);
    let place = |r: usize, c: usize| {
        let along = |i: usize, n: usize| 2.0 * i as f32 / (n - 1) as f32 - 1.0;
        [x * along(c, columns), y * along(r, rows)]
    };
    let top = |r: usize, c: usize| {
        let [x, y] = place(r, c);
        [x, y, z * heights[r * columns + c]]
    };
    let low = |r: usize, c: usize| {
        let [x, y] = place(r, c);
        [x, y, -base]
    };

    let mut out = Vec::new();
    let mut side = |[r1, c1]: [usize; 2], [r2, c2]: [usize; 2], normal| {
        out.extend(quad([low(r1, c1), low(r2, c2), top(r2, c2), top(r1, c1)], normal));
    };
    for r in 0..rows - 1 {
        side([r + 1, 0], [r, 0], [-1.0, 0.0, 0.0]);
        side([r, columns - 1], [r + 1, columns - 1], [1.0, 0.0, 0.0]);
    }
    for c in 0..columns - 1 {
        side([0, c], [0, c + 1], [0.0, -1.0, 0.0]);
        side([rows - 1, c + 1], [rows - 1, c], [0.0, 1.0, 0.0]);
    }
    for r in 0..rows - 1 {
        for c in 0..columns - 1 {
            let [a, b] = [top(r, c), top(r, c + 1)];
            let [d, e] = [top(r + 1, c), top(r + 1, c + 1)];
            for corners in [[d, a, e], [a, b, e]] {
                let normal = face_normal(corners);
                out.extend(corners.map(|pos| Vertex::new(pos, normal)));
            }
        }
    }
    let corners = [low(0, 0), low(rows - 1, 0), low(rows - 1, columns - 1), low(0, columns - 1)];
    out.extend(quad(corners, [0.0, 0.0, -1.0]));
    out
}

/// The planes of a model in their order, each with its own size.
pub(crate) fn planes(m: &Model) -> Vec<[Vertex; 6]> {
    let is_plane = |&g: &GeomId| m.geom_type[g] == GeomType::Plane;
    m.geom_type.ids().filter(is_plane).map(|g| one_plane(m, g)).collect()
}

fn one_plane(m: &Model, g: GeomId) -> [Vertex; 6] {
    /// Steps of the grid that a plane without borders has in MuJoCo, which says how far it goes.
    const GRID: f64 = 200.0;
    let far = f64::from(m.vis.map.zfar) * m.stat.extent;
    let material: Option<MaterialId> = m.geom_matid.id(g);
    let half = |axis: usize| {
        let size = m.geom_size[g].0[axis];
        if size > 0.0 {
            return size as f32;
        }
        let repeat = material.map_or(0.0, |material| f64::from(m.mat_texrepeat[material][axis]));
        let step = if repeat > 0.0 { 2.0 / repeat } else { 2.1 * far / (GRID - 2.0) };
        (0.5 * (2.1 * far + 2.0 * step)) as f32
    };
    plane(half(0), half(1))
}
