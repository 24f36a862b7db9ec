//! The result of a step of a batch: states, errors, and the rewards and ends of episodes that users compute.

use super::{Env, StepError};
use crate::data::Data;
use crate::model::Model;

/// Computes the reward of an environment for a step.
pub trait RewardFn: Send + Sync {
    /// The reward, given the data after a step.
    fn compute(&self, model: &Model, data: &Data) -> f64;
}

impl<F: Fn(&Model, &Data) -> f64 + Send + Sync> RewardFn for F {
    fn compute(&self, model: &Model, data: &Data) -> f64 {
        self(model, data)
    }
}

/// Whether an episode has come to its end.
pub trait TerminationFn: Send + Sync {
    /// Whether it has, given the data after a step.
    fn terminated(&self, model: &Model, data: &Data) -> bool;
}

impl<F: Fn(&Model, &Data) -> bool + Send + Sync> TerminationFn for F {
    fn terminated(&self, model: &Model, data: &Data) -> bool {
        self(model, data)
    }
}

/// Where the environments of a batch are after a step.
#[derive(Clone, Debug, PartialEq)]
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
    /// Room for so many environments of each model.
    pub(super) fn new<'a>(models: impl Iterator<Item = (&'a Model, usize)>) -> Self {
        let mut starts = vec![0];
        for (m, n) in models {
            for _ in 0..n {
                starts.push(starts[starts.len() - 1] + m.nq + m.nv);
            }
        }
        let n = starts.len() - 1;
        Self {
            states: vec![0.0; starts[n]],
            starts,
            rewards: vec![0.0; n],
            terminated: vec![false; n],
            truncated: vec![false; n],
            errors: vec![None; n],
            unconverged: vec![0; n],
        }
    }

    /// `qpos` and `qvel` of an environment.
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

    /// Copies the states and errors of the environments into the result, and marks those that failed.
    pub(super) fn finish(self, envs: &[Env<'_>], failed: &mut [bool]) {
        let mut states = self.states;
        for (env, starts) in envs.iter().zip(self.starts.windows(2)) {
            let to = states.split_off_mut(..starts[1] - starts[0]).unwrap_or_default();
            // after the time
            to.copy_from_slice(&env.state[1..=to.len()]);
        }
        for (i, env) in envs.iter().enumerate() {
            failed[i] = env.error.is_some();
            self.terminated[i] |= failed[i];
            self.errors[i] = self.errors[i].or(env.error);
            self.unconverged[i] = self.unconverged[i].saturating_add(env.unconverged);
        }
    }
}
