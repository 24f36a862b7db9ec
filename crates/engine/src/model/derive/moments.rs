//! The moments of actuators fit into the arrays of the data.

use crate::enums::{JointType, TrnType};
use crate::ids::{ActuatorId, BodyId, DofId, JointId, SiteId, TendonId};
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Result<(), StructureError> {
    let needed = s.actuators().map(|a| dofs_of(s, a)).fold(0, usize::saturating_add);
    if needed <= s.nJmom {
        return Ok(());
    }
    Err(StructureError::Size { name: "nJmom", needed, size: s.nJmom })
}

/// Number of dofs an actuator acts on, at most.
fn dofs_of(s: &Structure, a: ActuatorId) -> usize {
    let [target, second] = s.actuator_trnid[a];
    let index = target.max(0) as usize;
    match s.actuator_trntype[a].get() {
        Some(TrnType::Joint | TrnType::JointInParent) => {
            s.jnt_type[JointId(index)].get().map_or(0, JointType::nv)
        }
        Some(TrnType::Tendon) => s.ten_J_rownnz[TendonId(index)].max(0) as usize,
        Some(TrnType::SliderCrank) => merged(s, target, second, false),
        Some(TrnType::Site) => merged(s, target, second, true),
        Some(TrnType::Body) => s.nv,
        Some(TrnType::Undefined) | None => 0,
    }
}

/// Dofs that move one of two sites; without those that move both if `skip_common`.
fn merged(s: &Structure, a: i32, b: i32, skip_common: bool) -> usize {
    let last = |site: i32| {
        let body = SiteId::new(site).map_or(0, |site| s.site_bodyid[site].raw() as usize);
        let weld = s.body_weldid[BodyId(body)].present();
        s.body_dofs(weld).next_back().map_or(-1, DofId::raw)
    };
    let (mut a, mut b, mut count) = (last(a), last(b), 0);
    while a >= 0 || b >= 0 {
        let dof = a.max(b);
        if skip_common && a == b {
            break;
        }
        let parent = s.dof_parentid[DofId(dof as usize)].raw();
        (a, b) = (if a == dof { parent } else { a }, if b == dof { parent } else { b });
        count += 1;
    }
    count
}
