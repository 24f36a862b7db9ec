//! Rows of equalities on flexes: edges keep their lengths, surfaces and cells their shapes.
//!
//! | kind | position of its rows |
//! |---|---|
//! | flex | `length - length0` of each edge that is not rigid |
//! | flexvert | trace and determinant of the strain at each vertex |
//! | flexstrain | `mode . (R x - x0)` for each mode of a cell, which `eq_data` names |
//!
//! The stiffness of a cell with such an equality is not a matrix: its first number is how many modes
//! the cell has, then follow the modes, each scaled by the root of its stiffness.

use super::equality_rows::{close, put_row};
use super::inputs::Inputs;
use super::rows::RowBuilder;
use crate::ids::{
    BodyId, DofId, EqualityId, FlexEdgeId, FlexEdgeJAdr, FlexId, FlexNodeId, FlexVertId,
};
use crate::math::{Quat, Vec3};
use crate::model::Model;
use crate::smooth::flex::grid::{self, Cell, Grid, MOST_NODES};
use crate::smooth::flex::vertices;
use crate::smooth::jacobian::{CarriedPoint, last_dof};

/// The flex of an equality.
pub(super) fn flex_of(m: &Model, e: EqualityId) -> FlexId {
    FlexId(m.eq_obj1id[e] as usize)
}

/// The edges of a flex that can change their lengths.
pub(super) fn edges(m: &Model, f: FlexId) -> impl Iterator<Item = FlexEdgeId> {
    let start = m.flex_edgeadr[f] as usize;
    let all = (start..start + m.flex_edgenum[f] as usize).map(FlexEdgeId);
    all.filter(|&e| m.flexedge_rigid[e] == 0)
}

/// A row for each edge.
pub(super) fn add_edges(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    for edge in edges(m, flex_of(m, e)) {
        let start = m.flexedge_J_rowadr[edge] as usize;
        let row = FlexEdgeJAdr(start)..FlexEdgeJAdr(start + m.flexedge_J_rownnz[edge] as usize);
        let sparse = (&m.flexedge_J_colind[row.clone()], &d.flexedge_J[row]);
        let pos = d.flexedge_length[edge] - m.flexedge_length0[edge];
        put_row(rows, e, sparse, pos);
    }
}

/// Two rows for each vertex.
pub(super) fn add_vertices(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    let columns = m.flexvert_J_colind.scalars::<i32>();
    let values = d.flexvert_J.scalars::<f64>();
    for v in vertices(m, flex_of(m, e)).map(FlexVertId) {
        for i in 0..2 {
            let start = m.flexvert_J_rowadr[v][i] as usize;
            let row = start..start + m.flexvert_J_rownnz[v][i] as usize;
            let sparse = (&columns[row.clone()], &values[row]);
            put_row(rows, e, sparse, d.flexvert_length[v][i]);
        }
    }
}

/// The grid and the cell of an equality on strain; `None` if it names none.
pub(super) fn cell_of(m: &Model, e: EqualityId) -> Option<(Grid, Cell)> {
    let grid = Grid::of(m, flex_of(m, e))?;
    let [x, y, z, ..] = m.eq_data[e];
    // conversion to an integer cuts off, and saturates
    let whole = |at: f64| (at > -1.0).then_some(at as usize);
    let cell = [whole(x)?, whole(y)?, whole(z)?];
    grid.place(cell).map(|_| (grid, cell))
}

