//! Warnings of the simulation: when the function that raised them returns, they go to the Python function of
//! `set_mju_user_warning`, or to `sys.stderr`, once per kind until the data is reset.
//!
//! `FERRODYN_QUIET=1` leaves `sys.stderr` alone. Nothing is written to files.

use std::cell::RefCell;
use std::env;
use std::sync::atomic::Ordering;

use ferrodyn_engine::enums::Warning;
use ferrodyn_engine::{Data, Model, warning};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use super::callback;
use crate::data::MjData;

/// A warning that has not been printed yet.
struct PendingWarning {
    /// The kind, as a bit: each kind is printed once.
    bit: u8,
    /// What MuJoCo says, with the time.
    text: String,
    /// The joint, actuator or contact to blame.
    blame: String,
}

thread_local! {
    /// Warnings of the functions that run on this thread.
    static PENDING: RefCell<Vec<PendingWarning>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a warning until its function returns; the engine calls this as a hook. The text with names is made at
/// once, because the data may be reset before.
pub(super) fn keep(m: &Model, d: &Data, kind: Warning, info: usize) {
    let text = format!("{} Time = {:.4}.", kind.text(info as u64), d.time);
    let blame = warning::blame(m, d, kind, info);
    PENDING.with_borrow_mut(|all| all.push(PendingWarning { bit: 1 << kind as u8, text, blame }));
}

/// The same where PGS goes on because CG has not converged, which MuJoCo has no warning for.
pub(super) fn keep_fallback(m: &Model, d: &Data) {
    const BIT: u8 = 1 << Warning::COUNT;
    let iterations = m.opt.iterations;
    let text = format!("CG has not converged in {iterations} iterations. Time = {:.4}.", d.time);
    let blame = "PGS went on from there.".to_owned();
    PENDING.with_borrow_mut(|all| all.push(PendingWarning { bit: BIT, text, blame }));
}

/// How many warnings have not been printed yet.
pub(super) fn pending() -> usize {
    PENDING.with_borrow(Vec::len)
}

/// Forgets all warnings but the first ones.
pub(super) fn forget(from: usize) {
    PENDING.with_borrow_mut(|all| all.truncate(from));
}

/// Tells the warnings that a function raised on data, all but the first ones, which are of others.
pub(super) fn tell(d: &Bound<'_, MjData>, from: usize) -> PyResult<()> {
    if pending() <= from {
        return Ok(());
    }
    let all = PENDING.with_borrow_mut(|all| all.split_off(from));
    let function = callback::user_warning(d.py());
    for PendingWarning { bit, text, blame } in all {
        match &function {
            Some(function) => drop(function.call1((text,))?),
            None if d.get().told.fetch_or(bit, Ordering::Relaxed) & bit != 0 => {}
            None => write(d.py(), line(&text, &blame))?,
        }
    }
    Ok(())
}

/// After a reset warnings are told again.
pub(super) fn rearm(d: &Bound<'_, MjData>) {
    d.get().told.store(0, Ordering::Relaxed);
}

/// A warning as a line of its own, whatever the names of the model are.
fn line(text: &str, blame: &str) -> String {
    // a name that ends the line could go on as another warning
    let text = warning::printable(&format!("WARNING: {text} {blame}")).replace('\n', "\u{fffd}");
    text + "\n"
}

/// Writes to `sys.stderr`, wherever it leads; a stream that cannot be written to is no error.
fn write(py: Python<'_>, line: String) -> PyResult<()> {
    if env::var_os("FERRODYN_QUIET").is_some_and(|value| !value.is_empty() && value != "0") {
        return Ok(());
    }
    let stderr = py.import("sys")?.getattr("stderr")?;
    if stderr.is_none() {
        return Ok(());
    }
    match stderr.call_method1("write", (line,)) {
        Err(error) if !error.is_instance_of::<PyException>(py) => Err(error),
        _ => Ok(()),
    }
}
