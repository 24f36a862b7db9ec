//! Arguments of functions with MuJoCo's names: the same types are accepted as in its own bindings.
//!
//! | Rust | Python |
//! |---|---|
//! | [`Vector<T>`], [`Array<N>`], [`Matrix`] | anything `numpy.array` turns into numbers; read |
//! | [`VectorMut<T>`], [`ArrayMut<N>`], [`MatrixMut`] | contiguous writable array of exactly that type |
//! | [`Int<i32>`], `Int<u8>`, `Int<u64>` | integer in range; not `float` |
//! | [`Text`] | `str` or `bytes` |
//! | `f64` | real number |
//!
//! A vector of `n` numbers has shape `(n,)` or `(n, 1)`; so has a matrix with one column. Anything
//! else is a `TypeError` that names the argument. `Option` of a type also takes `None`.
//!
//! Numbers are copied in when a function is entered and copied out by `set`, so the arguments of a
//! call may share memory in any way: inputs are what they were before the call. A function reads
//! its arguments, computes in its own memory, and sets its results last:
//!
//! ```ignore
//! #[pyfunction]
//! fn mju_add(res: VectorMut<'_, f64>, vec1: Vector<f64>, vec2: Vector<f64>) -> PyResult<()> {
//!     equal(res.len(), vec1.len(), "res and vec1 should have the same size")?;
//!     ...
//!     res.set(&sum)
//! }
//! ```

use std::fmt::Display;
use std::ops::Deref;

use numpy::prelude::*;
use numpy::{Element, PyArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyFloat, PyInt, PyList, PyTuple};

use crate::numbers;

/// `TypeError` with that text unless the condition holds.
pub(crate) fn check(condition: bool, otherwise: &'static str) -> PyResult<()> {
    if condition { Ok(()) } else { Err(PyTypeError::new_err(otherwise)) }
}

/// `TypeError` with that text, the number that is expected and the one that is given, unless they are
/// the same.
pub(crate) fn equal<T: PartialEq + Display>(
    given: T,
    expected: T,
    otherwise: &'static str,
) -> PyResult<()> {
    if given == expected {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!("{otherwise}: expected {expected}, given {given}")))
}

/// Calls `f`; other Python threads run meanwhile if it takes so many operations that letting them
/// in costs next to nothing.
pub(crate) fn compute<R: Send>(
    py: Python<'_>,
    operations: usize,
    f: impl FnOnce() -> R + Send,
) -> R {
    if operations > 100_000 { py.detach(f) } else { f() }
}

/// A vector to read.
pub(crate) struct Vector<T>(pub(crate) Vec<T>);

impl<T> Deref for Vector<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'py, T: Element + Copy> FromPyObject<'_, 'py> for Vector<T> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = converted::<T>(&obj)?;
        vector_len(&array)?;
        Ok(Self(read(&array)?))
    }
}

/// A vector of `N` numbers to read.
pub(crate) struct Array<const N: usize>(pub(crate) [f64; N]);

impl<'py, const N: usize> FromPyObject<'_, 'py> for Array<N> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Some(values) = listed(&obj) {
            return Ok(Self(values));
        }
        let array = converted::<f64>(&obj)?;
        let given = vector_len(&array)?;
        numbers::to_array(&array).map(Self).ok_or_else(|| wrong_size(N, given))
    }
}

/// A matrix to read, row-major.
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) values: Vec<f64>,
}

impl<'py> FromPyObject<'_, 'py> for Matrix {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = converted::<f64>(&obj)?;
        let (rows, cols) = matrix_shape(&array)?;
        Ok(Self { rows, cols, values: read(&array)? })
    }
}

/// A vector to write.
pub(crate) struct VectorMut<'py, T>(Bound<'py, PyArrayDyn<T>>);

impl<T: Element + Copy> VectorMut<'_, T> {
    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The numbers before they are written.
    pub(crate) fn get(&self) -> PyResult<Vec<T>> {
        read(&self.0)
    }

    /// Writes all numbers; as many as there are.
    pub(crate) fn set(&self, values: &[T]) -> PyResult<()> {
        write(&self.0, values)
    }
}

impl<'py, T: Element + Copy> FromPyObject<'_, 'py> for VectorMut<'py, T> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = writable::<T>(&obj)?;
        vector_len(&array)?;
        Ok(Self(array))
    }
}

/// A vector of `N` numbers to write.
pub(crate) struct ArrayMut<'py, const N: usize>(Bound<'py, PyArrayDyn<f64>>);

impl<const N: usize> ArrayMut<'_, N> {
    /// The numbers before they are written.
    pub(crate) fn get(&self) -> PyResult<[f64; N]> {
        numbers::to_array(&self.0).ok_or_else(|| wrong_size(N, self.0.len()))
    }

    /// Writes the numbers.
    pub(crate) fn set(&self, values: [f64; N]) -> PyResult<()> {
        write(&self.0, &values)
    }
}

impl<'py, const N: usize> FromPyObject<'_, 'py> for ArrayMut<'py, N> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = writable::<f64>(&obj)?;
        let given = vector_len(&array)?;
        if given != N {
            return Err(wrong_size(N, given));
        }
        Ok(Self(array))
    }
}

/// A matrix to write, row-major.
pub(crate) struct MatrixMut<'py> {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    array: Bound<'py, PyArrayDyn<f64>>,
}

impl MatrixMut<'_> {
    /// The numbers before they are written.
    pub(crate) fn get(&self) -> PyResult<Vec<f64>> {
        read(&self.array)
    }

    /// Writes all numbers, row by row.
    pub(crate) fn set(&self, values: &[f64]) -> PyResult<()> {
        write(&self.array, values)
    }
}

