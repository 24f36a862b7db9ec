//! How much stack the current thread has left: one of the files with `unsafe`.
//!
//! It is known on Linux only. Elsewhere the answer is always "enough", and only the depth of nested calls is
//! limited.
#![allow(unsafe_code)]

use std::cell::Cell;

thread_local! {
    /// The lowest address of this thread's stack; 0 if it was not asked for yet, 1 if unknown.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
}

/// Bytes of stack below the caller; `usize::MAX` if unknown.
pub(crate) fn left() -> usize {
    let here = 0_u8;
    let lowest = LOWEST.get();
    let lowest = if lowest == 0 { look_up() } else { lowest };
    if lowest <= 1 { usize::MAX } else { (&raw const here).addr().saturating_sub(lowest) }
}

#[cold]
fn look_up() -> usize {
    let lowest = lowest().unwrap_or(1);
    LOWEST.set(lowest);
    lowest
}

/// The lowest address that the stack of this thread may reach.
#[cfg(target_os = "linux")]
fn lowest() -> Option<usize> {
    use std::mem::MaybeUninit;
    use std::ptr;

    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut start, mut size, mut guard) = (ptr::null_mut(), 0, 0);
    // SAFETY: the attributes are filled for the calling thread, read into places of the right
    // types, and destroyed once, all only if they were filled.
    let known = unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let known = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut start, &raw mut size)
            == 0
            && libc::pthread_attr_getguardsize(attributes.as_ptr(), &raw mut guard) == 0;
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        known
    };
    known.then(|| start.addr().saturating_add(guard))
}

#[cfg(not(target_os = "linux"))]
fn lowest() -> Option<usize> {
    None
}

// Miri knows no stack of threads
#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_less_left_than_it_was_given() {
        let given = 4 << 20;
        let thread = std::thread::Builder::new().stack_size(given).spawn(left).unwrap();
        let left = thread.join().unwrap();
        assert!(left == usize::MAX || (given / 2..given).contains(&left));
    }
}
