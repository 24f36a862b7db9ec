//! The bodies that a contact moves, on each of its sides.
//!
//! | reads | writes |
//! |---|---|
//! | `contact`, `flexvert_xpos` | nothing |
//! | `body_invweight0`, `flex_dim`, `flex_elem`, `flex_elemdataadr` | |
//! | `flex_interp`, `flex_vertadr`, `flex_vertbodyid` | |
//!
//! A geom or a vertex of a flex is moved by one body. A point of a flex element is moved by the bodies
//! of all its vertices, the nearer ones more: each is a [`Part`] with a weight.

use crate::contact::{Collider, Contact};
use crate::fields::Field;
use crate::ids::{BodyId, FlexId, FlexVertId};
use crate::math::{MINVAL, Num, Vec3};
use crate::model::Model;
use crate::model::facts::body_of_geom;

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

/// What a contact moves.
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
        let [first, second] = contact.colliders();
        let [first, second] = [first?, second?];
        if let (Some(first), Some(second)) = (single_body(m, first), single_body(m, second)) {
            return Some(Self::Bodies([first, second]));
        }
        parts.clear();
        let mut add = |side: Collider, other: Collider, sign: f64| {
            let point = contact.pos;
            let Collider::FlexElement { flex, element } = side else {
                parts.push(Part::new(single_body(m, side)?, point, sign));
                return Some(());
            };
            let vertices = vertices_without(m, flex, element, other)?;
            add_element(m, flexvert_xpos, vertices, point, sign, parts)
        };
        add(first, second, -1.0)?;
        add(second, first, 1.0)?;
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
    BodyId::new(m.flex_vertbodyid[vertex]).filter(|body| body.0 < m.nbody)
}

/// The vertices of an element, without the vertex that it touches.
fn vertices_without(
    m: &Model,
    flex: FlexId,
    element: usize,
    other: Collider,
) -> Option<impl Iterator<Item = FlexVertId> + Clone> {
    (*m.flex_interp.get(flex.0)? == 0).then_some(())?;
    let count = usize::try_from(m.flex_dim[flex]).ok()?.checked_add(1)?;
    let start = usize::try_from(m.flex_elemdataadr[flex]).ok()?;
    let start = start.checked_add(element.checked_mul(count)?)?;
    let vertices = m.flex_elem.get(start..start.checked_add(count)?)?;
    let touched = match other {
        Collider::FlexVertex { vertex, .. } => Some(vertex),
        _ => None,
    };
    let of_flex = vertices.iter().filter_map(|&vertex| usize::try_from(vertex).ok());
    let left = of_flex.filter(move |&vertex| Some(vertex) != touched);
    Some(left.filter_map(move |vertex| flex_vertex(m, flex, vertex)))
}

/// Adds the bodies of vertices, weighted by how near they are.
fn add_element(
    m: &Model,
    flexvert_xpos: &Field<FlexVertId, Vec3>,
    vertices: impl Iterator<Item = FlexVertId> + Clone,
    point: Vec3,
    sign: f64,
    parts: &mut Vec<Part>,
) -> Option<()> {
    let nearness = |v: FlexVertId| 1.0 / MINVAL.max_num((point - flexvert_xpos[v]).norm());
    let sum = vertices.clone().fold(0.0, |sum, v| sum + nearness(v));
    for v in vertices {
        let weight = nearness(v) * (1.0 / sum) * sign;
        parts.push(Part::new(body_of_vertex(m, v)?, point, weight));
    }
    Some(())
}

#[cfg(test)]
mod tests;
