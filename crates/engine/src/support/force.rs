//! Joint forces of forces and torques that act on bodies: `qfrc += jacp' * force + jacr' * torque`.
//!
//! The Jacobian is never formed: each degree of freedom above the body takes its share.

use crate::argument::{ArgumentError, check_id, check_len};
use crate::data::Data;
use crate::ids::BodyId;
use crate::math::Vec3;
use crate::model::Model;
use crate::smooth::applied::dot_nonzero;
use crate::smooth::jacobian::jac_columns;

/// Adds to `qfrc` the joint forces of a force and a torque on a body, in world axes; the force acts
/// at a point given in world coordinates.
///
/// Reads `cdof` and `subtree_com`: call after [`kinematics`](crate::smooth::kinematics) and
/// [`com_pos`](crate::smooth::com_pos).
///
/// # Errors
/// If the data is of another model, there is no such body, or `qfrc` has not `nv` entries; nothing
/// is added then.
#[doc(alias = "mj_applyFT")]
pub fn apply_ft(
    m: &Model,
    d: &Data,
    body: BodyId,
    point: Vec3,
    force: Vec3,
    torque: Vec3,
    qfrc: &mut [f64],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    check_len("apply_ft", "qfrc", qfrc.len(), m.nv)?;
    jac_columns(m, d, body, point, |k, lin, rot| {
        qfrc[k.0] = qfrc[k.0] + dot_nonzero(lin, force) + dot_nonzero(rot, torque);
    });
    Ok(())
}