/// A row for each mode of a cell.
pub(super) fn add_strain(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    let (f, Some((grid, cell))) = (flex_of(m, e), cell_of(m, e)) else { return };
    let Some(modes) = modes(m, f, grid, cell) else { return };
    let nodes = CellNodes::new(m, d, f, grid, cell);
    let displacements = nodes.displacements(m, f, grid, cell);
    let columns = if rows.is_sparse() { nodes.dofs(m).count() } else { 0 };
    for mode in modes.chunks_exact(3 * grid.nodes_per_cell()) {
        let moved = mode.iter().zip(displacements.as_flattened());
        let pos = moved.fold(0.0, |sum, (mode, displacement)| sum + mode * displacement);
        let mut slopes = [Vec3::ZERO; MOST_NODES];
        for (slope, mode) in slopes.iter_mut().zip(mode.as_chunks::<3>().0) {
            *slope = nodes.unturn.conj().rotate(Vec3(*mode));
        }
        let Some(mut block) = rows.open(1, columns) else { return };
        for (k, moved) in nodes.dofs(m) {
            block.put(k, &[nodes.entry(d, m, k, moved, &slopes)]);
        }
        close(rows, e, &[pos]);
    }
}

/// The modes of a cell, one after the other.
fn modes(m: &Model, f: FlexId, grid: Grid, cell: Cell) -> Option<&[f64]> {
    let size = 3 * grid.nodes_per_cell();
    let start = m.flex_stiffnessadr[f] as usize + grid.place(cell)? * size * size;
    let (count, rest) = m.flex_stiffness.get(start..start + size * size)?.split_first()?;
    rest.get(..(*count as usize).checked_mul(size)?)
}

/// The nodes of a cell, and what moves them.
struct CellNodes {
    points: [Vec3; MOST_NODES],
    bodies: [BodyId; MOST_NODES],
    count: usize,
    /// Takes the cell back to how it stood at rest.
    unturn: Quat,
}

impl CellNodes {
    fn new(m: &Model, d: Inputs<'_>, f: FlexId, grid: Grid, cell: Cell) -> Self {
        let (mut points, mut bodies) = ([Vec3::ZERO; MOST_NODES], [BodyId(0); MOST_NODES]);
        let first = m.flex_nodeadr[f] as usize;
        for (i, node) in grid.nodes(cell).enumerate() {
            let n = FlexNodeId(first + node);
            points[i] = grid::node_position(m, d.poses.xpos, d.poses.xmat, f, n);
            bodies[i] = grid::node_body(m, n);
        }
        let count = grid.nodes_per_cell();
        Self { points, bodies, count, unturn: grid.unturn(&points[..count]) }
    }

    /// How far nodes have moved, in the frame of the cell at rest.
    fn displacements(
        &self,
        m: &Model,
        f: FlexId,
        grid: Grid,
        cell: Cell,
    ) -> [[f64; 3]; MOST_NODES] {
        let mut moved = [[0.0; 3]; MOST_NODES];
        let first = m.flex_nodeadr[f] as usize;
        for (i, node) in grid.nodes(cell).enumerate() {
            let rest = m.flex_node0[FlexNodeId(first + node)];
            moved[i] = (self.unturn.rotate(self.points[i]) - rest).0;
        }
        moved
    }

    /// The degrees of freedom that move a node, from the last to the first, and which nodes as bits.
    fn dofs(&self, m: &Model) -> impl Iterator<Item = (DofId, u32)> {
        let count = self.count;
        let mut last = self.bodies.map(|body| last_dof(m, body).map_or(-1, DofId::raw));
        std::iter::from_fn(move || {
            let newest = last[..count].iter().copied().max()?;
            let k = DofId::new(newest)?;
            let parent = m.dof_parentid[k].raw();
            let mut moved = 0;
            for (i, last) in last[..count].iter_mut().enumerate() {
                if *last == newest {
                    *last = parent;
                    moved |= 1 << i;
                }
            }
            Some((k, moved))
        })
    }

    /// How much a degree of freedom moves nodes along their slopes.
    fn entry(&self, d: Inputs<'_>, m: &Model, k: DofId, moved: u32, slopes: &[Vec3]) -> f64 {
        let mut sum = 0.0;
        for i in (0..self.count).filter(|i| moved & (1 << i) != 0) {
            let carried = CarriedPoint::new(m, d.subtree_com, self.bodies[i], self.points[i]);
            let column = carried.column(&d.cdof[k]).p;
            for x in 0..3 {
                sum += slopes[i][x] * column[x];
            }
        }
        sum
    }
}
