//! The result of a step of a batch: states, errors, and the rewards and ends of episodes that users compute.

use super::{BatchSim, Env, StepError};
use crate::data::Data;
use crate::model::Model;

/// Computes the reward of an environment for a step.
pub trait RewardFn: Send + Sync {
    /// The reward, given the data after a step. Which fields are of which state is said
    /// [here](crate::batch#how-old-fields-are).
    fn compute(&self, model: &Model, data: &Data) -> f64;
}

impl<F: Fn(&Model, &Data) -> f64 + Send + Sync> RewardFn for F {
    fn compute(&self, model: &Model, data: &Data) -> f64 {
        self(model, data)
    }
}

/// Whether an episode has come to its end.
pub trait TerminationFn: Send + Sync {
    /// Whether it has, given the data after a step, see [`RewardFn::compute`].
    fn terminated(&self, model: &Model, data: &Data) -> bool;
}

impl<F: Fn(&Model, &Data) -> bool + Send + Sync> TerminationFn for F {
    fn terminated(&self, model: &Model, data: &Data) -> bool {
        self(model, data)
    }
}

/// Where the environments of a batch are after a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchResult {
    /// `qpos` and `qvel` of all environments, one row after the other.
    pub states: Vec<f64>,
    /// Where the row of each environment begins in `states`, and where the last one ends.
    pub starts: Vec<usize>,
    /// Rewards.
    pub rewards: Vec<f64>,
    /// Whether the episode ended, by itself or because it failed.
    pub terminated: Vec<bool>,
    /// Whether the episode was cut off.
    pub truncated: Vec<bool>,
    /// Failures.
    pub errors: Vec<Option<StepError>>,
    /// How many solves stopped at `opt.iterations` before they had converged; none is an error.
    pub unconverged: Vec<u32>,
}

impl BatchResult {
    /// Makes room for the environments of some batches, in the memory that is there if it suffices.
    pub(super) fn make_room(&mut self, batches: &[BatchSim]) {
        let Self { states, starts, rewards, terminated, truncated, errors, unconverged } = self;
        starts.clear();
        let mut end = 0;
        starts.push(end);
        for batch in batches {
            let width = batch.model().nq + batch.model().nv;
            for _ in 0..batch.len() {
                end += width;
                starts.push(end);
            }
        }
        // jobs write all of them
        states.resize(end, 0.0);
        let n = starts.len() - 1;
        refill(rewards, n, 0.0);
        refill(terminated, n, false);
        refill(truncated, n, false);
        refill(errors, n, None);
        refill(unconverged, n, 0);
    }

    /// `qpos` and `qvel` of an environment, as in [`BatchSim::state`].
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn state(&self, env: usize) -> &[f64] {
        &self.states[self.starts[env]..self.starts[env + 1]]
    }

    /// The results of all environments, to be written.
    pub(super) fn whole(&mut self) -> Part<'_> {
        Part {
            states: &mut self.states,
            starts: &self.starts,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            errors: &mut self.errors,
            unconverged: &mut self.unconverged,
        }
    }
}

fn refill<T: Clone>(to: &mut Vec<T>, count: usize, value: T) {
    to.clear();
    to.resize(count, value);
}

/// The results of some environments.
pub(super) struct Part<'a> {
    states: &'a mut [f64],
    /// As [`BatchResult::starts`], of all of which `states` are the first.
    starts: &'a [usize],
    pub(super) rewards: &'a mut [f64],
    pub(super) terminated: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    errors: &'a mut [Option<StepError>],
    unconverged: &'a mut [u32],
}

impl Part<'_> {
    /// The first `count` environments, which leave this part.
    pub(super) fn take(&mut self, count: usize) -> Self {
        let (starts, left) = (&self.starts[..=count], &self.starts[count..]);
        self.starts = left;
        Self {
            states: self.states.split_off_mut(..starts[count] - starts[0]).unwrap_or_default(),
            starts,
            rewards: self.rewards.split_off_mut(..count).unwrap_or_default(),
            terminated: self.terminated.split_off_mut(..count).unwrap_or_default(),
            truncated: self.truncated.split_off_mut(..count).unwrap_or_default(),
            errors: self.errors.split_off_mut(..count).unwrap_or_default(),
            unconverged: self.unconverged.split_off_mut(..count).unwrap_or_default(),
        }
    }

    /// The states of all environments, to be written.
    pub(super) fn rows(&mut self) -> impl Iterator<Item = &mut [f64]> {
        let mut states = &mut *self.states;
        let widths = self.starts.windows(2).map(|starts| starts[1] - starts[0]);
        widths.map(move |width| states.split_off_mut(..width).unwrap_or_default())
    }

    /// Adds what a step of an environment has counted.
    pub(super) fn add(&mut self, i: usize, env: &Env<'_>) {
        self.terminated[i] |= env.error.is_some();
        self.errors[i] = self.errors[i].or(env.error);
        self.unconverged[i] = self.unconverged[i].saturating_add(env.unconverged);
    }
}
