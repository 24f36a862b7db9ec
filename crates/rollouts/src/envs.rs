//! The environments of a shard: their start, their controls, and their reset after a failure.
//!
//! [`Envs`] is a batch whose initial states and controls are functions of the seed and of the number of the
//! environment in the whole run (`ids`), never of the shard or the thread. `run.rs` steps the environments of a shard
//! with it; `dump.rs` steps those that failed once more, which leads to the same states. An environment that fails
//! is reset and gets another disturbance of its start: the number of its failures is part of the random sequence.
//!
//! Anything that changes the order or number of random draws changes every rollout of every user; a test of the command
//! (`an_environment_goes_the_same_way_in_every_shard`) compares one run with the same run in shards.

use std::sync::Arc;

use ferrodyn_engine::batch::{BatchSim, StepError};
use ferrodyn_engine::enums::StateBit;
use ferrodyn_engine::state::{get_state, reset_keyframe, state_size};
use ferrodyn_engine::{Data, Model};

use crate::noise::{Controls, disturb};
use crate::settings::Settings;

/// A failure of an environment.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    /// The number of the environment in the whole run.
    pub env: u64,
    /// Steps that the run had taken before.
    pub step: u64,
    /// What is wrong, and where.
    pub error: StepError,
}

/// Some environments of a run.
pub(crate) struct Envs<'a> {
    settings: &'a Settings,
    batch: BatchSim,
    /// Their numbers in the whole run.
    ids: Vec<u64>,
    /// How often each has failed.
    failures: Vec<u64>,
    controls: Controls,
    /// Steps taken.
    step: u64,
}

impl<'a> Envs<'a> {
    /// Environments at the start: the first keyframe of the model, or else its default pose.
    pub(crate) fn new(m: &Arc<Model>, settings: &'a Settings, ids: Vec<u64>) -> Self {
        let mut d = Data::new(&**m);
        if m.nkey > 0 {
            reset_keyframe(&**m, &mut d, 0);
        }
        let signature = StateBit::Integration as i32;
        let mut start = vec![0.0; state_size(m, signature).unwrap_or(0)];
        let mut batch = BatchSim::new(m.clone(), ids.len());
        // it has the size of the state
        if get_state(m, &d, &mut start, signature).is_ok() {
            let _ = batch.set_start(&start);
        }
        let controls = Controls::new(m, settings, &d.ctrl);
        let failures = vec![0; ids.len()];
        let mut envs = Self { settings, batch, ids, failures, controls, step: 0 };
        for i in 0..envs.ids.len() {
            envs.begin(i);
        }
        envs
    }

    /// Steps taken.
    pub(crate) fn steps(&self) -> u64 {
        self.step
    }

    pub(crate) fn ids(&self) -> &[u64] {
        &self.ids
    }

    /// How often each has failed.
    pub(crate) fn failures(&self) -> &[u64] {
        &self.failures
    }

    /// The state of an environment; its place is that among the ids.
    pub(crate) fn state(&self, i: usize) -> &[f64] {
        self.batch.integration_state(i)
    }

    pub(crate) fn ctrl(&self, i: usize) -> &[f64] {
        self.batch.ctrl(i)
    }

    /// Writes the controls that an environment has, or had, in a step.
    pub(crate) fn write_ctrl_of(&self, i: usize, step: u64, ctrl: &mut [f64]) {
        self.controls.write(self.ids[i], step, ctrl);
    }

    /// An environment as bytes.
    pub(crate) fn save(&self, i: usize, note: &[u8]) -> Vec<u8> {
        self.batch.save_some(i..i + 1, note)
    }

    /// Sets the controls of the next step.
    pub(crate) fn prepare(&mut self) {
        if self.controls.jump_at(self.step) {
            for i in 0..self.ids.len() {
                self.set_controls(i);
            }
        }
    }

    /// Takes one step of all environments. Those that fail are reset and returned.
    pub(crate) fn step(&mut self) -> Vec<Failure> {
        let result = self.batch.step_all();
        let mut failed = Vec::new();
        self.step += 1;
        for (i, error) in result.errors.iter().enumerate() {
            if let Some(error) = *error {
                failed.push(Failure { env: self.ids[i], step: self.step - 1, error });
                self.failures[i] += 1;
                self.begin(i);
                self.set_controls(i);
            }
        }
        failed
    }

    /// Resets an environment and disturbs its initial positions.
    fn begin(&mut self, i: usize) {
        self.batch.reset(i);
        let m = self.batch.model().clone();
        disturb(&m, self.settings, self.ids[i], self.failures[i], self.batch.qpos_mut(i));
    }

    fn set_controls(&mut self, i: usize) {
        self.controls.write(self.ids[i], self.step, self.batch.ctrl_mut(i));
    }
}
