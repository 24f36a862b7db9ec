//! Inertias: boxes or ellipsoids with the inertia of their bodies.

use std::f64::consts::PI;

use ferrodyn_engine::Model;
use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{GeomType, Label, ObjType, VisFlag};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::{Vec3, fun};

use super::{Add, category};

/// Adds inertias of bodies.
pub(super) fn inertias(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::Inertia) {
        return Some(());
    }
    let ellipsoid = m.vis.global.ellipsoidinertia == 1;
    let kind = if ellipsoid { GeomType::Ellipsoid } else { GeomType::Box };
    for b in m.bodies().skip(1) {
        if m.body_mass[b] <= MINVAL || !add.has(category(m, b.raw())) {
            continue;
        }
        let mut geom = add.decor(ObjType::Body, b.0)?;
        let size = size_of(m, b, ellipsoid, add.shows(VisFlag::SclInertia));
        let rgba = m.vis.rgba.inertia;
        geom.init(kind, Some(size), Some(d.xipos[b]), Some(&d.ximat[b]), Some(rgba));
        let selected = add.pert.select == b.raw();
        if selected {
            add.glow(&mut geom);
        }
        if add.labels(Label::Body) || (add.labels(Label::Selection) && selected) {
            add.name(&mut geom, ObjType::Body, b.0);
        }
        add.keep(geom);
    }
    Some(())
}

/// Half sizes of the shape with the inertia of a body; scaled, one with the density of water has its
/// mass too.
fn size_of(m: &Model, b: BodyId, ellipsoid: bool, scaled: bool) -> Vec3 {
    let ([x, y, z], mass) = (m.body_inertia[b].0, m.body_mass[b]);
    let (shape, unit) = if ellipsoid { (5.0_f64, 4.0 / 3.0 * PI) } else { (3.0, 8.0) };
    let half = |twice: f64| (twice / (2.0 * mass)).sqrt() * shape.sqrt();
    let size = Vec3([half(y + z - x), half(x + z - y), half(x + y - z)]);
    if !scaled {
        return size;
    }
    let volume = unit * size[0] * size[1] * size[2];
    let density = mass / if volume > MINVAL { volume } else { MINVAL };
    size * fun::pow(density * 0.001, 1.0 / 3.0)
}
