//! Finds the shortcut that an actuator was written as, and its target.
//!
//! A compiled actuator is gain, bias and dynamics; the element it was written as is not kept. The
//! shortcuts leave patterns that tell them apart, everything else is `general`.

use ferrodyn::Model;
use ferrodyn::enums::{BiasType, DynType, GainType, ObjType, TrnType};
use ferrodyn::ids::ActuatorId;

use super::summary::{self, Target};

/// The name of the shortcut that makes such an actuator.
pub(super) fn kind(m: &Model, a: ActuatorId) -> &'static str {
    let dynamics = m.actuator_dyntype[a].get();
    let gain = m.actuator_gaintype[a].get();
    let bias = m.actuator_biastype[a].get();
    let (Some(dynamics), Some(gain), Some(bias)) = (dynamics, gain, bias) else { return "general" };
    let (g, b) = (m.actuator_gainprm[a], m.actuator_biasprm[a]);
    let [b0, b1, b2, ..] = b;
    let stateless = dynamics == DynType::None;

    match (gain, bias) {
        (GainType::Muscle, BiasType::Muscle) => "muscle",
        (GainType::DcMotor, _) => "dcmotor",
        (GainType::Affine, BiasType::None) if stateless && g[0] == 0.0 && g[1] == 0.0 => "damper",
        (GainType::Fixed, BiasType::None) if stateless => {
            let adhesion = m.actuator_trntype[a] == TrnType::Body;
            match g[0] {
                _ if adhesion => "adhesion",
                1.0 => "motor",
                _ => "general",
            }
        }
        // force = kp (ctrl - length) - kv velocity
        (GainType::Fixed, BiasType::Affine) if b0 == 0.0 && b1 == -g[0] && g[0] != 0.0 => {
            match dynamics {
                DynType::None | DynType::FilterExact => "position",
                DynType::Integrator => "intvelocity",
                _ => "general",
            }
        }
        // force = kv (ctrl - velocity)
        (GainType::Fixed, BiasType::Affine)
            if stateless && b0 == 0.0 && b1 == 0.0 && b2 == -g[0] =>
        {
            "velocity"
        }
        (GainType::Fixed, BiasType::Affine) if dynamics == DynType::Filter => "cylinder",
        _ => "general",
    }
}

/// The joint, tendon, site or body an actuator acts on.
pub(super) fn target(m: &Model, a: ActuatorId) -> Target {
    let (of, word) = match m.actuator_trntype[a].get() {
        Some(TrnType::Joint) => (ObjType::Joint, "joint"),
        Some(TrnType::JointInParent) => (ObjType::Joint, "jointinparent"),
        Some(TrnType::SliderCrank) => (ObjType::Site, "cranksite"),
        Some(TrnType::Tendon) => (ObjType::Tendon, "tendon"),
        Some(TrnType::Site) => (ObjType::Site, "site"),
        Some(TrnType::Body) => (ObjType::Body, "body"),
        _ => (ObjType::Unknown, "none"),
    };
    let id = m.actuator_trnid[a][0];
    let name = summary::target(m, of as i32, id).and_then(|object| object.name);
    Target { kind: word.to_owned(), id, name }
}
