//! From files and text to descriptions and models, and back to text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use ferrodyn_engine::{Data, Model};
use ferrodyn_mjcf::asset::AssetCache;
use ferrodyn_mjcf::urdf::UrdfOptions;
use ferrodyn_mjcf::xml::Limits;
use ferrodyn_mjcf::{Compiled, LoadError, Loader, Plugins, Problem, ProblemKind, Spec, path};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::plugin;
use crate::source::Source;

/// Files given in memory, by name.
pub(crate) type Named = BTreeMap<String, Vec<u8>>;

/// Files that the caller gives: in memory, or by a function that is asked for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assets {
    pub(crate) named: Named,
    pub(crate) source: Option<Source>,
}

/// A description together with the files it may name.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    spec: Arc<Spec>,
    loader: Loader,
    source: Option<Source>,
}

impl Description {
    /// A description and where its files come from.
    pub(crate) fn new(spec: Arc<Spec>, mut loader: Loader, source: Option<Source>) -> Self {
        // plugins may have been registered since
        loader.plugins = Plugins(plugin::registry());
        // other threads may load from the same function meanwhile
        let source = source.map(|source| source.for_another_load());
        if let Some(source) = &source {
            loader.files = loader.files.without_sources().with_source("", source.clone());
        }
        Self { spec, loader, source }
    }

    /// The description, and where its files come from.
    pub(crate) fn into_parts(self) -> (Spec, Loader, Option<Source>) {
        (Arc::unwrap_or_clone(self.spec), self.loader, self.source)
    }

    /// The description of a model that was compiled: no source is needed any more.
    pub(crate) fn compiled(self) -> Self {
        let files = self.loader.files.without_sources();
        Self { loader: Loader { files, ..self.loader }, source: None, ..self }
    }

    /// Reads a file.
    pub(crate) fn read_path(
        path: &Path,
        assets: &Assets,
        bounds: Bounds,
    ) -> Result<Self, LoadError> {
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let loader = bounds.apply(loader(assets)?, Some(dir.unwrap_or(Path::new("."))));
        Ok(Self { spec: Arc::new(loader.read_path(path)?), loader, source: assets.source.clone() })
    }

    /// Reads a text.
    pub(crate) fn read_str(xml: &str, assets: &Assets, bounds: Bounds) -> Result<Self, LoadError> {
        let loader = bounds.apply(loader(assets)?, None);
        Ok(Self { spec: Arc::new(loader.read_str(xml)?), loader, source: assets.source.clone() })
    }

    /// The description itself.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Compiles the description.
    pub(crate) fn compile(&self) -> Result<Model, LoadError> {
        self.loader.compile(&self.spec)
    }

    /// Compiles the description, and says which objects its elements became.
    pub(crate) fn compile_with_ids(&self) -> Result<Compiled, LoadError> {
        self.spec.compile_with_ids(self.loader.environment())
    }

    /// Compiles the description again, with the state of a simulation carried over.
    pub(crate) fn recompile(
        &self,
        before: &Compiled,
        d: &Data,
    ) -> Result<(Compiled, Data), LoadError> {
        self.spec.recompile(self.loader.environment(), before, d)
    }

    /// An error of this load, raised from what the source of its files raised.
    pub(crate) fn explained(&self, py: Python<'_>, error: PyErr) -> PyErr {
        explained(py, error, self.source.as_ref())
    }

    /// The description as MJCF text.
    pub(crate) fn to_xml(&self) -> String {
        self.spec.to_xml()
    }
}

/// Limits on a model, and the directories that it may read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    limits: Limits,
    roots: Option<Vec<PathBuf>>,
    /// Without roots, nothing outside the directory of the model is read.
    confined: bool,
}

impl Bounds {
    /// From the arguments `limits` (the name of a preset, a `Limits` or a dictionary) and `roots`
    /// (a directory or several).
    pub(crate) fn new(
        limits: Option<&Bound<'_, PyAny>>,
        roots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut bounds = Self::default();
        if let Some(limits) = limits {
            bounds.set_limits(limits)?;
        }
        bounds.roots = match roots {
            None => None,
            Some(roots) => match roots.extract::<PathBuf>() {
                Ok(root) => Some(vec![root]),
                Err(_) => Some(roots.extract::<Vec<PathBuf>>().map_err(|_| {
                    PyTypeError::new_err("roots should be a directory or a list of directories")
                })?),
            },
        };
        Ok(bounds)
    }

