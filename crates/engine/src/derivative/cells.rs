//! Implicit integration of interpolated flexes: the stiffness of their cells enters the matrix.
//!
//! | reads | writes |
//! |---|---|
//! | `xpos`, `xmat`, `cdof`, `subtree_com`, `qvel`, `qLU`, `qH` | nothing |
//! | `flex_interp`, `flex_rigid`, `flex_stiffness`, `flex_stiffnessadr`, `flex_damping` | |
//! | `flex_bandwidth`, `flex_nodeadr`, `body_dofnum`, `body_dofadr`, `D_rownnz` | |
//! | `D_rowadr`, `D_colind`, `M_rownnz`, `M_rowadr`, `M_colind`, `opt.integrator`, `opt.timestep` | |
//!
//! After the usual solve, the accelerations of the degrees of freedom that move nodes are found once
//! more, from `(H - (h^2 + h damping) J' K J) a = f + h J' K J v - H_other a_other`: `H` is the part of
//! `M - h qDeriv` that belongs to them, a band matrix in the order of nodes, and `K` the stiffness of
//! cells (negative, since it pulls back) turned to where they are.
//!
//! MuJoCo finds `h J' K J v` by dividing by `h^2 + h damping` with the damping of the first flex, which
//! is followed.

use crate::data::Data;
use crate::enums::Integrator;
use crate::ids::{BodyId, DofId, FlexId, FlexNodeId};
use crate::linalg::band::{self, Band};
use crate::linalg::dense;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::Model;
use crate::passive::flex::is_elastic;
use crate::smooth::flex::flexes;
use crate::smooth::flex::grid::{self, Cell, Grid, MOST_NODES};
use crate::smooth::jacobian::{CarriedPoint, chain};

/// The equations of the degrees of freedom that move nodes, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellEquations {
    /// The degrees of freedom, in the order of nodes.
    dofs: Vec<i32>,
    /// The place of every degree of freedom of the model among them, -1 if it is none of them.
    places: Vec<i32>,
    /// Entries that a row of the matrix keeps, up to the diagonal.
    kept: usize,
    /// The matrix, then its factor.
    matrix: Vec<f64>,
    /// `(h^2 + h damping) J' K J qvel`, for all degrees of freedom.
    pull: Vec<f64>,
    /// Entries of the rows in other columns: row, column, value.
    outside: Vec<(usize, usize, f64)>,
    /// What is solved for.
    unknowns: Vec<f64>,
    jacobian: CellJacobian,
    /// The stiffness of a cell, turned to where it is.
    turned: Vec<f64>,
}

/// How degrees of freedom move the nodes of a cell.
#[derive(Clone, Debug, Default)]
struct CellJacobian {
    /// For each node and degree of freedom, both increasing.
    columns: Vec<(usize, DofId, Vec3)>,
    /// What is not zero, by degree of freedom: its place, the row, the value.
    entries: Vec<(usize, usize, f64)>,
}

impl CellEquations {
    /// Makes and factors the equations when the matrix `M - h qDeriv` is there and not factored yet. False
    /// if there are none.
    pub(crate) fn make(&mut self, m: &Model, d: &Data) -> bool {
        if !self.list_dofs(m) {
            return false;
        }
        let interpolated = flexes(m).filter(|&f| m.flex_interp[f] != 0);
        let bandwidth = interpolated.map(|f| m.flex_bandwidth[f]).max().unwrap_or(0);
        self.kept = (bandwidth.max(0) as usize + 1).min(self.dofs.len());
        let Some(band) = self.band() else { return false };
        self.matrix.clear();
        self.matrix.resize(band.len(), 0.0);
        self.pull.clear();
        self.pull.resize(m.nv, 0.0);
        self.take_inertia(m, d);
        for f in flexes(m).filter(|&f| m.flex_rigid[f] == 0 && is_elastic(m, f)) {
            let h = m.opt.timestep;
            let scale = h * h + h * m.flex_damping[f];
            if let Some(grid) = Grid::of(m, f).filter(|_| scale != 0.0) {
                self.add_flex(m, d, f, grid, scale);
            }
        }
        band::factor(&mut self.matrix, band, 0.0, 0.0);
        true
    }

    /// Finds the accelerations of the degrees of freedom that move nodes from their forces and the
    /// accelerations of all others.
    pub(crate) fn solve(
        &mut self,
        m: &Model,
        force: impl Fn(DofId) -> f64,
        acceleration: impl Fn(DofId) -> f64,
    ) {
        let h = m.opt.timestep;
        let scale = h * h + h * m.flex_damping.first().copied().unwrap_or(0.0);
        let part = if scale > MINVAL { h / scale } else { 0.0 };
        let pull = &self.pull;
        let known = |&k: &i32| force(DofId(k as usize)) + pull[k as usize] * part;
        self.unknowns.clear();
        self.unknowns.extend(self.dofs.iter().map(known));
        for &(row, column, value) in &self.outside {
            self.unknowns[row] -= value * acceleration(DofId(column));
        }
        if let Some(band) = self.band() {
            band::solve(&mut self.unknowns, &self.matrix, band);
        }
    }

