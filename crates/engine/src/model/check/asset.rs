//! Meshes with their hulls and trees of boxes, height fields, textures.

use super::{Checked, below, fits, number};
use crate::ids::{
    BodyId, BvhId, HfieldId, MeshFaceId, MeshGraphAdr, MeshId, MeshPolyId, MeshPolyMapAdr,
    MeshPolyVertAdr, MeshVertId, OctId, SkinFaceId, SkinId, TextureId,
};
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Checked {
    for mesh in (0..s.nmesh).map(MeshId) {
        check_faces(s, mesh)?;
        check_polygons(s, mesh)?;
        check_graph(s, mesh)?;
        check_octree(s, mesh)?;
        boxes(s, s.mesh_bvhadr[mesh], s.mesh_bvhnum[mesh], s.mesh_facenum[mesh])?;
    }
    for b in (0..s.nbody).map(BodyId) {
        boxes(s, s.body_bvhadr[b], s.body_bvhnum[b], s.ngeom as i32)?;
    }
    for skin in (0..s.nskin).map(SkinId) {
        check_skin(s, skin)?;
    }
    check_hfields(s)?;
    check_textures(s)
}

/// Entries from `adr`, which have been found to exist.
pub(super) fn span(adr: i32, num: i32) -> std::ops::Range<usize> {
    let start = adr.max(0) as usize;
    start..start + num.max(0) as usize
}

/// The parts of an entry lie in `low..count`.
pub(super) fn parts(field: &'static str, index: usize, values: &[i32], low: i32, count: usize) -> Checked {
    for (part, &value) in values.iter().enumerate() {
        if value < low || i64::from(value) >= count as i64 {
            let allowed = Allowed::Range(low.into(), count as i64 - 1);
            let (part, value) = (Some(part), value.into());
            return Err(StructureError::Entry { field, index, part, value, allowed });
        }
    }
    Ok(())
}

/// Corners of triangles are vertices of the mesh.
fn check_faces(s: &Structure, mesh: MeshId) -> Checked {
    let [verts, normals, coords] =
        [s.mesh_vertnum[mesh], s.mesh_normalnum[mesh], s.mesh_texcoordnum[mesh]]
            .map(|n| n.max(0) as usize);
    for f in span(s.mesh_faceadr[mesh], s.mesh_facenum[mesh]).map(MeshFaceId) {
        parts("mesh_face", f.0, &s.mesh_face[f], 0, verts)?;
        parts("mesh_facenormal", f.0, &s.mesh_facenormal[f], 0, normals)?;
        if s.mesh_texcoordadr[mesh] >= 0 {
            parts("mesh_facetexcoord", f.0, &s.mesh_facetexcoord[f], 0, coords)?;
        }
    }
    Ok(())
}

/// Corners of the polygons of the hull are vertices, and vertices know their polygons.
fn check_polygons(s: &Structure, mesh: MeshId) -> Checked {
    let polygons = number("mesh_polynum", mesh.0, s.mesh_polynum[mesh])?;
    if polygons == 0 {
        return Ok(());
    }
    fits("mesh_polyadr", mesh.0, s.mesh_polyadr[mesh], polygons as i64, s.nmeshpoly)?;
    for p in span(s.mesh_polyadr[mesh], s.mesh_polynum[mesh]).map(MeshPolyId) {
        let (adr, num) = (s.mesh_polyvertadr[p], s.mesh_polyvertnum[p]);
        fits("mesh_polyvertadr", p.0, adr, num.into(), s.nmeshpolyvert)?;
        for v in span(adr, num).map(MeshPolyVertAdr) {
            let verts = s.mesh_vertnum[mesh] as usize;
            below("mesh_polyvert", v.0, s.mesh_polyvert[v], 0, verts)?;
        }
    }
    for v in span(s.mesh_vertadr[mesh], s.mesh_vertnum[mesh]).map(MeshVertId) {
        let (adr, num) = (s.mesh_polymapadr[v], s.mesh_polymapnum[v]);
        fits("mesh_polymapadr", v.0, adr, num.into(), s.nmeshpolymap)?;
        for p in span(adr, num).map(MeshPolyMapAdr) {
            below("mesh_polymap", p.0, s.mesh_polymap[p], 0, polygons)?;
        }
    }
    Ok(())
}

