//! What a model asks for that the pipeline does not compute yet.
//!
//! Constraints are missing: limits, friction loss, equalities, contacts. A model that cannot have
//! any, or switches them off, is simulated in full.

use std::fmt;

use crate::data::Data;
use crate::enums::{BiasType, DisableBit, EnableBit, GainType, GeomType};
use crate::ids::{ActuatorId, BodyId, GeomId};
use crate::model::Model;
use crate::sensor;

/// A part of a model that is not simulated yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// Limits of joints or tendons.
    Limits,
    /// Friction loss of joints or tendons.
    FrictionLoss,
    /// Active equality constraints.
    Equality,
    /// Geoms that may touch.
    Contacts,
    /// Trees that sleep.
    Sleep,
    /// Muscles whose range of lengths would have to be found by simulation with constraints.
    LengthRange,
    /// A sensor of that type.
    Sensor(&'static str),
}

impl Unsupported {
    /// Which options leave it out, as an instruction in MuJoCo's names.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Sleep => "clear mjENBL_SLEEP in opt.enableflags",
            Self::LengthRange => "give the muscles a lengthrange",
            Self::Sensor(_) => "set mjDSBL_SENSOR in opt.disableflags",
            _ => "set mjDSBL_CONSTRAINT in opt.disableflags",
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limits => f.write_str("limits of joints and tendons"),
            Self::FrictionLoss => f.write_str("friction loss of joints and tendons"),
            Self::Equality => f.write_str("equality constraints"),
            Self::Contacts => f.write_str("contacts"),
            Self::Sleep => f.write_str("sleeping trees"),
            Self::LengthRange => f.write_str("muscles without a lengthrange"),
            Self::Sensor(name) => write!(f, "{name} sensors"),
        }
    }
}

/// The first part of a model that [`step`](super::step) would leave out, `None` if there is none.
pub fn unsupported(m: &Model, d: &Data) -> Option<Unsupported> {
    let off = |bit| m.opt.disabled(bit);
    if m.opt.enabled(EnableBit::Sleep) {
        return Some(Unsupported::Sleep);
    }
    if !off(DisableBit::Sensor)
        && let Some(name) = sensor::unsupported(m)
    {
        return Some(Unsupported::Sensor(name));
    }
    if !off(DisableBit::Actuation) && m.actuators().any(|a| lacks_length_range(m, a)) {
        return Some(Unsupported::LengthRange);
    }
    if off(DisableBit::Constraint) {
        return None;
    }
    let limited = || m.jnt_limited.iter().chain(m.tendon_limited.iter()).any(|&x| x != 0);
    if !off(DisableBit::Limit) && limited() {
        return Some(Unsupported::Limits);
    }
    let friction =
        || m.dof_frictionloss.iter().chain(m.tendon_frictionloss.iter()).any(|&x| x > 0.0);
    if !off(DisableBit::FrictionLoss) && friction() {
        return Some(Unsupported::FrictionLoss);
    }
    if !off(DisableBit::Equality) && d.eq_active.iter().any(|&x| x != 0) {
        return Some(Unsupported::Equality);
    }
    let contacts = !off(DisableBit::Contact) && may_touch(m);
    contacts.then_some(Unsupported::Contacts)
}

/// Whether an actuator is a muscle without a range of lengths.
fn lacks_length_range(m: &Model, a: ActuatorId) -> bool {
    let [low, high] = m.actuator_lengthrange[a];
    let muscle = m.actuator_gaintype[a] == GainType::Muscle as i32
        || m.actuator_biastype[a] == BiasType::Muscle as i32;
    muscle && low >= high
}

/// Whether any two geoms could make a contact.
fn may_touch(m: &Model) -> bool {
    let solid = |g: &GeomId| m.geom_contype[*g] != 0 || m.geom_conaffinity[*g] != 0;
    m.npair > 0
        || m.geoms().filter(solid).any(|g| {
            let others = (g.0 + 1..m.ngeom).map(GeomId);
            others.filter(solid).any(|other| pair_may_touch(m, g, other))
        })
}

/// Whether the filters of collision let two geoms through.
fn pair_may_touch(m: &Model, a: GeomId, b: GeomId) -> bool {
    let bits = m.geom_contype[a] & m.geom_conaffinity[b] != 0
        || m.geom_contype[b] & m.geom_conaffinity[a] != 0;
    bits && types_touch(m, a, b) && bodies_touch(m, m.geom_bodyid[a], m.geom_bodyid[b])
}

/// Whether shapes can touch: planes and height fields do not among each other.
fn types_touch(m: &Model, a: GeomId, b: GeomId) -> bool {
    let ground = [GeomType::Plane as i32, GeomType::Hfield as i32];
    !(ground.contains(&m.geom_type[a]) && ground.contains(&m.geom_type[b]))
}

/// Whether bodies are apart: not fixed to each other, not parent and child, not excluded.
fn bodies_touch(m: &Model, a: i32, b: i32) -> bool {
    let weld = |b: i32| m.body_weldid[BodyId(b as usize)];
    let weld_parent = |b: i32| weld(m.body_parentid[BodyId(weld(b) as usize)]);
    if weld(a) == weld(b) {
        return false;
    }
    let family = weld(a) != 0
        && weld(b) != 0
        && (weld(a) == weld_parent(b) || weld(b) == weld_parent(a))
        && !m.opt.disabled(DisableBit::FilterParent);
    let signature = (a.min(b) << 16).wrapping_add(a.max(b));
    !family && !m.exclude_signature.contains(&signature)
}
