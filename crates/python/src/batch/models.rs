//! The models of a batch in which the caller gives each simulation its own model: checks and copies of them.

use std::sync::Arc;

use ferrodyn_engine::batch::Stepping;
use ferrodyn_engine::{Data, Model};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::Inner;
use crate::model::MjModel;
use crate::plugin;

/// An error if a model needs Python while it steps.
pub(super) fn check_without_python(m: &Model) -> Result<(), &'static str> {
    if plugin::are_python(m) {
        return Err("a batch runs without Python: its model cannot have plugins written in it");
    }
    Ok(())
}

/// Copies of models that can step in the place of that of the batch; those that are one stay one.
pub(super) fn copies(m: &Model, models: &[Py<MjModel>]) -> PyResult<Vec<Arc<Model>>> {
    let mut known: Vec<(usize, Arc<Model>)> = Vec::new();
    let mut each = Vec::with_capacity(models.len());
    let mut data = None;
    for (sim, other) in models.iter().enumerate() {
        let address = other.as_ptr() as usize;
        if let Some((_, model)) = known.iter().rev().find(|(at, _)| *at == address) {
            each.push(model.clone());
            continue;
        }
        let model = Arc::new(other.get().store()?.with(Clone::clone)?);
        if let Err(why) = check_without_python(&model) {
            return Err(PyValueError::new_err(format!("models[{sim}]: {why}")));
        }
        if let Err(error) = data.get_or_insert_with(|| Data::new(m)).check_model(&model) {
            let (field, expected, found) = (error.field, error.expected, error.found);
            let text = format!(
                "models[{sim}] has other sizes than the model of the batch: {expected} numbers of \
                 {field}, not {found}"
            );
            return Err(PyValueError::new_err(text));
        }
        known.push((address, model.clone()));
        each.push(model);
    }
    Ok(each)
}

/// Lets simulations run on other models; on that of the batch, if there are none.
///
/// # Errors
/// If one has to keep its data, and the batch does not.
pub(super) fn replace(m: &Model, inner: &mut Inner, each: Vec<Arc<Model>>) -> PyResult<()> {
    let Inner { own, models, .. } = inner;
    if own.is_empty() {
        for (sim, model) in each.iter().enumerate() {
            if let Stepping::Own(beyond) = Stepping::of(model) {
                let text = format!(
                    "models[{sim}]: {beyond}, so that simulations have to keep their data: make the \
                     batch with persistent=True"
                );
                return Err(PyValueError::new_err(text));
            }
        }
    }
    for (sim, d) in own.iter_mut().enumerate() {
        let [before, after] = [&*models, &each].map(|all| all.get(sim).map_or(m, |model| &**model));
        if Stepping::of(after).keeps_data() && !Stepping::of(before).keeps_data() {
            // what never moves is computed when sleep begins
            d.reset(after);
        }
    }
    *models = each;
    Ok(())
}
