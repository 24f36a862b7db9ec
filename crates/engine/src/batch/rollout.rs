//! Open-loop trajectories, several at a time.
//!
//! | reads |
//! |---|
//! | `sensordata` |

use std::fmt;

use super::env::{Env, Models};
use super::stepper::{STATE, Stepper, Wanted};
use crate::data::Data;
use crate::hooks::{Hooks, Interrupt, System};
use crate::model::Model;
use crate::rollout::{self, Control, Input, Output, check_lengths, row, row_mut};
use crate::state::{StateError, extract_state, get_state, insert_state, state_size};

/// Memory for trajectories of a model.
///
/// Each has the bits that [`rollout`](crate::rollout::rollout) gives it alone.
pub struct Rollouts<'m> {
    m: &'m Model,
    stepper: Stepper,
    /// Where trajectories begin.
    start: Data,
    /// States of the trajectories that go on, one after the other.
    states: Vec<f64>,
    /// Numbers of a state.
    size: usize,
}

impl fmt::Debug for Rollouts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rollouts").finish_non_exhaustive()
    }
}

impl<'m> Rollouts<'m> {
    /// Allocates memory for a model.
    pub fn new(m: &'m Model) -> Self {
        let size = state_size(m, STATE).unwrap_or(0);
        let (stepper, start) = (Stepper::new(m, Wanted::Sensors), Data::new(m));
        Self { m, stepper, start, states: Vec::new(), size }
    }

    /// Asks now and then whether to end a long step, see [`Hooks::interrupt`].
    #[must_use]
    pub fn interrupted_by(mut self, interrupt: Interrupt) -> Self {
        self.stepper = self.stepper.interrupted_by(interrupt);
        self
    }

    /// Takes `nstep` steps of each trajectory and writes what they lead to.
    ///
    /// When a step of one counts a warning, it ends there: its last values fill the rest. After each step
    /// of all `proceed` says whether to go on; if not, the rest is left as it was.
    ///
    /// # Errors
    /// If an array has not the length it should have, or a signature is none.
    pub fn run(
        &mut self,
        nstep: usize,
        mut trajectories: Vec<(Input<'_>, Output<'_>)>,
        mut proceed: impl FnMut() -> bool,
    ) -> Result<(), StateError> {
        self.begin(nstep, &trajectories)?;
        let nstate = state_size(self.m, rollout::STATE)?;
        for t in 0..nstep {
            let ended = self.step(t, &mut trajectories)?;
            if !proceed() {
                return Ok(());
            }
            for ((_, output), state) in
                trajectories.iter_mut().zip(self.states.chunks_exact(self.size))
            {
                if let Some(to) = output.state.as_deref_mut() {
                    extract_state(self.m, state, STATE, row_mut(to, t, nstate), rollout::STATE)?;
                }
            }
            // those that end make room
            for i in (0..trajectories.len()).rev().filter(|&i| ended[i]) {
                let (_, output) = trajectories.swap_remove(i);
                repeat(output.state, t, nstate);
                repeat(output.sensordata, t, self.m.nsensordata);
                let last = self.states.len() - self.size;
                self.states.copy_within(last.., i * self.size);
                self.states.truncate(last);
            }
            if trajectories.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Puts every trajectory where it begins.
    fn begin(
        &mut self,
        nstep: usize,
        trajectories: &[(Input<'_>, Output<'_>)],
    ) -> Result<(), StateError> {
        let system = &System { model: self.m, hooks: &Hooks::NONE };
        self.states.clear();
        for (input, output) in trajectories {
            check_lengths(self.m, nstep, input, output)?;
            rollout::start(system, &mut self.start, input)?;
            let first = self.states.len();
            self.states.resize(first + self.size, 0.0);
            get_state(self.m, &self.start, &mut self.states[first..], STATE)?;
        }
        Ok(())
    }

    /// Takes step `t` of every trajectory and writes its sensors; returns which ones counted a warning.
    fn step(
        &mut self,
        t: usize,
        trajectories: &mut [(Input<'_>, Output<'_>)],
    ) -> Result<Vec<bool>, StateError> {
        let Self { m, size, .. } = *self;
        for ((input, _), state) in trajectories.iter().zip(self.states.chunks_exact_mut(size)) {
            if let Control::Each(controls) = input.control {
                let control = row(controls, t, state_size(m, input.signature)?);
                insert_state(m, control, input.signature, state, STATE)?;
            }
        }
        let states = self.states.chunks_exact_mut(size).enumerate();
        let mut envs: Vec<_> = states.map(|(i, state)| Env::new(i, state, None)).collect();
        self.stepper.step(Models::Same(m), &mut envs, 1, &mut |env, m, d| {
            if let Some(sensordata) = trajectories[env.index].1.sensordata.as_deref_mut() {
                row_mut(sensordata, t, m.nsensordata).copy_from_slice(&d.sensordata);
            }
        });
        Ok(envs.iter().map(Env::has_warned).collect())
    }
}

/// Fills the rest of an output with what it has after step `t`.
fn repeat(output: Option<&mut [f64]>, t: usize, len: usize) {
    let Some(output) = output else { return };
    let (done, rest) = output.split_at_mut((t + 1) * len);
    for to in rest.chunks_exact_mut(len.max(1)) {
        to.copy_from_slice(&done[t * len..]);
    }
}
