//! Whether objects are asleep, and which bodies a stage has to look at.

use crate::data::DataOf;
use crate::enums::{EnableBit, EqType, ObjType, SensorType, SleepState, TrnType};
use crate::ids::{ActuatorId, BodyId, EqualityId, SensorId, TendonId};
use crate::math::Num;
use crate::model::Model;

/// Whether some bodies sleep, so that stages skip them.
pub(crate) fn some_asleep<N: Num>(m: &Model, d: &DataOf<N>) -> bool {
    m.opt.enabled(EnableBit::Sleep) && d.nbody_awake < m.nbody as i32
}

/// Number of bodies that are not asleep.
pub(crate) fn body_count<N: Num>(m: &Model, d: &DataOf<N>) -> usize {
    if some_asleep(m, d) { usize::try_from(d.nbody_awake).unwrap_or(0) } else { m.nbody }
}

/// The i-th body that is not asleep.
pub(crate) fn body_at<N: Num>(m: &Model, d: &DataOf<N>, i: usize) -> BodyId {
    if some_asleep(m, d) {
        let id = d.body_awake_ind.get(i).and_then(|&b| BodyId::new(b));
        id.filter(|b| b.0 < m.nbody).unwrap_or(BodyId(0))
    } else {
        BodyId(i)
    }
}

/// Whether an object sleeps; objects that do not exist and kinds that never sleep are awake.
#[doc(alias = "mj_sleepState")]
pub fn sleep_state<N: Num>(m: &Model, d: &DataOf<N>, kind: ObjType, id: i32) -> SleepState {
    let Ok(i) = usize::try_from(id) else {
        return SleepState::Awake;
    };
    let state = match kind {
        ObjType::Body | ObjType::XBody => of_body(d, Some(&id)),
        ObjType::Joint => of_body(d, m.jnt_bodyid.get(i)),
        ObjType::Site => of_body(d, m.site_bodyid.get(i)),
        ObjType::Dof => of_body(d, m.dof_bodyid.get(i)),
        ObjType::Geom => of_body(d, m.geom_bodyid.get(i)),
        ObjType::Camera => of_body(d, m.cam_bodyid.get(i)),
        ObjType::Light => of_body(d, m.light_bodyid.get(i)),
        ObjType::Equality if i < m.neq => Some(of_equality(m, d, EqualityId(i))),
        ObjType::Tendon if i < m.ntendon => Some(of_tendon(m, d, TendonId(i))),
        ObjType::Actuator if i < m.nu => Some(of_actuator(m, d, ActuatorId(i))),
        ObjType::Sensor if i < m.nsensor => Some(of_sensor(m, d, SensorId(i))),
        _ => None,
    };
    state.unwrap_or(SleepState::Awake)
}

/// State of a body.
fn of_body<N: Num>(d: &DataOf<N>, body: Option<&i32>) -> Option<SleepState> {
    let b = usize::try_from(*body?).ok()?;
    SleepState::from_i32(*d.body_awake.get(b)?)
}

/// A tendon sleeps when the trees that it connects do.
fn of_tendon<N: Num>(m: &Model, d: &DataOf<N>, t: TendonId) -> SleepState {
    let count = usize::try_from(m.tendon_treenum[t]).unwrap_or(0);
    let Some(trees) = m.tendon_treeid[t].get(..count) else {
        return SleepState::Awake;
    };
    let awake = |&tree: &i32| {
        usize::try_from(tree).ok().and_then(|t| d.tree_awake.get(t)).is_none_or(|&a| a != 0)
    };
    match trees {
        [] => SleepState::Static,
        trees if trees.iter().any(awake) => SleepState::Awake,
        _ => SleepState::Asleep,
    }
}

/// An actuator sleeps with what it drives.
fn of_actuator<N: Num>(m: &Model, d: &DataOf<N>, u: ActuatorId) -> SleepState {
    let [first, second] = m.actuator_trnid[u];
    let of = |kind, id| sleep_state(m, d, kind, id);
    match TrnType::from_i32(m.actuator_trntype[u]) {
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
fn of_equality<N: Num>(m: &Model, d: &DataOf<N>, e: EqualityId) -> SleepState {
    let kind = match EqType::from_i32(m.eq_type[e]) {
        Some(EqType::Connect | EqType::Weld) => ObjType::from_i32(m.eq_objtype[e]),
        Some(EqType::Joint) => Some(ObjType::Joint),
        Some(EqType::Tendon) => Some(ObjType::Tendon),
        _ => None,
    };
    let Some(kind) = kind else {
        return SleepState::Awake;
    };
    awake_if_any(
        [m.eq_obj1id[e], m.eq_obj2id[e]]
            .map(|id| if id < 0 { SleepState::Static } else { sleep_state(m, d, kind, id) }),
    )
}

/// A sensor sleeps when its object and its reference do.
fn of_sensor<N: Num>(m: &Model, d: &DataOf<N>, s: SensorId) -> SleepState {
    let kinds = [m.sensor_objtype[s], m.sensor_reftype[s]];
    let kinds = kinds.map(|kind| ObjType::from_i32(kind).unwrap_or(ObjType::Unknown));

    // what these read may change while their objects sleep
    let zone = kinds.contains(&ObjType::Site);
    match SensorType::from_i32(m.sensor_type[s]) {
        Some(SensorType::User | SensorType::Plugin | SensorType::RangeFinder) => {
            return SleepState::Awake;
        }
        Some(SensorType::Contact) if zone => return SleepState::Awake,
        _ => {}
    }

    let of_object = sleep_state(m, d, kinds[0], m.sensor_objid[s]);
    let of_reference = sleep_state(m, d, kinds[1], m.sensor_refid[s]);
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
