//! Bolt and nut: a hexagonal head, and a thread that is a wave around the axis.

use std::f64::consts::PI;
use std::sync::LazyLock;

use ferrodyn_engine::math::fun;

use super::upright::Upright;
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

/// A line beside the axis of a screw, parallel to it.
#[derive(Debug)]
pub(super) struct Beside {
    /// Turns of the azimuth.
    turns: f64,
    /// Distance from the cylinder.
    radius: f64,
    /// Distance from the sides of the hexagon.
    side: f64,
    slant: f64,
}

impl Beside {
    fn new(x: f64, y: f64, hole: f64) -> Self {
        let azimuth = angle::atan2(y, x);
        let sector = (azimuth * PER_RADIAN + 0.5).floor();
        let (cosine, sine) = SECTORS[(sector + 3.0) as usize % SECTORS.len()];
        Self {
            turns: azimuth / PI / 2.0,
            radius: (x * x + y * y).sqrt() - hole,
            side: cosine * x + -sine * y - 0.5,
            slant: 2.0_f64.sqrt() / 2.0,
        }
    }

    /// The head, or the nut without its hole; the top is rounded by a cone.
    fn hexagon(&self, z: f64) -> f64 {
        let head = both(self.side, (z + 0.25).abs() - 0.25);
        both(head, (z + self.radius - 0.22) * self.slant)
    }

    /// Distance from the thread around the cylinder.
    fn thread(&self, z: f64) -> f64 {
        let turn = z * TURNS - self.turns;
        let wave = (turn - turn.floor() - 0.5).abs();
        (self.radius - wave / TURNS) * self.slant
    }

    /// Distance from a cone around the axis.
    fn cone(&self, z: f64) -> f64 {
        (z - self.radius) * self.slant
    }
}

/// A bolt, by the radius of its hole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bolt(pub(super) f64);

impl Upright for Bolt {
    type Line = Beside;

    fn line(&self, x: f64, y: f64) -> Beside {
        Beside::new(x, y, self.0)
    }

    fn distance_on(&self, line: &Beside, z: f64) -> f64 {
        let bolt = without(line.thread(z), 0.5 - (z + 0.5).abs());
        let bolt = without(bolt, line.cone(z) + 1.0 * line.slant);
        either(bolt, line.hexagon(z))
    }
}

/// A nut, by the radius of its hole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nut(pub(super) f64);

impl Upright for Nut {
    type Line = Beside;

    fn line(&self, x: f64, y: f64) -> Beside {
        Beside::new(x, y, self.0)
    }

    fn distance_on(&self, line: &Beside, z: f64) -> f64 {
        let hole = without(line.thread(z), line.cone(z) + 0.5 * line.slant);
        let hole = either(hole, -line.cone(z) - 0.05 * line.slant);
        without(line.hexagon(z), hole)
    }
}
