//! Steps borrowed environments in the memory of one worker: in lanes where the model allows it, else one by one.
//!
//! | reads |
//! |---|
//! | `time`, `opt.disableflags`, `opt.enableflags` |
//!
//! A [`Stepper`] is the memory of one thread: lanes and a few [`Data`]. Its callers (`BatchSim`, `Rollouts`, Python's
//! `Batch`) own the states and pass some environments at a time. A state is copied in before a step and out after it,
//! so that the memory can serve any environment next.
//!
//! A change here must keep two promises, which `ferrodyn/tests/it/{batch,stepping}.rs` hold: an environment goes
//! where [`step`](crate::step()) would take it alone, bit for bit; and no field keeps a value of another environment.
//! A bad state is not an error of the call: it is in [`Env::error`], and the state is reset as in MuJoCo, which has
//! no counterpart of this file.

use super::StepError;
use super::block::{self, Block, LANES, Readback};
use super::env::{Env, Models, VariedModel, clear_counts};
use crate::data::Data;
use crate::enums::{SensorStage, StateBit};
use crate::hooks::{AsSystem, Hooks, Interrupt, System};
use crate::model::Model;
use crate::smooth::{rne_post_constraint, subtree_vel};
use crate::state::{get_state, set_state};
use crate::step::{forward_to, fwd_kinematics, step};
use crate::stepping::Stepping;

/// All of a state.
pub(super) const STATE: i32 = StateBit::Integration as i32;
/// Why states can be read and written.
pub(super) const OF_THE_SIZE: &str = "a state has the size that its model gives it";

/// The fields that the caller reads after a step, besides the state.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// Nothing but sensors.
    Sensors,
    /// Sensors and some fields.
    Fields(&'a [&'a str]),
    /// Everything that a step computes.
    Everything,
}

impl Wanted<'_> {
    pub(super) fn is_more_than_sensors(&self) -> bool {
        match self {
            Self::Sensors => false,
            Self::Fields(names) => names.iter().any(|&name| name != "sensordata"),
            Self::Everything => true,
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        match self {
            Self::Sensors => false,
            Self::Fields(names) => names.contains(&name),
            Self::Everything => true,
        }
    }
}

