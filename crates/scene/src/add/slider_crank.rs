//! Slider-cranks: a slider along its axis and a rod from its end to the crank.

use ferrodyn_engine::enums::{CatBit, GeomType, Label, ObjType, TrnType};
use ferrodyn_engine::ids::SiteId;

use super::Add;

/// Adds slider-cranks.
pub(super) fn slider_cranks(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.has(CatBit::Dynamic) {
        return Some(());
    }
    let (scale, rgba) = (&m.vis.scale, &m.vis.rgba);
    for u in m.actuators().filter(|&u| m.actuator_trntype[u] == TrnType::SliderCrank) {
        let site = |i: usize| SiteId::new(m.actuator_trnid[u][i]).filter(|site| site.0 < m.nsite);
        let (Some(crank), Some(slider)) = (site(0), site(1)) else { continue };
        let (axis, rod) = (d.site_xmat[slider].col(2), m.actuator_cranklength[u]);
        let to_crank = d.site_xpos[crank] - d.site_xpos[slider];

        // the end of the slider is as far from the crank as the rod is long, or as near as it can be
        let along = to_crank.dot(axis);
        let rest = along * along + rod * rod - to_crank.dot(to_crank);
        let broken = rest < 0.0;
        let length = along - if broken { 0.0 } else { rest.sqrt() };
        let end = axis * length + d.site_xpos[slider];

        let width = add.size(scale.slidercrank);
        let mut geom = add.shape(ObjType::Actuator, u.0, CatBit::Dynamic)?;
        geom.span(GeomType::Cylinder, f64::from(width), d.site_xpos[slider], end);
        geom.rgba = rgba.slidercrank;
        if add.labels(Label::Actuator) {
            add.name(&mut geom, ObjType::Actuator, u.0);
        }
        add.keep(geom);

        let mut geom = add.shape(ObjType::Actuator, u.0, CatBit::Dynamic)?;
        geom.span(GeomType::Capsule, f64::from(width) / 2.0, end, d.site_xpos[crank]);
        geom.rgba = if broken { rgba.crankbroken } else { rgba.slidercrank };
        add.keep(geom);
    }
    Some(())
}
