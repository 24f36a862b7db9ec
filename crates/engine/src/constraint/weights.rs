//! Inverse inertia of rows in the reference pose, from that of what they tie or hold.

use super::equality::Anchors;
use crate::enums::{ConstraintType, EqType};
use crate::ids::{DofId, EqualityId, JointId, TendonId};
use crate::model::Model;

/// Inverse inertia of a row of friction loss or of a limit.
#[inline(always)]
pub(super) fn single_weight(m: &Model, kind: ConstraintType, id: usize) -> f64 {
    match kind {
        ConstraintType::FrictionDof => m.dof_invweight0[DofId(id)],
        ConstraintType::LimitJoint => m.dof_invweight0[m.jnt_dofadr[JointId(id)].present()],
        ConstraintType::FrictionTendon | ConstraintType::LimitTendon => {
            m.tendon_invweight0[TendonId(id)]
        }
        _ => 0.0,
    }
}

/// Inverse inertia of bodies (`which` is 0 for translation, 1 for rotation), joints or tendons that are
/// tied to each other.
pub(super) fn coupled_weight(m: &Model, e: EqualityId, kind: Option<EqType>, which: usize) -> f64 {
    let weight = |id: i32| match kind {
        Some(EqType::Joint) => m.dof_invweight0[m.jnt_dofadr[JointId(id as usize)].present()],
        Some(EqType::Tendon) => m.tendon_invweight0[TendonId(id as usize)],
        _ => 0.0,
    };
    if matches!(kind, Some(EqType::Connect | EqType::Weld)) {
        let [first, second] = Anchors::bodies_of(m, e);
        return m.body_invweight0[first][which] + m.body_invweight0[second][which];
    }
    let first = weight(m.eq_obj1id[e]);
    if m.eq_obj2id[e] >= 0 { first + weight(m.eq_obj2id[e]) } else { first }
}
