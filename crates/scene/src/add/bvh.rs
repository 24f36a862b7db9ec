//! Bounding boxes of bodies, flexes and meshes, at one depth of their hierarchies.
//!
//! | reads |
//! |---|
//! | `bvh_*`, `oct_*`, `bvh_aabb_dyn`, `bvh_active`, `flex_cellnum`, `flex_node` |

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{GeomType, ObjType, VisFlag};
use ferrodyn_engine::ids::{BodyId, BvhId, FlexId, FlexNodeId, GeomId, MeshId, OctId};
use ferrodyn_engine::math::{Mat3, Vec3};

use super::Add;
use super::camera::LINE;
use crate::option::is_shown;

impl Add<'_> {
    /// Whether a box is at the depth that is shown, or ends above it.
    fn shows_box(&self, i: BvhId) -> bool {
        let depth = self.m.bvh_depth[i];
        depth == self.opt.bvh_depth || (is_leaf(self.m, i) && depth < self.opt.bvh_depth)
    }

    /// Whether boxes are marked that were found to overlap, and this one was.
    fn is_active(&self, i: BvhId) -> bool {
        self.m.vis.global.bvactive != 0
            && (self.d.bvh_active[i] != 0
                || self.active.get(i.0).is_some_and(|&active| active != 0))
    }

    /// Adds a box, given by center and half sizes in a frame.
    fn line_box(
        &mut self,
        i: usize,
        [x, y, z, sx, sy, sz]: [f64; 6],
        (pos, mat): (Vec3, &Mat3),
        rgba: [f32; 4],
    ) -> Option<()> {
        let mut geom = self.decor(ObjType::Unknown, i)?;
        let at = *mat * Vec3([x, y, z]) + pos;
        let size = Vec3([sx, sy, sz]);
        geom.init(GeomType::LineBox, Some(size), Some(at), Some(mat), Some(rgba));
        self.keep(geom);
        Some(())
    }

    fn box_color(&self, i: BvhId) -> [f32; 4] {
        let rgba = &self.m.vis.rgba;
        if self.is_active(i) { rgba.bvactive } else { rgba.bv }
    }
}

fn is_leaf(m: &Model, i: BvhId) -> bool {
    m.bvh_child[i] == [-1, -1]
}

/// A run of boxes.
fn boxes(adr: i32, num: i32) -> impl Iterator<Item = BvhId> {
    let start = usize::try_from(adr).unwrap_or(0);
    (start..start + usize::try_from(num).unwrap_or(0)).map(BvhId)
}

/// Adds the boxes of bodies; leaves are the boxes of geoms.
pub(super) fn bodies(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::BodyBvh) {
        return Some(());
    }
    let mut b = BodyId(0);
    for i in (0..m.nbvhstatic).map(BvhId) {
        // the body whose run of boxes it is in; what follows belongs to meshes
        while b.0 < m.nbody && i.raw() >= m.body_bvhadr[b] + m.body_bvhnum[b] {
            b.0 += 1;
        }
        if b.0 >= m.nbody {
            break;
        }
        if !add.shows_box(i) {
            continue;
        }
        let rgba = add.box_color(i);
        if is_leaf(m, i) {
            let geom = GeomId::new(m.bvh_nodeid[i]).filter(|geom| geom.0 < m.ngeom);
            let Some(g) = geom else { continue };
            add.line_box(i.0, m.geom_aabb[g], (d.geom_xpos[g], &d.geom_xmat[g]), rgba)?;
        } else {
            let bounds = m.bvh_aabb.as_slice()[i.0];
            add.line_box(i.0, bounds, (d.xipos[b], &d.ximat[b]), rgba)?;
        }
    }
    Some(())
}

