//! Steps until the tasks are fulfilled or nothing brings them nearer, and where to begin again.

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::{Model, integrate};

use super::{Problem, WholeReport, into_limits, keep};
use crate::error::IkError;
use crate::sequence::Sequence;
use crate::solver::Status;

/// Part of the way to a random posture that a restart begins at.
const SPREAD: f64 = 0.5;
/// Iterations that may pass without being nearer by a hundredth.
const PATIENCE: usize = 10;

/// Memory of a search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    sequence: Sequence,
    /// Where the search began, where the last step began, and the best found.
    first: Vec<f64>,
    last: Vec<f64>,
    best: Vec<f64>,
}

impl Search {
    pub(super) fn new(m: &Model) -> Self {
        let none = || vec![0.0; m.nq];
        Self { sequence: Sequence::new(m.njnt), first: none(), last: none(), best: none() }
    }
}

impl Problem {
    /// Moves `qpos` until the tasks are fulfilled, or nothing brings them nearer. It never leaves the
    /// limits of hinges and slides.
    ///
    /// The search goes downhill from `qpos`, moved into its limits. If it ends elsewhere, it begins
    /// again at other postures ([`WholeSettings::restarts`](super::WholeSettings::restarts)), the
    /// same ones at each call; what comes nearest is the result.
    ///
    /// # Errors
    /// If `qpos` does not fit the model or is not finite, or a setting is out of its range; `qpos`
    /// stays what it was.
    pub fn solve(&mut self, m: &Model, qpos: &mut [f64]) -> Result<WholeReport, IkError> {
        self.check(m, qpos)?;
        self.qpos.copy_from_slice(qpos);
        into_limits(m, &mut self.qpos);
        self.search.first.copy_from_slice(&self.qpos);
        let mut best = self.descend(m, self.settings.iterations);
        self.search.best.copy_from_slice(&self.qpos);
        let mut iterations = best.iterations;
        for restart in 0..self.settings.restarts {
            if best.status == Status::Converged || iterations >= self.settings.iterations {
                break;
            }
            self.begin_again(m, restart);
            let report = self.descend(m, self.settings.iterations - iterations);
            iterations += report.iterations;
            if report.error() < best.error() && self.keeps_apart(m) {
                best = report;
                self.search.best.copy_from_slice(&self.qpos);
            }
        }
        qpos.copy_from_slice(&self.search.best);
        if best.status != Status::Converged {
            self.qpos.copy_from_slice(qpos);
            self.look(m);
            best.status = self.obstacle(m);
        }
        Ok(WholeReport { iterations, ..best })
    }

    /// Goes downhill from `qpos`: steps that do not bring the tasks nearer are taken back and
    /// shortened.
    fn descend(&mut self, m: &Model, iterations: usize) -> WholeReport {
        let mut report = self.look(m);
        let (mut best, mut since) = (report.error(), 0);
        let mut longest = f64::INFINITY;
        while report.status != Status::Converged && report.iterations < iterations {
            let before = self.rows.square();
            self.boxes(m, f64::INFINITY);
            self.advance(m);
            let length = self.shorten(longest);
            self.search.last.copy_from_slice(&self.qpos);
            integrate::integrate_pos(m, &mut self.qpos, &self.step, 1.0)
                .expect("the search begins with vectors of the lengths of the model");
            into_limits(m, &mut self.qpos);
            let mut next = self.look(m);
            if self.rows.square() < before {
                longest = longest.max(2.0 * length);
            } else {
                longest = 0.25 * length;
                self.qpos.copy_from_slice(&self.search.last);
                next = self.look(m);
            }
            report = WholeReport { iterations: report.iterations + 1, ..next };
            since += 1;
            if report.error() < 0.99 * best {
                (best, since) = (report.error(), 0);
            } else if since >= PATIENCE {
                break;
            }
        }
        report
    }

    /// Makes the step no longer than a length, by its largest part; returns what it is then.
    fn shorten(&mut self, longest: f64) -> f64 {
        let length = self.step.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if length > longest {
            for x in &mut self.step {
                *x *= longest / length;
            }
        }
        length.min(longest)
    }

    /// Another posture: hinges and slides part of the way to a random one.
    fn begin_again(&mut self, m: &Model, restart: usize) {
        self.qpos.copy_from_slice(&self.search.first);
        for j in m.joints() {
            let around = match m.jnt_type[j].get() {
                Some(JointType::Hinge) => std::f64::consts::PI,
                Some(JointType::Slide) => 1.0,
                _ => continue,
            };
            let q = &mut self.qpos[m.jnt_qposadr[j].raw() as usize];
            let [low, high] =
                if m.jnt_limited[j] != 0 { m.jnt_range[j] } else { [*q - around, *q + around] };
            let random = low + (high - low) * self.search.sequence.at(restart, j.0);
            *q += SPREAD * (random - *q);
        }
        into_limits(m, &mut self.qpos);
    }

    /// Whether the pairs that are kept apart are.
    fn keeps_apart(&mut self, m: &Model) -> bool {
        keep::distances(m, &mut self.d, &self.pairs, 0.0, &mut self.rows);
        self.rows.least.iter().all(|&least| least <= self.settings.tolerance)
    }
}

impl WholeReport {
    /// Both errors together; not a number if one is not.
    fn error(&self) -> f64 {
        self.task_error + self.equality_error
    }
}