/// Called with an environment, its model and its data after a step.
#[doc(hidden)]
pub type Look<'a> = &'a mut dyn FnMut(&Env<'_>, &Model, &mut Data);

/// Memory to step environments with, several at a time if their model can be put into lanes.
#[doc(hidden)]
#[derive(Debug)]
pub struct Stepper {
    /// One, or one for each lane if more than sensors is looked at.
    singles: Vec<Data>,
    lanes: Option<Box<Block<LANES>>>,
    /// A model with the parameters of the environment at work.
    varied: Option<Box<VariedModel>>,
    /// Whether the caller reads forces on bodies, and momenta of subtrees: a step does not compute them unless a
    /// sensor needs them.
    completes: [bool; 2],
    /// Whether poses are computed once more after a step, from the new state.
    fresh: bool,
    /// Hooks of environments without their own: only an interrupt.
    hooks: Hooks,
    /// Flags of the model last used with the first of `singles`, and with the lanes and the other `singles`. Flags
    /// decide which fields a step does not write; after a change these would keep values of another model.
    flags: [Flags; 2],
}

/// `opt.disableflags` and `opt.enableflags`.
type Flags = [i32; 2];

fn flags_of(m: &Model) -> Flags {
    [m.opt.disableflags, m.opt.enableflags]
}

impl Stepper {
    /// Memory for models of the structure of `m`.
    pub fn new(m: &Model, wanted: Wanted<'_>) -> Self {
        let lanes = block::fits_lanes(m, wanted).then(|| Block::new(m, wanted)).flatten();
        let count = if lanes.is_some() && wanted.is_more_than_sensors() { LANES } else { 1 };
        // computed only if the caller names a field
        let any = |names: &[&str]| matches!(wanted, Wanted::Fields(fields) if fields.iter().any(|name| names.contains(name)));
        Self {
            singles: (0..count).map(|_| Data::new(m)).collect(),
            lanes: lanes.map(Box::new),
            varied: None,
            completes: [
                any(&["cacc", "cfrc_int", "cfrc_ext"]),
                any(&["subtree_linvel", "subtree_angmom"]),
            ],
            fresh: false,
            hooks: Hooks::default(),
            flags: [flags_of(m); 2],
        }
    }

    /// Computes poses, centers of mass and tendons once more before the caller looks at the data after a step, from the
    /// new state.
    #[must_use]
    pub fn with_fresh_kinematics(mut self) -> Self {
        self.fresh = true;
        if let Some(lanes) = &mut self.lanes {
            lanes.refresh_kinematics();
        }
        self
    }

    /// Calls `interrupt` every few milliseconds of a long step, which ends early once it returns true: see
    /// [`Hooks::interrupt`].
    #[must_use]
    pub fn interrupted_by(mut self, interrupt: Interrupt) -> Self {
        self.hooks.interrupt = Some(interrupt);
        self
    }

    /// Takes `steps` steps with each environment, then calls `look` with its data.
    ///
    /// Environments without their own data go where they would go alone only if a step
    /// [depends on the state alone](super::Stepping).
    ///
    /// # Panics
    /// If a state has not the size that the model gives it.
    pub fn step(&mut self, models: Models<'_>, envs: &mut [Env<'_>], steps: usize, look: Look<'_>) {
        self.step_to(models, envs, steps, SensorStage::None, look);
    }

    /// As [`step`](Self::step), but computes the stages up to `stage` from the new state before it calls `look`.
    /// Fields of later stages still hold the values of the last step.
    ///
    /// # Panics
    /// If a state has not the size that the model gives it.
    pub fn step_to(
        &mut self,
        models: Models<'_>,
        envs: &mut [Env<'_>],
        steps: usize,
        stage: SensorStage,
        look: Look<'_>,
    ) {
        if steps == 0 {
            return;
        }
        let completes = self.completes;
        let look = &mut |env: &Env<'_>, m: &System<'_>, d: &mut Data| {
            if stage != SensorStage::None {
                set_state(m, d, env.state, STATE).expect(OF_THE_SIZE);
                forward_to(m, d, stage);
            }
            compute_extra_fields(completes, m, d);
            look(env, m, d);
        };
        let together = envs.iter().all(|env| env.own.is_none() && env.hooks.is_none());
        if let (Models::Same(m), true) = (models, together && self.has_lanes_for(models)) {
            self.reset_lanes_if_flags_changed(m);
            let Self { singles, lanes: Some(lanes), fresh, hooks, .. } = self else { return };
            let m = &System { model: m, hooks };
            let last = if singles.len() == LANES { Readback::Data } else { Readback::Sensors };
            for envs in envs.chunks_mut(LANES) {
                // the smooth stages of one cost less than those of all lanes
                if let [env] = envs {
                    (0..steps).for_each(|_| step_alone(m, &mut singles[0], env));
                    if *fresh {
                        fwd_kinematics(m, &mut singles[0]);
                    }
                    look(env, m, &mut singles[0]);
                    continue;
                }
                for _ in 1..steps {
                    lanes.step(m, singles, envs, Readback::Nothing, &mut |_, _| {});
                }
                lanes.step(m, singles, envs, last, &mut |env, d| look(env, m, d));
            }
            return;
        }
        let Self { singles, varied, fresh, hooks, flags: [flags, _], .. } = self;
        for env in envs {
            let m = models.of(env.index, varied);
            let m = &System { model: m, hooks: env.hooks.unwrap_or(hooks) };
            let mut own = env.own.take();
            let d = own
                .as_deref_mut()
                .unwrap_or_else(|| reset_if_flags_changed(&mut singles[0], flags, m));
            for _ in 0..steps {
                step_alone(m, d, env);
            }
            if *fresh {
                fwd_kinematics(m, d);
            }
            look(env, m, d);
            env.own = own;
        }
    }

    /// Whether this worker has lanes, and the model may step there with its present options.
    fn has_lanes_for(&self, models: Models<'_>) -> bool {
        let Models::Same(m) = models else { return false };
        self.lanes.is_some() && Stepping::of(m) == Stepping::Lanes
    }

    /// Resets lanes and data if the last model had other flags.
    fn reset_lanes_if_flags_changed(&mut self, m: &impl AsSystem) {
        let m = &m.as_system();
        let Self { singles, lanes, flags: [first, rest], .. } = self;
        reset_if_flags_changed(&mut singles[0], first, m);
        if *rest != flags_of(m) {
            *rest = flags_of(m);
            singles[1..].iter_mut().for_each(|d| d.reset(m));
            if let Some(lanes) = lanes {
                lanes.reset(m);
            }
        }
    }

    /// For each environment: copies its state into data, calls `act`, copies the state back, and calls `look` with
    /// the data.
    ///
    /// # Panics
    /// If a state has not the size that the model gives it.
    pub fn each(
        &mut self,
        models: Models<'_>,
        envs: &mut [Env<'_>],
        act: &mut dyn FnMut(&Env<'_>, &Model, &mut Data),
        look: &mut dyn FnMut(&Env<'_>, &mut Data),
    ) {
        let Self { singles, varied, flags: [flags, _], .. } = self;
        for env in envs {
            let m = models.of(env.index, varied);
            let mut own = env.own.take();
            let d = own
                .as_deref_mut()
                .unwrap_or_else(|| reset_if_flags_changed(&mut singles[0], flags, m));
            set_state(m, d, env.state, STATE).expect(OF_THE_SIZE);
            clear_counts(d);
            act(env, m, d);
            get_state(m, d, env.state, STATE).expect(OF_THE_SIZE);
            env.add_counts(d);
            compute_extra_fields(self.completes, m, d);
            look(env, d);
            env.own = own;
        }
    }
}

/// Data that several models use in turn, reset if the last one had other flags: fields that a step does not
/// compute would otherwise hold values of another environment.
fn reset_if_flags_changed<'d>(
    d: &'d mut Data,
    flags: &mut Flags,
    m: &impl AsSystem,
) -> &'d mut Data {
    let m = &m.as_system();
    if *flags != flags_of(m) {
        *flags = flags_of(m);
        d.reset(m);
    }
    d
}

/// Computes the fields that the caller reads although a step does not need them.
fn compute_extra_fields([forces, momenta]: [bool; 2], m: &Model, d: &mut Data) {
    if forces {
        rne_post_constraint(m, d);
    }
    if momenta {
        subtree_vel(m, d);
    }
}

/// Steps one environment as a single simulation.
pub(super) fn step_alone(m: &System<'_>, d: &mut Data, env: &mut Env<'_>) {
    set_state(m, d, env.state, STATE).expect(OF_THE_SIZE);
    let time = d.time;
    clear_counts(d);
    step(m, d);
    if env.error.is_none() {
        env.error = StepError::of(m, d, time).map(|error| blamed(m, error, env.state));
    }
    env.add_counts(d);
    get_state(m, d, env.state, STATE).expect(OF_THE_SIZE);
}

/// An error with its cause. The step is computed once more for that, without the hooks that a user would notice.
fn blamed(m: &System<'_>, error: StepError, before: &[f64]) -> StepError {
    let Hooks { contact_filter, plugins, interrupt, .. } = m.hooks.clone();
    let hooks = Hooks { contact_filter, interrupt, plugins, ..Hooks::NONE };
    error.with_cause(&System { model: m.model, hooks: &hooks }, before)
}
