//! Many open-loop trajectories at once, for `ferrodyn.rollout`.
//!
//! Threads take the trajectories in chunks; each thread has a data. A trajectory depends on
//! its inputs alone, so that results are the same for any number of threads. Those of one model
//! without callbacks go several [together], if it steps in lanes.

pub(crate) mod shard;
mod together;

use std::collections::HashSet;
use std::sync::OnceLock;

use ferrodyn_engine::batch::driver::{Halt, Jobs};
use ferrodyn_engine::enums::StateBit;
use ferrodyn_engine::rollout::{self, Control, Input, Output};
use ferrodyn_engine::{Data, Model, state};
use ferrodyn_python_macros::pymethods;
use numpy::{PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::args::{Int, converted, writable};
use crate::data::MjData;
use crate::guard;
use crate::interrupt::{self, Watch, run_signal_handlers};
use crate::lock::Holdings;
use crate::mj::call::{check_model, fatal};
use crate::mj::callback::{self, Call};
use crate::model::MjModel;
use crate::threads::{Threads, run_on};

/// Threads for rollouts; none to run on the calling thread. No more of them start than there are cores: programs ask for
/// one per trajectory, and those that are too many only take turns.
#[pyclass(frozen, name = "_RolloutPool", module = "ferrodyn._core")]
pub(crate) struct Pool {
    nthread: usize,
    threads: Threads,
}

#[pymethods]
impl Pool {
    #[new]
    fn new(nthread: usize) -> PyResult<Self> {
        Ok(Self { nthread, threads: Threads::up_to_cores(nthread)? })
    }

    /// Rolls out one trajectory for each row of `state0`; writes to `state` and `sensordata`.
    #[pyo3(signature = (model, data, nstep, control_spec, state0, warmstart0 = None,
                        control = None, state = None, sensordata = None, chunk_size = None))]
    #[expect(clippy::too_many_arguments, reason = "everything a batch of rollouts needs")]
    fn rollout(
        &self,
        py: Python<'_>,
        model: Vec<Py<MjModel>>,
        data: Vec<Py<MjData>>,
        nstep: Int<i64>,
        control_spec: Int<i32>,
        state0: &Bound<'_, PyAny>,
        warmstart0: Option<&Bound<'_, PyAny>>,
        control: Option<&Bound<'_, PyAny>>,
        state: Option<&Bound<'_, PyAny>>,
        sensordata: Option<&Bound<'_, PyAny>>,
        chunk_size: Option<Int<i64>>,
    ) -> PyResult<()> {
        let state0 = numbers(state0)?;
        let nbatch = state0.as_array().shape().first().copied().unwrap_or(1);
        self.check_lengths(nbatch, &model, &data)?;
        let nstep = usize::try_from(nstep.0).unwrap_or(0);
        if nstep == 0 || nbatch == 0 {
            return Ok(());
        }

        // inputs and outputs as slices of the sizes they must have
        let sizes = Sizes::new(&model[0], nbatch, nstep, control_spec.0)?;
        let warmstart0 = warmstart0.map(numbers).transpose()?;
        let control = control.map(numbers).transpose()?;
        let mut state = state.map(places).transpose()?;
        let mut sensordata = sensordata.map(places).transpose()?;
        let each = sizes.each;
        let nsensordata = nstep.saturating_mul(each.sensordata);
        let out_state = state
            .as_mut()
            .map(|a| exactly_mut(a, "state", nbatch, nstep.saturating_mul(each.state)));
        let out_sensordata =
            sensordata.as_mut().map(|a| exactly_mut(a, "sensordata", nbatch, nsensordata));
        let held = sizes.inputs_of(py, &model[0], &data[0])?;
        let inputs = Inputs {
            state: exactly(&state0, "state0", nbatch, each.state)?,
            warmstart: warmstart0
                .as_ref()
                .map(|a| exactly(a, "warmstart0", nbatch, each.warmstart))
                .transpose()?,
            control: control
                .as_ref()
                .map(|a| exactly(a, "control", nbatch, nstep.saturating_mul(each.control)))
                .transpose()?,
            held: &held,
        };

        check_compatible(py, &model, &data)?;
        let chunk = self.chunk_size(nbatch, chunk_size.map(|n| n.0))?;
        let outputs = [out_state.transpose()?, out_sensordata.transpose()?];
        let chunks = cut_into_chunks(outputs, &sizes, chunk);
        let batch = Batch {
            models: &model[..nbatch],
            inputs,
            sizes,
            chunks,
            together: OnceLock::new(),
            halt: Halt::default(),
        };
        match self.threads.get()?.filter(|_| nbatch > 1) {
            Some(threads) => {
                let mut data = workers(&data)?;
                data.truncate(threads.current_num_threads());
                py.detach(|| batch.run_on(&threads, &data));
            }
            None => py.detach(|| batch.work(&data[0], Some(Watch::new()))),
        }
        batch.halt.result()
    }
}