    /// What [`solve`](Self::solve) has found.
    pub(crate) fn solution(&self) -> impl Iterator<Item = (DofId, f64)> {
        self.dofs.iter().map(|&k| DofId(k as usize)).zip(self.unknowns.iter().copied())
    }

    fn band(&self) -> Option<Band> {
        Band::new(self.dofs.len(), self.kept, 0)
    }

    /// Lists the degrees of freedom that move nodes. A node on a body with joints is moved by these alone;
    /// false if there are none.
    fn list_dofs(&mut self, m: &Model) -> bool {
        let Self { dofs, places, .. } = self;
        dofs.clear();
        if m.nflexnode == 0 {
            return false;
        }
        places.clear();
        places.resize(m.nv, -1);
        for f in flexes(m).filter(|&f| m.flex_interp[f] != 0) {
            for n in grid::nodes(m, f).map(FlexNodeId) {
                let body = grid::node_body(m, n);
                let start = dofs.len();
                if m.body_dofnum[body] > 0 {
                    dofs.extend(m.body_dofs(body).map(DofId::raw));
                } else {
                    dofs.extend(chain(m, body).map(DofId::raw));
                    dofs[start..].reverse();
                }
                // only what is new
                let mut end = start;
                for at in start..dofs.len() {
                    let place = &mut places[dofs[at] as usize];
                    if *place == -1 {
                        *place = end as i32;
                        dofs[end] = dofs[at];
                        end += 1;
                    }
                }
                dofs.truncate(end);
            }
        }
        !dofs.is_empty()
    }

    /// Entry `(i, j)` with `j <= i`, if the band has it.
    fn entry(&mut self, i: usize, j: usize) -> Option<&mut f64> {
        let at = ((i + 1) * self.kept - 1).checked_sub(i - j)?;
        (i - j < self.kept).then(|| &mut self.matrix[at])
    }

    /// Copies the part of `M - h qDeriv` between the degrees of freedom, and notes what else they have.
    fn take_inertia(&mut self, m: &Model, d: &Data) {
        let full = m.opt.integrator() == Some(Integrator::Implicit);
        let (nnz, adr, columns, values) = if full {
            (&m.D_rownnz, &m.D_rowadr, m.D_colind.as_slice(), d.qLU.as_slice())
        } else {
            (&m.M_rownnz, &m.M_rowadr, m.M_colind.as_slice(), d.qH.as_slice())
        };
        self.outside.clear();
        for i in 0..self.dofs.len() {
            let k = DofId(self.dofs[i] as usize);
            let start = adr[k] as usize;
            for at in start..start + nnz[k] as usize {
                let column = columns[at] as usize;
                let Ok(j) = usize::try_from(self.places[column]) else {
                    self.outside.push((i, column, values[at]));
                    continue;
                };
                if let Some(entry) = self.entry(i.max(j), i.min(j)) {
                    *entry = values[at];
                }
            }
        }
    }

    /// Adds the stiffness of a flex, times `scale`.
    fn add_flex(&mut self, m: &Model, d: &Data, f: FlexId, grid: Grid, scale: f64) {
        let size = 3 * grid.nodes_per_cell();
        let stiffness = &m.flex_stiffness.as_slice()[m.flex_stiffnessadr[f] as usize..];
        self.turned.clear();
        self.turned.resize(size * size, 0.0);
        for (cell, stiffness) in grid.cells().zip(stiffness.chunks_exact(size * size)) {
            // nothing of the flex is in the cell
            if stiffness[0] == 0.0 {
                continue;
            }
            let nodes = Nodes::new(m, d, f, grid, cell);
            nodes.turn(grid, stiffness, scale, &mut self.turned);
            self.jacobian.fill(m, d, &nodes, &self.places);
            self.jacobian.add_pull(d, &self.turned, size, &mut self.pull);
            self.subtract_stiffness(size);
        }
    }

    /// `H <- H - J' K J` for the entries of a cell.
    fn subtract_stiffness(&mut self, size: usize) {
        let entries = std::mem::take(&mut self.jacobian.entries);
        let same = |a: &(usize, usize, f64), b: &(usize, usize, f64)| a.0 == b.0;
        for a in entries.chunk_by(same) {
            for b in entries.chunk_by(same).take_while(|b| b[0].0 <= a[0].0) {
                let mut sum = 0.0;
                for &(_, row, x) in a {
                    let row = &self.turned[row * size..][..size];
                    sum += x * b.iter().fold(0.0, |sum, &(_, column, y)| sum + row[column] * y);
                }
                if let Some(entry) = self.entry(a[0].0, b[0].0) {
                    *entry -= sum;
                }
            }
        }
        self.jacobian.entries = entries;
    }
}

