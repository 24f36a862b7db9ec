//! Worker threads, while the calling thread runs Python's signal handlers.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::interrupt::{PATIENCE, run_signal_handlers};
use crate::lock::{Holdings, generation};

/// Worker threads that are kept between calls. The child of a fork starts its own, since threads are not copied.
pub(crate) struct Threads {
    count: usize,
    /// The threads, and the generation of the process that started them.
    started: Mutex<Option<(u64, Arc<ThreadPool>)>>,
}

/// More threads than any machine has use for.
const MAX_THREADS: usize = 1024;
/// Stack of each: callbacks may call functions that call back.
const STACK: usize = 16 << 20;

impl Threads {
    /// Starts so many threads; none to work on the calling one.
    pub(crate) fn new(count: usize) -> PyResult<Self> {
        if count > MAX_THREADS {
            let text = format!("nthread is {count}, must be at most {MAX_THREADS}");
            return Err(PyValueError::new_err(text));
        }
        let threads = Self { count, started: Mutex::new(None) };
        threads.get()?;
        Ok(threads)
    }

    /// Starts so many threads, or one for each core if that is less; none to work on the calling one.
    pub(crate) fn up_to_cores(count: usize) -> PyResult<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // what is too many for any machine stays an error
        Self::new(if count > MAX_THREADS { count } else { count.min(cores) })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The threads, if there are any.
    pub(crate) fn get(&self) -> PyResult<Option<Arc<ThreadPool>>> {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        if self.count > 0 && started.as_ref().is_none_or(|known| known.0 != generation()) {
            // after a fork the threads do not exist: dropping the pool would wait for them forever
            std::mem::forget(started.take());
            let builder = ThreadPoolBuilder::new().num_threads(self.count).stack_size(STACK);
            // who looks at the process finds them by it, as `ferrodyn.mjbatch` does
            let builder = builder.thread_name(|thread| format!("ferrodyn {thread}"));
            let built = builder.build().map_err(|e| {
                PyValueError::new_err(format!("cannot start {} threads: {e}", self.count))
            })?;
            *started = Some((generation(), Arc::new(built)));
        }
        Ok(started.as_ref().map(|known| known.1.clone()))
    }
}

/// Runs `work` on each item, one thread per item, while the calling thread runs signal handlers: exceptions they
/// raise go to `fail`. `there` lists the locks that the work holds.
pub(crate) fn run_on<T: Sync>(
    threads: &ThreadPool,
    items: &[T],
    there: &Holdings,
    work: impl Fn(&T) + Sync,
    fail: impl Fn(PyErr),
) {
    let (here, work) = (&Holdings::here(), &work);
    threads.in_place_scope(|scope| {
        let (working, done) = mpsc::channel::<()>();
        for item in items {
            let working = working.clone();
            scope.spawn(move |_| {
                here.work_for(|| work(item));
                drop(working);
            });
        }
        drop(working);
        // until the last thread has dropped its end
        there.wait_for(|| {
            while done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = run_signal_handlers() {
                    fail(error);
                }
            }
        });
    });
}