impl Pool {
    /// Errors for lists that are too short, or do not go with the number of threads.
    fn check_lengths(
        &self,
        nbatch: usize,
        model: &[Py<MjModel>],
        data: &[Py<MjData>],
    ) -> PyResult<()> {
        if model.len() < nbatch {
            return Err(PyIndexError::new_err("list index out of range"));
        }
        let message = match (data.len(), self.nthread) {
            (0, _) => "The list of data instances is empty".to_owned(),
            (2.., 0) => "More than one data instance passed but rollout is configured to run on \
                         main thread"
                .to_owned(),
            (len, nthread) if nthread > 0 && len != nthread => {
                format!("Length of data: {len} not equal to nthread: {nthread}")
            }
            _ => return Ok(()),
        };
        Err(PyValueError::new_err(message))
    }

    /// How many rollouts a thread takes at a time.
    fn chunk_size(&self, nbatch: usize, given: Option<i64>) -> PyResult<usize> {
        match given {
            None if self.nthread == 0 => Ok(nbatch),
            None => Ok(together::chunk_size(nbatch, self.threads.count())),
            Some(n) => usize::try_from(n)
                .ok()
                .filter(|&n| n > 0)
                .ok_or_else(|| PyValueError::new_err("chunk_size must be positive")),
        }
    }
}

/// How many numbers each of the parts of a rollout has, for one step.
#[derive(Clone, Copy)]
struct Each {
    state: usize,
    warmstart: usize,
    control: usize,
    sensordata: usize,
}

/// Sizes of a batch.
#[derive(Clone, Copy)]
struct Sizes {
    nbatch: usize,
    nstep: usize,
    signature: i32,
    each: Each,
}

impl Sizes {
    fn new(model: &Py<MjModel>, nbatch: usize, nstep: usize, signature: i32) -> PyResult<Self> {
        let each = model.get().store()?.with(|m| {
            Ok(Each {
                state: state::state_size(m, StateBit::FullPhysics as i32)?,
                warmstart: m.nv,
                control: state::state_size(m, signature)?,
                sensordata: m.nsensordata,
            })
        })?;
        let each = each.map_err(|e: state::StateError| fatal("mj_stateSize", e))?;
        Ok(Self { nbatch, nstep, signature, each })
    }

    /// The inputs that a data has: what drives rollouts without controls.
    fn inputs_of(&self, py: Python<'_>, m: &Py<MjModel>, d: &Py<MjData>) -> PyResult<Vec<f64>> {
        check_model(m.bind(py), d.bind(py))?;
        let mut inputs = vec![0.0; self.each.control];
        let (m, d) = (m.get().store()?, &d.get().store);
        m.with(|m| d.with(|d| state::get_state(m, d, &mut inputs, self.signature)))??
            .map_err(|e| fatal("mj_getState", e))?;
        Ok(inputs)
    }
}

/// Inputs of all rollouts, one after the other.
#[derive(Clone, Copy)]
struct Inputs<'a> {
    state: &'a [f64],
    warmstart: Option<&'a [f64]>,
    control: Option<&'a [f64]>,
    /// One control for all rollouts if there are none for each.
    held: &'a [f64],
}

