//! Joint forces of the forces that the user applies to bodies.
//!
//! | reads | writes |
//! |---|---|
//! | `xfrc_applied`, `xipos`, `subtree_com`, `cdof` | `qfrc_smooth` |

use super::jacobian::{CarriedPoint, chain};
use crate::data::{DataOf, Lanes};
use crate::math::{Vec3, Vec3Of};
use crate::model::Model;

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
pub(crate) fn dot_nonzero<N: Lanes>(column: Vec3Of<N>, force: Vec3Of<N>) -> N {
    let mut sum = N::ZERO;
    for i in 0..3 {
        sum = N::select(force[i].eq_mask(N::ZERO), sum, sum + column[i] * force[i]);
    }
    sum
}
