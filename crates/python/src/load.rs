//! From files and text to descriptions and models, and back to text.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use ferrodyn_engine::{Data, Model};
use ferrodyn_mjcf::asset::AssetCache;
use ferrodyn_mjcf::urdf::UrdfOptions;
use ferrodyn_mjcf::{Compiled, LoadError, Loader, Problem, ProblemKind, Spec, path};
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
    /// A description and where its files come from.
    pub(crate) fn new(spec: Arc<Spec>, loader: Loader) -> Self {
        Self { spec, loader }
    }

    /// The description, and where its files come from.
    pub(crate) fn into_parts(self) -> (Spec, Loader) {
        (Arc::unwrap_or_clone(self.spec), self.loader)
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

    /// The description as MJCF text.
    pub(crate) fn to_xml(&self) -> String {
        self.spec.to_xml()
    }
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
    Loader { urdf: UrdfOptions::mujoco(), cache, ..Loader::new() }
}

/// The same, with files in memory that are found by name, without directory.
fn loader(assets: &Assets) -> Result<Loader, LoadError> {
    let mut named = Assets::new();
    for (name, bytes) in assets {
        let file = path::file_name(name);
        if named.insert(file.to_owned(), bytes.clone()).is_some() {
            let message = format!("Repeated file name in assets: '{file}'");
            return Err(Problem::new(ProblemKind::Io, message).into());
        }
    }
    mujoco_loader().with_assets(&named)
}

/// The Python error for a model that cannot be loaded: every problem, with its place.
pub(crate) fn value_error(e: &LoadError) -> PyErr {
    PyValueError::new_err(e.to_string())
}
