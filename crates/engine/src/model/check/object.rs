//! Types are known, and what they refer to is there: equalities, transmissions, sensors, tuples.

use super::{Checked, below};
use crate::enums::{
    BiasType, CamLight, DynType, EqType, GainType, GeomType, ObjType, SameFrame, SensorStage,
    SensorType, SleepPolicy, TrnType,
};
use crate::ids::{EqualityId, TupleDataAdr};
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Checked {
    check_types(s)?;
    check_geoms(s)?;
    check_signatures(s)?;
    check_equalities(s)?;
    check_transmissions(s)?;
    check_sensors(s)?;
    check_tuples(s)
}

/// A number that says which of several kinds something is.
fn known<T>(
    field: &'static str,
    index: usize,
    value: i32,
    kind: Option<T>,
) -> Result<T, StructureError> {
    kind.ok_or_else(|| StructureError::entry(field, index, value, Allowed::Words("a known type")))
}

/// Types that refer to nothing.
fn check_types(s: &Structure) -> Checked {
    macro_rules! types {
        ($($field:ident: $ty:ty;)*) => { $(
            for (index, value) in s.$field.iter().enumerate() {
                let kind: Option<$ty> = value.get();
                known(stringify!($field), index, value.raw(), kind)?;
            }
        )* };
    }
    types! {
        site_type: GeomType;
        cam_mode: CamLight;
        light_mode: CamLight;
        tree_sleep_policy: SleepPolicy;
        actuator_dyntype: DynType;
        actuator_gaintype: GainType;
        actuator_biastype: BiasType;
        sensor_needstage: SensorStage;
    }
    let frames = [
        ("body_sameframe", &*s.body_sameframe),
        ("geom_sameframe", &*s.geom_sameframe),
        ("site_sameframe", &*s.site_sameframe),
    ];
    for (field, values) in frames {
        for (index, &value) in values.iter().enumerate() {
            known(field, index, value.into(), SameFrame::from_i32(value.into()))?;
        }
    }
    for (index, &[width, height]) in s.cam_resolution.iter().enumerate() {
        let value = i64::from(width.min(height));
        if value < 0 {
            let (field, part) = ("cam_resolution", Some(usize::from(height < width)));
            let allowed = Allowed::Range(0, i64::from(i32::MAX));
            return Err(StructureError::Entry { field, index, part, value, allowed });
        }
    }
    Ok(())
}

pub(super) const CONDIMS: &[i64] = &[1, 3, 4, 6];

fn check_geoms(s: &Structure) -> Checked {
    for g in s.geoms() {
        let raw = s.geom_type[g].raw();
        match known("geom_type", g.0, raw, GeomType::from_i32(raw))? {
            GeomType::Hfield => below("geom_dataid", g.0, s.geom_dataid[g], 0, s.nhfield)?,
            GeomType::Mesh | GeomType::Sdf => {
                below("geom_dataid", g.0, s.geom_dataid[g], 0, s.nmesh)?;
            }
            // a shape fitted to a mesh still refers to it
            _ => below("geom_dataid", g.0, s.geom_dataid[g], -1, s.nmesh.max(s.nhfield))?,
        }
    }
    for (field, dims) in [("geom_condim", &*s.geom_condim), ("pair_dim", &*s.pair_dim)] {
        for (index, &dim) in dims.iter().enumerate() {
            if !CONDIMS.contains(&dim.into()) {
                return Err(StructureError::entry(field, index, dim, Allowed::OneOf(CONDIMS)));
            }
        }
    }
    Ok(())
}

/// Two body ids packed into a number.
fn check_signatures(s: &Structure) -> Checked {
    let lists =
        [("pair_signature", &*s.pair_signature), ("exclude_signature", &*s.exclude_signature)];
    for (field, list) in lists {
        for (index, &signature) in list.iter().enumerate() {
            let bits = signature.cast_unsigned();
            if (bits & 0xffff) as usize >= s.nbody || (bits >> 16) as usize >= s.nbody {
                let allowed = Allowed::Words("two body ids, 65536 times the first and the second");
                return Err(StructureError::entry(field, index, signature, allowed));
            }
        }
    }
    Ok(())
}

fn check_equalities(s: &Structure) -> Checked {
    for e in (0..s.neq).map(EqualityId) {
        let (kind, object) = (s.eq_type[e].raw(), s.eq_objtype[e].raw());
        // the first and the second object: the lowest id, and how many there are to choose from
        let (first, second) = match known("eq_type", e.0, kind, EqType::from_i32(kind))? {
            EqType::Joint => (s.njnt, (-1, s.njnt)),
            EqType::Tendon => (s.ntendon, (-1, s.ntendon)),
            EqType::Connect | EqType::Weld => match ObjType::from_i32(object) {
                Some(ObjType::Body) => (s.nbody, (0, s.nbody)),
                Some(ObjType::Site) => (s.nsite, (0, s.nsite)),
                _ => {
                    let allowed = Allowed::OneOf(&[ObjType::Body as i64, ObjType::Site as i64]);
                    return Err(StructureError::entry("eq_objtype", e.0, object, allowed));
                }
            },
            EqType::Flex | EqType::FlexVert | EqType::FlexStrain => (s.nflex, (-1, 0)),
            EqType::Distance => {
                let allowed = Allowed::Words("a type of equality that there still is");
                return Err(StructureError::entry("eq_type", e.0, kind, allowed));
            }
        };
        below("eq_obj1id", e.0, s.eq_obj1id[e], 0, first)?;
        below("eq_obj2id", e.0, s.eq_obj2id[e], second.0, second.1)?;
    }
    Ok(())
}

