//! `MjModel`: a compiled model with its arrays as attributes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::fields::{DType, Table};
use ferrodyn_engine::{Model, Sizes};
use ferrodyn_mjcf::LoadError;
use ferrodyn_mjcf::asset::files::read_regular;
use ferrodyn_python_macros::pymethods;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyEllipsis};

use crate::args::Text;
use crate::descriptor::{self, Fields};
use crate::group::{MjOption, MjStatistic, MjVisual};
use crate::guard;
use crate::interrupt;
use crate::load::{Assets, Bounds, Description, Named, value_error};
use crate::plugin;
use crate::source::Source;
use crate::stack;
use crate::structure::Structure;
use crate::view::Store;

/// Arrays handed out before: they stay the same objects, as the memory stays the same.
pub(crate) struct Cache(Vec<PyOnceLock<Py<PyAny>>>);

impl Cache {
    /// Room for every field of a table.
    pub(crate) fn of<T: Table>() -> Self {
        Self(T::infos().iter().map(|_| PyOnceLock::new()).collect())
    }

    /// The array at `index`, made at the first call.
    pub(crate) fn get(
        &self,
        py: Python<'_>,
        index: usize,
        make: impl FnOnce() -> PyResult<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match self.0.get(index) {
            Some(slot) => Ok(slot.get_or_try_init(py, make)?.clone_ref(py)),
            None => make(),
        }
    }
}

/// A compiled model: everything that stays constant while simulating.
#[pyclass(frozen, subclass, module = "ferrodyn", weakref)]
pub(crate) struct MjModel {
    /// The model, shared with all views.
    store: Store<Model, Model>,
    /// Arrays of ids, addresses and types that Python has.
    structure: Arc<Structure>,
    /// How many of everything there are.
    pub(crate) sizes: Arc<Sizes>,
    description: Option<Description>,
    arrays: Cache,
    views: PyOnceLock<Py<PyDict>>,
    #[pyo3(get)]
    opt: Py<MjOption>,
    #[pyo3(get)]
    stat: Py<MjStatistic>,
    #[pyo3(get)]
    vis: Py<MjVisual>,
}

impl MjModel {
    /// Takes a model, and the description it was compiled from.
    pub(crate) fn wrap(
        py: Python<'_>,
        model: Model,
        description: Option<Description>,
    ) -> PyResult<Self> {
        Self::of_store(py, Store::new(model), description)
    }

    /// Takes a model that Python may only read.
    pub(crate) fn wrap_frozen(
        py: Python<'_>,
        model: Model,
        description: Option<Description>,
    ) -> PyResult<Self> {
        Self::of_store(py, Store::new(model).frozen(), description)
    }

    fn of_store(
        py: Python<'_>,
        store: Store<Model, Model>,
        description: Option<Description>,
    ) -> PyResult<Self> {
        let sizes = Arc::new(store.with(|m| m.sizes.clone())?);
        Ok(Self {
            opt: Py::new(py, MjOption::part_of(store.part(|m| &m.opt, |m| &mut m.opt)?))?,
            stat: Py::new(py, MjStatistic::part_of(store.part(|m| &m.stat, |m| &mut m.stat)?))?,
            vis: Py::new(py, MjVisual::of(py, &store)?)?,
            store,
            structure: Arc::new(Structure::new()),
            sizes,
            description,
            arrays: Cache::of::<Model>(),
            views: PyOnceLock::new(),
        })
    }

    /// Another object for the same model.
    pub(crate) fn twin(&self, py: Python<'_>) -> Self {
        Self {
            store: self.store.clone(),
            structure: self.structure.clone(),
            sizes: self.sizes.clone(),
            description: self.description.clone(),
            arrays: Cache::of::<Model>(),
            views: PyOnceLock::new(),
            opt: self.opt.clone_ref(py),
            stat: self.stat.clone_ref(py),
            vis: self.vis.clone_ref(py),
        }
    }

    /// The model, for a function that runs on it.
    ///
    /// # Errors
    /// If Python has written ids or addresses to its arrays that do not fit.
    pub(crate) fn store(&self) -> PyResult<&Store<Model, Model>> {
        self.structure.sync(&self.store)?;
        Ok(&self.store)
    }

    /// Writes the ids and addresses that a function may have changed to the copies that Python has.
    pub(crate) fn refresh(&self) -> PyResult<()> {
        self.structure.refresh(&self.store)
    }

    /// The model, for what is part of a function that runs on it already.
    pub(crate) fn inner(&self) -> &Store<Model, Model> {
        &self.store
    }

    /// The description that the model was compiled from.
    pub(crate) fn description(&self) -> Option<&Description> {
        self.description.as_ref()
    }
}

