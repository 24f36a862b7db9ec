//! Progress of a long run on a terminal, and its interruption by Ctrl-C.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::report::thousands;

/// The status of a command that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// A bar on terminals, lines in logs, and a flag that Ctrl-C sets.
pub(crate) struct Watch {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    /// The time at which counting began.
    start: OnceLock<Instant>,
    /// The noun of the things that are counted.
    what: &'static str,
    /// What else there is to say of how far it is.
    note: Mutex<String>,
    /// Milliseconds after the start at which a log gets its next line.
    next_line: AtomicU64,
}

/// A log gets its first line after this time, and each further one after this time and twice it: who
/// looks at it soon finds something, and a day has not too many.
const FIRST_LINE: Duration = Duration::from_secs(5);

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
        Ok(Self {
            bar,
            stop,
            start: OnceLock::new(),
            what,
            note: Mutex::default(),
            next_line: AtomicU64::new(FIRST_LINE.as_millis() as u64),
        })
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Something to say of how far it is, besides the count.
    pub(crate) fn note(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }

    /// So many steps need not be taken.
    pub(crate) fn skip(&self, steps: u64) {
        let all = self.bar.length().unwrap_or(0);
        self.bar.set_length(all.saturating_sub(steps));
    }

    /// So many steps were taken.
    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        let elapsed = self.start.get_or_init(Instant::now).elapsed();
        if !self.bar.is_hidden() {
            self.bar.set_message(self.rate(elapsed));
        } else if let Some(line) = self.line_at(elapsed) {
            // a log that cannot be written does not end the run
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// What else there is to say, and how fast it goes.
    fn rate(&self, elapsed: Duration) -> String {
        let rate = self.bar.position() as f64 / elapsed.as_secs_f64().max(1e-9);
        let note = self.note.lock().unwrap_or_else(PoisonError::into_inner);
        let comma = if note.is_empty() { "" } else { ", " };
        format!("{note}{comma}{} {}/s", thousands(rate), self.what)
    }

    /// A line for a log, if it is time for one.
    fn line_at(&self, elapsed: Duration) -> Option<String> {
        let now = elapsed.as_millis() as u64;
        if now < self.next_line.load(Ordering::Relaxed) {
            return None;
        }
        let first = FIRST_LINE.as_millis() as u64;
        self.next_line.store(now + now.clamp(first, 2 * first), Ordering::Relaxed);
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let percent = u128::from(done) * 100 / u128::from(all.max(1));
        let left = elapsed.as_secs_f64() / done.max(1) as f64 * all.saturating_sub(done) as f64;
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        Some(format!("{percent} %, {}, {} left", self.rate(elapsed), HumanDuration(left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_a_line_soon_and_then_one_in_a_while() {
        let watch = Watch::new(1_000_000, "steps").unwrap();
        watch.note("0 of 4 shards".to_owned());
        watch.bar.inc(250_000);
        let mut lines = (0..=600).map(|tenths| Duration::from_millis(100 * tenths));
        let mut lines_at =
            |from: &Watch| lines.by_ref().find_map(|at| Some((at.as_secs(), from.line_at(at)?)));
        let first = "25 %, 0 of 4 shards, 50,000 steps/s, 15 seconds left".to_owned();
        assert_eq!(lines_at(&watch), Some((5, first)));
        watch.note(String::new());
        watch.bar.inc(500_000);
        let second = "75 %, 75,000 steps/s, 3 seconds left".to_owned();
        assert_eq!(lines_at(&watch), Some((10, second)));
        let more: Vec<u64> = std::iter::from_fn(|| Some(lines_at(&watch)?.0)).collect();
        assert_eq!(more, [20, 30, 40, 50, 60]);
    }

    #[test]
    fn nothing_to_do_leaves_no_time_to_wait() {
        let watch = Watch::new(10, "steps").unwrap();
        watch.skip(20);
        let line = watch.line_at(Duration::from_secs(6)).unwrap();
        assert_eq!(line, "0 %, 0 steps/s, 0 seconds left");
    }
}
