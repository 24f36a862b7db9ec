//! How long reading or compiling may take.

use std::fmt;
use std::time::{Duration, Instant};

/// Until when work may go on. Reading the clock takes some ten nanoseconds: long loops ask every
/// now and then, not at every turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    end: Option<Instant>,
    limit: Duration,
}

impl Clock {
    /// Starts now; without a limit, work may take any time.
    #[must_use]
    pub fn start(limit: Option<Duration>) -> Self {
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { end, limit: limit.unwrap_or_default() }
    }

    /// Work that may take any time.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::start(None)
    }

    /// Seconds that work may take in all; none for any time.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        self.end.map(|_| self.limit.as_secs_f64())
    }

    /// Whether the time is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether the time is over, asked at every `every`-th turn of a loop.
    #[must_use]
    pub fn is_over_at(&self, turn: usize, every: usize) -> bool {
        turn.is_multiple_of(every) && self.is_over()
    }

    /// The sentence for work that took too long.
    #[must_use]
    pub fn message(&self) -> String {
        TimeOver { limit: self.limit }.to_string()
    }

    /// Refuses to go on after the end.
    ///
    /// # Errors
    /// If the time is over.
    pub fn check(&self) -> Result<(), TimeOver> {
        if self.is_over() { Err(TimeOver { limit: self.limit }) } else { Ok(()) }
    }
}

/// Reading or compiling took longer than it may.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TimeOver {
    /// How long it may take.
    pub limit: Duration,
}

impl fmt::Display for TimeOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.limit.as_secs_f64();
        let help = "make the model smaller, or raise the limit time";
        write!(f, "it takes longer than {seconds} s: {help}")
    }
}

ferrodyn_engine::debug_as_message!(TimeOver);

impl std::error::Error for TimeOver {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_over_when_the_limit_has_passed() {
        assert!(!Clock::unlimited().is_over());
        assert!(!Clock::start(Some(Duration::MAX)).is_over());
        let clock = Clock::start(Some(Duration::ZERO));
        assert!(clock.is_over() && clock.is_over_at(64, 32) && !clock.is_over_at(63, 32));
        assert!(clock.check().unwrap_err().to_string().contains("raise the limit time"));
    }
}
