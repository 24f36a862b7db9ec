//! Masses and inertias against the geoms of their bodies.
//!
//! The radius of gyration `r = sqrt((I1 + I2 + I3) / 2m)` is that of a body of this mass and inertia: it cannot
//! exceed the distance `R` of the farthest point of the body from its center of mass, unless the body has parts
//! that its geoms do not show.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::ids::{BodyId, GeomId};
use ferrodyn_engine::math::Vec3;

use crate::finding::{Check, Finding, Severity};
use crate::subject::Subject;
use crate::text::{length, quoted, short};

/// `r / R` above which inertias are reported, as a note and as a warning.
const LARGE: [f64; 2] = [1.5, 3.0];
/// `r / R` below which inertias are reported.
const SMALL: f64 = 0.03;
/// Densities above this do not exist; kg/m^3.
const DENSEST: f64 = 1e5;
/// Boxes smaller than this are taken to have this volume; m^3.
const SMALLEST: f64 = 1e-12;

/// The corners of the box around a geom, in the frame of its body; none for planes.
pub(super) fn corners(m: &Model, g: GeomId) -> Vec<Vec3> {
    if m.geom_type[g] == GeomType::Plane {
        return Vec::new();
    }
    let [x, y, z, hx, hy, hz] = m.geom_aabb[g];
    let corner = |i: usize| {
        let side = |bit: usize, half: f64| if i & bit == 0 { -half } else { half };
        let local = Vec3([x + side(1, hx), y + side(2, hy), z + side(4, hz)]);
        m.geom_quat[g].rotate(local) + m.geom_pos[g]
    };
    (0..8).map(corner).collect()
}

/// The smallest box along the axes around points: its lower and its upper corner.
pub(super) fn bounds(points: &[Vec3]) -> Option<[Vec3; 2]> {
    let first = *points.first()?;
    Some(points.iter().fold([first; 2], |[low, high], p| {
        let along = |i: usize| (low[i].min(p[i]), high[i].max(p[i]));
        let [x, y, z] = [0, 1, 2].map(along);
        [Vec3([x.0, y.0, z.0]), Vec3([x.1, y.1, z.1])]
    }))
}

pub(super) fn volume([low, high]: [Vec3; 2]) -> f64 {
    (0..3).map(|i| (high[i] - low[i]).max(0.0)).product()
}

pub(super) fn run(s: &Subject<'_>) -> Vec<Finding> {
    s.m.bodies().skip(1).flat_map(|b| of_body(s, b)).collect()
}

fn of_body(s: &Subject<'_>, b: BodyId) -> Vec<Finding> {
    let m = s.m;
    let mass = m.body_mass[b];
    let is_fixed = m.body_dofnum[b] == 0 && m.body_weldid[b] == BodyId(0);
    let points: Vec<Vec3> = m.body_geoms(b).flat_map(|g| corners(m, g)).collect();
    let Some(around) = bounds(&points) else { return Vec::new() };
    if is_fixed || mass.is_nan() || mass <= 0.0 {
        return Vec::new();
    }
    let farthest =
        points.iter().map(|&p| (p - m.body_ipos[b]).norm()).fold(f64::MIN_POSITIVE, f64::max);
    let sum: f64 = m.body_inertia[b].0.iter().sum();
    let gyration = (sum / 2.0 / mass).sqrt();
    let ratio = gyration / farthest;

    let name = s.name(b);
    let finding = |check, severity, message: String| {
        Finding::new(check, severity, message)
            .of([name.clone()])
            .at(s.place(b))
            .number("mass", mass)
            .number("radius_of_gyration", gyration)
            .number("farthest_point", farthest)
    };
    let mut found = Vec::new();
    let said = |what: &str| {
        format!(
            "{} has a radius of gyration of {}, {what} the farthest point of its geoms ({})",
            quoted(&name),
            length(gyration),
            length(farthest)
        )
    };
    let units =
        "moments of inertia are in kg m^2: 1 kg cm^2 is 1e-4, 1 kg mm^2 is 1e-6, 1 g mm^2 is 1e-9";
    if ratio > LARGE[0] {
        let is_warning = ratio > LARGE[1];
        let severity = if is_warning { Severity::Warning } else { Severity::Note };
        let one = finding(Check::InertiaLarge, severity, said(&format!("{} times", short(ratio))));
        found.push(one.help(units).value(ratio, LARGE[usize::from(is_warning)], "1"));
    }
    if ratio < SMALL {
        let message = said(&format!("{} of", short(ratio)));
        let one = finding(Check::InertiaSmall, Severity::Warning, message);
        found.push(one.help(units).value(ratio, SMALL, "1"));
    }
    let density = mass / volume(around).max(SMALLEST);
    if density > DENSEST {
        let message = format!(
            "{} weighs {} kg in a box of {} cm^3: {} kg/m^3, of which no matter is",
            quoted(&name),
            short(mass),
            short(volume(around) * 1e6),
            short(density)
        );
        let help = "masses are in kg and lengths in m: gold has 19300 kg/m^3, steel 7800, a robot's link about 1000";
        let one = finding(Check::Dense, Severity::Warning, message);
        found.push(one.help(help).value(density, DENSEST, "kg/m^3"));
    }
    found
}
