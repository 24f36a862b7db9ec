//! Shares the newest model and frame between the simulation and the threads that send them. There is no queue.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

/// A model with its assets, as messages.
#[derive(Debug)]
pub(crate) struct Package {
    pub number: u32,
    pub messages: Vec<Bytes>,
}

/// A frame, with the shapes that it poses.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    /// Number of the model.
    pub model: u32,
    pub number: u32,
    pub shapes_version: u32,
    pub shapes: Bytes,
    pub frame: Bytes,
}

/// The newest of everything.
#[derive(Debug, Default)]
pub(crate) struct Newest {
    pub package: Option<Arc<Package>>,
    pub shot: Option<Shot>,
    /// Why the file is not shown as it is, with a number that grows when that changes.
    pub problem: (u32, String),
    /// Whether the server is closing, so that all threads end.
    pub closing: bool,
    /// Number of connected pages.
    pub clients: usize,
}

/// The newest model and frame, and the condition that sending threads wait for.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    newest: Mutex<Newest>,
    changed: Condvar,
    /// Models that are about to take the place of the present one.
    announced: AtomicUsize,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Newest> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the newest model or frame, and wakes all threads that wait.
    pub(crate) fn update(&self, change: impl FnOnce(&mut Newest)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Reads the newest model or frame.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Newest) -> T) -> T {
        look(&self.lock())
    }

    /// Wakes all threads that wait.
    pub(crate) fn wake(&self) {
        self.update(|_| ());
    }

    /// Waits until there is something to do; `None` when it is time to go.
    pub(crate) fn wait<T>(&self, mut look: impl FnMut(&Newest) -> Option<T>) -> Option<T> {
        let mut newest = self.lock();
        loop {
            if newest.closing {
                return None;
            }
            if let Some(found) = look(&newest) {
                return Some(found);
            }
            newest = self.changed.wait(newest).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Announces another model: a long step of the present one ends early, since its result is not needed.
    pub(crate) fn announce(&self) {
        self.announced.fetch_add(1, Ordering::Relaxed);
    }

    /// A model that was announced is there.
    pub(crate) fn arrived(&self) {
        self.announced.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a step that takes long should end.
    pub(crate) fn is_in_a_hurry(&self) -> bool {
        self.announced.load(Ordering::Relaxed) > 0 || self.is_closing()
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.lock().closing
    }

    pub(crate) fn problem(&self) -> String {
        self.lock().problem.1.clone()
    }

    /// Whether anybody looks.
    pub(crate) fn is_watched(&self) -> bool {
        self.lock().clients > 0
    }

    /// Registers one more page, unless `most` are connected. It counts until the returned value is dropped.
    pub(crate) fn join(self: &Arc<Self>, most: usize) -> Option<Registration> {
        let mut newest = self.lock();
        let has_room = newest.clients < most;
        newest.clients += usize::from(has_room);
        has_room.then(|| Registration(Arc::clone(self)))
    }
}

/// The registration of a connected page.
#[derive(Debug)]
pub(crate) struct Registration(Arc<Hub>);

impl Drop for Registration {
    fn drop(&mut self) {
        self.0.update(|newest| newest.clients = newest.clients.saturating_sub(1));
    }
}