impl CellJacobian {
    /// The Jacobian of the nodes of a cell.
    fn fill(&mut self, m: &Model, d: &Data, nodes: &Nodes, places: &[i32]) {
        self.columns.clear();
        self.entries.clear();
        for i in 0..nodes.count {
            let (body, point) = (nodes.bodies[i], nodes.points[i]);
            let carried = CarriedPoint::new(m, &d.subtree_com, body, point);
            let start = self.columns.len();
            for k in chain(m, body) {
                let column = carried.column(&d.cdof[k]).p;
                self.columns.push((i, k, column));
                let Ok(place) = usize::try_from(places[k.0]) else { continue };
                for x in (0..3).filter(|&x| column[x] != 0.0) {
                    self.entries.push((place, 3 * i + x, column[x]));
                }
            }
            self.columns[start..].reverse();
        }
        self.entries.sort_unstable_by_key(|&(place, row, _)| (place, row));
    }

    /// `to <- to + J' K J qvel`.
    fn add_pull(&self, d: &Data, K: &[f64], size: usize, to: &mut [f64]) {
        let (mut velocities, mut forces) = ([0.0; 3 * MOST_NODES], [0.0; 3 * MOST_NODES]);
        for &(i, k, column) in &self.columns {
            for x in 0..3 {
                velocities[3 * i + x] += column[x] * d.qvel[k];
            }
        }
        dense::mul_mat_vec(&mut forces[..size], K, &velocities[..size]);
        for &(i, k, column) in &self.columns {
            for x in 0..3 {
                to[k.0] += column[x] * forces[3 * i + x];
            }
        }
    }
}

/// The nodes of a cell.
struct Nodes {
    points: [Vec3; MOST_NODES],
    bodies: [BodyId; MOST_NODES],
    count: usize,
}

impl Nodes {
    fn new(m: &Model, d: &Data, f: FlexId, grid: Grid, cell: Cell) -> Self {
        let (mut points, mut bodies) = ([Vec3::ZERO; MOST_NODES], [BodyId(0); MOST_NODES]);
        let first = m.flex_nodeadr[f] as usize;
        for (i, node) in grid.nodes(cell).enumerate() {
            let n = FlexNodeId(first + node);
            points[i] = grid::node_position(m, &d.xpos, &d.xmat, f, n);
            bodies[i] = grid::node_body(m, n);
        }
        Self { points, bodies, count: grid.nodes_per_cell() }
    }

    /// `scale R' K R`, block by block.
    fn turn(&self, grid: Grid, stiffness: &[f64], scale: f64, to: &mut [f64]) {
        let R = grid.unturn(&self.points[..self.count]).to_mat();
        let back = R.transpose();
        let size = 3 * self.count;
        for a in 0..self.count {
            for b in 0..self.count {
                let at = |i: usize| (3 * a + i / 3) * size + 3 * b + i % 3;
                let block = back * (Mat3(std::array::from_fn(|i| stiffness[at(i)])) * R);
                for (i, x) in block.0.into_iter().enumerate() {
                    to[at(i)] = scale * x;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smooth::flex::tests::fixture::{at, cube, deformed, of_cell};
    use crate::step::{forward, step};

    /// With diagonal inertia and a cell that is not turned, a step solves
    /// `(M - (h^2 + h damping) K) a = f + h K v`.
    #[test]
    fn the_stiffness_of_cells_is_integrated_implicitly() {
        for integrator in [Integrator::ImplicitFast, Integrator::Implicit] {
            let mut m = of_cell();
            m.opt.integrator = integrator as i32;
            let mut d = at(&m, &cube());
            d.eq_active.fill(0);
            d.qvel.iter_mut().enumerate().for_each(|(i, v)| *v = 0.3 - 0.1 * (i % 5) as f64);
            let before = d.qvel.to_vec();
            forward(&m, &mut d);
            let force = d.qfrc_smooth.to_vec();
            step(&m, &mut d);
            let h = m.opt.timestep;
            let scale = h * h + h * m.flex_damping.as_slice()[0];
            let product = |row: usize, x: &[f64]| -> f64 {
                (0..24)
                    .map(|column| m.flex_stiffness.as_slice()[24 * row + column] * x[column])
                    .sum()
            };
            let a: Vec<f64> = m.dofs().map(|k| (d.qvel[k] - before[k.0]) / h).collect();
            for k in m.dofs() {
                let mass = m.body_mass[BodyId(k.0 / 3 + 1)];
                let left = mass * a[k.0] - scale * product(k.0, &a);
                let right = force[k.0] + h * product(k.0, &before);
                assert!((left - right).abs() < 1e-9, "{k:?}: {left} {right}");
            }
        }
    }

    /// Degrees of freedom are listed once, in the order of nodes.
    #[test]
    fn each_degree_of_freedom_has_one_equation() {
        let mut m = of_cell();
        m.edit(|s| s.flex_nodebodyid.raw_mut().fill(2)).unwrap();
        let mut equations = CellEquations::default();
        let mut d = at(&m, &deformed(&cube()));
        forward(&m, &mut d);
        assert!(equations.make(&m, &d));
        assert_eq!(equations.dofs, [3, 4, 5]);
        assert_eq!(equations.places[3..6], [0, 1, 2]);
        assert_eq!(equations.places.iter().filter(|&&place| place == -1).count(), m.nv - 3);
    }
}