impl Fields for MjModel {
    fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a Self> {
        Ok(object.cast::<Self>()?.get())
    }
    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        if let Some(info) = Model::infos().get(index).filter(|info| info.structure) {
            // nobody writes characters: the same object each time
            return if info.dtype == DType::Char {
                self.arrays.get(py, index, || {
                    let bytes = self.store.with(|m| m.field_at(index).map(|f| f.bytes.to_vec()))?;
                    Ok(PyBytes::new(py, &bytes.unwrap_or_default()).into_any().unbind())
                })
            } else {
                self.structure.get(py, &self.store, index).map(Bound::unbind)
            };
        }
        if self.store.is_read_only() {
            return descriptor::get(&self.store, py, index);
        }
        self.arrays.get(py, index, || descriptor::get(&self.store, py, index))
    }
    fn set(&self, py: Python<'_>, index: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if Model::infos().get(index).is_some_and(|info| info.structure) {
            let array = self.structure.get(py, &self.store, index)?;
            return array.set_item(PyEllipsis::get(py), value);
        }
        descriptor::set(&self.store, py, index, value)
    }
}

/// Files given in memory, as a dictionary of names and bytes.
pub(crate) fn named(dict: &Bound<'_, PyDict>) -> PyResult<Named> {
    let mut out = Named::new();
    for (name, content) in dict {
        let content = match content.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes().to_vec(),
            Err(_) => match content.extract::<String>() {
                Ok(text) => text.into_bytes(),
                Err(_) => return Err(PyTypeError::new_err("assets must map names to bytes")),
            },
        };
        out.insert(name.extract()?, content);
    }
    Ok(out)
}

/// Files that the caller gives: a dictionary of names and bytes, or a function from path to bytes.
pub(crate) fn assets(given: Option<&Bound<'_, PyAny>>) -> PyResult<Assets> {
    let Some(given) = given else { return Ok(Assets::default()) };
    if let Ok(dict) = given.cast::<PyDict>() {
        return Ok(Assets { named: named(dict)?, source: None });
    }
    if given.is_callable() {
        return Ok(Assets { source: Some(Source::new(given.clone())), ..Assets::default() });
    }
    let kind = given.get_type().name()?;
    let text = format!("assets should be a dict of names and bytes, or a function, not {kind}");
    Err(PyTypeError::new_err(text))
}

/// Bytes of the longest description that is loaded in no time.
const SHORT: usize = 1 << 16;

/// Whether a description is loaded in no time: it is short, and nothing in it stands for much more.
fn is_quick(xml: &str) -> bool {
    const LARGE: [&str; 6] = ["file", "builtin", "hfield", "replicate", "composite", "flexcomp"];
    xml.len() < SHORT && !LARGE.iter().any(|word| xml.contains(word))
}

/// Whether a file holds a description that is loaded in no time.
fn is_quick_file(path: &Path) -> bool {
    read_regular(path, SHORT).is_ok_and(|bytes| str::from_utf8(&bytes).is_ok_and(is_quick))
}

/// Reads and compiles without holding up other Python threads, nor Ctrl-C unless it is quick.
fn load(
    py: Python<'_>,
    quick: bool,
    source: Option<Source>,
    read: impl FnOnce() -> Result<Description, LoadError> + Send + 'static,
) -> PyResult<MjModel> {
    let work = || {
        let description = read()?;
        let model = description.compile()?;
        Ok((description, model))
    };
    // short descriptions may be deep
    let quick = quick && stack::left() > 2 << 20;
    guard::with_stack(|| {
        let loaded =
            if quick { py.detach(|| plugin::with_exits(work)) } else { interrupt::run(py, work) }?;
        let (description, model) = loaded.map_err(|e| value_error(py, &e, source.as_ref()))?;
        MjModel::wrap(py, model, Some(description.compiled()))
    })
}

fn read_binary(py: Python<'_>, bounds: &Bounds, bytes: &[u8]) -> PyResult<MjModel> {
    guard::with_stack(|| {
        let model = py.detach(|| bounds.read_binary(bytes))?;
        MjModel::wrap(py, model, None)
    })
}

#[pymethods]
impl MjModel {
    /// Loads a model from an XML file. `assets` are files given in memory, by name, or a function that
    /// is called with the path of a file and returns its bytes, or None for the disk.
    ///
    /// `limits` says how much the file may ask for: "untrusted" for files from strangers, a
    /// `Limits`, or a dict of some of them. `roots` is a directory, or several, outside of which
    /// nothing is read; with "untrusted" that is the directory of the file unless given.
    #[staticmethod]
    #[pyo3(signature = (filename, assets = None, *, limits = None, roots = None))]
    fn from_xml_path(
        py: Python<'_>,
        filename: PathBuf,
        assets: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        roots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        // a stranger's file is read by those who know its limits, one in memory not at all
        let plain = assets.is_none() && limits.is_none() && roots.is_none();
        let quick = plain && py.detach(|| is_quick_file(&filename));
        let (assets, bounds) = (self::assets(assets)?, Bounds::new(limits, roots)?);
        let source = assets.source.clone();
        load(py, quick, source, move || Description::read_path(&filename, &assets, bounds))
    }

