//! A block of environments that step together: the smooth stages and the search for pairs of geoms in
//! lanes, contacts and solver for each.
//!
//! | reads | writes |
//! |---|---|
//! | states of the environments | states of the environments |
//! | `actuator_trntype`, `opt.enableflags`, `opt.integrator` | `qacc`, `qfrc_constraint`, `time`, `warning` |
//! | `sensordata` | `sensordata` |
//!
//! An environment is its state alone: it passes through the data of whoever steps it. Where something
//! is wrong with one (a number that is not finite, an acceleration beyond all bounds), it takes the
//! step again by itself, which resets it as a single simulation would be; its neighbors do not notice.

use std::fmt;

use super::env::{Env, clear_warnings};
use super::stepper::{OF_THE_SIZE, STATE, Wanted, step_alone};
use crate::collision::Near;
use crate::data::{Apart, Data, DataOf, Sim};
use crate::enums::{EnableBit, Integrator, StateBit, TrnType};
use crate::fields::{DType, FieldInfo, Stage, Table};
use crate::hooks::{Hooks, System};
use crate::integrate;
use crate::math::Pack;
use crate::math::scalar::is_bad;
use crate::model::Model;
use crate::reset::check_lanes;
use crate::state::{get_lane_state, set_lane_state, set_state, state_size};
use crate::step::{constrain, forward_smooth};

/// The parts that a step changes; they come first.
const CHANGED: i32 = StateBit::Time as i32
    | StateBit::Physics as i32
    | StateBit::History as i32
    | StateBit::WarmStart as i32;

/// What contacts, limits, friction and solvers read of what is computed in lanes.
const FOR_CONTACTS: [&str; 15] = [
    "qpos",
    "qvel",
    "xipos",
    "ximat",
    "geom_xpos",
    "geom_xmat",
    "subtree_com",
    "cdof",
    "ten_J",
    "ten_length",
    "M",
    "qLD",
    "qLDiagInv",
    "qfrc_smooth",
    "qacc_smooth",
];

/// What equalities and sensors read besides.
const FOR_EQUALITIES: [&str; 9] =
    ["xpos", "xquat", "xmat", "xanchor", "xaxis", "site_xpos", "site_xmat", "cdof_dot", "cvel"];

/// What sensors, and forces and momenta of bodies, read besides that.
const FOR_SENSORS: [&str; 10] = [
    "act",
    "act_dot",
    "cinert",
    "cam_xpos",
    "cam_xmat",
    "ten_velocity",
    "actuator_length",
    "actuator_velocity",
    "actuator_force",
    "qfrc_actuator",
];

/// Environments in lanes. Eight, which AVX-512 has registers for, were no faster than four.
pub(super) const LANES: usize = 4;

/// Whether all that a step of a model computes is either smooth or for one simulation, and what is wanted
/// is the same for both.
pub(super) fn fits_lanes(m: &Model, wanted: Wanted<'_>) -> bool {
    // adhesion pulls along contacts, and inverse dynamics are compared with everything
    let adheres = m.actuators().any(|u| m.actuator_trntype[u] == TrnType::Body as i32);
    let system = System { model: m, hooks: &Hooks::NONE };
    let left_out = Data::infos().iter().any(|info| {
        matches!(wanted, Wanted::Fields(names) if names.contains(&info.name)) && is_left_out(info)
    });
    !adheres && !left_out && !m.opt.enabled(EnableBit::FwdInv) && check_lanes(&system).is_ok()
}

/// Whether a field is not copied from lanes: integers of smooth stages, what integration computes besides
/// the state, and moments, whose places differ where they are zero in one lane and not in another.
fn is_left_out(info: &FieldInfo) -> bool {
    let smooth = matches!(
        info.by,
        Stage::Kinematics | Stage::Tendon | Stage::Transmission | Stage::Integrate | Stage::Passive
    );
    let state = ["qacc_warmstart", "time"].contains(&info.name);
    info.name == "actuator_moment"
        || (smooth && !state && info.dtype != DType::F64)
        || (info.by == Stage::Integrate && !state)
}

