//! Actuators, in the color of their control or activation: arrows at joints, and the sites, geoms and
//! tendons they act on, made larger.

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{GeomType, JointType, Label, ObjType, TrnType, VisFlag};
use ferrodyn_engine::ids::{ActuatorId, BodyId, JointId, SiteId, TendonId};
use ferrodyn_engine::support::actuator_disabled;

use super::tendon::pieces;
use super::{Add, VGeom};
use crate::option::is_shown;

/// How much larger what an actuator acts on is drawn.
const LARGER: f64 = 1.05;

/// Adds actuators.
pub(super) fn actuators(add: &mut Add<'_>) -> Option<()> {
    let m = add.m;
    if !add.shows(VisFlag::Actuator) {
        return Some(());
    }
    for u in m.actuators() {
        let shown = is_shown(add.opt.actuatorgroup, m.actuator_group[u]);
        if !shown || actuator_disabled(m, u) {
            continue;
        }
        let Ok(target) = usize::try_from(m.actuator_trnid[u][0]) else { continue };
        let rgba = color(add, u);
        match m.actuator_trntype[u].get() {
            Some(TrnType::Joint | TrnType::JointInParent) if target < m.njnt => {
                let mut geom = add.decor(ObjType::Actuator, u.0)?;
                at_joint(add, &mut geom, JointId(target));
                finish(add, geom, u, rgba);
            }
            Some(TrnType::Site) if target < m.nsite => {
                let mut geom = add.decor(ObjType::Actuator, u.0)?;
                at_site(add, &mut geom, SiteId(target));
                finish(add, geom, u, rgba);
            }
            Some(TrnType::Body) if target < m.nbody => at_body(add, u, BodyId(target), rgba)?,
            Some(TrnType::Tendon) if target < m.ntendon => {
                at_tendon(add, u, TendonId(target), rgba)?;
            }
            _ => {}
        }
    }
    Some(())
}

fn finish(add: &mut Add<'_>, mut geom: VGeom, u: ActuatorId, rgba: [f32; 4]) {
    geom.rgba = rgba;
    if add.labels(Label::Actuator) {
        add.name(&mut geom, ObjType::Actuator, u.0);
    }
    add.keep(geom);
}

fn at_joint(add: &Add<'_>, geom: &mut VGeom, j: JointId) {
    let (m, d) = (add.m, add.d);
    let kind = match m.jnt_type[j].get() {
        Some(JointType::Ball) => GeomType::Sphere,
        Some(JointType::Free) => GeomType::Box,
        Some(JointType::Slide) => GeomType::Arrow,
        _ => GeomType::Arrow1,
    };
    let anchor = d.xanchor[j];
    if matches!(kind, GeomType::Sphere | GeomType::Box) {
        let body = m.jnt_bodyid[j].id().unwrap_or(BodyId(0));
        let side = f64::from(add.size(m.vis.scale.jointlength)) * 0.33;
        geom.init(kind, Some([side; 3].into()), Some(anchor), Some(&d.xmat[body]), None);
        return;
    }
    let length = f64::from(add.size(m.vis.scale.actuatorlength));
    let width = f64::from(add.size(m.vis.scale.actuatorwidth));
    geom.span(kind, width, anchor, anchor + d.xaxis[j] * length);
}

fn at_site(add: &Add<'_>, geom: &mut VGeom, s: SiteId) {
    let (m, d) = (add.m, add.d);
    let kind = m.site_type[s].get().unwrap_or(GeomType::None);
    let size = m.site_size[s] * LARGER;
    geom.init(kind, Some(size), Some(d.site_xpos[s]), Some(&d.site_xmat[s]), None);
}

/// Adhesion: all geoms of the body that have a plain shape.
fn at_body(add: &mut Add<'_>, u: ActuatorId, b: BodyId, rgba: [f32; 4]) -> Option<()> {
    let (m, d) = (add.m, add.d);
    for g in m.body_geoms(b) {
        let kind = m.geom_type[g].get().unwrap_or(GeomType::None);
        if matches!(kind, GeomType::Plane | GeomType::Hfield | GeomType::Mesh | GeomType::Sdf) {
            continue;
        }
        let mut geom = add.decor(ObjType::Actuator, u.0)?;
        let size = m.geom_size[g] * LARGER;
        geom.init(kind, Some(size), Some(d.geom_xpos[g]), Some(&d.geom_xmat[g]), Some(rgba));
        add.keep(geom);
    }
    Some(())
}

fn at_tendon(add: &mut Add<'_>, u: ActuatorId, t: TendonId, rgba: [f32; 4]) -> Option<()> {
    let m = add.m;
    for piece in pieces(m, add.d, t) {
        let mut geom = add.decor(ObjType::Actuator, u.0)?;
        let width = piece.width * f64::from(m.vis.map.actuatortendon);
        geom.span(GeomType::Capsule, width, piece.from, piece.to);
        add.paint(&mut geom, m.tendon_matid[t].raw(), m.tendon_rgba[t]);
        geom.rgba = rgba;
        if add.labels(Label::Actuator) && piece.first {
            add.name(&mut geom, ObjType::Actuator, u.0);
        }
        add.keep(geom);
    }
    Some(())
}

/// Between three colors: at the lower limit, at rest, at the upper limit.
fn color(add: &Add<'_>, u: ActuatorId) -> [f32; 4] {
    let (m, d) = (add.m, add.d);
    let shows_act = add.shows(VisFlag::Activation);
    let [low, rest, high] = range(add, u, shows_act);
    let act = usize::try_from(m.actuator_actadr[u].raw() + m.actuator_actnum[u] - 1).ok();
    let act = act.filter(|_| shows_act && m.actuator_dyntype[u].raw() != 0);
    let value = act.and_then(|act| d.act.get(act)).copied().unwrap_or(d.ctrl[u]);
    let value = if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    };

    let share = |way: f64, whole: f64| (way / if whole > MINVAL { whole } else { MINVAL }) as f32;
    let [below, above] = if value <= rest {
        [share(rest - value, rest - low), 0.0]
    } else {
        [0.0, share(value - rest, high - rest)]
    };
    let middle = 1.0 - if value <= rest { below } else { above };
    let rgba = &m.vis.rgba;
    std::array::from_fn(|i| {
        below * rgba.actuatornegative[i]
            + middle * rgba.actuator[i]
            + above * rgba.actuatorpositive[i]
    })
}

/// Lower limit, rest and upper limit, which differ at least a little.
fn range(add: &Add<'_>, u: ActuatorId, shows_act: bool) -> [f64; 3] {
    let m = add.m;
    let [min, max] = if m.actuator_ctrllimited[u] != 0 {
        m.actuator_ctrlrange[u]
    } else if shows_act && m.actuator_actlimited[u] != 0 {
        m.actuator_actrange[u]
    } else {
        [-1.0, 1.0]
    };
    let [mut low, rest, mut high] = if min >= 0.0 {
        [-1.0, min, max]
    } else if max <= 0.0 {
        [min, max, 1.0]
    } else {
        [min, 0.0, max]
    };
    if rest - low < MINVAL {
        low = rest - MINVAL;
    }
    if high - rest < MINVAL {
        high = rest + MINVAL;
    }
    [low, rest, high]
}
