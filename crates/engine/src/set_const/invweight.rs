//! Inverse inertias at `qpos0`, which scale the impedance of constraints.
//!
//! | reads | writes |
//! |---|---|
//! | `qLD` | `body_invweight0`, `dof_invweight0` |
//! | `ten_J`, `qLD` | `tendon_invweight0` |
//! | `actuator_moment`, `qLD` | `actuator_acc0` |
//! | `xipos`, `moment_rownnz`, `moment_rowadr`, `moment_colind`, `qLDiagInv`, `body_weldid` | |
//! | `body_simple`, `body_mass`, `jnt_type`, `jnt_dofadr`, `jnt_bodyid`, `dof_treeid` | |
//! | `tree_dofadr`, `tree_dofnum`, `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind` | |
//!
//! The inverse inertia along the rows of a Jacobian `J` is the diagonal of `J M^-1 J'`, averaged
//! over translations and over rotations.

use std::ops::Range;

use super::ConstError;
use crate::data::Data;
use crate::enums::JointType;
use crate::ids::{ActuatorId, BodyId, DofId, JointId};
use crate::linalg::dense::{dot, norm};
use crate::linalg::ldl::{self, Rows};
use crate::math::MINVAL;
use crate::model::{Model, SLIDES_ONLY};
use crate::smooth::jacobian::jac_columns;

/// Says whether to give up.
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

pub(super) fn go_on(stop: Stop<'_>) -> Result<(), ConstError> {
    if stop() { Err(ConstError::Stopped) } else { Ok(()) }
}

/// Rows of a Jacobian, solved by the inertia matrix: only over the trees they have entries in, so
/// that a thousand small trees take a thousand times as long as one.
pub(super) struct TreeRows {
    /// The rows, `nv` numbers each; zero outside the trees.
    rows: Vec<f64>,
    solved: Vec<f64>,
    nv: usize,
    /// Dofs from the first tree to the last.
    trees: Range<usize>,
    /// Some body without mass has an infinite inverse, of which zero times is not zero: all trees
    /// matter.
    singular: bool,
}

impl TreeRows {
    pub(super) fn new(m: &Model, d: &Data, rows: usize) -> Self {
        let zeros = || vec![0.0; rows * m.nv];
        let singular = !d.qLDiagInv.iter().all(|x| x.is_finite());
        Self { rows: zeros(), solved: zeros(), nv: m.nv, trees: 0..0, singular }
    }

    /// Makes all rows zero.
    pub(super) fn clear(&mut self) {
        let (trees, nv) = (std::mem::take(&mut self.trees), self.nv.max(1));
        for (row, solved) in self.rows.chunks_mut(nv).zip(self.solved.chunks_mut(nv)) {
            row[trees.clone()].fill(0.0);
            solved[trees.clone()].fill(0.0);
        }
    }

    /// Sets an entry of a row.
    pub(super) fn set(&mut self, m: &Model, row: usize, k: DofId, value: f64) {
        let tree = m.dof_treeid[k].present();
        let first = m.tree_dofadr[tree].raw() as usize;
        let end = first + m.tree_dofnum[tree] as usize;
        self.trees = if self.singular {
            0..self.nv
        } else if self.trees.is_empty() {
            first..end
        } else {
            self.trees.start.min(first)..self.trees.end.max(end)
        };
        self.rows[row * self.nv + k.0] = value;
    }

    /// Solves the first so many rows.
    pub(super) fn solve(&mut self, m: &Model, d: &Data, count: usize) {
        let nv = self.nv.max(1);
        let rows = self.rows.chunks(nv).zip(self.solved.chunks_mut(nv));
        for (row, solved) in rows.take(count) {
            solved[self.trees.clone()].copy_from_slice(&row[self.trees.clone()]);
            let inertia = Rows::of_inertia(m);
            ldl::solve_each(inertia, self.trees.clone(), &d.qLD, &d.qLDiagInv, solved);
        }
    }

    /// The entries of a row that matter to a sum of products, and the same of its solution. From a
    /// multiple of four to another, or to the end: [`dot`] sums them as it would sum all.
    fn pair(&self, row: usize) -> (&[f64], &[f64]) {
        let (first, nv) = (row * self.nv, self.nv);
        let start = first + self.trees.start / 4 * 4;
        let end = first + self.trees.end.next_multiple_of(4).min(nv);
        (&self.rows[start..end], &self.solved[start..end])
    }

