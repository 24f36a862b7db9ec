//! Runs a call on the simulations of a batch: checks the arrays, cuts the simulations into jobs, runs these on
//! threads, and stops at the first exception.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ferrodyn_engine::batch::driver::{Halt, JOB, Jobs};
use ferrodyn_engine::batch::{Env, Models, Parameter, StepError, Stepper, Varied, Wanted};
use ferrodyn_engine::fields::Table;
use ferrodyn_engine::{Data, Model};
use numpy::{
    BorrowError, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray2,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::{Batch, Ids, Inner, no_simulation, value_error};
use crate::guard;
use crate::interrupt::{self, signals_if_due};
use crate::lock::Holdings;
use crate::mj::callback;
use crate::threads::run_on;

/// Rows of any type, one for each simulation, as bytes.
pub(crate) type Bytes<'py> = PyReadwriteArray2<'py, u8>;
/// Rows that are only read.
pub(crate) type ReadBytes<'py> = PyReadonlyArray2<'py, u8>;

/// Arrays with their names.
pub(crate) type Named<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// The arrays of a batch.
pub(crate) struct Arrays<'py>(
    /// States.
    PyReadwriteArray2<'py, f64>,
    /// How often each warning was raised.
    PyReadwriteArray2<'py, i32>,
    /// Fields of the data that are written after calls.
    Vec<(String, Bytes<'py>)>,
    /// Parameters that differ.
    Vec<(String, ReadBytes<'py>)>,
);

impl<'py> FromPyObject<'_, 'py> for Arrays<'py> {
    type Error = PyErr;
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let parts: (Bound<'py, PyAny>, Bound<'py, PyAny>, Named<'py>, Named<'py>) =
            object.extract()?;
        let (state, warning, outputs, parameters) = parts;
        Ok(Self(
            to_write("state", &state)?,
            to_write("warning", &warning)?,
            all_to_write(outputs)?,
            all_to_read(parameters)?,
        ))
    }
}

impl Arrays<'_> {
    /// Errors unless there are a state and counts of warnings for every simulation.
    pub(super) fn check(mut self, batch: &Batch) -> PyResult<()> {
        rows_of(&mut self.0, batch.nsim, batch.nstate).map(|_| ())?;
        rows_of(&mut self.1, batch.nsim, ferrodyn_engine::constants::NWARNING).map(|_| ())
    }
}

/// An array that a call writes.
fn to_write<'py, T: numpy::Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
) -> PyResult<PyReadwriteArray2<'py, T>> {
    rows_in(name, array)?.try_readwrite().map_err(|error| match error {
        BorrowError::NotWriteable => {
            PyValueError::new_err(format!("the array `{name}` of the batch was made read-only"))
        }
        _ => busy(),
    })
}

/// An array that a call reads.
fn to_read<'py>(name: &str, array: &Bound<'py, PyAny>) -> PyResult<ReadBytes<'py>> {
    rows_in(name, array)?.try_readonly().map_err(|_| busy())
}

fn rows_in<'a, 'py, T: numpy::Element>(
    name: &str,
    array: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyArray2<T>>> {
    array.cast::<PyArray2<T>>().map_err(|_| {
        PyValueError::new_err(format!(
            "the array `{name}` of the batch was given another shape or type"
        ))
    })
}

/// Arrays that a call writes.
pub(super) fn all_to_write<'py>(arrays: Named<'py>) -> PyResult<Vec<(String, Bytes<'py>)>> {
    let lend = |(name, array): (String, Bound<'py, PyAny>)| {
        let rows = to_write(&name, &array)?;
        Ok((name, rows))
    };
    arrays.into_iter().map(lend).collect()
}

/// Arrays that a call reads.
pub(super) fn all_to_read<'py>(arrays: Named<'py>) -> PyResult<Vec<(String, ReadBytes<'py>)>> {
    let lend = |(name, array): (String, Bound<'py, PyAny>)| {
        let rows = to_read(&name, &array)?;
        Ok((name, rows))
    };
    arrays.into_iter().map(lend).collect()
}

