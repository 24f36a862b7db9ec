//! Runs a primal solver over each island, or over everything, and writes accelerations and forces.

use super::cg::ConjugateGradients;
use super::instructions::{self, InstructionSet};
use super::layout::NONE;
use super::newton::Newton;
use super::primal::{Method, Primal, Settings};
use super::problem::{Problem, Problems};
use super::report::{self, Report};
use super::start::{Start, StartOptions};
use super::ticker::Ticker;
use super::vec8::{self, Vec8, WIDTH};
use crate::compat::PROFILE;
use crate::constraint::cost::{self, MAXDIM};
use crate::data::Data;
use crate::enums::{ConstraintState, DisableBit, Warning};
use crate::hooks::System;
use crate::ids::{ContactId, EfcId};
use crate::model::Model;

/// Memory that solvers keep from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverWorkspace {
    /// Work memory of the primal solvers, once they have run.
    islands: Option<Box<IslandWorkspace>>,
    /// What the dual solvers tell.
    pub(super) report: Report,
    /// Whether PGS goes on where CG has not converged.
    pub(super) falls_back: bool,
    /// The best instruction set allowed.
    pub(super) most: InstructionSet,
    /// The instruction set used last.
    pub(super) used: Option<InstructionSet>,
}

/// Work memory of the primal solvers.
#[derive(Clone, Debug, Default)]
pub(super) struct IslandWorkspace {
    problems: Problems,
    start: Start,
    primal: Primal,
    newton: Newton,
    cg: ConjugateGradients,
    report: Report,
    /// Whether a Hessian did not fit.
    full: bool,
}

/// Newton's method; conjugate gradients for islands whose Hessian does not fit.
#[doc(alias = "mj_solNewton")]
pub(super) fn newton(m: &System<'_>, d: &mut Data, ticker: &Ticker<'_>) {
    run(m, d, ticker, Method::Newton);
}

/// Conjugate gradients.
#[doc(alias = "mj_solCG")]
pub(super) fn cg(m: &System<'_>, d: &mut Data, ticker: &Ticker<'_>) {
    run(m, d, ticker, Method::ConjugateGradients);
}

/// Takes the memory and runs a method with the instructions of the machine.
fn run(m: &System<'_>, d: &mut Data, ticker: &Ticker<'_>, method: Method) {
    let (used, kernels) = instructions::kernels(d.workspace.solver.most);
    let settings = Settings {
        method,
        iterations: m.opt.iterations,
        tolerance: m.opt.tolerance,
        ls_iterations: m.opt.ls_iterations,
        ls_tolerance: m.opt.ls_tolerance,
        ticker,
        kernels,
    };
    let mut memory = d.workspace.solver.islands.take().unwrap_or_default();
    solve(m, d, &mut memory, &settings);
    d.workspace.solver.used = Some(used);
    if std::mem::take(&mut memory.full) {
        let limit = d.growth.limit();
        m.warn(d, Warning::CnstrFull, limit);
    }
    d.workspace.solver.islands = Some(memory);
}

/// Solves island by island, or everything at once.
fn solve(m: &Model, d: &mut Data, memory: &mut IslandWorkspace, set: &Settings<'_>) {
    let IslandWorkspace { problems, start, primal, newton, cg, report, .. } = memory;
    let by_island =
        !m.opt.disabled(DisableBit::Island) && d.nisland > 0 && m.opt.noslip_iterations == 0;
    let warm = !m.opt.disabled(DisableBit::WarmStart);
    let keep_states = warm && by_island && PROFILE.island_states_of_warm_start;
    (set.kernels.read)(problems, m, d, by_island, set.method);
    start.find(m, d, problems, StartOptions { warm, by_island, states: keep_states }, set.kernels);

    for i in 0..problems.len() {
        if set.ticker.interrupted() {
            break;
        }
        let p = &problems.island(i);
        let place = &problems.layout.islands[i];
        primal.start(p, start, problems.blocks(i), set.kernels);
        report.clear();
        let mut nnz = 0;
        let fits = set.method == Method::Newton && newton.prepare(p, d.growth.hessian());
        if fits {
            newton.minimize(p, primal, set, report);
            nnz = newton.hessian.len();
        } else {
            memory.full |= set.method == Method::Newton;
            cg.read(m, d, &problems.layout, place);
            cg.minimize(p, primal, set, report);
        }
        problems.layout.to_dofs(place, &primal.qacc, &mut d.qacc);
        problems.layout.to_dofs(place, &primal.qfrc_constraint, &mut d.qfrc_constraint);
        write_forces(p, primal, d);
        if !keep_states {
            write_states(p, &primal.jar, d);
        }
        report.write(d, i);
        report::write_nnz(d, i, nnz);
    }
}

/// Writes forces of rows, and Hessians of cones.
#[inline(always)]
fn write_forces(p: &Problem<'_>, w: &Primal, d: &mut Data) {
    for (&row, &force) in p.rows.iter().zip(vec8::flat(&w.force)) {
        if row != NONE {
            d.efc_force[EfcId(row as usize)] = force;
        }
    }
    let (D, jar) = (vec8::flat(p.D), vec8::flat(&w.jar));
    for (c, _) in p.cones.iter().zip(&w.states).filter(|(_, s)| **s == ConstraintState::Cone) {
        let jar = &jar[c.row..c.row + c.cone.dim];
        c.cone.hessian(D[c.row], jar, &mut d.contact[ContactId(c.contact)].H);
    }
}

/// Writes the states of rows at `jar`.
#[inline(always)]
pub(super) fn write_states(p: &Problem<'_>, jar: &[Vec8], d: &mut Data) {
    let (D, jar) = (vec8::flat(p.D), vec8::flat(jar));
    let (R, loss) = (vec8::flat(p.R), vec8::flat(p.loss));
    let (equality, friction) = (p.ends.equality * WIDTH, p.ends.friction * WIDTH);
    for (i, &row) in p.rows[..p.ends.inequality * WIDTH].iter().enumerate() {
        if row == NONE {
            continue;
        }
        let answer = if i < equality {
            cost::equality(D[i], jar[i])
        } else if i < friction {
            cost::friction(D[i], R[i], loss[i], jar[i])
        } else {
            cost::inequality(D[i], jar[i])
        };
        d.efc_state[EfcId(row as usize)] = answer.state.into();
    }
    let mut force = [0.0; MAXDIM];
    for c in p.cones {
        let rows = c.row..c.row + c.cone.dim;
        let force = &mut force[..c.cone.dim];
        let (_, state) = c.cone.answer(&D[rows.clone()], &jar[rows.clone()], force);
        for &row in &p.rows[rows] {
            d.efc_state[EfcId(row as usize)] = state.into();
        }
    }
}

#[cfg(test)]
mod tests;