    /// Loads a model from XML text. `assets` are files given in memory, by name, or a function that is
    /// called with the path of a file and returns its bytes, or None for the disk.
    ///
    /// `limits` says how much the text may ask for: "untrusted" for texts from strangers, a
    /// `Limits`, or a dict of some of them. `roots` is a directory, or several, outside of which
    /// nothing is read; with "untrusted" nothing at all is read unless they are given.
    #[staticmethod]
    #[pyo3(signature = (xml, assets = None, *, limits = None, roots = None))]
    fn from_xml_string(
        py: Python<'_>,
        xml: Text,
        assets: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        roots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (assets, bounds) = (self::assets(assets)?, Bounds::new(limits, roots)?);
        let (quick, source) = (is_quick(&xml.0), assets.source.clone());
        load(py, quick, source, move || Description::read_str(&xml.0, &assets, bounds))
    }

    /// Loads a model from a file that `mj_saveModel` wrote. `assets` are files given in memory, by
    /// name, or a function that is called with the name and returns its bytes, or None for the disk.
    ///
    /// `limits` says how much the model may ask for: "untrusted" for files from strangers, a
    /// `Limits`, or a dict of some of them; of these, `model_bytes` counts.
    #[staticmethod]
    #[pyo3(signature = (filename, assets = None, *, limits = None))]
    fn from_binary_path(
        py: Python<'_>,
        filename: PathBuf,
        assets: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (assets, bounds) = (self::assets(assets)?, Bounds::new(limits, None)?);
        if let Some(bytes) = filename.to_str().and_then(|name| assets.named.get(name)) {
            return read_binary(py, &bounds, bytes);
        }
        if let (Some(source), Some(name)) = (&assets.source, filename.to_str())
            && let Some(bytes) = source.call(py, name)?
        {
            return read_binary(py, &bounds, &bytes);
        }
        let bytes = py.detach(|| read_regular(&filename, bounds.model_bytes()));
        let bytes = bytes.map_err(|e| {
            PyValueError::new_err(format!("cannot read {}: {e}", filename.display()))
        })?;
        read_binary(py, &bounds, &bytes)
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        read_binary(py, &Bounds::default(), bytes)
    }

    fn _to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let store = self.store()?;
        let bytes = py.detach(|| store.with(Model::to_bytes))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A number that differs between models that exist at the same time.
    #[getter]
    fn _address(&self) -> usize {
        self.store.address()
    }

    /// Another object for the same model: views hold it, so that they do not hold this object,
    /// which holds them.
    fn _twin(&self, py: Python<'_>) -> Self {
        self.twin(py)
    }

    /// Views of single objects handed out before.
    #[getter]
    fn _views<'py>(&self, py: Python<'py>) -> Bound<'py, PyDict> {
        self.views.get_or_init(py, || PyDict::new(py).unbind()).bind(py).clone()
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let store = self.store()?;
        guard::with_stack(|| {
            let model = py.detach(|| store.with(Clone::clone))?;
            Self::wrap(py, model, self.description.clone())
        })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = this.py();
        let make = py.get_type::<Self>().getattr("_from_bytes")?;
        let arguments = (this.get()._to_bytes(py)?,).into_pyobject(py)?;
        Ok((make, arguments.into_any()))
    }

    /// The id of a named object, -1 if there is none.
    pub(crate) fn _name2id(&self, kind: i32, name: &str) -> PyResult<i64> {
        let Some(kind) = ObjType::from_i32(kind) else { return Ok(-1) };
        let id = self.store()?.with(|m| m.name2id(kind, name))?;
        Ok(id.map_or(-1, |id| id as i64))
    }

    /// The name of an object, `None` if it has none.
    pub(crate) fn _id2name(&self, kind: i32, id: i64) -> PyResult<Option<String>> {
        let (Some(kind), Ok(id)) = (ObjType::from_i32(kind), usize::try_from(id)) else {
            return Ok(None);
        };
        self.store()?.with(|m| m.id2name(kind, id).map(ToOwned::to_owned))
    }

    /// The names of all objects of a kind that have one, sorted.
    fn _names(&self, kind: i32) -> PyResult<Vec<String>> {
        let Some(kind) = ObjType::from_i32(kind) else { return Ok(Vec::new()) };
        let mut names: Vec<String> = self.store()?.with(|m| {
            let ids = 0..m.name_addresses(kind).len();
            ids.filter_map(|id| m.id2name(kind, id)).map(ToOwned::to_owned).collect()
        })?;
        names.sort();
        Ok(names)
    }
}

/// Gives the class its attributes.
pub(crate) fn add_attributes(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<MjModel>();
    descriptor::add_sizes(&class)?;
    descriptor::add_fields::<Model, MjModel>(&class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_quick_if_it_is_short_and_stands_for_nothing_else() {
        let folder = std::env::temp_dir().join(format!("ferrodyn-quick-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let is_quick = |text: &str| {
            let file = folder.join("model.xml");
            std::fs::write(&file, text).unwrap();
            is_quick_file(&file)
        };
        assert!(is_quick("<mujoco/>"));
        assert!(!is_quick("<mujoco><include file=\"other.xml\"/></mujoco>"));
        assert!(!is_quick(&format!("<mujoco>{}</mujoco>", " ".repeat(SHORT))));
        assert!(!is_quick_file(&folder));
        assert!(!is_quick_file(&folder.join("missing.xml")));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
