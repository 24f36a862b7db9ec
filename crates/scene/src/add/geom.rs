//! Geoms.
//!
//! | reads |
//! |---|
//! | `geom_xpos`, `geom_xmat`, `geom_*`, `mat_*`, `mesh_texcoordadr`, `mesh_graphadr` |
//! | `dof_island`, `island_dofadr`, `body_awake`, `tree_asleep` |

use ferrodyn_engine::constants::MAXPLANEGRID;
use ferrodyn_engine::enums::{EnableBit, GeomType, Label, ObjType, VisFlag};
use ferrodyn_engine::ids::{BodyId, GeomId, MeshId, TreeId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::sleep::sleep_cycle;

use super::color::{first_dof, island_color};
use super::{Add, category};
use crate::VGeom;
use crate::geom::{double, single};
use crate::option::is_shown;

/// Adds geoms.
pub(super) fn geoms(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let mut planes = -1;
    for g in m.geoms() {
        let kind = m.geom_type[g].get().unwrap_or(GeomType::None);
        planes += i32::from(kind == GeomType::Plane);
        let category = category(m, m.geom_bodyid[g].raw());
        if !add.has(category) || !is_shown(add.opt.geomgroup, m.geom_group[g]) {
            continue;
        }
        let mut geom = add.shape(ObjType::Geom, g.0, category)?;
        let pose = (d.geom_xpos[g], &d.geom_xmat[g]);
        geom.init(kind, Some(m.geom_size[g]), Some(pose.0), Some(pose.1), None);
        geom.dataid = m.geom_dataid[g];
        geom.modelrbound = m.geom_rbound[g] as f32;
        let mut rgba = m.geom_rgba[g];
        if let Some(rgb) = add.colors.get(&g.0) {
            rgba[..3].copy_from_slice(rgb);
        }
        add.paint(&mut geom, m.geom_matid[g].raw(), rgba);
        if add.shows(VisFlag::Island) {
            paint_island(add, &mut geom, g);
        }
        if geom.rgba[3] == 0.0 {
            continue;
        }
        if add.pert.select > 0 && add.pert.select == m.geom_bodyid[g].raw() {
            add.glow(&mut geom);
        }
        if add.labels(Label::Geom) {
            add.name(&mut geom, ObjType::Geom, g.0);
        }
        match kind {
            GeomType::Mesh | GeomType::Sdf => set_mesh(add, &mut geom, g),
            GeomType::Plane => {
                geom.dataid = planes;
                geom.pos = single(plane_center(add, g));
            }
            _ => {}
        }
        add.keep(geom);
    }
    Some(())
}

/// Gives geoms that move the color of their island, or of the trees they sleep with.
fn paint_island(add: &Add<'_>, geom: &mut VGeom, g: GeomId) {
    let (m, d) = (add.m, add.d);
    let body = m.geom_bodyid[g].id().unwrap_or(BodyId(0));
    let weld = m.body_weldid[body].id().unwrap_or(BodyId(0));
    let Some(dof) = m.body_dofadr[weld].id().filter(|_| m.body_dofnum[weld] > 0) else {
        return;
    };
    geom.matid = -1;
    let awake = d.body_awake[body].raw() != 0;
    let island = if d.nisland != 0 { d.dof_island.raw().get(dof.0).copied() } else { None };
    let mut first = island.and_then(|island| first_dof(d, island));
    if first.is_none() && m.opt.enabled(EnableBit::Sleep) {
        let tree = usize::try_from(m.dof_treeid[dof].raw()).ok();
        let tree =
            if awake { tree } else { tree.and_then(|tree| sleep_cycle(&d.tree_asleep, tree)) };
        first = tree.filter(|&tree| tree < m.ntree).map(|tree| m.tree_dofadr[TreeId(tree)].raw());
    }
    geom.rgba = island_color(first, awake);
}

/// Numbers of meshes leave room for their hulls, which stand for meshes that collide.
fn set_mesh(add: &Add<'_>, geom: &mut VGeom, g: GeomId) {
    let m = add.m;
    geom.dataid *= 2;
    let Some(mesh) = MeshId::new(m.geom_dataid[g]).filter(|mesh| mesh.0 < m.nmesh) else { return };
    geom.texcoord = m.mesh_texcoordadr[mesh] >= 0;
    let collides = m.geom_contype[g] != 0 || m.geom_conaffinity[g] != 0;
    if m.mesh_graphadr[mesh] >= 0 && add.shows(VisFlag::ConvexHull) && collides {
        geom.dataid += 1;
    }
}

/// Infinite planes follow the camera in steps of their grid.
fn plane_center(add: &Add<'_>, g: GeomId) -> Vec3 {
    let (m, d) = (add.m, add.d);
    let (center, axes) = (d.geom_xpos[g], &d.geom_xmat[g]);
    let [left, right] = &add.scn.camera;
    let eyes = double(std::array::from_fn(|i| left.pos[i] + right.pos[i]));
    let away = eyes * 0.5 - center;
    let mut moved = center;
    for k in (0..2).filter(|&k| m.geom_size[g][k] <= 0.0) {
        let material = m.geom_matid[g].id().filter(|material| material.0 < m.nmat);
        let repeat = material.map_or(0.0, |material| m.mat_texrepeat[material][k]);
        let step = if repeat > 0.0 {
            f64::from(2.0 / repeat)
        } else {
            let far = f64::from(m.vis.map.zfar) * m.stat.extent;
            2.1 * far / (MAXPLANEGRID - 2) as f64
        };
        let steps = (0.5 * away.dot(axes.col(k)) / step + 0.5).floor();
        // rounded to an integer, which saturates
        moved += axes.col(k) * (2.0 * step * f64::from(steps as i32));
    }
    moved
}
