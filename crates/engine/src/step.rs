//! The pipeline, whole and in parts: calls in MuJoCo's order, no arithmetic.
//!
//! | reads |
//! |---|
//! | `opt.disableflags`, `opt.integrator` |
//!
//! The order of the stages is in `pipeline.rs`. Callers may have overwritten integers of the data: those
//! that no stage computes first are repaired on entry.

use crate::consistency::{from_middle, from_start};
use crate::data::{Data, WrongModel};
use crate::enums::{DisableBit, Integrator, SensorStage, Timer};
use crate::hooks::stopwatch::Stopwatch;
use crate::hooks::{AsSystem, System};
use crate::pipeline::{Part, kinematics};
use crate::stage::StageOf;
use crate::{check, integrate, inverse};

#[doc(hidden)]
pub use crate::pipeline::forward_lanes as forward_smooth;

/// Advances the simulation by one time step.
///
/// Data of another model is left with NaN in all its numbers, see [`Data::check_model`]; so do all
/// functions here. [`try_step`] returns an error instead.
#[doc(alias = "mj_step")]
pub fn step(m: &impl AsSystem, d: &mut Data) {
    from_start(m, d, |m, d| {
        let mut watch = Stopwatch::start(m, d);
        check::pos(m, d);
        check::vel(m, d);
        forward_from(m, d, Skip::Nothing, false);
        check::acc(m, d);
        inverse::compare_if_enabled(m, d);
        if m.opt.integrator() == Some(Integrator::Rk4) {
            integrate::runge_kutta4(m, d, |d| forward_from(m, d, Skip::Nothing, true));
        } else {
            advance(m, d);
        }
        watch.lap(m, d, Timer::Step);
    });
}

/// [`step`] with data of this model; else an error, and the data stays as it is.
///
/// # Errors
/// If the data was made for a model of other sizes.
pub fn try_step(m: &impl AsSystem, d: &mut Data) -> Result<(), WrongModel> {
    d.accept(&m.as_system())?;
    step(m, d);
    Ok(())
}

/// Integrates, by Euler's method where the model does not ask for an implicit one, and measures it.
fn advance(m: &System<'_>, d: &mut Data) {
    let mut watch = Stopwatch::start_stage(m, d);
    match m.opt.integrator() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => integrate::implicit(m, d),
        _ => integrate::euler(m, d),
    }
    watch.lap(m, d, Timer::Advance);
}

/// The part of [`step`] before the controls are needed: set `ctrl` and applied forces after it,
/// then call [`step2`].
#[doc(alias = "mj_step1")]
pub fn step1(m: &impl AsSystem, d: &mut Data) {
    from_start(m, d, |m, d| {
        let mut watch = Stopwatch::start(m, d);
        check::pos(m, d);
        check::vel(m, d);
        Part::POSITION.run_and_sense(m, d, false);
        Part::VELOCITY.run_and_sense(m, d, false);
        m.hooks.control(m, d);
        watch.lap(m, d, Timer::Step);
    });
}

/// The part of [`step`] after the controls are set; never Runge-Kutta, Euler instead.
#[doc(alias = "mj_step2")]
pub fn step2(m: &impl AsSystem, d: &mut Data) {
    from_middle(m, d, |m, d| {
        let mut watch = Stopwatch::start(m, d);
        Part::FORCE.run_and_sense(m, d, false);
        Part::ACCELERATION.run_and_sense(m, d, false);
        check::acc(m, d);
        inverse::compare_if_enabled(m, d);
        advance(m, d);
        // the first part has counted the step
        watch.add(m, d, Timer::Step);
    });
}

/// Forward dynamics: everything that follows from `qpos`, `qvel`, `act`, `ctrl` and applied forces.
#[doc(alias = "mj_forward")]
pub fn forward(m: &impl AsSystem, d: &mut Data) {
    forward_skip(m, d, Skip::Nothing, false);
}

