//! Flexes: where their vertices and elements are, how long their edges are and what moves those.
//!
//! | file | computes |
//! |---|---|
//! | `boxes` | boxes of elements and of the trees above them |
//! | `edges` | lengths, Jacobians and velocities of edges |
//! | `strain` | strain at vertices of surfaces and its Jacobian |
//! | `grid` | interpolation between nodes |

mod boxes;
mod edges;
pub(crate) mod grid;
mod strain;

use std::ops::Range;

use crate::data::Data;
use crate::ids::{BodyId, FlexId, FlexNodeId, FlexVertId};
use crate::math::Vec3;
use crate::model::Model;
use crate::stage::stage;

pub use edges::flex_velocity;
use grid::Grid;

stage! {
    /// Positions, boxes, edges and strains of flexes.
    FLEX = Each(flex), PosKinematics;
    model {
        flex_vertadr flex_vertnum flex_vertbodyid flex_vert flex_vert0 flex_centered flex_interp
        flex_rigid flex_dim flex_elem flex_elemadr flex_elemnum flex_elemdataadr flex_radius
        flex_bvhadr flex_bvhnum bvh_child bvh_nodeid opt.disableflags flex_edgeequality flex_edgeadr
        flex_vertedge flex_vertedgeadr flex_vertedgenum flex_vertmetric flex_size body_mass
        flexvert_J_rownnz flexvert_J_rowadr flexvert_J_colind flex_cellnum flex_nodeadr flex_nodenum
        flex_nodebodyid flex_node
    }
    reads when Flexes { xpos xmat xipos cdof subtree_com }
    writes {
        flexvert_xpos flexelem_aabb bvh_aabb_dyn flexedge_length flexedge_J flexvert_length
        flexvert_J
    }
}

/// Computes positions, boxes, edges and strains of flexes.
#[doc(alias = "mj_flex")]
pub fn flex(m: &Model, d: &mut Data) {
    if m.nflex == 0 {
        return;
    }
    for f in flexes(m) {
        match Grid::of(m, f) {
            None => place_on_bodies(m, d, f),
            Some(grid) => interpolate(m, d, f, grid),
        }
    }
    boxes::elements(m, d);
    boxes::trees(m, d);

    d.flexvert_J.fill([0.0; 2]);
    d.flexedge_J.fill(0.0);
    for f in flexes(m).filter(|&f| has_edges(m, f)) {
        edges::edges(m, d, f);
        strain::strain(m, d, f);
    }
}

/// All flexes.
pub(crate) fn flexes(m: &Model) -> impl Iterator<Item = FlexId> + use<> {
    (0..m.nflex).map(FlexId)
}

/// The vertices of a flex.
pub(crate) fn vertices(m: &Model, f: FlexId) -> Range<usize> {
    let start = m.flex_vertadr[f] as usize;
    start..start + m.flex_vertnum[f] as usize
}

/// The body that a vertex is on, `None` if it is interpolated.
pub(crate) fn vertex_body(m: &Model, v: FlexVertId) -> Option<BodyId> {
    m.flex_vertbodyid[v].id()
}

/// The body that moves a vertex of a flex most, and where that body holds the flex: at the vertex, or
/// at a node. `None` if there is no such vertex.
#[doc(hidden)]
pub fn flex_vertex_handle(m: &Model, d: &Data, f: FlexId, vert: usize) -> Option<(BodyId, Vec3)> {
    let v = vertices(m, f).nth(vert).map(FlexVertId)?;
    let Some(grid) = Grid::of(m, f) else {
        return Some((vertex_body(m, v)?, d.flexvert_xpos[v]));
    };
    let (cell, local) = grid.locate(m.flex_vert0[v]);
    let mut best = (0.0, None);
    for (node, weight) in grid.nodes(cell).zip(grid.weights(local)) {
        if weight > best.0 {
            best = (weight, Some(node));
        }
    }
    let node = grid::nodes(m, f).nth(best.1?).map(FlexNodeId)?;
    Some((grid::node_body(m, node), grid::node_position(m, &d.xpos, &d.xmat, f, node)))
}

/// Whether edges of a flex can stretch: it is neither rigid nor interpolated.
fn has_edges(m: &Model, f: FlexId) -> bool {
    m.flex_rigid[f] == 0 && m.flex_interp[f] == 0
}

/// Vertices that bodies carry.
fn place_on_bodies(m: &Model, d: &mut Data, f: FlexId) {
    let centered = m.flex_centered[f] != 0;
    for v in vertices(m, f).map(FlexVertId) {
        let Some(body) = vertex_body(m, v) else { continue };
        let local = m.flex_vert[v];
        d.flexvert_xpos[v] = if centered || local == Vec3::ZERO {
            d.xpos[body]
        } else {
            d.xmat[body] * local + d.xpos[body]
        };
    }
}

/// Vertices between nodes.
fn interpolate(m: &Model, d: &mut Data, f: FlexId, grid: Grid) {
    let Data { flexvert_xpos, xpos, xmat, scratch, .. } = d;
    let nodes = grid::nodes(m, f);
    let mut positions = scratch.take(3 * nodes.len());
    let (places, _) = positions.as_chunks_mut::<3>();
    for (place, n) in places.iter_mut().zip(nodes) {
        *place = grid::node_position(m, xpos, xmat, f, crate::ids::FlexNodeId(n)).0;
    }
    for v in vertices(m, f).map(FlexVertId) {
        let (cell, local) = grid.locate(m.flex_vert0[v]);
        let mut sum = Vec3::ZERO;
        for (node, weight) in grid.nodes(cell).zip(grid.weights(local)) {
            sum += Vec3(places[node]) * weight;
        }
        flexvert_xpos[v] = sum;
    }
    scratch.give(positions);
}

#[cfg(test)]
pub(crate) mod tests;
