//! Several steps in one call, with a control for each step and recorded values after each.

use std::sync::{Mutex, PoisonError};

use ferrodyn_engine::batch::{Env, Stepper};
use ferrodyn_engine::fields::Table;
use ferrodyn_engine::{Data, Model, state};
use numpy::PyReadwriteArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::call::{Arrays, Call, Job, place_of, row_of, rows_of};
use super::{Batch, Ids, STATE, value_error};

/// A field of the data, or parts of a state if it has no name, and where it is recorded: a row for each
/// simulation, the steps one after the other.
pub(super) type Record<'py> = (Option<String>, i32, PyReadwriteArray2<'py, u8>);

/// Inputs of all simulations and steps.
#[derive(Clone, Copy)]
pub(super) struct Control<'a> {
    pub(super) values: &'a [f64],
    /// Numbers of a step.
    pub(super) width: usize,
    pub(super) signature: i32,
}

impl Control<'_> {
    /// Sets the inputs of a step.
    fn set(&self, m: &Model, env: &mut Env<'_>, step: usize) -> PyResult<()> {
        let from = self.values.get(step * self.width..).and_then(|rest| rest.get(..self.width));
        let from = from.ok_or_else(|| PyValueError::new_err("control has too few numbers"))?;
        state::insert_state(m, from, self.signature, env.state, STATE).map_err(value_error)
    }
}

/// The values that are recorded.
#[derive(Clone, Copy)]
enum Item {
    Field(usize),
    State(i32),
}

impl Item {
    fn write(self, m: &Model, env: &Env<'_>, d: &Data, to: &mut [u8]) {
        match self {
            Self::Field(at) => {
                if let Some(field) = d.field_at(at).filter(|field| field.bytes.len() == to.len()) {
                    to.copy_from_slice(field.bytes);
                }
            }
            Self::State(signature) => {
                // bytes of Python may lie anywhere
                let mut part = vec![0.0; to.len() / size_of::<f64>()];
                let done = state::extract_state(m, env.state, STATE, &mut part, signature);
                let part: &[u8] = bytemuck::cast_slice(&part);
                if done.is_ok() && part.len() == to.len() {
                    to.copy_from_slice(part);
                }
            }
        }
    }
}

/// Where the records of a simulation go.
type Tape<'a> = Vec<&'a mut [u8]>;

/// Steps simulations with a control for each step and records what is asked for.
pub(super) fn rollout(
    batch: &Batch,
    py: Python<'_>,
    ids: Ids<'_>,
    arrays: Arrays<'_>,
    nstep: usize,
    control: Option<Control<'_>>,
    mut records: Vec<Record<'_>>,
) -> PyResult<()> {
    let count = match &ids {
        Some(ids) => ids.as_slice().map_err(value_error)?.len(),
        None => batch.nsim,
    };
    let item = |(name, signature, _): &Record<'_>| match name {
        Some(name) => place_of(name).map(Item::Field),
        None => Ok(Item::State(*signature)),
    };
    let items = records.iter().map(item).collect::<PyResult<Vec<_>>>()?;
    let names: Vec<String> = records.iter().filter_map(|(name, ..)| name.clone()).collect();
    let mut rows = Vec::new();
    for (_, _, array) in &mut records {
        rows.push(rows_of(array, count, 0)?);
    }
    let tape = |_| Mutex::new(rows.iter_mut().filter_map(Iterator::next).collect());
    let tapes: Vec<Mutex<Tape<'_>>> = (0..count).map(tape).collect();
    batch.call(py, ids, arrays, &names, |call, worker, job| {
        let mut tapes: Vec<_> = job.rows.iter().map(|row| taken(&tapes[row.place])).collect();
        let run = Run { call, items: &items, nstep, control, m: &batch.model };
        run.all(worker, job, &mut tapes)
    })
}

/// What a mutex holds, which is left empty.
fn taken<'a>(tape: &Mutex<Tape<'a>>) -> Tape<'a> {
    std::mem::take(&mut *tape.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The steps of a job.
struct Run<'a> {
    call: &'a Call<'a>,
    items: &'a [Item],
    nstep: usize,
    control: Option<Control<'a>>,
    m: &'a Model,
}

impl Run<'_> {
    fn all(&self, worker: &mut Stepper, job: &mut Job<'_>, tapes: &mut [Tape<'_>]) -> PyResult<()> {
        let Job { envs, rows } = job;
        let mut ended = Vec::new();
        for step in 0..self.nstep {
            if self.call.is_stopped() || envs.is_empty() {
                break;
            }
            if let Some(control) = &self.control {
                for env in &mut *envs {
                    let place = row_of(rows, env).place;
                    control.set(self.m, env, place * self.nstep + step)?;
                }
            }
            worker.step(self.call.models, envs, 1, &mut |env, m, d| {
                let at = rows.partition_point(|row| row.index < env.index);
                self.record(step, m, env, d, &mut tapes[at]);
                self.call.write(&mut rows[at], d);
            });
            // those that warn end there
            for i in (0..envs.len()).rev().filter(|&i| envs[i].has_warned()).collect::<Vec<_>>() {
                let env = envs.remove(i);
                let at = rows.partition_point(|row| row.index < env.index);
                self.repeat(step, &mut tapes[at]);
                ended.push(env);
            }
        }
        envs.append(&mut ended);
        envs.sort_by_key(|env| env.index);
        Ok(())
    }

    fn record(&self, step: usize, m: &Model, env: &Env<'_>, d: &Data, tape: &mut Tape<'_>) {
        for (item, tape) in self.items.iter().zip(tape) {
            let size = tape.len() / self.nstep;
            item.write(m, env, d, &mut tape[step * size..][..size]);
        }
    }

    /// Fills the rest with what was recorded after a step.
    fn repeat(&self, step: usize, tape: &mut Tape<'_>) {
        for tape in tape {
            let size = tape.len() / self.nstep;
            for k in step + 1..self.nstep {
                tape.copy_within(step * size..(step + 1) * size, k * size);
            }
        }
    }
}
