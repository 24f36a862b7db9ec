//! Functions with MuJoCo's names.

use std::path::PathBuf;

use ferrodyn_engine::constants;
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::args::Text;
use crate::lock;
use crate::model::MjModel;

/// The id of the object of that type and name, -1 if there is none.
#[pyfunction]
#[pyo3(signature = (m, r#type, name))]
pub(crate) fn mj_name2id(
    m: &Bound<'_, MjModel>,
    r#type: &Bound<'_, PyAny>,
    name: Text,
) -> PyResult<i64> {
    m.get()._name2id(integer(r#type)?, &name.0)
}

/// The name of the object of that type and id, `None` if it has none.
#[pyfunction]
#[pyo3(signature = (m, r#type, id))]
pub(crate) fn mj_id2name(
    m: &Bound<'_, MjModel>,
    r#type: &Bound<'_, PyAny>,
    id: i64,
) -> PyResult<Option<String>> {
    m.get()._id2name(integer(r#type)?, id)
}

/// Writes the description that the model was compiled from as an XML file.
#[pyfunction]
pub(crate) fn mj_saveLastXML(
    py: Python<'_>,
    filename: PathBuf,
    m: &Bound<'_, MjModel>,
) -> PyResult<()> {
    let description = m.get().description();
    let description =
        description.ok_or_else(|| PyValueError::new_err("the model was not loaded from XML"))?;
    let written = py.detach(|| std::fs::write(&filename, description.to_xml()));
    written.map_err(|e| PyValueError::new_err(format!("cannot write {}: {e}", filename.display())))
}

/// The MuJoCo release whose behavior is reproduced, as a number.
#[pyfunction]
pub(crate) fn mj_version() -> i32 {
    constants::VERSION_HEADER
}

/// The MuJoCo release whose behavior is reproduced.
#[pyfunction]
pub(crate) fn mj_versionString() -> &'static str {
    constants::MUJOCO_VERSION
}

/// To be called in the child of a fork.
#[pyfunction]
pub(crate) fn _after_fork() {
    lock::after_fork();
}

/// Names and values of constants.
type Constants = Vec<(&'static str, i32)>;

/// The enums: name, description, constants.
#[pyfunction]
pub(crate) fn _enums() -> Vec<(&'static str, &'static str, Constants)> {
    ferrodyn_engine::enums::all().map(|e| (e.name, e.doc.trim(), e.constants.to_vec())).collect()
}

/// Number, word, size and field of names of a kind of object.
type Kind = (i32, &'static str, &'static str, Option<&'static str>);

/// The kinds of objects of a model.
#[pyfunction]
pub(crate) fn _object_kinds() -> Vec<Kind> {
    let row = |o: &ferrodyn_engine::enums::ObjectKind| (o.kind as i32, o.word, o.size, o.names);
    ferrodyn_engine::enums::OBJECT_KINDS.iter().map(row).collect()
}

/// The sizes of a model, in order.
#[pyfunction]
pub(crate) fn _sizes() -> Vec<&'static str> {
    ferrodyn_engine::Sizes::NAMES.to_vec()
}

/// An integer, or an enum constant.
fn integer(value: &Bound<'_, PyAny>) -> PyResult<i32> {
    value.extract()
}

/// Runs the command `ferrodyn`: arguments with the name of the program first, to the exit status.
#[cfg(feature = "graphics")]
#[pyfunction]
pub(crate) fn _command(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| ferrodyn_cli::run(arguments))
}