/// `L` environments, each in a lane and in data of its own.
pub(super) struct Block<const L: usize> {
    lanes: DataOf<Pack<L>>,
    near: Near<L>,
    /// The arrays that go from lanes to data of their own.
    apart: Apart<L>,
    /// What sensors have measured in each lane.
    sensed: [Vec<f64>; L],
}

/// What is looked at after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
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
        let bodies = ["cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"];
        let senses = m.nsensor > 0 || bodies.iter().any(|name| wanted.has(name));
        let apart = Apart::new(&lanes, |info: &FieldInfo| {
            let computed = !matches!(info.by, Stage::State | Stage::Input | Stage::Sensor);
            FOR_CONTACTS.contains(&info.name)
                || ((senses || m.neq > 0) && FOR_EQUALITIES.contains(&info.name))
                || (senses && FOR_SENSORS.contains(&info.name))
                || (wanted.has(info.name) && computed && !is_left_out(info))
        });
        let sensed = std::array::from_fn(|_| vec![0.0; m.nsensordata]);
        Some(Self { lanes, near: Near::new(m), apart, sensed })
    }

    /// Steps one to `L` environments, whose contacts and constraints are computed in `singles`: in one for
    /// each lane where all data is looked at after the step, else in the first, which stays in the cache.
    pub(super) fn step(
        &mut self,
        m: &System<'_>,
        singles: &mut [Data],
        envs: &mut [Env<'_>],
        seen: Seen,
        look: &mut dyn FnMut(&Env<'_>, &mut Data),
    ) {
        let single = |lane: usize| if seen == Seen::Data { lane } else { 0 };
        let mut together = self.enter(m, envs);
        let Self { lanes, near, apart, sensed } = self;
        let mut forward = |lanes: &mut DataOf<Pack<L>>, first: bool| {
            forward_smooth(m, lanes);
            let known = near.find(m, lanes, &singles[0]);
            apart.take(lanes);
            for (lane, env) in envs.iter().enumerate().take(L) {
                if together[lane] {
                    let d = &mut singles[single(lane)];
                    set_state(m, d, env.state, STATE).expect(OF_THE_SIZE);
                    clear_warnings(d);
                    apart.give(lane, d);
                    d.time = lanes.sims()[lane].time;
                    let pairs = known.then(|| near.pairs(lane));
                    constrain(m, d, pairs, !first || seen == Seen::Nothing);
                    let warned = has_warned(&lanes.sims()[lane]) || has_warned(d);
                    together[lane] = !warned && !d.qacc.iter().any(|&x| is_bad(x));
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

        let changed = state_size(m, CHANGED).expect(OF_THE_SIZE);
        for (lane, env) in envs.iter_mut().enumerate() {
            let d = &mut singles[single(lane)];
            if together[lane] {
                let state = &mut env.state[..changed];
                get_lane_state(m, lanes, lane, state, CHANGED).expect(OF_THE_SIZE);
                if seen == Seen::Data {
                    set_state(m, d, state, CHANGED).expect(OF_THE_SIZE);
                }
                d.sensordata.copy_from_slice(&sensed[lane]);
            } else {
                step_alone(m, d, env);
            }
            look(env, d);
        }
    }

    /// Puts environments into lanes; returns which of them step there.
    fn enter(&mut self, m: &System<'_>, envs: &[Env<'_>]) -> [bool; L] {
        std::array::from_fn(|lane| {
            // lanes without an environment follow the last one
            let state = &*envs[lane.min(envs.len() - 1)].state;
            set_lane_state(m, &mut self.lanes, lane, state, STATE).expect(OF_THE_SIZE);
            clear_warnings(&mut self.lanes.sims[lane]);
            lane < envs.len() && !self.is_bad(lane)
        })
    }

    /// Whether a single simulation would warn before it steps.
    fn is_bad(&self, lane: usize) -> bool {
        let bad = |numbers: &[Pack<L>]| numbers.iter().any(|x| is_bad(x.0[lane]));
        bad(&self.lanes.qpos) || bad(&self.lanes.qvel) || bad(&self.lanes.ctrl)
    }
}

/// Whether a warning was raised since they were cleared.
fn has_warned(sim: &Sim) -> bool {
    sim.warning.iter().any(|warning| warning.number != 0)
}

fn set_lane<const L: usize>(to: &mut [Pack<L>], lane: usize, from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| to.0[lane] = from);
}
