//! Where the solvers start: at the acceleration of the step before, or at that without constraints.
//!
//! | reads | writes |
//! |---|---|
//! | `nisland`, `nidof`, `qacc_warmstart`, `qfrc_smooth`, `qacc_smooth` | `qacc`, `efc_force` |
//! | `map_idof2dof`, `efc_aref`, `efc_b`, `opt.disableflags`, `opt.solver` | |

use crate::constraint::{mul_jac_vec, update_rows, update_rows_at_b};
use crate::data::Data;
use crate::enums::{DisableBit, Solver};
use crate::ids::DofId;
use crate::linalg::dense::{self, dot};
use crate::model::Model;
use crate::model::facts::is_sparse;
use crate::smooth;

use super::dual;

/// Sets `qacc` and `efc_force` to where the solver starts.
pub(super) fn warmstart(m: &Model, d: &mut Data) {
    if m.opt.disabled(DisableBit::WarmStart) {
        let Data { qacc, qacc_smooth, .. } = d;
        qacc.copy_from_slice(qacc_smooth);
        d.efc_force.fill(0.0);
        return;
    }

    // forces and cost at the acceleration of the step before
    let rows = d.efc_force.len();
    let mut jar = d.scratch.take(rows);
    let Data { qacc, qacc_warmstart, .. } = d;
    qacc.copy_from_slice(qacc_warmstart);
    mul_jac_vec(m, d, &d.qacc, &mut jar);
    dense::sub_from(&mut jar, &d.efc_aref);
    let cost = update_rows(d, &jar, false);
    d.scratch.give(jar);

    if m.opt.solver() == Some(Solver::Pgs) {
        start_forces(m, d);
    } else {
        start_acceleration(m, d, cost);
    }

    // dofs in no island are not for the solver
    if d.nisland > 0 {
        let Data { qacc, qacc_smooth, sims: [sim], .. } = d;
        let unconstrained = sim.map_idof2dof.get(sim.nidof.max(0) as usize..).unwrap_or(&[]);
        for k in unconstrained.iter().filter_map(|&k| DofId::new(k)).filter(|k| k.0 < m.nv) {
            qacc[k] = qacc_smooth[k];
        }
    }
}

/// No forces if that is better than those at hand.
fn start_forces(m: &Model, d: &mut Data) {
    let mut ar_force = d.scratch.take(d.efc_force.len());
    dual::mul_ar_force(d, is_sparse(m), &mut ar_force);
    let mut cost = dot(&d.efc_force, &d.efc_b);
    cost += 0.5 * dot(&d.efc_force, &ar_force);
    d.scratch.give(ar_force);
    if cost > 0.0 {
        d.efc_force.fill(0.0);
    }
}

/// The acceleration without constraints if its cost is below that of `qacc`, of which `cost` is the
/// part of the constraints.
fn start_acceleration(m: &Model, d: &mut Data, mut cost: f64) {
    let mut force = d.scratch.take(m.nv);
    smooth::mul_inertia(m, d, &mut force, &d.qacc);
    for (k, force) in m.dofs().zip(&force) {
        cost += 0.5 * (force - d.qfrc_smooth[k]) * (d.qacc[k] - d.qacc_smooth[k]);
    }
    d.scratch.give(force);

    // without constraints jar is efc_b
    let smooth_cost = update_rows_at_b(d);
    if cost > smooth_cost {
        let Data { qacc, qacc_smooth, .. } = d;
        qacc.copy_from_slice(qacc_smooth);
    }
}
