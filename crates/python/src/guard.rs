//! The guard around every function that Python calls; the macros `pyfunction` and `pymethods` add it.
//!
//! A panic becomes a `FatalError` that says where it happened, and nothing is printed. Calls that
//! are nested too deeply, because a callback calls the function that calls it, or for which the
//! thread has too little stack, raise `RecursionError`.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

use crate::error::FatalError;
use crate::stack;

/// How many calls may be nested on a thread.
const MAX_DEPTH: u32 = 100;
/// Stack that the smallest functions need.
const LITTLE: usize = 16 << 10;
/// Stack that functions need which run the pipeline, or make models and data.
const MUCH: usize = 256 << 10;

thread_local! {
    /// How many calls are nested on this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// The innermost of them.
    static NAME: Cell<&'static str> = const { Cell::new("") };
    /// Whether panics of this thread are caught here.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic that is caught here happened, and what it said.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs the body of a function that Python calls.
pub(crate) fn native<R>(name: &'static str, body: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    let _call = enter(name)?;
    catch(name, body)
}

/// `RecursionError` unless this thread has stack to run the pipeline, or to make models and data.
pub(crate) fn check_stack() -> PyResult<()> {
    if stack::left() >= MUCH { Ok(()) } else { Err(too_small(NAME.get(), MUCH)) }
}

/// Runs `f`, whose variables may be large: models and data by value.
///
/// # Errors
/// As [`check_stack`].
pub(crate) fn with_stack<R>(f: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    // the caller must not have the variables on its own stack before it is checked
    #[inline(never)]
    fn apart<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
    check_stack()?;
    apart(f)
}

/// Runs `f`; a panic becomes a `FatalError` that starts with the name.
pub(crate) fn catch<R>(name: &str, f: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    CATCHING.set(outer);
    result.unwrap_or_else(|payload| Err(failed(name, &*payload)))
}

/// Keeps panics that become exceptions off the terminal; others are reported as before.
pub(crate) fn install_hook() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if CATCHING.try_with(Cell::get).unwrap_or(false) {
            PANIC.with(|slot| {
                if let Ok(mut slot) = slot.try_borrow_mut() {
                    *slot = Some(describe(info));
                }
            });
        } else {
            before(info);
        }
    }));
}

/// Counts a call until it is dropped; has the name of the one around it.
struct Nested(&'static str);

impl Drop for Nested {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
        NAME.set(self.0);
    }
}

fn enter(name: &'static str) -> PyResult<Nested> {
    let depth = DEPTH.get();
    if depth >= MAX_DEPTH {
        return Err(PyRecursionError::new_err(format!(
            "{name}: native calls are nested {MAX_DEPTH} deep; a callback seems to call the \
             function that calls it"
        )));
    }
    if stack::left() < LITTLE {
        return Err(too_small(name, LITTLE));
    }
    DEPTH.set(depth + 1);
    Ok(Nested(NAME.replace(name)))
}

#[cold]
fn too_small(name: &str, needed: usize) -> PyErr {
    let (left, needed) = (stack::left() >> 10, needed >> 10);
    PyRecursionError::new_err(format!(
        "{name}: this thread has {left} KiB of stack left and the call may need {needed} KiB; call \
         it from fewer nested functions, or start the thread after \
         threading.stack_size({})",
        16 << 20
    ))
}

/// `crates/engine/src/x.rs:12: index out of bounds`
fn describe(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
    format!("{}{}", text(info.payload()), place.unwrap_or_default())
}

fn text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().cloned();
    let text = text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
    text.unwrap_or_else(|| "an unknown panic".to_owned())
}

#[cold]
fn failed(name: &str, payload: &(dyn Any + Send)) -> PyErr {
    let what = PANIC.with_borrow_mut(Option::take).unwrap_or_else(|| text(payload));
    FatalError::new_err(format!(
        "{name}: internal error: {what}; call mj_resetData before using the data again that it ran on"
    ))
}
