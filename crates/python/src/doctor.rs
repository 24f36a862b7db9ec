//! `ferrodyn.doctor`: what is wrong with a model.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferrodyn_doctor::{Allowance, Options, UnknownCheck, examine, examine_compiled};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt;
use crate::model::MjModel;

/// Examines a model; the report as JSON.
#[pyfunction]
#[pyo3(signature = (m, runs, budget, allow))]
pub(crate) fn _doctor(
    py: Python<'_>,
    m: &Bound<'_, MjModel>,
    runs: bool,
    budget: f64,
    allow: Vec<String>,
) -> PyResult<String> {
    let allow = allow.iter().map(|text| text.parse()).collect::<Result<Vec<Allowance>, _>>();
    let allow = allow.map_err(|error: UnknownCheck| PyValueError::new_err(error.to_string()))?;
    let budget = Duration::try_from_secs_f64(budget).map_err(|_| {
        PyValueError::new_err(format!("budget is a number of seconds, not {budget}"))
    })?;
    let model = m.get().store()?.with(ferrodyn_engine::Model::clone)?;
    let description = m.get().description().cloned();
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    let examined = interrupt::run(py, move || {
        let interrupt = Some(Arc::new(move || asked.load(Ordering::Relaxed)) as _);
        let options = Options { runs, cures: false, hold: None, budget, allow, interrupt };
        // places are those of what the model was compiled from, numbers those that it has now
        let before = description.and_then(|description| {
            let compiled = description.compile_with_ids().ok()?;
            (compiled.model.sizes == model.sizes).then_some((description, compiled))
        });
        let report = match before {
            Some((description, mut compiled)) => {
                compiled.model = model;
                examine_compiled(description.spec(), &compiled, &options)
            }
            None => examine(&model, &options),
        };
        report.to_json().to_string()
    });
    if examined.is_err() {
        // an exception of a signal handler has ended the wait
        stop.store(true, Ordering::Relaxed);
    }
    examined
}
