//! NumPy views of the engine's memory: one of the files with `unsafe`.
//!
//! A [`Store`] is a table (a model, its options, the data) behind a shared [`Lock`]. A function that
//! runs on a table holds its lock. If it calls back into Python, it [lends](Store::lend) the table
//! to its own thread for that time, so that the callback reaches it.
//!
//! Views hold the owner alive through a [`Keep`] and read and write its memory without the lock, as
//! views of MuJoCo's own arrays do. What is promised about them:
//!
//! - The memory behind a view is never freed, moved or shrunk while the view lives. Arrays that a
//!   step sizes (contacts, constraint rows) may get new memory; a view made before then keeps the
//!   old one, which no function writes any more.
//! - A function that runs on one thread while another reads or writes a view of its data or model
//!   sees each number as it was before or as it is after, in no particular order, and so does the
//!   other thread. Any bits are a valid number, and no stage takes an id or an address from memory
//!   that a view can write without checking it: results are then unspecified, memory is not touched.
//! - Pointers come from the allocation of an array, or from the cell of its owner, never from a
//!   reference: those made later do not make them invalid. Miri checks this in the tests below.
//! - A callback that may only read gets arrays that cannot be written, and so does everybody of a frozen
//!   table.
#![allow(unsafe_code)]

use std::any::Any;
use std::cell::RefCell;
use std::ptr;
use std::sync::Arc;

