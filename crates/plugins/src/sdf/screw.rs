//! Bolt and nut: a hexagonal head, and a thread that is a wave around the axis.

use std::f64::consts::PI;

use ferrodyn_engine::math::{Vec3, fun};

use super::{angle, both, either, without};

/// Turns of the thread along a unit of length.
const TURNS: f64 = 12.0;

/// The head, or the nut without its hole; the top is rounded by a cone.
fn hexagon(p: Vec3, radius: f64, slant: f64) -> f64 {
    // into the sixth of a turn around x
    let per_radian = 6.0 / PI / 2.0;
    let turned = -(angle::atan2(p[1], p[0]) * per_radian + 0.5).floor() / per_radian;
    let (sine, cosine) = (fun::sin(turned), fun::sin(turned + PI * 0.5));
    let x = cosine * p[0] + -sine * p[1];
    let head = both(x - 0.5, (p[2] + 0.25).abs() - 0.25);
    both(head, (p[2] + radius - 0.22) * slant)
}

/// Distance from the thread around a cylinder, given the distance from that.
fn thread(p: Vec3, radius: f64, slant: f64) -> f64 {
    let azimuth = angle::atan2(p[1], p[0]);
    let turn = p[2] * TURNS - azimuth / PI / 2.0;
    let wave = (turn - turn.floor() - 0.5).abs();
    (radius - wave / TURNS) * slant
}

fn slant() -> f64 {
    2.0_f64.sqrt() / 2.0
}

pub(super) fn bolt(p: Vec3, hole: f64) -> f64 {
    let slant = slant();
    let radius = (p[0] * p[0] + p[1] * p[1]).sqrt() - hole;
    let cone = (p[2] - radius) * slant;
    let bolt = without(thread(p, radius, slant), 0.5 - (p[2] + 0.5).abs());
    let bolt = without(bolt, cone + 1.0 * slant);
    either(bolt, hexagon(p, radius, slant))
}

pub(super) fn nut(p: Vec3, hole: f64) -> f64 {
    let slant = slant();
    let radius = (p[0] * p[0] + p[1] * p[1]).sqrt() - hole;
    let cone = (p[2] - radius) * slant;
    let hole = without(thread(p, radius, slant), cone + 0.5 * slant);
    let hole = either(hole, -cone - 0.05 * slant);
    without(hexagon(p, radius, slant), hole)
}
