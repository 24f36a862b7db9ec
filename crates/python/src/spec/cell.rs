//! A description behind a lock, with the attributes of its elements by name.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_mjcf::{Compiled, ELEMENT_KINDS, ElementId, ElementKind, Loader, Spec, with_kind};
use ferrodyn_python_macros::{pyfunction, pymethods};
use pyo3::exceptions::{PyReferenceError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::error::compile_error;
use super::field::{self, describe};
use super::settings::{self, Group};
use crate::data::MjData;
use crate::guard;
use crate::interrupt;
use crate::load::{Assets, Bounds, Description, value_error};
use crate::model::{MjModel, named};
use crate::plugin;
use crate::source::Source;

/// The identity of an element.
#[pyclass(frozen, eq, hash, from_py_object, module = "ferrodyn._core", name = "_SpecId")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Id(pub(crate) ElementId);

/// A description that Python edits.
#[pyclass(frozen, module = "ferrodyn._core", name = "_SpecCell")]
pub(crate) struct SpecCell {
    spec: Mutex<Spec>,
    loader: Loader,
    /// The function that gives files, which the loader asks.
    source: Option<Source>,
    /// Kind and id of the object that each element became when the description was compiled last.
    compiled: Mutex<Option<Objects>>,
}

/// The objects of a model that elements became.
#[derive(Clone)]
struct Objects {
    /// Signature of the model.
    signature: u64,
    /// Kind and id of each element.
    ids: HashMap<ElementId, (ObjType, i32)>,
}

/// Files in memory, and a function that gives others.
fn given(
    include: Option<&Bound<'_, PyDict>>,
    source: Option<Bound<'_, PyAny>>,
) -> PyResult<Assets> {
    let named = include.map(named).transpose()?.unwrap_or_default();
    Ok(Assets { named, source: source.map(Source::new) })
}

/// The error for a handle whose element is gone.
pub(crate) fn deleted() -> PyErr {
    PyReferenceError::new_err("the element was deleted, or is not in this MjSpec")
}

/// The index of an element among those of its kind.
pub(crate) fn position(spec: &Spec, id: ElementId) -> Option<usize> {
    let kind = spec.kind_of(id)?;
    with_kind!(kind, E => spec.list::<E>().into_iter().position(|other| other == id), None)
}

/// The kind with that number.
pub(crate) fn kind(number: i32) -> PyResult<ObjType> {
    ObjType::from_i32(number)
        .ok_or_else(|| PyValueError::new_err(format!("there is no object type {number}")))
}

impl SpecCell {
    pub(crate) fn new(spec: Spec, loader: Loader, source: Option<Source>) -> Self {
        Self { spec: Mutex::new(spec), loader, source, compiled: Mutex::new(None) }
    }

    /// The description, locked. Nothing that calls Python code may run meanwhile.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Spec> {
        self.spec.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the description with the files it may name.
    fn description(
        &self,
        py: Python<'_>,
        files: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Description> {
        let spec = Arc::new(self.lock().clone());
        let loader = match files.filter(|files| !files.is_empty()) {
            None => self.loader.clone(),
            Some(files) => {
                let own = self.loader.files.without_memory();
                let loader = Loader { files: own, ..self.loader.clone() };
                loader.with_assets(&named(files)?).map_err(|e| value_error(py, &e, None))?
            }
        };
        Ok(Description::new(spec, loader, self.source.clone()))
    }
}

#[pymethods]
impl SpecCell {
    #[new]
    fn empty() -> PyResult<Self> {
        guard::with_stack(|| Ok(Self::new(Spec::default(), crate::load::mujoco_loader(), None)))
    }

    /// Reads a file; `include` are files in memory that it may include, `source` a function that gives
    /// others.
    #[staticmethod]
    fn from_file(
        py: Python<'_>,
        filename: PathBuf,
        include: Option<&Bound<'_, PyDict>>,
        source: Option<Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        roots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (files, bounds) = (given(include, source)?, Bounds::new(limits, roots)?);
        guard::with_stack(|| {
            let read = py.detach(|| Description::read_path(&filename, &files, bounds));
            Ok(Self::of(read.map_err(|e| value_error(py, &e, files.source.as_ref()))?))
        })
    }

    /// Reads a text; `include` are files in memory that it may include, `source` a function that gives
    /// others.
    #[staticmethod]
    fn from_string(
        py: Python<'_>,
        xml: &str,
        include: Option<&Bound<'_, PyDict>>,
        source: Option<Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        roots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (files, bounds) = (given(include, source)?, Bounds::new(limits, roots)?);
        guard::with_stack(|| {
            let read = py.detach(|| Description::read_str(xml, &files, bounds));
            Ok(Self::of(read.map_err(|e| value_error(py, &e, files.source.as_ref()))?))
        })
    }

    /// Another description with the same elements.
    fn copy(&self) -> PyResult<Self> {
        guard::with_stack(|| {
            let copy = Self::new(self.lock().clone(), self.loader.clone(), self.source.clone());
            (*copy.objects()).clone_from(&self.objects());
            Ok(copy)
        })
    }

    /// The id of an element in the model compiled last; before that, its index in the list of its
    /// kind, or -1 for what is in the tree.
    fn object_id(&self, id: Id) -> PyResult<i64> {
        let spec = self.lock();
        let kind = spec.kind_of(id.0).ok_or_else(deleted)?;
        let known = self.objects().as_ref().and_then(|o| o.ids.get(&id.0).map(|known| known.1));
        let in_tree = spec.parent_of(id.0).is_some() || kind == ObjType::Body;
        Ok(match known {
            Some(known) => i64::from(known),
            None if in_tree => -1,
            None => position(&spec, id.0).map_or(-1, |at| at as i64),
        })
    }

    /// Compiles the description with the given files.
    fn compile(&self, py: Python<'_>, files: Option<&Bound<'_, PyDict>>) -> PyResult<MjModel> {
        guard::with_stack(|| {
            let description = self.description(py, files)?;
            let work = description.clone();
            let compiled = interrupt::run(py, move || work.compile_with_ids())?;
            let compiled = compiled
                .map_err(|e| description.explained(py, compile_error(description.spec(), &e)))?;
            let model = self.remember(compiled);
            MjModel::wrap(py, model, Some(description.compiled()))
        })
    }

    /// Compiles the description again; data gets the state of what was in the model before.
    fn recompile(
        &self,
        py: Python<'_>,
        files: Option<&Bound<'_, PyDict>>,
        model: &MjModel,
        data: &MjData,
    ) -> PyResult<(Py<MjModel>, Py<MjData>)> {
        guard::with_stack(|| self.recompile_from(py, files, model, data))
    }

    /// The description as MJCF text.
    fn to_xml(&self, py: Python<'_>) -> String {
        let spec = self.lock().clone();
        py.detach(|| spec.to_saved_xml())
    }

    /// The kind of an element; nothing if it is not in this description.
    fn kind(&self, id: Id) -> Option<i32> {
        self.lock().kind_of(id.0).map(|kind| kind as i32)
    }

    /// A number that changes with the structure of the description.
    fn signature(&self) -> u64 {
        self.lock().signature()
    }

    /// The value of an attribute of an element.
    fn get(&self, py: Python<'_>, id: Id, name: &str) -> PyResult<Py<PyAny>> {
        let taken = {
            let spec = self.lock();
            let kind = spec.kind_of(id.0).ok_or_else(deleted)?;
            with_kind!(kind, E => field::get(spec.get::<E>(id.0).ok_or_else(deleted)?, name),
                Err(deleted()))?
        };
        taken(py)
    }

    /// Gives an attribute of an element a value.
    fn set(&self, id: Id, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let kind = self.lock().kind_of(id.0).ok_or_else(deleted)?;
        with_kind!(kind, E => {
            let change = field::change::<E>(name, value)?;
            self.lock().get_mut::<E>(id.0).map(change).ok_or_else(deleted)
        }, Err(deleted()))
    }

    /// The value of a setting: of the spec, its compiler, options, statistics or visuals.
    fn get_setting(
        &self,
        py: Python<'_>,
        group: &str,
        scope: usize,
        name: &str,
    ) -> PyResult<Py<PyAny>> {
        let taken = Group::named(group, scope)?.get(&mut self.lock(), name)?;
        taken(py)
    }

    /// Gives a setting a value.
    fn set_setting(
        &self,
        group: &str,
        scope: usize,
        name: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let change = Group::named(group, scope)?.change(name, value)?;
        change(&mut self.lock());
        Ok(())
    }
}

impl SpecCell {
    fn recompile_from(
        &self,
        py: Python<'_>,
        files: Option<&Bound<'_, PyDict>>,
        model: &MjModel,
        data: &MjData,
    ) -> PyResult<(Py<MjModel>, Py<MjData>)> {
        let description = self.description(py, files)?;
        let (old, state) = (model.store()?.with(Clone::clone)?, data.store.with(Clone::clone)?);
        let known = self.objects().clone();
        let known = known.filter(|known| known.signature == old.signature);
        let before = Compiled { ids: known.map(|known| known.ids).unwrap_or_default(), model: old };
        if state.signature != before.model.signature {
            return Err(PyValueError::new_err("the data is not that of the model"));
        }
        let again = py.detach(|| plugin::with_exits(|| description.recompile(&before, &state)))?;
        let (compiled, state) =
            again.map_err(|e| description.explained(py, compile_error(description.spec(), &e)))?;
        let model = self.remember(compiled);
        let model = Py::new(py, MjModel::wrap(py, model, Some(description.compiled()))?)?;
        let data = Py::new(py, MjData::wrap(py, model.clone_ref(py), state)?)?;
        Ok((model, data))
    }

    fn objects(&self) -> MutexGuard<'_, Option<Objects>> {
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what the elements became, and hands on the model.
    fn remember(&self, compiled: Compiled) -> Model {
        let Compiled { model, ids } = compiled;
        *self.objects() = Some(Objects { signature: model.signature, ids });
        model
    }

    fn of(description: Description) -> Self {
        let (spec, loader, source) = description.into_parts();
        Self::new(spec, loader, source)
    }
}

/// Names and kinds of the attributes of every class: those of elements by the number of their kind,
/// those of settings by name.
#[pyfunction]
pub(crate) fn _spec_tables() -> (Tables<i32>, Tables<&'static str>) {
    let elements = ObjType::ALL
        .iter()
        .filter_map(|&kind| with_kind!(kind, E => Some((kind as i32, describe::<E>())), None));
    (elements.collect(), settings::tables())
}

/// Kinds of elements: number, word (empty for default classes), list, whether bodies have the list,
/// whether default classes have such an element.
#[pyfunction]
pub(crate) fn _spec_kinds() -> Vec<(i32, &'static str, &'static str, bool, bool)> {
    let word = |kind: ObjType| kind.type_name().unwrap_or("");
    let row = |e: &ElementKind| (e.kind as i32, word(e.kind), e.list, e.in_tree, e.has_class);
    ELEMENT_KINDS.iter().map(row).collect()
}

/// Tables of classes, with what tells them apart.
type Tables<K> = Vec<(K, Table)>;

/// Name and kind of every attribute of a class.
type Table = Vec<(&'static str, String)>;
