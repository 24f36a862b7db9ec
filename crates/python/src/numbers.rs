//! Numbers of NumPy arrays, copied in and out: arguments of small functions.
//!
//! Copies are made without looking whether another thread uses the array, as NumPy makes its own:
//! who writes to an array that is being read gets numbers in flight, and looking would cost more
//! than most functions take.
#![allow(unsafe_code)]

use std::{ptr, slice};

use numpy::npyffi::flags::NPY_ARRAY_WRITEABLE;
use numpy::prelude::*;
use numpy::{Element, PyArrayDyn};
use pyo3::prelude::*;

/// Start and length of the numbers if they lie one after the other, row by row.
fn place<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> Option<(*mut T, usize)> {
    let start = array.data();
    let usable = array.is_c_contiguous() && !start.is_null() && start.is_aligned();
    usable.then(|| (start, array.len()))
}

/// Whether the numbers lie one after the other, row by row.
pub(crate) fn is_plain<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    place(array).is_some()
}

/// Whether the numbers may be changed.
pub(crate) fn is_writable<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    // SAFETY: the pointer is that of a live array.
    unsafe { (*array.as_array_ptr()).fields.flags & NPY_ARRAY_WRITEABLE != 0 }
}

/// A copy of all numbers; `None` if the array is not [plain](is_plain).
pub(crate) fn to_vec<T: Element + Copy>(array: &Bound<'_, PyArrayDyn<T>>) -> Option<Vec<T>> {
    let (start, len) = place(array)?;
    // SAFETY: a contiguous array of `len` numbers of the type its dtype says, which lives while it
    // is copied.
    Some(unsafe { slice::from_raw_parts(start, len) }.to_vec())
}

/// A copy of all `N` numbers; `None` if there are more or less, or the array is not plain.
pub(crate) fn to_array<const N: usize>(array: &Bound<'_, PyArrayDyn<f64>>) -> Option<[f64; N]> {
    let (start, len) = place(array)?;
    // SAFETY: as in `to_vec`, with `N` numbers.
    (len == N).then(|| unsafe { start.cast::<[f64; N]>().read() })
}

/// Writes all numbers; false if there are more or less, or the array is not plain or not writable.
pub(crate) fn set<T: Element + Copy>(array: &Bound<'_, PyArrayDyn<T>>, values: &[T]) -> bool {
    let Some((start, len)) = place(array).filter(|_| is_writable(array)) else { return false };
    if len != values.len() {
        return false;
    }
    // SAFETY: as in `to_vec`; the array may be written. The values may be any memory.
    unsafe { ptr::copy(values.as_ptr(), start, len) };
    true
}