/// Consecutive rollouts and where they write.
struct Chunk<'a> {
    first: usize,
    count: usize,
    state: Option<&'a mut [f64]>,
    sensordata: Option<&'a mut [f64]>,
}

/// All rollouts of a call.
struct Batch<'a> {
    models: &'a [Py<MjModel>],
    inputs: Inputs<'a>,
    sizes: Sizes,
    chunks: Jobs<Chunk<'a>>,
    /// Whether rollouts go several at a time, once a thread has looked.
    together: OnceLock<bool>,
    /// Whether to end before the work is done, and what to raise.
    halt: Halt<PyErr>,
}

impl Batch<'_> {
    /// Works on one thread for each data, while this one sees to signals.
    fn run_on(&self, threads: &ThreadPool, data: &[&Py<MjData>]) {
        let mut there = Holdings::none();
        for d in data {
            there.add(d.get().store.lock(), true);
        }
        for m in self.models {
            there.add(m.get().inner().lock(), false);
        }
        run_on(threads, data, &there, |d| self.work(d, None), |error| self.halt.fail(error));
    }

    /// Takes chunks until there are no more; with a watch, sees to signals too.
    fn work(&self, d: &Py<MjData>, watch: Option<Watch>) {
        let work = || {
            if *self.together.get_or_init(|| self.go_together()) {
                self.work_together(d, watch)
            } else {
                self.work_alone(d, watch)
            }
        };
        let done = guard::catch("rollout", || interrupt::until(self.halt.flag(), work));
        if let Err(error) = done {
            self.halt.fail(error);
        }
    }

    /// Takes chunks, one rollout at a time.
    fn work_alone(&self, d: &Py<MjData>, mut watch: Option<Watch>) -> PyResult<()> {
        while let Some(mut chunk) = self.chunks.take(&self.halt) {
            for r in chunk.first..chunk.first + chunk.count {
                let output = self.output(&mut chunk);
                self.rollout(r, d, output, watch.as_mut())?;
            }
        }
        Ok(())
    }

    /// Where the next rollout of a chunk writes.
    fn output<'c>(&self, chunk: &mut Chunk<'c>) -> Output<'c> {
        let Sizes { nstep, each, .. } = self.sizes;
        Output {
            state: take(&mut chunk.state, nstep * each.state),
            sensordata: take(&mut chunk.sensordata, nstep * each.sensordata),
        }
    }

    /// One rollout; callbacks reach its model and data.
    fn rollout(
        &self,
        r: usize,
        data: &Py<MjData>,
        output: Output<'_>,
        mut watch: Option<&mut Watch>,
    ) -> PyResult<()> {
        let model = &self.models[r];
        let call = if callback::any() {
            Python::attach(|py| Call::enter(model.bind(py), data.bind(py)))
        } else {
            Call::without_callbacks()
        };
        let (model, data) = (model.get().inner(), &data.get().store);
        let mut raised = None;
        let hooks = callback::hooks_without_warnings();
        let done = model.with(|m| {
            data.with_mut(|d| {
                let proceed = |m: &Model, d: &mut Data| {
                    if d.nefc > 0 && m.opt.solver().is_none() {
                        let text = format!("unknown solver type {}", m.opt.solver);
                        raised = Some(fatal("mj_fwdConstraint", text));
                    } else if watch.as_mut().is_some_and(|watch| watch.is_due()) {
                        raised = model.lend_shared(m, || data.lend(d, run_signal_handlers)).err();
                    }
                    raised.is_none() && !callback::failed() && !self.halt.is_set()
                };
                rollout::rollout(
                    &m.with(&hooks),
                    d,
                    self.sizes.nstep,
                    &self.input(r),
                    output,
                    proceed,
                )
            })
        });
        call.leave()?;
        raised.map_or(Ok(()), Err)?;
        done??.map_err(|e| PyValueError::new_err(e.to_string()))
    }

    /// The inputs of one rollout.
    fn input(&self, r: usize) -> Input<'_> {
        let Sizes { nstep, signature, each, .. } = self.sizes;
        let part = |all, len| rows(all, r, len);
        let control = match self.inputs.control {
            Some(control) => Control::Each(part(control, nstep * each.control)),
            None => Control::Held(self.inputs.held),
        };
        Input {
            state: part(self.inputs.state, each.state),
            warmstart: self.inputs.warmstart.map(|all| part(all, each.warmstart)),
            control,
            signature,
        }
    }
}

