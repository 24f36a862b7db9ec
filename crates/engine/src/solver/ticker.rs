//! Polls the interrupt hook while a solver iterates: after an amount of work, not of iterations, so that an
//! interrupt takes effect within milliseconds for one row and for a million.

use std::cell::Cell;
use std::fmt;

use crate::hooks::Hooks;

/// Work between two questions. Most units of work, such as a row, take 1 to 100 nanoseconds.
const WORK: usize = 1 << 15;

/// Counts work.
pub(super) struct Ticker<'a> {
    ask: Option<&'a (dyn Fn() -> bool + Send + Sync)>,
    work: Cell<usize>,
    told: Cell<bool>,
}

impl<'a> Ticker<'a> {
    pub(super) fn new(hooks: &'a Hooks) -> Self {
        let ask = hooks.interrupt.as_deref();
        Self { ask, work: Cell::new(0), told: Cell::new(false) }
    }

    /// Adds work; whether the user wants to end.
    #[inline]
    pub(super) fn spend(&self, work: usize) -> bool {
        let Some(ask) = self.ask else { return false };
        let sum = self.work.get().saturating_add(work).saturating_add(1);
        self.work.set(sum);
        if sum >= WORK {
            self.work.set(0);
            self.told.set(self.told.get() || ask());
        }
        self.told.get()
    }

    /// Whether the user has said so.
    #[inline]
    pub(super) fn told(&self) -> bool {
        self.told.get()
    }
}

impl fmt::Debug for Ticker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticker").field("told", &self.told()).finish_non_exhaustive()
    }
}
