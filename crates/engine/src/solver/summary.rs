//! Measures of how close the constraint solver came to the optimum, computed alike for all solvers.

use crate::constants::NSOLVER;
use crate::constraint;
use crate::data::Data;
use crate::ids::{SolverIslandId, SolverStatId};
use crate::linalg::dense::norm;
use crate::model::Model;
use crate::support;

/// How well the constraint solver did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Iterations, of all islands together and with those of the no-slip solver.
    pub iterations: usize,
    /// By how much the last iteration reduced the cost, or the last of which there are statistics if
    /// there were more than [`NSOLVER`]; the largest of all islands. In the units of `opt.tolerance`.
    pub improvement: f64,
    /// Norm of the gradient of the cost at `qacc`: zero at the optimum, whichever solver looked for it,
    /// unless the no-slip solver hardened friction afterwards. In the units of `opt.tolerance`.
    pub residual: f64,
    /// Whether the solver stopped because it was done and not because of `opt.iterations`, in every
    /// island of which there are statistics.
    pub converged: bool,
}

/// Says how the constraint solver did in the last step or `forward`, from `solver`, `solver_niter` and
/// the accelerations found. Works on a copy of the data.
pub fn summary(m: &Model, d: &Data) -> Summary {
    let islands = (d.nisland.max(1) as usize).min(d.solver_niter.len());
    let mut found =
        Summary { iterations: 0, improvement: 0.0, residual: residual(m, d), converged: true };
    // of the no-slip solver, which comes last, statistics say nothing about the one before
    let told = m.opt.noslip_iterations <= 0;
    for i in 0..islands {
        let count = usize::try_from(d.solver_niter[SolverIslandId(i)]).unwrap_or(0);
        found.iterations += count;
        if count == 0 {
            continue;
        }
        let last = d.solver[SolverStatId(i * NSOLVER + count.min(NSOLVER) - 1)];
        found.improvement = found.improvement.max(last.improvement);
        // PGS has no gradient
        let gradient = if last.gradient > 0.0 { last.gradient } else { f64::INFINITY };
        let done = last.improvement < m.opt.tolerance || gradient < m.opt.tolerance;
        found.converged &= !told || done || (count as i64) < i64::from(m.opt.iterations);
    }
    found.converged &= !d.limited.last && found.residual.is_finite();
    found
}

/// The scaled norm of `M qacc - qfrc_smooth - J' f`, with the forces that answer `J qacc - aref`.
fn residual(m: &Model, d: &Data) -> f64 {
    let mut d = d.clone();
    let mut jar = vec![0.0; d.efc_force.len()];
    constraint::to_rows(m, &d, &d.qacc, &mut jar);
    for (jar, aref) in jar.iter_mut().zip(d.efc_aref.iter()) {
        *jar -= aref;
    }
    d.qfrc_constraint.fill(0.0);
    constraint::update_forces(m, &mut d, &jar, false);
    let mut gradient = vec![0.0; m.nv];
    if support::mul_m(m, &d, &mut gradient, &d.qacc).is_err() {
        return f64::NAN;
    }
    for (k, x) in m.dofs().zip(&mut gradient) {
        *x -= d.qfrc_smooth[k] + d.qfrc_constraint[k];
    }
    norm(&gradient) / (m.stat.meaninertia * m.nv.max(1) as f64)
}
