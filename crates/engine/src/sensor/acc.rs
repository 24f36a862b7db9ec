//! Sensors of the acceleration stage: accelerations and forces.

use crate::data::Data;
use crate::enums::{ConstraintType, ObjType, SensorType, TrnType};
use crate::ids::{ActuatorId, SensorId};
use crate::math::Spatial;
use crate::model::Model;
use crate::smooth;
use crate::smooth::object::{force_at, frame, in_axes, object_acceleration, tree_com};

use super::contact;
use super::pos::{limit_row, object_id};
use super::reading::Reading;
use super::vel::dof_adr;

/// The value of a sensor, `None` if it is not of this stage or its object does not exist.
pub(super) fn read(m: &Model, d: &mut Data, s: SensorId) -> Option<Reading> {
    use SensorType as Type;
    let kind = m.sensor_type[s].get()?;
    if needs_body_forces(kind) && d.flg_rnepost == 0 {
        smooth::rne_post_constraint(m, d);
    }

    let id = object_id(m, s)?;
    let number = |x: Option<&f64>| x.copied().map(Reading::Number);
    match kind {
        Type::Touch => contact::touch(m, d, s),
        Type::Accelerometer => {
            object_acceleration(m, d, ObjType::Site, id, true).map(|a| Reading::Vector(a.lin()))
        }
        Type::Force => site_force(m, d, id).map(|f| Reading::Vector(f.lin())),
        Type::Torque => site_force(m, d, id).map(|f| Reading::Vector(f.ang())),
        Type::ActuatorFrc => number(d.actuator_force.get(id)),
        Type::JointActFrc => number(d.qfrc_actuator.get(dof_adr(m, id)?)),
        Type::TendonActFrc => Some(tendon_force(m, d, id)),
        Type::JointLimitFrc => Some(limit_force(d, ConstraintType::LimitJoint, id)),
        Type::TendonLimitFrc => Some(limit_force(d, ConstraintType::LimitTendon, id)),
        Type::FrameLinAcc => {
            let object = m.sensor_objtype[s].get()?;
            object_acceleration(m, d, object, id, false).map(|a| Reading::Vector(a.lin()))
        }
        Type::FrameAngAcc => {
            let object = m.sensor_objtype[s].get()?;
            object_acceleration(m, d, object, id, false).map(|a| Reading::Vector(a.ang()))
        }
        _ => None,
    }
}

/// Whether a sensor reads `cacc` or `cfrc_int`.
fn needs_body_forces(kind: SensorType) -> bool {
    use SensorType as Type;
    matches!(
        kind,
        Type::Accelerometer | Type::Force | Type::Torque | Type::FrameLinAcc | Type::FrameAngAcc
    )
}

/// Torque and force between the body of a site and its parent, at the site and in its axes.
fn site_force(m: &Model, d: &Data, site: usize) -> Option<Spatial> {
    let at = frame(m, d, ObjType::Site, site)?;
    let force = force_at(&d.cfrc_int[at.body], at.pos, tree_com(m, d, at.body));
    Some(in_axes(&force, at.mat))
}

/// Sum of the forces of the actuators that pull a tendon.
fn tendon_force(m: &Model, d: &Data, tendon: usize) -> Reading {
    let pulls = |&u: &ActuatorId| {
        m.actuator_trntype[u] == TrnType::Tendon && m.actuator_trnid[u][0] == tendon as i32
    };
    Reading::Number(m.actuators().filter(pulls).map(|u| d.actuator_force[u]).sum())
}

/// Force of an active limit, zero while it is not active.
fn limit_force(d: &Data, kind: ConstraintType, id: usize) -> Reading {
    let row = limit_row(d, kind, id).and_then(|row| d.efc_force.get(row.0));
    Reading::Number(row.copied().unwrap_or(0.0))
}
