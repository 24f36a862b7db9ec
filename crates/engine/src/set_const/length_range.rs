//! Ranges of actuator lengths, by pulling and pushing in a simulation.
//!
//! | reads | writes |
//! |---|---|
//! | everything, by [`step1`] and [`step2`] | `actuator_lengthrange` |
//! | `time`, `actuator_length`, `jnt_limited`, `jnt_range` | `qvel`, `qfrc_applied` |
//! | `tendon_limited`, `tendon_range`, `actuator_trntype` | |
//! | `actuator_gaintype`, `actuator_biastype`, `actuator_trnid` | |
//! | `opt.timestep` | |

use std::fmt;

use super::invweight::moment_row;
use crate::data::Data;
use crate::enums::{BiasType, GainType, LrMode, TrnType};
use crate::hooks::{Hooks, System};
use crate::ids::{ActuatorId, JointId, TendonId};
use crate::linalg::dense::norm;
use crate::math::{MINVAL, fun};
use crate::model::Model;
use crate::smooth::solve_inertia;
use crate::step::{step1, step2};

/// Smallest time constant by which velocity decays.
const MIN_TIMECONST: f64 = 0.01;
/// Steps after which a simulation is given up.
const MAX_STEPS: usize = 100_000;

/// How ranges of actuator lengths are found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "mjLROpt")]
#[doc(alias = "mj_defaultLROpt")]
pub struct LengthRangeOptions {
    /// For which actuators.
    pub mode: LrMode,
    /// Keep a range that is there.
    pub useexisting: bool,
    /// Take the limits of the joint or tendon, if it has any.
    pub uselimit: bool,
    /// Size of the acceleration that the applied force aims at.
    pub accel: f64,
    /// Largest force; 0 for no limit.
    pub maxforce: f64,
    /// Time constant by which velocity decays.
    pub timeconst: f64,
    /// Time step of the simulation; 0 for that of the model.
    pub timestep: f64,
    /// Simulated time.
    pub inttotal: f64,
    /// Time at the end over which lengths are observed.
    pub interval: f64,
    /// How much the observed length may vary, as a fraction of the range.
    pub tolrange: f64,
}

impl Default for LengthRangeOptions {
    fn default() -> Self {
        Self {
            mode: LrMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}

/// Why the range of an actuator's length could not be found.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum LengthRangeError {
    /// There is no such actuator.
    NoActuator(ActuatorId),
    /// The simulation became unstable.
    Unstable(ActuatorId),
    /// The simulated time takes too many steps.
    TooLong(ActuatorId),
    /// The user wanted to end.
    Interrupted(ActuatorId),
    /// The largest length is not above the smallest.
    Empty {
        /// The actuator.
        actuator: ActuatorId,
        /// The lengths found.
        range: [f64; 2],
    },
    /// The length still varies when it should have come to rest at an end of the range.
    NotConverged {
        /// The actuator.
        actuator: ActuatorId,
        /// The lengths observed at that end.
        observed: [f64; 2],
        /// The lengths found.
        range: [f64; 2],
    },
}

impl fmt::Display for LengthRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoActuator(a) => write!(f, "there is no actuator {}", a.0),
            Self::Unstable(a) => {
                write!(f, "the simulation for the length range of actuator {} is unstable", a.0)
            }
            Self::TooLong(a) => write!(
                f,
                "the simulation for the length range of actuator {} takes more than {MAX_STEPS} \
                 steps",
                a.0
            ),
            Self::Interrupted(a) => {
                write!(f, "the length range of actuator {} was interrupted", a.0)
            }
            Self::Empty { actuator, range: [low, high] } => {
                write!(f, "the length range ({low}, {high}) of actuator {} is empty", actuator.0)
            }
            Self::NotConverged { actuator, observed, range } => write!(
                f,
                "the length range of actuator {} did not converge: lengths from {} to {} at one \
                 end, range ({}, {})",
                actuator.0, observed[0], observed[1], range[0], range[1]
            ),
        }
    }
}

crate::debug_as_message!(LengthRangeError);

impl std::error::Error for LengthRangeError {}

impl LengthRangeOptions {
    /// Whether the range of an actuator has to be computed: its kind is asked for and it has none.
    pub fn applies_to(&self, m: &Model, a: ActuatorId) -> bool {
        let gain = m.actuator_gaintype[a].get();
        let bias = m.actuator_biastype[a].get();
        let muscle = gain == Some(GainType::Muscle) || bias == Some(BiasType::Muscle);
        let user = gain == Some(GainType::User) || bias == Some(BiasType::User);
        let asked = match self.mode {
            LrMode::None => false,
            LrMode::Muscle => muscle,
            LrMode::MuscleUser => muscle || user,
            LrMode::All => true,
        };
        let [low, high] = m.actuator_lengthrange[a];
        asked && !(self.useexisting && low < high)
    }
}

