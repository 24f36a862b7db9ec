//! Gear: involute teeth around a ring.

use std::f64::consts::PI;

use ferrodyn_engine::math::{fun, scalar};

use super::upright::Upright;
use super::{angle, both, without};

/// A gear, as the lengths and angles that its surface is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gear {
    /// By which it is turned.
    alpha: f64,
    diameter: f64,
    thickness: f64,
    /// Radius of the tips of the teeth.
    outer: f64,
    /// Height of the teeth.
    depth: f64,
    /// Radius of the hole.
    hole: f64,
    /// Radius of the circle whose involutes the sides of the teeth are.
    base: f64,
    /// From tooth to tooth, in radians.
    stride: f64,
    /// Of a gap between teeth, at the base circle, in radians.
    shift: f64,
}

impl Gear {
    /// A gear given by angle, pitch diameter, teeth, thickness and inner diameter.
    pub(super) fn new([alpha, diameter, teeth, thickness, inner]: [f64; 5]) -> Self {
        // lengths are counted in pitches, teeth per unit of diameter
        let pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
        let pitch_radius = diameter / 2.0;
        let pitch = teeth / diameter;
        let outer_diameter = diameter + 2.0 * (1.0 / pitch);
        let outer = outer_diameter / 2.0;
        let depth = 2.2 / pitch;
        let hole = if inner >= 0.0 { inner / 2.0 } else { outer - depth - 0.14 * diameter };
        let base = diameter * fun::cos(pressure) / 2.0;
        let stride = PI / pitch / pitch_radius;
        let at_pitch = angle::acos(base / pitch_radius);
        let shift = stride / 2.0 - 2.0 * (angle::tan(at_pitch) - at_pitch);
        Self { alpha, diameter, thickness, outer, depth, hole, base, stride, shift }
    }

    /// Half sizes of a box around it.
    pub(super) fn half_sizes(&self) -> [f64; 3] {
        let across = self.diameter / 2.0 * 1.25;
        [across, across, self.thickness / 2.0 * 1.1]
    }
}

impl Upright for Gear {
    /// Distance from the cross section.
    type Line = f64;

    fn distance_on(&self, &flat: &f64, z: f64) -> f64 {
        let across = z.abs() - self.thickness / 2.0;
        let (out, up) = (scalar::max(flat, 0.0), scalar::max(across, 0.0));
        scalar::min(scalar::max(flat, across), 0.0) + (out * out + up * up).sqrt()
    }

    fn line(&self, x: f64, y: f64) -> f64 {
        let &Self { diameter, outer, depth, hole, base, stride, shift, .. } = self;
        let rho = (x * x + y * y).sqrt();
        if hole - rho > 0.0 {
            return hole - rho;
        }
        if outer - rho < -0.2 {
            return rho - outer;
        }

        // the two sides of a tooth are involutes of the base circle
        let turned = angle::atan2(y, x) + self.alpha;
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
