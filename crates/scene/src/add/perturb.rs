//! The selection and perturbation of the user, and forces on bodies.

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{GeomType, Label, ObjType, PertBit, VisFlag};
use ferrodyn_engine::ids::BvhStaticId;
use ferrodyn_engine::math::Vec3;

use super::color::pulled_color;
use super::label::three_decimals;
use super::{Add, Connector};
use crate::geom::single;
use crate::perturb::{selected, selected_point as point_of};

/// Adds the spring to the selected point, and a box turned as the reference.
pub(super) fn reference(add: &mut Add<'_>) -> Option<()> {
    let (m, d, pert) = (add.m, add.d, add.pert);
    let Some(body) = selected(m, pert).filter(|_| add.shows(VisFlag::PertObj)) else {
        return Some(());
    };
    let color = |rgba, bit: PertBit| {
        let [own, others] = [pert.active, pert.active2].map(|active| active & bit as i32 > 0);
        pulled_color(rgba, own, others)
    };
    let mat = pert.refquat.to_mat();
    if pert.pulls(PertBit::Translate) {
        let (from, to) = (point_of(d, body, pert), pert.refselpos);
        let width = f64::from(add.size(m.vis.scale.constraint));
        let rgba = color(m.vis.rgba.constraint, PertBit::Translate);
        let spring = Connector { kind: GeomType::Capsule, width, from, to, rgba };
        add.connector(ObjType::Unknown, body.0, &spring)?;
        let mut geom = add.decor(ObjType::Unknown, body.0)?;
        let size = Vec3([2.0 * width; 3]);
        geom.init(GeomType::Sphere, Some(size), Some(to), Some(&mat), Some(rgba));
        add.keep(geom);
    }
    if pert.pulls(PertBit::Rotate) {
        let mut geom = add.decor(ObjType::Unknown, body.0)?;
        let mut pos = d.xipos[body];
        let mut size = Vec3([f64::from(add.size(1.0)); 3]);
        // as large as the body, if it collides
        let bounds = BvhStaticId::new(m.body_bvhadr[body]).filter(|_| m.body_bvhnum[body] != 0);
        if let Some(&[x, y, z, sx, sy, sz]) = bounds.and_then(|i| m.bvh_aabb.get(i.0)) {
            pos = d.ximat[body] * Vec3([x, y, z]) + pos;
            size = Vec3([sx, sy, sz]);
        }
        let rgba = color(m.vis.rgba.inertia, PertBit::Rotate);
        geom.init(GeomType::Box, Some(size), Some(pos), Some(&mat), Some(rgba));
        add.keep(geom);
    }
    Some(())
}

/// Adds the selected point.
pub(super) fn selected_point(add: &mut Add<'_>) -> Option<()> {
    let (m, d, pert) = (add.m, add.d, add.pert);
    let Some(body) = selected(m, pert).filter(|_| add.shows(VisFlag::Select)) else {
        return Some(());
    };
    let point = point_of(d, body, pert);
    let mut geom = add.decor(ObjType::Unknown, body.0)?;
    geom.kind = GeomType::Sphere;
    geom.size = [add.size(m.vis.scale.selectpoint); 3];
    geom.pos = single(point);
    geom.rgba = m.vis.rgba.selectpoint;
    if add.labels(Label::SelPnt) {
        let text = |v: Vec3| v.0.map(three_decimals).join(" ");
        geom.set_label(&format!("{} (local {})", text(point), text(pert.localpos)));
    }
    add.keep(geom);
    Some(())
}

/// Adds forces that are applied to bodies.
pub(super) fn forces(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::PertForce) {
        return Some(());
    }
    let width = f64::from(add.size(m.vis.scale.forcewidth));
    let (kind, rgba) = (GeomType::Arrow, m.vis.rgba.force);
    for b in m.bodies().skip(1) {
        let [x, y, z, ..] = d.xfrc_applied[b];
        let force = Vec3([x, y, z]);
        if force.norm() <= MINVAL {
            continue;
        }
        let from = d.xipos[b];
        let to = from + force * (f64::from(m.vis.map.force) / m.stat.meanmass);
        add.connector(ObjType::Unknown, b.0, &Connector { kind, width, from, to, rgba })?;
    }
    Some(())
}