fn check_transmissions(s: &Structure) -> Checked {
    for a in s.actuators() {
        let (raw, [id, second]) = (s.actuator_trntype[a].raw(), s.actuator_trnid[a]);
        let kind = known("actuator_trntype", a.0, raw, TrnType::from_i32(raw))?;
        let targets = match kind {
            TrnType::Joint | TrnType::JointInParent => s.njnt,
            TrnType::Tendon => s.ntendon,
            TrnType::Site | TrnType::SliderCrank => s.nsite,
            TrnType::Body => s.nbody,
            TrnType::Undefined => continue,
        };
        target(a.0, 0, id, 0, targets)?;
        match kind {
            TrnType::SliderCrank => target(a.0, 1, second, 0, s.nsite)?,
            TrnType::Site => target(a.0, 1, second, -1, s.nsite)?,
            _ => {}
        }
    }
    Ok(())
}

/// What an actuator acts on.
fn target(index: usize, part: usize, id: i32, low: i32, count: usize) -> Checked {
    let wrong = |_| StructureError::Entry {
        field: "actuator_trnid",
        index,
        part: Some(part),
        value: id.into(),
        allowed: Allowed::Range(low.into(), count as i64 - 1),
    };
    below("actuator_trnid", index, id, low, count).map_err(wrong)
}

fn check_sensors(s: &Structure) -> Checked {
    for id in s.sensors() {
        let (i, raw) = (id.0, s.sensor_type[id].raw());
        let kind = known("sensor_type", i, raw, SensorType::from_i32(raw))?;
        let (object, reference) = (s.sensor_objtype[id].raw(), s.sensor_reftype[id].raw());
        let object_kind = known("sensor_objtype", i, object, ObjType::from_i32(object))?;
        let reference_kind = known("sensor_reftype", i, reference, ObjType::from_i32(reference))?;
        if let Some(needed) = object_of(kind).filter(|needed| *needed != object_kind) {
            let allowed = Allowed::Range(needed as i64, needed as i64);
            return Err(StructureError::entry("sensor_objtype", i, object, allowed));
        }
        if let Some(targets) = s.count(object_kind) {
            below("sensor_objid", i, s.sensor_objid[id], 0, targets)?;
        }
        if reference_of(kind).is_some_and(|needed| !needed.contains(&reference_kind)) {
            let allowed = Allowed::Words("a type that this sensor can refer to");
            return Err(StructureError::entry("sensor_reftype", i, reference, allowed));
        }
        if let Some(targets) = s.count(reference_kind) {
            let low = if reference_of(kind).is_some() { 0 } else { -1 };
            below("sensor_refid", i, s.sensor_refid[id], low, targets)?;
        }
    }
    Ok(())
}

fn check_tuples(s: &Structure) -> Checked {
    for t in (0..s.ntupledata).map(TupleDataAdr) {
        let raw = s.tuple_objtype[t].raw();
        let kind = known("tuple_objtype", t.0, raw, ObjType::from_i32(raw))?;
        if let Some(targets) = s.count(kind) {
            below("tuple_objid", t.0, s.tuple_objid[t], 0, targets)?;
        }
    }
    Ok(())
}
/// The kind of object that a sensor is attached to, where its type decides that.
#[rustfmt::skip]
fn object_of(kind: SensorType) -> Option<ObjType> {
    use SensorType as S;
    Some(match kind {
        S::Touch | S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque
        | S::Magnetometer | S::CamProjection => ObjType::Site,
        S::JointPos | S::JointVel | S::JointActFrc | S::BallQuat | S::BallAngVel
        | S::JointLimitPos | S::JointLimitVel | S::JointLimitFrc => ObjType::Joint,
        S::TendonPos | S::TendonVel | S::TendonActFrc
        | S::TendonLimitPos | S::TendonLimitVel | S::TendonLimitFrc => ObjType::Tendon,
        S::ActuatorPos | S::ActuatorVel | S::ActuatorFrc => ObjType::Actuator,
        S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom => ObjType::Body,
        S::Tactile => ObjType::Mesh,
        _ => return None,
    })
}

/// The kinds of object that a sensor refers to besides, where it must refer to one.
fn reference_of(kind: SensorType) -> Option<&'static [ObjType]> {
    Some(match kind {
        SensorType::CamProjection => &[ObjType::Camera],
        SensorType::InsideSite => &[ObjType::Site],
        SensorType::GeomDist | SensorType::GeomNormal | SensorType::GeomFromTo => {
            &[ObjType::Geom, ObjType::Body]
        }
        SensorType::Tactile => &[ObjType::Geom],
        _ => return None,
    })
}

/// How many numbers a sensor gives, where its type decides that.
#[rustfmt::skip]
pub(super) fn fixed_dim(kind: SensorType) -> Option<i32> {
    use SensorType as S;
    Some(match kind {
        S::CamProjection => 2,
        S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque | S::Magnetometer
        | S::BallAngVel | S::FramePos | S::FrameXAxis | S::FrameYAxis | S::FrameZAxis
        | S::FrameLinVel | S::FrameAngVel | S::FrameLinAcc | S::FrameAngAcc
        | S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom | S::GeomNormal => 3,
        S::BallQuat | S::FrameQuat => 4,
        S::GeomFromTo => 6,
        S::RangeFinder | S::Contact | S::Tactile | S::User | S::Plugin => return None,
        _ => 1,
    })
}
