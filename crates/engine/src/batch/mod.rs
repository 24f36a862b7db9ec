//! Many environments of one model in one process.
//!
//! | reads | writes |
//! |---|---|
//! | states of the environments | states of the environments |
//!
//! An environment is stored as its state: time, positions, velocities, activations, the warm start of the solver
//! and the inputs ([`StateBit::Integration`]). A few workers have [`Data`], through which blocks of four
//! environments pass; smooth stages compute the four at once, one per lane. Every environment goes where it would
//! go alone, bit for bit, whatever the number of threads.
//!
//! An environment that fails (a number that is not finite, an acceleration that is too large) is reported, and
//! reset before the next step of the batch. The others are not affected.
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
//! assert!((batch.state(999)[0] - 0.02).abs() < 1e-12, "a state begins with the time");
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```

mod block;
#[doc(hidden)]
pub mod driver;
mod env;
mod error;
mod handover;
mod mixed;
mod randomize;
mod reset;
mod result;
mod rollout;
mod snapshot;
mod snapshot_error;
mod stepper;
mod vary;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

pub use env::{Env, Models, VariedModel};
pub use error::{StepError, StepErrorKind};
pub use mixed::MixedBatch;
pub use result::{BatchResult, RewardFn, TerminationFn};
pub use rollout::Rollouts;
pub use snapshot::SnapshotInfo;
pub use snapshot_error::SnapshotError;
pub use stepper::{Look, Stepper, Wanted};
pub use vary::{DERIVED, Parameter, Refresher, Varied, VaryError};

pub use crate::stepping::{Beyond, Stepping};

use crate::data::Data;
use crate::enums::StateBit;
use crate::hooks::Hooks;
use crate::model::Model;
use crate::state::{StateError, get_state, state_size};
use driver::{JOB, on_cores};
use randomize::as_varied;
use result::Part;
use stepper::STATE;

/// Environments of a model that step together.
pub struct BatchSim {
    model: Arc<Model>,
    /// Numbers of a state.
    size: usize,
    /// The states, one after the other.
    states: Vec<f64>,
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
    varied: Vec<(Parameter, Vec<f64>)>,
    /// Idle workers; a job takes one and gives it back.
    workers: Mutex<Vec<Stepper>>,
    reward: Option<Arc<dyn RewardFn>>,
    termination: Option<Arc<dyn TerminationFn>>,
    time_limit: Option<u64>,
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
        let size = state_size(&model, STATE).unwrap_or(0);
        let mut start = vec![0.0; size];
        get_state(&model, &first, &mut start, STATE).expect("a row has the size of the state");
        let keeps = Stepping::of(&model).keeps_data();
        Self {
            size,
            states: start.repeat(n),
            start,
            steps: vec![0; n],
            failed: vec![false; n],
            own: if keeps { vec![first; n] } else { Vec::new() },
            hooks: Vec::new(),
            varied: Vec::new(),
            workers: Mutex::default(),
            reward: None,
            termination: None,
            time_limit: None,
            model,
        }
    }

    /// Rewards every step.
    #[must_use]
    pub fn with_reward(mut self, reward: impl RewardFn + 'static) -> Self {
        self.reward = Some(Arc::new(reward));
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
    /// let of_user = |env| *batch.state(env).last().unwrap();
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
            get_state(&self.model, &first, &mut self.start, STATE)
                .expect("a row has the size of the state");
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

    /// The state of an environment, [`StateBit::Integration`].
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn state(&self, env: usize) -> &[f64] {
        &self.states[env * self.size..][..self.size]
    }

    /// The state of an environment, to be written.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn state_mut(&mut self, env: usize) -> &mut [f64] {
        &mut self.states[env * self.size..][..self.size]
    }

    /// The states of all environments, one after the other.
    pub fn states(&self) -> &[f64] {
        &self.states
    }

    /// The controls of an environment, to be written.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn ctrl_mut(&mut self, env: usize) -> &mut [f64] {
        // the bits of all parts that come first
        let before = StateBit::Ctrl as i32 - 1;
        let first = state_size(&self.model, before).unwrap_or(0);
        let nu = self.model.nu;
        &mut self.state_mut(env)[first..][..nu]
    }

    /// Makes a state the one that resets return to.
    ///
    /// # Errors
    /// If it has not the size of a state.
    pub fn set_start(&mut self, state: &[f64]) -> Result<(), StateError> {
        let (expected, found) = (self.size, state.len());
        if found != expected {
            return Err(StateError::Length { expected, found });
        }
        self.start.copy_from_slice(state);
        Ok(())
    }

    /// Steps all environments once. Those that failed before are reset first.
    pub fn step_all(&mut self) -> BatchResult {
        self.step_n(1)
    }

    /// Steps all environments `n` times, controls held. Rewards are added up; an environment is
    /// terminated, truncated or has an error if it was in any of the steps.
    pub fn step_n(&mut self, n: usize) -> BatchResult {
        let mut result = BatchResult::new(std::iter::once((&*self.model, self.len())));
        for _ in 0..n {
            run(std::slice::from_mut(self), &mut result);
        }
        result
    }

    /// Resets the environments that failed, then splits the batch into what all jobs share and the jobs.
    fn jobs<'a>(&'a mut self, result: &mut Part<'a>) -> (Shared<'a>, Vec<Job<'a>>) {
        self.reset_failed();
        let shared = Shared {
            m: &self.model,
            varied: self.varied.iter().map(as_varied).collect(),
            hooks: &self.hooks,
            workers: &self.workers,
            reward: self.reward.as_deref(),
            termination: self.termination.as_deref(),
            time_limit: self.time_limit,
        };
        let mut own = self.own.chunks_mut(JOB);
        let jobs = self
            .states
            .chunks_mut(JOB * self.size)
            .zip(self.steps.chunks_mut(JOB))
            .zip(self.failed.chunks_mut(JOB))
            .enumerate()
            .map(|(k, ((states, steps), failed))| {
                let (own, part) = (own.next().unwrap_or_default(), result.take(steps.len()));
                Job { first: k * JOB, states, size: self.size, steps, failed, own, part }
            })
            .collect();
        (shared, jobs)
    }
}

/// Steps all environments of some batches once and adds to a result.
fn run(batches: &mut [BatchSim], result: &mut BatchResult) {
    let mut rest = result.whole();
    let batches = batches.iter_mut().map(|batch| batch.jobs(&mut rest));
    let jobs = batches.flat_map(|(shared, jobs)| {
        let shared = Arc::new(shared);
        jobs.into_iter().map(move |job| (shared.clone(), job))
    });
    on_cores(jobs, || (), |(), (shared, job)| job.run(&shared));
}

/// The inputs that all jobs of a step share.
struct Shared<'a> {
    m: &'a Model,
    varied: Vec<Varied<'a>>,
    hooks: &'a [Hooks],
    workers: &'a Mutex<Vec<Stepper>>,
    reward: Option<&'a dyn RewardFn>,
    termination: Option<&'a dyn TerminationFn>,
    time_limit: Option<u64>,
}

impl Shared<'_> {
    fn models(&self) -> Models<'_> {
        if self.varied.is_empty() {
            Models::Same(self.m)
        } else {
            Models::Varied(self.m, &self.varied)
        }
    }

    /// A worker that nobody uses.
    fn worker(&self) -> Stepper {
        let free = self.workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let observed = self.reward.is_some() || self.termination.is_some();
        let wanted = if observed { Wanted::Everything } else { Wanted::Sensors };
        free.unwrap_or_else(|| Stepper::new(self.m, wanted))
    }

    fn give_back(&self, worker: Stepper) {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

/// Some environments next to each other, and where their results go.
struct Job<'a> {
    /// The number of the first one.
    first: usize,
    states: &'a mut [f64],
    size: usize,
    steps: &'a mut [u64],
    failed: &'a mut [bool],
    own: &'a mut [Data],
    part: Part<'a>,
}

impl Job<'_> {
    fn run(self, shared: &Shared<'_>) {
        let Self { first, states, size, steps, failed, own, part } = self;
        for steps in &mut *steps {
            *steps += 1;
        }
        let mut own = own.iter_mut();
        let states = states.chunks_exact_mut(size).zip(first..);
        let env = |(state, i)| Env::new(i, state, own.next()).with_hooks(shared.hooks.get(i));
        let mut envs: Vec<_> = states.map(env).collect();
        let mut worker = shared.worker();
        worker.step(shared.models(), &mut envs, 1, &mut |env, m, d| {
            let i = env.index - first;
            if let Some(reward) = shared.reward {
                part.rewards[i] += reward.compute(m, d);
            }
            if let Some(termination) = shared.termination {
                part.terminated[i] |= termination.terminated(m, d);
            }
            part.truncated[i] |= shared.time_limit.is_some_and(|limit| steps[i] >= limit);
        });
        shared.give_back(worker);
        part.finish(&envs, failed);
    }
}