fn busy() -> PyErr {
    PyRuntimeError::new_err(
        "the batch is busy: another thread is in one of its calls, or was when this process was forked",
    )
}

/// Inputs and the error that all jobs of a call share.
pub(super) struct Call<'a> {
    pub(super) models: Models<'a>,
    /// Places of the bound fields in the table of the data.
    outputs: &'a [usize],
    /// Whether to end before the work is done, and what to raise.
    halt: &'a Halt<PyErr>,
}

/// Some simulations, and where their results go.
pub(super) struct Job<'a> {
    pub(super) envs: Vec<Env<'a>>,
    pub(super) rows: Vec<Row<'a>>,
}

/// Where the results of a simulation go.
pub(super) struct Row<'a> {
    /// Its number.
    pub(super) index: usize,
    /// Its index among the simulations of the call.
    pub(super) place: usize,
    outputs: Vec<&'a mut [u8]>,
    warnings: &'a mut [i32],
}

impl Call<'_> {
    /// Whether to end before the work is done; on the main thread of Python sees to signals now and then.
    pub(super) fn is_stopped(&self) -> bool {
        if let Err(raised) = signals_if_due() {
            self.halt.fail(raised);
        }
        self.halt.is_set()
    }

    /// Writes the fields that are bound.
    pub(super) fn write(&self, row: &mut Row<'_>, d: &Data) {
        for (&at, to) in self.outputs.iter().zip(&mut row.outputs) {
            if let Some(field) = d.field_at(at).filter(|field| field.bytes.len() == to.len()) {
                to.copy_from_slice(field.bytes);
            }
        }
    }
}

/// The row of a simulation; rows are sorted.
pub(super) fn row_of<'r, 'a>(rows: &'r mut [Row<'a>], env: &Env<'_>) -> &'r mut Row<'a> {
    let at = rows.partition_point(|row| row.index < env.index);
    &mut rows[at]
}

/// A batch, and what a call on it is given.
pub(super) struct Part<'a, 'py> {
    pub(super) batch: &'a Batch,
    pub(super) ids: Ids<'py>,
    pub(super) arrays: Arrays<'py>,
}

/// What a call works on in one batch.
struct Open<'a> {
    batch: &'a Batch,
    jobs: Jobs<Job<'a>>,
    /// Places of the bound fields in the table of the data.
    outputs: Vec<usize>,
    /// Models of each simulation, if the caller has given them.
    each: Vec<&'a Model>,
    varied: Vec<Varied<'a>>,
    failures: &'a mut BTreeMap<usize, StepError>,
    unconverged: &'a mut BTreeMap<usize, u32>,
}

impl Part<'_, '_> {
    /// Borrows arrays and simulations, and cuts these into jobs. `more` are fields that are read after steps
    /// beside those that are bound.
    fn open<'a>(&'a mut self, inner: &'a mut Inner, more: &[String]) -> PyResult<Open<'a>> {
        let batch = self.batch;
        let selected = Selected::new(self.ids.as_ref(), batch.nsim)?;
        let Arrays(state, warning, bound, parameters) = &mut self.arrays;
        let names: Vec<String> =
            bound.iter().map(|(name, _)| name.clone()).chain(more.iter().cloned()).collect();
        let places = bound.iter().map(|(name, _)| place_of(name)).collect::<PyResult<_>>()?;
        let states = rows_of(state, batch.nsim, batch.nstate)?;
        let warnings = rows_of(warning, batch.nsim, ferrodyn_engine::constants::NWARNING)?;
        let mut outputs = bound
            .iter_mut()
            .map(|(_, array)| rows_of(array, batch.nsim, 0))
            .collect::<PyResult<Vec<_>>>()?;
        let varied = varied(&batch.model, parameters)?;

        let Inner { own, models, failures, unconverged } = inner;
        let mut own = own.iter_mut();
        let mut sims = Vec::with_capacity(selected.count());
        for (index, (state, warnings)) in states.zip(warnings).enumerate() {
            let own = own.next();
            let outputs: Vec<_> = outputs.iter_mut().filter_map(Iterator::next).collect();
            if let Some(place) = selected.place(index) {
                sims.push((Env::new(index, state, own), Row { index, place, outputs, warnings }));
            }
        }
        let jobs = Jobs::cut(sims, JOB, |sims| {
            let (envs, rows) = sims.into_iter().unzip();
            Job { envs, rows }
        });
        batch.make_workers_for(names);
        let each = models.iter().map(|m| &**m).collect();
        Ok(Open { batch, jobs, outputs: places, each, varied, failures, unconverged })
    }
}

