//! Tendons: capsules along their path, or hanging down where they are slack.
//!
//! | reads |
//! |---|
//! | `ten_wrapadr`, `ten_wrapnum`, `ten_length`, `wrap_obj`, `wrap_xpos`, `tendon_*`, `efc_*` |

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{
    CatBit, ConstraintType, DisableBit, GeomType, Label, ObjType, TrnType, VisFlag,
};
use ferrodyn_engine::ids::TendonId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{Data, Model};

use super::color::{GRAY, island_color, island_of_row, limit_impedance, mixed};
use super::{Add, catenary};
use crate::option::is_shown;

/// The object of a place in a tendon's path that is a pulley.
const PULLEY: i32 = -2;

/// Adds tendons.
pub(super) fn tendons(add: &mut Add<'_>) -> Option<()> {
    let m = add.m;
    if !add.has(CatBit::Dynamic) || !add.shows(VisFlag::Tendon) {
        return Some(());
    }
    for t in m.tendons() {
        if is_shown(add.opt.tendongroup, m.tendon_group[t]) {
            match slack_length(m, add.d, t) {
                Some(length) => hanging(add, t, length)?,
                None => taut(add, t)?,
            }
        }
    }
    Some(())
}

/// A straight piece of a tendon.
pub(super) struct Piece {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    /// Thinner inside the geoms that it wraps around.
    pub(super) width: f64,
    /// Whether it is the first.
    pub(super) first: bool,
}

/// The pieces of a tendon; none across pulleys.
pub(super) fn pieces(m: &Model, d: &Data, t: TendonId) -> Vec<Piece> {
    let start = usize::try_from(d.ten_wrapadr[t]).unwrap_or(usize::MAX);
    let count = usize::try_from(d.ten_wrapnum[t]).unwrap_or(0);
    let end = start.saturating_add(count);
    let objects: &[i32] = d.wrap_obj.scalars();
    let points: &[f64] = d.wrap_xpos.scalars();
    let (Some(objects), Some(points)) =
        (objects.get(start..end), points.as_chunks::<3>().0.get(start..end))
    else {
        return Vec::new();
    };
    let piece = |(i, (objects, ends)): (usize, (&[i32], &[[f64; 3]]))| {
        let inside = objects.iter().all(|&object| object >= 0);
        let width = m.tendon_width[t] * if inside { 0.5 } else { 1.0 };
        let piece = Piece { from: Vec3(ends[0]), to: Vec3(ends[1]), width, first: i == 0 };
        (!objects.contains(&PULLEY)).then_some(piece)
    };
    objects.windows(2).zip(points.windows(2)).enumerate().filter_map(piece).collect()
}

fn taut(add: &mut Add<'_>, t: TendonId) -> Option<()> {
    let (m, d) = (add.m, add.d);
    for piece in pieces(m, d, t) {
        let mut geom = add.shape(ObjType::Tendon, t.0, CatBit::Dynamic)?;
        geom.span(GeomType::Capsule, piece.width, piece.from, piece.to);
        add.paint(&mut geom, m.tendon_matid[t].raw(), color(m, d, t));
        if add.shows(VisFlag::Island) {
            geom.matid = -1;
            let row = d.tendon_efcadr.raw().get(t.0).copied().unwrap_or(-1);
            geom.rgba = island_color(island_of_row(d, row), true);
        }
        if add.labels(Label::Tendon) && piece.first {
            add.name(&mut geom, ObjType::Tendon, t.0);
        }
        add.keep(geom);
    }
    Some(())
}

/// Tendons without a color of their own show how hard they are at their limit.
fn color(m: &Model, d: &Data, t: TendonId) -> [f32; 4] {
    let rgba = m.tendon_rgba[t];
    if m.tendon_matid[t].raw() != -1 || rgba != GRAY {
        return rgba;
    }
    mixed(rgba, m.vis.rgba.constraint, limit_impedance(d, ConstraintType::LimitTendon, t.0))
}

fn hanging(add: &mut Add<'_>, t: TendonId, length: f64) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let start = usize::try_from(d.ten_wrapadr[t]).unwrap_or(usize::MAX);
    let points: &[f64] = d.wrap_xpos.scalars();
    let ends = points.as_chunks::<3>().0.get(start..start.saturating_add(2));
    let Some(&[x0, x1]) = ends else { return Some(()) };
    let count = m.vis.quality.numslices.saturating_add(1).clamp(0, 100) as usize;
    let points = catenary(Vec3(x0), Vec3(x1), m.opt.gravity, length, count);
    for pair in points.windows(2) {
        let mut geom = add.shape(ObjType::Tendon, t.0, CatBit::Dynamic)?;
        geom.span(GeomType::Capsule, m.tendon_width[t], pair[0], pair[1]);
        add.paint(&mut geom, m.tendon_matid[t].raw(), m.tendon_rgba[t]);
        if add.labels(Label::Tendon) {
            add.name(&mut geom, ObjType::Tendon, t.0);
        }
        add.keep(geom);
    }
    Some(())
}

/// The length at which a string-like tendon pulls, `None` for tendons that never hang down: those of
/// other shapes, with damping, friction or an actuator, or without gravity.
fn slack_length(m: &Model, d: &Data, t: TendonId) -> Option<f64> {
    let nonzero = |linear: f64, poly: &[f64]| linear != 0.0 || poly.iter().any(|&x| x != 0.0);
    let stiff = nonzero(m.tendon_stiffness[t], &m.tendon_stiffnesspoly[t]);
    let damped = nonzero(m.tendon_damping[t], &m.tendon_dampingpoly[t]);
    let ([low, high], [lower, upper]) = (m.tendon_lengthspring[t], m.tendon_range[t]);
    let spring = stiff && low == 0.0 && high > 0.0;
    let limited = m.tendon_limited[t] == 1 && lower == 0.0 && d.ten_length[t] < upper;
    let limit = !stiff && limited;
    let heavy = !m.opt.disabled(DisableBit::Gravity) && m.opt.gravity.norm() > MINVAL;
    let string = m.tendon_num[t] == 2 && !damped && m.tendon_frictionloss[t] == 0.0;
    let driven = || {
        m.actuators()
            .any(|u| m.actuator_trntype[u] == TrnType::Tendon && m.actuator_trnid[u][0] == t.raw())
    };
    if !heavy || !string || spring == limit || driven() {
        return None;
    }
    Some(if limit { upper } else { high })
}
