//! Gear: involute teeth around a ring.

use std::f64::consts::PI;

use ferrodyn_engine::math::{Vec3, fun, scalar};

use super::{angle, both, without};

/// A gear given by angle, pitch diameter, teeth, thickness and inner diameter.
pub(super) fn gear(p: Vec3, values: &[f64; 5]) -> f64 {
    let flat = cross_section(p, values);
    let across = p[2].abs() - values[3] / 2.0;
    let (out, up) = (scalar::max(flat, 0.0), scalar::max(across, 0.0));
    scalar::min(scalar::max(flat, across), 0.0) + (out * out + up * up).sqrt()
}

fn cross_section(p: Vec3, &[alpha, diameter, teeth, _, inner]: &[f64; 5]) -> f64 {
    // lengths are counted in pitches, teeth per unit of diameter
    let pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
    let pitch_radius = diameter / 2.0;
    let rho = (p[0] * p[0] + p[1] * p[1]).sqrt();
    let pitch = teeth / diameter;
    let outer_diameter = diameter + 2.0 * (1.0 / pitch);
    let outer = outer_diameter / 2.0;
    let depth = 2.2 / pitch;
    let hole = if inner >= 0.0 { inner / 2.0 } else { outer - depth - 0.14 * diameter };
    if hole - rho > 0.0 {
        return hole - rho;
    }
    if outer - rho < -0.2 {
        return rho - outer;
    }

    // the two sides of a tooth are involutes of the base circle
    let base = diameter * fun::cos(pressure) / 2.0;
    let turned = angle::atan2(p[1], p[0]) + alpha;
    let stride = PI / pitch / pitch_radius;
    let at_pitch = angle::acos(base / pitch_radius);
    let shift = stride / 2.0 - 2.0 * (angle::tan(at_pitch) - at_pitch);
    let left = modulo(turned + shift / 2.0, stride) - shift / 2.0;
    let right = modulo(-turned - shift + shift / 2.0, stride) - shift / 2.0;
    let (mut to_left, mut to_right) = (-1.0e6, -1.0e6);
    if base < rho {
        let unrolled = angle::acos(base / rho);
        let tangent = (rho * rho - base * base).sqrt();
        to_left = tangent - base * (left + unrolled);
        to_right = tangent - base * (right + unrolled);
    }
    let walls = both(left - (stride - shift), right - (stride - shift));
    let cogs = both(walls, both(to_left, to_right));
    let cogs = smooth_both(rho - outer, cogs, 0.0035 * diameter);
    let cogs = smooth_either(rho - (outer - depth), cogs, base - outer + depth);
    without(cogs, rho - hole)
}

fn modulo(x: f64, y: f64) -> f64 {
    x - y * (x / y).floor()
}

/// One of two solids, with a fillet of this size.
fn smooth_either(a: f64, b: f64, k: f64) -> f64 {
    let h = scalar::clip(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    b * (1.0 - h) + a * h - k * h * (1.0 - h)
}

/// Both of two solids, with a rounded edge.
fn smooth_both(a: f64, b: f64, k: f64) -> f64 {
    without(both(a, b), smooth_either(without(a, b), without(b, a), k))
}