    /// The inverse inertia along some rows, in the mean.
    pub(super) fn mean(&self, rows: Range<usize>) -> f64 {
        let count = rows.len();
        let product = |row| {
            let (row, solved) = self.pair(row);
            dot(row, solved)
        };
        let sum = rows.map(product).reduce(|sum, x| sum + x).unwrap_or(0.0);
        if count == 1 { sum } else { sum / count as f64 }
    }
}

/// Inverse inertia of bodies at their centers of mass: translation, rotation.
pub(super) fn bodies(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let mut jac = TreeRows::new(m, d, 6);
    for b in m.bodies() {
        go_on(stop)?;
        m.body_invweight0[b] = if m.body_weldid[b].raw() == 0 || m.nv == 0 {
            [0.0; 2]
        } else if m.body_simple[b] == SLIDES_ONLY {
            [inverse_mass(m, b)?, 0.0]
        } else {
            jac.clear();
            jac_columns(m, d, b, d.xipos[b], |k, p, r| {
                for row in 0..3 {
                    jac.set(m, row, k, p[row]);
                    jac.set(m, row + 3, k, r[row]);
                }
            });
            jac.solve(m, d, 6);
            [jac.mean(0..3), jac.mean(3..6)]
        };
    }
    Ok(())
}

/// Inverse inertia of dofs; equal for those of a ball joint, and for the two halves of a free one.
pub(super) fn dofs(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let mut units = TreeRows::new(m, d, 6);
    for j in m.joints() {
        go_on(stop)?;
        let b = m.jnt_bodyid[j].present();
        let first = m.jnt_dofadr[j].raw() as usize;
        if m.body_simple[b] == SLIDES_ONLY {
            m.dof_invweight0[DofId(first)] = inverse_mass(m, b)?;
            continue;
        }
        let rows = dof_count(m, j);
        units.clear();
        for row in 0..rows {
            units.set(m, row, DofId(first + row), 1.0);
        }
        units.solve(m, d, rows);
        // translations before rotations
        let group = rows.min(3);
        for start in (0..rows).step_by(group) {
            let mean = units.mean(start..start + group);
            for row in start..start + group {
                m.dof_invweight0[DofId(first + row)] = mean;
            }
        }
    }
    Ok(())
}

/// Inverse inertia along tendons.
pub(super) fn tendons(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let mut row = TreeRows::new(m, d, 1);
    for t in m.tendons() {
        go_on(stop)?;
        row.clear();
        let span = (m.ten_J_rowadr[t], m.ten_J_rownnz[t]);
        for (k, value) in entries(span, &m.ten_J_colind, &d.ten_J) {
            row.set(m, 0, k, value);
        }
        row.solve(m, d, 1);
        m.tendon_invweight0[t] = row.mean(0..1);
    }
    Ok(())
}

/// Size of the acceleration from a unit force of each actuator.
pub(super) fn actuators(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let mut row = TreeRows::new(m, d, 1);
    for a in m.actuators() {
        go_on(stop)?;
        row.clear();
        for (k, value) in moment(d, a) {
            row.set(m, 0, k, value);
        }
        row.solve(m, d, 1);
        m.actuator_acc0[a] = norm(row.pair(0).1);
    }
    Ok(())
}

/// The moment of an actuator on dofs.
fn moment(d: &Data, a: ActuatorId) -> impl Iterator<Item = (DofId, f64)> {
    let span = (d.moment_rowadr[a], d.moment_rownnz[a]);
    entries(span, &d.moment_colind, &d.actuator_moment)
}

/// The moment of an actuator on all dofs.
pub(super) fn moment_row(m: &Model, d: &Data, a: ActuatorId) -> Vec<f64> {
    let mut row = vec![0.0; m.nv];
    for (k, value) in moment(d, a) {
        row[k.0] = value;
    }
    row
}

/// The entries of a sparse row, given by address and number of entries.
pub(super) fn entries<'a>(
    (adr, nnz): (i32, i32),
    columns: &'a [i32],
    values: &'a [f64],
) -> impl Iterator<Item = (DofId, f64)> + 'a {
    let entries = columns.iter().zip(values).skip(adr as usize).take(nnz as usize);
    entries.map(|(&k, &value)| (DofId(k as usize), value))
}

/// Degrees of freedom of a joint.
pub(super) fn dof_count(m: &Model, j: JointId) -> usize {
    m.jnt_type[j].get().map_or(1, JointType::nv)
}

/// Inverse mass of a body that only slides.
fn inverse_mass(m: &Model, b: BodyId) -> Result<f64, ConstError> {
    let mass = m.body_mass[b];
    if mass == 0.0 {
        return Err(ConstError::NoMass(b));
    }
    Ok(1.0 / if MINVAL > mass { MINVAL } else { mass })
}
