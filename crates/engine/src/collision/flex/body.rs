//! A flex in world, and its elements.

use std::ops::Range;

use crate::collision::candidates::obb::Box6;
use crate::collision::convex::support::Solid;
use crate::data::Data;
use crate::ids::FlexId;
use crate::math::{Mat3, Quat, Vec3};
use crate::model::Model;

/// Most corners of an element.
const MAX_CORNERS: usize = 4;

/// The bodies of the vertices of an element, negative where there is none.
pub(super) type Bodies = [i32; MAX_CORNERS];

/// Whether two elements have vertices on the same body.
pub(super) fn shares_body(a: &Bodies, b: &Bodies) -> bool {
    a.iter().fold(false, |shared, &of_a| {
        shared | ((of_a >= 0) & b.iter().fold(false, |same, &of_b| same | (of_a == of_b)))
    })
}

/// A flex where the data has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flex<'a> {
    pub(super) id: FlexId,
    /// Dimension of elements: 1 lines, 2 triangles, 3 tetrahedra.
    pub(super) dim: usize,
    /// Radius around vertices and elements.
    pub(super) radius: f64,
    /// Distance at which contacts are detected.
    pub(super) margin: f64,
    /// Vertices, in world.
    pub(super) vertices: &'a [Vec3],
    /// Boxes around elements, in world.
    pub(super) boxes: &'a [Box6],
    bodies: &'a [i32],
    corners: &'a [i32],
    layers: &'a [i32],
    active_layers: i32,
}

impl<'a> Flex<'a> {
    /// A flex of the model; `None` if there is no such flex.
    pub(super) fn of(m: &'a Model, d: &'a Data, id: FlexId) -> Option<Self> {
        let dim = usize::try_from(*m.flex_dim.get(id.0)?).ok()?;
        if !(1..MAX_CORNERS).contains(&dim) {
            return None;
        }
        let vertices = range(m.flex_vertadr[id], m.flex_vertnum[id])?;
        let elements = range(m.flex_elemadr[id], m.flex_elemnum[id])?;
        let first = usize::try_from(m.flex_elemdataadr[id]).ok()?;
        let corners = first..first.checked_add(elements.len().checked_mul(dim + 1)?)?;
        Some(Self {
            id,
            dim,
            radius: m.flex_radius[id],
            margin: m.flex_margin[id],
            vertices: d.flexvert_xpos.get(vertices.clone())?,
            boxes: d.flexelem_aabb.get(elements.clone())?,
            bodies: m.flex_vertbodyid.raw().get(vertices)?,
            corners: m.flex_elem.get(corners)?,
            layers: m.flex_elemlayer.get(elements)?,
            active_layers: m.flex_activelayers[id],
        })
    }

    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    /// The vertices of an element; none if there is no such element.
    pub(super) fn corners(&self, element: usize) -> &'a [i32] {
        let count = self.dim + 1;
        let start = element.saturating_mul(count);
        self.corners.get(start..start.saturating_add(count)).unwrap_or_default()
    }

    /// The bodies of the vertices of an element, negative for those without.
    pub(super) fn bodies(&self, element: usize) -> Bodies {
        let mut bodies = [-1; MAX_CORNERS];
        for (body, &vertex) in bodies.iter_mut().zip(self.corners(element)) {
            let found = usize::try_from(vertex).ok().and_then(|vertex| self.bodies.get(vertex));
            *body = found.copied().unwrap_or(-1);
        }
        bodies
    }

    /// Whether a vertex of an element is on a body.
    pub(super) fn is_on(&self, element: usize, body: i32) -> bool {
        self.bodies(element).contains(&body)
    }

    /// Whether an element takes part in contacts of the flex with itself: those of the outer layers of
    /// a flex with volume.
    pub(super) fn is_active(&self, element: usize) -> bool {
        let in_layers = |&layer: &i32| layer < self.active_layers;
        self.dim < 3 || self.layers.get(element).is_some_and(in_layers)
    }

    /// A vertex, in world.
    pub(super) fn vertex(&self, vertex: i32) -> Option<Vec3> {
        self.vertices.get(usize::try_from(vertex).ok()?).copied()
    }

    /// An element in world; `None` if there is no such element.
    pub(super) fn element(&self, element: usize) -> Option<Element> {
        let &[x, y, z, ..] = self.boxes.get(element)?;
        let mut corners = [Vec3::ZERO; MAX_CORNERS];
        for (to, &vertex) in corners.iter_mut().zip(self.corners(element)) {
            *to = self.vertex(vertex)?;
        }
        Some(Element { corners, count: self.dim + 1, center: Vec3([x, y, z]), radius: self.radius })
    }
}

