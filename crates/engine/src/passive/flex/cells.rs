//! Elasticity of interpolated flexes, cell by cell.
//!
//! The forces of a cell are linear in the displacements of its nodes once the rotation of the cell is
//! taken out: `force = R' K (R x - x0)`, and damping the same of the velocities.

use super::Enabled;
use crate::data::Data;
use crate::fields::Field;
use crate::ids::{DofId, FlexId, FlexNodeId};
use crate::linalg::dense;
use crate::math::{Spatial, Vec3};
use crate::model::Model;
use crate::passive::apply::Motion;
use crate::smooth::flex::grid::{self, Cell, Grid, MOST_NODES};

/// A number for each node and axis of a cell.
type OfCell = [f64; 3 * MOST_NODES];

/// Positions, velocities and forces of all nodes of a flex, in world.
struct Nodes {
    positions: Vec<f64>,
    velocities: Vec<f64>,
    springs: Vec<f64>,
    dampers: Vec<f64>,
}

/// Adds the forces of all cells.
pub(super) fn add(m: &Model, d: &mut Data, f: FlexId, grid: Grid, enabled: Enabled) {
    let mut nodes = gather(m, d, f);
    let size = 3 * grid.nodes_per_cell();
    let stiffness = &m.flex_stiffness.as_slice()[m.flex_stiffnessadr[f] as usize..];
    for (cell, stiffness) in grid.cells().zip(stiffness.chunks_exact(size * size)) {
        // nothing of the flex is in the cell
        if stiffness[0] != 0.0 {
            add_cell(m, f, grid, cell, stiffness, enabled, &mut nodes);
        }
    }
    scatter(m, d, f, &mut nodes, enabled);
    let Nodes { positions, velocities, springs, dampers } = nodes;
    for buffer in [dampers, springs, velocities, positions] {
        d.scratch.give(buffer);
    }
}

/// Where all nodes are, how fast, and no forces.
#[doc(alias = "mju_flexGatherState")]
fn gather(m: &Model, d: &mut Data, f: FlexId) -> Nodes {
    let of_flex = grid::nodes(m, f);
    let mut buffer = || d.scratch.take(3 * of_flex.len());
    let [mut positions, mut velocities, springs, dampers] =
        [buffer(), buffer(), buffer(), buffer()];
    let (places, _) = positions.as_chunks_mut::<3>();
    let (rates, _) = velocities.as_chunks_mut::<3>();
    for ((place, rate), n) in places.iter_mut().zip(rates).zip(of_flex.map(FlexNodeId)) {
        let point = grid::node_position(m, &d.xpos, &d.xmat, f, n);
        *place = point.0;
        *rate = grid::node_velocity(m, d, n, point).0;
    }
    Nodes { positions, velocities, springs, dampers }
}

/// The vector of a node.
fn vector(of: &[f64], node: usize) -> Vec3 {
    Vec3([of[3 * node], of[3 * node + 1], of[3 * node + 2]])
}

/// Adds the forces of a cell to those of its nodes.
fn add_cell(
    m: &Model,
    f: FlexId,
    grid: Grid,
    cell: Cell,
    stiffness: &[f64],
    enabled: Enabled,
    nodes: &mut Nodes,
) {
    let mut points = [Vec3::ZERO; MOST_NODES];
    for (point, node) in points.iter_mut().zip(grid.nodes(cell)) {
        *point = vector(&nodes.positions, node);
    }
    let unturn = grid.unturn(&points[..grid.nodes_per_cell()]);

    // displacements and velocities in the frame of the cell at rest
    let (mut displacements, mut velocities): (OfCell, OfCell) =
        ([0.0; 3 * MOST_NODES], [0.0; 3 * MOST_NODES]);
    let first = m.flex_nodeadr[f] as usize;
    for (i, node) in grid.nodes(cell).enumerate() {
        let moved = unturn.rotate(points[i]) - m.flex_node0[FlexNodeId(first + node)];
        displacements[3 * i..3 * i + 3].copy_from_slice(&moved.0);
        let velocity = unturn.rotate(vector(&nodes.velocities, node));
        velocities[3 * i..3 * i + 3].copy_from_slice(&velocity.0);
    }

    let size = 3 * grid.nodes_per_cell();
    let turn = unturn.conj();
    let add = |enabled: bool, by: &OfCell, to: &mut [f64]| {
        if !enabled {
            return;
        }
        let mut force = [0.0; 3 * MOST_NODES];
        dense::mul_mat_vec(&mut force[..size], stiffness, &by[..size]);
        for (i, node) in grid.nodes(cell).enumerate() {
            let force = turn.rotate(vector(&force, i));
            for x in 0..3 {
                to[3 * node + x] += force[x];
            }
        }
    };
    add(enabled.springs, &displacements, &mut nodes.springs);
    add(enabled.dampers, &velocities, &mut nodes.dampers);
}

/// Adds the forces of nodes to the degrees of freedom of their bodies.
fn scatter(m: &Model, d: &mut Data, f: FlexId, nodes: &mut Nodes, enabled: Enabled) {
    for force in &mut nodes.dampers {
        *force *= m.flex_damping[f];
    }
    let Data { qfrc_spring, qfrc_damper, cdof, subtree_com, .. } = d;
    let motion = Motion { cdof, subtree_com };
    let add = |force: &[f64], qfrc: &mut Field<DofId, f64>| {
        for (i, n) in grid::nodes(m, f).map(FlexNodeId).enumerate() {
            let body = grid::node_body(m, n);
            let force = vector(force, i);
            if m.body_dofnum[body] > 0 && grid::is_at_body(m, f, n) {
                // the node moves along the axes of the world
                let start = m.body_dofadr[body].raw() as usize;
                for (x, entry) in qfrc.iter_mut().skip(start).take(3).enumerate() {
                    *entry += force[x];
                }
            } else {
                let wrench = Spatial::new(Vec3::ZERO, force);
                motion.apply(m, &wrench, vector(&nodes.positions, i), body, qfrc);
            }
        }
    };
    if enabled.springs {
        add(&nodes.springs, qfrc_spring);
    }
    if enabled.dampers {
        add(&nodes.dampers, qfrc_damper);
    }
}