/// Finds the range of an actuator's length and sets `actuator_lengthrange`, if the options ask for
/// it.
///
/// Simulates with the options of the model as they are; the compiler disables contacts, friction,
/// springs, dampers, gravity and actuation for it. `d` is reset and left at the end of the
/// simulation.
///
/// # Errors
/// If there is no such actuator, or the simulation does not come to rest at a shortest and a
/// longest length.
#[doc(alias = "mj_setLengthRange")]
pub fn set_length_range(
    m: &mut Model,
    hooks: &Hooks,
    d: &mut Data,
    a: ActuatorId,
    options: &LengthRangeOptions,
) -> Result<(), LengthRangeError> {
    if a.0 >= m.nu {
        return Err(LengthRangeError::NoActuator(a));
    }
    if !options.applies_to(m, a) {
        return Ok(());
    }
    if let Some(range) = actuator_limits(m, a).filter(|_| options.uselimit) {
        m.actuator_lengthrange[a] = range;
        return Ok(());
    }

    let mut observed = [[0.0; 2]; 2];
    for (end, sign) in [-1.0, 1.0].into_iter().enumerate() {
        observed[end] = observe(&m.with(hooks), d, a, sign, options)?;
        m.actuator_lengthrange[a][end] = observed[end][end];
    }

    let range = m.actuator_lengthrange[a];
    let size = range[1] - range[0];
    if size <= 0.0 {
        return Err(LengthRangeError::Empty { actuator: a, range });
    }
    for observed in observed {
        if observed[1] - observed[0] > options.tolrange * size {
            return Err(LengthRangeError::NotConverged { actuator: a, observed, range });
        }
    }
    Ok(())
}

/// The limits of the joint or tendon that an actuator acts on, `None` if it has none.
pub(crate) fn actuator_limits(m: &Model, a: ActuatorId) -> Option<[f64; 2]> {
    let target = usize::try_from(m.actuator_trnid.get(a.0)?[0]).ok()?;
    match m.actuator_trntype[a].get()? {
        TrnType::Joint | TrnType::JointInParent => {
            let j = JointId(target);
            (m.jnt_limited[j] != 0).then(|| m.jnt_range[j])
        }
        TrnType::Tendon => {
            let t = TendonId(target);
            (m.tendon_limited[t] != 0).then(|| m.tendon_range[t])
        }
        _ => None,
    }
}

/// Shortest and longest length at the end of a simulation with a force along the actuator.
fn observe(
    m: &System<'_>,
    d: &mut Data,
    a: ActuatorId,
    sign: f64,
    options: &LengthRangeOptions,
) -> Result<[f64; 2], LengthRangeError> {
    d.reset(m);
    let mut observed: Option<[f64; 2]> = None;
    let mut steps = 0;
    while d.time < options.inttotal {
        if steps == MAX_STEPS {
            return Err(LengthRangeError::TooLong(a));
        }
        if m.hooks.interrupted() {
            return Err(LengthRangeError::Interrupted(a));
        }
        steps += 1;
        let length = advance(m, d, a, sign, options);
        // a bad state resets the simulation
        if d.time == 0.0 {
            return Err(LengthRangeError::Unstable(a));
        }
        if d.time > options.inttotal - options.interval {
            let [low, high] = observed.unwrap_or([length; 2]);
            let low = if length < low { length } else { low };
            let high = if length > high { length } else { high };
            observed = Some([low, high]);
        }
    }
    Ok(observed.unwrap_or([0.0; 2]))
}

/// One step with a force along the actuator that gives the acceleration asked for; its length.
fn advance(
    m: &System<'_>,
    d: &mut Data,
    a: ActuatorId,
    sign: f64,
    options: &LengthRangeOptions,
) -> f64 {
    // velocities decay
    let timeconst =
        if MIN_TIMECONST > options.timeconst { MIN_TIMECONST } else { options.timeconst };
    let decay = fun::exp(-m.opt.timestep / timeconst);
    scale_by(&mut d.qvel, decay);

    step1(m, d);

    // a force along the moment, scaled to the acceleration, at most the largest
    let mut force = moment_row(m, d, a);
    let mut acceleration = force.clone();
    solve_inertia(m, d, &mut acceleration);
    let at_least_min = |x: f64| if MINVAL > x { MINVAL } else { x };
    let scale = sign * options.accel / at_least_min(norm(&acceleration));
    scale_by(&mut force, scale);
    let size = norm(&force);
    if options.maxforce > 0.0 && size > options.maxforce {
        scale_by(&mut force, options.maxforce / at_least_min(size));
    }
    d.qfrc_applied.copy_from_slice(&force);

    step2(m, d);
    d.actuator_length[a]
}

fn scale_by(vector: &mut [f64], scale: f64) {
    for x in vector {
        *x *= scale;
    }
}
