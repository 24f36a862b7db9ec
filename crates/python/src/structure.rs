//! Ids, addresses and types of a model, as arrays that Python may write: a file with `unsafe`.
//!
//! The engine compiles these arrays into a plan and keeps them read-only. Python therefore gets copies, always the
//! same ones. Before a function runs on the model, each copy is compared with its contents after the last call;
//! changes go to the engine, which checks them. A model without such copies pays one atomic load.
//!
//! Every function of the module calls [`Structure::sync`] with its model first; functions that may change structure
//! (`mj_setConst` and the like) call [`Structure::refresh`] afterwards. A value that leads out of an array raises
//! `ValueError` there, and the model keeps its old structure. The copies are never freed while a NumPy view of them
//! lives. MuJoCo hands out its own arrays and checks nothing. Tests: `crates/python/tests/test_structure.py`.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrodyn_engine::Model;
use ferrodyn_engine::fields::{DType, Shape, Table};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::view::{self, Store};

/// The copies of structure arrays that Python has of a model.
pub(crate) struct Structure {
    /// Whether there are any.
    any: AtomicBool,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    handed: Mutex<Vec<ArrayCopy>>,
}

/// The copy of one array.
struct ArrayCopy {
    /// Its place in the table.
    index: usize,
    memory: Arc<Buffer>,
    /// The bytes of the array in the model, as of the last comparison.
    known: Vec<u8>,
}

/// Memory that Python writes.
pub(crate) struct Buffer {
    /// Words, so that numbers of any type are aligned.
    words: Box<[UnsafeCell<u64>]>,
    len: usize,
}

// SAFETY: the memory is only copied, from and to, as bytes of which any are valid; who writes while
// another copies gets numbers in flight.
unsafe impl Sync for Buffer {}

impl Buffer {
    fn new(bytes: &[u8]) -> Self {
        let words = (0..bytes.len().div_ceil(8)).map(|_| UnsafeCell::new(0)).collect();
        let buffer = Self { words, len: bytes.len() };
        buffer.write(bytes);
        buffer
    }

    fn start(&self) -> *mut u8 {
        self.words.as_ptr().cast::<u8>().cast_mut()
    }

    fn read(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.len];
        // SAFETY: `len` bytes lie within the words.
        unsafe { self.start().copy_to_nonoverlapping(bytes.as_mut_ptr(), self.len) };
        bytes
    }

    fn equals(&self, bytes: &[u8]) -> bool {
        // SAFETY: `len` bytes lie within the words; as they are only compared, those in flight may
        // count as either.
        bytes == unsafe { std::slice::from_raw_parts(self.start(), self.len) }
    }

    fn write(&self, bytes: &[u8]) {
        let len = self.len.min(bytes.len());
        // SAFETY: `len` bytes lie within the words and within `bytes`.
        unsafe { self.start().copy_from_nonoverlapping(bytes.as_ptr(), len) };
    }
}

impl Structure {
    /// Without any copy.
    pub(crate) fn new() -> Self {
        Self {
            any: AtomicBool::new(false),
            arrays: Model::infos().iter().map(|_| PyOnceLock::new()).collect(),
            handed: Mutex::new(Vec::new()),
        }
    }

    /// The array at a place of the table.
    pub(crate) fn get<'py>(
        &self,
        py: Python<'py>,
        model: &Store<Model, Model>,
        index: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let slot = self.arrays.get(index).ok_or_else(no_field)?;
        let array = slot.get_or_try_init(py, || self.make_copy(py, model, index))?;
        let array = array.bind(py).clone();
        if model.is_read_only() { view::as_read_only(&array) } else { Ok(array) }
    }

    fn make_copy(
        &self,
        py: Python<'_>,
        model: &Store<Model, Model>,
        index: usize,
    ) -> PyResult<Py<PyAny>> {
        let (dtype, shape, known) = copy_of(model, index)?;
        let memory = Arc::new(Buffer::new(&known));
        // SAFETY: the buffer has the bytes of a field of that type and shape, and stays in place.
        let array = unsafe { view::array_over(py, dtype, &shape, memory.start(), memory.clone()) }?;
        self.lock().push(ArrayCopy { index, memory, known });
        self.any.store(true, Ordering::Release);
        Ok(array.unbind())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ArrayCopy>> {
        self.handed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes the changes that Python has made to the copies on to the model.
    ///
    /// # Errors
    /// `ValueError` if it does not fit; then the model is as it was.
    pub(crate) fn sync(&self, model: &Store<Model, Model>) -> PyResult<()> {
        if self.any.load(Ordering::Acquire) { self.apply_changes(model) } else { Ok(()) }
    }

    #[cold]
    fn apply_changes(&self, model: &Store<Model, Model>) -> PyResult<()> {
        let changed = |handed: &&ArrayCopy| !handed.memory.equals(&handed.known);
        let changes: Vec<(usize, Vec<u8>)> = {
            let handed = self.lock();
            handed.iter().filter(changed).map(|h| (h.index, h.memory.read())).collect()
        };
        if changes.is_empty() {
            return Ok(());
        }
        let list: Vec<(usize, &[u8])> = changes.iter().map(|(at, b)| (*at, &b[..])).collect();
        let replaced = model.with_mut(|m| m.replace_structure(&list))?;
        replaced.map_err(|e| PyValueError::new_err(e.to_string()))?;
        // the engine may have brought other arrays up to date
        self.refresh(model)
    }

    /// Writes changes that a function has made in the model to the copies.
    pub(crate) fn refresh(&self, model: &Store<Model, Model>) -> PyResult<()> {
        if !self.any.load(Ordering::Acquire) {
            return Ok(());
        }
        model.with(|m| {
            for handed in self.lock().iter_mut() {
                if let Some(field) = m.field_at(handed.index)
                    && field.bytes != handed.known
                {
                    handed.known = field.bytes.to_vec();
                    handed.memory.write(field.bytes);
                }
            }
        })
    }
}

/// Type, shape and bytes of a field.
fn copy_of(model: &Store<Model, Model>, index: usize) -> PyResult<(DType, Shape, Vec<u8>)> {
    let field = model.with(|m| m.field_at(index).map(|f| (f.dtype, f.shape, f.bytes.to_vec())))?;
    field.ok_or_else(no_field)
}

fn no_field() -> PyErr {
    PyRuntimeError::new_err("no such field")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_gives_back_what_was_written_through_its_pointer() {
        let buffer = Buffer::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let start = buffer.start();
        assert!(buffer.equals(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
        // SAFETY: the last of nine bytes; nobody has a reference to them.
        unsafe { start.add(8).write(7) };
        assert_eq!(buffer.read(), [1, 2, 3, 4, 5, 6, 7, 8, 7]);
        buffer.write(&[0; 20]);
        assert_eq!(buffer.read(), [0; 9]);
        // SAFETY: as above.
        assert_eq!(unsafe { start.read() }, 0);
    }
}
