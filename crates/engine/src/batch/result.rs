//! What a step of a batch leads to, and what users add to it.

use super::StepError;
use crate::data::Data;
use crate::model::Model;

/// What an environment earns in a step.
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
    /// Numbers of a row of `states`.
    pub width: usize,
    /// What they earned.
    pub rewards: Vec<f64>,
    /// Whether the episode ended, by itself or because it failed.
    pub terminated: Vec<bool>,
    /// Whether the episode was cut off.
    pub truncated: Vec<bool>,
    /// What went wrong.
    pub errors: Vec<Option<StepError>>,
}

impl BatchResult {
    pub(super) fn new(m: &Model, n: usize) -> Self {
        let width = m.nq + m.nv;
        Self {
            states: vec![0.0; n * width],
            width,
            rewards: vec![0.0; n],
            terminated: vec![false; n],
            truncated: vec![false; n],
            errors: vec![None; n],
        }
    }

    /// `qpos` and `qvel` of an environment.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn state(&self, env: usize) -> &[f64] {
        &self.states[env * self.width..][..self.width]
    }

    /// The results of so many environments after the other.
    pub(super) fn parts(&mut self, count: usize) -> impl Iterator<Item = Part<'_>> {
        let mut states = self.states.chunks_mut((count * self.width).max(1));
        self.rewards
            .chunks_mut(count)
            .zip(self.terminated.chunks_mut(count))
            .zip(self.truncated.chunks_mut(count))
            .zip(self.errors.chunks_mut(count))
            .map(move |(((rewards, terminated), truncated), errors)| {
                let states = states.next().unwrap_or_default();
                Part { states, rewards, terminated, truncated, errors }
            })
    }
}

/// The results of some environments.
pub(super) struct Part<'a> {
    states: &'a mut [f64],
    pub(super) rewards: &'a mut [f64],
    pub(super) terminated: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    errors: &'a mut [Option<StepError>],
}

impl Part<'_> {
    /// Takes in where the environments are and what went wrong.
    pub(super) fn finish(
        self,
        m: &Model,
        states: &[f64],
        size: usize,
        errors: &[Option<StepError>],
        failed: &mut [bool],
    ) {
        let width = m.nq + m.nv;
        // after the time
        let rows = states.chunks_exact(size).map(|state| &state[1..=width]);
        for (to, row) in self.states.chunks_exact_mut(width.max(1)).zip(rows) {
            to.copy_from_slice(row);
        }
        for (i, error) in errors.iter().enumerate() {
            failed[i] = error.is_some();
            self.terminated[i] |= error.is_some();
            self.errors[i] = self.errors[i].or(*error);
        }
    }
}
