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
use crate::stepping::Stepping;

/// Memory for trajectories of a model.
///
/// Each has the bits that [`rollout`](crate::rollout::rollout) gives it alone. If a step
/// [depends on more than the state](super::Stepping), each trajectory has its own data, kept for the next call.
pub struct Rollouts<'m> {
    m: &'m Model,
    stepper: Stepper,
    interrupt: Option<Interrupt>,
    /// The hooks of a trajectory, by its number.
    hooks_of: Option<HooksOf<'m>>,
    /// Those of the trajectories of this call.
    hooks: Vec<Hooks>,
    /// Whether trajectories keep their data.
    keeps: bool,
    /// Data of the trajectories that go on, and after it that of others; one for all to begin in, if they
    /// do not keep any.
    data: Vec<Data>,
    /// States of the trajectories that go on, one after the other.
    states: Vec<f64>,
    /// Numbers of a state.
    size: usize,
}

/// Says which hooks a trajectory has, by its number.
type HooksOf<'m> = Box<dyn Fn(usize) -> Hooks + Send + Sync + 'm>;

/// A trajectory that goes on.
struct Trajectory<'a> {
    /// Its index among the trajectories of the call.
    number: usize,
    input: Input<'a>,
    output: Output<'a>,
}

impl fmt::Debug for Rollouts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rollouts").finish_non_exhaustive()
    }
}

impl<'m> Rollouts<'m> {
    /// Allocates memory for a model.
    #[must_use]
    pub fn new(m: &'m Model) -> Self {
        let size = state_size(m, STATE).unwrap_or(0);
        Self {
            m,
            stepper: Stepper::new(m, Wanted::Sensors),
            interrupt: None,
            hooks_of: None,
            hooks: Vec::new(),
            keeps: false,
            data: Vec::new(),
            states: Vec::new(),
            size,
        }
    }

    /// Gives trajectories hooks of their own: `hooks` is asked in every call for those of each trajectory,
    /// by its place in the call. What trajectories with hooks cost is said at
    /// [`BatchSim::with_hooks`](super::BatchSim::with_hooks).
    #[must_use]
    pub fn with_hooks(mut self, hooks: impl Fn(usize) -> Hooks + Send + Sync + 'm) -> Self {
        self.hooks_of = Some(Box::new(hooks));
        self
    }

    /// Asks now and then whether to end a long step, see [`Hooks::interrupt`].
    #[must_use]
    pub fn interrupted_by(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = Some(interrupt.clone());
        self.stepper = self.stepper.interrupted_by(interrupt);
        self
    }

    /// Takes `nstep` steps of each trajectory and writes states and sensor values after each.
    ///
    /// When a step of one counts a warning, it ends there: its last values fill the rest. After each step
    /// of all `proceed` says whether to go on; if not, the rest is left as it was.
    ///
    /// # Errors
    /// If an array has not the length it should have, or a signature is none.
    pub fn run(
        &mut self,
        nstep: usize,
        trajectories: Vec<(Input<'_>, Output<'_>)>,
        mut proceed: impl FnMut() -> bool,
    ) -> Result<(), StateError> {
        let numbered = |(number, (input, output))| Trajectory { number, input, output };
        let mut trajectories: Vec<_> = trajectories.into_iter().enumerate().map(numbered).collect();
        self.begin(nstep, &trajectories)?;
        let nstate = state_size(self.m, rollout::STATE)?;
        for t in 0..nstep {
            let ended = self.step(t, &mut trajectories)?;
            if !proceed() {
                return Ok(());
            }
            for (trajectory, state) in
                trajectories.iter_mut().zip(self.states.chunks_exact(self.size))
            {
                if let Some(to) = trajectory.output.state.as_deref_mut() {
                    extract_state(self.m, state, STATE, row_mut(to, t, nstate), rollout::STATE)?;
                }
            }
            // those that end make room
            for i in (0..trajectories.len()).rev().filter(|&i| ended[i]) {
                let Trajectory { output, .. } = trajectories.swap_remove(i);
                repeat(output.state, t, nstate);
                repeat(output.sensordata, t, self.m.nsensordata);
                if self.keeps {
                    self.data.swap(i, trajectories.len());
                }
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
    fn begin(&mut self, nstep: usize, trajectories: &[Trajectory<'_>]) -> Result<(), StateError> {
        let Self { m, size, .. } = *self;
        self.hooks = self.hooks_of(trajectories.len());
        let none = &Hooks::NONE;
        let system =
            |number: usize| System { model: m, hooks: self.hooks.get(number).unwrap_or(none) };
        self.keeps =
            (0..trajectories.len().max(1)).any(|number| Stepping::of(&system(number)).keeps_data());
        self.states.clear();
        for (i, Trajectory { input, output, .. }) in trajectories.iter().enumerate() {
            check_lengths(m, nstep, input, output)?;
            let (system, place) = (system(i), if self.keeps { i } else { 0 });
            if self.data.len() == place {
                self.data.push(Data::new(&system));
            }
            let d = &mut self.data[place];
            rollout::start(&system, d, input)?;
            let first = self.states.len();
            self.states.resize(first + size, 0.0);
            get_state(m, d, &mut self.states[first..], STATE)?;
        }
        Ok(())
    }

    /// The hooks of so many trajectories, if they have any.
    fn hooks_of(&self, count: usize) -> Vec<Hooks> {
        let Some(hooks_of) = &self.hooks_of else { return Vec::new() };
        let hooks = |number| {
            let hooks = hooks_of(number);
            let interrupt = hooks.interrupt.or_else(|| self.interrupt.clone());
            Hooks { interrupt, ..hooks }
        };
        (0..count).map(hooks).collect()
    }

    /// Takes step `t` of every trajectory and writes its sensors; returns which ones counted a warning.
    fn step(
        &mut self,
        t: usize,
        trajectories: &mut [Trajectory<'_>],
    ) -> Result<Vec<bool>, StateError> {
        let Self { m, size, .. } = *self;
        let states = self.states.chunks_exact_mut(size);
        for (Trajectory { input, .. }, state) in trajectories.iter().zip(states) {
            if let Control::Each(controls) = input.control {
                let control = row(controls, t, state_size(m, input.signature)?);
                insert_state(m, control, input.signature, state, STATE)?;
            }
        }
        let own = if self.keeps { &mut self.data[..] } else { &mut [] };
        let mut own = own.iter_mut();
        let states = self.states.chunks_exact_mut(size).enumerate();
        let env = |(i, state): (usize, _)| {
            let hooks = self.hooks.get(trajectories[i].number);
            Env::new(i, state, own.next()).with_hooks(hooks)
        };
        let mut envs: Vec<_> = states.map(env).collect();
        self.stepper.step(Models::Same(m), &mut envs, 1, &mut |env, m, d| {
            if let Some(sensordata) = trajectories[env.index].output.sensordata.as_deref_mut() {
                row_mut(sensordata, t, m.nsensordata).copy_from_slice(&d.sensordata);
            }
        });
        Ok(envs.iter().map(Env::has_warned).collect())
    }
}

/// Fills the rest of an output with its values after step `t`.
fn repeat(output: Option<&mut [f64]>, t: usize, len: usize) {
    let Some(output) = output else { return };
    let (done, rest) = output.split_at_mut((t + 1) * len);
    for to in rest.chunks_exact_mut(len.max(1)) {
        to.copy_from_slice(&done[t * len..]);
    }
}
