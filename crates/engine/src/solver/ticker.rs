//! Polls the interrupt hook while a solver iterates: after an amount of work, not of iterations, so that an
//! interrupt takes effect within milliseconds for one row and for a million.

use std::cell::Cell;
use std::fmt;

use crate::hooks::Hooks;

/// Work between two questions. Most units of work, such as a row, take 1 to 100 nanoseconds.
const WORK: usize = 1 << 15;

/// Counts work.
pub(super) struct Ticker<'a> {
    interrupt: Option<&'a (dyn Fn() -> bool + Send + Sync)>,
    work: Cell<usize>,
    interrupted: Cell<bool>,
}

impl<'a> Ticker<'a> {
    pub(super) fn new(hooks: &'a Hooks) -> Self {
        let interrupt = hooks.interrupt.as_deref();
        Self { interrupt, work: Cell::new(0), interrupted: Cell::new(false) }
    }

    /// Adds work; whether the user wants to end.
    #[inline]
    pub(super) fn add_work(&self, work: usize) -> bool {
        let Some(interrupt) = self.interrupt else { return false };
        let sum = self.work.get().saturating_add(work).saturating_add(1);
        self.work.set(sum);
        if sum >= WORK {
            self.work.set(0);
            self.interrupted.set(self.interrupted.get() || interrupt());
        }
        self.interrupted.get()
    }

    /// Whether the user has said so.
    #[inline]
    pub(super) fn interrupted(&self) -> bool {
        self.interrupted.get()
    }
}

impl fmt::Debug for Ticker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticker").field("told", &self.interrupted()).finish_non_exhaustive()
    }
}
