//! Flexes that are interpolated: cells of nodes, and what lies between them.
//!
//! | reads | writes |
//! |---|---|
//! | `flex_interp`, `flex_cellnum`, `flex_nodeadr`, `flex_nodenum`, `flex_nodebodyid` | nothing |
//! | `flex_node`, `flex_centered`, `xpos`, `xmat`, `xipos`, `cvel` | |
//!
//! A box around the flex is cut into cells along x, y and z. A cell has `order + 1` nodes along each
//! axis, which it shares with its neighbors, and every point in it moves as a product of polynomials
//! of that order says. Places in the box and in a cell go from 0 to 1 along each axis.

use std::ops::Range;

use crate::data::Data;
use crate::fields::Field;
use crate::ids::{BodyId, FlexId, FlexNodeId};
use crate::math::rotation::nearest_rotation;
use crate::math::{Mat3, Quat, Vec3};
use crate::model::Model;
use crate::smooth::jacobian::MovingPoint;

/// The most nodes that a cell has.
pub(crate) const MOST_NODES: usize = 27;

/// A cell, by its number along each axis.
pub(crate) type Cell = [usize; 3];

/// The nodes of an interpolated flex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    order: usize,
    cells: [usize; 3],
}

impl Grid {
    /// The grid of a flex; `None` if its vertices are bodies themselves.
    pub(crate) fn of(m: &Model, f: FlexId) -> Option<Self> {
        let order = m.flex_interp[f].unsigned_abs() as usize;
        (order > 0).then(|| Self { order, cells: m.flex_cellnum[f].map(|n| n as usize) })
    }

    /// The order of the polynomials.
    pub(crate) fn order(self) -> usize {
        self.order
    }

    /// How many nodes a cell has.
    pub(crate) fn nodes_per_cell(self) -> usize {
        (self.order + 1) * (self.order + 1) * (self.order + 1)
    }

    /// All cells, the last axis fastest.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let [x, y, z] = self.cells;
        (0..x).flat_map(move |i| (0..y).flat_map(move |j| (0..z).map(move |k| [i, j, k])))
    }

    /// The place of a cell among all; `None` if there is no such cell.
    pub(crate) fn place(self, cell: Cell) -> Option<usize> {
        let [_, y, z] = self.cells;
        let inside = cell.iter().zip(self.cells).all(|(&at, count)| at < count);
        inside.then(|| (cell[0] * y + cell[1]) * z + cell[2])
    }

    /// The nodes of a cell, counted from the flex's first.
    pub(crate) fn nodes(self, cell: Cell) -> impl Iterator<Item = usize> + Clone {
        let Self { order, cells } = self;
        let [_, along_y, along_z] = cells.map(|count| count * order + 1);
        corners(order).map(move |corner| {
            let [x, y, z]: [usize; 3] = std::array::from_fn(|i| cell[i] * order + corner[i]);
            (x * along_y + y) * along_z + z
        })
    }

    /// The cell around a place in the box, and the place in that cell.
    #[doc(alias = "mju_cellLookup")]
    pub(crate) fn locate(self, place: Vec3) -> (Cell, Vec3) {
        let mut cell = [0; 3];
        let mut local = Vec3::ZERO;
        for i in 0..3 {
            let count = self.cells[i];
            let along = place[i] * count as f64;
            // conversion to an integer saturates
            cell[i] = (along.floor() as usize).min(count - 1);
            local[i] = (along - cell[i] as f64).clamp(0.0, 1.0);
        }
        (cell, local)
    }

    /// How much each node of a cell moves a place in it; nodes as in [`nodes`](Self::nodes).
    #[doc(alias = "mju_evalBasis")]
    pub(crate) fn weights(self, local: Vec3) -> impl Iterator<Item = f64> {
        let basis = local.0.map(|s| Basis::new(s, self.order));
        corners(self.order)
            .map(move |[x, y, z]| basis[2].value[z] * basis[1].value[y] * basis[0].value[x])
    }

    /// How the positions of a cell's nodes change along its axes, at a place in it: column `j` along
    /// axis `j`.
    #[doc(alias = "mju_defGradient")]
    pub(crate) fn gradient(self, local: Vec3, nodes: &[Vec3]) -> Mat3 {
        let [x, y, z] = local.0.map(|s| Basis::new(s, self.order));
        let mut sum = [0.0; 9];
        for ([i, j, k], node) in corners(self.order).zip(nodes) {
            let slopes = [
                x.slope[i] * y.value[j] * z.value[k],
                x.value[i] * y.slope[j] * z.value[k],
                x.value[i] * y.value[j] * z.slope[k],
            ];
            for row in 0..3 {
                for column in 0..3 {
                    sum[3 * row + column] += node[row] * slopes[column];
                }
            }
        }
        Mat3(sum)
    }

    /// The rotation that takes a cell back to how it stood at rest, of positions in world.
    pub(crate) fn unturn(self, nodes: &[Vec3]) -> Quat {
        let center = Vec3([0.5; 3]);
        nearest_rotation(&self.gradient(center, nodes), Quat::IDENTITY).0.conj()
    }
}

