//! Timers: how long the parts of the pipeline take, by the clock of the user.
//!
//! | reads | writes |
//! |---|---|
//! | `Hooks::time` | `timer` |
//!
//! Without a clock nothing is measured or counted. Stages are measured only if `Hooks::time_stages` is set.

use crate::data::Data;
use crate::enums::Timer;
use crate::hooks::System;
use crate::ids::TimerId;

/// Measures one part after the other; `None` without a clock.
pub(crate) struct Stopwatch(Option<f64>);

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start(m: &System<'_>, d: &mut Data) -> Self {
        Self(m.hooks.time.as_ref().map(|time| time(m, d)))
    }

    /// Starts now, to measure stages.
    pub(crate) fn start_stage(m: &System<'_>, d: &mut Data) -> Self {
        if m.hooks.time_stages { Self::start(m, d) } else { Self(None) }
    }

    /// Adds the time since the last reading to a timer, and counts it.
    pub(crate) fn lap(&mut self, m: &System<'_>, d: &mut Data, timer: Timer) {
        self.add(m, d, timer);
        if self.0.is_some() {
            d.timer[TimerId(timer as usize)].number += 1;
        }
    }

    /// Adds the time since the last reading to a timer.
    pub(crate) fn add(&mut self, m: &System<'_>, d: &mut Data, timer: Timer) {
        if let (Some(last), Some(time)) = (self.0.as_mut(), &m.hooks.time) {
            let now = time(m, d);
            d.timer[TimerId(timer as usize)].duration += now - *last;
            *last = now;
        }
    }

    /// Starts again: what happened since the last reading is measured elsewhere.
    pub(crate) fn restart(&mut self, m: &System<'_>, d: &mut Data) {
        if self.0.is_some() {
            *self = Self::start(m, d);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::hooks::{Clock, Hooks};
    use crate::model::Model;
    use crate::sizes::Sizes;
    use crate::step::step;

    #[test]
    fn a_step_is_measured_by_the_clock_of_the_user() {
        let m = Model::new(Sizes { nbody: 1, ..Sizes::default() }).unwrap();
        let mut d = Data::new(&m);
        step(&m, &mut d);
        assert!(d.timer.iter().all(|t| t.number == 0 && t.duration == 0.0));

        // a clock that advances by one at each reading
        let ticks = AtomicU32::new(0);
        let time: Clock = Arc::new(move |_, _| f64::from(ticks.fetch_add(1, Ordering::Relaxed)));
        let mut hooks = Hooks { time: Some(time), ..Hooks::NONE };
        step(&m.with(&hooks), &mut d);
        let of = |timer: Timer| d.timer[TimerId(timer as usize)];
        assert_eq!(of(Timer::Step).number, 1);
        assert!(of(Timer::Step).duration > of(Timer::Forward).duration);
        assert_eq!((of(Timer::Inverse).number, of(Timer::Position).number), (0, 0));

        hooks.time_stages = true;
        step(&m.with(&hooks), &mut d);
        let of = |timer: Timer| d.timer[TimerId(timer as usize)];
        assert_eq!((of(Timer::Step).number, of(Timer::Position).number), (2, 1));
        assert!(of(Timer::Forward).duration > of(Timer::Position).duration);
    }
}
