//! The past of a simulation: states to return to, and numbers to plot.

use std::collections::VecDeque;

use ferrodyn_engine::enums::StateBit;
use ferrodyn_engine::state::{get_state, set_state, state_size};
use ferrodyn_engine::{Data, Model};

/// Numbers that a history holds at most, 64 MiB of them.
const MOST_NUMBERS: usize = 8 << 20;
/// Moments that a history holds at most.
const MOST_MOMENTS: usize = 20_000;
/// The parts of the state that are kept: all that a step reads.
const SIGNATURE: i32 = StateBit::Integration as i32;

/// One moment of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// The state, as `mj_getState` gives it.
    state: Vec<f64>,
    /// Time; s.
    pub time: f64,
    /// Potential and kinetic energy; J.
    pub energy: [f64; 2],
    /// Iterations of the solver, of the island that took most.
    pub iterations: i32,
    /// Number of contacts.
    pub contacts: i32,
    /// Values of all sensors.
    pub sensors: Vec<f64>,
}

impl Moment {
    /// Notes where a simulation is.
    fn note(&mut self, m: &Model, d: &Data) {
        self.state.resize(state_size(m, SIGNATURE).unwrap_or(0), 0.0);
        // the length is right by construction
        let _ = get_state(m, d, &mut self.state, SIGNATURE);
        self.time = d.time;
        self.energy = d.energy;
        let islands = usize::try_from(d.nisland).unwrap_or(0).max(1);
        self.iterations = d.solver_niter.iter().take(islands).copied().max().unwrap_or(0);
        self.contacts = d.ncon;
        self.sensors.clear();
        self.sensors.extend_from_slice(&d.sensordata);
    }
}

/// Moments, the oldest first, and which of them is shown.
#[derive(Clone, Debug, Default)]
pub struct History {
    moments: VecDeque<Moment>,
    /// The moment that is shown; none for the present.
    shown: Option<usize>,
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.moments.clear();
        self.shown = None;
    }

    /// Adds the present. What came after the moment that is shown never happened then.
    pub fn push(&mut self, m: &Model, d: &Data) {
        if let Some(shown) = self.shown.take() {
            self.moments.truncate(shown + 1);
        }
        if self.moments.back().is_some_and(|last| d.time < last.time) {
            self.moments.clear();
        }
        let mut moment = if self.is_full() {
            self.moments.pop_front().unwrap_or_default()
        } else {
            Moment::default()
        };
        moment.note(m, d);
        self.moments.push_back(moment);
    }

    fn is_full(&self) -> bool {
        let each = self.moments.back().map_or(1, |last| last.state.len() + last.sensors.len() + 8);
        self.moments.len() >= MOST_MOMENTS.min(MOST_NUMBERS / each).max(2)
    }

    /// Number of moments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The moments, the oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = &Moment> + ExactSizeIterator {
        self.moments.iter()
    }

    /// The moment that is shown.
    #[must_use]
    pub fn position(&self) -> usize {
        self.shown.unwrap_or(self.len().saturating_sub(1))
    }

    /// Whether a moment of the past is shown.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.position() + 1 < self.len()
    }

    /// Brings a simulation to a moment; false if there is none.
    pub fn show(&mut self, m: &Model, d: &mut Data, position: usize) -> bool {
        let Some(moment) = self.moments.get(position) else { return false };
        let done = set_state(m, d, &moment.state, SIGNATURE).is_ok();
        if done {
            self.shown = Some(position);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::step;

    use super::*;

    fn falling() -> (Model, Data) {
        let xml =
            "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
        let m = ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        let d = Data::new(&m);
        (m, d)
    }

    #[test]
    fn a_state_comes_back_and_the_future_is_forgotten() {
        let (m, mut d) = falling();
        let mut history = History::default();
        for _ in 0..10 {
            history.push(&m, &d);
            step(&m, &mut d);
        }
        let height = d.qpos.as_slice()[2];
        assert!(history.show(&m, &mut d, 3) && history.is_past());
        assert!((d.time - 3.0 * m.opt.timestep).abs() < 1e-12 && d.qpos.as_slice()[2] > height);
        step(&m, &mut d);
        history.push(&m, &d);
        assert_eq!((history.len(), history.position(), history.is_past()), (5, 4, false));
        assert!(!history.show(&m, &mut d, 5));
    }

    #[test]
    fn a_history_ends_and_time_never_goes_back() {
        let (m, mut d) = falling();
        let mut history = History::default();
        for i in 0..MOST_MOMENTS + 5 {
            d.time = i as f64;
            history.push(&m, &d);
        }
        assert_eq!(history.len(), MOST_MOMENTS);
        assert_eq!(history.moments().next().map(|moment| moment.time), Some(5.0));
        d.time = 0.0;
        history.push(&m, &d);
        assert_eq!(history.len(), 1);
    }
}
