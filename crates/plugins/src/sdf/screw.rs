//! Bolt and nut: a hexagonal head, and a thread that is a wave around the axis.

use std::f64::consts::PI;
use std::sync::LazyLock;

use ferrodyn_engine::math::{Vec3, fun};

use super::{angle, both, either, without};

/// Turns of the thread along a unit of length.
const TURNS: f64 = 12.0;

/// Sectors of the hexagon in a radian.
const PER_RADIAN: f64 = 6.0 / PI / 2.0;

/// Cosine and sine that turn each sector of the hexagon to x, from half a turn back to half a turn
/// on.
static SECTORS: LazyLock<[(f64, f64); 7]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let turned = -(k as f64 - 3.0) / PER_RADIAN;
        (fun::sin(turned + PI * 0.5), fun::sin(turned))
    })
});

/// A point beside the axis of a screw.
struct Beside {
    p: Vec3,
    azimuth: f64,
    /// Distance from the cylinder.
    radius: f64,
    slant: f64,
}

impl Beside {
    fn new(p: Vec3, hole: f64) -> Self {
        Self {
            p,
            azimuth: angle::atan2(p[1], p[0]),
            radius: (p[0] * p[0] + p[1] * p[1]).sqrt() - hole,
            slant: 2.0_f64.sqrt() / 2.0,
        }
    }

    /// The head, or the nut without its hole; the top is rounded by a cone.
    fn hexagon(&self) -> f64 {
        let p = self.p;
        let sector = (self.azimuth * PER_RADIAN + 0.5).floor();
        let (cosine, sine) = SECTORS[(sector + 3.0) as usize % SECTORS.len()];
        let x = cosine * p[0] + -sine * p[1];
        let head = both(x - 0.5, (p[2] + 0.25).abs() - 0.25);
        both(head, (p[2] + self.radius - 0.22) * self.slant)
    }

    /// Distance from the thread around the cylinder.
    fn thread(&self) -> f64 {
        let turn = self.p[2] * TURNS - self.azimuth / PI / 2.0;
        let wave = (turn - turn.floor() - 0.5).abs();
        (self.radius - wave / TURNS) * self.slant
    }

    /// Distance from a cone around the axis.
    fn cone(&self) -> f64 {
        (self.p[2] - self.radius) * self.slant
    }
}

pub(super) fn bolt(p: Vec3, hole: f64) -> f64 {
    let at = Beside::new(p, hole);
    let bolt = without(at.thread(), 0.5 - (p[2] + 0.5).abs());
    let bolt = without(bolt, at.cone() + 1.0 * at.slant);
    either(bolt, at.hexagon())
}

pub(super) fn nut(p: Vec3, hole: f64) -> f64 {
    let at = Beside::new(p, hole);
    let hole = without(at.thread(), at.cone() + 0.5 * at.slant);
    let hole = either(hole, -at.cone() - 0.05 * at.slant);
    without(at.hexagon(), hole)
}
