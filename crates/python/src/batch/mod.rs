//! Many simulations of a model, for `ferrodyn.batch`.
//!
//! Python owns all arrays: states, warnings, bound fields and parameters that differ. Each call receives them as
//! arguments and steps their rows in the memory of a few simulations per thread; nothing is copied between the two
//! languages.

mod act;
mod call;
mod memory;
mod models;
mod query;
mod rollout;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ferrodyn_engine::batch::{DERIVED, Parameter, StepError, Stepper, Stepping};
use ferrodyn_engine::enums::{SensorStage, StateBit};
use ferrodyn_engine::fields::{DType, Table};
use ferrodyn_engine::{Data, Model, state};
use ferrodyn_python_macros::pymethods;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::args::Int;
use crate::data::MjData;
use crate::guard;
use crate::lock::Lock;
use crate::mj::callback;
use crate::model::MjModel;
use crate::threads::Threads;
use crate::view::is_sized_by_step;
use call::{Arrays, Call, Job, Part};

/// All of a state.
const STATE: i32 = StateBit::Integration as i32;

/// Simulations of a copy of a model.
#[pyclass(frozen, name = "_Batch", module = "ferrodyn._core")]
pub(crate) struct Batch {
    model: Arc<Model>,
    #[pyo3(get)]
    nsim: usize,
    #[pyo3(get)]
    nthread: usize,
    #[pyo3(get)]
    nstate: usize,
    /// Whether each simulation keeps the data it was computed in.
    #[pyo3(get)]
    persistent: bool,
    threads: Arc<Threads>,
    /// Held through a whole call, which needs the interpreter at its end: to be waited for without it, as this lock does.
    inner: Lock<Inner>,
    /// Memory of those that are at work, and the fields that it is made for.
    workers: Mutex<(Vec<String>, Vec<Stepper>)>,
}

/// What belongs to the simulations.
struct Inner {
    /// Data of each, if it is kept.
    own: Vec<Data>,
    /// Models of each, if the caller has given them.
    models: Vec<Arc<Model>>,
    /// What went wrong in the last call of each.
    failures: BTreeMap<usize, StepError>,
    /// How many solves stopped at `opt.iterations` in the last call of each, where any did.
    unconverged: BTreeMap<usize, u32>,
}

/// Ids of the simulations of a call; none for all.
type Ids<'py> = Option<PyReadonlyArray1<'py, i32>>;

#[pymethods]
impl Batch {
    /// With the threads of the batch `beside`, if there is one.
    #[new]
    #[pyo3(signature = (model, nsim, nthread, persistent, beside = None))]
    fn new(
        py: Python<'_>,
        model: Py<MjModel>,
        nsim: usize,
        nthread: usize,
        persistent: bool,
        beside: Option<&Batch>,
    ) -> PyResult<Self> {
        guard::with_stack(|| {
            let model = Arc::new(model.get().store()?.with(Clone::clone)?);
            models::check_without_python(&model).map_err(PyValueError::new_err)?;
            let nthread = match beside.map_or(nthread, |batch| batch.nthread) {
                0 => std::thread::available_parallelism().map_or(1, usize::from),
                n => n,
            };
            let nstate = state::state_size(&model, STATE).map_err(value_error)?;
            let keeps = persistent || Stepping::of(&model).keeps_data();
            let own = if keeps { Data::bytes_for(&model.sizes).unwrap_or(usize::MAX) } else { 0 };
            let own = if keeps { own.saturating_add(size_of::<Data>()) } else { own };
            let state = size_of::<f64>().saturating_mul(nstate);
            memory::check(nsim, own.saturating_add(state))?;
            let own = py.detach(|| memory::data_of(&model, if keeps { nsim } else { 0 }))?;
            let inner = Inner {
                own,
                models: Vec::new(),
                failures: BTreeMap::new(),
                unconverged: BTreeMap::new(),
            };
            let threads = match beside {
                Some(batch) => batch.threads.clone(),
                None => Arc::new(Threads::new(if nthread > 1 { nthread } else { 0 })?),
            };
            Ok(Self {
                model,
                nsim,
                nthread,
                nstate,
                persistent: !inner.own.is_empty(),
                threads,
                inner: Lock::new(inner),
                workers: Mutex::default(),
            })
        })
    }

