//! Cutting the border of a parallelogram with a rectangle around the origin, in the xy plane.

use crate::math::{MINVAL, Vec3};

/// A side of a parallelogram: points `start + t dir`, `t` within [0, 1].
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) start: Vec3,
    pub(super) dir: Vec3,
}

/// Where a side crosses a border line of a rectangle.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// Number of the side.
    pub(super) side: usize,
    /// Place on the side.
    pub(super) t: f64,
    /// The axis (0 or 1) that the border line is across.
    pub(super) axis: usize,
    /// Coordinate along that axis, and along the other one.
    pub(super) at: [f64; 2],
}

/// The four sides of the parallelogram with corner `origin` and edges `e1`, `e2`.
pub(super) fn sides(origin: Vec3, e1: Vec3, e2: Vec3) -> [Side; 4] {
    [
        Side { start: origin, dir: e1 },
        Side { start: origin, dir: e2 },
        Side { start: origin + e1, dir: e2 },
        Side { start: origin + e2, dir: e1 },
    ]
}

/// Calls `visit` with each crossing of the sides with the border of the rectangle of half sizes
/// `half`: by side, then by axis, lower border first.
pub(super) fn crossings(sides: &[Side], half: Vec3, mut visit: impl FnMut(Crossing)) {
    for (number, side) in sides.iter().enumerate() {
        for axis in 0..2 {
            let other = 1 - axis;
            if side.dir[axis].abs() <= MINVAL {
                continue;
            }
            for line in [-half[axis], half[axis]] {
                let t = (line - side.start[axis]) * (1.0 / side.dir[axis]);
                if is_outside(t, 0.0, 1.0) {
                    continue;
                }
                let across = side.start[other] + side.dir[other] * t;
                if across.abs() > half[other] {
                    continue;
                }
                visit(Crossing { side: number, t, axis, at: [line, across] });
            }
        }
    }
}

/// Whether `x` is below or above a range; NaN is neither.
pub(super) fn is_outside(x: f64, low: f64, high: f64) -> bool {
    x < low || x > high
}

/// The corners of a rectangle: y counts fastest, negative first.
pub(super) fn corners(half: Vec3) -> [[f64; 2]; 4] {
    let [x, y, _] = half.0;
    [[-x, -y], [-x, y], [x, -y], [x, y]]
}
