//! Open-loop trajectories, several at a time.
//!
//! | reads |
//! |---|
//! | `sensordata` |

use std::fmt;

use super::block::{Rows, STATE, Stepper, has_warned};
use crate::data::Data;
use crate::hooks::{Hooks, System};
use crate::model::Model;
use crate::rollout::{self, Control, Input, Output, check_lengths, row, row_mut};
use crate::state::{StateError, extract_state, get_state, insert_state, state_size};

/// Memory for trajectories of a model.
///
/// Each has the bits that [`rollout`](crate::rollout::rollout) gives it alone.
pub struct Rollouts {
    stepper: Stepper,
    width: usize,
    /// Where trajectories begin.
    start: Data,
    /// States of the trajectories that go on, one after the other.
    states: Vec<f64>,
}

impl fmt::Debug for Rollouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rollouts").field("width", &self.width).finish_non_exhaustive()
    }
}

impl Rollouts {
    /// Allocates memory for a model.
    pub fn new(m: &Model) -> Self {
        let width = Self::width(m);
        let stepper = Stepper::new(m, false);
        Self { stepper, width, start: Data::new(m), states: Vec::new() }
    }

    /// How many trajectories of a model go together; one if it has something that only single simulations
    /// know, and then [`rollout`](crate::rollout::rollout) does as well.
    pub fn width(m: &Model) -> usize {
        Stepper::width(m)
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
        m: &Model,
        nstep: usize,
        mut trajectories: Vec<(Input<'_>, Output<'_>)>,
        mut proceed: impl FnMut() -> bool,
    ) -> Result<(), StateError> {
        let system = &System { model: m, hooks: &Hooks::NONE };
        let size = state_size(m, STATE)?;
        self.states.clear();
        for (input, output) in &trajectories {
            check_lengths(m, nstep, input, output)?;
            rollout::start(system, &mut self.start, input)?;
            let first = self.states.len();
            self.states.resize(first + size, 0.0);
            get_state(m, &self.start, &mut self.states[first..], STATE)?;
        }

        let nstate = state_size(m, rollout::STATE)?;
        let mut errors = vec![None; trajectories.len()];
        let mut ended = vec![false; trajectories.len()];
        for t in 0..nstep {
            for ((input, _), state) in trajectories.iter().zip(self.states.chunks_exact_mut(size)) {
                if let Control::Each(controls) = input.control {
                    let control = row(controls, t, state_size(m, input.signature)?);
                    insert_state(m, control, input.signature, state, STATE)?;
                }
            }
            let mut look = |i: usize, d: &mut Data| {
                ended[i] = has_warned(d);
                if let Some(sensordata) = trajectories[i].1.sensordata.as_deref_mut() {
                    row_mut(sensordata, t, m.nsensordata).copy_from_slice(&d.sensordata);
                }
            };
            for (k, states) in self.states.chunks_mut(self.width * size).enumerate() {
                let first = k * self.width;
                let last = (first + self.width).min(errors.len());
                let rows = Rows { states, size, errors: &mut errors[first..last] };
                self.stepper.step(m, rows, &mut |i, d| look(first + i, d));
            }
            if !proceed() {
                return Ok(());
            }
            for ((_, output), state) in trajectories.iter_mut().zip(self.states.chunks_exact(size))
            {
                if let Some(to) = output.state.as_deref_mut() {
                    extract_state(m, state, STATE, row_mut(to, t, nstate), rollout::STATE)?;
                }
            }
            // those that end make room
            for i in (0..trajectories.len()).rev().filter(|&i| ended[i]) {
                let (_, output) = trajectories.swap_remove(i);
                repeat(output.state, t, nstate);
                repeat(output.sensordata, t, m.nsensordata);
                let last = self.states.len() - size;
                self.states.copy_within(last.., i * size);
                self.states.truncate(last);
                errors.pop();
            }
            ended.clear();
            ended.resize(trajectories.len(), false);
            if trajectories.is_empty() {
                break;
            }
        }
        Ok(())
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