    /// The model of the batch, or of a simulation, for Python to read; it was a copy of `of`.
    fn model(&self, py: Python<'_>, of: Py<MjModel>, sim: Option<usize>) -> PyResult<MjModel> {
        let models = sim.map(|_| Ok::<_, PyErr>(self.inner.read()?.models.clone()));
        let models = models.transpose()?.unwrap_or_default();
        let model = sim.and_then(|sim| models.get(sim)).unwrap_or(&self.model);
        let description = of.get().description().cloned();
        guard::with_stack(|| MjModel::wrap_frozen(py, Model::clone(model), description))
    }

    /// Errors where another call has the arrays, or they cannot be written.
    fn check_idle(&self, arrays: Arrays<'_>) -> PyResult<()> {
        arrays.check(self)
    }

    /// Numbers for the content of the batch's model, and of those that `set_models` has set.
    fn hashes(&self, py: Python<'_>) -> PyResult<(u64, Vec<u64>)> {
        let models = self.inner.read()?.models.clone();
        Ok(py.detach(|| {
            let mut each: Vec<u64> = Vec::with_capacity(models.len());
            for (i, model) in models.iter().enumerate() {
                // many simulations may have the same one
                let same = i.checked_sub(1).filter(|&last| Arc::ptr_eq(&models[last], model));
                each.push(same.map_or_else(|| model.content_hash(), |last| each[last]));
            }
            (self.model.content_hash(), each)
        }))
    }

    /// The state that simulations start in.
    fn start(&self) -> PyResult<Vec<f64>> {
        guard::with_stack(|| {
            let mut start = vec![0.0; self.nstate];
            let d = Data::new(&*self.model);
            state::get_state(&self.model, &d, &mut start, STATE).map_err(value_error)?;
            Ok(start)
        })
    }

    /// Where a part of a state begins, and how many numbers it has.
    fn component(&self, bit: Int<i32>) -> PyResult<(usize, usize)> {
        let before = bit.0.wrapping_sub(1) & STATE;
        let size = |signature| state::state_size(&self.model, signature).map_err(value_error);
        Ok((size(before)?, size(bit.0)?))
    }

