//! Returns environments of a batch to the start state: one, those of a mask, or those that failed.

use super::BatchSim;
use super::driver::{JOB, on_cores};
use crate::data::Data;
use crate::hooks::Hooks;
use crate::model::Model;

/// Bytes of states below which copying them takes less than waking threads.
const WORTH: usize = 1 << 18;

impl BatchSim {
    /// Returns an environment to the start.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn reset(&mut self, env: usize) {
        let Self { model, start, size, hooks, .. } = self;
        let job = Job {
            first: env,
            states: &mut self.states[env * *size..][..*size],
            steps: &mut self.steps[env..=env],
            failed: &mut self.failed[env..=env],
            own: self.own.get_mut(env..=env).unwrap_or_default(),
        };
        job.reset(&ResetShared { m: model, start, hooks }, &|_| true);
    }

    /// Returns the environments to the start where the mask is true; those beyond its end stay.
    ///
    /// Copies a state to each, and where environments [keep their data](super::Stepping) resets that, too,
    /// on all cores.
    pub fn reset_where(&mut self, mask: &[bool]) {
        self.reset_those(|env| mask.get(env).is_some_and(|&yes| yes));
    }

    /// Returns all environments to the start, as [`reset_where`](Self::reset_where) does.
    pub fn reset_all(&mut self) {
        self.reset_those(|_| true);
    }

    /// Returns those to the start that failed in the last step.
    pub(super) fn reset_failed(&mut self) {
        if self.failed.contains(&true) {
            let failed = self.failed.clone();
            self.reset_where(&failed);
        }
    }

    fn reset_those(&mut self, wanted: impl Fn(usize) -> bool + Sync) {
        let Self { model, start, size, hooks, .. } = self;
        let whole = ResetShared { m: model, start, hooks };
        let mut own = self.own.chunks_mut(JOB);
        let jobs = self
            .states
            .chunks_mut(JOB * *size)
            .zip(self.steps.chunks_mut(JOB))
            .zip(self.failed.chunks_mut(JOB))
            .enumerate();
        let jobs = jobs.filter_map(|(k, ((states, steps), failed))| {
            let (first, own) = (k * JOB, own.next().unwrap_or_default());
            let any = (first..first + steps.len()).any(&wanted);
            any.then_some(Job { first, states, steps, failed, own })
        });
        let jobs: Vec<Job<'_>> = jobs.collect();
        if jobs.first().is_some_and(|job| !job.own.is_empty())
            || jobs.len() * JOB * *size * size_of::<f64>() > WORTH
        {
            on_cores(jobs, || (), |(), job| job.reset(&whole, &wanted));
        } else {
            for job in jobs {
                job.reset(&whole, &wanted);
            }
        }
    }
}

/// The inputs that all jobs of a reset share.
struct ResetShared<'a> {
    m: &'a Model,
    start: &'a [f64],
    hooks: &'a [Hooks],
}

/// Some environments next to each other.
struct Job<'a> {
    /// The number of the first one.
    first: usize,
    states: &'a mut [f64],
    steps: &'a mut [u64],
    failed: &'a mut [bool],
    own: &'a mut [Data],
}

impl Job<'_> {
    fn reset(self, whole: &ResetShared<'_>, wanted: &impl Fn(usize) -> bool) {
        let size = whole.start.len();
        for i in (0..self.steps.len()).filter(|i| wanted(self.first + i)) {
            self.states[i * size..][..size].copy_from_slice(whole.start);
            (self.steps[i], self.failed[i]) = (0, false);
            if let Some(d) = self.own.get_mut(i) {
                match whole.hooks.get(self.first + i) {
                    Some(hooks) => d.reset(&whole.m.with(hooks)),
                    None => d.reset(whole.m),
                }
            }
        }
    }
}