    fn set_limits(&mut self, limits: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(preset) = limits.extract::<String>() {
            (self.limits, self.confined) = match preset.as_str() {
                "default" => (Limits::default(), false),
                "untrusted" => (Limits::untrusted(), true),
                _ => {
                    let message = format!(
                        "there are no limits \"{preset}\": use \"default\", \"untrusted\", a \
                         Limits or a dict"
                    );
                    return Err(PyValueError::new_err(message));
                }
            };
            return Ok(());
        }
        // a dict, or an object with the limits as attributes
        let dict = limits.cast::<PyDict>().ok().cloned();
        let attributes = || limits.getattr("__dict__").ok()?.cast_into::<PyDict>().ok();
        let fields = dict.or_else(attributes).ok_or_else(|| {
            let kind = limits.get_type().name();
            let kind = kind.map_or_else(|_| String::new(), |name| name.to_string());
            PyTypeError::new_err(format!("limits should be a Limits or a dict, not {kind}"))
        })?;
        for (name, value) in fields {
            let name = name.extract::<String>()?;
            if name == "confined" {
                self.confined = value.extract()?;
                continue;
            }
            let value = value.extract::<f64>().map_err(|_| {
                PyTypeError::new_err(format!("the limit {name} should be a number"))
            })?;
            let set = self.limits.set(&name, value);
            set.map_err(|e| PyValueError::new_err(e.to_string()))?;
        }
        Ok(())
    }

    /// A model from the bytes of a binary file.
    pub(crate) fn read_binary(&self, bytes: &[u8]) -> PyResult<Model> {
        self.check_bytes("the file takes", bytes.len())?;
        let model = plugin::with_exits(|| Model::from_bytes_with(bytes, &plugin::registry()))?
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.check_data(&model)?;
        Ok(model)
    }

    /// Whether data of the model may take the bytes that they take.
    pub(crate) fn check_data(&self, model: &Model) -> PyResult<()> {
        let needed = Data::bytes_for(&model.sizes).unwrap_or(usize::MAX);
        self.check_bytes("the arrays take", needed)
    }

    /// The most bytes that a model may take.
    pub(crate) fn model_bytes(&self) -> usize {
        self.limits.model_bytes
    }

    fn check_bytes(&self, what: &str, bytes: usize) -> PyResult<()> {
        let limit = self.limits.model_bytes;
        if bytes > limit {
            let message = format!(
                "the model is too large: {what} more than {limit} bytes; make it smaller, or raise the \
                 limit model_bytes"
            );
            return Err(PyValueError::new_err(message));
        }
        Ok(())
    }

    /// A loader within these bounds, for a model in a directory or in memory.
    fn apply(self, loader: Loader, dir: Option<&Path>) -> Loader {
        let own = || dir.map(Path::to_owned).into_iter().collect();
        let roots = self.roots.or_else(|| self.confined.then(own));
        let files = match roots {
            Some(roots) => loader.files.with_roots(roots),
            None => loader.files,
        };
        Loader { files, limits: self.limits, ..loader }.with_limits_on_files()
    }
}

/// The limits by name: those that hold by default, and those for files from strangers.
#[pyfunction]
pub(crate) fn _limits() -> Vec<(&'static str, f64, f64)> {
    let (usual, untrusted) = (Limits::default(), Limits::untrusted());
    let value = |limits: &Limits, name| limits.get(name).unwrap_or(0.0);
    Limits::NAMES.iter().map(|n| (*n, value(&usual, n), value(&untrusted, n))).collect()
}

/// Decoded assets, kept for models that name the same ones.
pub(crate) fn asset_cache() -> &'static Arc<AssetCache> {
    const CAPACITY: usize = 500 << 20;
    static CACHE: LazyLock<Arc<AssetCache>> = LazyLock::new(|| Arc::new(AssetCache::new(CAPACITY)));
    &CACHE
}

/// A loader that reads URDF as MuJoCo does.
pub(crate) fn mujoco_loader() -> Loader {
    let cache = Some(asset_cache().clone());
    let plugins = Plugins(plugin::registry());
    let urdf = UrdfOptions::mujoco();
    Loader { urdf, cache, plugins, accept_any_number: true, ..Loader::new() }
}

/// The same, with files in memory that are found by name, without directory, and a source of others.
fn loader(assets: &Assets) -> Result<Loader, LoadError> {
    let mut named = Named::new();
    for (name, bytes) in &assets.named {
        let file = path::file_name(name);
        if named.insert(file.to_owned(), bytes.clone()).is_some() {
            let message = format!("Repeated file name in assets: '{file}'");
            return Err(Problem::new(ProblemKind::Io, message).into());
        }
    }
    let loader = mujoco_loader().with_assets(&named)?;
    let Some(source) = &assets.source else { return Ok(loader) };
    Ok(Loader { files: loader.files.clone().with_source("", source.clone()), ..loader })
}

/// The Python error for a model that cannot be loaded: every problem, with its place.
pub(crate) fn value_error(py: Python<'_>, e: &LoadError, source: Option<&Source>) -> PyErr {
    explained(py, PyValueError::new_err(e.to_string()), source)
}

/// An error raised from what a source of files raised.
fn explained(py: Python<'_>, error: PyErr, source: Option<&Source>) -> PyErr {
    match source {
        Some(source) => source.explain(py, error),
        None => error,
    }
}
