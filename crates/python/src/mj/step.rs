//! The pipeline, whole and in stages.

use ferrodyn_engine::enums::Integrator;
use ferrodyn_engine::step::{self, Skip};
use ferrodyn_engine::{
    check, constraint, energy, integrate, inverse, island, passive, sensor, smooth,
};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change, change_long, fatal};
use super::{callback, functions};
use crate::args::Int;
use crate::data::MjData;
use crate::interrupt::Watch;
use crate::model::MjModel;

/// Functions of a model and its data alone: those that trust no integer that they have not computed,
/// and parts of them, for which integers that a program may have written are checked first.
macro_rules! stages {
    (
        whole { $($(#[$whole_doc:meta])* $whole:ident = $whole_engine:path;)* }
        parts { $($(#[$doc:meta])* $name:ident = $engine:path;)* }
    ) => {
        functions! {
            $($whole,)* $($name,)* mj_step, mj_implicit, mj_forwardSkip, mj_inverseSkip, mj_RungeKutta,
        }

        $(
            $(#[$whole_doc])*
            #[pyfunction]
            fn $whole(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                change(m, d, |m, d| $whole_engine(m, d))
            }
        )*
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                change(m, d, |m, d| {
                    check::integers(m, d);
                    $engine(m, d);
                })
            }
        )*
    };
}

stages! {
    whole {
        /// The part of a step before controls are needed.
        mj_step1 = step::step1;
        /// The part of a step after controls are set.
        mj_step2 = step::step2;
        /// Forward dynamics: everything that follows from the state and the inputs.
        mj_forward = step::forward;
        /// Inverse dynamics: qacc to `qfrc_inverse`.
        mj_inverse = inverse::inverse;
        /// Poses of everything, and the tendons that run between them.
        mj_fwdKinematics = step::fwd_kinematics;
        /// What depends on positions.
        mj_fwdPosition = step::fwd_position;
        /// What depends on velocities.
        mj_fwdVelocity = step::fwd_velocity;
        /// Accelerations without constraints, `qacc_smooth`.
        mj_fwdAcceleration = step::fwd_acceleration;
        /// Accelerations with constraints, qacc.
        mj_fwdConstraint = step::fwd_constraint;
        /// What depends on positions, for inverse dynamics.
        mj_invPosition = inverse::inv_position;
        /// What depends on velocities, for inverse dynamics.
        mj_invVelocity = inverse::inv_velocity;
        /// Forces of constraints by inverse dynamics.
        mj_invConstraint = inverse::inv_constraint;
        /// Checks qpos; resets if it is bad.
        mj_checkPos = check::pos;
        /// Checks qvel; resets if it is bad.
        mj_checkVel = check::vel;
        /// Checks qacc; resets if it is bad.
        mj_checkAcc = check::acc;
        /// Compares forward and inverse dynamics, into `solver_fwdinv`.
        mj_compareFwdInv = inverse::compare_fwd_inv;
        /// Potential energy.
        mj_energyPos = energy::pos;
        /// Kinetic energy.
        mj_energyVel = energy::vel;
    }
    parts {
        /// Forces of actuators and derivatives of activations.
        mj_fwdActuation = step::fwd_actuation;
        /// Makes the rows of all constraints.
        mj_makeConstraint = constraint::make;
        /// Finds the islands of trees that constraints connect.
        mj_island = island::find;
        /// Inverse inertia in the space of constraints, for the dual solvers.
        mj_projectConstraint = constraint::project;
        /// Velocities and reference accelerations of constraints.
        mj_referenceConstraint = constraint::reference;
        /// Advances the state by the semi-implicit Euler method.
        mj_Euler = integrate::euler;
        /// Sensors that depend on positions.
        mj_sensorPos = sensor::pos;
        /// Sensors that depend on velocities.
        mj_sensorVel = sensor::vel;
        /// Sensors that depend on accelerations and forces.
        mj_sensorAcc = sensor::acc;
        /// Poses of bodies, joints, geoms and sites.
        mj_kinematics = smooth::kinematics;
        /// Inertias and motion axes about centers of mass.
        mj_comPos = smooth::com_pos;
        /// Poses of cameras and lights.
        mj_camlight = smooth::camlight;
        /// Positions, boxes, edges and strains of flexes.
        mj_flex = smooth::flex;
        /// Lengths and moment arms of tendons.
        mj_tendon = smooth::tendon;
        /// Lengths and moment arms of actuators.
        mj_transmission = smooth::transmission;
        /// Composite inertias and the inertia matrix without tendons.
        mj_crb = smooth::crb;
        /// The inertia matrix.
        mj_makeM = smooth::make_m;
        /// Factors the inertia matrix.
        mj_factorM = smooth::factor_m;
        /// Velocities about centers of mass.
        mj_comVel = smooth::com_vel;
        /// Passive forces.
        mj_passive = passive::passive;
        /// Velocities and angular momenta of subtrees.
        mj_subtreeVel = smooth::subtree_vel;
        /// Accelerations and forces of bodies, given all forces.
        mj_rnePostConstraint = smooth::rne_post_constraint;
    }
}

/// Advances the simulation by a time step. Optionally, repeat nstep times.
#[pyfunction]
#[pyo3(signature = (m, d, nstep = Int(1)), text_signature = "(m, d, nstep=1)")]
fn mj_step(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, nstep: Int<i32>) -> PyResult<()> {
    if nstep.0 == 1 {
        return change(m, d, |m, d| step::step(m, d));
    }
    change_long(m, d, |m, d, signals| {
        let mut watch = Watch::new();
        for _ in 0..nstep.0 {
            step::step(m, d);
            if callback::failed() || (watch.is_due() && !signals(m, d)) {
                break;
            }
        }
    })
}

/// Advances the state by an implicit method, which must be the integrator of the model.
#[pyfunction]
fn mj_implicit(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    let integrator = m.get().store()?.with(|m| m.opt.integrator())?;
    if !matches!(integrator, Some(Integrator::Implicit | Integrator::ImplicitFast)) {
        return Err(fatal("mj_implicit", "the integrator must be implicit or implicitfast"));
    }
    change(m, d, |m, d| {
        check::integers(m, d);
        integrate::implicit(m, d);
    })
}

/// Forward dynamics without the stages that are still valid, and without sensors if so asked.
#[pyfunction]
fn mj_forwardSkip(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    skipstage: Int<i32>,
    skipsensor: Int<i32>,
) -> PyResult<()> {
    let (skip, skip_sensors) = (skip(skipstage.0), skipsensor.0 != 0);
    change(m, d, |m, d| step::forward_skip(m, d, skip, skip_sensors))
}

/// Inverse dynamics without the stages that are still valid, and without sensors if so asked.
#[pyfunction]
fn mj_inverseSkip(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    skipstage: Int<i32>,
    skipsensor: Int<i32>,
) -> PyResult<()> {
    let (skip, skip_sensors) = (skip(skipstage.0), skipsensor.0 != 0);
    change(m, d, |m, d| inverse::inverse_skip(m, d, skip, skip_sensors))
}

/// Advances the state by the Runge-Kutta method of order N = 4.
#[pyfunction]
fn mj_RungeKutta(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, N: Int<i32>) -> PyResult<()> {
    if N.0 != 4 {
        return Err(fatal("mj_RungeKutta", "the order is 4"));
    }
    change(m, d, |m, d| {
        check::integers(m, d);
        integrate::runge_kutta4(m, d, |d| step::forward_skip(m, d, Skip::Nothing, true));
    })
}

/// The stages that `mjtStage` says are still valid.
fn skip(stage: i32) -> Skip {
    match stage {
        i32::MIN..=0 => Skip::Nothing,
        1 => Skip::Pos,
        _ => Skip::Vel,
    }
}
