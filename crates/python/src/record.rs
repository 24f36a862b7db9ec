//! Lists of records: contacts, warnings, timers, solver statistics.

use ferrodyn_engine::Data;
use ferrodyn_engine::fields::{
    FieldInfo, FieldMut, FieldRef, Layout, Member, Stage, Storage, Table,
};
use ferrodyn_engine::{Contact, SolverStat, TimerStat, WarningStat};
use ferrodyn_python_macros::{pyfunction, pymethods};
use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PySlice};

use crate::descriptor::{scalar, scalar_bytes};
use crate::group::repr;
use crate::member;
use crate::view::{Records, Store};

/// One record of its own, as a table with a single field.
pub(crate) struct Single<T>(T);

impl<T: Storage> Table for Single<T> {
    fn infos() -> &'static [FieldInfo] {
        &[]
    }
    fn field_at(&self, _: usize) -> Option<FieldRef<'_>> {
        let (name, by) = ("", Stage::Header);
        Some(FieldRef { name, dtype: T::DTYPE, shape: self.0.shape(), bytes: self.0.bytes(), by })
    }
    fn field_at_mut(&mut self, _: usize) -> Option<FieldMut<'_>> {
        let (name, by, shape) = ("", Stage::Header, self.0.shape());
        let start = self.0.start();
        Some(FieldMut { name, dtype: T::DTYPE, shape, bytes: self.0.bytes_mut(), start, by })
    }
}

fn member(layout: &'static Layout, name: &str) -> PyResult<&'static Member> {
    let missing = || {
        let class = layout.name.replacen("mj", "Mj", 1);
        PyAttributeError::new_err(format!("'{class}' object has no attribute '{name}'"))
    };
    layout.members.iter().find(|m| m.name == name).ok_or_else(missing)
}

/// The place of a record field in the table of the data.
fn place(name: &str) -> usize {
    Data::FIELDS.iter().position(|info| info.name == name).unwrap_or(usize::MAX)
}

/// One member of one record: a number, or a live array.
fn get<O: Send + Sync + 'static, T: Table>(
    py: Python<'_>,
    store: &Store<O, T>,
    field: usize,
    record: usize,
    layout: &'static Layout,
    name: &str,
) -> PyResult<Py<PyAny>> {
    let member = member(layout, name)?;
    if !member.inner.is_empty() {
        return Ok(store.member(py, field, member, Records::One(record))?.unbind());
    }
    let at = record * layout.size + member.offset;
    scalar(store, py, field, at, member.dtype)?.ok_or_else(gone)
}

/// Sets one member of one record.
fn set<O: Send + Sync + 'static, T: Table>(
    store: &Store<O, T>,
    field: usize,
    record: usize,
    member: &Member,
    value: &Bound<'_, PyAny>,
    size: usize,
) -> PyResult<()> {
    let py = value.py();
    if !member.inner.is_empty() {
        let array = store.member(py, field, member, Records::One(record))?;
        return array.set_item(PyEllipsis::get(py), value);
    }
    let bytes = scalar_bytes(member.dtype, value)?;
    let at = record * size + member.offset;
    if store.set_bytes(field, at, &bytes)? { Ok(()) } else { Err(gone()) }
}

fn gone() -> PyErr {
    PyIndexError::new_err("the record no longer exists")
}

/// A record in the data, or one of its own.
enum RecordStore<T> {
    Data(Store<Data, Data>, usize),
    Own(Store<Single<T>, Single<T>>),
}

/// Every how many-th record of a list, from which one on, and how many.
#[derive(Clone, Copy)]
struct Slice {
    start: isize,
    step: isize,
    len: usize,
}

impl Slice {
    /// The place of the `k`th record in the data.
    fn at(self, k: usize) -> usize {
        usize::try_from(self.start + k as isize * self.step).unwrap_or(usize::MAX)
    }

    /// A slice of the slice.
    fn part(self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let part = slice.indices(self.len as isize)?;
        let start = self.start + part.start * self.step;
        Ok(Self { start, step: self.step * part.step, len: part.slicelength })
    }

    /// As an index into an array over all records.
    fn to_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        if self.len == 0 {
            return py.get_type::<PySlice>().call1((0, 0, 1));
        }
        let end = self.start + self.len as isize * self.step;
        // before the first record, an index would count from the end
        let end = (end >= 0).then_some(end);
        py.get_type::<PySlice>().call1((self.start, end, self.step))
    }
}

