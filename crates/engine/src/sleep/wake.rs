//! Wakes trees: after changes by the user, and through contacts, limits of tendons and equalities.
//!
//! | reads | writes |
//! |---|---|
//! | `ntree_awake`, `qvel`, `qfrc_applied`, `xfrc_applied`, `eq_active` | `tree_asleep` |
//! | `ten_length`, `tree_awake`, `contact`, `body_treeid`, `jnt_bodyid` | |
//! | `dof_length`, `tree_bodyadr`, `tree_bodynum`, `tree_dofadr`, `tree_dofnum` | |
//! | `tree_sleep_policy`, `geom_bodyid`, `site_bodyid`, `eq_type`, `eq_obj1id` | |
//! | `eq_obj2id`, `eq_objtype`, `tendon_treenum`, `tendon_treeid` | |
//! | `tendon_limited`, `tendon_range`, `tendon_margin`, `opt.enableflags` | |
//!
//! All write `tree_asleep` only and return how many trees woke; [`update`](super::update) does the
//! rest.

use super::{AWAKE, sleep_cycle, wake_tree};
use crate::data::{Data, Sim};
use crate::enums::{EnableBit, EqType, ObjType, SleepPolicy};
use crate::fields::Field;
use crate::fields::Link;
use crate::ids::{BodyId, DofId, EqualityId, TendonId, TreeId};
use crate::math::scalar;
use crate::model::Model;

/// Wakes trees that the user has moved or pushes, and all if sleep is disabled.
///
/// That a tree has moved, [`kinematics`](crate::smooth::kinematics) says by its `tree_awake`.
#[doc(alias = "mj_wake")]
pub fn wake(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(EnableBit::Sleep) {
        let asleep = usize::try_from((m.ntree as i32).saturating_sub(d.ntree_awake)).unwrap_or(0);
        if asleep > 0 {
            d.tree_asleep.fill(AWAKE);
        }
        return asleep;
    }
    let mut woke = 0;
    for t in (0..m.ntree).map(TreeId) {
        let moved = d.tree_awake[t] != 0;
        if d.tree_asleep[t] >= 0 && (moved || !at_rest(m, d, t, None)) {
            woke += wake_tree(&mut d.tree_asleep, t.0, AWAKE);
        }
    }
    woke
}

/// Whether a tree may sleep and nothing acts on it. Its velocities, times the lengths that the model
/// gives them, must be below a tolerance, or zero without one.
pub(super) fn at_rest(m: &Model, d: &Data, t: TreeId, tolerance: Option<f64>) -> bool {
    let policy = m.tree_sleep_policy[t].get();
    if matches!(policy, Some(SleepPolicy::Never | SleepPolicy::AutoNever)) {
        return false;
    }
    let bodies = m.tree_bodyadr[t].raw()..m.tree_bodyadr[t].raw() + m.tree_bodynum[t];
    let dofs = m.tree_dofadr[t].raw()..m.tree_dofadr[t].raw() + m.tree_dofnum[t];
    let bodies = BodyId(bodies.start as usize)..BodyId(bodies.end as usize);
    let dofs = DofId(dofs.start as usize)..DofId(dofs.end as usize);
    let unpushed = d.xfrc_applied[bodies].iter().flatten().all(|&x| is_zero(x))
        && d.qfrc_applied[dofs.clone()].iter().all(|&x| is_zero(x));
    unpushed
        && match tolerance {
            None => d.qvel[dofs].iter().all(|&x| is_zero(x)),
            Some(tolerance) => is_slow(&d.qvel[dofs.clone()], &m.dof_length[dofs], tolerance),
        }
}

/// Whether the largest velocity times length is below a bound.
fn is_slow(qvel: &[f64], length: &[f64], bound: f64) -> bool {
    let mut largest = 0.0;
    for (v, length) in qvel.iter().zip(length) {
        largest = scalar::max(largest, length * v.abs());
        if largest >= bound {
            return false;
        }
    }
    true
}

/// Whether all bits are zero, as in what nobody has written to; a negative zero is not.
fn is_zero(x: f64) -> bool {
    x.to_bits() == 0
}

/// Wakes trees that touch a tree that is awake.
#[doc(alias = "mj_wakeCollision")]
pub fn wake_collision(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(EnableBit::Sleep) {
        return 0;
    }
    let mut woke = 0;
    let Sim { contact, tree_awake, tree_asleep, .. } = &mut **d;
    for contact in contact.iter() {
        let [first, second] = contact.geom.map(|g| tree_with(m, &m.geom_bodyid, g));
        let (Some(first), Some(second)) = (first, second) else {
            continue;
        };
        woke += wake_by_other(tree_awake, tree_asleep, [first, second]);
    }
    woke
}

