//! Which kinematic trees may sleep.
//!
//! | reads | writes |
//! |---|---|
//! | transmissions, tendons, flexes | `tree_sleep_policy`: automatic becomes allowed or never |
//! | `body_treeid`, `jnt_bodyid`, `site_bodyid`, `flex_interp`, `flex_nodeadr` | |
//! | `flex_nodenum`, `flex_vertadr`, `flex_vertnum`, `flex_nodebodyid`, `flex_vertbodyid` | |
//! | `tendon_actuatorid`, `tendon_treenum`, `tendon_stiffness`, `tendon_stiffnesspoly` | |
//! | `tendon_damping`, `tendon_dampingpoly`, `actuator_trntype`, `actuator_trnid` | |

use super::ConstError;
use crate::enums::{SleepPolicy, TrnType};
use crate::ids::{ActuatorId, BodyId, FlexId, JointId, SiteId, TendonId, TreeId};
use crate::model::{Model, trees_of_tendon};

fn tree_of_body(m: &Model, body: i32) -> Option<TreeId> {
    m.body_treeid[BodyId(body as usize)].id()
}

/// Decides the sleep policy of trees whose policy is automatic.
pub(super) fn decide(m: &mut Model) -> Result<(), ConstError> {
    // trees with actuators stay awake
    for a in m.actuators() {
        for tree in trees_of_actuator(m, a) {
            keep_awake(m, tree);
        }
    }

    // so do trees that a tendon couples by a force, or that it couples more than two of
    for t in m.tendons().filter(|&t| couples(m, t)).collect::<Vec<_>>() {
        for tree in trees_of_tendon(m, t) {
            let policy = m.tree_sleep_policy[tree].get();
            if matches!(policy, Some(SleepPolicy::Allowed | SleepPolicy::Init)) {
                return Err(ConstError::SleepingTendon { tree, tendon: t });
            }
            keep_awake(m, tree);
        }
    }

    // so do flexes
    for f in (0..m.nflex).map(FlexId) {
        for tree in trees_of_flex(m, f) {
            keep_awake(m, tree);
        }
    }

    for tree in (0..m.ntree).map(TreeId) {
        decide_auto(m, tree, SleepPolicy::AutoAllowed);
    }
    Ok(())
}

/// A tree with an automatic policy never sleeps.
fn keep_awake(m: &mut Model, tree: TreeId) {
    decide_auto(m, tree, SleepPolicy::AutoNever);
}

/// Sets an automatic policy; the structure stays untouched where there is none.
fn decide_auto(m: &mut Model, tree: TreeId, policy: SleepPolicy) {
    if m.tree_sleep_policy[tree] == SleepPolicy::Auto {
        m.structure_mut().tree_sleep_policy[tree] = policy.into();
    }
}

fn trees_of_actuator(m: &Model, a: ActuatorId) -> Vec<TreeId> {
    let target = m.actuator_trnid[a][0];
    let index = target as usize;
    let body = match m.actuator_trntype[a].get() {
        Some(TrnType::Joint | TrnType::JointInParent) => m.jnt_bodyid[JointId(index)].raw(),
        Some(TrnType::Site | TrnType::SliderCrank) => m.site_bodyid[SiteId(index)].raw(),
        Some(TrnType::Body) => target,
        Some(TrnType::Tendon) => return trees_of_tendon(m, TendonId(index)),
        Some(TrnType::Undefined) | None => return Vec::new(),
    };
    tree_of_body(m, body).into_iter().collect()
}

/// Whether a tendon makes the trees it touches depend on each other.
fn couples(m: &Model, t: TendonId) -> bool {
    let force = m.tendon_stiffness[t] != 0.0
        || m.tendon_stiffnesspoly[t].iter().any(|&c| c != 0.0)
        || m.tendon_damping[t] != 0.0
        || m.tendon_dampingpoly[t].iter().any(|&c| c != 0.0)
        || m.tendon_actuatorid[t].raw() != -1;
    m.tendon_treenum[t] > 2 || (m.tendon_treenum[t] == 2 && force)
}

fn trees_of_flex(m: &Model, f: FlexId) -> Vec<TreeId> {
    let (adr, num, body) = if m.flex_interp[f] != 0 {
        (m.flex_nodeadr[f], m.flex_nodenum[f], m.flex_nodebodyid.raw())
    } else {
        (m.flex_vertadr[f], m.flex_vertnum[f], m.flex_vertbodyid.raw())
    };
    let bodies = body.iter().skip(adr as usize).take(num as usize);
    bodies.filter_map(|&b| tree_of_body(m, b)).collect()
}
