//! The bodies that a contact moves, on each of its sides.
//!
//! A geom or a vertex of a flex is moved by one body. A point of a flex element is moved by the bodies
//! of all its vertices, the nearer ones more: each is a [`Part`] with a weight. Vertices of an
//! interpolated flex have no bodies of their own; its points are moved by the nodes of their cell.

use crate::compat::PROFILE;
use crate::contact::{Collider, Contact};
use crate::fields::Field;
use crate::ids::{BodyId, FlexId, FlexVertId};
use crate::math::{MINVAL, Num, Vec3};
use crate::model::Model;
use crate::model::facts::body_of_geom;
use crate::smooth::flex::grid::Grid;

/// Most vertices of an element.
const MAX_CORNERS: usize = 4;
/// Nodes with a smaller share in a point do not move it, those with a negative one among them.
const MIN_SHARE: f64 = 1e-5;

/// A body that moves a point of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    pub(super) body: BodyId,
    /// The point, in world.
    pub(super) point: Vec3,
    /// Its share of the motion. Those of a side add up to 1, or to -1 on the first side: the motion of
    /// a contact is that of the second side minus that of the first.
    pub(super) weight: f64,
    /// The last of its degrees of freedom that a walk has not visited yet, -1 if none is left.
    pub(super) last_dof: i32,
}

impl Part {
    fn new(body: BodyId, point: Vec3, weight: f64) -> Self {
        Self { body, point, weight, last_dof: -1 }
    }
}

/// The bodies that the sides of a contact move with.
#[derive(Debug, PartialEq)]
pub(super) enum Sides<'a> {
    /// One body on each side.
    Bodies([BodyId; 2]),
    /// Parts of both sides.
    Parts(&'a mut [Part]),
}

impl<'a> Sides<'a> {
    /// The sides of a contact; `None` if it names what the model does not have.
    #[inline]
    pub(super) fn of(
        m: &Model,
        flexvert_xpos: &Field<FlexVertId, Vec3>,
        contact: &Contact,
        parts: &'a mut Vec<Part>,
    ) -> Option<Self> {
        Self::with_signs(m, flexvert_xpos, contact, [-1.0, 1.0], parts)
    }

    /// The sides of a contact with all weights positive, as estimates of inertia need them.
    pub(super) fn both(
        m: &Model,
        flexvert_xpos: &Field<FlexVertId, Vec3>,
        contact: &Contact,
        parts: &'a mut Vec<Part>,
    ) -> Option<Self> {
        Self::with_signs(m, flexvert_xpos, contact, [1.0, 1.0], parts)
    }

    #[inline]
    fn with_signs(
        m: &Model,
        flexvert_xpos: &Field<FlexVertId, Vec3>,
        contact: &Contact,
        signs: [f64; 2],
        parts: &'a mut Vec<Part>,
    ) -> Option<Self> {
        let [first, second] = contact.colliders();
        let [first, second] = [first?, second?];
        if let (Some(first), Some(second)) = (single_body(m, first), single_body(m, second)) {
            return Some(Self::Bodies([first, second]));
        }
        parts.clear();
        let point = contact.pos;
        for (side, other, sign) in [(first, second, signs[0]), (second, first, signs[1])] {
            if let Some(body) = single_body(m, side) {
                parts.push(Part::new(body, point, sign));
                continue;
            }
            let corners = Corners::of(m, flexvert_xpos, point, side, other)?;
            match grid(m, side) {
                None => corners.add_bodies(m, point, sign, parts)?,
                Some((flex, grid)) => corners.add_nodes(m, (flex, grid), point, sign, parts)?,
            }
        }
        Some(Self::Parts(parts))
    }

    /// Inverse inertia of the translation of both sides, as the model estimates it.
    pub(super) fn inverse_weight(&self, m: &Model) -> f64 {
        let of = |body: BodyId| m.body_invweight0[body][0];
        match self {
            Self::Bodies([first, second]) => of(*first) + of(*second),
            Self::Parts(parts) => {
                parts.iter().fold(0.0, |sum, part| sum + of(part.body) * part.weight.abs())
            }
        }
    }
}

/// The body that alone moves what touches; `None` if several do or if it does not exist.
fn single_body(m: &Model, collider: Collider) -> Option<BodyId> {
    match collider {
        Collider::Geom(geom) => body_of_geom(m, geom.raw()),
        Collider::FlexVertex { flex, vertex } => {
            (*m.flex_interp.get(flex.0)? == 0).then_some(())?;
            body_of_vertex(m, flex_vertex(m, flex, vertex)?)
        }
        Collider::FlexElement { .. } => None,
    }
}

fn flex_vertex(m: &Model, flex: FlexId, vertex: usize) -> Option<FlexVertId> {
    let start = usize::try_from(*m.flex_vertadr.get(flex.0)?).ok()?;
    Some(FlexVertId(start.checked_add(vertex)?)).filter(|v| v.0 < m.nflexvert)
}

