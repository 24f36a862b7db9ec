//! Constants that do not depend on the configuration.
//!
//! | reads | writes |
//! |---|---|
//! | `body_mass`, `body_gravcomp` | `body_subtreemass`, `ngravcomp` |
//! | `actuator_trntype`, `actuator_trnid` and what actuators add to their joints and tendons | `jnt_actuatorid`, `tendon_actuatorid` |
//! | `body_parentid`, `actuator_damping`, `actuator_dampingpoly`, `actuator_armature` | |

use crate::enums::TrnType;
use crate::fields::Link;
use crate::ids::{ActuatorId, BodyId, JointId, TendonId};
use crate::model::Model;

/// More than one actuator does.
const SEVERAL_ACTUATORS: Link<ActuatorId> = Link::from_raw(-2);

/// Masses of subtrees, leaves to root.
pub(super) fn subtree_mass(m: &mut Model) {
    m.body_subtreemass.copy_from_slice(&m.body_mass);
    for b in m.bodies().skip(1).rev() {
        let (mass, parent) = (m.body_subtreemass[b], m.body_parentid[b].raw());
        m.body_subtreemass[BodyId(parent as usize)] += mass;
    }
}

/// How many bodies have gravity compensated.
pub(super) fn count_gravcomp(m: &mut Model) {
    let count = m.body_gravcomp.iter().filter(|&&share| share > 0.0).count();
    // a change of structure means a new plan
    if m.ngravcomp != count {
        m.structure_mut().sizes.ngravcomp = count;
    }
}

/// The actuator that adds damping or inertia to each joint and tendon.
pub(super) fn actuator_of_joints_and_tendons(m: &mut Model) {
    let adding: Vec<_> = m.actuators().filter(|&a| adds_damping_or_inertia(m, a)).collect();
    let (mut of_joints, mut of_tendons) =
        (m.jnt_actuatorid.duplicate(), m.tendon_actuatorid.duplicate());
    of_joints.fill(Link::NONE);
    of_tendons.fill(Link::NONE);
    for a in adding {
        let target = m.actuator_trnid[a][0] as usize;
        let slot = match m.actuator_trntype[a].get() {
            Some(TrnType::Joint | TrnType::JointInParent) => &mut of_joints[JointId(target)],
            Some(TrnType::Tendon) => &mut of_tendons[TendonId(target)],
            _ => continue,
        };
        *slot = if *slot == Link::NONE { a.into() } else { SEVERAL_ACTUATORS };
    }
    let same = of_joints.as_slice() == m.jnt_actuatorid.as_slice()
        && of_tendons.as_slice() == m.tendon_actuatorid.as_slice();
    if !same {
        let s = m.structure_mut();
        (s.jnt_actuatorid, s.tendon_actuatorid) = (of_joints, of_tendons);
    }
}

fn adds_damping_or_inertia(m: &Model, a: ActuatorId) -> bool {
    m.actuator_damping[a] != 0.0
        || m.actuator_dampingpoly[a].iter().any(|&c| c != 0.0)
        || m.actuator_armature[a] != 0.0
}
