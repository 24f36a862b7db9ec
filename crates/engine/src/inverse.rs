//! Inverse dynamics: the force that gives the accelerations at hand.
//!
//! | reads | writes |
//! |---|---|
//! | `qvel`, `qacc` | `qfrc_inverse`, and what the stages before write |
//! | `nefc`, `qfrc_applied`, `M`, `qfrc_passive` | `solver_fwdinv` |
//! | `qDeriv`, `qfrc_actuator`, `efc_aref` | `qacc`, `qH`, `qLU` |
//! | `jnt_actuatorid`, `dof_jntid` | `qfrc_smooth`, `qfrc_constraint`, `efc_force` |
//! | `dof_damping`, `dof_dampingpoly` | |
//! | `D_rownnz`, `D_rowadr`, `D_colind` | |
//! | `mapM2D`, `mapD2M`, `opt.disableflags` | |
//! | `opt.enableflags`, `opt.integrator` | |
//! | `opt.timestep` | |
//!
//! `qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint`, which after forward
//! dynamics is what actuators and applied forces add up to.

use crate::actuation::reflected::{self, Target};
use crate::consistency::{from_middle, from_start};
use crate::constants::NPOLY;
use crate::data::{Data, DataOf, WrongModel};
use crate::derivative::smooth_vel;
use crate::enums::{DisableBit, EnableBit, Integrator, Timer};
use crate::hooks::stopwatch::Stopwatch;
use crate::hooks::{AsSystem, System};
use crate::ids::{DofDofAdr, MAdr};
use crate::linalg::dense::{norm, sub_from};
use crate::linalg::ldl::{self, Rows};
use crate::linalg::sparse;
use crate::math::poly;
use crate::pipeline::Part;
use crate::step::{self, Skip};
use crate::{constraint, energy, sensor, smooth, support};

/// Computes `qfrc_inverse` from positions, velocities and accelerations.
///
/// With `invdiscrete` enabled, `qacc` is the difference of velocities over a time step instead; of
/// no effect with the Runge-Kutta integrator, which has no such form.
///
/// Data of another model is left with NaN in all its numbers, see [`Data::check_model`].
#[doc(alias = "mj_inverse")]
pub fn inverse(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    inverse_skip(m, d, Skip::Nothing, false);
}

/// [`inverse`] with data of this model; else an error, and the data stays as it is.
///
/// # Errors
/// If the data was made for a model of other sizes.
pub fn try_inverse(m: &impl AsSystem, d: &mut Data) -> Result<(), WrongModel> {
    let m = &m.as_system();
    d.accept(m)?;
    inverse(m, d);
    Ok(())
}

/// [`inverse`] without the stages that are still valid, and without sensors if so asked.
#[doc(alias = "mj_inverseSkip")]
pub fn inverse_skip(m: &impl AsSystem, d: &mut Data, skip: Skip, skip_sensors: bool) {
    let run = |m: &System<'_>, d: &mut Data| inverse_from(m, d, skip, skip_sensors);
    if skip == Skip::Nothing { from_start(m, d, run) } else { from_middle(m, d, run) }
}

/// [`inverse_skip`] where no one else has written to integers.
fn inverse_from(m: &System<'_>, d: &mut Data, skip: Skip, skip_sensors: bool) {
    let mut watch = Stopwatch::start(m, d);
    if skip < Skip::Pos {
        Part::POSITION.run_inverse(m, d);
        if !skip_sensors {
            sensor::pos(m, d);
        }
        energy::pos_if_enabled(m, d);
    }
    if skip < Skip::Vel {
        Part::VELOCITY.run_and_sense(m, d, skip_sensors);
    }

    // accelerations over a time step: the stages below take those in continuous time
    let mut discrete = d.scratch.take(m.nv);
    discrete.copy_from_slice(&d.qacc);
    if m.opt.enabled(EnableBit::InvDiscrete) {
        continuous_acc(m, d);
    }

    constraint_forces(m, d);
    inertial_force(m, d);
    Part::ACCELERATION.sense(m, d, skip_sensors);
    d.qacc.copy_from_slice(&discrete);
    d.scratch.give(discrete);
    watch.lap(m, d, Timer::Inverse);
}