impl<'a> Open<'a> {
    fn models(&self) -> Models<'_> {
        match (self.each.is_empty(), self.varied.is_empty()) {
            (false, _) => Models::Each(&self.each),
            (true, false) => Models::Varied(&self.batch.model, &self.varied),
            (true, true) => Models::Same(&self.batch.model),
        }
    }

    /// Does jobs until there are none left.
    fn take_jobs(
        &self,
        halt: &Halt<PyErr>,
        work: &(impl Fn(&Call<'_>, &mut Stepper, &mut Job<'_>) -> PyResult<()> + Sync),
    ) {
        let call = Call { models: self.models(), outputs: &self.outputs, halt };
        let mut worker = None;
        let job = |job: &mut Job<'a>| {
            let worker = worker.get_or_insert_with(|| self.batch.worker());
            let run = || interrupt::until(halt.flag(), || work(&call, worker, job));
            guard::catch("batch", run).and_then(|()| callback::raised_by_signal())
        };
        if self.jobs.work(halt, job, signals_if_due) {
            unpoisoned(&self.batch.workers).1.extend(worker);
        }
    }

    /// Notes what went wrong; a call that goes on with the one before keeps what failed there, and counts on.
    fn close(self, goes_on: bool) {
        let Self { jobs, failures, unconverged, .. } = self;
        for job in jobs.into_inner() {
            for (env, row) in job.envs.into_iter().zip(job.rows) {
                if !goes_on {
                    failures.remove(&env.index);
                    unconverged.remove(&env.index);
                }
                if let Some(error) = env.error {
                    failures.entry(env.index).or_insert(error);
                }
                if env.unconverged > 0 {
                    *unconverged.entry(env.index).or_default() += env.unconverged;
                }
                for (count, &more) in row.warnings.iter_mut().zip(&env.warnings) {
                    *count = count.saturating_add_unsigned(more);
                }
            }
        }
    }
}

/// Does something to simulations of batches, eight at a time, on all threads of the first batch. `more` are fields
/// that are read after steps beside those that are bound; `goes_on` says whether a call goes on with the one before.
pub(super) fn together(
    py: Python<'_>,
    mut parts: Vec<Part<'_, '_>>,
    more: &[String],
    goes_on: bool,
    work: impl Fn(&Call<'_>, &mut Stepper, &mut Job<'_>) -> PyResult<()> + Sync,
) -> PyResult<()> {
    Batch::check_callbacks()?;
    guard::check_stack()?;
    let Some(first) = parts.first().map(|part| part.batch) else { return Ok(()) };
    let mut locked = Vec::with_capacity(parts.len());
    for part in &parts {
        locked.push(part.batch.inner.write()?);
    }
    let open = parts.iter_mut().zip(&mut locked).map(|(part, inner)| part.open(inner, more));
    let open = open.collect::<PyResult<Vec<_>>>()?;

    let halt = Halt::default();
    let take_jobs = || open.iter().for_each(|o| o.take_jobs(&halt, &work));
    let count: usize = open.iter().map(|o| o.jobs.len()).sum();
    let threads = first.threads.get()?.filter(|_| count > 1);
    py.detach(|| match threads {
        Some(threads) => {
            let each: Vec<usize> = (0..first.nthread.min(count)).collect();
            let fail = |raised| halt.fail(raised);
            run_on(&threads, &each, &Holdings::none(), |_| take_jobs(), fail);
        }
        None => take_jobs(),
    });
    for o in open {
        o.close(goes_on);
    }
    halt.result()
}

