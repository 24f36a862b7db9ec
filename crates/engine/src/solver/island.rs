//! Runs a primal solver over islands, or over everything, and writes what it found.
//!
//! | reads | writes |
//! |---|---|
//! | `nisland`, `efc_frictionloss`, `efc_D` | `qacc`, `qfrc_constraint`, `contact` |
//! | `efc_R`, `opt.disableflags` | `efc_state`, `efc_force` |
//! | `opt.iterations`, `opt.ls_iterations` | |
//! | `opt.ls_tolerance`, `opt.noslip_iterations` | |
//! | `opt.tolerance` | |

use super::cg::ConjugateGradients;
use super::instructions::{self, InstructionSet};
use super::newton::Newton;
use super::primal::{Primal, Settings};
use super::problem::{NONE, Problem};
use super::report::{self, Report};
use super::ticker::Ticker;
use super::vec8::{self, WIDTH};
use crate::compat::PROFILE;
use crate::constraint::cost;
use crate::data::Data;
use crate::enums::{ConstraintState, DisableBit, Warning};
use crate::ids::{ContactId, EfcId, IslandId};
use crate::model::Model;

/// Work memory of the primal solvers, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverWorkspace {
    pub(super) problem: Problem,
    pub(super) primal: Primal,
    pub(super) newton: Newton,
    pub(super) cg: ConjugateGradients,
    pub(super) report: Report,
    /// The best instruction set allowed.
    pub(super) most: InstructionSet,
    /// The instruction set used last.
    pub(super) used: Option<InstructionSet>,
    /// Whether a Hessian did not fit.
    full: bool,
}

/// Newton's method from `qacc`; conjugate gradients for islands whose Hessian does not fit.
#[doc(alias = "mj_solNewton")]
pub(super) fn newton(m: &Model, d: &mut Data, ticker: &Ticker<'_>) {
    let growth = d.growth;
    run(m, d, ticker, |memory, d, settings| {
        if !memory.newton.prepare(&memory.problem, growth.hessian()) {
            memory.full = true;
            memory.cg.read(m, d, &memory.problem);
            instructions::cg(memory, settings);
            return 0;
        }
        instructions::newton(memory, settings);
        memory.newton.hessian.len()
    });
    if d.workspace.solver.full {
        d.workspace.solver.full = false;
        d.warn(Warning::CnstrFull, growth.limit());
    }
}

/// Conjugate gradients from `qacc`.
#[doc(alias = "mj_solCG")]
pub(super) fn cg(m: &Model, d: &mut Data, ticker: &Ticker<'_>) {
    run(m, d, ticker, |memory, d, settings| {
        memory.cg.read(m, d, &memory.problem);
        instructions::cg(memory, settings);
        0
    });
}

/// Calls a method for every island, or once for everything.
fn run(
    m: &Model,
    d: &mut Data,
    ticker: &Ticker<'_>,
    method: impl Fn(&mut SolverWorkspace, &Data, &Settings<'_>) -> usize,
) {
    let settings = Settings {
        iterations: m.opt.iterations,
        tolerance: m.opt.tolerance,
        ls_iterations: m.opt.ls_iterations,
        ls_tolerance: m.opt.ls_tolerance,
        ticker,
    };
    let mut memory = std::mem::take(&mut d.workspace.solver);
    let by_island =
        !m.opt.disabled(DisableBit::Island) && d.nisland > 0 && m.opt.noslip_iterations == 0;
    let islands = if by_island { d.nisland as usize } else { 1 };

    let keep_states = by_island && PROFILE.island_states_of_warm_start;
    let states = !keep_states || m.opt.disabled(DisableBit::WarmStart);
    for i in 0..islands {
        if ticker.told() {
            break;
        }
        let SolverWorkspace { problem, primal, report: notes, .. } = &mut memory;
        problem.read(m, d, by_island.then_some(IslandId(i)));
        primal.resize(problem);
        problem.to_slots(&d.qacc, &mut primal.qacc);
        notes.clear();
        let nnz = method(&mut memory, d, &settings);
        write(&memory.problem, &memory.primal, d, states);
        memory.report.write(d, i);
        report::write_nnz(d, i, nnz);
    }
    d.workspace.solver = memory;
}

/// Writes accelerations, forces and states.
fn write(p: &Problem, w: &Primal, d: &mut Data, states: bool) {
    p.to_dofs(&w.qacc, &mut d.qacc);
    p.to_dofs(&w.qfrc_constraint, &mut d.qfrc_constraint);
    let (force, jar) = (vec8::flat(&w.force), vec8::flat(&w.jar));
    let (equality, friction) = (p.ends.equality * WIDTH, p.ends.friction * WIDTH);
    for (i, &row) in p.rows[..p.ends.inequality * WIDTH].iter().enumerate() {
        if row == NONE {
            continue;
        }
        let row = EfcId(row as usize);
        let D = d.efc_D[row];
        let answer = if i < equality {
            cost::equality(D, jar[i])
        } else if i < friction {
            cost::friction(D, d.efc_R[row], d.efc_frictionloss[row], jar[i])
        } else {
            cost::inequality(D, jar[i])
        };
        d.efc_force[row] = force[i];
        if states {
            d.efc_state[row] = answer.state as i32;
        }
    }
    for (c, &state) in p.cones.iter().zip(&w.states) {
        let rows = c.row..c.row + c.cone.dim;
        for (&row, &force) in p.rows[rows.clone()].iter().zip(&force[rows.clone()]) {
            d.efc_force[EfcId(row as usize)] = force;
            if states {
                d.efc_state[EfcId(row as usize)] = state as i32;
            }
        }
        if state == ConstraintState::Cone {
            let D = vec8::flat(&p.D)[c.row];
            c.cone.hessian(D, &jar[rows], &mut d.contact[ContactId(c.contact)].H);
        }
    }
}

#[cfg(test)]
mod tests;
