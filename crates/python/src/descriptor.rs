//! Attributes of the classes: one descriptor per field of a table, made at import.

use ferrodyn_engine::fields::{DType, FieldInfo, Stage, Table};
use ferrodyn_engine::{Data, Model, Sizes};
use ferrodyn_python_macros::{pyfunction, pymethods};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyEllipsis, PyType};

use crate::view::Store;

/// A class whose attributes are the fields of a table.
pub(crate) trait Fields: Sized {
    /// The object as this class.
    fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a Self>;
    /// The value at a place of the table.
    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>>;
    /// Sets the value at a place of the table.
    fn set(&self, py: Python<'_>, index: usize, value: &Bound<'_, PyAny>) -> PyResult<()>;
}

// An attribute that reads and writes one field. Not a doc comment: Python would take it for the
// description of every field, instead of what `__doc__` below returns.
#[pyclass(frozen, module = "ferrodyn._core")]
pub(crate) struct FieldAttribute {
    info: &'static FieldInfo,
    index: usize,
    settable: bool,
    get: fn(&Bound<'_, PyAny>, usize) -> PyResult<Py<PyAny>>,
    set: fn(&Bound<'_, PyAny>, usize, &Bound<'_, PyAny>) -> PyResult<()>,
}

#[pymethods]
impl FieldAttribute {
    fn __get__(
        this: Bound<'_, Self>,
        object: Option<&Bound<'_, PyAny>>,
        _owner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match object {
            None => Ok(this.into_any().unbind()),
            Some(object) => (this.get().get)(object, this.get().index),
        }
    }

    fn __set__(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if !self.settable {
            return Err(no_setter(object));
        }
        (self.set)(object, self.index, value)
    }

    #[getter]
    fn __doc__(&self) -> String {
        describe(self.info)
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.info.name
    }
}

// An attribute that reads one size of a model; no doc comment, as above.
#[pyclass(frozen, module = "ferrodyn._core")]
pub(crate) struct SizeAttribute {
    name: &'static str,
    index: usize,
}

#[pymethods]
impl SizeAttribute {
    fn __get__(
        this: Bound<'_, Self>,
        object: Option<&Bound<'_, PyAny>>,
        _owner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let Some(object) = object else { return Ok(this.into_any().unbind()) };
        let model = object.cast::<crate::model::MjModel>()?.get();
        let value = model.sizes.iter().nth(this.get().index);
        let (_, value) = value.ok_or_else(|| PyRuntimeError::new_err("no such size"))?;
        Ok(value.into_pyobject(object.py())?.into_any().unbind())
    }

    fn __set__(
        _this: &Bound<'_, Self>,
        object: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        Err(no_setter(object))
    }

