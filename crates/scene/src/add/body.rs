//! Labels of bodies and islands, centers of mass, lines along the chains of bodies.

use ferrodyn_engine::enums::{GeomType, Label, ObjType, VisFlag};
use ferrodyn_engine::ids::BodyId;

use super::{Add, Connector, category};
use crate::geom::{single, singles};

/// Adds labels of bodies, or of the selected one; inertias have them if they are shown.
pub(super) fn labels(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let only = match add.opt.label {
        Label::Body => None,
        Label::Selection => Some(add.pert.select),
        _ => return Some(()),
    };
    if add.shows(VisFlag::Inertia) {
        return Some(());
    }
    for b in m.bodies().skip(1) {
        if only.is_some_and(|only| only != b.raw()) || !add.has(category(m, b.raw())) {
            continue;
        }
        let mut geom = add.decor(ObjType::Unknown, b.0)?;
        geom.kind = GeomType::Label;
        (geom.pos, geom.mat) = (single(d.xpos[b]), singles(&d.xmat[b]));
        add.name(&mut geom, ObjType::Body, b.0);
        add.keep(geom);
    }
    Some(())
}

/// Adds the numbers of islands at the bodies that belong to them.
pub(super) fn island_labels(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.labels(Label::Island) || d.nisland == 0 {
        return Some(());
    }
    for b in m.bodies().skip(1) {
        let weld = m.body_weldid[b].id().unwrap_or(BodyId(0));
        let dof = m.body_dofs(weld).next();
        let island = dof.and_then(|dof| d.dof_island.raw().get(dof.0)).copied();
        let Some(island) = island.filter(|&island| island >= 0) else { continue };
        let mut geom = add.decor(ObjType::Unknown, b.0)?;
        geom.kind = GeomType::Label;
        (geom.pos, geom.mat) = (single(d.xipos[b]), singles(&d.ximat[b]));
        geom.set_label(&island.to_string());
        add.keep(geom);
    }
    Some(())
}

/// Adds the centers of mass of what hangs on the world.
pub(super) fn centers_of_mass(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::Com) {
        return Some(());
    }
    for b in m.bodies().skip(1).filter(|&b| m.body_rootid[b].raw() == b.raw()) {
        let mut geom = add.decor(ObjType::Unknown, b.0)?;
        geom.kind = GeomType::Sphere;
        geom.size = [add.size(m.vis.scale.com); 3];
        geom.pos = single(d.subtree_com[b]);
        geom.rgba = m.vis.rgba.com;
        add.keep(geom);
    }
    Some(())
}

/// Adds lines from bodies over their joints to the bodies that they hang on.
pub(super) fn connections(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::AutoConnect) {
        return Some(());
    }
    let width = f64::from(add.size(m.vis.scale.connect));
    let (kind, rgba) = (GeomType::Capsule, m.vis.rgba.connect);
    for b in m.bodies().skip(1) {
        let Some(parent) = m.body_parentid[b].id().filter(|parent| parent.0 > 0) else {
            continue;
        };
        let joints = m.body_joints(b).rev().map(|j| d.xanchor[j]);
        let mut from = d.xipos[b];
        for to in joints.chain([d.xipos[parent]]) {
            add.connector(ObjType::Unknown, b.0, &Connector { kind, width, from, to, rgba })?;
            from = to;
        }
    }
    Some(())
}