macro_rules! records {
    ($(#[$doc:meta])* $class:ident, $python:literal, $list:ident, $list_python:literal,
     $record:ty, $field:literal, $count:expr) => {
        $(#[$doc])*
        #[pyclass(frozen, subclass, name = $python, module = "ferrodyn")]
        pub(crate) struct $class(RecordStore<$record>);

        impl $class {
            /// Gives the classes of the record and of its list their attributes.
            fn add_attributes(py: Python<'_>) -> PyResult<()> {
                member::add(&py.get_type::<Self>(), <$record>::LAYOUT, |object, name| {
                    object.cast::<Self>()?.get().__getattr__(object.py(), name)
                })?;
                member::add(&py.get_type::<$list>(), <$record>::LAYOUT, |object, name| {
                    object.cast::<$list>()?.get().__getattr__(object.py(), name)
                })
            }

            /// A copy of the record; `None` if it is no longer in the data.
            pub(crate) fn record(&self) -> PyResult<Option<$record>> {
                match &self.0 {
                    RecordStore::Own(store) => store.with(|single| Some(single.0)),
                    RecordStore::Data(store, i) => {
                        let field = place($field);
                        store.with(|d| {
                            let bytes = d.field_at(field)?.bytes;
                            bytemuck::try_cast_slice::<u8, $record>(bytes).ok()?.get(*i).copied()
                        })
                    }
                }
            }
        }

        #[pymethods]
        impl $class {
            #[new]
            fn new() -> Self {
                Self(RecordStore::Own(Store::new(Single(<$record>::default()))))
            }

            fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
                let layout = <$record>::LAYOUT;
                match &self.0 {
                    RecordStore::Own(store) => get(py, store, 0, 0, layout, name),
                    RecordStore::Data(store, i) => get(py, store, place($field), *i, layout, name),
                }
            }

            fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let layout = <$record>::LAYOUT;
                let member = member(layout, name)?;
                match &self.0 {
                    RecordStore::Own(store) => set(store, 0, 0, member, value, layout.size),
                    RecordStore::Data(store, i) => {
                        set(store, place($field), *i, member, value, layout.size)
                    }
                }
            }

            fn __dir__(&self) -> Vec<&'static str> {
                let own = ["__class__", "__copy__", "__deepcopy__", "__eq__", "__repr__"];
                <$record>::LAYOUT.members.iter().map(|m| m.name).chain(own).collect()
            }

            fn __copy__(&self) -> PyResult<Self> {
                let record = self.record()?.ok_or_else(gone)?;
                Ok(Self(RecordStore::Own(Store::new(Single(record)))))
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
                self.__copy__()
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let Ok(other) = other.cast::<Self>() else { return Ok(false) };
                Ok(other.get().record()? == self.record()?)
            }

            fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
                let py = this.py();
                let mut values = Vec::new();
                for member in <$record>::LAYOUT.members {
                    let value = this.get().__getattr__(py, member.name)?;
                    values.push((member.name.to_owned(), value.bind(py).repr()?.to_string()));
                }
                Ok(repr(&this.get_type().name()?.to_string(), &mut values))
            }

            #[classattr]
            const __hash__: Option<Py<PyAny>> = None;
        }

        /// A list of records in the data, or a slice of one; its attributes are arrays over all
        /// records.
        #[pyclass(frozen, name = $list_python, module = "ferrodyn")]
        pub(crate) struct $list {
            store: Store<Data, Data>,
            slice: Option<Slice>,
        }

        impl $list {
            /// The list in the data.
            pub(crate) fn of(store: Store<Data, Data>) -> Self {
                Self { store, slice: None }
            }

            /// How many records the data has.
            fn total(&self) -> PyResult<usize> {
                let count: fn(&Data) -> usize = $count;
                self.store.with(count)
            }

            /// Where the records of the list are in the data.
            fn places(&self) -> PyResult<Slice> {
                let all = || Ok(Slice { start: 0, step: 1, len: self.total()? });
                self.slice.map_or_else(all, Ok)
            }

            /// Copies of the records; those that are gone are `None`.
            fn records(&self) -> PyResult<Vec<Option<$record>>> {
                let (places, field) = (self.places()?, place($field));
                self.store.with(|d| {
                    let bytes = d.field_at(field).map_or(&[][..], |field| field.bytes);
                    let all = bytemuck::try_cast_slice::<u8, $record>(bytes).unwrap_or_default();
                    (0..places.len).map(|k| all.get(places.at(k)).copied()).collect()
                })
            }
        }

        #[pymethods]
        impl $list {
            fn __len__(&self) -> PyResult<usize> {
                Ok(self.places()?.len)
            }

            fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                let places = self.places()?;
                if let Ok(slice) = index.cast::<PySlice>() {
                    let slice = Some(places.part(slice)?);
                    return Ok(Py::new(py, Self { store: self.store.clone(), slice })?.into_any());
                }
                let i: isize = index.extract()?;
                let i = if i < 0 { i + places.len as isize } else { i };
                match usize::try_from(i).ok().filter(|&i| i < places.len) {
                    Some(i) => {
                        let item = $class(RecordStore::Data(self.store.clone(), places.at(i)));
                        Ok(Py::new(py, item)?.into_any())
                    }
                    None => Err(PyIndexError::new_err("list index out of range")),
                }
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let Ok(other) = other.cast::<Self>() else { return Ok(false) };
                Ok(other.get().records()? == self.records()?)
            }

            #[classattr]
            const __hash__: Option<Py<PyAny>> = None;

            fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
                let member = member(<$record>::LAYOUT, name)?;
                let all = Records::First(self.total()?);
                let array = self.store.member(py, place($field), member, all)?;
                match self.slice {
                    Some(slice) => Ok(array.get_item(slice.to_python(py)?)?.unbind()),
                    None => Ok(array.unbind()),
                }
            }

            fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let py = value.py();
                self.__getattr__(py, name)?.bind(py).set_item(PyEllipsis::get(py), value)
            }

            fn __dir__(&self) -> Vec<&'static str> {
                let own = ["__class__", "__getitem__", "__len__", "__repr__"];
                <$record>::LAYOUT.members.iter().map(|m| m.name).chain(own).collect()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let mut values = Vec::new();
                for member in <$record>::LAYOUT.members {
                    let value = self.__getattr__(py, member.name)?;
                    values.push((member.name.to_owned(), value.bind(py).repr()?.to_string()));
                }
                Ok(repr($list_python, &mut values))
            }
        }
    };
}

