//! What calls do to simulations: step, compute, reset.

use ferrodyn_engine::batch::{Env, Stepper};
use ferrodyn_engine::enums::SensorStage;
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
    pub(super) fn reset(
        &self,
        worker: &mut Stepper,
        job: &mut Job<'_>,
        keyframes: Option<&[i32]>,
        stage: SensorStage,
    ) {
        let Job { envs, rows } = job;
        let mut places = rows.iter().map(|row| row.place).collect::<Vec<_>>().into_iter();
        let mut act = |_: &Env<'_>, m: &Model, d: &mut Data| {
            let key = places.next().and_then(|place| keyframes?.get(place).copied());
            reset_keyframe(m, d, key.unwrap_or(-1));
            forward_to(m, d, stage);
        };
        worker.each(self.models, envs, &mut act, &mut |env, d| {
            self.write(row_of(rows, env), d);
        });
    }
}
