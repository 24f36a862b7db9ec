//! References whose target depends on a type: equalities, tendon paths, transmissions, sensors.

use super::{bad, within};
use crate::enums::{EqType, GeomType, ObjType, SensorType, TrnType, WrapType};
use crate::ids::{EqualityId, TupleDataAdr, WrapId};
use crate::model::Model;
use crate::serialize::FormatError;

pub(super) fn check(m: &Model) -> Result<(), FormatError> {
    check_geoms(m)?;
    check_signatures(m)?;
    check_equalities(m)?;
    check_wraps(m)?;
    check_transmissions(m)?;
    check_sensors(m)?;
    check_tuples(m)
}

/// How many objects of a kind there are; `None` for what is no object.
fn count(m: &Model, kind: ObjType) -> Option<usize> {
    Some(match kind {
        ObjType::Body | ObjType::XBody => m.nbody,
        ObjType::Joint => m.njnt,
        ObjType::Dof => m.nv,
        ObjType::Geom => m.ngeom,
        ObjType::Site => m.nsite,
        ObjType::Camera => m.ncam,
        ObjType::Light => m.nlight,
        ObjType::Flex => m.nflex,
        ObjType::Mesh => m.nmesh,
        ObjType::Skin => m.nskin,
        ObjType::Hfield => m.nhfield,
        ObjType::Texture => m.ntex,
        ObjType::Material => m.nmat,
        ObjType::Pair => m.npair,
        ObjType::Exclude => m.nexclude,
        ObjType::Equality => m.neq,
        ObjType::Tendon => m.ntendon,
        ObjType::Actuator => m.nu,
        ObjType::Sensor => m.nsensor,
        ObjType::Numeric => m.nnumeric,
        ObjType::Text => m.ntext,
        ObjType::Tuple => m.ntuple,
        ObjType::Key => m.nkey,
        ObjType::Plugin => m.nplugin,
        ObjType::Unknown | ObjType::Frame | ObjType::Default | ObjType::Model => return None,
    })
}

/// An id of an object, or any number below `count`.
fn one(
    field: &'static str,
    index: usize,
    id: i32,
    lowest: i32,
    count: usize,
) -> Result<(), FormatError> {
    within(field, &[id], lowest, count).map_err(|_| bad(field, index))
}

fn check_geoms(m: &Model) -> Result<(), FormatError> {
    for g in m.geoms() {
        if !(0..=6).contains(&m.geom_condim[g]) {
            return Err(bad("geom_condim", g.0));
        }
        let targets = match GeomType::from_i32(m.geom_type[g]) {
            Some(GeomType::Hfield) => m.nhfield,
            Some(GeomType::Mesh | GeomType::Sdf) => m.nmesh,
            Some(_) => continue,
            None => return Err(bad("geom_type", g.0)),
        };
        one("geom_dataid", g.0, m.geom_dataid[g], 0, targets)?;
    }
    Ok(())
}

/// Two body ids packed into a number.
fn check_signatures(m: &Model) -> Result<(), FormatError> {
    let lists =
        [("pair_signature", &*m.pair_signature), ("exclude_signature", &*m.exclude_signature)];
    for (field, list) in lists {
        for (index, &signature) in list.iter().enumerate() {
            one(field, index, signature & 0xffff, 0, m.nbody)?;
            one(field, index, signature >> 16, 0, m.nbody)?;
        }
    }
    Ok(())
}

