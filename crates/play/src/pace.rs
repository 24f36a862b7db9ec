//! How fast a simulation goes: playing, pausing, slow motion.

/// Speeds in percent of real time, as in MuJoCo's `simulate`, with a few faster ones.
const SPEEDS: [f64; 34] = [
    1000.0, 500.0, 200.0, 100.0, 80.0, 66.0, 50.0, 40.0, 33.0, 25.0, 20.0, 16.0, 13.0, 10.0, 8.0,
    6.6, 5.0, 4.0, 3.3, 2.5, 2.0, 1.6, 1.3, 1.0, 0.8, 0.66, 0.5, 0.4, 0.33, 0.25, 0.2, 0.16, 0.13,
    0.1,
];

/// Time that is made up for at most, if a frame took long; s.
const MOST_OWED: f64 = 0.1;

/// The clock of a simulation.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Whether time goes on.
    pub running: bool,
    /// Percent of real time.
    percent: f64,
    /// Time that the simulation is behind; s of the simulation.
    owed: f64,
    /// Seconds of the simulation per second, smoothed.
    measured: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self::new(true)
    }
}

impl Pace {
    /// Real time, running or not.
    #[must_use]
    pub fn new(running: bool) -> Self {
        Self { running, percent: 100.0, owed: 0.0, measured: 0.0 }
    }

    /// Speed in percent of real time.
    #[must_use]
    pub fn percent(&self) -> f64 {
        self.percent
    }

    /// Speed that was reached, in percent of real time.
    #[must_use]
    pub fn measured_percent(&self) -> f64 {
        100.0 * self.measured
    }

    /// Takes a speed between a thousandth and ten times real time; no number changes nothing.
    pub fn set_percent(&mut self, percent: f64) {
        if !percent.is_nan() {
            let [fastest, .., slowest] = SPEEDS;
            self.percent = percent.clamp(slowest, fastest);
        }
    }

    /// Takes the speed of MuJoCo's `simulate` that is nearest to one above zero.
    pub fn set_nearest(&mut self, percent: f64) {
        if percent > 0.0 {
            let off = |speed: &f64| (speed / percent).max(percent / speed);
            let nearest = SPEEDS.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
            self.percent = nearest.unwrap_or(self.percent);
        }
    }

    /// Goes to the next faster speed.
    pub fn faster(&mut self) {
        let faster = SPEEDS.into_iter().rev().find(|speed| *speed > self.percent);
        self.percent = faster.unwrap_or(self.percent);
    }

    /// Goes to the next slower speed.
    pub fn slower(&mut self) {
        let slower = SPEEDS.into_iter().find(|speed| *speed < self.percent);
        self.percent = slower.unwrap_or(self.percent);
    }

    /// Time goes on by so many seconds of real time, which the simulation has to make up for; at
    /// most a while, or a step if that is longer.
    pub fn elapse(&mut self, seconds: f64, timestep: f64) {
        if self.running {
            let speed = self.percent() / 100.0;
            let most = (MOST_OWED * speed.max(1.0)).max(timestep);
            self.owed = (self.owed + seconds.max(0.0) * speed).min(most);
        } else {
            self.owed = 0.0;
        }
    }

    /// Whether it is time for a step; if so, it counts as taken.
    pub fn take(&mut self, timestep: f64) -> bool {
        let due = self.running && self.owed >= timestep && timestep > 0.0;
        if due {
            self.owed -= timestep;
        }
        due
    }

    /// Notes how far the simulation went in some real time.
    pub fn measure(&mut self, simulated: f64, seconds: f64) {
        if seconds > 0.0 && simulated.is_finite() {
            let weight = (seconds / 0.5).min(1.0);
            self.measured += weight * (simulated / seconds - self.measured);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(pace: &mut Pace, seconds: f64) -> usize {
        pace.elapse(seconds, 0.001);
        std::iter::from_fn(|| pace.take(0.001).then_some(())).count()
    }

    #[test]
    fn real_time_is_one_to_one_and_slow_motion_is_less() {
        let mut pace = Pace::default();
        assert!((9..=10).contains(&steps(&mut pace, 0.01)));
        pace.set_percent(10.0);
        assert_eq!(pace.percent(), 10.0);
        assert!((9..=11).contains(&steps(&mut pace, 0.1)));
    }

    #[test]
    fn a_long_frame_is_not_made_up_for_and_a_pause_owes_nothing() {
        let mut pace = Pace::default();
        assert!(steps(&mut pace, 60.0) <= 100);
        pace.running = false;
        assert_eq!(steps(&mut pace, 1.0), 0);
        pace.running = true;
        assert_eq!(steps(&mut pace, 0.0), 0);
    }

    #[test]
    fn speeds_end_at_both_ends() {
        let mut pace = Pace::default();
        (0..100).for_each(|_| pace.slower());
        assert_eq!(pace.percent(), 0.1);
        (0..100).for_each(|_| pace.faster());
        assert_eq!(pace.percent(), 1000.0);
        for percent in [f64::NAN, 1e9] {
            pace.set_percent(percent);
            assert_eq!(pace.percent(), 1000.0);
        }
        pace.set_percent(-1.0);
        assert_eq!(pace.percent(), 0.1);
    }

    #[test]
    fn a_speed_between_others_has_neighbors() {
        let mut pace = Pace::default();
        pace.set_percent(90.0);
        assert_eq!(pace.percent(), 90.0);
        pace.faster();
        assert_eq!(pace.percent(), 100.0);
        pace.set_percent(90.0);
        pace.slower();
        assert_eq!(pace.percent(), 80.0);
        for (percent, nearest) in [(90.0, 100.0), (1e9, 1000.0), (0.0, 1000.0), (0.001, 0.1)] {
            pace.set_nearest(percent);
            assert_eq!(pace.percent(), nearest, "{percent}");
        }
    }

    #[test]
    fn steps_longer_than_a_frame_become_due() {
        let mut pace = Pace::default();
        let mut taken = 0;
        for _ in 0..20 {
            pace.elapse(0.1, 0.5);
            taken += usize::from(pace.take(0.5));
        }
        assert!((3..=4).contains(&taken), "{taken}");
    }

    #[test]
    fn a_timestep_of_zero_never_comes() {
        let mut pace = Pace::default();
        pace.elapse(1.0, 0.0);
        assert!(!pace.take(0.0) && !pace.take(f64::NAN));
    }
}
