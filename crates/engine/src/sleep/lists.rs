//! Flags and lists of the trees, bodies and degrees of freedom that are awake, computed from `tree_asleep`.
//!
//! | reads | writes |
//! |---|---|
//! | `tree_asleep` | `tree_awake`, `ntree_awake` |
//! | | `body_awake`, `body_awake_ind`, `nbody_awake` |
//! | | `parent_awake_ind`, `nparent_awake`, `dof_awake_ind`, `nv_awake` |
//! | `body_parentid`, `body_rootid`, `body_mocapid`, `body_treeid`, `dof_bodyid` | |

use crate::data::Sim;
use crate::enums::SleepState;
use crate::fields::Field;
use crate::ids::{BodyId, DofId, Id};
use crate::model::Model;

/// Brings everything that follows from `tree_asleep` up to date.
#[doc(alias = "mj_updateSleep")]
pub fn update(m: &Model, d: &mut Sim) {
    update_with(m, d, SleepState::Static);
}

/// The same, with a state for bodies that are static; those that follow mocap are awake.
#[doc(alias = "mj_updateSleepInit")]
pub(crate) fn update_with(m: &Model, d: &mut Sim, of_static: SleepState) {
    // trees
    d.ntree_awake = 0;
    for (awake, &asleep) in d.tree_awake.iter_mut().zip(d.tree_asleep.iter()) {
        *awake = i32::from(asleep < 0);
        d.ntree_awake += *awake;
    }

    // bodies that do not sleep, and those whose parent does not
    (d.nbody_awake, d.nparent_awake) = (0, 0);
    for b in m.bodies() {
        let tree = usize::try_from(m.body_treeid[b].raw()).ok();
        let state = match tree.and_then(|t| d.tree_awake.get(t)) {
            Some(0) => SleepState::Asleep,
            Some(_) => SleepState::Awake,
            None if follows_mocap(m, b) => SleepState::Awake,
            None => of_static,
        };
        d.body_awake[b] = state.into();
        if state != SleepState::Asleep {
            append(&mut d.body_awake_ind, &mut d.nbody_awake, b.0);
        }
        let parent =
            usize::try_from(m.body_parentid[b].raw()).ok().and_then(|p| d.body_awake.raw().get(p));
        if b.0 > 0 && parent != Some(&(SleepState::Asleep as i32)) {
            append(&mut d.parent_awake_ind, &mut d.nparent_awake, b.0);
        }
    }

    // degrees of freedom
    d.nv_awake = 0;
    for k in m.dofs() {
        if moves(m, d, k) {
            append(&mut d.dof_awake_ind, &mut d.nv_awake, k.0);
        }
    }
}

/// Whether a body is, or is fixed to, a mocap body.
fn follows_mocap(m: &Model, b: BodyId) -> bool {
    let root = usize::try_from(m.body_rootid[b].raw()).ok();
    root.and_then(|root| m.body_mocapid.raw().get(root)).is_some_and(|&id| id >= 0)
}

/// Whether a degree of freedom belongs to a tree that is awake.
fn moves(m: &Model, d: &Sim, k: DofId) -> bool {
    let Some(b) = m.dof_bodyid[k].id().filter(|b| b.0 < m.nbody) else {
        return false;
    };
    m.body_treeid[b].raw() >= 0 && d.body_awake[b] == SleepState::Awake
}

/// Puts an entry at the end of a list that has `count` entries.
fn append<I: Id>(list: &mut Field<I, i32>, count: &mut i32, entry: usize) {
    list[I::from_index(*count as usize)] = entry as i32;
    *count += 1;
}
