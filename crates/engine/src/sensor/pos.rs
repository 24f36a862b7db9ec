//! Sensors of the position stage.

use crate::data::Data;
use crate::energy;
use crate::enums::{ConstraintType, SensorType};
use crate::hooks::System;
use crate::ids::{EfcId, SensorId};
use crate::math::Quat;
use crate::model::Model;

use super::reading::Reading;
use super::{camera, distance, frame, zone};

/// The value of a sensor, `None` if it is not of this stage or its object does not exist.
pub(super) fn read(m: &System<'_>, d: &mut Data, s: SensorId) -> Option<Reading> {
    use SensorType as Type;
    let kind = m.sensor_type[s].get()?;

    // without an object
    match kind {
        Type::Clock => return Some(Reading::Number(d.time)),
        Type::EPotential | Type::EKinetic => return Some(read_energy(m, d, kind)),
        _ => {}
    }

    let id = object_id(m, s)?;
    let number = |x: Option<&f64>| x.copied().map(Reading::Number);
    match kind {
        Type::Magnetometer => {
            let axes = d.site_xmat.get(id)?;
            Some(Reading::Vector(axes.transpose_mul(m.opt.magnetic)))
        }
        Type::CamProjection => camera::project(m, d, s),
        Type::JointPos => number(d.qpos.get(qpos_adr(m, id)?)),
        Type::TendonPos => number(d.ten_length.get(id)),
        Type::ActuatorPos => number(d.actuator_length.get(id)),
        Type::BallQuat => {
            let q = d.qpos.get(qpos_adr(m, id)?..)?.first_chunk::<4>()?;
            Some(Reading::Rotation(Quat(*q).normalized()))
        }
        Type::JointLimitPos => Some(limit_distance(d, ConstraintType::LimitJoint, id)),
        Type::TendonLimitPos => Some(limit_distance(d, ConstraintType::LimitTendon, id)),
        Type::FramePos => frame::position(m, d, s),
        Type::FrameXAxis => frame::axis(m, d, s, 0),
        Type::FrameYAxis => frame::axis(m, d, s, 1),
        Type::FrameZAxis => frame::axis(m, d, s, 2),
        Type::FrameQuat => frame::orientation(m, d, s),
        Type::SubtreeCom => d.subtree_com.get(id).map(|&com| Reading::Vector(com)),
        Type::InsideSite => zone::read_inside(m, d, s),
        Type::GeomDist | Type::GeomNormal | Type::GeomFromTo => distance::read(m, d, s),
        _ => None,
    }
}

/// The id of the object of a sensor.
pub(super) fn object_id(m: &Model, s: SensorId) -> Option<usize> {
    usize::try_from(m.sensor_objid[s]).ok()
}

/// Where the position of a joint starts.
fn qpos_adr(m: &Model, joint: usize) -> Option<usize> {
    usize::try_from(*m.jnt_qposadr.raw().get(joint)?).ok()
}

/// An energy, computed if it is not known yet.
fn read_energy(m: &Model, d: &mut Data, kind: SensorType) -> Reading {
    if kind == SensorType::EPotential {
        if d.flg_energypos == 0 {
            energy::pos(m, d);
        }
        return Reading::Number(d.energy[0]);
    }
    if d.flg_energyvel == 0 {
        energy::vel(m, d);
    }
    Reading::Number(d.energy[1])
}

/// The row of the limit constraint of a joint or tendon, while the limit is active.
pub(super) fn limit_row(d: &Data, kind: ConstraintType, id: usize) -> Option<EfcId> {
    let first = usize::try_from(d.ne + d.nf).unwrap_or(0);
    let last = d.efc_type.len().min(d.efc_id.len());
    let mut rows = (first..last).map(EfcId);
    rows.find(|&row| d.efc_type[row].raw() == kind as i32 && d.efc_id[row] == id as i32)
}

/// Distance to an active limit, less its margin; zero while the limit is not active.
fn limit_distance(d: &Data, kind: ConstraintType, id: usize) -> Reading {
    let row = limit_row(d, kind, id);
    Reading::Number(row.map_or(0.0, |row| d.efc_pos[row] - d.efc_margin[row]))
}
