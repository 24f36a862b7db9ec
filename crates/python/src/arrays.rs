//! Models from arrays that other programs have in memory.

use std::collections::{BTreeMap, HashMap};

use ferrodyn_engine::{Model, Sizes};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::guard;
use crate::load::Bounds;
use crate::model::MjModel;

/// A model of sizes and arrays by MuJoCo's names, the arrays as bytes. Those that follow from others
/// may be missing; settings have their defaults.
#[pyfunction]
pub(crate) fn _model_of_arrays(
    py: Python<'_>,
    sizes: BTreeMap<String, i64>,
    arrays: HashMap<String, PyBackedBytes>,
) -> PyResult<MjModel> {
    guard::with_stack(|| {
        let model = py.detach(|| make(&sizes, &arrays))?;
        MjModel::wrap(py, model, None)
    })
}

fn make(sizes: &BTreeMap<String, i64>, arrays: &HashMap<String, PyBackedBytes>) -> PyResult<Model> {
    let problem = |e: &dyn std::fmt::Display| PyValueError::new_err(e.to_string());
    let mut all = Sizes::default();
    for (name, value) in sizes {
        all.set(name, *value).map_err(|e| problem(&e))?;
    }
    let model = Model::from_arrays(all, |name| arrays.get(name).map(|bytes| &**bytes));
    let model = model.map_err(|e| problem(&e))?;
    Bounds::default().check_data(&model)?;
    Ok(model)
}
