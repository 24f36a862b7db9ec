//! Sensors of the velocity stage.

use crate::data::Data;
use crate::enums::{ConstraintType, ObjType, SensorType};
use crate::ids::SensorId;
use crate::math::Vec3;
use crate::model::Model;
use crate::smooth;
use crate::smooth::object::object_velocity;

use super::frame;
use super::pos::{limit_row, object_id};
use super::reading::Reading;

/// The value of a sensor, `None` if it is not of this stage or its object does not exist.
pub(super) fn read(m: &Model, d: &mut Data, s: SensorId) -> Option<Reading> {
    use SensorType as Type;
    let kind = m.sensor_type[s].get()?;
    let id = object_id(m, s)?;
    let subtree = matches!(kind, Type::SubtreeLinVel | Type::SubtreeAngMom);
    if subtree && d.flg_subtreevel == 0 {
        smooth::subtree_vel(m, d);
    }

    let number = |x: Option<&f64>| x.copied().map(Reading::Number);
    let vector = |x: Option<&Vec3>| x.copied().map(Reading::Vector);
    match kind {
        Type::Velocimeter => {
            object_velocity(m, d, ObjType::Site, id, true).map(|v| Reading::Vector(v.lin()))
        }
        Type::Gyro => {
            object_velocity(m, d, ObjType::Site, id, true).map(|v| Reading::Vector(v.ang()))
        }
        Type::JointVel => number(d.qvel.get(dof_adr(m, id)?)),
        Type::TendonVel => number(d.ten_velocity.get(id)),
        Type::ActuatorVel => number(d.actuator_velocity.get(id)),
        Type::BallAngVel => {
            let w = d.qvel.get(dof_adr(m, id)?..)?.first_chunk::<3>()?;
            Some(Reading::Vector(Vec3(*w)))
        }
        Type::JointLimitVel => Some(limit_velocity(d, ConstraintType::LimitJoint, id)),
        Type::TendonLimitVel => Some(limit_velocity(d, ConstraintType::LimitTendon, id)),
        Type::FrameLinVel | Type::FrameAngVel => frame::velocity(m, d, s),
        Type::SubtreeLinVel => vector(d.subtree_linvel.get(id)),
        Type::SubtreeAngMom => vector(d.subtree_angmom.get(id)),
        _ => None,
    }
}

/// Where the degrees of freedom of a joint start.
pub(super) fn dof_adr(m: &Model, joint: usize) -> Option<usize> {
    usize::try_from(*m.jnt_dofadr.raw().get(joint)?).ok()
}

/// Velocity of an active limit, zero while it is not active.
fn limit_velocity(d: &Data, kind: ConstraintType, id: usize) -> Reading {
    let row = limit_row(d, kind, id).and_then(|row| d.efc_vel.get(row.0));
    Reading::Number(row.copied().unwrap_or(0.0))
}
