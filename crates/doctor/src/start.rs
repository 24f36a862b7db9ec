//! The states in which a model starts: its keyframes, or the default pose if it has none.

use ferrodyn_engine::enums::{BiasType, JointType, TrnType};
use ferrodyn_engine::ids::{ActuatorId, JointId, KeyId};
use ferrodyn_engine::{AsSystem, Data, Model};

use crate::text::quoted;

/// Keyframes beyond this number are not looked at.
const MOST_KEYS: usize = 8;

/// A state to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Default,
    Key(KeyId),
}

impl Start {
    /// All that there are.
    pub(crate) fn all(m: &Model) -> Vec<Self> {
        let keys = m.ids::<KeyId>().take(MOST_KEYS);
        if m.nkey == 0 { vec![Self::Default] } else { keys.map(Self::Key).collect() }
    }

    /// The first.
    pub(crate) fn first(m: &Model) -> Self {
        if m.nkey == 0 { Self::Default } else { Self::Key(KeyId(0)) }
    }

    /// Brings data there.
    pub(crate) fn set(self, m: &impl AsSystem, d: &mut Data) {
        match self {
            Self::Default => d.reset(m),
            Self::Key(key) => d.reset_to_key(m, key).expect("the model has the keyframe"),
        }
    }

    /// Where that is, in words.
    pub(crate) fn text(self, m: &Model) -> String {
        match self {
            Self::Default => "at the start".into(),
            Self::Key(key) => match m.name(key).filter(|name| !name.is_empty()) {
                Some(name) => format!("in keyframe {}", quoted(name)),
                None => format!("in keyframe {}", key.0),
            },
        }
    }
}

/// The hinge or slide that a servo of positions drives; none if the actuator is something else.
pub(crate) fn servo_joint(m: &Model, a: ActuatorId) -> Option<JointId> {
    let affine = m.actuator_biastype[a] == BiasType::Affine;
    if m.actuator_trntype[a] != TrnType::Joint || !affine {
        return None;
    }
    joint_of(m, a)
}

/// The hinge or slide that an actuator acts on.
pub(crate) fn joint_of(m: &Model, a: ActuatorId) -> Option<JointId> {
    let on_joint =
        m.actuator_trntype[a] == TrnType::Joint || m.actuator_trntype[a] == TrnType::JointInParent;
    let joint = usize::try_from(m.actuator_trnid[a][0]).ok().map(JointId)?;
    (on_joint && is_scalar(m, joint)).then_some(joint)
}

/// Whether a joint has one coordinate.
pub(crate) fn is_scalar(m: &Model, j: JointId) -> bool {
    m.jnt_type[j] == JointType::Hinge || m.jnt_type[j] == JointType::Slide
}

/// Whether a servo holds a position: its force falls as its length grows.
pub(crate) fn holds_position(m: &Model, a: ActuatorId) -> bool {
    m.actuator_biasprm[a][1] < 0.0
}
