//! Sleep: trees at rest are left out of the step until something moves them.
//!
//! | reads |
//! |---|
//! | `tree_awake`, `body_awake`, `jnt_bodyid`, `dof_bodyid`, `geom_bodyid`, `site_bodyid` |
//! | `cam_bodyid`, `light_bodyid`, `eq_type`, `eq_obj1id`, `eq_obj2id`, `eq_objtype` |
//! | `tendon_treenum`, `tendon_treeid`, `actuator_trntype`, `actuator_trnid`, `sensor_type` |
//! | `sensor_objtype`, `sensor_objid`, `sensor_reftype`, `sensor_refid` |
//!
//! | file | computes |
//! |---|---|
//! | `lists` | `tree_awake`, `body_awake` and the lists of what is awake, from `tree_asleep` |
//! | `scope` | the bodies and degrees of freedom that a stage loops over |
//! | `cycle` | trees that fell asleep together |
//! | `wake` | wakes trees that users, contacts, tendons or equalities act on |
//! | `advance` | puts slow trees to sleep at the end of a step |
//! | `reset/asleep` | puts trees to sleep in a reset |
//! | here | whether an object sleeps |
//!
//! `tree_asleep` is the state. Negative: the tree is awake, and at -1 has been slow for long enough
//! to sleep ([`AWAKE`] after every motion). Otherwise the tree sleeps, and the number is the next
//! tree of those that fell asleep together: an island, in a circle. What is asleep keeps all of its
//! quantities as they were; what is static, those that the reset computed.

mod advance;
mod cycle;
mod lists;
mod scope;
mod wake;

#[cfg(test)]
mod tests;

use crate::constants::MINAWAKE;
use crate::data::{DataOf, Lanes, Sim};
use crate::enums::{EqType, ObjType, SensorType, SleepState, TrnType};
use crate::fields::Field;
use crate::fields::{Kind, Link};
use crate::ids::{ActuatorId, BodyId, EqualityId, SensorId, TendonId, TreeId};
use crate::model::Model;

pub use advance::sleep;
pub use cycle::sleep_cycle;
pub(crate) use cycle::wake_tree;
pub use lists::update;
pub(crate) use lists::update_with;
pub use wake::{wake, wake_collision, wake_equality, wake_tendon};

pub(crate) use scope::{Bodies, Children, Dofs, some_asleep};

/// `tree_asleep` of a tree that has just moved.
pub(crate) const AWAKE: i32 = -(1 + MINAWAKE as i32);

/// Whether an object sleeps; objects that do not exist and kinds that never sleep are awake.
#[doc(alias = "mj_sleepState")]
pub(crate) fn sleep_state<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    kind: ObjType,
    id: i32,
) -> SleepState {
    let Sim { body_awake, tree_awake, .. } = d.first();
    Awake { body_awake, tree_awake }.state(m, kind, id)
}

/// The lists of awake trees, bodies and degrees of freedom, borrowed apart from the rest of the data.
#[derive(Clone, Copy)]
pub(crate) struct Awake<'a> {
    pub(crate) body_awake: &'a Field<BodyId, Kind<SleepState>>,
    pub(crate) tree_awake: &'a Field<TreeId, i32>,
}

impl Awake<'_> {
    /// As [`sleep_state`].
    pub(crate) fn state(self, m: &Model, kind: ObjType, id: i32) -> SleepState {
        state(m, self, kind, id)
    }
}

fn state(m: &Model, d: Awake<'_>, kind: ObjType, id: i32) -> SleepState {
    let Ok(i) = usize::try_from(id) else {
        return SleepState::Awake;
    };
    let found = match kind {
        ObjType::Body | ObjType::XBody => of_body(d, Some(&id)),
        ObjType::Joint => of_body(d, m.jnt_bodyid.raw().get(i)),
        ObjType::Site => of_body(d, m.site_bodyid.raw().get(i)),
        ObjType::Dof => of_body(d, m.dof_bodyid.raw().get(i)),
        ObjType::Geom => of_body(d, m.geom_bodyid.raw().get(i)),
        ObjType::Camera => of_body(d, m.cam_bodyid.raw().get(i)),
        ObjType::Light => of_body(d, m.light_bodyid.raw().get(i)),
        ObjType::Equality if i < m.neq => Some(of_equality(m, d, EqualityId(i))),
        ObjType::Tendon if i < m.ntendon => Some(of_tendon(m, d, TendonId(i))),
        ObjType::Actuator if i < m.nu => Some(of_actuator(m, d, ActuatorId(i))),
        ObjType::Sensor if i < m.nsensor => Some(of_sensor(m, d, SensorId(i))),
        _ => None,
    };
    found.unwrap_or(SleepState::Awake)
}

