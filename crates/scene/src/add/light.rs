//! Lights as objects: cylinders behind the place that they shine from.

use ferrodyn_engine::enums::{GeomType, Label, ObjType, VisFlag, VisFrame};
use ferrodyn_engine::ids::LightId;
use ferrodyn_engine::math::Quat;

use super::Add;
use crate::geom::{single, singles};

/// A gap, so that the cylinder casts no shadow.
const GAP: f64 = 0.0001;

/// Adds lights.
pub(super) fn lights(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::Light) {
        return Some(());
    }
    let size = f64::from(add.size(m.vis.scale.light));
    for i in (0..m.nlight).map(LightId) {
        let (pos, dir) = (d.light_xpos[i], d.light_xdir[i]);
        let mat = Quat::z_to(dir).to_mat();
        let mut geom = add.decor(ObjType::Light, i.0)?;
        geom.kind = GeomType::Cylinder;
        geom.size = [size * 0.8, size * 0.8, size].map(|x| x as f32);
        (geom.pos, geom.mat) = (single(pos + dir * (-size - GAP)), singles(&mat));
        geom.rgba = m.vis.rgba.light;
        if add.labels(Label::Light) {
            add.name(&mut geom, ObjType::Light, i.0);
        }
        add.keep(geom);
        if add.frames(VisFrame::Light) {
            add.axes(i.0, pos, &mat, 1.0)?;
        }
    }
    Some(())
}
