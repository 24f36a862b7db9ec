//! The flags of `option/flag`.

use ferrodyn_engine::enums::{DisableBit, EnableBit};

/// A flag of `option/flag`: its attribute, its bit, and whether setting the bit disables.
pub(crate) const FLAGS: [(&str, i32, bool); 25] = {
    const fn off(name: &str, bit: DisableBit) -> (&str, i32, bool) {
        (name, bit as i32, true)
    }
    const fn on(name: &str, bit: EnableBit) -> (&str, i32, bool) {
        (name, bit as i32, false)
    }
    [
        off("constraint", DisableBit::Constraint),
        off("equality", DisableBit::Equality),
        off("frictionloss", DisableBit::FrictionLoss),
        off("limit", DisableBit::Limit),
        off("contact", DisableBit::Contact),
        off("spring", DisableBit::Spring),
        off("damper", DisableBit::Damper),
        off("gravity", DisableBit::Gravity),
        off("clampctrl", DisableBit::ClampCtrl),
        off("warmstart", DisableBit::WarmStart),
        off("filterparent", DisableBit::FilterParent),
        off("actuation", DisableBit::Actuation),
        off("refsafe", DisableBit::RefSafe),
        off("sensor", DisableBit::Sensor),
        off("midphase", DisableBit::MidPhase),
        off("eulerdamp", DisableBit::EulerDamp),
        off("autoreset", DisableBit::AutoReset),
        off("nativeccd", DisableBit::NativeCcd),
        off("island", DisableBit::Island),
        off("multiccd", DisableBit::MultiCcd),
        on("override", EnableBit::Override),
        on("energy", EnableBit::Energy),
        on("fwdinv", EnableBit::FwdInv),
        on("invdiscrete", EnableBit::InvDiscrete),
        on("sleep", EnableBit::Sleep),
    ]
};
