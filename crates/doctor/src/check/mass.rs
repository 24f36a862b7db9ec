//! Masses of shapes to be seen and of shapes that collide, added up where the compiler takes the mass from both.

use ferrodyn_engine::enums::InertiaFromGeom;
use ferrodyn_engine::ids::{BodyId, GeomId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_mjcf::spec::{Body, Geom, Spec};

use super::inertia::{bounds, corners, volume};
use crate::finding::{Check, Finding, Severity};
use crate::subject::Subject;
use crate::text::{count, quoted, short};

/// Share of the smaller box that must be in the other.
const OVERLAP: f64 = 0.5;

pub(super) fn run(s: &Subject<'_>) -> Vec<Finding> {
    let Some(spec) = s.spec else { return Vec::new() };
    spec.bodies.iter().skip(1).filter_map(|body| of_body(s, spec, body)).collect()
}

/// Whether the compiler takes the mass of the body from its geoms.
fn from_geoms(spec: &Spec, body: &Body) -> bool {
    let explicit = body.inertial.as_ref().is_some_and(|inertial| inertial.explicit);
    match spec.compiler_of(&body.origin).inertiafromgeom {
        InertiaFromGeom::True => true,
        InertiaFromGeom::False => false,
        InertiaFromGeom::Auto => !explicit,
    }
}

fn of_body(s: &Subject<'_>, spec: &Spec, body: &Body) -> Option<Finding> {
    let b = BodyId(s.object(body.origin.id)?);
    if !from_geoms(spec, body) || s.m.body_weldid[b] == BodyId(0) {
        return None;
    }
    let [first, last] = spec.compiler_of(&body.origin).inertiagrouprange;
    let has_mass = |geom: &&Geom| {
        let massless = geom.mass.map_or(geom.density == 0.0, |mass| mass == 0.0);
        (first..=last).contains(&geom.group) && !massless
    };
    let (collide, seen): (Vec<&Geom>, Vec<&Geom>) = body
        .geoms
        .iter()
        .filter(has_mass)
        .partition(|geom| geom.contype != 0 || geom.conaffinity != 0);
    let around = |geoms: &[&Geom]| {
        let ids = geoms.iter().filter_map(|geom| s.object(geom.origin.id).map(GeomId));
        let points: Vec<Vec3> = ids.flat_map(|g| corners(s.m, g)).collect();
        bounds(&points)
    };
    let (one, two) = (around(&seen)?, around(&collide)?);
    let smaller = volume(one).min(volume(two));
    let share = volume(intersection(one, two)) / smaller;
    if smaller <= 0.0 || share.is_nan() || share <= OVERLAP {
        return None;
    }
    let name = s.name(b);
    let message = format!(
        "the mass of {}, {} kg, is that of {} to be seen and of {}, which overlap by {:.0} %",
        quoted(&name),
        short(s.m.body_mass[b]),
        count(seen.len(), "shape", "shapes"),
        count(collide.len(), "shape that collides", "shapes that collide"),
        100.0 * share
    );
    let help = "write mass=\"0\" for the shapes to be seen, <compiler inertiagrouprange=.../>, or an <inertial>";
    let finding = Finding::new(Check::MassTwice, Severity::Note, message).of([name]).at(s.place(b));
    Some(finding.help(help).value(share, OVERLAP, "1").number("mass", s.m.body_mass[b]))
}

fn intersection(one: [Vec3; 2], two: [Vec3; 2]) -> [Vec3; 2] {
    let low = [0, 1, 2].map(|i| one[0][i].max(two[0][i]));
    let high = [0, 1, 2].map(|i| one[1][i].min(two[1][i]));
    [Vec3(low), Vec3(high)]
}
