//! Edges of flexes: lengths, Jacobians, velocities.
//!
//! `flexedge_J` is sparse, with the pattern of the model. The length of an edge from `a` to `b`
//! changes by `direction . (velocity of b - velocity of a)`.

use std::ops::Range;

use super::vertex_body;
use crate::data::Data;
use crate::fields::Field;
use crate::ids::{BodyId, DofId, FlexEdgeId, FlexEdgeJAdr, FlexId, FlexVertId};
use crate::linalg::sparse;
use crate::math::{Spatial, Vec3};
use crate::model::{Model, SLIDES_ONLY};
use crate::smooth::jacobian::PointPair;
use crate::stage::stage;

/// Lengths of the edges of a flex, and their Jacobians if a force depends on them.
pub(super) fn edges(m: &Model, d: &mut Data, f: FlexId) {
    let jacobians = needs_jacobians(m, f);
    for e in of_flex(m, f).map(FlexEdgeId) {
        let ends = ends(m, f, e);
        let points = ends.map(|v| d.flexvert_xpos[v]);
        let (direction, length) = (points[1] - points[0]).normalized();
        d.flexedge_length[e] = length;
        if jacobians {
            jacobian(m, d, e, ends, points, direction);
        }
    }
}

/// Whether a force of the flex depends on the Jacobians of its edges.
fn needs_jacobians(m: &Model, f: FlexId) -> bool {
    m.flex_edgeequality[f] == 1
        || m.flex_edgedamping[f] != 0.0
        || m.flex_edgestiffness[f] != 0.0
        || m.flex_damping[f] != 0.0
}

/// The row of an edge, from its last degree of freedom to the first.
fn jacobian(
    m: &Model,
    d: &mut Data,
    e: FlexEdgeId,
    ends: [FlexVertId; 2],
    points: [Vec3; 2],
    direction: Vec3,
) {
    let [Some(a), Some(b)] = ends.map(|v| vertex_body(m, v)) else { return };
    let Data { flexedge_J, cdof, subtree_com, .. } = d;
    let row = &mut flexedge_J[row(m, e)];
    if let Some(ends) = Sliding::ends(m, [a, b], row.len()) {
        for (to, end) in row.as_chunks_mut::<AXES>().0.iter_mut().zip(ends) {
            *to = end.columns(cdof).map(|column| column.dot(direction));
        }
        return;
    }
    // parameters may have been changed since the pattern was made: then there is no row
    let mut row = row.iter_mut().rev();
    for (_, [a, b]) in PointPair::new(m, subtree_com, [a, b], points).columns(m, cdof) {
        let Some(entry) = row.next() else { return };
        *entry = (b.p - a.p).dot(direction);
    }
}

/// Degrees of freedom of a vertex that slides along three axes.
const AXES: usize = 3;

/// The end of an edge that slides along three axes: what is left of its columns of [`PointPair`].
struct Sliding {
    first: DofId,
    /// Whether the edge leads away from it.
    is_start: bool,
}

impl Sliding {
    /// The ends of an edge between such bodies with this many columns, in the order of the columns.
    fn ends(m: &Model, bodies: [BodyId; 2], columns: usize) -> Option<[Self; 2]> {
        let slides = |b: BodyId| m.body_simple[b] == SLIDES_ONLY && m.body_dofnum[b] == AXES as i32;
        if columns != 2 * AXES || !bodies.into_iter().all(slides) {
            return None;
        }
        let [a, b] = bodies.map(|body| m.body_dofadr[body].id());
        let ends = [Self { first: a?, is_start: true }, Self { first: b?, is_start: false }];
        let [start, end] = ends;
        Some(if start.first < end.first { [start, end] } else { [end, start] })
    }

    fn columns(&self, cdof: &Field<DofId, Spatial>) -> [Vec3; AXES] {
        std::array::from_fn(|i| {
            let column = cdof[DofId(self.first.0 + i)].lin();
            if self.is_start { Vec3::ZERO - column } else { column }
        })
    }
}

stage! {
    /// Velocities of edges of flexes.
    FLEX_VELOCITY = Each(flex_velocity), Velocity;
    model {
        flex_edge flex_edgeadr flex_edgenum flex_vertadr flex_edgeequality flex_edgestiffness
        flex_edgedamping flex_damping flexedge_J_rownnz flexedge_J_rowadr flexedge_J_colind
        body_simple body_dofadr body_dofnum
    }
    reads when Flexes { flexedge_J qvel }
    writes { flexedge_velocity }
}

/// Computes `flexedge_velocity`.
pub fn flex_velocity(m: &Model, d: &mut Data) {
    let Data { flexedge_velocity, flexedge_J, qvel, .. } = d;
    for e in (0..m.nflexedge).map(FlexEdgeId) {
        let row = row(m, e);
        let columns = &m.flexedge_J_colind[row.clone()];
        flexedge_velocity[e] = sparse::dot(&flexedge_J[row], columns, qvel);
    }
}

/// The edges of a flex.
pub(super) fn of_flex(m: &Model, f: FlexId) -> Range<usize> {
    let start = m.flex_edgeadr[f] as usize;
    start..start + m.flex_edgenum[f] as usize
}

/// The two vertices of an edge.
pub(super) fn ends(m: &Model, f: FlexId, e: FlexEdgeId) -> [FlexVertId; 2] {
    let first = m.flex_vertadr[f] as usize;
    m.flex_edge[e].map(|v| FlexVertId(first + v as usize))
}

/// Where the row of an edge is in `flexedge_J`.
fn row(m: &Model, e: FlexEdgeId) -> Range<FlexEdgeJAdr> {
    let start = m.flexedge_J_rowadr[e] as usize;
    FlexEdgeJAdr(start)..FlexEdgeJAdr(start + m.flexedge_J_rownnz[e] as usize)
}
