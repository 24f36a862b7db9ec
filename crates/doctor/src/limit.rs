//! [`Limit`]: how long an examination may take, and whether somebody wants it to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ferrodyn_engine::Hooks;
use ferrodyn_engine::hooks::Interrupt;

/// When to end; copies share whether it has come to that.
#[derive(Clone)]
pub(crate) struct Limit {
    end: Option<Instant>,
    interrupt: Option<Interrupt>,
    interrupted: Arc<AtomicBool>,
}

impl Limit {
    pub(crate) fn new(budget: Duration, interrupt: Option<Interrupt>) -> Self {
        // a budget beyond all clocks is none
        let end = Instant::now().checked_add(budget);
        Self { end, interrupt, interrupted: Arc::default() }
    }

    /// Whether to end.
    pub(crate) fn is_over(&self) -> bool {
        self.interrupted() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether somebody asked to end, which stays so.
    pub(crate) fn interrupted(&self) -> bool {
        if self.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
            self.interrupted.store(true, Ordering::Relaxed);
        }
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Hooks with which a step ends soon after the limit.
    pub(crate) fn hooks(&self) -> Hooks {
        let limit = self.clone();
        Hooks { interrupt: Some(Arc::new(move || limit.is_over())), ..Hooks::default() }
    }
}
