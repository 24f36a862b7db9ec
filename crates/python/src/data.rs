//! `MjData`: the state of a simulation with its arrays as attributes.

use std::sync::atomic::AtomicU8;

use ferrodyn_engine::Data;
use ferrodyn_engine::fields::Table;
use ferrodyn_python_macros::pymethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};

use crate::descriptor::{self, Fields};
use crate::guard;
use crate::mj::callback;
use crate::model::{Cache, MjModel};
use crate::record::{ContactList, SolverStatList, TimerStatList, WarningStatList};
use crate::view::{Store, is_sized_by_step};

/// The state of one simulation and everything computed from it.
#[pyclass(frozen, subclass, module = "ferrodyn", weakref)]
pub(crate) struct MjData {
    /// The data, shared with all views.
    pub(crate) store: Store<Data, Data>,
    /// The model it belongs to.
    #[pyo3(get)]
    pub(crate) model: Py<MjModel>,
    /// Warnings that were written to `sys.stderr`, by bits; since a reset.
    pub(crate) told: AtomicU8,
    arrays: Cache,
    views: PyOnceLock<Py<PyDict>>,
    #[pyo3(get)]
    contact: Py<ContactList>,
    #[pyo3(get)]
    warning: Py<WarningStatList>,
    #[pyo3(get)]
    timer: Py<TimerStatList>,
    #[pyo3(get)]
    solver: Py<SolverStatList>,
}

impl MjData {
    /// Takes data of a model.
    pub(crate) fn wrap(py: Python<'_>, model: Py<MjModel>, data: Data) -> PyResult<Self> {
        Self::of(py, model, Store::new(data))
    }

    /// A copy that belongs to the given model.
    fn copy_with(&self, py: Python<'_>, model: Py<MjModel>) -> PyResult<Self> {
        guard::with_stack(|| {
            let data = py.detach(|| self.store.with(Clone::clone))?;
            Self::wrap(py, model, data)
        })
    }

    /// The object for data that other objects may share.
    fn of(py: Python<'_>, model: Py<MjModel>, store: Store<Data, Data>) -> PyResult<Self> {
        Ok(Self {
            contact: Py::new(py, ContactList::of(store.clone()))?,
            warning: Py::new(py, WarningStatList::of(store.clone()))?,
            timer: Py::new(py, TimerStatList::of(store.clone()))?,
            solver: Py::new(py, SolverStatList::of(store.clone()))?,
            store,
            model,
            told: AtomicU8::new(0),
            arrays: Cache::of::<Data>(),
            views: PyOnceLock::new(),
        })
    }
}

impl Fields for MjData {
    fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a Self> {
        Ok(object.cast::<Self>()?.get())
    }
    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        let info = Data::infos().get(index);
        // scalars change, arrays that a step sizes may move: everything else is handed out once
        if info.is_some_and(descriptor::is_scalar) {
            return descriptor::get(&self.store, py, index);
        }
        if info.is_some_and(is_sized_by_step) {
            let array = descriptor::get(&self.store, py, index)?;
            // an empty array has no memory to share: NumPy allocates its own
            let empty = array.bind(py).len()? == 0;
            return if empty { array.call_method0(py, "copy") } else { Ok(array) };
        }
        if self.store.is_read_only() {
            return descriptor::get(&self.store, py, index);
        }
        self.arrays.get(py, index, || descriptor::get(&self.store, py, index))
    }
    fn set(&self, py: Python<'_>, index: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        descriptor::set(&self.store, py, index, value)
    }
}

#[pymethods]
impl MjData {
    #[new]
    fn new(py: Python<'_>, model: Py<MjModel>) -> PyResult<Self> {
        guard::with_stack(|| {
            let store = model.get().store()?;
            let data = py.detach(|| store.with(Data::new))?;
            // plugins start from states of their own
            callback::raised_by_signal()?;
            Self::wrap(py, model, data)
        })
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, model: Py<MjModel>, bytes: &[u8]) -> PyResult<Self> {
        guard::with_stack(|| {
            let store = model.get().store()?;
            let data = py.detach(|| store.with(|m| Data::from_bytes(m, bytes)))?;
            Self::wrap(py, model, data.map_err(|e| PyValueError::new_err(e.to_string()))?)
        })
    }

    fn _to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let model = self.model.get().store()?;
        let bytes = py.detach(|| model.with(|m| self.store.with(|d| d.to_bytes(m))))??;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A number that differs between data that exist at the same time.
    #[getter]
    fn _address(&self) -> usize {
        self.store.address()
    }

    /// Another object for the same data: views hold it, so that they do not hold this object, which
    /// holds them.
    fn _twin(&self, py: Python<'_>) -> PyResult<Self> {
        let model = Py::new(py, self.model.get().twin(py))?;
        Self::of(py, model, self.store.clone())
    }

    /// Views of single objects handed out before.
    #[getter]
    fn _views<'py>(&self, py: Python<'py>) -> Bound<'py, PyDict> {
        self.views.get_or_init(py, || PyDict::new(py).unbind()).bind(py).clone()
    }

    /// A copy that shares the model.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy_with(py, self.model.clone_ref(py))
    }

    /// A copy with a copy of the model.
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let deepcopy = py.import("copy")?.getattr("deepcopy")?;
        let model = deepcopy.call1((self.model.clone_ref(py), memo))?.cast_into::<MjModel>()?;
        self.copy_with(py, model.unbind())
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = this.py();
        let make = py.get_type::<Self>().getattr("_from_bytes")?;
        let data = this.get();
        let arguments = (data.model.clone_ref(py), data._to_bytes(py)?).into_pyobject(py)?;
        Ok((make, arguments.into_any()))
    }
}

/// Gives the class its attributes.
pub(crate) fn add_attributes(py: Python<'_>) -> PyResult<()> {
    descriptor::add_fields::<Data, MjData>(&py.get_type::<MjData>())
}
