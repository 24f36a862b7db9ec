//! Many environments of one model in one process.
//!
//! | reads | writes |
//! |---|---|
//! | states of the environments | states of the environments |
//!
//! An environment is stored as its state: time, positions, velocities, activations, the warm start of the solver
//! and the inputs ([`StateBit::Integration`](crate::enums::StateBit::Integration)). A few workers have [`Data`],
//! through which blocks of four environments pass; smooth stages compute the four at once, one per lane. Every
//! environment goes where it would go alone, bit for bit, whatever the number of threads.
//!
//! An environment that fails (a number that is not finite, an acceleration that is too large) is reported, and
//! reset before the next step of the batch. The others are not affected.
//!
//! # How old fields are
//!
//! Rewards and ends of episodes see the data after a step, as [`step`](crate::step()) leaves it. As in MuJoCo, a step
//! computes everything from the state at its beginning and then moves the state on:
//!
//! | fields | of which state |
//! |---|---|
//! | `time`, `qpos`, `qvel`, `act`, `qacc_warmstart` and the rest of the state | the new one |
//! | poses and centers of mass (`xpos`, `xmat`, `geom_xpos`, `site_xpos`, `subtree_com`, ...), contacts, velocities of bodies, forces, `qacc`, sensors | the one at the beginning of the step; of `RK4`, sensors so, the rest of its last stage |
//!
//! [`BatchSim::with_fresh_kinematics`] computes poses and centers of mass once more, from the new state.
//!
//! # Panics of closures
//!
//! A closure or hook that panics stops its environment only. All others take the steps of the call, whatever the
//! number of threads; then the panic of the environment with the lowest number goes on in the caller. If the caller
//! catches it, the batch can be used further: the next step resets the environments whose closures have panicked.
//!
//! ```
//! use std::sync::Arc;
//!
//! use ferrodyn::batch::BatchSim;
//!
//! let m = ferrodyn::load_str("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")?;
//! let mut batch = BatchSim::new(Arc::new(m), 1000);
//! for _ in 0..10 {
//!     let result = batch.step_all();
//!     assert!(result.errors.iter().all(Option::is_none));
//! }
//! assert!((batch.time(999) - 0.02).abs() < 1e-12);
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```

mod block;
#[doc(hidden)]
pub mod driver;
mod env;
mod error;
mod handover;
mod mixed;
mod parts;
mod randomize;
mod reset;
mod result;
mod rollout;
mod run;
mod snapshot;
mod snapshot_error;
mod stepper;
mod vary;

use std::fmt;
use std::sync::{Arc, Mutex};

pub use error::{StepError, StepErrorKind};
pub use mixed::MixedBatch;
pub use parts::EnvState;
pub use randomize::SetConstError;
pub use result::{BatchResult, RewardFn, TerminationFn};
pub use rollout::Rollouts;
pub use snapshot::SnapshotInfo;
pub use snapshot_error::SnapshotError;
pub use vary::{DERIVED, VaryError};

pub use crate::stepping::{Beyond, Stepping};

// on no page: other crates of the workspace make batches of their own of these
pub use env::{Env, Models, VariedModel};
pub use stepper::{Look, Stepper, Wanted};
pub use vary::{OwnedValues, Parameter, Refresher, Varied};

use crate::data::Data;
use crate::hooks::Hooks;
use crate::model::Model;
use crate::state::{StateError, get_state};
use parts::Layout;
use stepper::{OF_THE_SIZE, STATE};

/// A closure that is called with the number of an environment, the model and the environment before each step.
type Control = dyn Fn(usize, &Model, &mut EnvState<'_>) + Send + Sync;

/// Environments of a model that step together.
pub struct BatchSim {
    model: Arc<Model>,
    /// Where the parts of a state are.
    layout: Layout,
    /// The states, one after the other.
    states: Vec<f64>,
    /// The sensors of the last step, one environment after the other.
    sensordata: Vec<f64>,
    /// The state that a reset returns to.
    start: Vec<f64>,
    /// Steps since the last reset.
    steps: Vec<u64>,
    /// Environments that are reset before the next step.
    failed: Vec<bool>,
    /// Data of each environment, if a step [depends on more than the state](Stepping); else empty.
    own: Vec<Data>,
    /// Hooks of each environment, if there are any.
    hooks: Vec<Hooks>,
    /// Parameters that differ, with the values of all environments.
    varied: Vec<OwnedValues>,
    /// Idle workers; a job takes one and gives it back.
    workers: Mutex<Vec<Stepper>>,
    control: Option<Arc<Control>>,
    reward: Option<Arc<dyn RewardFn>>,
    termination: Option<Arc<dyn TerminationFn>>,
    time_limit: Option<u64>,
    fresh_kinematics: bool,
}

impl fmt::Debug for BatchSim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchSim").field("environments", &self.len()).finish_non_exhaustive()
    }
}

impl BatchSim {
    /// `n` environments in the default state of a model.
    ///
    /// # Panics
    /// If the machine has not enough memory for `n` states.
    pub fn new(model: Arc<Model>, n: usize) -> Self {
        let first = Data::new(&*model);
        let layout = Layout::new(&model);
        let mut start = vec![0.0; layout.size()];
        get_state(&model, &first, &mut start, STATE).expect(OF_THE_SIZE);
        let keeps = Stepping::of(&model).keeps_data();
        Self {
            layout,
            states: start.repeat(n),
            sensordata: vec![0.0; n * model.nsensordata],
            start,
            steps: vec![0; n],
            failed: vec![false; n],
            own: if keeps { vec![first; n] } else { Vec::new() },
            hooks: Vec::new(),
            varied: Vec::new(),
            workers: Mutex::default(),
            control: None,
            reward: None,
            termination: None,
            time_limit: None,
            fresh_kinematics: false,
            model,
        }
    }

    /// Calls a closure for each environment before each of its steps, on the threads of the batch: a policy, so that
    /// a rollout is one call of [`step_n`](Self::step_n). It is told the number of the environment and the model that
    /// all share, and reads and writes the state: controls, applied forces, mocap poses, anything.
    ///
    /// Environments stay in lanes, and keep no data: this costs what the closure costs. What a step computes besides the
    /// state it does not see, but for sensors, which are those of the last step. A closure that wants more is a
    /// [hook](Self::with_hooks). [Snapshots](Self::save) do not hold what a closure remembers.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use ferrodyn::batch::BatchSim;
    ///
    /// let m = ferrodyn::load_str(
    ///     "<mujoco><worldbody><body><joint name='hinge'/><geom size='.1' pos='.3 0 0'/></body></worldbody>
    ///     <actuator><motor joint='hinge' gear='10'/></actuator></mujoco>",
    /// )?;
    /// let mut batch = BatchSim::new(Arc::new(m), 3).with_control(|env, _, state| {
    ///     let target = 0.2 * env as f64;
    ///     state.ctrl_mut()[0] = target - state.qpos()[0] - 0.3 * state.qvel()[0];
    /// });
    /// batch.step_n(3000);
    /// assert!((batch.qpos(2)[0] - 0.4).abs() < 1e-3);
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    #[must_use]
    pub fn with_control(
        mut self,
        control: impl Fn(usize, &Model, &mut EnvState<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.control = Some(Arc::new(control));
        self
    }

    /// Rewards every step. Which fields of the data are of which state is said
    /// [here](crate::batch#how-old-fields-are).
    #[must_use]
    pub fn with_reward(mut self, reward: impl RewardFn + 'static) -> Self {
        self.reward = Some(Arc::new(reward));
        self.observe()
    }

    /// Computes poses, centers of mass and tendons once more after each step, from the new state, before rewards and ends
    /// of episodes see the data: `xpos`, `xquat`, `xmat`, `geom_xpos`, `site_xpos`, `subtree_com`, `cam_xpos`,
    /// `flexvert_xpos`, `ten_length` and their like then belong to `qpos`. Contacts, velocities of bodies (`cvel`), forces
    /// and sensors stay those [of the beginning of the step](crate::batch#how-old-fields-are).
    ///
    /// This changes no state. It costs the kinematics of a step once more, in lanes.
    #[must_use]
    pub fn with_fresh_kinematics(mut self) -> Self {
        self.fresh_kinematics = true;
        self.observe()
    }

    /// Says when episodes end. An environment whose episode has ended still steps, until it is [reset](Self::reset).
    #[must_use]
    pub fn with_termination(mut self, termination: impl TerminationFn + 'static) -> Self {
        self.termination = Some(Arc::new(termination));
        self.observe()
    }

    /// Cuts episodes off after so many steps; they go on until they are [reset](Self::reset).
    #[must_use]
    pub fn with_time_limit(mut self, steps: u64) -> Self {
        self.time_limit = Some(steps);
        self
    }

    /// Gives environments hooks of their own: `hooks` is told the number of each and says which. The
    /// closures of one environment are never called by two threads at once; what several of them share
    /// has to bear that.
    ///
    /// Environments with hooks that compute keep their data, as a hook may read what the last step left
    /// there, and step one at a time: a small model takes several times as long, and each environment as
    /// much memory as [`Data`]. [`ctrl_mut`](Self::ctrl_mut) between steps costs neither. All environments
    /// begin anew. Snapshots do not hold what closures remember. Plugins that hooks bring start from the
    /// state that those of environment 0 give.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use ferrodyn::batch::BatchSim;
    /// use ferrodyn::{Data, Hooks, Model};
    ///
    /// let m = Arc::new(ferrodyn::load_str("<mujoco><size nuserdata='1'/></mujoco>")?);
    /// let mut batch = BatchSim::new(m, 3).with_hooks(|env| Hooks {
    ///     control: Some(Arc::new(move |_: &Model, d: &mut Data| d.userdata[0] += env as f64)),
    ///     ..Hooks::default()
    /// });
    /// batch.step_n(5);
    /// let of_user = |env| batch.userdata(env)[0];
    /// assert_eq!([of_user(0), of_user(1), of_user(2)], [0.0, 5.0, 10.0]);
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    ///
    /// # Panics
    /// If the machine has not enough memory for the data of all environments.
    #[must_use]
    pub fn with_hooks(mut self, hooks: impl Fn(usize) -> Hooks) -> Self {
        self.hooks = (0..self.len()).map(hooks).collect();
        let system = |env: usize| self.model.with(&self.hooks[env]);
        let keeps = (0..self.len()).any(|env| Stepping::of(&system(env)).keeps_data());
        let envs = 0..if keeps { self.len() } else { 0 };
        self.own = envs.map(|env| Data::new(&system(env))).collect();
        if let Some(hooks) = self.hooks.first().filter(|hooks| hooks.has_plugins()) {
            let first = Data::new(&self.model.with(hooks));
            get_state(&self.model, &first, &mut self.start, STATE).expect(OF_THE_SIZE);
        }
        self.reset_all();
        self
    }

    /// Drops the workers, which were made to compute sensors only: rewards and terminations read all data.
    fn observe(mut self) -> Self {
        self.workers = Mutex::default();
        self
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Number of environments.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Makes a [`StateBit::Integration`](crate::enums::StateBit::Integration) state the one that resets return to.
    ///
    /// # Errors
    /// If it has not the size of a state.
    pub fn set_start(&mut self, state: &[f64]) -> Result<(), StateError> {
        let (expected, found) = (self.layout.size(), state.len());
        if found != expected {
            return Err(StateError::Length { expected, found });
        }
        self.start.copy_from_slice(state);
        Ok(())
    }

    /// Steps all environments once. Those that failed before are reset first.
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_all(&mut self) -> BatchResult {
        self.step_n(1)
    }

    /// Steps all environments `n` times. Rewards are added up; an environment is terminated, truncated or has an error
    /// if it was in any of the steps; the first error is kept. Environments that fail are reset before their next step.
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_n(&mut self, n: usize) -> BatchResult {
        let mut result = BatchResult::default();
        self.step_n_into(n, &mut result);
        result
    }

    /// As [`step_all`](Self::step_all), into a result whose memory is used again: it may be of an earlier step, of
    /// another batch, or [`BatchResult::default`].
    ///
    /// Nothing is allocated once the result has its size and the memory of each thread has seen as many contacts as
    /// there are. On several threads, call it from one of them (`pool.install(|| ..)`): rayon's queue for calls
    /// from other threads allocates once in 63 calls.
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_into(&mut self, result: &mut BatchResult) {
        self.step_n_into(1, result);
    }

    /// As [`step_n`](Self::step_n), into a result whose memory is used again, see [`step_into`](Self::step_into).
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_n_into(&mut self, n: usize, result: &mut BatchResult) {
        run::run(std::slice::from_mut(self), n, result);
    }
}
