//! The pipeline: calls in MuJoCo's order, no arithmetic.
//!
//! | reads | writes |
//! |---|---|
//! | `opt.disableflags`, `opt.integrator` | `flg_energypos`, `flg_energyvel` |
//! | | `flg_subtreevel`, `flg_rnepost` |

use crate::collision::NearPair;
use crate::data::{Data, DataOf, Lanes, WrongModel};
use crate::enums::{DisableBit, Integrator, SensorStage, Timer};
use crate::hooks::stopwatch::Stopwatch;
use crate::hooks::{AsSystem, System};
use crate::{
    actuation, check, collision, consistency, constraint, energy, integrate, inverse, island,
    passive, sensor, sleep, smooth, solver,
};

/// Advances the simulation by one time step.
///
/// Data of another model is left with NaN in all its numbers, see [`Data::check_model`]; so do all
/// functions here. [`try_step`] returns an error instead.
#[doc(alias = "mj_step")]
pub fn step(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if !consistency::mend_sleep(m, d) {
        return;
    }
    let mut watch = Stopwatch::start(m, d);
    check::pos(m, d);
    check::vel(m, d);
    forward_from(m, d, Skip::Nothing, false);
    check::acc(m, d);
    inverse::compare_if_enabled(m, d);
    match m.opt.integrator() {
        Some(Integrator::Rk4) => {
            integrate::runge_kutta4(m, d, |d| forward_from(m, d, Skip::Nothing, true));
        }
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            advance(m, d, |m, d| integrate::implicit(m, d));
        }
        _ => advance(m, d, |m, d| integrate::euler(m, d)),
    }
    watch.lap(m, d, Timer::Step);
}

/// [`step`] with data of this model; else an error, and the data stays as it is.
///
/// # Errors
/// If the data was made for a model of other sizes.
pub fn try_step(m: &impl AsSystem, d: &mut Data) -> Result<(), WrongModel> {
    let m = &m.as_system();
    d.accept(m)?;
    step(m, d);
    Ok(())
}

/// Integrates by `method`, and measures it.
fn advance(m: &System<'_>, d: &mut Data, method: fn(&System<'_>, &mut Data)) {
    let mut watch = Stopwatch::start_stage(m, d);
    method(m, d);
    watch.lap(m, d, Timer::Advance);
}

/// The part of [`step`] before the controls are needed: set `ctrl` and applied forces after it,
/// then call [`step2`].
#[doc(alias = "mj_step1")]
pub fn step1(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if !consistency::mend_sleep(m, d) {
        return;
    }
    let mut watch = Stopwatch::start(m, d);
    check::pos(m, d);
    check::vel(m, d);
    position(m, d);
    sensor::pos(m, d);
    energy::pos_or_zero(m, d);
    velocity(m, d);
    sensor::vel(m, d);
    energy::vel_if_enabled(m, d);
    m.hooks.control(m, d);
    watch.lap(m, d, Timer::Step);
}

/// The part of [`step`] after the controls are set; never Runge-Kutta, Euler instead.
#[doc(alias = "mj_step2")]
pub fn step2(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if !consistency::mend(m, d) {
        return;
    }
    let mut watch = Stopwatch::start(m, d);
    actuate(m, d);
    accelerate(m, d);
    solve(m, d);
    d.flg_rnepost = 0;
    sensor::acc(m, d);
    check::acc(m, d);
    inverse::compare_if_enabled(m, d);
    match m.opt.integrator() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            advance(m, d, |m, d| integrate::implicit(m, d));
        }
        _ => advance(m, d, |m, d| integrate::euler(m, d)),
    }
    // the first part has counted the step
    watch.add(m, d, Timer::Step);
}

/// Forward dynamics: everything that follows from `qpos`, `qvel`, `act`, `ctrl` and applied forces.
#[doc(alias = "mj_forward")]
pub fn forward(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    forward_skip(m, d, Skip::Nothing, false);
}

