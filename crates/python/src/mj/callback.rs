//! Python functions that the pipeline calls: `set_mjcb_control` and the like.
//!
//! They are kept here for all models and passed to every function that may call them. While one runs, its thread
//! may use the model and data although they are locked. After an exception no further callback runs, and the
//! exception is raised by the function called first.

use std::cell::RefCell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Instant;

use ferrodyn_engine::hooks::{Change, Clock, Interrupt, OfActuator, Plugins};
use ferrodyn_engine::ids::GeomId;
use ferrodyn_engine::{Data, Hooks, Model};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{functions, warning};
use crate::data::MjData;
use crate::interrupt;
use crate::model::MjModel;

/// The callbacks, one place each.
#[derive(Clone, Copy)]
enum Slot {
    Passive,
    Control,
    ContactFilter,
    Sensor,
    ActDyn,
    ActGain,
    ActBias,
    Time,
    UserWarning,
}

impl Slot {
    const COUNT: usize = 9;

    /// The number that a callback returned.
    fn number<'py, R: FromPyObjectOwned<'py>>(
        self,
        value: &Bound<'py, PyAny>,
        kind: &str,
    ) -> PyResult<R> {
        let name = match self {
            Self::ContactFilter => "contactfilter",
            Self::ActDyn => "act_dyn",
            Self::ActGain => "act_gain",
            Self::ActBias => "act_bias",
            Self::Time => "time",
            Self::Passive | Self::Control | Self::Sensor | Self::UserWarning => "",
        };
        let number: Result<R, R::Error> = value.extract();
        let wrong = || PyTypeError::new_err(format!("mjcb_{name} callback did not return {kind}"));
        number.map_err(|_| wrong())
    }
}

/// The callbacks that are set.
static SET: Mutex<[Option<Py<PyAny>>; Slot::COUNT]> = Mutex::new([const { None }; Slot::COUNT]);
/// Counts changes of [`SET`].
static CHANGES: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Models and data of the functions that run on this thread, the innermost last.
    static RUNNING: RefCell<Vec<(Py<MjModel>, Py<MjData>)>> = const { RefCell::new(Vec::new()) };
    /// The first exception of a callback.
    static FAILED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    /// The hooks that this thread used last, and of which change they are.
    static HOOKS: RefCell<Option<(u64, Arc<Hooks>)>> = const { RefCell::new(None) };
}

/// A function that runs and may call back.
pub(super) struct Call {
    /// Whether it is in [`RUNNING`].
    listed: bool,
    /// How many warnings were raised before, by functions around this one.
    raised_before: usize,
}

impl Call {
    /// Remembers nothing, as there are no callbacks.
    pub(super) fn without_callbacks() -> Self {
        Self { listed: false, raised_before: warning::pending() }
    }

