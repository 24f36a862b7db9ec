//! Gravity compensation: a force against gravity at the center of mass of a body.

use super::apply::Motion;
use crate::data::{DataOf, Lanes};
use crate::enums::DisableBit;
use crate::math::{SpatialOf, Vec3Of};
use crate::model::Model;
use crate::sleep::Bodies;

/// Adds the compensation of all bodies; whether any body has it.
pub(super) fn gravcomp<N: Lanes>(m: &Model, d: &mut DataOf<N>) -> bool {
    if m.ngravcomp == 0 || m.opt.disabled(DisableBit::Gravity) || m.opt.gravity.norm() == 0.0 {
        return false;
    }
    let bodies = Bodies::new(m, d);
    let mut any = false;
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let share = m.body_gravcomp[b];
        if share != 0.0 {
            any = true;
            let DataOf { qfrc_gravcomp, cdof, subtree_com, xipos, .. } = d;
            let motion = Motion { cdof, subtree_com };
            let force = -(m.body_mass[b] * share) * m.opt.gravity;
            let wrench = SpatialOf::new(Vec3Of::ZERO, Vec3Of::splat(force));
            motion.apply(m, &wrench, xipos[b], b, qfrc_gravcomp);
        }
    }
    any
}
