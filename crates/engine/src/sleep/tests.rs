//! When trees fall asleep and what wakes them, on masses that slide along one axis each.

use super::*;
use crate::constants::MINAWAKE;
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{EnableBit, SleepPolicy};
use crate::fields::Link;
use crate::hooks::Hooks;
use crate::ids::{BodyId, DofId, GeomId, JointId, MAdr, QposAdr, TreeId};
use crate::island;
use crate::math::{Quat, Vec3};
use crate::reset::kept_awake;
use crate::sizes::Sizes;
use crate::step::step;

/// Unit masses on sliders along x, each with a geom; sleep is on, gravity off. There is room for an
/// equality and a tendon.
fn sliders(n: usize) -> Model {
    let sizes = Sizes {
        nbody: n + 1,
        ngeom: n + 1,
        ntree: n,
        njnt: n,
        nq: n,
        nv: n,
        nM: n,
        nC: n,
        nD: n,
        nB: n,
        neq: 1,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    m.opt.enableflags = EnableBit::Sleep as i32;
    m.opt.gravity = Vec3::ZERO;
    m.body_quat.fill(Quat::IDENTITY);
    m.body_iquat.fill(Quat::IDENTITY);
    m.body_mocapid.fill(Link::NONE);
    m.body_bvhadr.fill(-1);
    m.body_treeid[BodyId(0)] = Link::NONE;
    m.jnt_actuatorid.fill(Link::NONE);
    m.jnt_type.raw_mut().fill(2);
    m.jnt_axis.fill(Vec3::X);
    m.dof_parentid.fill(Link::NONE);
    m.dof_length.fill(1.0);
    m.tree_sleep_policy.fill(SleepPolicy::AutoAllowed.into());
    for i in 0..n {
        let (b, j, k, t) = (BodyId(i + 1), JointId(i), DofId(i), TreeId(i));
        m.body_rootid[b] = b.into();
        m.body_weldid[b] = b.into();
        m.body_treeid[b] = Link::from_raw(i as i32);
        m.body_mass[b] = 1.0;
        m.body_inertia[b] = Vec3::new(1.0, 1.0, 1.0);
        m.body_subtreemass[b] = 1.0;
        m.body_jntadr[b] = Link::from_raw(i as i32);
        m.body_jntnum[b] = 1;
        m.body_dofadr[b] = Link::from_raw(i as i32);
        m.body_dofnum[b] = 1;
        m.geom_bodyid[GeomId(i + 1)] = b.into();
        m.jnt_bodyid[j] = b.into();
        m.jnt_qposadr[j] = Link::from_raw(i as i32);
        m.jnt_dofadr[j] = Link::from_raw(i as i32);
        m.dof_bodyid[k] = b.into();
        m.dof_jntid[k] = Link::from_raw(i as i32);
        m.dof_treeid[k] = Link::from_raw(i as i32);
        m.M_rownnz[k] = 1;
        m.M_rowadr[k] = i as i32;
        m.M_colind[MAdr(i)] = i as i32;
        m.mapM2M[MAdr(i)] = i as i32;
        m.tree_bodyadr[t] = b.into();
        m.tree_bodynum[t] = 1;
        m.tree_dofadr[t] = Link::from_raw(i as i32);
        m.tree_dofnum[t] = 1;
    }
    m
}

/// Data in which these trees sleep, those of a group together.
fn asleep(m: &Model, groups: &[&[i32]]) -> Data {
    let mut d = Data::new(m);
    for group in groups {
        for (i, &t) in group.iter().enumerate() {
            d.tree_asleep[TreeId(t as usize)] = group[(i + 1) % group.len()];
        }
    }
    update(m, &mut d);
    crate::smooth::kinematics(m, &mut d);
    assert_eq!(d.ntree_awake as usize, m.ntree - groups.concat().len());
    d
}

fn steps(m: &Model, d: &mut Data, n: usize) {
    for _ in 0..n {
        step(m, d);
    }
}

#[test]
fn a_tree_at_rest_falls_asleep_after_the_shortest_time_awake() {
    let m = sliders(2);
    let mut d = Data::new(&m);
    d.qvel[DofId(1)] = 1.0;
    steps(&m, &mut d, MINAWAKE - 1);
    assert_eq!(d.tree_asleep.as_slice(), [-2, AWAKE]);
    steps(&m, &mut d, 1);
    assert_eq!(d.tree_asleep.as_slice(), [0, AWAKE]);
    assert_eq!((d.ntree_awake, d.nbody_awake, d.nv_awake), (1, 2, 1));
    assert_eq!((d.body_awake_ind[BodyId(1)], d.dof_awake_ind[DofId(0)]), (2, 1));
}

#[test]
fn a_slow_tree_stops_when_it_falls_asleep() {
    let m = sliders(1);
    let mut d = Data::new(&m);
    d.qvel[DofId(0)] = 0.5 * m.opt.sleep_tolerance;
    steps(&m, &mut d, MINAWAKE);
    let place = d.qpos[QposAdr(0)];
    assert_eq!((d.qvel[DofId(0)], d.nv_awake), (0.0, 0));
    assert!(place > 0.0);
    steps(&m, &mut d, 5);
    assert_eq!(d.qpos[QposAdr(0)], place);
}

#[test]
fn a_tree_whose_policy_forbids_it_never_sleeps() {
    for policy in [SleepPolicy::Never, SleepPolicy::AutoNever] {
        let mut m = sliders(1);
        m.tree_sleep_policy.raw_mut().fill(policy as i32);
        let mut d = Data::new(&m);
        steps(&m, &mut d, 3 * MINAWAKE);
        assert_eq!(d.tree_asleep.as_slice(), [AWAKE]);
    }
}

#[test]
fn a_force_wakes_a_tree() {
    let m = sliders(2);
    let push: [fn(&mut Data); 3] = [
        |d| d.qfrc_applied[DofId(0)] = 1e-300,
        |d| d.xfrc_applied[BodyId(1)][5] = -0.0,
        |d| d.qvel[DofId(0)] = 1e-9,
    ];
    for push in push {
        let mut d = asleep(&m, &[&[0], &[1]]);
        push(&mut d);
        crate::smooth::kinematics(&m, &mut d);
        assert_eq!(d.tree_asleep.as_slice(), [AWAKE, 1]);
        assert_eq!(d.tree_awake.as_slice(), [1, 0]);
    }
}

#[test]
fn moving_a_tree_wakes_it_and_what_fell_asleep_with_it() {
    let m = sliders(4);
    let mut d = asleep(&m, &[&[0, 2, 3], &[1]]);
    d.qpos[QposAdr(2)] = 0.25;
    crate::smooth::kinematics(&m, &mut d);
    assert_eq!(d.tree_asleep.as_slice(), [AWAKE, 1, AWAKE, AWAKE]);
    assert_eq!(d.xpos[BodyId(3)], Vec3::new(0.25, 0.0, 0.0));
}

#[test]
fn a_sleeping_tree_keeps_its_quantities() {
    let m = sliders(2);
    let mut d = asleep(&m, &[&[0]]);
    d.cvel[BodyId(1)].0[3] = 7.0;
    d.qfrc_bias[DofId(0)] = 7.0;
    d.qacc_smooth[DofId(0)] = 7.0;
    d.qvel[DofId(1)] = 2.0;
    crate::step::forward(&m, &mut d);
    assert_eq!((d.cvel[BodyId(1)].0[3], d.cvel[BodyId(2)].0[3]), (7.0, 2.0));
    assert_eq!((d.qfrc_bias[DofId(0)], d.qfrc_bias[DofId(1)]), (7.0, 0.0));
    assert_eq!((d.qacc_smooth[DofId(0)], d.qacc_smooth[DofId(1)]), (7.0, 0.0));
}

#[test]
fn a_contact_wakes_an_island_which_then_is_as_far_from_sleep_as_its_waker() {
    let m = sliders(4);
    let mut d = asleep(&m, &[&[1, 3]]);
    d.tree_asleep[TreeId(0)] = -4;
    d.contact.push(Contact { geom: [1, 4], ..Contact::default() });
    assert_eq!(wake_collision(&m, &mut d), 2);
    assert_eq!(d.tree_asleep.as_slice(), [-4, -4, AWAKE, -4]);
}

#[test]
fn a_contact_with_the_ground_wakes_nothing() {
    let m = sliders(1);
    let mut d = asleep(&m, &[&[0]]);
    d.contact.push(Contact { geom: [0, 1], ..Contact::default() });
    assert_eq!(wake_collision(&m, &mut d), 0);
    assert_eq!(d.tree_asleep.as_slice(), [0]);
}

#[test]
fn an_equality_wakes_what_fell_asleep_apart() {
    let mut m = sliders(3);
    m.eq_type.fill(EqType::Joint.into());
    m.eq_obj1id.fill(0);
    m.eq_obj2id.fill(2);
    for (groups, woke) in
        [(&[&[0][..], &[2]][..], 2), (&[&[0, 2]], 0), (&[&[0, 1]], 2), (&[&[1]], 0)]
    {
        let mut d = asleep(&m, groups);
        assert_eq!(wake_equality(&m, &mut d), 0, "not active");
        d.eq_active.fill(1);
        assert_eq!(wake_equality(&m, &mut d), woke, "{groups:?}");
    }
}

#[test]
fn trees_that_touch_fall_asleep_together() {
    let m = sliders(3);
    let mut d = Data::new(&m);
    let touch = |d: &mut Data| {
        d.contact.resize(0);
        d.contact.push(Contact { geom: [1, 3], ..Contact::default() });
        d.efc_type.resize(1);
        d.efc_id.resize(1);
        d.efc_type.raw_mut().fill(5);
        d.nefc = 1;
        island::find(&m, d);
    };
    touch(&mut d);
    d.tree_asleep.copy_from_slice(&[-2, -2, -3]);
    assert_eq!(sleep(&m, &mut d), 1, "only the one that touches nothing");
    assert_eq!(d.tree_asleep.as_slice(), [-1, 1, -2]);
    assert_eq!(sleep(&m, &mut d), 2);
    assert_eq!(d.tree_asleep.as_slice(), [2, 1, 0]);
}

#[test]
fn without_islands_constraints_keep_everything_awake() {
    let m = sliders(1);
    let mut d = Data::new(&m);
    d.tree_asleep.fill(-1);
    (d.nefc, d.nisland) = (1, 0);
    assert_eq!(sleep(&m, &mut d), 0);
    assert_eq!(d.tree_asleep.as_slice(), [-1]);
}

#[test]
fn trees_that_start_asleep_do_so_after_a_reset() {
    let mut m = sliders(3);
    m.tree_sleep_policy[TreeId(1)] = SleepPolicy::Init.into();
    let mut d = Data::new(&m);
    assert_eq!(d.tree_asleep.as_slice(), [AWAKE + 1, 1, AWAKE + 1]);
    assert_eq!((d.ntree_awake, d.nbody_awake, d.nv_awake), (2, 3, 2));
    d.tree_asleep.fill(AWAKE);
    d.reset(&m);
    assert_eq!(d.tree_awake.as_slice(), [1, 0, 1]);
    assert_eq!(kept_awake(&m, &d), None);
}

#[test]
fn a_tree_that_is_pushed_cannot_start_asleep() {
    let mut m = sliders(2);
    m.tree_sleep_policy.fill(SleepPolicy::Init.into());
    let push = |_: &Model, d: &mut Data| d.qfrc_applied[DofId(1)] = 1.0;
    let hooks = Hooks { control: Some(std::sync::Arc::new(push)), ..Hooks::NONE };
    let d = Data::new(&m.with(&hooks));
    assert_eq!(d.tree_asleep.as_slice(), [0, AWAKE]);
    assert_eq!(kept_awake(&m, &d), Some(TreeId(1)));
}

#[test]
fn disabling_sleep_wakes_everything() {
    let mut m = sliders(2);
    let mut d = asleep(&m, &[&[0, 1]]);
    m.opt.enableflags = 0;
    crate::smooth::kinematics(&m, &mut d);
    assert_eq!(d.tree_asleep.as_slice(), [AWAKE; 2]);
    assert_eq!((d.ntree_awake, d.nbody_awake, d.nv_awake), (2, 3, 2));
}

#[test]
fn broken_circles_end() {
    for tree_asleep in [&[1, 2, 1][..], &[1, -3, 0], &[5, 0, 0], &[1, 2, 9]] {
        assert_eq!(sleep_cycle(tree_asleep, 0), None);
        let mut woken = tree_asleep.to_vec();
        let count = wake_tree(&mut woken, 0, -2);
        assert!((1..=3).contains(&count) && woken[0] == -2);
    }
    assert_eq!(sleep_cycle(&[0], 1), None);
    assert_eq!(wake_tree(&mut [0], 1, -2), 0);
}
