//! What there is to send: the newest model and frame. Nothing waits in line.

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
    /// Whether everybody should go.
    pub closing: bool,
    /// How many look.
    pub clients: usize,
}

/// Where those who send wait for what is new.
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

    /// Changes what is newest.
    pub(crate) fn update(&self, change: impl FnOnce(&mut Newest)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// What is newest.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Newest) -> T) -> T {
        look(&self.lock())
    }

    /// Lets everybody look again.
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

    /// Another model comes: a step that takes long ends, what it leads to is not wanted any more.
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

    /// One more looks, if there is room for so many; until what is returned is dropped.
    pub(crate) fn join(self: &Arc<Self>, most: usize) -> Option<Seat> {
        let mut newest = self.lock();
        let has_room = newest.clients < most;
        newest.clients += usize::from(has_room);
        has_room.then(|| Seat(Arc::clone(self)))
    }
}

/// A place among those who look.
#[derive(Debug)]
pub(crate) struct Seat(Arc<Hub>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.update(|newest| newest.clients = newest.clients.saturating_sub(1));
    }
}
