//! Statistics of the iterations of a solver.

use super::linesearch::LineMinimum;
use super::primal::Primal;
use super::problem::Problem;
use super::vec8;
use crate::constants::NSOLVER;
use crate::contact::SolverStat;
use crate::data::Data;
use crate::ids::{SolverIslandId, SolverStatId};

/// Relative error that a cost may have.
const NOISE: f64 = 1e-15;

/// All iterations; details of the first [`NSOLVER`].
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    count: usize,
    stats: Vec<SolverStat>,
    /// Whether the iterations ended because there may not be more of them.
    limited: bool,
}

impl Report {
    /// Forgets everything; reserves memory, so that solving does not.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.limited = false;
        self.stats.clear();
        self.stats.reserve(NSOLVER);
    }

    /// Notes an iteration.
    #[inline(always)]
    pub(super) fn note(&mut self, stat: SolverStat) {
        self.count += 1;
        if self.stats.len() < NSOLVER {
            self.stats.push(stat);
        }
    }

    /// Notes the move of a primal solver from where the cost was `cost`; returns whether another one is
    /// worth it.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        p: &Problem<'_>,
        w: &Primal,
        cost: f64,
        found: LineMinimum,
        updates: i32,
        tolerance: f64,
    ) -> bool {
        let improvement = p.scale * (cost - w.cost);
        let gradient = p.scale * vec8::dot(&w.grad, &w.grad).sqrt();
        self.note(SolverStat {
            improvement,
            gradient,
            lineslope: found.slope,
            nactive: w.active,
            nchange: w.changed,
            neval: found.evaluations,
            nupdate: updates,
        });
        // what rounding errors of the cost may hide counts as improvement; false for what is not a
        // number
        let hidden = p.scale * (NOISE * w.cost.abs());
        improvement + hidden >= tolerance && gradient >= tolerance
    }

    /// Iterations so far.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Notes that there may be no more iterations, though another one was worth it.
    pub(super) fn stop_at_limit(&mut self) {
        self.limited = true;
    }

    /// Appends to the statistics of an island; islands and iterations beyond the arrays are lost.
    pub(super) fn write(&self, d: &mut Data, island: usize) {
        d.limited.last |= self.limited;
        let Some(count) = d.solver_niter.get_mut(island) else { return };
        let before = usize::try_from(*count).unwrap_or(0);
        *count += self.count as i32;
        for (iteration, &stat) in (before..NSOLVER).zip(&self.stats) {
            d.solver[SolverStatId(island * NSOLVER + iteration)] = stat;
        }
    }
}

/// Writes how many numbers the matrix of an island has.
pub(super) fn write_nnz(d: &mut Data, island: usize, nnz: usize) {
    if island < d.solver_nnz.len() {
        d.solver_nnz[SolverIslandId(island)] = i32::try_from(nnz).unwrap_or(i32::MAX);
    }
}