/// Wakes trees that a tendon at its limit couples with a tree that is awake.
#[doc(alias = "mj_wakeTendon")]
pub fn wake_tendon(m: &Model, d: &mut Data) -> usize {
    if !m.opt.enabled(EnableBit::Sleep) {
        return 0;
    }
    let mut woke = 0;
    for t in m.tendons() {
        if m.tendon_treenum[t] == 2 && is_at_limit(m, d, t) {
            let [Some(first), Some(second)] = m.tendon_treeid[t].map(Link::id) else {
                continue;
            };
            let Sim { tree_awake, tree_asleep, .. } = &mut **d;
            woke += wake_by_other(tree_awake, tree_asleep, [first, second]);
        }
    }
    woke
}

/// Whether a tendon is near the end of its range.
fn is_at_limit(m: &Model, d: &Data, t: TendonId) -> bool {
    let [low, high] = m.tendon_range[t];
    let margin = m.tendon_margin[t];
    let near = |length: f64| -(low - length) < margin || high - length < margin;
    m.tendon_limited[t] != 0 && near(d.ten_length[t])
}

/// Wakes the one of two trees that sleeps if the other is awake; it is then as far from sleep.
fn wake_by_other(
    tree_awake: &Field<TreeId, i32>,
    tree_asleep: &mut Field<TreeId, i32>,
    [first, second]: [TreeId; 2],
) -> usize {
    match (tree_awake[first] != 0, tree_awake[second] != 0) {
        (true, false) => wake_with(tree_asleep, second, first),
        (false, true) => wake_with(tree_asleep, first, second),
        _ => 0,
    }
}

fn wake_with(tree_asleep: &mut Field<TreeId, i32>, sleeper: TreeId, other: TreeId) -> usize {
    let value = tree_asleep[other];
    wake_tree(tree_asleep, sleeper.0, value)
}

/// Wakes trees that an active equality ties to a tree that is awake, or to one that fell asleep
/// without them.
///
/// Equalities of tendons and flexes wake nothing (MuJoCo stops with an error at those).
#[doc(alias = "mj_wakeEquality")]
pub fn wake_equality(m: &Model, d: &mut Sim) -> usize {
    if !m.opt.enabled(EnableBit::Sleep) {
        return 0;
    }
    let mut woke = 0;
    for e in (0..m.neq).map(EqualityId) {
        let Some([first, second]) = tied_trees(m, e).filter(|_| d.eq_active[e] != 0) else {
            continue;
        };
        let asleep = [first, second].map(|t| d.tree_awake[t] == 0);
        let wakes = match asleep {
            [false, false] => continue,
            [true, true] => {
                let of = |t: TreeId| sleep_cycle(&d.tree_asleep, t.0);
                first != second && of(first) != of(second)
            }
            _ => true,
        };
        for (t, _) in [first, second].into_iter().zip(asleep).filter(|&(_, asleep)| wakes && asleep)
        {
            woke += wake_tree(&mut d.tree_asleep, t.0, AWAKE);
        }
    }
    woke
}

/// The trees that an equality ties to each other, if there are two.
fn tied_trees(m: &Model, e: EqualityId) -> Option<[TreeId; 2]> {
    let of = |object| match m.eq_type[e].get()? {
        EqType::Connect | EqType::Weld if m.eq_objtype[e] == ObjType::Body => tree_of(m, object),
        EqType::Connect | EqType::Weld => tree_with(m, &m.site_bodyid, object),
        EqType::Joint => tree_with(m, &m.jnt_bodyid, object),
        _ => None,
    };
    Some([of(m.eq_obj1id[e])?, of(m.eq_obj2id[e])?])
}

/// The tree of a body, `None` if it is static.
fn tree_of(m: &Model, body: i32) -> Option<TreeId> {
    let tree = *m.body_treeid.raw().get(usize::try_from(body).ok()?)?;
    TreeId::new(tree).filter(|t| t.0 < m.ntree)
}

/// The tree of the body of an object.
fn tree_with<I>(m: &Model, bodies: &Field<I, Link<BodyId>>, object: i32) -> Option<TreeId> {
    tree_of(m, bodies.get(usize::try_from(object).ok()?)?.raw())
}
