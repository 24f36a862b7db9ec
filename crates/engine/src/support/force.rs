//! Joint forces of forces and torques that act on bodies: `qfrc += jacp' * force + jacr' * torque`.
//!
//! | reads | writes |
//! |---|---|
//! | `xfrc_applied`, `xipos`, `subtree_com`, `cdof` | `qfrc_smooth` |
//!
//! The Jacobian is never formed: each degree of freedom above the body takes its share.

use super::error::{ArgumentError, check_id, check_len};
use crate::data::{Data, DataOf, Lanes};
use crate::ids::BodyId;
use crate::math::Vec3;
use crate::model::Model;
use crate::smooth::jacobian::{CarriedPoint, chain, jac_columns};

/// Adds to `qfrc` the joint forces of a force and a torque on a body, in world axes, the force at
/// a point given in world coordinates.
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
    force: Vec3,
    torque: Vec3,
    point: Vec3,
    body: BodyId,
    qfrc: &mut [f64],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    check_len("qfrc", qfrc.len(), m.nv)?;
    jac_columns(m, d, body, point, |k, lin, rot| {
        qfrc[k.0] = qfrc[k.0] + dot_nonzero(lin, force) + dot_nonzero(rot, torque);
    });
    Ok(())
}

/// Adds the joint forces of `xfrc_applied` (force, then torque, at the centers of mass of bodies)
/// to `qfrc_smooth`.
#[doc(alias = "mj_xfrcAccumulate")]
pub(crate) fn xfrc_accumulate<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    for b in m.bodies().skip(1) {
        if d.xfrc_applied[b].iter().all(|x| N::known_all(x.eq_mask(N::ZERO))) {
            continue;
        }
        let [fx, fy, fz, tx, ty, tz] = d.xfrc_applied[b];
        let mut applied = N::ZERO;
        for x in d.xfrc_applied[b] {
            applied = N::select(x.eq_mask(N::ZERO), applied, N::ONE);
        }
        let (force, torque) = (Vec3([fx, fy, fz]), Vec3([tx, ty, tz]));
        let point = CarriedPoint::new(m, &d.subtree_com, b, d.xipos[b]);
        for k in chain(m, b) {
            let column = point.column(&d.cdof[k]);
            let before = d.qfrc_smooth[k];
            let sum = before + dot_nonzero(column.p, force) + dot_nonzero(column.r, torque);
            d.qfrc_smooth[k] = N::select(applied.eq_mask(N::ZERO), before, sum);
        }
    }
}

/// Scalar product that leaves out coordinates where the force is zero, whatever the column holds.
fn dot_nonzero<N: Lanes>(column: Vec3<N>, force: Vec3<N>) -> N {
    let mut sum = N::ZERO;
    for i in 0..3 {
        sum = N::select(force[i].eq_mask(N::ZERO), sum, sum + column[i] * force[i]);
    }
    sum
}