impl Batch {
    /// Does something to simulations, eight at a time, on all threads. `more` are fields that are read
    /// after steps beside those that are bound.
    pub(super) fn call(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        arrays: Arrays<'_>,
        more: &[String],
        work: impl Fn(&Call<'_>, &mut Stepper, &mut Job<'_>) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        together(py, vec![Part { batch: self, ids, arrays }], more, false, work)
    }

    /// Forgets memory that was made for other fields.
    fn make_workers_for(&self, names: Vec<String>) {
        let mut workers = unpoisoned(&self.workers);
        if workers.0 != names {
            *workers = (names, Vec::new());
        }
    }

    /// Memory that nobody uses.
    fn worker(&self) -> Stepper {
        let mut workers = unpoisoned(&self.workers);
        if let Some(free) = workers.1.pop() {
            return free;
        }
        let names: Vec<&str> = workers.0.iter().map(String::as_str).collect();
        Stepper::new(&self.model, Wanted::Fields(&names)).interrupted_by(callback::interrupt_hook())
    }
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The simulations of a call.
struct Selected<'a>(Option<&'a [i32]>, usize);

impl<'a> Selected<'a> {
    fn new(ids: Option<&'a PyReadonlyArray1<'_, i32>>, nsim: usize) -> PyResult<Self> {
        let ids = ids.map(|ids| ids.as_slice()).transpose().map_err(value_error)?;
        for pair in ids.unwrap_or_default().windows(2) {
            if pair[0] >= pair[1] {
                let text =
                    format!("ids must be sorted and unique, got {} before {}", pair[0], pair[1]);
                return Err(PyValueError::new_err(text));
            }
        }
        for &id in ids.into_iter().flat_map(|ids| ids.first().into_iter().chain(ids.last())) {
            if usize::try_from(id).map_or(true, |id| id >= nsim) {
                return Err(PyValueError::new_err(format!("ids must be in [0, {nsim}), got {id}")));
            }
        }
        Ok(Self(ids, nsim))
    }

    fn count(&self) -> usize {
        self.0.map_or(self.1, <[i32]>::len)
    }

    fn place(&self, index: usize) -> Option<usize> {
        match self.0 {
            None => Some(index),
            Some(ids) => ids.binary_search(&(index as i32)).ok(),
        }
    }
}

/// Ids that exist, for calls on one simulation.
pub(super) fn selected(
    ids: Option<&PyReadonlyArray1<'_, i32>>,
    nsim: usize,
) -> PyResult<Vec<usize>> {
    let selected = Selected::new(ids, nsim)?;
    Ok((0..nsim).filter(|&index| selected.place(index).is_some()).collect())
}

/// The rows of an array: one for each simulation, of a certain width if that is not zero.
pub(super) fn rows_of<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArray2<'_, T>,
    count: usize,
    width: usize,
) -> PyResult<impl Iterator<Item = &'a mut [T]>> {
    let shape = { array.as_array().dim() };
    if shape.0 != count || (width > 0 && shape.1 != width) {
        let text = format!("an array of {count} rows was expected, got {} x {}", shape.0, shape.1);
        return Err(PyValueError::new_err(text));
    }
    let mut rest = array.as_slice_mut().map_err(value_error)?;
    Ok((0..count).map(move |_| rest.split_off_mut(..shape.1).unwrap_or_default()))
}

/// Parameters that differ, with their values.
pub(super) fn varied<'a>(
    m: &Model,
    arrays: &'a [(String, ReadBytes<'_>)],
) -> PyResult<Vec<Varied<'a>>> {
    let varied = arrays.iter().map(|(name, array)| {
        let parameter = Parameter::find(m, name).map_err(value_error)?;
        Ok(Varied { parameter, values: array.as_slice().map_err(value_error)? })
    });
    varied.collect()
}

/// The place of a field in the table of the data.
pub(super) fn place_of(name: &str) -> PyResult<usize> {
    let found = Data::infos().iter().position(|info| info.name == name);
    found.ok_or_else(|| PyValueError::new_err(format!("{name} is not a field of MjData")))
}

/// Errors unless there is such a simulation.
pub(super) fn check_simulation(sim: usize, nsim: usize) -> PyResult<()> {
    if sim < nsim { Ok(()) } else { Err(no_simulation(sim, nsim)) }
}
