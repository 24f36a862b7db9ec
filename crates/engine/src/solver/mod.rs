//! The constraint solvers: which accelerations and forces satisfy the rows `efc_*`.
//!
//! Newton and CG look for the acceleration, PGS for the forces; all of them solve the same convex
//! problem. The no-slip solver may follow, which hardens friction.

mod cg;
mod dual;
mod fallback;
mod hessian;
mod instructions;
mod island;
mod jacobian;
mod layout;
mod linesearch;
mod mass;
mod newton;
mod noslip;
mod pgs;
mod primal;
mod problem;
mod report;
mod slabs;
mod start;
mod summary;
#[cfg(test)]
mod tests;
mod ticker;
mod vec8;
mod warmstart;

use crate::constraint::set_b;
use crate::data::Data;
use crate::enums::Solver;
use crate::hooks::System;
use crate::model::Model;
use crate::model::facts::{is_dual, is_sparse};
use crate::stage::stage;

pub use fallback::{fall_back_to_pgs, falls_back_to_pgs};
pub use instructions::{InstructionSet, instructions_used, limit_instructions};
pub(crate) use island::SolverWorkspace;
pub use summary::{Summary, summary};
use ticker::Ticker;

stage! {
    /// Forces of constraints, and accelerations with them.
    FWD_CONSTRAINT = Each(solve), Constraint;
    model {
        M_rownnz M_rowadr M_colind stat.meaninertia opt.enableflags opt.disableflags opt.iterations
        opt.ls_iterations opt.ls_tolerance opt.noslip_iterations opt.tolerance opt.solver
        opt.noslip_tolerance
    }
    reads {
        nefc ne nf nA nisland nidof qacc_warmstart qacc_smooth qfrc_smooth M contact efc_type efc_id
        efc_frictionloss efc_D efc_R efc_aref efc_J efc_J_rownnz efc_J_rowadr efc_J_colind efc_AR
        efc_AR_rownnz efc_AR_rowadr efc_AR_colind island_nv island_idofadr island_ne island_nf
        island_nefc island_iefcadr map_idof2dof map_iefc2efc
    }
    reads when Factor { qLD qLDiagInv }
    writes { qacc qfrc_constraint efc_b efc_state efc_force contact solver solver_niter solver_nnz }
}

/// Accelerations with constraints: `qacc`, `efc_b`, `efc_force`, `efc_state`, `qfrc_constraint`.
pub(crate) fn solve(m: &System<'_>, d: &mut Data) {
    d.qfrc_constraint.fill(0.0);
    d.solver_niter.fill(0);
    d.limited.last = false;
    if d.nefc <= 0 || !has_rows(m, d) {
        let Data { qacc, qacc_smooth, .. } = d;
        qacc.copy_from_slice(qacc_smooth);
        return;
    }

    let ticker = Ticker::new(m.hooks);
    match m.opt.solver() {
        Some(Solver::Pgs) => {
            set_b(m, d);
            warmstart::warmstart(m, d);
            pgs::pgs(m, d, &ticker);
        }
        Some(Solver::Cg) => {
            island::cg(m, d, &ticker);
            if d.limited.last && d.workspace.solver.falls_back {
                fallback::after_cg(m, d, &ticker);
            }
        }
        _ => island::newton(m, d, &ticker),
    }
    if m.opt.noslip_iterations > 0 {
        noslip::noslip(m, d, &ticker);
    }
    if d.limited.last {
        d.limited.number = d.limited.number.saturating_add(1);
    }
}

/// Whether all arrays of rows are as long as `nefc` says, which they are after the stages before.
/// Makes room for what the solvers write.
fn has_rows(m: &Model, d: &mut Data) -> bool {
    let n = d.nefc as usize;
    d.efc_b.resize(n);
    d.efc_force.resize(n);
    d.efc_state.resize(n);

    let numbers = [&d.efc_D, &d.efc_R, &d.efc_frictionloss, &d.efc_aref];
    let (nnz, adr) = (&d.efc_J_rownnz, &d.efc_J_rowadr);
    let jacobian =
        if is_sparse(m) { nnz.len() == n && adr.len() == n } else { d.efc_J.len() >= n * m.nv };
    let (nnz, adr) = (&d.efc_AR_rownnz, &d.efc_AR_rowadr);
    let inverse = !is_dual(m)
        || if is_sparse(m) { nnz.len() == n && adr.len() == n } else { d.efc_AR.len() >= n * n };
    numbers.iter().all(|field| field.len() == n)
        && d.efc_type.len() == n
        && d.efc_id.len() == n
        && jacobian
        && inverse
}