/// Position-dependent quantities.
#[doc(alias = "mj_invPosition")]
pub fn inv_position(m: &impl AsSystem, d: &mut Data) {
    from_start(m, d, |m, d| Part::POSITION.run_inverse(m, d));
}

/// Velocity-dependent quantities.
#[doc(alias = "mj_invVelocity")]
pub fn inv_velocity(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    step::fwd_velocity(m, d);
}

/// Constraint forces that the accelerations imply: `efc_force`, `efc_state`, `qfrc_constraint`.
#[doc(alias = "mj_invConstraint")]
pub fn inv_constraint(m: &impl AsSystem, d: &mut Data) {
    from_middle(m, d, constraint_forces);
}

fn constraint_forces(m: &System<'_>, d: &mut Data) {
    let mut watch = Stopwatch::start_stage(m, d);
    d.qfrc_constraint.fill(0.0);
    if d.nefc > 0 && d.efc_aref.len() == d.efc_force.len() {
        // jar = J qacc - aref
        let mut jar = d.scratch.take(d.efc_force.len());
        constraint::to_rows(m, d, &d.qacc, &mut jar);
        sub_from(&mut jar, &d.efc_aref);
        constraint::update_forces(m, d, &jar, false);
        d.scratch.give(jar);
    }
    watch.lap(m, d, Timer::Constraint);
}

/// `qfrc_inverse` from bias forces, inertia, passive and constraint forces.
fn inertial_force(m: &System<'_>, d: &mut Data) {
    let mut force = d.scratch.take(m.nv);
    smooth::rne_into(m, d, false, &mut force);
    smooth::add_tendon_bias(m, d, &mut force);
    d.qfrc_inverse.copy_from_slice(&force);
    smooth::mul_inertia(m, d, &mut force, &d.qacc);
    for (k, inertial) in m.dofs().zip(&force) {
        d.qfrc_inverse[k] += inertial - d.qfrc_passive[k] - d.qfrc_constraint[k];
    }
    d.scratch.give(force);
}

/// Turns `qacc`, the change of velocity over a time step, into the acceleration that the
/// integrator makes that change from.
fn continuous_acc(m: &System<'_>, d: &mut Data) {
    let mut force = d.scratch.take(m.nv);
    let known = match m.opt.integrator() {
        Some(Integrator::Rk4) => false,
        Some(Integrator::Implicit) => implicit_force(m, d, &mut force),
        Some(Integrator::ImplicitFast) => implicit_fast_force(m, d, &mut force),
        _ => euler_force(m, d, &mut force),
    };
    if known {
        smooth::solve_inertia(m, d, &mut force);
        d.qacc.copy_from_slice(&force);
    }
    d.scratch.give(force);
}

/// `force = (M + h B) qacc` with the damping `B` of dofs; false if that is `M qacc`.
fn euler_force(m: &System<'_>, d: &mut Data, force: &mut [f64]) -> bool {
    let damped = m.dofs().any(|k| {
        m.dof_damping[k] > 0.0
            || m.dof_dampingpoly[k] != [0.0; NPOLY]
            || m.jnt_actuatorid[m.dof_jntid[k].present()].raw() != -1
    });
    if !damped || m.opt.disabled(DisableBit::EulerDamp) {
        return false;
    }
    smooth::mul_inertia(m, d, force, &d.qacc);
    for (k, force) in m.dofs().zip(force) {
        let mut coefficients = m.dof_dampingpoly[k];
        let joint = Target::Joint(m.dof_jntid[k].present());
        let linear = m.dof_damping[k] + reflected::damping(m, joint, &mut coefficients);
        let damping = poly::force_derivative(linear, &coefficients, d.qvel[k], true);
        *force += m.opt.timestep * damping * d.qacc[k];
    }
    true
}

