//! Actuators: from controls and activations to forces on the degrees of freedom.
//!
//! ```text
//! force = gain(length, velocity) * (ctrl or act) + bias(length, velocity)
//! qfrc_actuator = moment' * force
//! ```
//!
//! - [`input`]: the controls that actuators receive;
//! - [`dynamics`]: how activations change, [`muscle`] and [`dcmotor`] among them;
//! - [`force`]: gain, bias and limits;
//! - [`delay`]: controls of the past;
//! - [`plugin`]: actuators that plugins drive;
//! - [`reflected`]: inertia and damping that actuators add to what they move.

mod dcmotor;
pub mod delay;
mod dynamics;
mod filter;
mod force;
mod input;
pub mod muscle;
mod plugin;
pub(crate) mod reflected;

use std::ops::Range;

pub(crate) use dynamics::{advance_activations, next_activation};

use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, EnableBit, ObjType, SleepState};
use crate::hooks::{AsSystem, OfActuator};
use crate::ids::ActuatorId;
use crate::model::Model;
use crate::plan::Actuator;
use crate::sleep::sleep_state;
use crate::stage::stage;

stage! {
    /// Forces of actuators and derivatives of activations.
    ACTUATION = Lanes(fwd_actuation), Actuation;
    model {
        opt.disableflags opt.enableflags actuator_biastype actuator_dynprm actuator_gainprm
        actuator_biasprm actuator_plugin opt.timestep jnt_type jnt_dofadr jnt_actfrclimited
        jnt_actgravcomp jnt_actfrcrange tendon_actfrclimited tendon_actfrcrange actuator_trntype
        actuator_trnid actuator_forcelimited actuator_actearly actuator_forcerange actuator_acc0
        actuator_lengthrange opt.disableactuator opt.gravity actuator_delay actuator_ctrllimited
        actuator_ctrlrange
    }
    reads {
        time ctrl history act actuator_length actuator_velocity actuator_moment moment_rownnz
        moment_rowadr moment_colind qfrc_gravcomp
    }
    writes { act_dot actuator_force qfrc_actuator }
}

/// Actuator forces: `act_dot`, `actuator_force`, `qfrc_actuator`.
#[doc(alias = "mj_fwdActuation")]
pub fn fwd_actuation<N: Lanes>(m: &impl AsSystem, d: &mut DataOf<N>) {
    let m = &m.as_system();
    d.actuator_force.fill(N::ZERO);
    if m.nu == 0 || m.opt.disabled(DisableBit::Actuation) {
        d.qfrc_actuator.fill(N::ZERO);
        return;
    }

    // controls: -> local copy, which motors with a controller change
    let mut ctrl = d.scratch.take(m.nu);
    input::read(m, d, &mut ctrl);
    dynamics::act_dot(m, d, &mut ctrl);
    plugin::act_dot(m, d);

    // forces: gain * input + bias, limited by tendon and by actuator
    force::actuator_force(m, d, &mut ctrl);
    d.scratch.give(ctrl);
    plugin::actuator_force(m, d);
    force::limit_tendons(m, d);
    force::limit_actuators(m, d);
    dcmotor::add_friction(m, d);

    // generalized forces
    force::qfrc_actuator(m, d);
    force::add_gravcomp(m, d);
    force::limit_joints(m, d);
}

/// Where the activations of an actuator are, `None` if it has none.
fn activations(m: &Model, u: ActuatorId) -> Option<Range<usize>> {
    planned(m, u).activations.clone()
}

/// The entry of an actuator in the plan.
fn planned(m: &Model, u: ActuatorId) -> &Actuator {
    &m.plan().actuators.list[u.0]
}

/// Whether an actuator and all that it moves sleep.
pub(crate) fn is_asleep<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId) -> bool {
    m.opt.enabled(EnableBit::Sleep)
        && sleep_state(m, d, ObjType::Actuator, u.raw()) == SleepState::Asleep
}

/// What a user's closure says about an actuator; `None` without one. It takes the data of one
/// simulation: in lanes, where data is not made with such closures, no number.
fn ask<N: Lanes>(
    callback: Option<&OfActuator>,
    m: &Model,
    d: &DataOf<N>,
    u: ActuatorId,
) -> Option<N> {
    let callback = callback?;
    Some(N::splat(N::single(d).map_or(f64::NAN, |d| callback(m, d, u))))
}

#[cfg(test)]
mod tests;
