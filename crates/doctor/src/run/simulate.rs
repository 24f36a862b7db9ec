//! Simulations with controls that move, the same for every time step.

use ferrodyn_engine::enums::Warning;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{Data, Model, step};

use crate::check::Unfinished;
use crate::limit::Limit;
use crate::random::Random;
use crate::start::{Start, holds_position, servo_joint};

/// How long a run is; s.
pub(crate) const DURATION: f64 = 0.4;
/// New controls come after this time; s.
const HOLD: f64 = 0.02;
/// By how much of their range controls move.
const AMPLITUDE: f64 = 0.05;
/// Positions are recorded about so often; s.
const RECORD: f64 = 0.04;
/// The longest steps that are compared, as a multiple of those of the model. Shorter ones divide it.
pub(crate) const LONGEST: f64 = 8.0;

/// What a run was.
pub(crate) struct Trajectory {
    /// Positions of the bodies, at the same times in each run.
    pub(crate) positions: Vec<Vec<Vec3>>,
    /// The greatest velocity of a degree of freedom.
    pub(crate) peak: f64,
    /// When it diverged, if it did; s.
    pub(crate) diverged: Option<f64>,
}

impl Trajectory {
    /// The greatest departure of a coordinate of a body from another run; m.
    pub(crate) fn departure(&self, other: &Self) -> f64 {
        let pairs = self.positions.iter().zip(&other.positions);
        let apart = pairs.flat_map(|(a, b)| a.iter().zip(b)).flat_map(|(&a, &b)| (a - b).0);
        apart.map(f64::abs).fold(0.0, f64::max)
    }
}

/// Brings data to the start; servos hold where they start if there is no keyframe.
pub(crate) fn start(m: &Model, d: &mut Data) {
    let first = Start::first(m);
    first.set(m, d);
    if first != Start::Default {
        return;
    }
    for a in m.actuators().filter(|&a| holds_position(m, a)) {
        if let Some(j) = servo_joint(m, a) {
            d.ctrl[a] = d.qpos[m.joint_qpos(j).start] * m.actuator_gear[a][0];
        }
    }
}

/// Whether the state became NaN or huge, after which a step resets it.
pub(crate) fn is_bad(d: &Data) -> bool {
    let bad = [Warning::BadQpos, Warning::BadQvel, Warning::BadQacc];
    d.warnings().any(|raised| bad.contains(&raised.warning))
}

/// Steps in a time, as many as fit an integer.
pub(crate) fn steps_in(m: &Model, time: f64) -> usize {
    (time / m.opt.timestep).round().max(1.0) as usize
}

/// Simulates a model from its start; `h` is the time step of the model that is judged, of which its own is a
/// multiple or a fraction by powers of two, so that records are of the same times.
pub(crate) fn simulate(m: &Model, h: f64, limit: &Limit) -> Result<Trajectory, Unfinished> {
    let (hooks, mut d) = (limit.hooks(), Data::new(m));
    start(m, &mut d);
    let rest = d.ctrl.to_vec();
    let between = LONGEST * h * (RECORD / (LONGEST * h)).round().max(1.0);
    let duration = between * (DURATION / between).floor().max(1.0);
    let (steps, every) = (steps_in(m, duration), steps_in(m, between));
    let mut slot = None;
    let mut run = Trajectory { positions: Vec::new(), peak: 0.0, diverged: None };
    for k in 0..steps {
        // a step that is longer than the slots misses some
        let now = (k as f64 * m.opt.timestep / HOLD + 1e-9) as u64;
        if slot != Some(now) {
            slot = Some(now);
            move_controls(m, &mut d, &rest, now);
        }
        step(&m.with(&hooks), &mut d);
        if limit.is_over() {
            return Err(Unfinished);
        }
        if is_bad(&d) {
            run.diverged = Some(k as f64 * m.opt.timestep);
            return Ok(run);
        }
        run.peak = d.qvel.iter().map(|v| v.abs()).fold(run.peak, f64::max);
        if (k + 1) % every == 0 {
            run.positions.push(d.xpos.to_vec());
        }
    }
    Ok(run)
}

/// Gives all controls those of a slot of time.
pub(crate) fn move_controls(m: &Model, d: &mut Data, rest: &[f64], slot: u64) {
    let mut random = Random::new(slot);
    for (a, rest) in m.actuators().zip(rest) {
        let [low, high] = m.actuator_ctrlrange[a];
        let half = if m.actuator_ctrllimited[a] != 0 { (high - low) / 2.0 } else { 1.0 };
        d.ctrl[a] = rest + AMPLITUDE * half * random.between(-1.0, 1.0);
    }
}
