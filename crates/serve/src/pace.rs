//! How fast a simulation goes.

use std::time::Duration;

/// Time that is made up for at most, if something took long; s.
const MOST_OWED: f64 = 0.1;

/// Speeds that can be asked for; percent of real time.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=1000.0;

/// The clock of a simulation.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    pub running: bool,
    /// Percent of real time.
    percent: f64,
    /// Time that the simulation is behind; s of the simulation.
    owed: f64,
    /// Seconds of the simulation per second, smoothed.
    measured: f64,
}

impl Pace {
    pub(crate) fn new(running: bool) -> Self {
        Self { running, percent: 100.0, owed: 0.0, measured: 0.0 }
    }

    pub(crate) fn percent(&self) -> f64 {
        self.percent
    }

    /// Percent of real time that were reached.
    pub(crate) fn measured_percent(&self) -> f64 {
        100.0 * self.measured
    }

    pub(crate) fn set_percent(&mut self, percent: f64) {
        self.percent = percent.clamp(*SPEEDS.start(), *SPEEDS.end());
    }

    /// Real time goes on; the simulation has to follow.
    pub(crate) fn elapse(&mut self, time: Duration) {
        let speed = self.percent / 100.0;
        let more = time.as_secs_f64() * speed;
        self.owed =
            if self.running { (self.owed + more).min(MOST_OWED * speed.max(1.0)) } else { 0.0 };
    }

    /// Whether it is time for a step; if so, it counts as taken.
    pub(crate) fn take(&mut self, timestep: f64) -> bool {
        let due = self.running && self.owed >= timestep && timestep > 0.0;
        if due {
            self.owed -= timestep;
        }
        due
    }

    /// Notes how far the simulation went in some real time.
    pub(crate) fn measure(&mut self, simulated: f64, time: Duration) {
        let seconds = time.as_secs_f64();
        if seconds > 0.0 && simulated.is_finite() {
            self.measured += (seconds / 0.5).min(1.0) * (simulated / seconds - self.measured);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(pace: &mut Pace, seconds: f64) -> usize {
        pace.elapse(Duration::from_secs_f64(seconds));
        std::iter::from_fn(|| pace.take(0.001).then_some(())).count()
    }

    #[test]
    fn real_time_is_one_to_one_and_slow_motion_is_less() {
        let mut pace = Pace::new(true);
        assert!((9..=10).contains(&steps(&mut pace, 0.01)));
        pace.set_percent(10.0);
        assert!((9..=11).contains(&steps(&mut pace, 0.1)));
        pace.set_percent(1e9);
        assert_eq!(pace.percent(), 1000.0);
    }

    #[test]
    fn what_took_long_is_not_made_up_for_and_a_pause_owes_nothing() {
        let mut pace = Pace::new(true);
        assert!(steps(&mut pace, 60.0) <= 100);
        pace.running = false;
        assert_eq!(steps(&mut pace, 1.0), 0);
        pace.running = true;
        assert_eq!(steps(&mut pace, 0.0), 0);
        assert!(!pace.take(0.0) && !pace.take(f64::NAN));
    }
}
