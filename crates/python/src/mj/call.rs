//! Calls a function with its model and data locked, while other Python threads may run.

use std::fmt::Display;

use ferrodyn_engine::{Data, Model, System};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::callback::{self, Call};
use crate::data::MjData;
use crate::error::FatalError;
use crate::guard;
use crate::interrupt::run_signal_handlers;
use crate::model::MjModel;

/// Calls `f` with model and data; Python callbacks of this thread reach both.
///
/// Other Python threads run meanwhile. An exception of a callback is raised when `f` has returned.
pub(super) fn change<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&System<'_>, &mut Data) -> R + Send,
) -> PyResult<R> {
    guard::check_stack()?;
    check_model(m, d)?;
    let hooks = callback::hooks();
    let call = Call::enter(m, d);
    let (model, data) = (m.get().store()?, &d.get().store);
    let result = m
        .py()
        .detach(|| {
            model.with(|m| {
                let m = m.with(&hooks);
                data.with_mut(|d| check_stack(d).map(|()| f(&m, d))).flatten()
            })
        })
        .flatten();
    call.tell_and_leave(d)?;
    result
}

/// As [`change`], with a function to be called now and then: it calls Python's signal handlers,
/// which reach model and data, and returns false if one raised an exception. `f` should then return
/// soon; the exception is raised.
pub(super) fn change_long<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&System<'_>, &mut Data, &mut dyn FnMut(&Model, &mut Data) -> bool) -> R + Send,
) -> PyResult<R> {
    let (model, data) = (m.get().store()?, &d.get().store);
    let mut raised = None;
    let result = change(m, d, |m, d| {
        f(m, d, &mut |m, d| {
            raised = model.lend_shared(m, || data.lend(d, run_signal_handlers)).err();
            raised.is_none()
        })
    })?;
    raised.map_or(Ok(result), Err)
}

/// `FatalError` if somebody has marked all of the memory for computations as used.
fn check_stack(d: &Data) -> PyResult<()> {
    if d.pstack == 0 || d.pstack < d.narena {
        return Ok(());
    }
    let (used, total) = (d.pstack, d.narena);
    let what = format!("out of memory, stack overflow\n  used = {used}, memory = {total}");
    Err(fatal("mj_stackAlloc", what))
}

/// Calls `f` with model and data, to be read.
pub(super) fn inspect<R>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&Model, &Data) -> R,
) -> PyResult<R> {
    guard::check_stack()?;
    check_model(m, d)?;
    m.get().store()?.with(|m| d.get().store.with(|d| f(m, d)))?
}

/// Calls `f` with model and data, both to be written.
pub(super) fn change_both<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&mut Model, &mut Data) -> R + Send,
) -> PyResult<R> {
    guard::check_stack()?;
    check_model(m, d)?;
    let call = Call::enter(m, d);
    let (model, data) = (m.get().store()?, &d.get().store);
    let result = m.py().detach(|| model.with_mut(|m| data.with_mut(|d| f(m, d)))).flatten();
    call.tell_and_leave(d)?;
    m.get().refresh()?;
    result
}

/// The exception for arguments that a function of the engine does not accept.
pub(super) fn fatal(function: &str, error: impl Display) -> PyErr {
    FatalError::new_err(format!("{function}: {error}"))
}

/// An argument that counts objects: `FatalError` if it is negative.
pub(super) fn index(function: &str, what: &str, id: i32) -> PyResult<usize> {
    usize::try_from(id).map_err(|_| fatal(function, format!("invalid {what} {id}")))
}

/// `ValueError` unless data has the sizes of a model.
pub(super) fn check_model(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    let own = d.get().model.bind(m.py());
    if own.is(m) {
        return Ok(());
    }
    if m.get().sizes == own.get().sizes {
        return Ok(());
    }
    Err(PyValueError::new_err("the data was made for a model of other sizes"))
}