/// The graph of a hull: numbers of vertices and faces, then for each vertex where its neighbors
/// begin and which vertex of the mesh it is, the neighbors (lists that end with -1), the faces.
fn check_graph(s: &Structure, mesh: MeshId) -> Checked {
    let adr = s.mesh_graphadr[mesh];
    if adr == -1 {
        return Ok(());
    }
    fits("mesh_graphadr", mesh.0, adr, 2, s.nmeshgraph)?;
    let start = adr as usize;
    let at = |i: usize| s.mesh_graph[MeshGraphAdr(start + i)];
    let verts = number("mesh_graph", start, at(0))?;
    let faces = number("mesh_graph", start + 1, at(1))?;
    let neighbors = verts + 3 * faces;
    fits("mesh_graphadr", mesh.0, adr, (2 + 2 * verts + neighbors) as i64, s.nmeshgraph)?;

    for v in 0..verts {
        let place = 2 + v;
        below("mesh_graph", start + place, at(place), 0, neighbors)?;
        let place = 2 + verts + v;
        below("mesh_graph", start + place, at(place), 0, s.mesh_vertnum[mesh] as usize)?;
    }
    for place in 2 + 2 * verts..2 + 2 * verts + neighbors {
        below("mesh_graph", start + place, at(place), -1, verts)?;
    }
    Ok(())
}

/// Cells come after the cell they are in.
fn check_octree(s: &Structure, mesh: MeshId) -> Checked {
    let cells = span(s.mesh_octadr[mesh], s.mesh_octnum[mesh]);
    for (i, cell) in cells.clone().enumerate() {
        let children = s.oct_child[OctId(cell)];
        parts("oct_child", cell, &children, -1, cells.len())?;
        if let Some(part) = children.iter().position(|&c| c != -1 && c as usize <= i) {
            return Err(not_after("oct_child", cell, part, children[part]));
        }
    }
    Ok(())
}

/// Boxes come after the box they are in, and hold one of `leaves` objects or none.
pub(super) fn boxes(s: &Structure, adr: i32, num: i32, leaves: i32) -> Checked {
    let nodes = span(adr, num);
    for (i, node) in nodes.clone().enumerate() {
        let children = s.bvh_child[BvhId(node)];
        parts("bvh_child", node, &children, -1, nodes.len())?;
        if let Some(part) = children.iter().position(|&c| c != -1 && c as usize <= i) {
            return Err(not_after("bvh_child", node, part, children[part]));
        }
        below("bvh_nodeid", node, s.bvh_nodeid[BvhId(node)], -1, leaves.max(0) as usize)?;
    }
    Ok(())
}

fn not_after(field: &'static str, index: usize, part: usize, value: i32) -> StructureError {
    let allowed = Allowed::Words("-1, or a node after this one");
    StructureError::Entry { field, index, part: Some(part), value: value.into(), allowed }
}

/// Corners of triangles are vertices of the skin.
fn check_skin(s: &Structure, skin: SkinId) -> Checked {
    let verts = s.skin_vertnum[skin].max(0) as usize;
    span(s.skin_faceadr[skin], s.skin_facenum[skin])
        .try_for_each(|f| parts("skin_face", f, &s.skin_face[SkinFaceId(f)], 0, verts))
}

fn check_hfields(s: &Structure) -> Checked {
    for h in (0..s.nhfield).map(HfieldId) {
        let rows = number("hfield_nrow", h.0, s.hfield_nrow[h])?;
        let columns = number("hfield_ncol", h.0, s.hfield_ncol[h])?;
        let points = rows as i64 * columns as i64;
        fits("hfield_adr", h.0, s.hfield_adr[h], points, s.nhfielddata)?;
    }
    Ok(())
}

/// Textures lie in their data. A model may come without it.
fn check_textures(s: &Structure) -> Checked {
    for t in (0..s.ntex).map(TextureId).filter(|_| s.ntexdata > 0) {
        let size = [
            ("tex_nchannel", s.tex_nchannel[t]),
            ("tex_height", s.tex_height[t]),
            ("tex_width", s.tex_width[t]),
        ];
        let mut bytes = Some(1_i64);
        for (field, n) in size {
            let n = number(field, t.0, n)?;
            bytes = bytes.and_then(|bytes| bytes.checked_mul(n as i64));
        }
        let value = s.tex_adr[t];
        let last = bytes.map_or(-1, |bytes| s.ntexdata as i64 - bytes);
        if value < 0 || value > last {
            let (field, index, allowed) = ("tex_adr", t.0, Allowed::Range(0, last));
            return Err(StructureError::Entry { field, index, part: None, value, allowed });
        }
    }
    Ok(())
}