/// Adds the boxes of flexes, and lines between the nodes of interpolated ones.
pub(super) fn flexes(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::MeshBvh) {
        return Some(());
    }
    for f in (0..m.nflex).map(FlexId) {
        if is_shown(add.opt.flexgroup, m.flex_group[f]) {
            for i in boxes(m.flex_bvhadr[f], m.flex_bvhnum[f]) {
                let place = i.0.checked_sub(m.nbvhstatic);
                let bounds = place.and_then(|place| d.bvh_aabb_dyn.get(place));
                let Some(bounds) = bounds.filter(|_| add.shows_box(i)) else { continue };
                let rgba = add.box_color(i);
                add.line_box(i.0, *bounds, (Vec3::ZERO, &Mat3::IDENTITY), rgba)?;
            }
        }
        if m.flex_interp[f] != 0 {
            nodes(add, f)?;
        }
    }
    Some(())
}

/// Adds lines between neighboring nodes that can move.
fn nodes(add: &mut Add<'_>, f: FlexId) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let start = usize::try_from(m.flex_nodeadr[f]).unwrap_or(0);
    let count = usize::try_from(m.flex_nodenum[f]).unwrap_or(0);
    let order = m.flex_interp[f].unsigned_abs() as usize;
    let [nx, ny, nz] =
        m.flex_cellnum[f].map(|cells| usize::try_from(cells).unwrap_or(0) * order + 1);
    // where a node is, unless it is fixed
    let place = |[i, j, k]: [usize; 3]| {
        let n = (i * ny + j) * nz + k;
        let node = FlexNodeId(start + n);
        let inside = i < nx && j < ny && k < nz && n < count;
        let body = BodyId::new(*m.flex_nodebodyid.raw().get(node.0).filter(|_| inside)?)?;
        let centered = m.flex_centered[f] != 0;
        let at =
            if centered { d.xpos[body] } else { d.xmat[body] * m.flex_node[node] + d.xpos[body] };
        (m.body_jntnum[body] > 0).then_some(at)
    };
    for i in 0..nx {
        for (j, k) in (0..ny).flat_map(|j| (0..nz).map(move |k| (j, k))) {
            let Some(from) = place([i, j, k]) else { continue };
            for to in [[i + 1, j, k], [i, j + 1, k], [i, j, k + 1]].into_iter().filter_map(place) {
                let mut geom = add.decor(ObjType::Unknown, i)?;
                geom.span(GeomType::Line, LINE, from, to);
                add.keep(geom);
            }
        }
    }
    Some(())
}

/// The geoms with a number of a mesh. Height fields have numbers too, which MuJoCo takes for meshes.
fn with_mesh(m: &Model) -> impl Iterator<Item = (GeomId, MeshId)> {
    m.geoms().filter_map(|g| {
        let mesh = MeshId::new(m.geom_dataid[g]).filter(|mesh| mesh.0 < m.nmesh);
        mesh.map(|mesh| (g, mesh))
    })
}

/// Adds the boxes of meshes; if active ones are marked, only these.
pub(super) fn meshes(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::MeshBvh) {
        return Some(());
    }
    for (g, mesh) in with_mesh(m) {
        if m.geom_type[g] == GeomType::Sdf || m.mesh_octadr[mesh] >= 0 {
            continue;
        }
        for i in boxes(m.mesh_bvhadr[mesh], m.mesh_bvhnum[mesh]) {
            let hidden = m.vis.global.bvactive != 0 && !add.is_active(i);
            let bounds = m.bvh_aabb.get(i.0).filter(|_| add.shows_box(i) && !hidden);
            let Some(bounds) = bounds else { continue };
            let rgba = add.box_color(i);
            add.line_box(i.0, *bounds, (d.geom_xpos[g], &d.geom_xmat[g]), rgba)?;
        }
    }
    Some(())
}

/// Adds the cubes of octrees.
pub(super) fn octrees(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::MeshBvh) {
        return Some(());
    }
    for (g, mesh) in with_mesh(m) {
        if m.geom_type[g] == GeomType::Hfield || m.mesh_octadr[mesh] == -1 {
            continue;
        }
        for i in boxes(m.mesh_octadr[mesh], m.mesh_octnum[mesh]).map(|i| OctId(i.0)) {
            if m.oct_depth[i] == add.opt.bvh_depth {
                let pose = (d.geom_xpos[g], &d.geom_xmat[g]);
                add.line_box(i.0, m.oct_aabb[i], pose, m.vis.rgba.bv)?;
            }
        }
    }
    Some(())
}
