//! A block of four environments that step together: smooth stages and the search for candidate pairs in lanes,
//! contacts, rows and solver for each environment in an ordinary [`Data`].
//!
//! | reads | writes |
//! |---|---|
//! | states of the environments | states of the environments |
//! | `opt.integrator` | `qacc`, `qfrc_constraint`, `warning` |
//! | `qpos`, `qvel`, `ctrl`, `sensordata` | `sensordata` |
//!
//! The caller keeps the states; the data belongs to the block and is overwritten by every step. An environment
//! in which anything is wrong (a number that is not finite, an acceleration that is too large) repeats the step
//! alone, from its state: it is then reset exactly as a single simulation would be. Its neighbors are not
//! affected.

use std::fmt;

use super::env::{Env, clear_counts};
use super::handover::{Handover, is_left_out};
use super::stepper::{OF_THE_SIZE, STATE, Wanted, step_alone};
use crate::collision::CandidatePairs;
use crate::data::{Data, DataOf, Entries, LaneCopy, Sim};
use crate::enums::{Integrator, StateBit};
use crate::fields::{FieldInfo, Table};
use crate::hooks::{AsSystem, System};
use crate::integrate;
use crate::math::Pack;
use crate::math::scalar::is_bad;
use crate::model::Model;
use crate::pipeline::{constrain, forward_lanes, kinematics, kinematics_lanes};
use crate::state::{get_lane_state, set_state, set_states, state_size};
use crate::step::fwd_kinematics;
use crate::stepping::Stepping;

/// The parts of a state that a step changes: the first ones, so that they are a prefix of the row.
const CHANGED: i32 = StateBit::Time as i32
    | StateBit::Physics as i32
    | StateBit::History as i32
    | StateBit::WarmStart as i32;

/// Environments in lanes. Eight, which AVX-512 has registers for, were no faster than four.
pub(super) const LANES: usize = 4;

/// Whether environments step in lanes, and every field that the caller reads has the same value there.
pub(super) fn fits_lanes(m: &Model, wanted: Wanted<'_>) -> bool {
    let left_out = |info: &FieldInfo| {
        matches!(wanted, Wanted::Fields(names) if names.contains(&info.name)) && is_left_out(info)
    };
    Stepping::of(m) == Stepping::Lanes && !Data::infos().iter().any(left_out)
}

/// Memory for `L` environments that step together: lanes, candidate pairs, and the copy out of the lanes.
pub(super) struct Block<const L: usize> {
    lanes: DataOf<Pack<L>>,
    near: CandidatePairs<L>,
    handover: Handover<L>,
    /// `sensordata` of each lane, from the first evaluation of the step.
    sensed: [Vec<f64>; L],
    /// The poses of the new state, if the caller reads them.
    fresh: Option<LaneCopy<L>>,
}

/// What the caller reads of the data after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readback {
    Nothing,
    Sensors,
    Data,
}

impl<const L: usize> fmt::Debug for Block<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Block").finish_non_exhaustive()
    }
}

impl<const L: usize> Block<L> {
    pub(super) fn new(m: &Model, wanted: Wanted<'_>) -> Option<Self> {
        let lanes = DataOf::in_lanes(m).ok()?;
        let near = CandidatePairs::new(m);
        let handover = Handover::new(m, &lanes, &near, wanted);
        let sensed = std::array::from_fn(|_| vec![0.0; m.nsensordata]);
        Some(Self { lanes, near, handover, sensed, fresh: None })
    }

    /// From now on computes poses once more after a step whose data is read, from the new state.
    pub(super) fn refresh_kinematics(&mut self) {
        let wanted = |info: &FieldInfo| {
            let mut stages = kinematics::<Pack<L>>();
            let is_written = stages.any(|stage| stage.writes.contains(&info.name));
            if is_written { Entries::All } else { Entries::None }
        };
        self.fresh = Some(LaneCopy::new(&self.lanes, wanted));
    }

    /// Brings lanes and sensor values back to those of new data.
    pub(super) fn reset(&mut self, m: &impl AsSystem) {
        self.lanes.reset(m);
        self.sensed.iter_mut().for_each(|sensed| sensed.fill(0.0));
    }

