//! Signed distance to a mesh, interpolated in the leaves of an octree.
//!
//! Points are in the frame of the geom. Outside the octree the distance is that of the nearest
//! point of its box plus the distance to the box.

use crate::ids::MeshId;
use crate::math::{Num, Vec3};
use crate::model::Model;

/// How far inside the box of the octree points from outside are moved.
const PROJECTION_MARGIN: f64 = 1e-6;
/// How far outside a node a point may lie because of rounding.
const NODE_MARGIN: f64 = 1e-8;
/// Step of finite differences outside the octree.
const DIFFERENCE: f64 = 1e-8;
/// The deepest octree.
const MAX_DEPTH: usize = 100;

/// The distances around a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octree<'a> {
    boxes: &'a [[f64; 6]],
    children: &'a [[i32; 8]],
    values: &'a [[f64; 8]],
}

/// A leaf and where a point lies in it.
struct Cell {
    /// The distances at the corners.
    values: [f64; 8],
    /// Coordinates that grow from 0 to 1 across the cell.
    coord: Vec3,
}

impl<'a> Octree<'a> {
    /// The octree of a mesh, `None` if it has none.
    pub(crate) fn of(m: &'a Model, mesh: MeshId) -> Option<Self> {
        let root = usize::try_from(*m.mesh_octadr.get(mesh.0)?).ok()?;
        Some(Self {
            boxes: m.oct_aabb.get(root..)?,
            children: m.oct_child.get(root..)?,
            values: m.oct_coeff.get(root..)?,
        })
    }

    /// The signed distance of a point; `None` if the octree has a hole there.
    #[doc(alias = "oct_distance")]
    pub(crate) fn distance(&self, p: Vec3) -> Option<f64> {
        let (outside, inside) = project(p, self.boxes.first()?);
        Some(beyond(self.cell(inside)?.distance(), outside))
    }

    /// The gradient at a point, per cell inside the octree and per unit of length outside.
    #[doc(alias = "oct_gradient")]
    pub(crate) fn gradient(&self, p: Vec3) -> Option<Vec3> {
        self.distance_and_gradient(p).map(|found| found.1)
    }

    /// Distance and gradient at a point.
    pub(crate) fn distance_and_gradient(&self, p: Vec3) -> Option<(f64, Vec3)> {
        let (outside, inside) = project(p, self.boxes.first()?);
        let cell = self.cell(inside)?;

        // inside: exact for the interpolation
        if outside <= 0.0 {
            return Some((cell.distance(), cell.gradient()));
        }

        // outside: forward differences
        let here = beyond(cell.distance(), outside);
        let mut gradient = Vec3::ZERO;
        for axis in 0..3 {
            let mut moved = p;
            moved[axis] += DIFFERENCE;
            gradient[axis] = (self.distance(moved)? - here) / DIFFERENCE;
        }
        Some((here, gradient))
    }

    /// The leaf that holds a point of the box.
    fn cell(&self, p: Vec3) -> Option<Cell> {
        let mut node = 0;
        for _ in 0..MAX_DEPTH {
            let &[cx, cy, cz, hx, hy, hz] = self.boxes.get(node)?;
            let (center, half) = (Vec3([cx, cy, cz]), Vec3([hx, hy, hz]));
            let (low, high) = (center - half, center + half);
            if (0..3).any(|i| p[i] + NODE_MARGIN < low[i] || p[i] - NODE_MARGIN > high[i]) {
                return None;
            }
            let (above, size) = (p - low, high - low);
            let children = self.children.get(node)?;
            if children.iter().all(|&child| child == -1) {
                let coord = Vec3(std::array::from_fn(|i| above[i] / size[i]));
                return Some(Cell { values: *self.values.get(node)?, coord });
            }
            let upper: [usize; 3] =
                std::array::from_fn(|i| usize::from(!is_below_half(above[i], size[i])));
            node = usize::try_from(children[4 * upper[2] + 2 * upper[1] + upper[0]]).ok()?;
        }
        None
    }
}

impl Cell {
    fn distance(&self) -> f64 {
        let mut sum = 0.0;
        for (corner, value) in self.values.into_iter().enumerate() {
            sum += self.weight(corner) * value;
        }
        sum
    }

    /// The change of the distance by the coordinates.
    fn gradient(&self) -> Vec3 {
        let mut sum = Vec3::ZERO;
        for (corner, value) in self.values.into_iter().enumerate() {
            sum += self.weight_gradient(corner) * value;
        }
        sum
    }

    /// How much a corner counts along an axis.
    fn factor(&self, corner: usize, axis: usize) -> f64 {
        let x = self.coord[axis];
        if (corner >> axis) & 1 == 1 { x } else { 1.0 - x }
    }

    /// How much a corner counts.
    fn weight(&self, corner: usize) -> f64 {
        self.factor(corner, 0) * self.factor(corner, 1) * self.factor(corner, 2)
    }

    /// The derivative of the weight of a corner by the coordinates.
    fn weight_gradient(&self, corner: usize) -> Vec3 {
        let sign = |axis: usize| if (corner >> axis) & 1 == 1 { 1.0 } else { -1.0 };
        let [x, y, z] = std::array::from_fn(|axis| self.factor(corner, axis));
        Vec3([sign(0) * y * z, x * sign(1) * z, x * y * sign(2)])
    }
}

/// Whether a part is less than half of a size: `part / size < 0.5` without the division, and with its
/// rounding. False for what is not a number, which goes to the upper half and so somewhere.
#[inline]
fn is_below_half(part: f64, size: f64) -> bool {
    part < 0.5 * size
}

/// A distance at the border, for a point that lies outside by so much.
fn beyond(dist: f64, outside: f64) -> f64 {
    if outside > 0.0 { dist + outside } else { dist }
}

/// The distance of a point to a box, not positive inside, and the point moved into the box.
fn project(mut p: Vec3, bounds: &[f64; 6]) -> (f64, Vec3) {
    let r: [f64; 3] = std::array::from_fn(|i| p[i] - bounds[i]);
    let q: [f64; 3] = std::array::from_fn(|i| r[i].abs() - bounds[3 + i]);
    if q.iter().all(|&q| q <= 0.0) {
        return (q[0].max_num(q[1].max_num(q[2])), p);
    }
    let mut squared = 0.0;
    for i in 0..3 {
        if q[i] >= 0.0 {
            squared += q[i] * q[i];
            let back = q[i] + PROJECTION_MARGIN;
            p[i] -= if r[i] > 0.0 { back } else { -back };
        }
    }
    (squared.sqrt(), p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::StandardNormal;

    #[test]
    fn half_is_where_division_says() {
        let mut random = StandardNormal::new(3);
        for _ in 0..1000 {
            let size = random.pair().0.abs();
            let mut part = 0.5 * size;
            for _ in 0..4 {
                part = part.next_down();
            }
            for _ in 0..8 {
                assert_eq!(is_below_half(part, size), part / size < 0.5, "{part} of {size}");
                part = part.next_up();
            }
        }
        for (part, size) in [(0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (f64::NAN, 1.0)] {
            assert_eq!(is_below_half(part, size), part / size < 0.5, "{part} of {size}");
        }
    }
}
