//! Steps the environments of batches: control closures, the step, rewards and ends of episodes, eight environments
//! at a time on all threads, without allocation once memory has its size.
//!
//! | reads |
//! |---|
//! | `sensordata` |
//!
//! A closure of the user that panics must not change where other environments go. So panics are caught for each
//! environment; the others take all their steps, and the panic of the first environment goes on in the caller.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::driver::{JOB, on_threads, threads_for};
use super::env::{Env, Models};
use super::parts::EnvState;
use super::reset::Resets;
use super::result::Part;
use super::stepper::{Stepper, Wanted};
use super::{BatchResult, BatchSim, Control, RewardFn, TerminationFn};
use crate::data::Data;
use crate::model::Model;

/// The panic of a closure, and the environment that it was called for.
type Panic = Option<(usize, Box<dyn Any + Send>)>;

/// Takes so many steps with all environments of some batches, and writes the result.
pub(super) fn run(batches: &mut [BatchSim], steps: usize, result: &mut BatchResult) {
    result.make_room(batches);
    let jobs = batches.iter().map(BatchSim::jobs_count).sum();
    let threads = threads_for(jobs);
    for batch in &mut *batches {
        let (purpose, jobs) = (batch.purpose(), batch.jobs_count());
        let workers = batch.workers.get_mut().unwrap_or_else(PoisonError::into_inner);
        while workers.len() < threads.min(jobs) {
            workers.push(purpose.worker(&batch.model));
        }
    }
    let panic = Mutex::new(None);
    let (mut rest, mut first) = (result.whole(), 0);
    let jobs = batches.iter_mut().flat_map(|batch| {
        let (part, before) = (rest.take(batch.len()), first);
        first += batch.len();
        batch.jobs(part, before)
    });
    on_threads(threads, jobs, || (), |(), job| job.run(steps, &panic));
    if let Some((_, payload)) = panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
        resume_unwind(payload);
    }
}

impl BatchSim {
    fn jobs_count(&self) -> usize {
        self.len().div_ceil(JOB)
    }

    fn purpose(&self) -> Purpose {
        let is_observed = self.reward.is_some() || self.termination.is_some();
        Purpose { is_observed, is_fresh: is_observed && self.fresh_kinematics }
    }

    /// Cuts the batch into jobs. `before` counts the environments of other batches before it.
    fn jobs<'a>(
        &'a mut self,
        mut part: Part<'a>,
        before: usize,
    ) -> impl Iterator<Item = Job<'a>> + Send {
        let (size, nsensordata) = (self.layout.size(), self.model.nsensordata);
        let shared = Shared {
            resets: Resets {
                m: &self.model,
                start: &self.start,
                hooks: &self.hooks,
                varied: &self.varied,
                layout: &self.layout,
            },
            purpose: self.purpose(),
            workers: &self.workers,
            control: self.control.as_ref(),
            reward: self.reward.as_deref(),
            termination: self.termination.as_deref(),
            time_limit: self.time_limit,
            before,
        };
        let mut own = self.own.chunks_mut(JOB);
        let mut sensordata = self.sensordata.chunks_mut((JOB * nsensordata).max(1));
        self.states
            .chunks_mut(JOB * size)
            .zip(self.steps.chunks_mut(JOB))
            .zip(self.failed.chunks_mut(JOB))
            .enumerate()
            .map(move |(k, ((states, steps), failed))| Job {
                shared,
                first: k * JOB,
                envs: Envs {
                    states,
                    sensordata: sensordata.next().unwrap_or_default(),
                    own: own.next().unwrap_or_default(),
                    failed,
                    part: part.take(steps.len()),
                    steps,
                    panicked: [false; JOB],
                },
            })
    }
}

/// What the workers of a batch are for.
#[derive(Clone, Copy)]
struct Purpose {
    /// Whether rewards or ends of episodes read the data after a step.
    is_observed: bool,
    /// Whether poses are those of the new state then.
    is_fresh: bool,
}

impl Purpose {
    fn worker(self, m: &Model) -> Stepper {
        let wanted = if self.is_observed { Wanted::Everything } else { Wanted::Sensors };
        let worker = Stepper::new(m, wanted);
        if self.is_fresh { worker.with_fresh_kinematics() } else { worker }
    }
}

/// The inputs that all jobs of a batch share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    resets: Resets<'a>,
    purpose: Purpose,
    workers: &'a Mutex<Vec<Stepper>>,
    control: Option<&'a Arc<Control>>,
    reward: Option<&'a dyn RewardFn>,
    termination: Option<&'a dyn TerminationFn>,
    time_limit: Option<u64>,
    /// Environments of other batches that come first in the result.
    before: usize,
}

impl<'a> Shared<'a> {
    fn models(&self) -> Models<'a> {
        let Resets { m, varied, .. } = self.resets;
        if varied.is_empty() { Models::Same(m) } else { Models::Owned(m, varied) }
    }

    /// A worker that nobody uses.
    fn worker(&self) -> Stepper {
        let free = unpoisoned(self.workers).pop();
        free.unwrap_or_else(|| self.purpose.worker(self.resets.m))
    }
}

/// Some environments next to each other, and where their results go.
struct Job<'a> {
    shared: Shared<'a>,
    /// The number of the first one.
    first: usize,
    envs: Envs<'a>,
}

