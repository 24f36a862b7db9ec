//! Returns environments of a batch to the start state: one, those of a mask, or those that failed.

use super::BatchSim;
use super::driver::{JOB, on_cores};
use super::parts::Layout;
use super::vary::OwnedValues;
use crate::data::Data;
use crate::enums::StateBit;
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
        let nsensordata = self.model.nsensordata;
        let (resets, jobs) = self.split();
        let state = &mut jobs.states[env * resets.start.len()..][..resets.start.len()];
        let sensordata = &mut jobs.sensordata[env * nsensordata..][..nsensordata];
        resets.reset(env, state, sensordata, jobs.own.get_mut(env));
        (jobs.steps[env], jobs.failed[env]) = (0, false);
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

    fn reset_those(&mut self, wanted: impl Fn(usize) -> bool + Sync) {
        let (resets, all) = self.split();
        if all.own.is_empty() && size_of_val(&*all.states) <= WORTH {
            return all.reset(&resets, &wanted);
        }
        let Job { states, sensordata, steps, failed, own, .. } = all;
        let mut own = own.chunks_mut(JOB);
        let mut sensordata = sensordata.chunks_mut((JOB * resets.m.nsensordata).max(1));
        let jobs = states
            .chunks_mut(JOB * resets.start.len())
            .zip(steps.chunks_mut(JOB))
            .zip(failed.chunks_mut(JOB))
            .enumerate();
        let jobs = jobs.filter_map(|(k, ((states, steps), failed))| {
            let (first, own) = (k * JOB, own.next().unwrap_or_default());
            let sensordata = sensordata.next().unwrap_or_default();
            let any = (first..first + steps.len()).any(&wanted);
            any.then_some(Job { first, states, sensordata, steps, failed, own })
        });
        on_cores(jobs.collect(), || (), |(), job| job.reset(&resets, &wanted));
    }

    /// What resets read, and all environments.
    fn split(&mut self) -> (Resets<'_>, Job<'_>) {
        let Self { model, start, hooks, varied, layout, .. } = self;
        let resets = Resets { m: model, start, hooks, varied, layout };
        let Self { states, sensordata, steps, failed, own, .. } = self;
        (resets, Job { first: 0, states, sensordata, steps, failed, own })
    }
}

/// The inputs that all resets share.
#[derive(Clone, Copy)]
pub(super) struct Resets<'a> {
    pub(super) m: &'a Model,
    pub(super) start: &'a [f64],
    pub(super) hooks: &'a [Hooks],
    pub(super) varied: &'a [OwnedValues],
    pub(super) layout: &'a Layout,
}

impl Resets<'_> {
    /// Returns an environment to the start: its state, sensors and, if it has them, its data.
    pub(super) fn reset(
        &self,
        env: usize,
        state: &mut [f64],
        sensordata: &mut [f64],
        own: Option<&mut Data>,
    ) {
        state.copy_from_slice(self.start);
        let mut values = self.varied.iter().filter(|values| values.is("eq_active0"));
        if let Some(values) = values.next() {
            let to = &mut state[self.layout.range(StateBit::EqActive)];
            to.iter_mut().zip(values.row(env)).for_each(|(to, &on)| *to = on.into());
        }
        sensordata.fill(0.0);
        if let Some(d) = own {
            match self.hooks.get(env) {
                Some(hooks) => d.reset(&self.m.with(hooks)),
                None => d.reset(self.m),
            }
        }
    }
}

/// Some environments next to each other.
struct Job<'a> {
    /// The number of the first one.
    first: usize,
    states: &'a mut [f64],
    sensordata: &'a mut [f64],
    steps: &'a mut [u64],
    failed: &'a mut [bool],
    own: &'a mut [Data],
}

impl Job<'_> {
    fn reset(self, resets: &Resets<'_>, wanted: &impl Fn(usize) -> bool) {
        let (size, nsensordata) = (resets.start.len(), resets.m.nsensordata);
        for i in (0..self.steps.len()).filter(|i| wanted(self.first + i)) {
            let state = &mut self.states[i * size..][..size];
            let sensordata = &mut self.sensordata[i * nsensordata..][..nsensordata];
            resets.reset(self.first + i, state, sensordata, self.own.get_mut(i));
            (self.steps[i], self.failed[i]) = (0, false);
        }
    }
}
