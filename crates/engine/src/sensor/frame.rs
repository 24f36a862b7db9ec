//! Sensors of frames: pose and velocity of an object, in world or seen from a reference object.

use crate::data::Data;
use crate::enums::{ObjType, SensorType};
use crate::ids::SensorId;
use crate::math::{Quat, Spatial};
use crate::model::Model;
use crate::smooth::object::{ObjectFrame, frame, in_axes, object_velocity};

use super::reading::Reading;

/// Kind and id of the object that a sensor observes.
fn object(m: &Model, s: SensorId) -> Option<(ObjType, usize)> {
    let kind = m.sensor_objtype[s].get()?;
    Some((kind, usize::try_from(m.sensor_objid[s]).ok()?))
}

/// Kind and id of the reference; the inner `None` means the world.
#[allow(clippy::option_option, reason = "a wrong kind of reference is not the world")]
fn reference(m: &Model, s: SensorId) -> Option<Option<(ObjType, usize)>> {
    let Ok(id) = usize::try_from(m.sensor_refid[s]) else {
        return Some(None);
    };
    Some(Some((m.sensor_reftype[s].get()?, id)))
}

/// The frame of the object of a sensor.
pub(super) fn object_frame<'a>(m: &Model, d: &'a Data, s: SensorId) -> Option<ObjectFrame<'a>> {
    let (kind, id) = object(m, s)?;
    frame(m, d, kind, id)
}

/// Position of the object.
pub(super) fn position(m: &Model, d: &Data, s: SensorId) -> Option<Reading> {
    let of = object_frame(m, d, s)?;
    let Some((kind, id)) = reference(m, s)? else {
        return Some(Reading::Vector(of.pos));
    };
    let from = frame(m, d, kind, id)?;
    Some(Reading::Vector(from.mat.transpose_mul(of.pos - from.pos)))
}

/// Axis `k` of the object.
pub(super) fn axis(m: &Model, d: &Data, s: SensorId, k: usize) -> Option<Reading> {
    let axis = object_frame(m, d, s)?.mat.col(k);
    let Some((kind, id)) = reference(m, s)? else {
        return Some(Reading::Vector(axis));
    };
    Some(Reading::Vector(frame(m, d, kind, id)?.mat.transpose_mul(axis)))
}

/// Orientation of the object.
pub(super) fn orientation(m: &Model, d: &Data, s: SensorId) -> Option<Reading> {
    let (kind, id) = object(m, s)?;
    let of = quat(m, d, kind, id)?;
    let Some((kind, id)) = reference(m, s)? else {
        return Some(Reading::Rotation(of));
    };
    Some(Reading::Rotation(quat(m, d, kind, id)?.conj() * of))
}

/// Orientation of an object: that of its body, then its own in the body. Cameras as the model fixes
/// them, also when they track something.
fn quat(m: &Model, d: &Data, kind: ObjType, id: usize) -> Option<Quat> {
    let (body, local) = match kind {
        ObjType::XBody => return d.xquat.get(id).copied(),
        ObjType::Body => (id, m.body_iquat.get(id)?),
        ObjType::Geom => {
            (usize::try_from(*m.geom_bodyid.raw().get(id)?).ok()?, m.geom_quat.get(id)?)
        }
        ObjType::Site => {
            (usize::try_from(*m.site_bodyid.raw().get(id)?).ok()?, m.site_quat.get(id)?)
        }
        ObjType::Camera => {
            (usize::try_from(*m.cam_bodyid.raw().get(id)?).ok()?, m.cam_quat.get(id)?)
        }
        _ => return None,
    };
    Some(*d.xquat.get(body)? * *local)
}

/// Linear or angular velocity of the object.
pub(super) fn velocity(m: &Model, d: &Data, s: SensorId) -> Option<Reading> {
    let (kind, id) = object(m, s)?;
    let mut vel = object_velocity(m, d, kind, id, false)?;
    if let Some((ref_kind, ref_id)) = reference(m, s)? {
        let of = frame(m, d, kind, id)?;
        let from = frame(m, d, ref_kind, ref_id)?;
        let ref_vel = object_velocity(m, d, ref_kind, ref_id, false)?;

        // an observer that turns sees the object move the other way
        let seen = vel - ref_vel;
        let turning = (of.pos - from.pos).cross(ref_vel.ang());
        vel = in_axes(&Spatial::new(seen.ang(), seen.lin() + turning), from.mat);
    }
    let linear = m.sensor_type[s] == SensorType::FrameLinVel;
    Some(Reading::Vector(if linear { vel.lin() } else { vel.ang() }))
}