/// The nodes of a cell by their numbers along each axis, the last fastest.
fn corners(order: usize) -> impl Iterator<Item = [usize; 3]> + Clone {
    const LINEAR: [[usize; 3]; 8] = numbered(2);
    const QUADRATIC: [[usize; 3]; MOST_NODES] = numbered(3);
    let all: &[_] = if order == 1 { &LINEAR } else { &QUADRATIC };
    all.iter().copied()
}

const fn numbered<const N: usize>(side: usize) -> [[usize; 3]; N] {
    let mut all = [[0; 3]; N];
    let mut n = 0;
    while n < N {
        all[n] = [n / (side * side), n / side % side, n % side];
        n += 1;
    }
    all
}

/// The polynomials of the nodes along an axis, and their slopes, at one place.
struct Basis {
    value: [f64; 3],
    slope: [f64; 3],
}

impl Basis {
    fn new(s: f64, order: usize) -> Self {
        if order == 1 {
            return Self { value: [1.0 - s, s, 0.0], slope: [-1.0, 1.0, 0.0] };
        }
        Self {
            value: [2.0 * s * s - 3.0 * s + 1.0, 4.0 * (s - s * s), 2.0 * s * s - s],
            slope: [4.0 * s - 3.0, 4.0 * (1.0 - 2.0 * s), 4.0 * s - 1.0],
        }
    }
}

/// The nodes of a flex.
pub(crate) fn nodes(m: &Model, f: FlexId) -> Range<usize> {
    let start = m.flex_nodeadr[f] as usize;
    start..start + m.flex_nodenum[f] as usize
}

/// The body that moves a node.
pub(crate) fn node_body(m: &Model, n: FlexNodeId) -> BodyId {
    m.flex_nodebodyid[n].present()
}

/// Whether a node is where its body is.
pub(crate) fn is_at_body(m: &Model, f: FlexId, n: FlexNodeId) -> bool {
    m.flex_centered[f] != 0 || m.flex_node[n] == Vec3::ZERO
}

/// Where a node is, in world.
pub(crate) fn node_position(
    m: &Model,
    xpos: &Field<BodyId, Vec3>,
    xmat: &Field<BodyId, Mat3>,
    f: FlexId,
    n: FlexNodeId,
) -> Vec3 {
    let body = node_body(m, n);
    if is_at_body(m, f, n) { xpos[body] } else { xmat[body] * m.flex_node[n] + xpos[body] }
}

/// The velocity of a node at `point`, in world.
pub(crate) fn node_velocity(m: &Model, d: &Data, n: FlexNodeId, point: Vec3) -> Vec3 {
    let body = node_body(m, n);
    let center = d.xipos[body];
    let turn = d.cvel[body].ang().cross(point - center);
    MovingPoint::new(m, d, body, center).vel + turn
}