/// A line, triangle or tetrahedron with a radius around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    corners: [Vec3; MAX_CORNERS],
    count: usize,
    /// Center of its box.
    pub(super) center: Vec3,
    pub(super) radius: f64,
}

impl Element {
    /// A vertex with a radius around, as an element of one corner.
    pub(super) fn vertex(vertex: Vec3, radius: f64) -> Self {
        Self { corners: [vertex; MAX_CORNERS], count: 1, center: vertex, radius }
    }

    pub(super) fn corners(&self) -> &[Vec3] {
        &self.corners[..self.count]
    }

    /// Whether the line between the means of the corners alone shows that a margin is between the
    /// elements; false if it does not, or only just.
    pub(super) fn is_clearly_apart(&self, other: &Self, margin: f64) -> bool {
        /// Far above what rounding moves a projection by.
        const JUST: f64 = 1e-9;
        let (own, others) = (self.corners(), other.corners());
        let middle = |corners: &[Vec3]| {
            corners.iter().fold(Vec3::ZERO, |sum, &corner| sum + corner) / corners.len() as f64
        };
        let axis = middle(others) - middle(own);
        let end = own.iter().map(|corner| corner.dot(axis)).fold(f64::MIN, f64::max);
        let start = others.iter().map(|corner| corner.dot(axis)).fold(f64::MAX, f64::min);
        let reach = self.radius + other.radius + margin;
        let size = axis.norm();
        start - end > reach * size + JUST * (start.abs() + end.abs() + size)
    }

    /// The corners of a triangle.
    pub(super) fn triangle(&self) -> [Vec3; 3] {
        [self.corners[0], self.corners[1], self.corners[2]]
    }

    /// The same element in the frame of an object in world.
    pub(super) fn seen_from(&self, pos: Vec3, mat: &Mat3) -> Self {
        let seen = |point: Vec3| mat.transpose_mul(point - pos);
        Self { corners: self.corners.map(seen), center: seen(self.center), ..*self }
    }

    /// The element as a convex solid with a margin around.
    pub(super) fn solid(&self, margin: f64) -> Solid<'_> {
        Solid::simplex(self.corners(), self.center, self.radius + 0.5 * margin)
    }

    /// A line with its radius as a capsule: center, axes, radius and half length.
    #[doc(alias = "mj_makeCapsule")]
    pub(super) fn capsule(&self) -> (Vec3, Mat3, Vec3) {
        let [from, to, ..] = self.corners;
        let (axis, length) = (from - to).normalized();
        let size = Vec3([self.radius, 0.5 * length, 0.0]);
        ((from + to) * 0.5, Quat::z_to(axis).to_mat(), size)
    }
}

/// A range from its start and length.
fn range(start: i32, len: i32) -> Option<Range<usize>> {
    let (start, len) = (usize::try_from(start).ok()?, usize::try_from(len).ok()?);
    Some(start..start.checked_add(len)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADIUS: f64 = 0.1;

    /// A triangle above the origin.
    fn triangle(height: f64) -> Element {
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
        let corners = corners.map(|[x, y]| Vec3([x, y, height]));
        Element { corners, count: 3, center: Vec3::ZERO, radius: RADIUS }
    }

    #[test]
    fn elements_are_clearly_apart_beyond_their_radii_and_the_margin_only() {
        let apart = |height, margin| triangle(0.0).is_clearly_apart(&triangle(height), margin);
        for (margin, reach) in [(0.0, 2.0 * RADIUS), (0.05, 2.0 * RADIUS + 0.05)] {
            assert!(apart(reach + 1e-6, margin) && apart(-reach - 1e-6, margin));
            assert!(!apart(reach, margin) && !apart(reach - 1e-6, margin));
        }
        assert!(!apart(0.0, 0.0) && !apart(f64::NAN, 0.0) && !apart(f64::INFINITY, 0.0));
    }

    #[test]
    fn a_missing_body_is_shared_by_nobody() {
        assert!(shares_body(&[1, 2, 3, -1], &[4, 3, 5, -1]));
        assert!(!shares_body(&[1, 2, 3, -1], &[4, 5, 6, -1]));
    }
}