    /// Remembers the model and data that the function runs on, if there are callbacks at all.
    pub(super) fn enter(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> Self {
        let any = any();
        if any {
            let arguments = (m.clone().unbind(), d.clone().unbind());
            RUNNING.with_borrow_mut(|all| all.push(arguments));
        }
        Self { listed: any, raised_before: warning::pending() }
    }

    /// Raises the exception of a callback, if one failed, or of a signal handler.
    #[expect(clippy::unused_self, reason = "a call ends once")]
    pub(super) fn leave(self) -> PyResult<()> {
        raised_by_signal()
    }

    /// Tells the warnings that the function raised, then as [`Self::leave`].
    pub(super) fn tell_and_leave(self, d: &Bound<'_, MjData>) -> PyResult<()> {
        let told = warning::tell(d, self.raised_before);
        self.leave()?;
        told
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.listed {
            drop(RUNNING.with_borrow_mut(Vec::pop));
        }
        // after a panic nobody has asked for them
        warning::forget(self.raised_before);
        if failed() {
            drop(FAILED.take());
        }
    }
}

/// Whether callbacks were ever set.
pub(super) fn any() -> bool {
    CHANGES.load(Ordering::Acquire) > 0
}

/// Whether callbacks are set.
pub(crate) fn are_set() -> bool {
    let set = || SET.lock().unwrap_or_else(PoisonError::into_inner);
    any() && set().iter().any(Option::is_some)
}

/// Ends long steps that run without callbacks, as they do with them; [`raised_by_signal`] has why.
pub(crate) fn interrupt_hook() -> Interrupt {
    Arc::new(interrupted)
}

/// The exception of a signal handler that has ended a long step.
pub(crate) fn raised_by_signal() -> PyResult<()> {
    FAILED.with_borrow_mut(|failed| failed.take().map_or(Ok(()), Err))
}

/// Whether a callback has failed since the outermost function was called.
pub(super) fn failed() -> bool {
    FAILED.with_borrow(Option::is_some)
}

/// What functions of the engine call back: made anew when a callback was set since.
pub(super) fn hooks() -> Arc<Hooks> {
    let changes = CHANGES.load(Ordering::Acquire);
    HOOKS.with_borrow_mut(|last| match last {
        Some((of, hooks)) if *of == changes => Arc::clone(hooks),
        _ => {
            let hooks = Arc::new(closures());
            *last = Some((changes, Arc::clone(&hooks)));
            hooks
        }
    })
}

/// As [`hooks`], without warnings: for simulations that report how they ended in other ways.
pub(super) fn hooks_without_warnings() -> Hooks {
    Hooks { warning: None, fallback: None, ..(*hooks()).clone() }
}

/// Closures for the callbacks that are set.
fn closures() -> Hooks {
    let all = SET.lock().unwrap_or_else(PoisonError::into_inner);
    let is_set = |slot: Slot| all[slot as usize].is_some();
    Hooks {
        control: is_set(Slot::Control).then(|| changes(Slot::Control)),
        passive: is_set(Slot::Passive).then(|| changes(Slot::Passive)),
        sensor: is_set(Slot::Sensor).then(|| {
            let read = |m: &Model, d: &mut Data, stage: i32| {
                call(Slot::Sensor, m, Access::Change(d), &[stage], |_| Ok(()));
            };
            Arc::new(read) as _
        }),
        act_dyn: is_set(Slot::ActDyn).then(|| of_actuator(Slot::ActDyn)),
        act_gain: is_set(Slot::ActGain).then(|| of_actuator(Slot::ActGain)),
        act_bias: is_set(Slot::ActBias).then(|| of_actuator(Slot::ActBias)),
        contact_filter: is_set(Slot::ContactFilter).then(|| {
            let leave_out = |m: &Model, d: &Data, a: GeomId, b: GeomId| {
                let geoms = [a.raw(), b.raw()];
                let out = call(Slot::ContactFilter, m, Access::Read(d), &geoms, |x| {
                    Slot::ContactFilter.number(x, "an integer")
                });
                out.is_some_and(|out: i32| out != 0)
            };
            Arc::new(leave_out) as _
        }),
        time: Some(if is_set(Slot::Time) { python_clock() } else { steady_clock() }),
        time_stages: is_set(Slot::Time),
        interrupt: Some(Arc::new(interrupted)),
        warning: Some(Arc::new(warning::keep)),
        fallback: Some(Arc::new(warning::keep_fallback)),
        plugins: Plugins::NONE,
    }
}

/// Whether a long stage should end: a callback has failed, the rollout has, or a signal handler has
/// raised an exception, which is kept as that of a callback is.
fn interrupted() -> bool {
    if failed() || interrupt::is_stopped() {
        return true;
    }
    match interrupt::signals_if_due() {
        Ok(()) => false,
        Err(error) => {
            FAILED.set(Some(error));
            true
        }
    }
}

/// Seconds since the first reading.
fn steady_clock() -> Clock {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    Arc::new(|_, _| START.elapsed().as_secs_f64())
}

/// The time that a Python function tells; 0 if it fails.
fn python_clock() -> Clock {
    Arc::new(|m, d| {
        let number = |x: &Bound<'_, PyAny>| Slot::Time.number(x, "a number");
        call(Slot::Time, m, Access::Change(d), &[], number).unwrap_or(0.0)
    })
}

/// A callback that changes data.
fn changes(slot: Slot) -> Change {
    Arc::new(move |m, d| {
        call(slot, m, Access::Change(d), &[], |_| Ok(()));
    })
}

/// A callback that computes a number for an actuator; 0 if it fails.
fn of_actuator(slot: Slot) -> OfActuator {
    Arc::new(move |m, d, u| {
        let number = move |x: &Bound<'_, PyAny>| slot.number(x, "a number");
        call(slot, m, Access::Read(d), &[u.raw()], number).unwrap_or(0.0)
    })
}

/// Whether a callback may read or write the data.
enum Access<'a> {
    Change(&'a mut Data),
    Read(&'a Data),
}

/// Calls the Python function of a slot with model, data and further numbers; `None` if it fails.
fn call<R>(
    slot: Slot,
    m: &Model,
    d: Access<'_>,
    more: &[i32],
    result: impl Fn(&Bound<'_, PyAny>) -> PyResult<R>,
) -> Option<R> {
    if failed() {
        return None;
    }
    Python::attach(|py| {
        let function = function(py, slot)?;
        let run = |model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>| {
            let mut arguments = match slot {
                Slot::Time => Vec::new(),
                _ => vec![model.clone().into_any(), data.clone().into_any()],
            };
            for number in more {
                arguments.push(number.into_pyobject(py)?.into_any());
            }
            result(&function.call1(PyTuple::new(py, arguments)?)?)
        };
        lend(py, m, d, run).map_err(|error| FAILED.set(Some(error))).ok()
    })
}

/// Calls `f` with the Python objects of a model and data that are in use; nothing after a failure.
pub(crate) fn with_objects(
    m: &Model,
    d: &mut Data,
    f: impl FnOnce(&Bound<'_, MjModel>, &Bound<'_, MjData>) -> PyResult<()>,
) {
    attach(|py| lend(py, m, Access::Change(d), f));
}

/// Calls a function that needs Python, nothing after a failure; its exception is kept as that of a
/// callback.
pub(crate) fn attach(f: impl FnOnce(Python<'_>) -> PyResult<()>) {
    if !failed() {
        Python::attach(|py| f(py).unwrap_or_else(|error| FAILED.set(Some(error))));
    }
}

/// Notes that there may be callbacks from now on.
pub(crate) fn note_change() {
    CHANGES.fetch_add(1, Ordering::AcqRel);
}

/// Calls `f` with the Python objects of a model and data that are in use.
fn lend<R>(
    py: Python<'_>,
    m: &Model,
    d: Access<'_>,
    f: impl FnOnce(&Bound<'_, MjModel>, &Bound<'_, MjData>) -> PyResult<R>,
) -> PyResult<R> {
    let at = match &d {
        Access::Change(d) => ptr::from_ref::<Data>(d),
        Access::Read(d) => ptr::from_ref::<Data>(d),
    };
    let (model, data) = objects(py, m, at);
    let Some(model) = model else {
        let raised = "a callback was called for a model that is not a Python object";
        return Err(PyRuntimeError::new_err(raised));
    };
    let Some(data) = data else { return lend_copy(&model, m, d, f) };
    let (lent_model, lent_data) = (model.get().inner(), &data.get().store);
    match d {
        Access::Change(d) => lent_model.lend_shared(m, || lent_data.lend(d, || f(&model, &data))),
        Access::Read(d) => {
            lent_model.lend_read_only(m, || lent_data.lend_read_only(d, || f(&model, &data)))
        }
    }
}

/// Calls `f` with a copy of data that has no Python object, such as the scratch data of a function;
/// what it changes is copied back.
fn lend_copy<R>(
    model: &Bound<'_, MjModel>,
    m: &Model,
    d: Access<'_>,
    f: impl FnOnce(&Bound<'_, MjModel>, &Bound<'_, MjData>) -> PyResult<R>,
) -> PyResult<R> {
    let py = model.py();
    let copy = match &d {
        Access::Change(d) => (**d).clone(),
        Access::Read(d) => (**d).clone(),
    };
    let copy = Bound::new(py, MjData::wrap(py, model.clone().unbind(), copy)?)?;
    let lent_model = model.get().inner();
    match d {
        Access::Change(d) => {
            let result = lent_model.lend_shared(m, || f(model, &copy))?;
            copy.get().store.with(|copy| d.clone_from(copy))?;
            Ok(result)
        }
        Access::Read(_) => lent_model.lend_read_only(m, || f(model, &copy)),
    }
}

/// The Python objects of a model and data among those that functions of this thread run on.
fn objects(
    py: Python<'_>,
    m: *const Model,
    d: *const Data,
) -> (Option<Bound<'_, MjModel>>, Option<Bound<'_, MjData>>) {
    RUNNING.with_borrow(|all| {
        let model = all.iter().rev().find(|(model, _)| model.get().inner().is_at(m));
        let data = all.iter().rev().find(|(_, data)| data.get().store.is_at(d));
        (model.map(|(m, _)| m.bind(py).clone()), data.map(|(_, d)| d.bind(py).clone()))
    })
}

/// The Python function of a slot.
fn function(py: Python<'_>, slot: Slot) -> Option<Bound<'_, PyAny>> {
    let all = SET.lock().unwrap_or_else(PoisonError::into_inner);
    all[slot as usize].as_ref().map(|function| function.bind(py).clone())
}

/// Sets the Python function of a slot, or none.
fn set(slot: Slot, function: &Bound<'_, PyAny>) -> PyResult<()> {
    if !function.is_none() && !function.is_callable() {
        return Err(PyTypeError::new_err("callback is not an Optional[Callable]"));
    }
    let function = Some(function).filter(|f| !f.is_none()).map(|f| f.clone().unbind());
    let former = {
        let mut all = SET.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut all[slot as usize], function)
    };
    CHANGES.fetch_add(1, Ordering::AcqRel);
    drop(former);
    Ok(())
}

/// A setter and a getter for each slot.
macro_rules! callbacks {
    ($($slot:ident, $set:ident, $get:ident, $what:literal;)*) => {
        functions! {
            $($set, $get,)* mj_resetCallbacks, set_mju_user_malloc, get_mju_user_malloc,
            set_mju_user_free, get_mju_user_free,
        }

        $(
            #[doc = concat!("Sets the callable that ", $what, ", or None.")]
            #[pyfunction]
            fn $set(callback: &Bound<'_, PyAny>) -> PyResult<()> {
                set(Slot::$slot, callback)
            }

            #[doc = concat!("The callable that ", $what, ", or None.")]
            #[pyfunction]
            fn $get(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
                function(py, Slot::$slot)
            }
        )*

        /// Removes all callbacks.
        #[pyfunction]
        fn mj_resetCallbacks(py: Python<'_>) -> PyResult<()> {
            $(set(Slot::$slot, py.None().bind(py))?;)*
            Ok(())
        }
    };
}

callbacks! {
    Passive, set_mjcb_passive, get_mjcb_passive, "adds passive forces: f(m, d)";
    Control, set_mjcb_control, get_mjcb_control, "sets controls: f(m, d)";
    ContactFilter, set_mjcb_contactfilter, get_mjcb_contactfilter,
        "leaves out contacts: f(m, d, geom1, geom2)";
    Sensor, set_mjcb_sensor, get_mjcb_sensor, "computes user sensors: f(m, d, stage)";
    ActDyn, set_mjcb_act_dyn, get_mjcb_act_dyn,
        "computes the activation derivative of user actuators: f(m, d, id)";
    ActGain, set_mjcb_act_gain, get_mjcb_act_gain,
        "computes the gain of user actuators: f(m, d, id)";
    ActBias, set_mjcb_act_bias, get_mjcb_act_bias,
        "computes the bias of user actuators: f(m, d, id)";
    Time, set_mjcb_time, get_mjcb_time, "tells the time for timers, of all stages then: f()";
    UserWarning, set_mju_user_warning, get_mju_user_warning,
        "is told warnings, instead of sys.stderr: f(text)";
}

/// The Python function that is told warnings.
pub(super) fn user_warning(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    function(py, Slot::UserWarning)
}

/// `NotImplementedError` unless the argument is None.
fn only_none(callback: &Bound<'_, PyAny>, what: &str) -> PyResult<()> {
    if callback.is_none() { Ok(()) } else { Err(PyNotImplementedError::new_err(what.to_owned())) }
}

/// Sets the callable that provides memory: only None, as memory is Rust's.
#[pyfunction]
fn set_mju_user_malloc(callback: &Bound<'_, PyAny>) -> PyResult<()> {
    only_none(callback, "memory is not allocated through callbacks")
}

/// None: memory is Rust's.
#[pyfunction]
fn get_mju_user_malloc() -> Option<f64> {
    None
}

/// Sets the callable that takes memory back: only None, as memory is Rust's.
#[pyfunction]
fn set_mju_user_free(callback: &Bound<'_, PyAny>) -> PyResult<()> {
    only_none(callback, "memory is not freed through callbacks")
}

/// None: memory is Rust's.
#[pyfunction]
fn get_mju_user_free() -> Option<f64> {
    None
}
