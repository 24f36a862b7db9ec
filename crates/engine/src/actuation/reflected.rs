//! Rotor inertia and damping that actuators reflect to their joint or tendon.
//!
//! | reads |
//! |---|
//! | `jnt_actuatorid`, `tendon_actuatorid`, `actuator_trntype`, `actuator_trnid` |
//! | `actuator_damping`, `actuator_dampingpoly`, `actuator_armature`, `actuator_gear` |
//!
//! Both grow with the square of the gear. `jnt_actuatorid` and `tendon_actuatorid` name the one
//! actuator that contributes; -1 says none, anything below says several.

use crate::constants::NPOLY;
use crate::enums::TrnType;
use crate::ids::{ActuatorId, JointId, TendonId};
use crate::model::Model;

/// What inherits from actuators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Joint(JointId),
    Tendon(TendonId),
}

impl Target {
    /// The entry of `jnt_actuatorid` or `tendon_actuatorid`.
    fn actuator(self, m: &Model) -> i32 {
        match self {
            Self::Joint(j) => m.jnt_actuatorid[j].raw(),
            Self::Tendon(t) => m.tendon_actuatorid[t].raw(),
        }
    }

    /// Whether an actuator acts on it.
    fn is_moved_by(self, m: &Model, a: ActuatorId) -> bool {
        let kind = m.actuator_trntype[a].get();
        let id = m.actuator_trnid[a][0];
        match self {
            Self::Joint(j) => {
                id == j.raw() && matches!(kind, Some(TrnType::Joint | TrnType::JointInParent))
            }
            Self::Tendon(t) => id == t.raw() && kind == Some(TrnType::Tendon),
        }
    }

    /// Calls `visit` with each contributing actuator and the square of its gear.
    fn for_each(self, m: &Model, mut visit: impl FnMut(ActuatorId, f64)) {
        let mut visit = |a: ActuatorId| {
            let gear = m.actuator_gear[a][0];
            visit(a, gear * gear);
        };
        match self.actuator(m) {
            -1 => {}
            id if id >= 0 => visit(ActuatorId(id as usize)),
            _ => m.actuators().filter(|&a| self.is_moved_by(m, a)).for_each(visit),
        }
    }
}

/// Rotor inertia reflected to a joint or tendon.
#[doc(alias = "mj_actuatorArmature")]
pub(crate) fn armature(m: &Model, target: Target) -> f64 {
    let mut sum = 0.0;
    target.for_each(m, |a, gear2| sum += m.actuator_armature[a] * gear2);
    sum
}

/// Linear damping reflected to a joint or tendon; adds the polynomial part to `poly`.
#[doc(alias = "mj_actuatorDamping")]
pub(crate) fn damping(m: &Model, target: Target, poly: &mut [f64; NPOLY]) -> f64 {
    let mut sum = 0.0;
    target.for_each(m, |a, gear2| {
        sum += m.actuator_damping[a] * gear2;
        for (to, from) in poly.iter_mut().zip(m.actuator_dampingpoly[a]) {
            *to += from * gear2;
        }
    });
    sum
}
