//! From files and text to descriptions and models, and back to text.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ferrodyn_engine::Model;
use ferrodyn_mjcf::urdf::UrdfOptions;
use ferrodyn_mjcf::{LoadError, Loader, Spec, path};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Files given in memory, by name.
pub(crate) type Assets = BTreeMap<String, Vec<u8>>;

/// A description together with the files it may name.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    spec: Arc<Spec>,
    loader: Loader,
}

impl Description {
    /// A description without anything in it.
    pub(crate) fn empty() -> Self {
        Self { spec: Arc::new(Spec::default()), loader: Loader::new() }
    }

    /// Reads a file.
    pub(crate) fn read_path(path: &Path, assets: &Assets) -> Result<Self, LoadError> {
        let loader = loader(assets)?;
        Ok(Self { spec: Arc::new(loader.read_path(path)?), loader })
    }

    /// Reads a text.
    pub(crate) fn read_str(xml: &str, assets: &Assets) -> Result<Self, LoadError> {
        let loader = loader(assets)?;
        Ok(Self { spec: Arc::new(loader.read_str(xml)?), loader })
    }

    /// Compiles the description.
    pub(crate) fn compile(&self) -> Result<Model, LoadError> {
        self.loader.compile(&self.spec)
    }

    /// The description as MJCF text.
    pub(crate) fn to_xml(&self) -> String {
        self.spec.to_xml()
    }
}

/// A loader that reads URDF as MuJoCo does and finds files in memory by name, without directory.
fn loader(assets: &Assets) -> Result<Loader, LoadError> {
    let loader = Loader { urdf: UrdfOptions::mujoco(), ..Loader::new() };
    let named =
        assets.iter().map(|(name, bytes)| (path::file_name(name).to_owned(), bytes.clone()));
    loader.with_assets(&named.collect())
}

/// The Python error for a model that cannot be loaded: every problem, with its place.
pub(crate) fn value_error(e: &LoadError) -> PyErr {
    PyValueError::new_err(e.to_string())
}