    #[getter]
    fn __doc__(&self) -> String {
        let doc = Sizes::DOCS.get(self.index).map_or("", |doc| doc.text());
        format!("{}: int\n\n{doc}", self.name)
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }
}

/// Gives a class one attribute for each field of the table; records have getters of their own.
pub(crate) fn add_fields<T: Table, C: Fields>(class: &Bound<'_, PyType>) -> PyResult<()> {
    for (index, info) in T::infos().iter().enumerate() {
        if matches!(info.dtype, DType::Record(_)) {
            continue;
        }
        let attribute = FieldAttribute {
            info,
            index,
            settable: info.dtype != DType::Char && info.name != "signature",
            get: |object, index| C::of(object)?.get(object.py(), index),
            set: |object, index, value| C::of(object)?.set(object.py(), index, value),
        };
        class.setattr(info.name, Bound::new(class.py(), attribute)?)?;
    }
    Ok(())
}

/// Gives a class one attribute for each size.
pub(crate) fn add_sizes(class: &Bound<'_, PyType>) -> PyResult<()> {
    for (index, &name) in Sizes::NAMES.iter().enumerate() {
        class.setattr(name, Bound::new(class.py(), SizeAttribute { name, index })?)?;
    }
    Ok(())
}

/// Reads a field: a number for scalars, bytes for characters, else a live array.
pub(crate) fn get<O, T>(store: &Store<O, T>, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>>
where
    O: Send + Sync + 'static,
    T: Table,
{
    let info = T::infos().get(index).ok_or_else(no_field)?;
    let plain = match info.dtype {
        DType::Char => {
            let mut bytes = vec![0; store.memory(index)?.shape.iter().product()];
            store.get_bytes(index, 0, &mut bytes)?;
            Some(PyBytes::new(py, &bytes).into_any().unbind())
        }
        _ if is_scalar(info) => scalar(store, py, index, 0, info.dtype)?,
        _ => return Ok(store.array(py, index)?.unbind()),
    };
    plain.ok_or_else(no_field)
}

/// Writes a field: a number, or anything that NumPy can broadcast into the array.
pub(crate) fn set<O, T>(
    store: &Store<O, T>,
    py: Python<'_>,
    index: usize,
    value: &Bound<'_, PyAny>,
) -> PyResult<()>
where
    O: Send + Sync + 'static,
    T: Table,
{
    let info = T::infos().get(index).ok_or_else(no_field)?;
    if !is_scalar(info) {
        return store.array(py, index)?.set_item(PyEllipsis::get(py), value);
    }
    let bytes = scalar_bytes(info.dtype, value)?;
    if store.set_bytes(index, 0, &bytes)? { Ok(()) } else { Err(no_field()) }
}

/// Reads a single number of a field; `None` if there is none at that place.
pub(crate) fn scalar<O, T>(
    store: &Store<O, T>,
    py: Python<'_>,
    index: usize,
    at: usize,
    dtype: DType,
) -> PyResult<Option<Py<PyAny>>>
where
    O: Send + Sync + 'static,
    T: Table,
{
    let mut bytes = [0; 8];
    let Some(bytes) = bytes.get_mut(..dtype.size()) else { return Ok(None) };
    if store.get_bytes(index, at, bytes)? { scalar_value(py, dtype, bytes) } else { Ok(None) }
}

/// Whether a field is a single number.
pub(crate) fn is_scalar(info: &FieldInfo) -> bool {
    info.count.is_empty() && info.inner.is_empty()
}

fn no_field() -> PyErr {
    PyRuntimeError::new_err("no such field")
}

/// A Python number as the bytes of a scalar.
pub(crate) fn scalar_bytes(dtype: DType, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(match dtype {
        DType::F64 => value.extract::<f64>()?.to_ne_bytes().to_vec(),
        DType::F32 => value.extract::<f32>()?.to_ne_bytes().to_vec(),
        DType::I32 => value.extract::<i32>()?.to_ne_bytes().to_vec(),
        DType::I64 => value.extract::<i64>()?.to_ne_bytes().to_vec(),
        DType::U64 => value.extract::<u64>()?.to_ne_bytes().to_vec(),
        DType::U8 => vec![value.extract::<u8>()?],
        DType::I8 => value.extract::<i8>()?.to_ne_bytes().to_vec(),
        DType::Char | DType::Record(_) => {
            return Err(PyAttributeError::new_err("this attribute cannot be set"));
        }
    })
}

/// A scalar of the given type, from the bytes it starts with.
pub(crate) fn scalar_value(
    py: Python<'_>,
    dtype: DType,
    bytes: &[u8],
) -> PyResult<Option<Py<PyAny>>> {
    fn first<T: bytemuck::AnyBitPattern>(bytes: &[u8]) -> Option<T> {
        bytes.get(..size_of::<T>()).map(bytemuck::pod_read_unaligned)
    }
    macro_rules! number {
        ($ty:ty) => {
            match first::<$ty>(bytes) {
                Some(value) => Some(value.into_pyobject(py)?.into_any().unbind()),
                None => None,
            }
        };
    }
    Ok(match dtype {
        DType::F64 => number!(f64),
        DType::F32 => number!(f32),
        DType::I32 => number!(i32),
        DType::I64 => number!(i64),
        DType::U64 => number!(u64),
        DType::U8 => number!(u8),
        DType::I8 => number!(i8),
        DType::Char | DType::Record(_) => None,
    })
}

fn no_setter(object: &Bound<'_, PyAny>) -> PyErr {
    let class = object.get_type().name().map_or_else(|_| String::new(), |n| n.to_string());
    PyAttributeError::new_err(format!("property of '{class}' object has no setter"))
}

/// Type, shape and stage in words, then what the field is:
/// `xpos: float64 array of shape (nbody, 3), written by Kinematics`, an empty line, and
/// `Positions of body frames; m, world frame.`
fn describe(info: &FieldInfo) -> String {
    let mut dims: Vec<String> = Vec::new();
    if !info.count.is_empty() {
        dims.push(info.count.to_owned());
    }
    dims.extend(info.inner.iter().map(ToString::to_string));
    if !info.width.is_empty() {
        dims.push(info.width.to_owned());
    }
    let shape = match dims.as_slice() {
        [] => String::new(),
        [one] => format!(" array of shape ({one},)"),
        several => format!(" array of shape ({})", several.join(", ")),
    };
    let by = match info.by {
        Stage::Model | Stage::Header | Stage::State | Stage::Input => String::new(),
        stage => format!(", written by {stage:?}"),
    };
    let (name, scalar, doc) = (info.name, dtype_name(info.dtype), info.doc.text());
    format!("{name}: {scalar}{shape}{by}\n\n{doc}")
}

/// NumPy's name of a scalar type.
pub(crate) fn dtype_name(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "float64",
        DType::F32 => "float32",
        DType::I32 => "int32",
        DType::I64 => "int64",
        DType::U64 => "uint64",
        DType::U8 => "uint8",
        DType::I8 => "int8",
        DType::Char => "bytes",
        DType::Record(layout) => layout.name,
    }
}

/// Name, scalar type and description of every field of a table, for the stubs.
type Listing = Vec<(&'static str, &'static str, String)>;

fn listing<T: Table>() -> Listing {
    T::infos().iter().map(|info| (info.name, dtype_name(info.dtype), describe(info))).collect()
}

/// The tables by class name.
#[pyfunction]
pub(crate) fn _tables() -> Vec<(&'static str, Listing)> {
    use ferrodyn_engine::visual as v;
    vec![
        ("MjModel", listing::<Model>()),
        ("MjData", listing::<Data>()),
        ("MjOption", listing::<ferrodyn_engine::Opt>()),
        ("MjStatistic", listing::<ferrodyn_engine::Statistic>()),
        ("MjVisual.Global", listing::<v::VisualGlobal>()),
        ("MjVisual.Quality", listing::<v::VisualQuality>()),
        ("MjVisual.Headlight", listing::<v::VisualHeadlight>()),
        ("MjVisual.Map", listing::<v::VisualMap>()),
        ("MjVisual.Scale", listing::<v::VisualScale>()),
        ("MjVisual.Rgba", listing::<v::VisualRgba>()),
    ]
}