/// [`forward`] with data of this model; else an error, and the data stays as it is.
///
/// # Errors
/// If the data was made for a model of other sizes.
pub fn try_forward(m: &impl AsSystem, d: &mut Data) -> Result<(), WrongModel> {
    let m = &m.as_system();
    d.accept(m)?;
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
    let m = &m.as_system();
    let fits =
        if skip == Skip::Nothing { consistency::mend_sleep(m, d) } else { consistency::mend(m, d) };
    if fits {
        forward_from(m, d, skip, skip_sensors);
    }
}

/// The stages of [`forward`] up to one of them, with their sensors.
pub fn forward_to(m: &impl AsSystem, d: &mut Data, last: SensorStage) {
    let m = &m.as_system();
    match last {
        SensorStage::Acc => forward(m, d),
        SensorStage::Pos | SensorStage::Vel if consistency::mend_sleep(m, d) => {
            position(m, d);
            sensor::pos(m, d);
            energy::pos_or_zero(m, d);
            if last == SensorStage::Vel {
                velocity(m, d);
                sensor::vel(m, d);
                energy::vel_if_enabled(m, d);
            }
        }
        SensorStage::None | SensorStage::Pos | SensorStage::Vel => {}
    }
}

/// [`forward_skip`] where no one else has written to integers.
pub(crate) fn forward_from(m: &System<'_>, d: &mut Data, skip: Skip, skip_sensors: bool) {
    let mut watch = Stopwatch::start(m, d);

    // positions
    if skip < Skip::Pos {
        position(m, d);
        if !skip_sensors {
            sensor::pos(m, d);
        }
        energy::pos_or_zero(m, d);
    }

    // velocities
    if skip < Skip::Vel {
        velocity(m, d);
        if !skip_sensors {
            sensor::vel(m, d);
        }
        energy::vel_if_enabled(m, d);
    }

    // forces and accelerations
    if !m.opt.disabled(DisableBit::Actuation) {
        m.hooks.control(m, d);
    }
    actuate(m, d);
    accelerate(m, d);
    solve(m, d);
    if !skip_sensors {
        d.flg_rnepost = 0;
        sensor::acc(m, d);
    }
    watch.lap(m, d, Timer::Forward);
}

/// The stages of [`forward`] that do not know of contacts and constraints, for simulations in lanes:
/// [`constrain`] does the rest for each.
#[doc(hidden)]
pub fn forward_smooth<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    smooth::kinematics(m, d);
    smooth::com_pos(m, d);
    smooth::camlight(m, d);
    smooth::tendon(m, d);
    smooth::make_m(m, d);
    smooth::factor_m(m, d);
    smooth::transmission(m, d);

    smooth::tendon_velocity(m, d);
    smooth::actuator_velocity(m, d);
    smooth::com_vel(m, d);
    passive::passive(m, d);
    smooth::bias(m, d);

    actuation::fwd_actuation(m, d);
    smooth::acceleration(m, d);
}

/// The stages of [`forward`] that [`forward_smooth`] has left out; pairs of geoms that may touch can be
/// `known`.
pub(crate) fn constrain(
    m: &System<'_>,
    d: &mut Data,
    known: Option<&[NearPair]>,
    skip_sensors: bool,
) {
    (d.flg_energypos, d.flg_energyvel) = (0, 0);
    (d.flg_subtreevel, d.flg_rnepost) = (0, 0);
    collision::collide_near(m, d, known);
    constraint::make(m, d);
    island::find(m, d);
    constraint::project(m, d);
    constraint::reference(m, d);
    energy::pos_or_zero(m, d);
    energy::vel_if_enabled(m, d);
    solver::solve(m, d);
    if !skip_sensors {
        sensor::pos(m, d);
        energy::forget_vel(m, d);
        sensor::vel(m, d);
        sensor::acc(m, d);
    }
}

/// Position-dependent quantities.
#[doc(alias = "mj_fwdPosition")]
pub fn fwd_position(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if consistency::mend_sleep(m, d) {
        position(m, d);
    }
}