records!(
    /// A contact between two geoms or flex elements.
    MjContact, "MjContact", ContactList, "_MjContactList", Contact, "contact",
    |d| usize::try_from(d.ncon).unwrap_or(0).min(d.contact.len())
);
records!(
    /// How often a warning was raised.
    MjWarningStat, "MjWarningStat", WarningStatList, "_MjWarningStatList", WarningStat, "warning",
    |d| d.warning.len()
);
records!(
    /// Time spent in a part of the pipeline.
    MjTimerStat, "MjTimerStat", TimerStatList, "_MjTimerStatList", TimerStat, "timer",
    |d| d.timer.len()
);
records!(
    /// One iteration of the constraint solver.
    MjSolverStat, "MjSolverStat", SolverStatList, "_MjSolverStatList", SolverStat, "solver",
    |d| d.solver.len()
);

/// Gives the classes their attributes.
pub(crate) fn add_attributes(py: Python<'_>) -> PyResult<()> {
    MjContact::add_attributes(py)?;
    MjWarningStat::add_attributes(py)?;
    MjTimerStat::add_attributes(py)?;
    MjSolverStat::add_attributes(py)
}

/// Name, scalar type, whether it is a single number, and what it is, of every member.
type Members = Vec<(&'static str, &'static str, bool, &'static str)>;

/// Members of the records, for the stubs.
#[pyfunction]
pub(crate) fn _records() -> Vec<(&'static str, Members)> {
    [Contact::LAYOUT, WarningStat::LAYOUT, TimerStat::LAYOUT, SolverStat::LAYOUT]
        .into_iter()
        .map(|layout| {
            let members = layout.members.iter().map(|m| {
                let dtype = crate::descriptor::dtype_name(m.dtype);
                (m.name, dtype, m.inner.is_empty(), m.doc.text())
            });
            (layout.name, members.collect())
        })
        .collect()
}
