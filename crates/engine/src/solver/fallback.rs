//! Optional: when conjugate gradients stop at `opt.iterations`, projected Gauss-Seidel continues from the forces
//! found so far.
//!
//! MuJoCo has nothing like it, so that it is off unless [`fall_back_to_pgs`] says otherwise. Sweeps can
//! end farther from the optimum than conjugate gradients were: their answer is taken where its cost is
//! lower, and else forgotten.

use super::pgs;
use super::ticker::Ticker;
use crate::constraint::{forget_projection, project_always, set_b, to_rows, update_rows};
use crate::data::Data;
use crate::enums::EnableBit;
use crate::hooks::System;
use crate::linalg::dense;
use crate::model::Model;
use crate::model::facts::is_dual;
use crate::smooth::mul_inertia;

/// Lets PGS go on where the solver CG has used up `opt.iterations` without having converged, or does not
/// any longer. Off in new data; copies of data have what the original has, a reset leaves it.
///
/// The accelerations of whichever solver cost less are taken. [`Hooks::fallback`](crate::Hooks::fallback)
/// is told of the first time, and [`Sim::fallbacks`](crate::data::Sim::fallbacks) counts. Nothing of it
/// where trees may sleep, or where `efc_AR` takes more memory than a step may.
///
/// ```
/// use ferrodyn::{Data, solver, step};
///
/// let m = ferrodyn::load_str("<mujoco/>")?;
/// let mut d = Data::new(&m);
/// solver::fall_back_to_pgs(&mut d, true);
/// step(&m, &mut d);
/// assert_eq!((d.unconverged(), d.fallbacks()), (0, 0), "nothing to solve");
/// # Ok::<(), ferrodyn::LoadError>(())
/// ```
pub fn fall_back_to_pgs(d: &mut Data, yes: bool) {
    d.workspace.solver.falls_back = yes;
}

/// Whether [`fall_back_to_pgs`] was asked for.
pub fn falls_back_to_pgs(d: &Data) -> bool {
    d.workspace.solver.falls_back
}

/// Goes on from what conjugate gradients have found.
#[cold]
pub(super) fn after_cg(m: &System<'_>, d: &mut Data, ticker: &Ticker<'_>) {
    // rows of what sleeps are not for sweeps
    if m.opt.enabled(EnableBit::Sleep) {
        return;
    }
    // the no-slip solver has the matrix already, and needs it afterwards
    let lent = !is_dual(m);
    if lent && !project_always(m, d) {
        forget_projection(d);
        return;
    }
    let found = Solution::of(d);
    let before = cost(m, d);
    d.limited.last = false;
    set_b(m, d);
    pgs::pgs(m, d, ticker);
    if cost(m, d) <= before {
        found.forget(d);
    } else {
        found.put_back(d);
        d.limited.last = true;
    }
    if lent {
        forget_projection(d);
    }
    d.limited.fallbacks = d.limited.fallbacks.saturating_add(1);
    if let Some(tell) = m.hooks.fallback.as_ref().filter(|_| d.limited.fallbacks == 1) {
        tell(m.model, d);
    }
}

/// The cost of the accelerations at hand.
fn cost(m: &Model, d: &mut Data) -> f64 {
    let forces = Forces::of(d);
    let mut jar = d.scratch.take(d.efc_force.len());
    to_rows(m, d, &d.qacc, &mut jar);
    dense::sub_from(&mut jar, &d.efc_aref);
    let mut sum = update_rows(d, &jar, false);
    forces.put_back(d);
    d.scratch.give(jar);

    let mut momentum = d.scratch.take(m.nv);
    mul_inertia(m, d, &mut momentum, &d.qacc);
    let smooth = d.qfrc_smooth.iter().zip(d.qacc_smooth.iter());
    for ((p, a), (force, smooth)) in momentum.iter().zip(d.qacc.iter()).zip(smooth) {
        sum += 0.5 * (p - force) * (a - smooth);
    }
    d.scratch.give(momentum);
    sum
}

/// A copy of an array, to be given back.
fn copied(d: &mut Data, array: impl Fn(&Data) -> &[f64]) -> Vec<f64> {
    let mut copy = d.scratch.take(array(d).len());
    copy.copy_from_slice(array(d));
    copy
}

/// A copy of what a solver has found.
struct Solution {
    qacc: Vec<f64>,
    qfrc_constraint: Vec<f64>,
    forces: Forces,
}

impl Solution {
    fn of(d: &mut Data) -> Self {
        let qacc = copied(d, |d| &d.qacc);
        let qfrc_constraint = copied(d, |d| &d.qfrc_constraint);
        Self { qacc, qfrc_constraint, forces: Forces::of(d) }
    }

    fn put_back(self, d: &mut Data) {
        d.qacc.copy_from_slice(&self.qacc);
        d.qfrc_constraint.copy_from_slice(&self.qfrc_constraint);
        d.scratch.give(self.qfrc_constraint);
        d.scratch.give(self.qacc);
        self.forces.put_back(d);
    }

    fn forget(self, d: &mut Data) {
        let Self { qacc, qfrc_constraint, forces: Forces { force, state } } = self;
        for memory in [qacc, qfrc_constraint, force] {
            d.scratch.give(memory);
        }
        d.scratch.give_indices(state);
    }
}

/// A copy of the forces of rows and their states.
struct Forces {
    force: Vec<f64>,
    state: Vec<i32>,
}

impl Forces {
    fn of(d: &mut Data) -> Self {
        let force = copied(d, |d| &d.efc_force);
        let mut state = d.scratch.take_indices(d.efc_state.len());
        state.copy_from_slice(d.efc_state.raw());
        Self { force, state }
    }

    fn put_back(self, d: &mut Data) {
        d.efc_force.copy_from_slice(&self.force);
        d.efc_state.raw_mut().copy_from_slice(&self.state);
        d.scratch.give(self.force);
        d.scratch.give_indices(self.state);
    }
}