/// `force = (M - h qDeriv) qacc` with all derivatives.
fn implicit_force(m: &System<'_>, d: &mut Data, force: &mut [f64]) -> bool {
    smooth_vel(m, d, true);
    let Data { qLU, qDeriv, M, qacc, .. } = d;
    for adr in (0..m.nD).map(DofDofAdr) {
        let inertia = MAdr::new(m.mapM2D[adr]).map_or(0.0, |from| M[from]);
        qLU[adr] = inertia + qDeriv[adr] * -m.opt.timestep;
    }
    for (k, force) in m.dofs().zip(force) {
        let first = m.D_rowadr[k] as usize;
        let span = DofDofAdr(first)..DofDofAdr(first + m.D_rownnz[k] as usize);
        *force = sparse::dot(&qLU[span.clone()], &m.D_colind[span], qacc);
    }
    true
}

/// `force = (M - h qDeriv) qacc` with derivatives that are symmetric, without those of bias forces.
fn implicit_fast_force(m: &System<'_>, d: &mut Data, force: &mut [f64]) -> bool {
    smooth_vel(m, d, false);
    let DataOf { qH, qDeriv, M, qacc, .. } = d;
    for adr in (0..m.nC).map(MAdr) {
        qH[adr] = M[adr] + qDeriv[DofDofAdr(m.mapD2M[adr] as usize)] * -m.opt.timestep;
    }
    ldl::mul_sym(Rows::of_inertia(m), qH, qacc, force);
    true
}

/// Adds the forces on bodies to forces on dofs; the stage adds them to `qfrc_smooth`.
fn add_cartesian_forces(m: &System<'_>, d: &mut Data, force: &mut [f64]) {
    let mut smooth = d.scratch.take(m.nv);
    smooth.copy_from_slice(&d.qfrc_smooth);
    d.qfrc_smooth.copy_from_slice(force);
    support::xfrc_accumulate(m, d);
    force.copy_from_slice(&d.qfrc_smooth);
    d.qfrc_smooth.copy_from_slice(&smooth);
    d.scratch.give(smooth);
}

/// [`compare_fwd_inv`] if the options ask for it.
pub(crate) fn compare_if_enabled(m: &System<'_>, d: &mut Data) {
    if m.opt.enabled(EnableBit::FwdInv) {
        compare(m, d);
    }
}

/// Compares forward and inverse dynamics and stores how far their constraint forces
/// (`solver_fwdinv[0]`) and applied forces (`solver_fwdinv[1]`) are apart; zero without
/// constraints. Results of forward dynamics stay.
#[doc(alias = "mj_compareFwdInv")]
pub fn compare_fwd_inv(m: &impl AsSystem, d: &mut Data) {
    from_middle(m, d, compare);
}

fn compare(m: &System<'_>, d: &mut Data) {
    d.solver_fwdinv = [0.0; 2];
    if d.nefc == 0 {
        return;
    }
    let mut applied = d.scratch.take(m.nv);
    for k in m.dofs() {
        applied[k.0] = d.qfrc_applied[k] + d.qfrc_actuator[k];
    }
    add_cartesian_forces(m, d, &mut applied);
    let mut constraint = d.scratch.take(m.nv);
    constraint.copy_from_slice(&d.qfrc_constraint);
    let mut efc_force = d.scratch.take(d.efc_force.len());
    efc_force.copy_from_slice(&d.efc_force);

    inverse_from(m, d, Skip::Vel, true);

    let mut difference = d.scratch.take(m.nv);
    for k in m.dofs() {
        difference[k.0] = constraint[k.0] - d.qfrc_constraint[k];
    }
    d.solver_fwdinv[0] = norm(&difference);
    for k in m.dofs() {
        difference[k.0] = applied[k.0] - d.qfrc_inverse[k];
    }
    d.solver_fwdinv[1] = norm(&difference);

    d.qfrc_constraint.copy_from_slice(&constraint);
    d.efc_force.copy_from_slice(&efc_force);
    for buffer in [applied, constraint, efc_force, difference] {
        d.scratch.give(buffer);
    }
}