    /// Steps one to `L` environments and calls `look` with each.
    ///
    /// Contacts and constraints are computed in `singles`. If the caller reads all data after the step, each lane
    /// has a `Data`; otherwise all use the first, which stays in the cache.
    pub(super) fn step(
        &mut self,
        m: &System<'_>,
        singles: &mut [Data],
        envs: &mut [Env<'_>],
        readback: Readback,
        look: &mut dyn FnMut(&Env<'_>, &mut Data),
    ) {
        let single = |lane: usize| if readback == Readback::Data { lane } else { 0 };
        let mut together = self.enter(m, envs);
        let mut unconverged = [0; L];
        let Self { lanes, near, handover, sensed, fresh } = self;
        let mut forward = |lanes: &mut DataOf<Pack<L>>, first: bool| {
            forward_lanes(m, lanes);
            let known = near.find(m, lanes, &singles[0]);
            handover.take(m, lanes, near, known);
            for (lane, env) in envs.iter().enumerate().take(L) {
                if together[lane] {
                    let d = &mut singles[single(lane)];
                    handover.give(m, (&*lanes, lane), env.state, d);
                    clear_counts(d);
                    let pairs = known.then(|| near.pairs(lane));
                    constrain(m, d, pairs, !first || readback == Readback::Nothing);
                    unconverged[lane] += d.unconverged();
                    let in_doubt = handover.end(d);
                    let warned = has_warned(&lanes.sims()[lane]) || has_warned(d);
                    together[lane] = !warned && !in_doubt && !d.qacc.iter().any(|&x| is_bad(x));
                    set_lane(&mut lanes.qacc, lane, &d.qacc);
                    set_lane(&mut lanes.qfrc_constraint, lane, &d.qfrc_constraint);
                    if first {
                        sensed[lane].copy_from_slice(&d.sensordata);
                    }
                }
            }
        };
        forward(lanes, true);
        match m.opt.integrator() {
            Some(Integrator::Rk4) => integrate::runge_kutta4(m, lanes, |d| forward(d, false)),
            Some(Integrator::Implicit | Integrator::ImplicitFast) => integrate::implicit(m, lanes),
            _ => integrate::euler(m, lanes),
        }

        let mut fresh = fresh.as_mut().filter(|_| readback == Readback::Data);
        if let Some(fresh) = &mut fresh {
            kinematics_lanes(m, lanes);
            fresh.take(lanes);
        }
        let changed = state_size(m, CHANGED).expect(OF_THE_SIZE);
        for (lane, env) in envs.iter_mut().enumerate() {
            let d = &mut singles[single(lane)];
            if together[lane] {
                let state = &mut env.state[..changed];
                get_lane_state(m, lanes, lane, state, CHANGED).expect(OF_THE_SIZE);
                env.unconverged = env.unconverged.saturating_add(unconverged[lane]);
                if readback == Readback::Data {
                    set_state(m, d, state, CHANGED).expect(OF_THE_SIZE);
                }
                d.sensordata.copy_from_slice(&sensed[lane]);
                if let Some(fresh) = &fresh {
                    fresh.give(lane, d);
                }
            } else {
                step_alone(m, d, env);
                if fresh.is_some() {
                    fwd_kinematics(m, d);
                }
            }
            look(env, d);
        }
    }

    /// Copies the states into the lanes. Returns which lanes hold an environment that may step there.
    fn enter(&mut self, m: &System<'_>, envs: &[Env<'_>]) -> [bool; L] {
        // lanes without an environment follow the last one
        let state = |lane: usize| &*envs[lane.min(envs.len() - 1)].state;
        set_states(m, &mut self.lanes, state, STATE).expect(OF_THE_SIZE);
        self.lanes.sims.iter_mut().for_each(clear_counts);
        let is_bad = self.bad_lanes();
        std::array::from_fn(|lane| lane < envs.len() && !is_bad[lane])
    }

    /// The lanes whose state would raise a warning before the step: bad positions, velocities or controls.
    fn bad_lanes(&self) -> [bool; L] {
        let DataOf { qpos, qvel, ctrl, .. } = &self.lanes;
        let parts = [qpos.as_slice(), qvel.as_slice(), ctrl.as_slice()];
        let mut bad = [false; L];
        for numbers in parts.into_iter().filter(|numbers| any_bad(numbers)).flatten() {
            bad = std::array::from_fn(|lane| bad[lane] || is_bad(numbers.0[lane]));
        }
        bad
    }
}

/// Whether any number is bad. Looks at all of them without branches, since mostly none is.
fn any_bad<const L: usize>(numbers: &[Pack<L>]) -> bool {
    let numbers: &[f64] = bytemuck::cast_slice(numbers);
    numbers.iter().fold(false, |bad, &x| bad | is_bad(x))
}

/// Whether a warning has been counted since the counts were cleared.
fn has_warned(sim: &Sim) -> bool {
    sim.warning.iter().any(|warning| warning.number != 0)
}

fn set_lane<const L: usize>(to: &mut [Pack<L>], lane: usize, from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| to.0[lane] = from);
}