/// [`fwd_position`] where no one else has written to integers.
fn position(m: &System<'_>, d: &mut Data) {
    d.flg_energypos = 0;
    let mut whole = Stopwatch::start_stage(m, d);
    let mut watch = Stopwatch::start_stage(m, d);

    // poses: qpos -> xpos, xquat, geom_xpos, site_xpos, ten_length
    kinematics(m, d);
    watch.lap(m, d, Timer::PosKinematics);

    // inertia: M = L' D L
    smooth::make_m(m, d);
    smooth::factor_m(m, d);
    watch.lap(m, d, Timer::PosInertia);

    // contacts: geom_xpos -> contact
    collision::collide(m, d);
    if sleep::wake_collision(m, d) > 0 {
        sleep::update(m, d);
        collision::collide(m, d);
    }
    if sleep::wake_equality(m, d) > 0 {
        sleep::update(m, d);
    }
    watch.restart(m, d);

    // constraints: contact -> efc_J, efc_pos, efc_D
    constraint::make(m, d);
    island::find(m, d);
    watch.lap(m, d, Timer::PosMake);

    // actuators: -> actuator_length, actuator_moment
    smooth::transmission(m, d);
    watch.add(m, d, Timer::PosKinematics);

    // inverse inertia of constraints: -> efc_AR
    constraint::project(m, d);
    watch.lap(m, d, Timer::PosProject);
    whole.lap(m, d, Timer::Position);
}

/// Poses of everything, and the tendons that run between them; wakes what the user moved or a tendon
/// pulls.
#[doc(alias = "mj_fwdKinematics")]
pub fn fwd_kinematics(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if consistency::mend_sleep(m, d) {
        kinematics(m, d);
    }
}

fn kinematics(m: &System<'_>, d: &mut Data) {
    smooth::kinematics(m, d);
    smooth::com_pos(m, d);
    smooth::camlight(m, d);
    smooth::flex(m, d);
    smooth::tendon(m, d);
    if sleep::wake_tendon(m, d) > 0 {
        sleep::update(m, d);
    }
}

/// Velocity-dependent quantities.
#[doc(alias = "mj_fwdVelocity")]
pub fn fwd_velocity(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if consistency::mend(m, d) {
        velocity(m, d);
    }
}

/// [`fwd_velocity`] where no one else has written to integers.
pub(crate) fn velocity(m: &System<'_>, d: &mut Data) {
    d.flg_subtreevel = 0;
    d.flg_energyvel = 0;
    let mut watch = Stopwatch::start_stage(m, d);

    smooth::flex_velocity(m, d);
    smooth::tendon_velocity(m, d);
    smooth::actuator_velocity(m, d);
    smooth::com_vel(m, d);
    passive::passive(m, d);
    passive::add_hooks(m, d);
    constraint::reference(m, d);

    // Coriolis, centrifugal and gravity forces: -> qfrc_bias
    smooth::bias(m, d);
    watch.lap(m, d, Timer::Velocity);
}

/// Forces of actuators and derivatives of activations; see [`actuation::fwd_actuation`].
pub fn fwd_actuation(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if consistency::mend(m, d) {
        actuate(m, d);
    }
}

fn actuate(m: &System<'_>, d: &mut Data) {
    let mut watch = Stopwatch::start_stage(m, d);
    actuation::fwd_actuation(m, d);
    if m.nu > 0 && !m.opt.disabled(DisableBit::Actuation) {
        watch.lap(m, d, Timer::Actuation);
    }
}

/// Accelerations without constraints: `qacc_smooth`.
#[doc(alias = "mj_fwdAcceleration")]
pub fn fwd_acceleration(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if consistency::mend_sleep(m, d) {
        accelerate(m, d);
    }
}

fn accelerate(m: &System<'_>, d: &mut Data) {
    smooth::acceleration(m, d);
}

/// Accelerations with constraints: `qacc`.
#[doc(alias = "mj_fwdConstraint")]
pub fn fwd_constraint(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if consistency::mend(m, d) {
        solve(m, d);
    }
}

fn solve(m: &System<'_>, d: &mut Data) {
    let mut watch = Stopwatch::start_stage(m, d);
    solver::solve(m, d);
    watch.lap(m, d, Timer::Constraint);
}
