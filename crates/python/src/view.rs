//! NumPy views of the engine's memory: one of two files with `unsafe`.
//!
//! A [`Store`] is a table (a model, its options, the data) behind a shared lock. Views hold the
//! owner alive through a [`Keep`] and read and write its memory without the lock, as views of
//! MuJoCo's own arrays do: a thread that reads a view while another steps sees numbers in flight.
//!
//! A function that runs on a table holds its lock. If it calls back into Python, it
//! [lends](Store::lend) the table to its own thread for that time, so that the callback reaches it.
//! A thread that has to wait for a lock lets other Python threads go on.
#![allow(unsafe_code)]

use std::any::Any;
use std::cell::RefCell;
use std::ptr;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

use ferrodyn_engine::fields::{DType, Member, Shape, Table};
use numpy::ndarray::{ArrayView, IxDyn, ShapeBuilder};
use numpy::{Element, PyArrayDyn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Keeps the memory behind a view alive.
#[pyclass(frozen, module = "ferrodyn._core")]
pub(crate) struct Keep(#[expect(dead_code, reason = "held, not read")] Arc<dyn Any + Send + Sync>);

/// A table `T` inside a shared owner `O`, which is `T` itself or, say, the model of options.
///
/// The owner's arrays must stay where they are while it lives: whoever writes through
/// [`write`](Self::write) must not replace the whole table or a whole array.
pub(crate) struct Store<O, T> {
    owner: Arc<RwLock<O>>,
    /// What all views hold, made with the first.
    keep: Arc<PyOnceLock<Py<Keep>>>,
    project: fn(&O) -> &T,
    project_mut: fn(&mut O) -> &mut T,
}

impl<O, T> Clone for Store<O, T> {
    fn clone(&self) -> Self {
        let (owner, keep) = (self.owner.clone(), self.keep.clone());
        Self { owner, keep, project: self.project, project_mut: self.project_mut }
    }
}

impl<S: Table> Store<S, S> {
    /// A table of its own.
    pub(crate) fn new(table: S) -> Self {
        let owner = Arc::new(RwLock::new(table));
        Self { owner, keep: Arc::new(PyOnceLock::new()), project: |t| t, project_mut: |t| t }
    }
}

/// An owner that a thread may use although it is locked.
#[derive(Clone, Copy)]
enum Lent {
    /// To read.
    Shared(*const ()),
    /// To read and write.
    Exclusive(*mut ()),
}

thread_local! {
    /// What is lent to this thread: the address of the lock, and the owner.
    static LENT: RefCell<Vec<(usize, Lent)>> = const { RefCell::new(Vec::new()) };
}

/// Takes back what was lent last.
struct TakeBack;

impl Drop for TakeBack {
    fn drop(&mut self) {
        LENT.with_borrow_mut(Vec::pop);
    }
}

impl<O: Send + Sync + 'static, T> Store<O, T> {
    /// Runs `f`; functions it calls on this thread may read and write the locked owner.
    pub(crate) fn lend<R>(&self, owner: &mut O, f: impl FnOnce() -> R) -> R {
        self.lend_as(Lent::Exclusive(ptr::from_mut(owner).cast()), f)
    }

    /// Runs `f`; functions it calls on this thread may read the locked owner.
    pub(crate) fn lend_shared<R>(&self, owner: &O, f: impl FnOnce() -> R) -> R {
        self.lend_as(Lent::Shared(ptr::from_ref(owner).cast()), f)
    }

    fn lend_as<R>(&self, lent: Lent, f: impl FnOnce() -> R) -> R {
        LENT.with_borrow_mut(|all| all.push((self.address(), lent)));
        let _back = TakeBack;
        f()
    }

    /// What is lent of this owner to this thread.
    fn lent(&self) -> Option<Lent> {
        let address = self.address();
        LENT.with_borrow(|all| all.iter().rev().find(|(of, _)| *of == address).map(|entry| entry.1))
    }

    /// Where the owner is in memory.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.owner).addr()
    }

    /// A table inside this one's owner.
    pub(crate) fn part<P>(
        &self,
        project: fn(&O) -> &P,
        project_mut: fn(&mut O) -> &mut P,
    ) -> Store<O, P> {
        Store { owner: self.owner.clone(), keep: self.keep.clone(), project, project_mut }
    }

    /// The owner, locked for reading.
    fn read(&self) -> RwLockReadGuard<'_, O> {
        loop {
            match self.owner.try_read() {
                Ok(guard) => return guard,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => self.wait(),
            }
        }
    }

    /// The owner, locked for writing.
    fn write(&self) -> RwLockWriteGuard<'_, O> {
        loop {
            match self.owner.try_write() {
                Ok(guard) => return guard,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => self.wait(),
            }
        }
    }

    /// Waits until the lock was free, while other Python threads run: one may hold it in a callback.
    fn wait(&self) {
        Python::attach(|py| {
            py.detach(|| drop(self.owner.write().unwrap_or_else(PoisonError::into_inner)));
        });
    }

    /// Calls `f` with the table.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        let owner = match self.lent() {
            Some(Lent::Shared(owner)) => owner,
            Some(Lent::Exclusive(owner)) => owner.cast_const(),
            None => return f((self.project)(&self.read())),
        };
        // SAFETY: the address of the lock says that this is an `O`; whoever lent it holds a
        // reference that waits on this thread until the callback returns.
        f((self.project)(unsafe { &*owner.cast::<O>() }))
    }

    /// Calls `f` with the table, to be written.
    ///
    /// # Errors
    /// In a callback that may only read the table.
    pub(crate) fn with_mut<R>(&self, f: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        match self.lent() {
            None => Ok(f((self.project_mut)(&mut self.write()))),
            Some(Lent::Exclusive(owner)) => {
                // SAFETY: as in `with`; the reference that waits is exclusive.
                let owner = unsafe { &mut *owner.cast::<O>() };
                Ok(f((self.project_mut)(owner)))
            }
            Some(Lent::Shared(_)) => {
                Err(PyRuntimeError::new_err("this callback may read but not change it"))
            }
        }
    }

    fn keep<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keep = self.keep.get_or_try_init(py, || Py::new(py, Keep(self.owner.clone())))?;
        Ok(keep.bind(py).clone().into_any())
    }
}