/// State of a body.
fn of_body(d: Awake<'_>, body: Option<&i32>) -> Option<SleepState> {
    let b = usize::try_from(*body?).ok()?;
    d.body_awake.get(b)?.get()
}

/// A tendon sleeps when the trees that it connects do.
fn of_tendon(m: &Model, d: Awake<'_>, t: TendonId) -> SleepState {
    let count = usize::try_from(m.tendon_treenum[t]).unwrap_or(0);
    let Some(trees) = m.tendon_treeid[t].get(..count) else {
        return SleepState::Awake;
    };
    let awake =
        |tree: &Link<TreeId>| tree.id().and_then(|t| d.tree_awake.get(t.0)).is_none_or(|&a| a != 0);
    match trees {
        [] => SleepState::Static,
        trees if trees.iter().any(awake) => SleepState::Awake,
        _ => SleepState::Asleep,
    }
}

/// An actuator sleeps with what it drives.
fn of_actuator(m: &Model, d: Awake<'_>, u: ActuatorId) -> SleepState {
    let [first, second] = m.actuator_trnid[u];
    let of = |kind, id| state(m, d, kind, id);
    match m.actuator_trntype[u].get() {
        Some(TrnType::Joint | TrnType::JointInParent) => of(ObjType::Joint, first),
        Some(TrnType::SliderCrank) => {
            awake_if_any([of(ObjType::Site, first), of(ObjType::Site, second)])
        }
        Some(TrnType::Tendon) => of(ObjType::Tendon, first),
        Some(TrnType::Site) => of(ObjType::Site, first),
        Some(TrnType::Body) => of(ObjType::Body, first),
        _ => SleepState::Awake,
    }
}

/// An equality constraint is awake when one of its objects is.
fn of_equality(m: &Model, d: Awake<'_>, e: EqualityId) -> SleepState {
    let kind = match m.eq_type[e].get() {
        Some(EqType::Connect | EqType::Weld) => m.eq_objtype[e].get(),
        Some(EqType::Joint) => Some(ObjType::Joint),
        Some(EqType::Tendon) => Some(ObjType::Tendon),
        _ => None,
    };
    let Some(kind) = kind else {
        return SleepState::Awake;
    };
    awake_if_any(
        [m.eq_obj1id[e], m.eq_obj2id[e]]
            .map(|id| if id < 0 { SleepState::Static } else { state(m, d, kind, id) }),
    )
}

/// A sensor sleeps when its object and its reference do.
fn of_sensor(m: &Model, d: Awake<'_>, s: SensorId) -> SleepState {
    let kinds = [m.sensor_objtype[s].raw(), m.sensor_reftype[s].raw()];
    let kinds = kinds.map(|kind| ObjType::from_i32(kind).unwrap_or(ObjType::Unknown));

    // what these read may change while their objects sleep
    let zone = kinds.contains(&ObjType::Site);
    match m.sensor_type[s].get() {
        Some(SensorType::User | SensorType::Plugin | SensorType::RangeFinder) => {
            return SleepState::Awake;
        }
        Some(SensorType::Contact) if zone => return SleepState::Awake,
        _ => {}
    }

    let of_object = state(m, d, kinds[0], m.sensor_objid[s]);
    let of_reference = state(m, d, kinds[1], m.sensor_refid[s]);
    let alone = match kinds {
        [ObjType::Unknown, ObjType::Unknown] => return SleepState::Awake,
        [ObjType::Unknown, _] => of_reference,
        [_, ObjType::Unknown] => of_object,
        _ => return awake_if_any([of_object, of_reference]),
    };
    // a sensor of something static is read
    if alone == SleepState::Asleep { SleepState::Asleep } else { SleepState::Awake }
}

/// Awake if one of both is.
fn awake_if_any(states: [SleepState; 2]) -> SleepState {
    if states.contains(&SleepState::Awake) { SleepState::Awake } else { SleepState::Asleep }
}