fn body_of_vertex(m: &Model, vertex: FlexVertId) -> Option<BodyId> {
    m.flex_vertbodyid[vertex].id().filter(|body| body.0 < m.nbody)
}

/// The grid of nodes of an interpolated flex.
fn grid(m: &Model, collider: Collider) -> Option<(FlexId, Grid)> {
    let (Collider::FlexVertex { flex, .. } | Collider::FlexElement { flex, .. }) = collider else {
        return None;
    };
    Some((flex, Grid::of(m, flex)?))
}

/// Vertices that a point of a flex moves with, and the share of each.
struct Corners {
    vertices: [(FlexVertId, f64); MAX_CORNERS],
    count: usize,
}

impl Corners {
    /// The vertex of a contact, or the vertices of an element without the one that it touches, the
    /// nearer ones with more weight.
    #[doc(alias = "mj_elemBodyWeight")]
    fn of(
        m: &Model,
        flexvert_xpos: &Field<FlexVertId, Vec3>,
        point: Vec3,
        side: Collider,
        other: Collider,
    ) -> Option<Self> {
        let mut made = Self { vertices: [(FlexVertId(0), 1.0); MAX_CORNERS], count: 0 };
        let (flex, element) = match side {
            Collider::Geom(_) => return None,
            Collider::FlexVertex { flex, vertex } => {
                made.vertices[0].0 = flex_vertex(m, flex, vertex)?;
                made.count = 1;
                return Some(made);
            }
            Collider::FlexElement { flex, element } => (flex, element),
        };
        let touched = match other {
            Collider::FlexVertex { vertex, .. } => Some(vertex),
            _ => None,
        };
        for &vertex in element_vertices(m, flex, element)? {
            let vertex = usize::try_from(vertex).ok()?;
            if Some(vertex) == touched {
                continue;
            }
            let vertex = flex_vertex(m, flex, vertex)?;
            let nearness = 1.0 / MINVAL.max_num((point - flexvert_xpos[vertex]).norm());
            *made.vertices.get_mut(made.count)? = (vertex, nearness);
            made.count += 1;
        }
        let sum = made.vertices[..made.count].iter().fold(0.0, |sum, (_, nearness)| sum + nearness);
        let scale = 1.0 / sum;
        made.vertices.iter_mut().for_each(|(_, weight)| *weight *= scale);
        Some(made)
    }

    /// Adds the bodies of the vertices.
    fn add_bodies(&self, m: &Model, point: Vec3, sign: f64, parts: &mut Vec<Part>) -> Option<()> {
        for &(vertex, weight) in &self.vertices[..self.count] {
            parts.push(Part::new(body_of_vertex(m, vertex)?, point, weight * sign));
        }
        Some(())
    }

    /// Adds the bodies of the nodes around the place of the point at rest.
    ///
    /// The sign belongs to the motion of the nodes. Where MuJoCo gives it to the place instead, the
    /// first side of a contact moves with the first node of the grid.
    #[doc(alias = "mj_vertBodyWeight")]
    fn add_nodes(
        &self,
        m: &Model,
        (flex, grid): (FlexId, Grid),
        point: Vec3,
        sign: f64,
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        let (of_place, of_motion) =
            if PROFILE.negated_place_in_flex { (sign, 1.0) } else { (1.0, sign) };
        let mut place = Vec3::ZERO;
        for &(vertex, weight) in &self.vertices[..self.count] {
            place += m.flex_vert0[vertex] * (weight * of_place);
        }
        let (cell, local) = grid.locate(place);
        let start = usize::try_from(m.flex_nodeadr[flex]).ok()?;
        let count = usize::try_from(m.flex_nodenum[flex]).ok()?;
        let nodes = m.flex_nodebodyid.raw().get(start..start.checked_add(count)?)?;
        for (node, weight) in grid.nodes(cell).zip(grid.weights(local)) {
            if weight < MIN_SHARE {
                continue;
            }
            let body = BodyId::new(*nodes.get(node)?).filter(|b| b.0 < m.nbody)?;
            parts.push(Part::new(body, point, weight * of_motion));
        }
        Some(())
    }
}

/// The vertices of an element, counted from the flex's first.
fn element_vertices(m: &Model, flex: FlexId, element: usize) -> Option<&[i32]> {
    let count = usize::try_from(*m.flex_dim.get(flex.0)?).ok()?.checked_add(1)?;
    let start = usize::try_from(m.flex_elemdataadr[flex]).ok()?;
    let start = start.checked_add(element.checked_mul(count)?)?;
    m.flex_elem.get(start..start.checked_add(count)?)
}

#[cfg(test)]
mod tests;