/// Rows of the environments of a job.
struct Envs<'a> {
    states: &'a mut [f64],
    sensordata: &'a mut [f64],
    own: &'a mut [Data],
    steps: &'a mut [u64],
    /// Those that are reset before their next step.
    failed: &'a mut [bool],
    part: Part<'a>,
    /// Those of which a closure has panicked, which take no more steps in this call.
    panicked: [bool; JOB],
}

impl Job<'_> {
    fn run(mut self, steps: usize, panic: &Mutex<Panic>) {
        let mut worker = self.shared.worker();
        for _ in 0..steps {
            self.reset_failed();
            self.control(panic);
            self.step(&mut worker, panic);
        }
        unpoisoned(self.shared.workers).push(worker);
        let Shared { resets: Resets { layout, .. }, .. } = self.shared;
        for (row, to) in self.envs.states.chunks_exact(layout.size()).zip(self.envs.part.rows()) {
            to.copy_from_slice(&row[layout.moving()]);
        }
    }

    fn reset_failed(&mut self) {
        let Envs { states, sensordata, own, steps, failed, panicked, .. } = &mut self.envs;
        let size = self.shared.resets.layout.size();
        let nsensordata = self.shared.resets.m.nsensordata;
        for i in 0..failed.len() {
            if failed[i] && !panicked[i] {
                let state = &mut states[i * size..][..size];
                let sensordata = &mut sensordata[i * nsensordata..][..nsensordata];
                self.shared.resets.reset(self.first + i, state, sensordata, own.get_mut(i));
                (steps[i], failed[i]) = (0, false);
            }
        }
    }

    /// Calls the control closure for each environment.
    fn control(&mut self, panic: &Mutex<Panic>) {
        let Some(control) = self.shared.control else { return };
        let Resets { m, layout, .. } = self.shared.resets;
        let Envs { states, sensordata, panicked, .. } = &mut self.envs;
        for (i, row) in states.chunks_exact_mut(layout.size()).enumerate() {
            let sensordata = &sensordata[i * m.nsensordata..][..m.nsensordata];
            let mut state = EnvState { layout, row, sensordata };
            if !panicked[i] {
                let call = || control(self.first + i, m, &mut state);
                panicked[i] = caught(panic, self.shared.before + self.first + i, call);
            }
        }
    }

    /// Takes one step with the environments of which no closure has panicked.
    fn step(&mut self, worker: &mut Stepper, panic: &Mutex<Panic>) {
        let (first, shared) = (self.first, self.shared);
        let Resets { m, layout, hooks, .. } = shared.resets;
        let Envs { states, sensordata, own, steps, failed, part, panicked } = &mut self.envs;
        let mut own = own.iter_mut();
        let left_out = *panicked;
        let mut rows = states
            .chunks_exact_mut(layout.size())
            .enumerate()
            .map(|(i, state)| (i, state, own.next()))
            .filter(|(i, ..)| !left_out[*i]);
        // on the stack: a step does not allocate
        let mut count = 0;
        let mut envs: [Env<'_>; JOB] = std::array::from_fn(|_| match rows.next() {
            Some((i, state, own)) => {
                count += 1;
                Env::new(first + i, state, own).with_hooks(hooks.get(first + i))
            }
            None => Env::new(first, &mut [], None),
        });
        let envs = &mut envs[..count];
        for env in &*envs {
            steps[env.index - first] += 1;
        }

        let number = |env: &Env<'_>| shared.before + env.index;
        let mut observe = |env: &Env<'_>, m: &Model, d: &mut Data| {
            let i = env.index - first;
            let sensed = &mut sensordata[i * m.nsensordata..][..m.nsensordata];
            sensed.copy_from_slice(&d.sensordata);
            let closures = || {
                if let Some(reward) = shared.reward {
                    part.rewards[i] += reward.compute(m, d);
                }
                if let Some(termination) = shared.termination {
                    part.terminated[i] |= termination.terminated(m, d);
                }
            };
            panicked[i] |= caught(panic, number(env), closures);
            part.truncated[i] |= shared.time_limit.is_some_and(|limit| steps[i] >= limit);
        };
        let mut thrown = [false; JOB];
        if hooks.is_empty() {
            worker.step(shared.models(), envs, 1, &mut observe);
        } else {
            for (env, thrown) in envs.iter_mut().zip(&mut thrown) {
                let one = number(env);
                let step = || {
                    let env = std::slice::from_mut(env);
                    worker.step(shared.models(), env, 1, &mut observe);
                };
                *thrown = caught(panic, one, step);
                if *thrown {
                    *worker = shared.purpose.worker(m);
                }
            }
        }
        for (env, thrown) in envs.iter().zip(thrown) {
            let i = env.index - first;
            panicked[i] |= thrown;
            failed[i] = env.error.is_some();
            part.add(i, env);
        }
        // where a panic left them is nowhere to go on from
        for (failed, &panicked) in failed.iter_mut().zip(&*panicked) {
            *failed |= panicked;
        }
    }
}

/// Calls a closure of the user. Returns whether it has panicked; the panic of the first environment is kept.
fn caught(panic: &Mutex<Panic>, env: usize, closure: impl FnOnce()) -> bool {
    let Err(payload) = catch_unwind(AssertUnwindSafe(closure)) else { return false };
    let mut kept = unpoisoned(panic);
    if kept.as_ref().is_none_or(|(first, _)| env < *first) {
        *kept = Some((env, payload));
    }
    true
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