/// Where the values of a field are.
struct Memory {
    dtype: DType,
    shape: Shape,
    start: *mut u8,
    len: usize,
}

impl<O: Send + Sync + 'static, T: Table> Store<O, T> {
    /// A live array over the field at `index`.
    pub(crate) fn array<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let field = self.memory(index)?;
        let mut strides = [1; 2];
        if let [_, columns] = *field.shape {
            strides = [columns, 1];
        }
        let strides = &strides[..field.shape.len()];
        let keep = self.keep(py)?;
        // SAFETY: shape and strides cover exactly the bytes of the field, whose memory lives as
        // long as the owner that `keep` holds and is not moved (see `Store` and `Field`).
        unsafe { array(field.dtype, field.start, &field.shape, strides, keep) }
    }

    /// A live array over one member of all records of the field at `index`, or of one record.
    pub(crate) fn member<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        member: &Member,
        which: Records,
    ) -> PyResult<Bound<'py, PyAny>> {
        let place = MemberPlace::new(&self.memory(index)?, member, which)?;
        let keep = self.keep(py)?;
        // SAFETY: `MemberPlace` has checked that all records lie within the field; the memory
        // lives as long as the owner that `keep` holds and is not moved.
        unsafe { array(member.dtype, place.start, &place.shape, &place.strides, keep) }
    }

    /// Where the values of the field at `index` are.
    fn memory(&self, index: usize) -> PyResult<Memory> {
        if let Some(Lent::Shared(_)) = self.lent() {
            return self.with(|table| {
                let field = table.field_at(index).ok_or_else(no_field)?;
                let (start, len) = (field.bytes.as_ptr().cast_mut(), field.bytes.len());
                Ok(Memory { dtype: field.dtype, shape: field.shape, start, len })
            });
        }
        self.with_mut(|table| {
            let field = table.field_at_mut(index).ok_or_else(no_field)?;
            let (start, len) = (field.bytes.as_mut_ptr(), field.bytes.len());
            Ok(Memory { dtype: field.dtype, shape: field.shape, start, len })
        })?
    }
}

/// All records of a field from the first to a count, or one of them.
#[derive(Clone, Copy)]
pub(crate) enum Records {
    /// The first so many.
    First(usize),
    /// The one at a place.
    One(usize),
}

/// Where the numbers of a member lie.
struct MemberPlace {
    start: *mut u8,
    shape: Vec<usize>,
    strides: Vec<usize>,
}

impl MemberPlace {
    fn new(field: &Memory, member: &Member, which: Records) -> PyResult<Self> {
        let DType::Record(layout) = field.dtype else { return Err(no_field()) };
        let (from, to) = match which {
            Records::First(n) => (0, n),
            Records::One(i) => (i, i + 1),
        };
        if to.checked_mul(layout.size).is_none_or(|end| end > field.len) {
            return Err(no_field());
        }
        let mut strides = vec![1; member.inner.len()];
        let mut shape = member.inner.to_vec();
        if let Records::First(n) = which {
            strides.insert(0, layout.size / member.dtype.size());
            shape.insert(0, n);
        }
        // an empty list has no byte at the offset: any aligned address does
        let offset = if from == to { 0 } else { from * layout.size + member.offset };
        Ok(Self { start: field.start.wrapping_add(offset), shape, strides })
    }
}

/// A NumPy array of the given scalar type.
///
/// # Safety
/// `shape` and `strides` (in scalars) must describe memory from `start` that stays allocated,
/// initialized and in place while `keep` lives.
unsafe fn array<'py>(
    dtype: DType,
    start: *mut u8,
    shape: &[usize],
    strides: &[usize],
    keep: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the caller's promise; the fields of the engine are aligned for their scalars.
    unsafe {
        Ok(match dtype {
            DType::F64 => typed::<f64>(start, shape, strides, keep),
            DType::F32 => typed::<f32>(start, shape, strides, keep),
            DType::I32 => typed::<i32>(start, shape, strides, keep),
            DType::I64 => typed::<i64>(start, shape, strides, keep),
            DType::U64 => typed::<u64>(start, shape, strides, keep),
            DType::I8 => typed::<i8>(start, shape, strides, keep),
            DType::U8 | DType::Char => typed::<u8>(start, shape, strides, keep),
            DType::Record(_) => return Err(no_field()),
        })
    }
}

/// # Safety
/// As for [`array`], and `T` must be the scalar type of the memory.
unsafe fn typed<'py, T: Element>(
    start: *mut u8,
    shape: &[usize],
    strides: &[usize],
    keep: Bound<'py, PyAny>,
) -> Bound<'py, PyAny> {
    // SAFETY: the caller's promise; the view lives only until NumPy has copied pointer and shape.
    unsafe {
        let place = start.cast::<T>().cast_const();
        let view =
            ArrayView::<T, IxDyn>::from_shape_ptr(IxDyn(shape).strides(IxDyn(strides)), place);
        PyArrayDyn::borrow_from_array(&view, keep).into_any()
    }
}

fn no_field() -> PyErr {
    PyRuntimeError::new_err("the field is gone")
}
