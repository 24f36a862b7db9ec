//! The actions of calls on a batch: step, compute, reset.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ferrodyn_engine::batch::{Env, Models, Stepper};
use ferrodyn_engine::enums::{SensorStage, Warning};
use ferrodyn_engine::state::reset_keyframe;
use ferrodyn_engine::step::forward_to;
use ferrodyn_engine::{Data, Model};

use super::call::{Call, Job, row_of};

/// Steps between two looks at whether the call was interrupted.
const STRIDE: usize = 32;

impl Call<'_> {
    /// Takes steps, then computes what follows from the new state up to a stage.
    pub(super) fn step(
        &self,
        worker: &mut Stepper,
        job: &mut Job<'_>,
        nstep: usize,
        stage: SensorStage,
    ) {
        let Job { envs, rows } = job;
        let mut left = nstep;
        while left > 0 && !self.is_stopped() {
            let steps = left.min(STRIDE);
            left -= steps;
            let to = if left == 0 { stage } else { SensorStage::None };
            worker.step_to(self.models, envs, steps, to, &mut |env, _, d| {
                if left == 0 {
                    self.write(row_of(rows, env), d);
                }
            });
        }
        if nstep == 0 && stage != SensorStage::None {
            self.forward(worker, job, stage);
        }
    }

    /// Computes what follows from the state up to a stage.
    pub(super) fn forward(&self, worker: &mut Stepper, job: &mut Job<'_>, stage: SensorStage) {
        let Job { envs, rows } = job;
        worker.each(self.models, envs, &mut |_, m, d| forward_to(m, d, stage), &mut |env, d| {
            self.write(row_of(rows, env), d);
        });
    }

    /// Resets to keyframes, or to the default pose, and computes what follows up to a stage.
    pub(super) fn reset(&self, worker: &mut Stepper, job: &mut Job<'_>, resets: &Resets<'_>) {
        let Job { envs, rows } = job;
        for env in envs {
            let row = row_of(rows, env);
            let key = resets.key_of(row.place);
            let shared = resets.starts.get(&key).filter(|_| env.own.is_none());
            if let (Models::Same(m), Some(start)) = (self.models, shared) {
                let start = start.get_or_init(|| Start::new(m, worker, env, resets, key));
                env.state.copy_from_slice(&start.state);
                (env.warnings, env.unconverged) = (start.warnings, start.unconverged);
                self.write(row, &start.data);
                continue;
            }
            let mut act = |_: &Env<'_>, m: &Model, d: &mut Data| resets.act(m, d, key);
            worker.each(self.models, std::slice::from_mut(env), &mut act, &mut |_, d| {
                self.write(row, d);
            });
        }
    }
}

/// Keyframes that simulations reset to at most, each of which is computed once for all of them.
const STARTS: usize = 32;
/// How many simulations at least reset to what is computed once.
const MANY: usize = 3;

/// The state that a reset returns to: a keyframe or the default pose.
pub(super) struct Resets<'a> {
    /// A keyframe for each, by place; the default pose for all, if there are none.
    keyframes: Option<&'a [i32]>,
    stage: SensorStage,
    /// Where simulations of one model are after a reset: all of a keyframe at the same place.
    starts: BTreeMap<i32, OnceLock<Start>>,
}

impl<'a> Resets<'a> {
    /// For so many simulations.
    pub(super) fn new(
        keyframes: Option<&'a [i32]>,
        stage: SensorStage,
        simulations: usize,
    ) -> Self {
        let mut counts = BTreeMap::new();
        for &key in keyframes.unwrap_or_default() {
            *counts.entry(key).or_insert(0) += 1;
        }
        // a copy of the data takes longer than to reset those of one or two
        let all = keyframes.is_none().then_some((-1, simulations));
        let often = counts.into_iter().chain(all).filter(|(_, count)| *count >= MANY);
        let starts = often.take(STARTS).map(|(key, _)| (key, OnceLock::new())).collect();
        Self { keyframes, stage, starts }
    }

    fn key_of(&self, place: usize) -> i32 {
        self.keyframes.and_then(|keys| keys.get(place)).copied().unwrap_or(-1)
    }

    fn act(&self, m: &Model, d: &mut Data, key: i32) {
        reset_keyframe(m, d, key);
        forward_to(m, d, self.stage);
    }
}

/// A simulation after a reset.
struct Start {
    state: Vec<f64>,
    data: Data,
    warnings: [u32; Warning::COUNT],
    unconverged: u32,
}

impl Start {
    fn new(
        m: &Model,
        worker: &mut Stepper,
        env: &mut Env<'_>,
        resets: &Resets<'_>,
        key: i32,
    ) -> Self {
        let mut data = None;
        let mut act = |_: &Env<'_>, m: &Model, d: &mut Data| resets.act(m, d, key);
        let mut look = |_: &Env<'_>, d: &mut Data| data = Some(d.clone());
        worker.each(Models::Same(m), std::slice::from_mut(env), &mut act, &mut look);
        let data = data.unwrap_or_else(|| Data::new(m));
        let Env { warnings, unconverged, .. } = *env;
        Self { state: env.state.to_vec(), data, warnings, unconverged }
    }
}
