//! Ctrl-C while native code runs: Python's signal handlers are called from time to time.
//!
//! A loop calls a [`Watch`] after each iteration, which costs next to nothing: the handlers run only every few
//! milliseconds. Work without a loop runs on another thread while the caller [waits](run) for it.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;

use crate::guard;
use crate::lock;
use crate::plugin;

/// How long a signal may wait to be seen.
pub(crate) const PATIENCE: Duration = Duration::from_millis(40);
/// How long turns between two looks at the clock should take.
const LOOK: Duration = Duration::from_millis(4);
/// Stack of threads that read and compile models: twice what the main thread usually has.
const STACK: usize = 16 << 20;
/// Such threads at once. A function that gives files and loads models in turn may do so without end, and
/// Python's limit of recursion is that of each thread.
const MOST_AT_WORK: usize = 256;

/// Threads that read and compile models now.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// One of these threads, until it is dropped.
struct AtWork;

impl AtWork {
    fn begin() -> PyResult<Self> {
        let place = Self;
        if AT_WORK.fetch_add(1, Ordering::Relaxed) < MOST_AT_WORK {
            return Ok(place);
        }
        let text = format!("{MOST_AT_WORK} models are being loaded, at once or inside each other");
        Err(PyRecursionError::new_err(text))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Says after which turns of a loop to call Python's signal handlers.
pub(crate) struct Watch {
    /// Turns until the next look at the clock.
    left: u32,
    /// Turns between two looks.
    stride: u32,
    /// When the clock was read last, and when signals were last seen to.
    times: Option<[Instant; 2]>,
}

impl Watch {
    /// Starts with the clock unread.
    pub(crate) fn new() -> Self {
        Self { left: 1, stride: 1, times: None }
    }

    /// Counts a turn; true if it is time to see to signals.
    pub(crate) fn is_due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        let now = Instant::now();
        let [last, seen] = self.times.unwrap_or([now; 2]);
        if now - last < LOOK / 2 {
            self.stride = self.stride.saturating_mul(2);
        } else if now - last > 2 * LOOK {
            self.stride = (self.stride / 4).max(1);
        }
        self.left = self.stride;
        let due = now - seen >= PATIENCE;
        self.times = Some([now, if due { now } else { seen }]);
        due
    }
}

/// Calls Python's handlers of the signals that have come, from a thread that may be detached. Only
/// the main thread of Python does so.
pub(crate) fn run_signal_handlers() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

thread_local! {
    /// When signals were last seen to on this thread; nothing before the first time.
    static SEEN: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Whether this is the main thread of Python, in which generation of the process.
    static MAIN: Cell<(u64, bool)> = const { Cell::new((0, false)) };
    /// The flag that tells this thread to end its work.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Calls Python's signal handlers if this is the main thread and it has been a while.
pub(crate) fn signals_if_due() -> PyResult<()> {
    let now = Instant::now();
    let seen = SEEN.get();
    if seen.is_some_and(|seen| now - seen < PATIENCE) {
        return Ok(());
    }
    SEEN.set(Some(now));
    if is_main() { run_signal_handlers() } else { Ok(()) }
}

/// Whether this is the main thread of Python: the only one that runs signal handlers.
fn is_main() -> bool {
    let (known, main) = MAIN.get();
    if known == lock::generation() {
        return main;
    }
    let main = Python::attach(|py| {
        let threading = py.import("threading")?;
        let main = threading.call_method0("main_thread")?.getattr("ident")?;
        threading.call_method0("get_ident")?.eq(main)
    });
    let main = main.unwrap_or(false);
    MAIN.set((lock::generation(), main));
    main
}

/// Runs `f`; functions on this thread end soon once the flag is set.
pub(crate) fn until<R>(stop: &Arc<AtomicBool>, f: impl FnOnce() -> R) -> R {
    struct Restore(Option<Arc<AtomicBool>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            STOP.set(self.0.take());
        }
    }
    let _restore = Restore(STOP.replace(Some(stop.clone())));
    f()
}

/// Whether this thread was told to end its work.
pub(crate) fn is_stopped() -> bool {
    STOP.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)))
}

/// Runs `f` while other Python threads run. A signal whose handler raises an exception, such as
/// Ctrl-C, ends the wait; `f` then finishes unseen.
pub(crate) fn run<R: Send + 'static>(
    py: Python<'_>,
    f: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let (sender, mut receiver) = mpsc::channel();
    let at_work = AtWork::begin()?;
    let work = move || {
        let result = guard::catch("loading", || plugin::with_exits(f));
        drop(at_work);
        drop(sender.send(result));
    };
    thread::Builder::new().stack_size(STACK).spawn(work)?;
    loop {
        // a receiver cannot be shared between threads, but it can go and come back
        let (received, back) = py.detach(move || (receiver.recv_timeout(PATIENCE), receiver));
        receiver = back;
        match received {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
        }
    }
}
