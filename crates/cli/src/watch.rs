//! Whoever watches a run: how far it is, and whether it should stop.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::report::thousands;

/// The status of a command that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// A bar on terminals, and a flag that Ctrl-C sets.
pub(crate) struct Watch {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    start: Instant,
    /// What is counted.
    what: &'static str,
}

/// A flag that Ctrl-C, or a request to terminate, sets from now on; a second one ends the process at once.
pub(crate) fn stop_on_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // in this order: the first time the flag is not set yet
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), stop.clone())?;
        flag::register(signal, stop.clone())?;
    }
    Ok(stop)
}

impl Watch {
    /// For so many steps, or whatever is counted. From now on Ctrl-C, and a request to terminate, end steps; a second one
    /// ends the process.
    pub(crate) fn new(steps: u64, what: &'static str) -> io::Result<Self> {
        let stop = stop_on_signals()?;
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Ok(Self { bar, stop, start: Instant::now(), what })
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// So many steps need not be taken.
    pub(crate) fn skip(&self, steps: u64) {
        let all = self.bar.length().unwrap_or(0);
        self.bar.set_length(all.saturating_sub(steps));
    }

    /// So many steps were taken.
    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if !self.bar.is_hidden() {
            let rate = self.bar.position() as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
            self.bar.set_message(format!("{} {}/s", thousands(rate), self.what));
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
