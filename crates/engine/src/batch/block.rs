//! A block of environments that step together: the smooth stages in lanes, contacts and solver for each.
//!
//! | reads | writes |
//! |---|---|
//! | states of the environments | states of the environments |
//! | `actuator_trntype`, `opt.enableflags`, `opt.integrator` | `qacc`, `qfrc_constraint`, `time`, `warning` |
//!
//! An environment is its state alone: it passes through the data of whoever steps it. Where something
//! is wrong with one (a number that is not finite, an acceleration beyond all bounds), it takes the
//! step again by itself, which resets it as a single simulation would be; its neighbors do not notice.

use super::StepError;
use crate::contact::WarningStat;
use crate::data::{Data, DataOf, Sim};
use crate::enums::{EnableBit, Integrator, StateBit, TrnType};
use crate::fields::{FieldInfo, Stage};
use crate::hooks::{Hooks, System};
use crate::integrate;
use crate::math::Pack;
use crate::math::scalar::is_bad;
use crate::model::Model;
use crate::reset::check_lanes;
use crate::state::{get_lane_state, get_state, set_lane_state, set_state, state_size};
use crate::step::{constrain, forward_smooth, step};

/// All of a state.
pub(super) const STATE: i32 = StateBit::Integration as i32;
/// The parts that a step changes; they come first.
const CHANGED: i32 = StateBit::Time as i32
    | StateBit::Physics as i32
    | StateBit::History as i32
    | StateBit::WarmStart as i32;

/// What contacts, constraints and solvers read of what is computed in lanes.
const FOR_CONSTRAINTS: [&str; 26] = [
    "qpos",
    "qvel",
    "act",
    "act_dot",
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "subtree_com",
    "cdof",
    "cdof_dot",
    "cvel",
    "ten_J",
    "ten_length",
    "M",
    "qLD",
    "qLDiagInv",
    "qfrc_smooth",
    "qacc_smooth",
];

/// Called with the place of an environment among [`Rows`] and its data after a step.
pub(super) type Look<'a> = &'a mut dyn FnMut(usize, &mut Data);

/// Environments next to each other.
pub(super) struct Rows<'a> {
    /// Their states, one after the other.
    pub(super) states: &'a mut [f64],
    /// Numbers of a state.
    pub(super) size: usize,
    /// Where failures are reported.
    pub(super) errors: &'a mut [Option<StepError>],
}

/// Environments in lanes. Eight, which AVX-512 has registers for, were no faster than four.
const LANES: usize = 4;

/// Memory to step environments with, several at a time if the model can be put into lanes.
pub(super) enum Stepper {
    Alone(Box<Data>),
    Together(Box<Block<LANES>>),
}

impl Stepper {
    /// Memory for a model; `observed` if data is looked at after steps.
    pub(super) fn new(m: &Model, observed: bool) -> Self {
        let block = if fits_lanes(m) { Block::new(m, observed) } else { None };
        match block {
            Some(block) => Self::Together(Box::new(block)),
            None => Self::Alone(Box::new(Data::new(m))),
        }
    }

    /// Steps environments.
    pub(super) fn step(&mut self, m: &Model, rows: Rows<'_>, look: Look<'_>) {
        let m = &System { model: m, hooks: &Hooks::NONE };
        match self {
            Self::Alone(d) => {
                let states = rows.states.chunks_exact_mut(rows.size);
                for (i, (state, error)) in states.zip(rows.errors).enumerate() {
                    *error = step_alone(m, d, state);
                    look(i, d);
                }
            }
            Self::Together(block) => {
                let Rows { states, size, errors } = rows;
                let blocks = states.chunks_mut(LANES * size).zip(errors.chunks_mut(LANES));
                for (k, (states, errors)) in blocks.enumerate() {
                    let rows = Rows { states, size, errors };
                    block.step(m, rows, &mut |lane, d| look(k * LANES + lane, d));
                }
            }
        }
    }
}

/// Whether all that a step of a model computes is either smooth or for one simulation.
fn fits_lanes(m: &Model) -> bool {
    // adhesion pulls along contacts, and inverse dynamics are compared with everything
    let adheres = m.actuators().any(|u| m.actuator_trntype[u] == TrnType::Body as i32);
    let system = System { model: m, hooks: &Hooks::NONE };
    !adheres && !m.opt.enabled(EnableBit::FwdInv) && check_lanes(&system).is_ok()
}

/// `L` environments, each in a lane and in data of its own.
pub(super) struct Block<const L: usize> {
    lanes: DataOf<Pack<L>>,
    singles: Vec<Data>,
    /// The arrays that are copied from lanes to singles.
    places: Vec<usize>,
}