use ferrodyn_engine::fields::{DType, FieldInfo, Member, Shape, Table};
use numpy::ndarray::{ArrayView, IxDyn, ShapeBuilder};
use numpy::npyffi::flags::NPY_ARRAY_WRITEABLE;
use numpy::{Element, PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::lock::Lock;

/// Keeps the memory behind a view alive.
#[pyclass(frozen, module = "ferrodyn._core")]
pub(crate) struct Keep(#[expect(dead_code, reason = "held, not read")] Arc<dyn Any + Send + Sync>);

/// A table `T` inside a shared owner `O`, which is `T` itself or, say, the model of options.
///
/// The owner's arrays must stay where they are while it lives: a caller that writes through
/// [`with_mut`](Self::with_mut) must not replace the whole table or a whole array.
pub(crate) struct Store<O, T> {
    owner: Arc<Lock<O>>,
    /// The Python object that all views hold to keep the memory alive; made with the first view.
    keep: Arc<PyOnceLock<Py<Keep>>>,
    project: fn(&O) -> &T,
    project_mut: fn(&mut O) -> &mut T,
    /// Where the fields are that stay in place; nothing for the others.
    places: Arc<[Option<Memory>]>,
    /// Whether nobody may write it, as the model of a batch.
    frozen: bool,
}

impl<O, T> Clone for Store<O, T> {
    fn clone(&self) -> Self {
        let (owner, keep, places) = (self.owner.clone(), self.keep.clone(), self.places.clone());
        let (project, project_mut, frozen) = (self.project, self.project_mut, self.frozen);
        Self { owner, keep, project, project_mut, places, frozen }
    }
}

impl<S: Table + Send + Sync> Store<S, S> {
    /// A table of its own.
    pub(crate) fn new(table: S) -> Self {
        let mut owner = Arc::new(Lock::new(table));
        // nobody else has it yet
        let places = Arc::get_mut(&mut owner).map_or(Vec::new(), |lock| places(lock.get_mut()));
        let places = OwnerMemory::of(&owner).anchor_all(places);
        let keep = Arc::new(PyOnceLock::new());
        Self { owner, keep, project: |t| t, project_mut: |t| t, places, frozen: false }
    }

    /// The same table, which nobody writes from now on; of parts and clones that were made before
    /// that is not so.
    pub(crate) fn frozen(self) -> Self {
        Self { frozen: true, ..self }
    }
}

/// Whether a step decides how many entries a field has.
pub(crate) fn is_sized_by_step(info: &FieldInfo) -> bool {
    matches!(info.count, "ncon" | "nefc" | "nJ" | "nA" | "nisland" | "nidof")
}

/// The memory of each field whose array never moves; `None` for arrays that a step sizes.
fn places<T: Table>(table: &mut T) -> Vec<Option<Memory>> {
    let place = |(index, info)| {
        if is_sized_by_step(info) { None } else { Memory::of(table, index) }
    };
    T::infos().iter().enumerate().map(place).collect()
}

/// An owner that a thread may use although it is locked.
#[derive(Clone, Copy)]
enum Borrowed {
    /// To read; numbers may be written through views.
    Shared(*const ()),
    /// Only to read.
    ReadOnly(*const ()),
    /// To read and write.
    Exclusive(*mut ()),
}

thread_local! {
    /// Owners that callbacks on this thread may use although they are locked: address of the lock, and owner.
    static BORROWED: RefCell<Vec<(usize, Borrowed)>> = const { RefCell::new(Vec::new()) };
}

/// Ends the last loan when it is dropped.
struct EndBorrow;

impl Drop for EndBorrow {
    fn drop(&mut self) {
        BORROWED.with_borrow_mut(Vec::pop);
    }
}

impl<O: Send + Sync + 'static, T> Store<O, T> {
    /// Runs `f`; functions it calls on this thread may read and write the locked owner.
    pub(crate) fn lend<R>(&self, owner: &mut O, f: impl FnOnce() -> R) -> R {
        self.lend_as(Borrowed::Exclusive(ptr::from_mut(owner).cast()), f)
    }

    /// Runs `f`; functions it calls on this thread may read the locked owner, and write numbers of
    /// its arrays.
    pub(crate) fn lend_shared<R>(&self, owner: &O, f: impl FnOnce() -> R) -> R {
        self.lend_as(Borrowed::Shared(ptr::from_ref(owner).cast()), f)
    }

    /// Runs `f`; functions it calls on this thread may only read the locked owner.
    pub(crate) fn lend_read_only<R>(&self, owner: &O, f: impl FnOnce() -> R) -> R {
        self.lend_as(Borrowed::ReadOnly(ptr::from_ref(owner).cast()), f)
    }

    fn lend_as<R>(&self, borrowed: Borrowed, f: impl FnOnce() -> R) -> R {
        BORROWED.with_borrow_mut(|all| all.push((self.address(), borrowed)));
        let _back = EndBorrow;
        f()
    }

    /// How callbacks on this thread may use this owner, if a function has lent it.
    fn borrowed(&self) -> Option<Borrowed> {
        let address = self.address();
        BORROWED
            .with_borrow(|all| all.iter().rev().find(|(of, _)| *of == address).map(|entry| entry.1))
    }

    /// Whether this thread may only read.
    pub(crate) fn is_read_only(&self) -> bool {
        self.frozen || matches!(self.borrowed(), Some(Borrowed::ReadOnly(_)))
    }

    /// The error of a write that is not allowed.
    fn read_only(&self) -> PyErr {
        if self.frozen {
            return PyValueError::new_err(
                "the model of a batch is read-only: change a model before the batch is made of it, \
                 give simulations values of their own with `expand`, or work on `copy.copy(model)`",
            );
        }
        PyRuntimeError::new_err("this callback may read but not change it")
    }

    /// Whether this is where the owner is.
    pub(crate) fn is_at(&self, owner: *const O) -> bool {
        ptr::eq(self.owner.place(), owner)
    }

    /// The lock of the owner.
    pub(crate) fn lock(&self) -> &Lock<O> {
        &self.owner
    }

    /// A number that tells the owner from others that exist at the same time.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.owner).addr()
    }

    /// A table inside this one's owner.
    pub(crate) fn part<P: Table>(
        &self,
        project: fn(&O) -> &P,
        project_mut: fn(&mut O) -> &mut P,
    ) -> PyResult<Store<O, P>> {
        let places = places(project_mut(&mut *self.owner.write()?));
        let places = OwnerMemory::of(&self.owner).anchor_all(places);
        let (owner, keep) = (self.owner.clone(), self.keep.clone());
        Ok(Store { owner, keep, project, project_mut, places, frozen: self.frozen })
    }

    /// Calls `f` with the table.
    ///
    /// # Errors
    /// If the table cannot be waited for, or the wait was interrupted; see [`Lock`].
    pub(crate) fn with<R>(&self, f: impl FnOnce(&T) -> R) -> PyResult<R> {
        let owner = match self.borrowed() {
            Some(Borrowed::Shared(owner) | Borrowed::ReadOnly(owner)) => owner,
            Some(Borrowed::Exclusive(owner)) => owner.cast_const(),
            None => return Ok(f((self.project)(&*self.owner.read()?))),
        };
        // SAFETY: the address of the lock says that this is an `O`; the function that lent it holds a
        // reference that waits on this thread until the callback returns.
        Ok(f((self.project)(unsafe { &*owner.cast::<O>() })))
    }

    /// Calls `f` with the table, to be written.
    ///
    /// # Errors
    /// As [`with`](Self::with), of a table that is frozen, and in a callback that may only read it.
    pub(crate) fn with_mut<R>(&self, f: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        if self.frozen {
            return Err(self.read_only());
        }
        match self.borrowed() {
            None => Ok(f((self.project_mut)(&mut *self.owner.write()?))),
            Some(Borrowed::Exclusive(owner)) => {
                // SAFETY: as in `with`; the reference that waits is exclusive.
                let owner = unsafe { &mut *owner.cast::<O>() };
                Ok(f((self.project_mut)(owner)))
            }
            Some(Borrowed::Shared(_) | Borrowed::ReadOnly(_)) => Err(self.read_only()),
        }
    }

    fn keep<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keep = self.keep.get_or_try_init(py, || Py::new(py, Keep(self.owner.clone())))?;
        Ok(keep.bind(py).clone().into_any())
    }
}

/// Where the values of a field are.
#[derive(Clone)]
pub(crate) struct Memory {
    /// Their type.
    pub(crate) dtype: DType,
    /// How many there are.
    pub(crate) shape: Shape,
    start: *mut u8,
    len: usize,
}

