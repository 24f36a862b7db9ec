//! The lock of models and data: one of the files with `unsafe`.
//!
//! Many threads may read or one may write. A thread that waits detaches from the interpreter, so that other
//! Python threads go on, and the main thread calls signal handlers meanwhile, so that every wait can be
//! interrupted. A wait that could never end raises `RuntimeError`:
//!
//! - the thread itself holds the lock (a function runs on the object, and calls back), or waits for
//!   the threads of a rollout that do;
//! - threads that each hold what the next one waits for form a circle.
//!
//! In the child of a fork, locks that other threads held for reading are free. A value that another thread was
//! writing may be inconsistent, down to the pointers of its arrays: acquiring its lock raises `RuntimeError`, and
//! its memory is never freed before the process ends.
#![allow(unsafe_code)]

use std::cell::{RefCell, UnsafeCell};
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::interrupt::PATIENCE;

/// Counts forks: in the child of a fork the number is another one than in the parent.
static GENERATION: AtomicU64 = AtomicU64::new(1);
/// Set in a count of holders while one writes.
const WRITER: u64 = 1 << 31;
/// The part of a word that counts; the rest is the generation.
const COUNT: u64 = (1 << 32) - 1;
/// The count of a value that was being written when the process was forked.
const TORN: u64 = COUNT;
/// How long a waiting thread may sleep before it looks at the lock again.
const NAP: Duration = Duration::from_millis(1);

/// The number of the process in the chain of forks, for counts that start again after a fork.
pub(crate) fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// A count that starts again after a fork.
struct ForkCount(AtomicU64);

impl ForkCount {
    fn get(&self) -> u64 {
        count(self.0.load(Ordering::Acquire))
    }

    /// Replaces the count if the function says by what; whether it did.
    fn update(&self, change: impl Fn(u64) -> Option<u64>) -> bool {
        let mut word = self.0.load(Ordering::Acquire);
        while let Some(count) = change(count(word)) {
            let next = generation() << 32 | count;
            match self.0.compare_exchange_weak(word, next, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
        false
    }
}

/// The count in a word. Readers from before a fork are gone.
fn count(word: u64) -> u64 {
    if word >> 32 == generation() & COUNT {
        word & COUNT
    } else if word & WRITER != 0 {
        TORN
    } else {
        0
    }
}

/// A value that many may read or one may write.
pub(crate) struct Lock<T> {
    /// How many read, or [`WRITER`], or [`TORN`].
    holders: ForkCount,
    /// How many wait.
    waiting: ForkCount,
    /// Dropped unless it is torn.
    value: UnsafeCell<ManuallyDrop<T>>,
}

// SAFETY: a reference to the value is handed out only with a guard: shared ones while nobody has an
// exclusive one, and one exclusive one while nobody has any.
unsafe impl<T: Send + Sync> Sync for Lock<T> {}

impl<T> Drop for Lock<T> {
    fn drop(&mut self) {
        if self.holders.get() != TORN {
            // SAFETY: nobody has the lock any more, and the value is not used after this.
            unsafe { ManuallyDrop::drop(self.value.get_mut()) }
        }
    }
}

/// The right to read or write a value until it is dropped.
pub(crate) struct Guard<'a, T: Send + Sync, const WRITE: bool> {
    lock: &'a Lock<T>,
}

impl<T: Send + Sync, const WRITE: bool> Deref for Guard<'_, T, WRITE> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: while the guard lives nobody else writes.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T: Send + Sync> DerefMut for Guard<'_, T, true> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: while the guard lives nobody else reads or writes.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T: Send + Sync, const WRITE: bool> Drop for Guard<'_, T, WRITE> {
    fn drop(&mut self) {
        let address = self.lock.address();
        HELD.with_borrow_mut(|held| {
            let last = held.iter().rposition(|h| h.address == address && h.by == Holder::Guard);
            last.map(|last| held.remove(last));
        });
        self.lock.holders.update(|n| Some(if WRITE { 0 } else { n.saturating_sub(1) }));
    }
}