    /// The fields of data that can be bound.
    #[staticmethod]
    fn bindable() -> Vec<&'static str> {
        // sizes of memory and handles are no numbers of a simulation
        let bindable = Data::infos().iter().filter(|info| {
            !is_sized_by_step(info) && matches!(info.dtype, DType::F64 | DType::I32 | DType::U8)
        });
        bindable.map(|info| info.name).collect()
    }

    /// The parameters that constants of the model are derived as.
    #[staticmethod]
    fn derived() -> Vec<&'static str> {
        DERIVED.to_vec()
    }

    /// The values of a parameter in the model: bytes, type, shape.
    fn parameter<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, &'static str, Vec<usize>)> {
        let parameter = Parameter::find(&self.model, name).map_err(value_error)?;
        let mut values = vec![0; parameter.size()];
        parameter.read(&self.model, &mut values);
        Ok((PyBytes::new(py, &values), type_name(parameter.dtype()), parameter.shape().to_vec()))
    }

    /// Lets each simulation run on a model of the caller's; on that of the batch, if there are none.
    fn set_models(&self, models: Vec<Py<MjModel>>) -> PyResult<()> {
        let each = models::copies(&self.model, &models)?;
        if !each.is_empty() && each.len() != self.nsim {
            let text = format!("models should be {}, got {}", self.nsim, each.len());
            return Err(PyValueError::new_err(text));
        }
        let mut inner = self.inner.write()?;
        models::replace(&self.model, &mut inner, each)
    }

    /// What went wrong with a simulation in its last call; empty if nothing did.
    fn failure(&self, sim: usize) -> PyResult<String> {
        call::check_simulation(sim, self.nsim)?;
        let inner = self.inner.read()?;
        Ok(inner.failures.get(&sim).map_or_else(String::new, ToString::to_string))
    }

    /// The simulations that failed in their last call.
    fn failed(&self) -> PyResult<Vec<usize>> {
        Ok(self.inner.read()?.failures.keys().copied().collect())
    }

    /// How many solves did not converge in the last call of simulations, where any did not.
    fn unconverged(&self) -> PyResult<Vec<(usize, u32)>> {
        let inner = self.inner.read()?;
        Ok(inner.unconverged.iter().map(|(&sim, &solves)| (sim, solves)).collect())
    }

    #[pyo3(signature = (ids, arrays, nstep, stage, goes_on = false))]
    fn step(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        nstep: usize,
        stage: Int<i32>,
        goes_on: bool,
    ) -> PyResult<()> {
        let stage = stage_of(stage.0)?;
        let part = Part { batch: self, ids, arrays };
        call::together(py, vec![part], &[], goes_on, |call, worker, job| {
            call.step(worker, job, nstep, stage);
            Ok(())
        })
    }

    /// The same for several batches in one call, on the threads of the first.
    #[staticmethod]
    fn step_all(
        py: Python<'_>,
        parts: Vec<(Bound<'_, Batch>, Ids<'_>, Arrays<'_>)>,
        nstep: usize,
        stage: Int<i32>,
        goes_on: bool,
    ) -> PyResult<()> {
        let stage = stage_of(stage.0)?;
        together(py, parts, goes_on, |call, worker, job| call.step(worker, job, nstep, stage))
    }

    /// As [`forward`](Self::forward), for several batches in one call.
    #[staticmethod]
    fn forward_all(
        py: Python<'_>,
        parts: Vec<(Bound<'_, Batch>, Ids<'_>, Arrays<'_>)>,
        stage: Int<i32>,
    ) -> PyResult<()> {
        let stage = stage_of(stage.0)?;
        together(py, parts, false, |call, worker, job| call.forward(worker, job, stage))
    }

    fn forward(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        stage: Int<i32>,
    ) -> PyResult<()> {
        let stage = stage_of(stage.0)?;
        self.call(py, ids, arrays, &[], |call, worker, job| {
            call.forward(worker, job, stage);
            Ok(())
        })
    }

    fn reset(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        keyframes: Option<PyReadonlyArray1<'_, i32>>,
        stage: Int<i32>,
    ) -> PyResult<()> {
        let stage = stage_of(stage.0)?;
        let keyframes =
            keyframes.as_ref().map(|k| k.as_slice()).transpose().map_err(value_error)?;
        let resets = act::Resets::new(keyframes, stage, query::count(self, &ids)?);
        self.call(py, ids, arrays, &[], |call, worker, job| {
            call.reset(worker, job, &resets);
            Ok(())
        })
    }

    #[expect(clippy::too_many_arguments, reason = "everything a rollout needs")]
    fn rollout(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        nstep: usize,
        control: Option<PyReadonlyArray1<'_, f64>>,
        signature: Int<i32>,
        records: Vec<rollout::Record<'_>>,
    ) -> PyResult<()> {
        let width = state::state_size(&self.model, signature.0).map_err(value_error)?;
        if signature.0 & !(StateBit::User as i32) != 0 {
            let text = "control_spec can only contain bits in mjSTATE_USER";
            return Err(PyValueError::new_err(text));
        }
        let control = control.as_ref().map(|c| c.as_slice()).transpose().map_err(value_error)?;
        let control =
            control.map(|values| rollout::Control { values, width, signature: signature.0 });
        rollout::rollout(self, py, ids, arrays, nstep, control, records)
    }

    fn jac(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        body: PyReadonlyArray1<'_, i32>,
        point: PyReadonlyArray1<'_, f64>,
        results: [call::Bytes<'_>; 2],
    ) -> PyResult<()> {
        let body = body.as_slice().map_err(value_error)?;
        let point = point.as_slice().map_err(value_error)?;
        query::jac(self, py, ids, arrays, (body, point), results)
    }

    #[expect(clippy::too_many_arguments, reason = "everything rays need")]
    fn ray(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        pnt: PyReadonlyArray1<'_, f64>,
        vec: PyReadonlyArray1<'_, f64>,
        groups: Option<[u8; 6]>,
        flg_static: bool,
        exclude: PyReadonlyArray1<'_, i32>,
        results: [call::Bytes<'_>; 3],
    ) -> PyResult<()> {
        let rays = query::Rays {
            pnt: pnt.as_slice().map_err(value_error)?,
            vec: vec.as_slice().map_err(value_error)?,
            exclude: exclude.as_slice().map_err(value_error)?,
            groups,
            flg_static,
        };
        query::ray(self, py, ids, arrays, &rays, results)
    }

    /// Computes constants of the models of simulations from their parameters, in place; returns the
    /// simulations where it fails, and why.
    fn set_const(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        varied: call::Named<'_>,
    ) -> PyResult<Vec<(usize, String)>> {
        query::set_const(self, py, ids, call::all_to_write(varied)?)
    }

    /// Puts a simulation into data.
    fn get_data(
        &self,
        py: Python<'_>,
        sim: usize,
        state: Vec<f64>,
        data: Py<MjData>,
    ) -> PyResult<()> {
        call::check_simulation(sim, self.nsim)?;
        let inner = self.inner.read()?;
        let m = inner.models.get(sim).unwrap_or(&self.model);
        py.detach(|| {
            data.get().store.with_mut(|d| {
                if d.check_model(m).is_err() {
                    return Err(PyValueError::new_err("the data has other sizes than the batch"));
                }
                if let Some(own) = inner.own.get(sim) {
                    d.clone_from(own);
                }
                state::set_state(m, d, &state, STATE).map_err(value_error)
            })
        })?
    }

    /// Takes the data that a simulation keeps.
    fn set_data(&self, py: Python<'_>, sim: usize, data: Py<MjData>) -> PyResult<()> {
        call::check_simulation(sim, self.nsim)?;
        let mut inner = self.inner.write()?;
        let own = inner.own.get_mut(sim);
        let own = own.ok_or_else(|| PyValueError::new_err("the batch is not persistent"))?;
        py.detach(|| {
            data.get().store.with(|d| {
                if d.check_model(&self.model).is_err() {
                    return Err(PyValueError::new_err("the data has other sizes than the batch"));
                }
                own.clone_from(d);
                Ok(())
            })
        })?
    }

    /// Puts the parameters of a simulation into a model.
    fn get_model(&self, sim: usize, model: Py<MjModel>, varied: call::Named<'_>) -> PyResult<()> {
        call::check_simulation(sim, self.nsim)?;
        if *model.get().sizes != self.model.sizes {
            return Err(PyValueError::new_err("the model has other sizes than that of the batch"));
        }
        let varied = call::all_to_read(varied)?;
        let varied = call::varied(&self.model, &varied)?;
        model.get().store()?.with_mut(|m| {
            for parameter in &varied {
                parameter.load(sim, m);
            }
        })
    }
}

impl Batch {
    /// Errors where Python functions would be called from threads.
    fn check_callbacks() -> PyResult<()> {
        if callback::are_set() {
            return Err(PyValueError::new_err(
                "a batch runs without Python callbacks: set them to None before its calls",
            ));
        }
        Ok(())
    }
}

/// A call on all simulations of several batches, or on some of them.
fn together(
    py: Python<'_>,
    parts: Vec<(Bound<'_, Batch>, Ids<'_>, Arrays<'_>)>,
    goes_on: bool,
    work: impl Fn(&Call<'_>, &mut Stepper, &mut Job<'_>) + Sync,
) -> PyResult<()> {
    let mut batches = Vec::with_capacity(parts.len());
    let mut given = Vec::with_capacity(parts.len());
    for (batch, ids, arrays) in parts {
        batches.push(batch);
        given.push((ids, arrays));
    }
    let parts = batches.iter().zip(given);
    let parts = parts.map(|(batch, (ids, arrays))| Part { batch: batch.get(), ids, arrays });
    call::together(py, parts.collect(), &[], goes_on, |call, worker, job| {
        work(call, worker, job);
        Ok(())
    })
}

fn stage_of(number: i32) -> PyResult<SensorStage> {
    SensorStage::from_i32(number)
        .ok_or_else(|| PyValueError::new_err(format!("stage is {number}, must be 0 to 3")))
}

fn type_name(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "f8",
        DType::F32 => "f4",
        DType::I32 => "i4",
        DType::I64 => "i8",
        DType::U64 => "u8",
        DType::I8 => "i1",
        DType::U8 | DType::Char | DType::Record(_) => "u1",
    }
}

fn no_simulation(sim: usize, nsim: usize) -> PyErr {
    PyValueError::new_err(format!("no simulation {sim}, the batch has {nsim}"))
}

fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
