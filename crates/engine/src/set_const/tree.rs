//! Kinematic trees: which bodies, dofs and tendons belong to them, and which may sleep.
//!
//! | reads | writes |
//! |---|---|
//! | `dof_treeid`, `body_weldid` | `body_treeid`, `tree_bodyadr`, `tree_bodynum`, `tree_dofadr`, `tree_dofnum` |
//! | tendon paths | `tendon_treenum`, `tendon_treeid` |
//! | transmissions, tendons, flexes | `tree_sleep_policy`: automatic becomes allowed or never |

use super::ConstError;
use crate::enums::{SleepPolicy, TrnType, WrapType};
use crate::ids::{
    ActuatorId, BodyId, DofId, FlexId, GeomId, JointId, SiteId, TendonId, TreeId, WrapId,
};
use crate::model::Model;

/// Bodies and dofs of each tree; both are numbered tree by tree.
pub(super) fn trees(m: &mut Model) {
    for b in m.bodies() {
        let weld = BodyId(m.body_weldid[b] as usize);
        m.body_treeid[b] = match m.body_dofs(weld).next() {
            Some(k) => m.dof_treeid[DofId(k)],
            None => -1,
        };
    }

    let (nbody, nv) = (m.nbody, m.nv);
    let Model { tree_bodyadr, tree_bodynum, body_treeid, .. } = m;
    tree_bodynum.fill(0);
    spans(tree_bodyadr, tree_bodynum, (1..nbody).map(|b| (b, body_treeid[BodyId(b)])));
    let Model { tree_dofadr, tree_dofnum, dof_treeid, .. } = m;
    tree_dofnum.fill(0);
    spans(tree_dofadr, tree_dofnum, (0..nv).map(|k| (k, dof_treeid[DofId(k)])));
}

/// First index and number of those that belong to each tree.
fn spans(adr: &mut [i32], num: &mut [i32], trees: impl Iterator<Item = (usize, i32)>) {
    let mut newest = -1;
    for (index, tree) in trees.filter(|&(_, tree)| tree >= 0) {
        if tree > newest {
            newest += 1;
            if let Some(adr) = adr.get_mut(newest as usize) {
                *adr = index as i32;
            }
        }
        if let Some(num) = num.get_mut(newest as usize) {
            *num += 1;
        }
    }
}

/// How many trees each tendon touches, and the first two.
pub(super) fn tendon_trees(m: &mut Model) {
    for t in m.tendons() {
        let touched = trees_of_tendon(m, t);
        m.tendon_treenum[t] = touched.len() as i32;
        m.tendon_treeid[t] = [0, 1].map(|i| touched.get(i).map_or(-1, |tree| tree.raw()));
    }
}

/// The trees along a tendon's path, each once, in order.
fn trees_of_tendon(m: &Model, t: TendonId) -> Vec<TreeId> {
    let mut touched = Vec::new();
    let first = m.tendon_adr[t] as usize;
    for w in (first..first + m.tendon_num[t] as usize).map(WrapId) {
        if let Some(tree) = tree_of_wrap(m, w).filter(|tree| !touched.contains(tree)) {
            touched.push(tree);
        }
    }
    touched
}

fn tree_of_wrap(m: &Model, w: WrapId) -> Option<TreeId> {
    let object = m.wrap_objid[w] as usize;
    let body = match WrapType::from_i32(m.wrap_type[w])? {
        WrapType::Joint => m.jnt_bodyid[JointId(object)],
        WrapType::Site => m.site_bodyid[SiteId(object)],
        WrapType::Sphere | WrapType::Cylinder => m.geom_bodyid[GeomId(object)],
        WrapType::Pulley | WrapType::None => return None,
    };
    tree_of_body(m, body)
}

fn tree_of_body(m: &Model, body: i32) -> Option<TreeId> {
    TreeId::new(m.body_treeid[BodyId(body as usize)])
}

/// Decides the sleep policy of trees whose policy is automatic.
pub(super) fn sleep_policies(m: &mut Model) -> Result<(), ConstError> {
    // what is actuated stays awake
    for a in m.actuators() {
        for tree in trees_of_actuator(m, a) {
            keep_awake(m, tree);
        }
    }

    // so do trees that a tendon couples by a force, or that it couples more than two of
    for t in m.tendons().filter(|&t| couples(m, t)).collect::<Vec<_>>() {
        for tree in trees_of_tendon(m, t) {
            let policy = SleepPolicy::from_i32(m.tree_sleep_policy[tree]);
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

    for policy in m.tree_sleep_policy.iter_mut().filter(|p| **p == SleepPolicy::Auto as i32) {
        *policy = SleepPolicy::AutoAllowed as i32;
    }
    Ok(())
}

/// A tree with an automatic policy never sleeps.
fn keep_awake(m: &mut Model, tree: TreeId) {
    let policy = &mut m.tree_sleep_policy[tree];
    if *policy == SleepPolicy::Auto as i32 {
        *policy = SleepPolicy::AutoNever as i32;
    }
}

fn trees_of_actuator(m: &Model, a: ActuatorId) -> Vec<TreeId> {
    let target = m.actuator_trnid[a][0];
    let index = target as usize;
    let body = match TrnType::from_i32(m.actuator_trntype[a]) {
        Some(TrnType::Joint | TrnType::JointInParent) => m.jnt_bodyid[JointId(index)],
        Some(TrnType::Site | TrnType::SliderCrank) => m.site_bodyid[SiteId(index)],
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
        || m.tendon_actuatorid[t] != -1;
    m.tendon_treenum[t] > 2 || (m.tendon_treenum[t] == 2 && force)
}

fn trees_of_flex(m: &Model, f: FlexId) -> Vec<TreeId> {
    let (adr, num, body) = if m.flex_interp[f] != 0 {
        (m.flex_nodeadr[f], m.flex_nodenum[f], m.flex_nodebodyid.as_slice())
    } else {
        (m.flex_vertadr[f], m.flex_vertnum[f], m.flex_vertbodyid.as_slice())
    };
    let bodies = body.iter().skip(adr as usize).take(num as usize);
    bodies.filter_map(|&b| tree_of_body(m, b)).collect()
}