/// [`forward`] with data of this model; else an error, and the data stays as it is.
///
/// # Errors
/// If the data was made for a model of other sizes.
pub fn try_forward(m: &impl AsSystem, d: &mut Data) -> Result<(), WrongModel> {
    d.accept(&m.as_system())?;
    forward(m, d);
    Ok(())
}

/// How much of the pipeline is still valid and need not be computed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[doc(alias = "mjtStage")]
pub enum Skip {
    /// Compute all.
    Nothing,
    /// What depends on positions only is valid.
    Pos,
    /// What depends on positions and velocities is valid.
    Vel,
}

/// [`forward`] without the stages that are still valid, and without sensors if so asked.
#[doc(alias = "mj_forwardSkip")]
pub fn forward_skip(m: &impl AsSystem, d: &mut Data, skip: Skip, skip_sensors: bool) {
    let run = |m: &System<'_>, d: &mut Data| forward_from(m, d, skip, skip_sensors);
    if skip == Skip::Nothing { from_start(m, d, run) } else { from_middle(m, d, run) }
}

/// The stages of [`forward`] up to one of them, with their sensors.
pub fn forward_to(m: &impl AsSystem, d: &mut Data, last: SensorStage) {
    match last {
        SensorStage::None => {}
        SensorStage::Acc => forward(m, d),
        SensorStage::Pos | SensorStage::Vel => from_start(m, d, |m, d| {
            Part::POSITION.run_and_sense(m, d, false);
            if last == SensorStage::Vel {
                Part::VELOCITY.run_and_sense(m, d, false);
            }
        }),
    }
}

/// [`forward_skip`] where no one else has written to integers.
pub(crate) fn forward_from(m: &System<'_>, d: &mut Data, skip: Skip, skip_sensors: bool) {
    let mut watch = Stopwatch::start(m, d);
    if skip < Skip::Pos {
        Part::POSITION.run_and_sense(m, d, skip_sensors);
    }
    if skip < Skip::Vel {
        Part::VELOCITY.run_and_sense(m, d, skip_sensors);
    }
    if !m.opt.disabled(DisableBit::Actuation) {
        m.hooks.control(m, d);
    }
    Part::FORCE.run_and_sense(m, d, skip_sensors);
    Part::ACCELERATION.run_and_sense(m, d, skip_sensors);
    watch.lap(m, d, Timer::Forward);
}

/// Position-dependent quantities.
#[doc(alias = "mj_fwdPosition")]
pub fn fwd_position(m: &impl AsSystem, d: &mut Data) {
    from_start(m, d, |m, d| Part::POSITION.run(m, d));
}

/// Poses of everything, and the tendons that run between them; wakes what the user moved or a tendon
/// pulls.
#[doc(alias = "mj_fwdKinematics")]
pub fn fwd_kinematics(m: &impl AsSystem, d: &mut Data) {
    from_start(m, d, |m, d| {
        kinematics::<f64>().for_each(|stage| stage.function()(m, d));
    });
}

/// Velocity-dependent quantities.
#[doc(alias = "mj_fwdVelocity")]
pub fn fwd_velocity(m: &impl AsSystem, d: &mut Data) {
    from_middle(m, d, |m, d| Part::VELOCITY.run(m, d));
}

/// Forces of actuators and derivatives of activations; see [`actuation::fwd_actuation`](crate::actuation).
pub fn fwd_actuation(m: &impl AsSystem, d: &mut Data) {
    from_middle(m, d, |m, d| Part::FORCE.run(m, d));
}

/// Accelerations without constraints: `qacc_smooth`.
#[doc(alias = "mj_fwdAcceleration")]
pub fn fwd_acceleration(m: &impl AsSystem, d: &mut Data) {
    from_start(m, d, |m, d| StageOf::FWD_ACCELERATION.function()(m, d));
}

/// Accelerations with constraints: `qacc`.
#[doc(alias = "mj_fwdConstraint")]
pub fn fwd_constraint(m: &impl AsSystem, d: &mut Data) {
    let is_solver = |stage: &StageOf<f64>| stage.timer == Timer::Constraint;
    from_middle(m, d, |m, d| Part::ACCELERATION.run_those(m, d, is_solver));
}