/// Who holds a lock, as seen from a thread.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    /// The thread itself.
    Guard,
    /// The thread that waits for this one.
    Parent,
    /// Threads that this one waits for.
    Child,
}

/// A lock that is held until a thread goes on.
#[derive(Clone, Copy)]
struct HeldLock {
    address: usize,
    write: bool,
    by: Holder,
    /// The count of holders, which outlives the guard.
    holders: *const ForkCount,
}

thread_local! {
    /// Locks held by this thread, by threads that it waits for, and by a thread that waits for it.
    static HELD: RefCell<Vec<HeldLock>> = const { RefCell::new(Vec::new()) };
}

/// A thread that waits while it holds something.
struct Wait {
    thread: ThreadId,
    wants: usize,
    write: bool,
    holds: Vec<(usize, bool)>,
}

/// Threads that wait while they hold something; a list for each of some generations, as another
/// thread may have used one when the process was forked.
static WAITS: [Mutex<Vec<Wait>>; 64] = [const { Mutex::new(Vec::new()) }; 64];

fn waits() -> MutexGuard<'static, Vec<Wait>> {
    WAITS[generation() as usize % WAITS.len()].lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync> Lock<T> {
    pub(crate) fn new(value: T) -> Self {
        let word = || ForkCount(AtomicU64::new(0));
        Self { holders: word(), waiting: word(), value: UnsafeCell::new(ManuallyDrop::new(value)) }
    }

    /// Where the value is.
    pub(crate) fn place(&self) -> *mut T {
        self.value.get().cast()
    }

    /// The value, before others have the lock.
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    /// The right to read.
    ///
    /// # Errors
    /// What a signal handler raised, or `RuntimeError` if the wait would never end or another
    /// thread was writing when the process was forked.
    pub(crate) fn read(&self) -> PyResult<Guard<'_, T, false>> {
        self.acquire(false)?;
        Ok(Guard { lock: self })
    }

    /// The right to write.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub(crate) fn write(&self) -> PyResult<Guard<'_, T, true>> {
        self.acquire(true)?;
        Ok(Guard { lock: self })
    }

    fn address(&self) -> usize {
        (&raw const self.holders).addr()
    }

    fn held(&self, write: bool, by: Holder) -> HeldLock {
        HeldLock { address: self.address(), write, by, holders: &raw const self.holders }
    }

    fn acquire(&self, write: bool) -> PyResult<()> {
        // threads that already wait come first, unless they could be waiting for a lock that this thread holds
        let polite = self.waiting.get() > 0 && HELD.with_borrow(Vec::is_empty);
        if polite || !self.try_acquire(write) {
            self.wait(write, polite)?;
        }
        HELD.with_borrow_mut(|held| held.push(self.held(write, Holder::Guard)));
        Ok(())
    }

    fn try_acquire(&self, write: bool) -> bool {
        self.holders.update(|n| match (write, n) {
            (true, 0) => Some(WRITER),
            (false, 0..WRITER) => Some(n + 1),
            _ => None,
        })
    }

    /// # Errors
    /// If a thread that is gone has left the value half written.
    fn check_whole(&self) -> PyResult<()> {
        if self.holders.get() != TORN {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "another thread was using the object when this process was forked, so its copy here \
             may be half written: make a new one, or fork while no thread uses it",
        ))
    }

    #[cold]
    fn wait(&self, write: bool, polite: bool) -> PyResult<()> {
        self.check_whole()?;
        let address = self.address();
        HELD.with_borrow(|held| match held.iter().find(|held| held.address == address) {
            Some(held) => Err(never(held.by)),
            None => Ok(()),
        })?;
        let _entry = Entry::new(address, write)?;
        Python::attach(|py| {
            if polite {
                py.detach(|| self.let_others_go_first());
            }
            let _waiting = Waiting::new(&self.waiting);
            while !py.detach(|| self.poll(write)) {
                py.check_signals()?;
                // a signal handler can fork
                self.check_whole()?;
            }
            Ok(())
        })
    }

    /// Sleeps until a waiting thread has the lock. Waiting threads look at it after a nap, or later on a busy
    /// machine.
    fn let_others_go_first(&self) {
        let start = Instant::now();
        let is_wanted = || self.waiting.get() > 0 && self.holders.get() == 0;
        while is_wanted() && start.elapsed() < 20 * NAP {
            thread::sleep(NAP / 20);
        }
    }

    /// Tries to get the lock for as long as signals may wait.
    fn poll(&self, write: bool) -> bool {
        let start = Instant::now();
        let mut nap = NAP / 50;
        loop {
            if self.try_acquire(write) {
                return true;
            }
            if start.elapsed() > PATIENCE {
                return false;
            }
            thread::sleep(nap);
            nap = (nap + nap / 8).min(NAP);
        }
    }
}

