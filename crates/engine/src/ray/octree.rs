//! The signed distance field of a mesh: distances at the corners of the leaves of an octree,
//! interpolated between them.
//!
//! | reads |
//! |---|
//! | `mesh_octadr`, `oct_aabb`, `oct_child`, `oct_coeff` |
//!
//! Outside the box of the tree the distance is that at the nearest point of the box plus the
//! distance to it. Points and gradients are in the frame of the mesh.

use crate::ids::MeshId;
use crate::math::Vec3;
use crate::model::Model;

/// How far inside the box points from outside are moved.
const INSIDE: f64 = 1e-6;
/// How far outside a node a point may be.
const SLACK: f64 = 1e-8;
/// Step of finite differences.
const STEP: f64 = 1e-8;
/// Levels of nodes that are followed.
const MAX_DEPTH: usize = 100;

/// The octree of a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octree<'a> {
    /// Centers and half sizes.
    boxes: &'a [[f64; 6]],
    child: &'a [[i32; 8]],
    coeff: &'a [[f64; 8]],
}

/// A point in a leaf.
struct Place<'a> {
    /// The distances at its corners.
    coeff: &'a [f64; 8],
    /// From 0 to 1 along each axis.
    at: [f64; 3],
}

impl<'a> Octree<'a> {
    /// `None` if the mesh has no octree.
    pub(crate) fn of_mesh(m: &'a Model, mesh: MeshId) -> Option<Self> {
        let root = usize::try_from(*m.mesh_octadr.get(mesh.0)?).ok()?;
        let boxes = m.oct_aabb.get(root..).filter(|boxes| !boxes.is_empty())?;
        Some(Self { boxes, child: m.oct_child.get(root..)?, coeff: m.oct_coeff.get(root..)? })
    }

    /// The signed distance of a point from the surface; `None` if the tree has a hole there.
    pub(crate) fn distance(&self, point: Vec3) -> Option<f64> {
        let (point, outside) = self.project(point);
        let place = self.find(point)?;
        let mut sum = 0.0;
        for (corner, coeff) in place.coeff.iter().enumerate() {
            let [x, y, z] = [0, 1, 2].map(|axis| place.share(corner, axis));
            sum += x * y * z * coeff;
        }
        Some(if outside > 0.0 { sum + outside } else { sum })
    }

    /// The gradient of the distance at a point, by finite differences outside the box of the tree.
    pub(crate) fn gradient(&self, point: Vec3) -> Option<Vec3> {
        if self.project(point).1 > 0.0 {
            let here = self.distance(point)?;
            let mut gradient = Vec3::ZERO;
            for axis in 0..3 {
                let mut there = point;
                there[axis] += STEP;
                gradient[axis] = (self.distance(there)? - here) / STEP;
            }
            return Some(gradient);
        }
        let place = self.find(point)?;
        let mut gradient = Vec3::ZERO;
        for (corner, coeff) in place.coeff.iter().enumerate() {
            for axis in 0..3 {
                let slope = |i: usize| {
                    if i != axis {
                        place.share(corner, i)
                    } else if corner >> i & 1 == 1 {
                        1.0
                    } else {
                        -1.0
                    }
                };
                gradient[axis] += slope(0) * slope(1) * slope(2) * coeff;
            }
        }
        Some(gradient)
    }

    /// A point outside the box of the tree moved just inside, and its distance from the box;
    /// a point inside as it is, with a distance that is not positive.
    fn project(&self, mut point: Vec3) -> (Vec3, f64) {
        let root = &self.boxes[0];
        let offset = Vec3([0, 1, 2].map(|i| point[i] - root[i]));
        let beyond = Vec3([0, 1, 2].map(|i| offset[i].abs() - root[i + 3]));
        if beyond.0.iter().all(|&q| q <= 0.0) {
            return (point, beyond[0].max(beyond[1].max(beyond[2])));
        }
        let mut square = 0.0;
        for i in (0..3).filter(|&i| beyond[i] >= 0.0) {
            square += beyond[i] * beyond[i];
            point[i] -= if offset[i] > 0.0 { beyond[i] + INSIDE } else { -(beyond[i] + INSIDE) };
        }
        (point, square.sqrt())
    }

    /// The leaf that a point is in.
    fn find(&self, point: Vec3) -> Option<Place<'a>> {
        let mut node = 0;
        for _ in 0..MAX_DEPTH {
            let around = self.boxes.get(node)?;
            let low = [0, 1, 2].map(|i| around[i] - around[i + 3]);
            let high = [0, 1, 2].map(|i| around[i] + around[i + 3]);
            if (0..3).any(|i| point[i] + SLACK < low[i] || point[i] - SLACK > high[i]) {
                return None;
            }
            let at = [0, 1, 2].map(|i| (point[i] - low[i]) / (high[i] - low[i]));
            let child = self.child.get(node)?;
            if child.iter().all(|&next| next == -1) {
                return Some(Place { coeff: self.coeff.get(node)?, at });
            }
            let upper = |axis: usize| usize::from(at[axis] >= 0.5);
            node = usize::try_from(child[4 * upper(2) + 2 * upper(1) + upper(0)]).ok()?;
        }
        None
    }
}

impl Place<'_> {
    /// The weight of a corner along an axis.
    fn share(&self, corner: usize, axis: usize) -> f64 {
        if corner >> axis & 1 == 1 { self.at[axis] } else { 1.0 - self.at[axis] }
    }
}
