//! Actuators: what they drive and how their force comes about.
//!
//! | reads |
//! |---|
//! | `actuator_trntype`, `actuator_dyntype` |
//! | `actuator_gaintype`, `actuator_biastype`, `actuator_trnid`, `actuator_actadr` |
//! | `actuator_actnum`, `actuator_plugin` |

use std::ops::Range;

use super::{Joint, index};
use crate::enums::{BiasType, DynType, GainType, JointType, TrnType};
use crate::ids::{ActuatorId, DofId, QposAdr};
use crate::model::Structure;

/// All actuators, and what there is among them.
#[derive(Debug, Default)]
pub(crate) struct Actuators {
    pub(crate) list: Vec<Actuator>,
    /// Whether some pull tendons.
    pub(crate) tendons: bool,
    /// Whether some are motors with friction.
    pub(crate) motors: bool,
}

/// An actuator.
#[derive(Clone, Debug)]
pub(crate) struct Actuator {
    pub(crate) drives: Drives,
    pub(crate) dynamics: Option<DynType>,
    pub(crate) gain: Option<GainType>,
    pub(crate) bias: Option<BiasType>,
    /// Its activations, `None` if it has none.
    pub(crate) activations: Option<Range<usize>>,
    /// Whether a plugin computes its force.
    pub(crate) plugin: bool,
}

/// What an actuator acts on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drives {
    /// The only position and dof of a slide or hinge.
    Axis(QposAdr, DofId),
    /// Anything else.
    Other(Option<TrnType>),
}

impl Actuators {
    pub(super) fn compile(s: &Structure, joints: &[Joint]) -> Self {
        let list: Vec<Actuator> = s.actuators().map(|u| actuator(s, u, joints)).collect();
        Self {
            tendons: s.actuator_trntype.raw().contains(&(TrnType::Tendon as i32)),
            motors: s.actuator_biastype.raw().contains(&(BiasType::DcMotor as i32)),
            list,
        }
    }
}

fn actuator(s: &Structure, u: ActuatorId, joints: &[Joint]) -> Actuator {
    Actuator {
        drives: drives(s, u, joints),
        dynamics: s.actuator_dyntype[u].get(),
        gain: s.actuator_gaintype[u].get(),
        bias: s.actuator_biastype[u].get(),
        activations: activations(s, u),
        plugin: s.actuator_plugin[u].raw() >= 0,
    }
}

fn drives(s: &Structure, u: ActuatorId, joints: &[Joint]) -> Drives {
    let kind = s.actuator_trntype[u].get();
    let joint = joints.get(index(s.actuator_trnid[u][0]));
    match (kind, joint) {
        (Some(TrnType::Joint | TrnType::JointInParent), Some(joint))
            if matches!(joint.kind, JointType::Slide | JointType::Hinge) =>
        {
            Drives::Axis(joint.qpos, joint.dof)
        }
        _ => Drives::Other(kind),
    }
}

/// Where the activations of an actuator are.
fn activations(s: &Structure, u: ActuatorId) -> Option<Range<usize>> {
    let start = usize::try_from(s.actuator_actadr[u].raw()).ok()?;
    let num = usize::try_from(s.actuator_actnum[u]).ok()?;
    let end = start.checked_add(num)?;
    (num > 0 && end <= s.na).then_some(start..end)
}