/// The data that threads work with, each once: those that share one would wait for each other.
///
/// # Errors
/// If one is in use by the function whose callback calls this one.
fn workers(data: &[Py<MjData>]) -> PyResult<Vec<&Py<MjData>>> {
    let held = Holdings::here();
    let mut seen = HashSet::new();
    let different: Vec<_> = data.iter().filter(|d| seen.insert(d.get().store.address())).collect();
    if different.iter().any(|d| held.contain(d.get().store.lock())) {
        return Err(PyRuntimeError::new_err(
            "the data is in use by the function whose callback calls rollout",
        ));
    }
    Ok(different)
}

/// Errors for models and data of other sizes than the first model.
fn check_compatible(py: Python<'_>, model: &[Py<MjModel>], data: &[Py<MjData>]) -> PyResult<()> {
    let first = model[0].bind(py);
    for d in data {
        check_model(first, d.bind(py))?;
    }
    let mut last = first;
    for m in model.iter().map(|m| m.bind(py)) {
        if m.is(last) {
            continue;
        }
        last = m;
        m.get().store()?;
        if m.get().sizes != first.get().sizes {
            return Err(PyValueError::new_err("models are not compatible"));
        }
    }
    Ok(())
}

/// Parts of the outputs for so many rollouts at a time.
fn cut_into_chunks<'a>(
    [mut state, mut sensordata]: [Option<&'a mut [f64]>; 2],
    sizes: &Sizes,
    chunk: usize,
) -> Jobs<Chunk<'a>> {
    let (nbatch, nstep, each) = (sizes.nbatch, sizes.nstep, sizes.each);
    let cut = |first: usize| {
        let count = chunk.min(nbatch - first);
        let state = take(&mut state, count * nstep * each.state);
        let sensordata = take(&mut sensordata, count * nstep * each.sensordata);
        Chunk { first, count, state, sensordata }
    };
    Jobs::new((0..nbatch).step_by(chunk).map(cut))
}

/// The first numbers, which leave the slice.
fn take<'a>(rest: &mut Option<&'a mut [f64]>, count: usize) -> Option<&'a mut [f64]> {
    let (taken, left) = rest.take()?.split_at_mut(count);
    *rest = Some(left);
    Some(taken)
}

fn rows(all: &[f64], r: usize, len: usize) -> &[f64] {
    &all[r * len..][..len]
}

/// An input: anything NumPy makes numbers of.
fn numbers<'py>(object: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    converted::<f64>(object)?.try_readonly().map_err(in_use)
}

/// An output: a contiguous array of numbers that no input shares.
fn places<'py>(object: &Bound<'py, PyAny>) -> PyResult<PyReadwriteArrayDyn<'py, f64>> {
    writable::<f64>(object)?.try_readwrite().map_err(in_use)
}

fn in_use(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The numbers of an input, which has to have so many.
fn exactly<'a>(
    array: &'a PyReadonlyArrayDyn<'_, f64>,
    name: &str,
    nbatch: usize,
    each: usize,
) -> PyResult<&'a [f64]> {
    let numbers = array.as_slice().map_err(in_use)?;
    check_size(numbers.len(), name, nbatch, each)?;
    Ok(numbers)
}

/// The numbers of an output, which has to have so many.
fn exactly_mut<'a>(
    array: &'a mut PyReadwriteArrayDyn<'_, f64>,
    name: &str,
    nbatch: usize,
    each: usize,
) -> PyResult<&'a mut [f64]> {
    let numbers = array.as_slice_mut().map_err(in_use)?;
    check_size(numbers.len(), name, nbatch, each)?;
    Ok(numbers)
}

fn check_size(size: usize, name: &str, nbatch: usize, each: usize) -> PyResult<()> {
    let expected = nbatch.saturating_mul(each);
    if size == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name}.size should be {expected}, got {size}")))
}
