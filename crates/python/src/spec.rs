//! `MjSpec`: a description of a model, to be compiled or written as XML.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::load::{Description, value_error};
use crate::model::{MjModel, assets};

/// A description of a model.
#[pyclass(frozen, module = "ferrodyn")]
pub(crate) struct MjSpec(Description);

#[pymethods]
impl MjSpec {
    #[new]
    fn new() -> Self {
        Self(Description::empty())
    }

    /// Reads a description from an XML file. `assets` are files given in memory, by name.
    #[staticmethod]
    #[pyo3(signature = (filename, assets = None))]
    fn from_file(
        py: Python<'_>,
        filename: PathBuf,
        assets: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let assets = self::assets(assets)?;
        let loaded = py.detach(|| Description::read_path(&filename, &assets));
        loaded.map(Self).map_err(|e| value_error(&e))
    }

    /// Reads a description from XML text. `assets` are files given in memory, by name.
    #[staticmethod]
    #[pyo3(signature = (xml, assets = None))]
    fn from_string(
        py: Python<'_>,
        xml: &str,
        assets: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let assets = self::assets(assets)?;
        let loaded = py.detach(|| Description::read_str(xml, &assets));
        loaded.map(Self).map_err(|e| value_error(&e))
    }

    /// Compiles the description into a model.
    fn compile(&self, py: Python<'_>) -> PyResult<MjModel> {
        let model = py.detach(|| self.0.compile()).map_err(|e| value_error(&e))?;
        MjModel::wrap(py, model, Some(self.0.clone()))
    }

    /// The description as MJCF text.
    fn to_xml(&self) -> String {
        self.0.to_xml()
    }
}