impl<const L: usize> Block<L> {
    fn new(m: &Model, observed: bool) -> Option<Self> {
        let lanes = DataOf::in_lanes(m).ok()?;
        let all = observed || m.nsensor > 0 || m.opt.enabled(EnableBit::Energy);
        let places = DataOf::<Pack<L>>::places(|info: &FieldInfo| {
            // where moments are zero in one lane they may not be in another: the places differ
            let everything = all
                && !matches!(info.by, Stage::State | Stage::Input | Stage::Integrate)
                && !["sensordata", "actuator_moment"].contains(&info.name);
            everything || FOR_CONSTRAINTS.contains(&info.name)
        });
        Some(Self { lanes, singles: (0..L).map(|_| Data::new(m)).collect(), places })
    }

    /// Steps one to `L` environments.
    fn step(&mut self, m: &System<'_>, rows: Rows<'_>, look: Look<'_>) {
        let Rows { states, size, errors } = rows;
        let count = errors.len().min(L);
        let mut together = [false; L];
        for lane in 0..L {
            // lanes without an environment follow the last one
            let state = &states[lane.min(count - 1) * size..][..size];
            set_lane_state(m, &mut self.lanes, lane, state, STATE).expect(OF_THE_SIZE);
            self.lanes.sims[lane].warning.fill(WarningStat::default());
            if lane < count {
                together[lane] = !self.is_bad(lane);
                set_state(m, &mut self.singles[lane], state, STATE).expect(OF_THE_SIZE);
                self.singles[lane].warning.fill(WarningStat::default());
            }
        }

        let Self { lanes, singles, places } = self;
        let mut forward = |lanes: &mut DataOf<Pack<L>>, skip_sensors| {
            forward_smooth(m, lanes);
            for lane in 0..count {
                if together[lane] {
                    let d = &mut singles[lane];
                    lanes.copy_lane(lane, places, d);
                    d.time = lanes.sims()[lane].time;
                    constrain(m, d, skip_sensors);
                    let warned = has_warned(&lanes.sims()[lane]);
                    together[lane] = !warned && !d.qacc.iter().any(|&x| is_bad(x));
                    set_lane(&mut lanes.qacc, lane, &d.qacc);
                    set_lane(&mut lanes.qfrc_constraint, lane, &d.qfrc_constraint);
                }
            }
        };
        forward(lanes, false);
        match m.opt.integrator() {
            Some(Integrator::Rk4) => integrate::runge_kutta4(m, lanes, |d| forward(d, true)),
            Some(Integrator::Implicit | Integrator::ImplicitFast) => integrate::implicit(m, lanes),
            _ => integrate::euler(m, lanes),
        }

        let changed = state_size(m, CHANGED).expect(OF_THE_SIZE);
        for (lane, error) in errors.iter_mut().enumerate() {
            let (state, d) = (&mut states[lane * size..][..size], &mut self.singles[lane]);
            if together[lane] {
                let state = &mut state[..changed];
                get_lane_state(m, &self.lanes, lane, state, CHANGED).expect(OF_THE_SIZE);
                set_state(m, d, state, CHANGED).expect(OF_THE_SIZE);
                *error = None;
            } else {
                *error = step_alone(m, d, state);
            }
            look(lane, d);
        }
    }

    /// Whether a single simulation would warn before it steps.
    fn is_bad(&self, lane: usize) -> bool {
        let bad = |numbers: &[Pack<L>]| numbers.iter().any(|x| is_bad(x.0[lane]));
        bad(&self.lanes.qpos) || bad(&self.lanes.qvel) || bad(&self.lanes.ctrl)
    }
}

/// Why rows of states can be read and written.
const OF_THE_SIZE: &str = "a row has the size of the state";

/// Whether a warning was raised since they were cleared.
pub(super) fn has_warned(sim: &Sim) -> bool {
    sim.warning.iter().any(|warning| warning.number != 0)
}

fn set_lane<const L: usize>(to: &mut [Pack<L>], lane: usize, from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| to.0[lane] = from);
}

/// Steps one environment as a single simulation.
pub(super) fn step_alone(m: &System<'_>, d: &mut Data, state: &mut [f64]) -> Option<StepError> {
    set_state(m, d, state, STATE).expect(OF_THE_SIZE);
    let time = d.time;
    d.warning.fill(WarningStat::default());
    step(m, d);
    let error = StepError::of(m, d, time).map(|error| error.with_contact(m, state));
    get_state(m, d, state, STATE).expect(OF_THE_SIZE);
    error
}