/// A thread that waits, in the list of all.
struct Entry(Option<ThreadId>);

impl Entry {
    /// # Errors
    /// If the wait closes a circle.
    fn new(wants: usize, write: bool) -> PyResult<Self> {
        let kept = |held: &&HeldLock| held.by != Holder::Child;
        let holds: Vec<_> = HELD.with_borrow(|held| {
            held.iter().filter(kept).map(|held| (held.address, held.write)).collect()
        });
        // a thread that holds no lock cannot be part of a circle
        if holds.is_empty() {
            return Ok(Self(None));
        }
        let thread = thread::current().id();
        let mut all = waits();
        all.push(Wait { thread, wants, write, holds });
        if closes_circle(&all) {
            all.pop();
            return Err(PyRuntimeError::new_err(
                "deadlock: this callback wants a model or data that another thread uses, which \
                 itself waits for what this callback's function uses",
            ));
        }
        Ok(Self(Some(thread)))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(thread) = self.0 {
            let mut all = waits();
            let last = all.iter().rposition(|wait| wait.thread == thread);
            last.map(|last| all.swap_remove(last));
        }
    }
}

/// Whether the last of the threads that wait waits, through others, for itself.
fn closes_circle(all: &[Wait]) -> bool {
    let Some(last) = all.last() else { return false };
    let mut seen = vec![false; all.len()];
    let mut open = vec![all.len() - 1];
    while let Some(at) = open.pop() {
        let Wait { wants, write, thread, .. } = &all[at];
        for (next, other) in all.iter().enumerate() {
            let blocks = |held: &(usize, bool)| held.0 == *wants && (held.1 || *write);
            if other.thread == *thread || !other.holds.iter().any(blocks) {
                continue;
            }
            if other.thread == last.thread {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    false
}

/// Counts a thread that waits.
struct Waiting<'a>(&'a ForkCount);

impl<'a> Waiting<'a> {
    fn new(word: &'a ForkCount) -> Self {
        word.update(|n| Some(n + 1));
        Self(word)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.update(|n| Some(n.saturating_sub(1)));
    }
}

#[cold]
fn never(by: Holder) -> PyErr {
    PyRuntimeError::new_err(match by {
        Holder::Guard => "the object is in use by a function that runs on this thread",
        Holder::Parent => "the object is in use by the function whose callback called this rollout",
        Holder::Child => "the object is in use by a rollout that this thread waits for",
    })
}

/// Locks held by a thread that other threads work for.
#[derive(Clone)]
pub(crate) struct Holdings(Vec<(usize, bool)>);

impl Holdings {
    /// What this thread holds.
    pub(crate) fn here() -> Self {
        let kept = |held: &&HeldLock| held.by != Holder::Child;
        let list = |held: &HeldLock| (held.address, held.write);
        Self(HELD.with_borrow(|held| held.iter().filter(kept).map(list).collect()))
    }

    /// Whether the lock is among them.
    pub(crate) fn contain<T: Send + Sync>(&self, lock: &Lock<T>) -> bool {
        self.0.iter().any(|&(address, _)| address == lock.address())
    }

    /// Runs `f` on a thread for which the one that holds them waits.
    pub(crate) fn work_for<R>(&self, f: impl FnOnce() -> R) -> R {
        note(self, Holder::Parent, f)
    }

    /// Adds a lock that a thread will hold.
    pub(crate) fn add<T: Send + Sync>(&mut self, lock: &Lock<T>, write: bool) {
        self.0.push((lock.address(), write));
    }

    /// No locks.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// Runs `f` on a thread that waits for those that hold them.
    pub(crate) fn wait_for<R>(&self, f: impl FnOnce() -> R) -> R {
        note(self, Holder::Child, f)
    }
}

/// Runs `f` with locks noted as held.
fn note<R>(holdings: &Holdings, by: Holder, f: impl FnOnce() -> R) -> R {
    struct Forget(usize, Holder);
    impl Drop for Forget {
        fn drop(&mut self) {
            HELD.with_borrow_mut(|held| {
                for _ in 0..self.0 {
                    let last = held.iter().rposition(|held| held.by == self.1);
                    last.map(|last| held.remove(last));
                }
            });
        }
    }
    HELD.with_borrow_mut(|held| {
        let new = |&(address, write): &(usize, bool)| HeldLock {
            address,
            write,
            by,
            holders: std::ptr::null(),
        };
        held.extend(holdings.0.iter().map(new));
    });
    let _forget = Forget(holdings.0.len(), by);
    f()
}

/// To be called in the child of a fork: threads that are gone hold nothing.
pub(crate) fn after_fork() {
    let new = GENERATION.fetch_add(1, Ordering::Relaxed) + 1;
    // those of this thread are still held
    HELD.with_borrow(|held| {
        for held in held.iter().filter(|held| held.by == Holder::Guard) {
            // SAFETY: the guard that noted it borrows the lock and has not been dropped.
            let word = unsafe { &(*held.holders).0 };
            let readers = if word.load(Ordering::Relaxed) >> 32 == new & COUNT {
                word.load(Ordering::Relaxed) & COUNT
            } else {
                0
            };
            let count = if held.write { WRITER } else { readers + 1 };
            word.store(new << 32 | count, Ordering::Relaxed);
        }
    });
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A guard by trying again and again: waiting would need Python.
    fn spin<const WRITE: bool, T: Send + Sync>(lock: &Lock<T>) -> Guard<'_, T, WRITE> {
        while !lock.try_acquire(WRITE) {
            thread::yield_now();
        }
        HELD.with_borrow_mut(|held| held.push(lock.held(WRITE, Holder::Guard)));
        Guard { lock }
    }

    thread_local! {
        static DROPPED: Cell<usize> = const { Cell::new(0) };
    }

    struct Probe;

    impl Drop for Probe {
        fn drop(&mut self) {
            DROPPED.set(DROPPED.get() + 1);
        }
    }

    #[test]
    fn writers_exclude_all_and_a_fork_frees_what_others_read() {
        let lock = Lock::new(vec![0_u64; 2]);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let mut pair = spin::<true, _>(&lock);
                        pair[0] += 1;
                        pair[1] += 1;
                    }
                });
                scope.spawn(|| {
                    for _ in 0..20 {
                        let pair = spin::<false, _>(&lock);
                        assert_eq!(pair[0], pair[1]);
                    }
                });
            }
        });
        assert_eq!(**spin::<false, _>(&lock), [40, 40]);

        // by threads that the child does not have
        let [read, torn] = [(); 2].map(|()| Lock::new(Probe));
        assert!(read.try_acquire(false) && torn.try_acquire(true));
        let mine = spin::<true, _>(&lock);
        after_fork();
        assert!(read.write().is_ok() && !lock.try_acquire(false));
        assert!(torn.read().is_err() && torn.write().is_err());
        drop(mine);
        assert!(lock.write().is_ok() && lock.read().is_ok());
        drop([read, torn]);
        assert_eq!(DROPPED.get(), 1, "what is half written is never touched");
    }
}
