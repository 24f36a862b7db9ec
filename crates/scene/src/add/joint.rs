//! Joints: boxes, spheres and arrows along axes.

use ferrodyn_engine::enums::{ConstraintType, GeomType, JointType, Label, ObjType, VisFlag};
use ferrodyn_engine::ids::BodyId;

use super::Add;
use super::color::{limit_impedance, mixed};
use crate::geom::{single, singles};
use crate::option::is_shown;

/// Adds joints, which show how hard they are at their limit.
pub(super) fn joints(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::Joint) {
        return Some(());
    }
    let length = f64::from(add.size(m.vis.scale.jointlength));
    let width = f64::from(add.size(m.vis.scale.jointwidth));
    for j in m.joints() {
        if !is_shown(add.opt.jointgroup, m.jnt_group[j]) {
            continue;
        }
        let mut geom = add.decor(ObjType::Joint, j.0)?;
        let anchor = d.xanchor[j];
        let kind = match m.jnt_type[j].get() {
            Some(JointType::Free) => GeomType::Box,
            Some(JointType::Ball) => GeomType::Sphere,
            Some(JointType::Slide) => GeomType::Arrow,
            _ => GeomType::Arrow1,
        };
        if matches!(kind, GeomType::Box | GeomType::Sphere) {
            let body = m.jnt_bodyid[j].id().unwrap_or(BodyId(0));
            geom.kind = kind;
            geom.size = [(0.3 * length) as f32; 3];
            (geom.pos, geom.mat) = (single(anchor), singles(&d.xmat[body]));
        } else {
            geom.span(kind, width, anchor, anchor + d.xaxis[j] * length);
        }
        let hardness = limit_impedance(d, ConstraintType::LimitJoint, j.0);
        geom.rgba = mixed(m.vis.rgba.joint, m.vis.rgba.constraint, hardness);
        geom.rgba[3] = 1.0;
        if add.labels(Label::Joint) {
            add.name(&mut geom, ObjType::Joint, j.0);
        }
        add.keep(geom);
    }
    Some(())
}