// SAFETY: the pointer is used only while the owner of the memory is alive, for numbers of which any
// bits are valid.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// Where the field at an index is.
    fn of<T: Table>(table: &mut T, index: usize) -> Option<Self> {
        let field = table.field_at_mut(index)?;
        let (start, len) = (field.start, field.bytes.len());
        Some(Self { dtype: field.dtype, shape: field.shape, start, len })
    }
}

/// The memory of an owner itself, without that of its arrays.
#[derive(Clone, Copy)]
struct OwnerMemory {
    start: *mut u8,
    len: usize,
}

impl OwnerMemory {
    fn of<O: Send + Sync>(lock: &Lock<O>) -> Self {
        Self { start: lock.place().cast(), len: size_of::<O>() }
    }

    /// A place that outlives the reference it came from: numbers inside the owner are reached from
    /// the cell that the owner is in, arrays from their own allocation.
    fn anchor(self, place: Memory) -> Memory {
        let offset = place.start.addr().wrapping_sub(self.start.addr());
        let inside = offset < self.len;
        let start = if inside { self.start.wrapping_add(offset) } else { place.start };
        Memory { start, ..place }
    }

    fn anchor_all(self, places: Vec<Option<Memory>>) -> Arc<[Option<Memory>]> {
        places.into_iter().map(|place| Some(self.anchor(place?))).collect()
    }
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
        let array = unsafe { array(field.dtype, field.start, &field.shape, strides, keep) }?;
        if self.is_read_only() { as_read_only(&array) } else { Ok(array) }
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
        let array =
            unsafe { array(member.dtype, place.start, &place.shape, &place.strides, keep) }?;
        if self.is_read_only() { as_read_only(&array) } else { Ok(array) }
    }

    /// Fills `bytes` with those of the field at `index`; false if it has none there.
    pub(crate) fn get_bytes(&self, index: usize, at: usize, bytes: &mut [u8]) -> PyResult<bool> {
        let field = self.memory(index)?;
        if at.checked_add(bytes.len()).is_none_or(|end| end > field.len) {
            return Ok(false);
        }
        // SAFETY: the range lies within the field, whose memory lives as long as `self.owner`.
        unsafe { ptr::copy_nonoverlapping(field.start.add(at), bytes.as_mut_ptr(), bytes.len()) };
        Ok(true)
    }

    /// Writes bytes of the field at `index`; false if it has none there.
    pub(crate) fn set_bytes(&self, index: usize, at: usize, bytes: &[u8]) -> PyResult<bool> {
        if self.is_read_only() {
            return Err(self.read_only());
        }
        let field = self.memory(index)?;
        if at.checked_add(bytes.len()).is_none_or(|end| end > field.len) {
            return Ok(false);
        }
        // SAFETY: the range lies within the field, whose memory lives as long as `self.owner`.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), field.start.add(at), bytes.len()) };
        Ok(true)
    }

    /// Where the values of the field at `index` are: known without the lock if they stay there.
    pub(crate) fn memory(&self, index: usize) -> PyResult<Memory> {
        if let Some(Some(place)) = self.places.get(index) {
            return Ok(place.clone());
        }
        if self.frozen
            || matches!(self.borrowed(), Some(Borrowed::Shared(_) | Borrowed::ReadOnly(_)))
        {
            return self.with(|table| {
                let field = table.field_at(index).ok_or_else(no_field)?;
                let (start, len) = (field.bytes.as_ptr().cast_mut(), field.bytes.len());
                Ok(Memory { dtype: field.dtype, shape: field.shape, start, len })
            })?;
        }
        let place = self.with_mut(|table| Memory::of(table, index).ok_or_else(no_field))??;
        Ok(OwnerMemory::of(&self.owner).anchor(place))
    }
}

/// An array over the same memory that cannot be written.
pub(crate) fn as_read_only<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let view = array.call_method0("view")?;
    let untyped = view.cast::<PyUntypedArray>()?;
    // SAFETY: the pointer is that of a live array that nobody else has yet.
    unsafe { (*untyped.as_array_ptr()).fields.flags &= !NPY_ARRAY_WRITEABLE };
    Ok(view)
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

/// A NumPy array over memory that `owner` holds.
///
/// # Safety
/// There must be initialized numbers of that type and shape from `start` on, aligned for the type,
/// which stay allocated and in place while `owner` lives.
pub(crate) unsafe fn array_over<'py>(
    py: Python<'py>,
    dtype: DType,
    shape: &[usize],
    start: *mut u8,
    owner: Arc<dyn Any + Send + Sync>,
) -> PyResult<Bound<'py, PyAny>> {
    let strides = [shape.get(1).copied().unwrap_or(1), 1];
    let strides = if shape.len() == 2 { &strides[..] } else { &strides[2 - shape.len().min(2)..] };
    let keep = Bound::new(py, Keep(owner))?.into_any();
    // SAFETY: the caller's promise; the strides are those of rows one after the other.
    unsafe { array(dtype, start, shape, strides, keep) }
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

#[cfg(test)]
mod tests;