impl<'py> FromPyObject<'_, 'py> for MatrixMut<'py> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = writable::<f64>(&obj)?;
        let (rows, cols) = matrix_shape(&array)?;
        Ok(Self { rows, cols, array })
    }
}

/// An integer, an enum constant or a NumPy number that converts to an integer.
pub(crate) struct Int<T>(pub(crate) T);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Int<T> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = obj.py();
        let wrong = || {
            let given = obj.repr().map_or_else(|_| String::new(), |text| format!(", given {text}"));
            PyTypeError::new_err(format!("expected an integer in range{given}"))
        };
        if obj.is_instance_of::<PyFloat>() {
            return Err(wrong());
        }
        let number = if obj.hasattr(intern!(py, "__index__"))? { obj.extract().ok() } else { None };
        // numbers that are not integers but convert to them, such as numpy.float32
        let converted = || {
            obj.hasattr(intern!(py, "__int__")).ok().filter(|&has| has)?;
            py.get_type::<PyInt>().call1((obj,)).ok()?.extract().ok()
        };
        number.or_else(converted).map(Self).ok_or_else(wrong)
    }
}

/// A string; bytes are taken as one too.
pub(crate) struct Text(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = obj.cast::<PyBytes>() {
            return Ok(Self(String::from_utf8_lossy(bytes.as_bytes()).into_owned()));
        }
        obj.extract().map(Self)
    }
}

/// A contiguous array of `T` with the numbers of any object; a copy unless it is one already.
pub(crate) fn converted<'py, T: Element>(
    obj: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    if let Ok(array) = obj.cast::<PyArrayDyn<T>>()
        && numbers::is_plain(array)
    {
        return Ok(array.clone());
    }
    let py = obj.py();
    let order = [(intern!(py, "order"), "C")].into_py_dict(py)?;
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method(intern!(py, "array"), (obj, dtype::<T>(py)), Some(&order));
    let wrong = || PyTypeError::new_err(format!("expected an array of {}", dtype::<T>(py)));
    array.map_err(|_| wrong())?.cast_into().map_err(|_| wrong())
}

/// The object itself if it can be written as an array of `T`.
pub(crate) fn writable<'py, T: Element>(
    obj: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = obj.cast::<PyArrayDyn<T>>().ok();
    let array = array.filter(|a| numbers::is_plain(a) && numbers::is_writable(a));
    array.cloned().ok_or_else(|| {
        let (kind, given) = (dtype::<T>(obj.py()), given(obj));
        PyTypeError::new_err(format!(
            "expected a contiguous writable array of {kind}, given {given}"
        ))
    })
}

/// What an object is that cannot be written to.
fn given(obj: &Bound<'_, PyAny>) -> String {
    let Ok(array) = obj.cast::<PyUntypedArray>() else {
        return obj
            .get_type()
            .name()
            .map_or_else(|_| "something else".to_owned(), |n| n.to_string());
    };
    let writable = obj.getattr("flags").and_then(|flags| flags.getattr("writeable")?.is_truthy());
    let is = match (writable, array.is_c_contiguous()) {
        (Ok(false), _) => "a read-only array",
        (_, false) => "an array that is not contiguous,",
        _ => "an array",
    };
    format!("{is} of {}", array.dtype())
}

/// The numbers of a list or tuple of `N` floats and integers; `None` for anything else.
fn listed<const N: usize>(obj: &Bound<'_, PyAny>) -> Option<[f64; N]> {
    let number = |item: Borrowed<'_, '_, PyAny>| {
        let number = item.is_exact_instance_of::<PyFloat>() || item.is_exact_instance_of::<PyInt>();
        number.then(|| item.extract::<f64>().ok()).flatten()
    };
    let mut values = [0.0; N];
    if let Ok(list) = obj.cast::<PyList>() {
        if list.len() != N {
            return None;
        }
        for (i, value) in values.iter_mut().enumerate() {
            *value = number(list.get_item(i).ok()?.as_borrowed())?;
        }
    } else {
        let tuple = obj.cast::<PyTuple>().ok().filter(|tuple| tuple.len() == N)?;
        for (i, value) in values.iter_mut().enumerate() {
            *value = number(tuple.get_borrowed_item(i).ok()?)?;
        }
    }
    Some(values)
}

/// The size of a vector: shape `(n,)` or `(n, 1)`.
fn vector_len<T>(array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<usize> {
    match *array.shape() {
        [n] | [n, 1] => Ok(n),
        ref shape => {
            Err(PyTypeError::new_err(format!("expected a vector, given {}", shown(shape))))
        }
    }
}

/// Rows and columns of a matrix; a plain vector is one column.
fn matrix_shape<T>(array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<(usize, usize)> {
    match *array.shape() {
        [n] => Ok((n, 1)),
        [rows, cols] => Ok((rows, cols)),
        ref shape => {
            Err(PyTypeError::new_err(format!("expected a matrix, given {}", shown(shape))))
        }
    }
}

fn shown(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("an array of shape ({})", sizes.join(", "))
}

fn wrong_size(n: usize, given: usize) -> PyErr {
    PyTypeError::new_err(format!("expected a vector of size {n}, given one of size {given}"))
}

fn read<T: Element + Copy>(array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<Vec<T>> {
    numbers::to_vec(array).ok_or_else(|| PyTypeError::new_err("expected a contiguous array"))
}

fn write<T: Element + Copy>(array: &Bound<'_, PyArrayDyn<T>>, values: &[T]) -> PyResult<()> {
    check(numbers::set(array, values), "the size of an array changed during the call")
}