fn check_equalities(m: &Model) -> Result<(), FormatError> {
    for e in (0..m.neq).map(EqualityId) {
        // how many there are to choose from, and whether the second may be missing
        let (targets, second) = match EqType::from_i32(m.eq_type[e]) {
            Some(EqType::Joint) => (m.njnt, -1),
            Some(EqType::Tendon) => (m.ntendon, -1),
            Some(EqType::Connect | EqType::Weld) => match ObjType::from_i32(m.eq_objtype[e]) {
                Some(ObjType::Body) => (m.nbody, 0),
                Some(ObjType::Site) => (m.nsite, 0),
                _ => return Err(bad("eq_objtype", e.0)),
            },
            Some(_) if m.eq_obj2id[e] != -1 => return Err(bad("eq_obj2id", e.0)),
            Some(_) => (m.nflex, -1),
            None => return Err(bad("eq_type", e.0)),
        };
        one("eq_obj1id", e.0, m.eq_obj1id[e], 0, targets)?;
        one("eq_obj2id", e.0, m.eq_obj2id[e], second, targets)?;
    }
    Ok(())
}

fn check_wraps(m: &Model) -> Result<(), FormatError> {
    for w in (0..m.nwrap).map(WrapId) {
        let targets = match WrapType::from_i32(m.wrap_type[w]) {
            Some(WrapType::None | WrapType::Pulley) => continue,
            Some(WrapType::Joint) => m.njnt,
            Some(WrapType::Site) => m.nsite,
            Some(WrapType::Sphere | WrapType::Cylinder) => m.ngeom,
            None => return Err(bad("wrap_type", w.0)),
        };
        one("wrap_objid", w.0, m.wrap_objid[w], 0, targets)?;
    }
    Ok(())
}

fn check_transmissions(m: &Model) -> Result<(), FormatError> {
    for a in m.actuators() {
        let [id, second] = m.actuator_trnid[a];
        let targets = match TrnType::from_i32(m.actuator_trntype[a]) {
            Some(TrnType::Joint | TrnType::JointInParent) => m.njnt,
            Some(TrnType::Tendon) => m.ntendon,
            Some(TrnType::Site | TrnType::SliderCrank) => m.nsite,
            Some(TrnType::Body) => m.nbody,
            Some(TrnType::Undefined) => continue,
            None => return Err(bad("actuator_trntype", a.0)),
        };
        one("actuator_trnid", a.0, id, 0, targets)?;
        match TrnType::from_i32(m.actuator_trntype[a]) {
            Some(TrnType::SliderCrank) => one("actuator_trnid", a.0, second, 0, m.nsite)?,
            Some(TrnType::Site) => one("actuator_trnid", a.0, second, -1, m.nsite)?,
            _ => {}
        }
    }
    Ok(())
}

fn check_sensors(m: &Model) -> Result<(), FormatError> {
    for s in m.sensors() {
        let i = s.0;
        let kind = SensorType::from_i32(m.sensor_type[s]).ok_or_else(|| bad("sensor_type", i))?;
        let object =
            ObjType::from_i32(m.sensor_objtype[s]).ok_or_else(|| bad("sensor_objtype", i))?;
        let reference =
            ObjType::from_i32(m.sensor_reftype[s]).ok_or_else(|| bad("sensor_reftype", i))?;
        if object_of(kind).is_some_and(|needed| needed != object) {
            return Err(bad("sensor_objtype", i));
        }
        if let Some(targets) = count(m, object) {
            one("sensor_objid", i, m.sensor_objid[s], 0, targets)?;
        }
        if reference_of(kind).is_some_and(|needed| !needed.contains(&reference)) {
            return Err(bad("sensor_reftype", i));
        }
        if let Some(targets) = count(m, reference) {
            let lowest = if reference_of(kind).is_some() { 0 } else { -1 };
            one("sensor_refid", i, m.sensor_refid[s], lowest, targets)?;
        }
    }
    Ok(())
}

fn check_tuples(m: &Model) -> Result<(), FormatError> {
    for t in (0..m.ntupledata).map(TupleDataAdr) {
        let kind =
            ObjType::from_i32(m.tuple_objtype[t]).ok_or_else(|| bad("tuple_objtype", t.0))?;
        if let Some(targets) = count(m, kind) {
            one("tuple_objid", t.0, m.tuple_objid[t], 0, targets)?;
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
