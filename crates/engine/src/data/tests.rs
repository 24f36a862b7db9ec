//! Making, resetting and copying data.

use super::*;
use crate::contact::Contact;
use crate::fields::Storage;
use crate::ids::{ActuatorId, BodyId, HistoryAdr, MocapId};
use crate::math::{Pack, Quat, Vec3};
use crate::model::Model;
use crate::sizes::Sizes;

/// World, a mocap body with a child, and a body with one slider.
fn model() -> Model {
    let sizes = Sizes {
        nbody: 4,
        nq: 1,
        nv: 1,
        ntree: 1,
        nmocap: 1,
        neq: 2,
        nu: 1,
        nhistory: 8,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    m.qpos0.fill(0.5);
    m.eq_active0.copy_from_slice(&[1, 0]);
    m.body_rootid.raw_mut().copy_from_slice(&[0, 1, 1, 3]);
    m.body_treeid.raw_mut().copy_from_slice(&[-1, -1, -1, 0]);
    m.dof_bodyid.raw_mut().fill(3);
    m.body_mocapid.raw_mut().copy_from_slice(&[-1, 0, -1, -1]);
    m.body_pos[BodyId(1)] = Vec3::new(1.0, 2.0, 3.0);
    m.body_quat[BodyId(1)] = Quat::new(0.0, 1.0, 0.0, 0.0);
    m.actuator_history[ActuatorId(0)] = [3, 0];
    m.opt.timestep = 0.5;
    m
}

#[test]
fn new_data_is_at_the_default_pose() {
    let d = Data::new(&model());
    assert_eq!(d.qpos.as_slice(), [0.5]);
    assert_eq!(d.eq_active.as_slice(), [1, 0]);
    assert_eq!(d.mocap_pos[MocapId(0)], Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(d.mocap_quat[MocapId(0)], Quat::new(0.0, 1.0, 0.0, 0.0));
    // slot, newest sample, times, values
    assert_eq!(d.history.as_slice(), [0.0, 2.0, -1.5, -1.0, -0.5, 0.0, 0.0, 0.0]);
    assert_eq!(d.body_awake.raw(), [-1, 1, 1, 1]);
    assert_eq!((d.nbody_awake, d.nparent_awake, d.nv_awake), (4, 3, 1));
    assert!(d.contact.is_empty() && d.efc_force.is_empty());
}

#[test]
fn reset_returns_to_new_data_and_keeps_memory() {
    let m = model();
    let mut d = Data::new(&m);
    let place = d.qpos.as_ptr();
    d.qpos.fill(9.0);
    d.time = 4.0;
    d.contact.push(Contact::default());
    d.ncon = 1;
    d.reset(&m);
    assert_eq!(d.to_bytes(&m), Data::new(&m).to_bytes(&m));
    assert_eq!(d.qpos.as_ptr(), place);
}

#[test]
fn a_clone_has_equal_values_in_memory_of_its_own() {
    let m = model();
    let mut d = Data::new(&m);
    d.contact.push(Contact { dist: 1.0, ..Contact::default() });
    let copy = d.clone();
    assert_eq!(copy.to_bytes(&m), d.to_bytes(&m));
    assert_ne!(copy.qpos.as_ptr(), d.qpos.as_ptr());
    assert_eq!(copy.contact.shape().to_vec(), [1]);
}

#[test]
fn copying_keeps_the_memory_of_the_copy() {
    let m = model();
    let (mut from, mut to) = (Data::new(&m), Data::new(&m));
    from.qpos.fill(2.0);
    from.contact.push(Contact { dist: 1.0, ..Contact::default() });
    let place = to.qpos.as_ptr();
    to.clone_from(&from);
    assert_eq!(to.to_bytes(&m), from.to_bytes(&m));
    assert_eq!(to.qpos.as_ptr(), place);
}

#[test]
fn constraints_take_no_more_memory_than_the_model_grants() {
    let m = model();
    let mut d = Data::new(&m);
    d.narena = 1 << 14;
    assert!(d.resize_constraints(&m, 3, 5, 7));
    assert_eq!((d.contact.len(), d.efc_force.len(), d.efc_J.len()), (3, 5, 7));
    assert_eq!((d.ncon, d.nefc, d.nJ), (3, 5, 7));
    assert!(!d.resize_constraints(&m, usize::MAX, 5, 7));
    assert_eq!((d.contact.len(), d.efc_force.len(), d.nJ), (0, 0, 0));
}

#[test]
fn ids_out_of_range_do_not_panic() {
    let mut m = model();
    m.body_mocapid.raw_mut().fill(7);
    m.body_rootid.raw_mut().fill(-3);
    m.actuator_historyadr.fill(1000);
    m.actuator_history.fill([i32::MAX, 0]);
    assert_eq!(Data::new(&m).history.as_slice(), [0.0; 8]);
    m.actuator_historyadr.fill(6);
    assert_eq!(Data::new(&m).history[HistoryAdr(7)], f64::from(i32::MAX - 1));
}

#[test]
fn data_takes_at_most_some_times_what_bounds_it() {
    let least = Sizes { nbody: 1, ..Sizes::default() };
    // statistics of the solver
    let fixed = Data::bytes_for(&least).unwrap();
    for name in Sizes::NAMES {
        let mut sizes = least.clone();
        sizes.set(name, 1 << 20).unwrap();
        let bound = Model::bytes_for(&sizes).unwrap() + sizes.bytes_in_data_alone().unwrap();
        let needed = Data::bytes_for(&sizes).unwrap();
        assert!(needed <= fixed + 16 * bound, "{name}: {needed} of {bound}");
    }
}

#[test]
fn each_lane_goes_to_data_of_its_own() {
    let m = model();
    let mut lanes = DataOf::<Pack<4>>::in_lanes(&m).unwrap();
    let number = |lane: usize, i: usize| (100 * lane + i) as f64;
    for (i, x) in lanes.xpos.iter_mut().flat_map(|x| &mut x.0).enumerate() {
        *x = Pack(std::array::from_fn(|lane| number(lane, i)));
    }
    lanes.qacc.fill(Pack(std::array::from_fn(|lane| number(lane, 99))));
    let mut apart = LaneCopy::new(&lanes, |_| Entries::All);
    apart.take(&lanes);
    let mut d = Data::new(&m);
    // lanes have no rows of constraints
    d.efc_J.push(7.0);
    for lane in 0..4 {
        apart.give(lane, &mut d);
        for (i, &x) in d.xpos.iter().flat_map(|x| &x.0).enumerate() {
            assert_eq!(x, number(lane, i));
        }
        assert_eq!((d.efc_J.as_slice(), d.qacc.as_slice()), (&[7.0][..], &[number(lane, 99)][..]));
    }
}

#[test]
fn of_some_arrays_only_entries_that_are_wanted_leave_their_lanes() {
    let m = model();
    let mut lanes = DataOf::<Pack<4>>::in_lanes(&m).unwrap();
    lanes.xpos.iter_mut().for_each(|x| x.0.fill(Pack([1.0, 2.0, 3.0, 4.0])));
    lanes.qvel.fill(Pack([5.0; 4]));
    let last = m.nbody - 1;
    let wanted = [0..1, last..m.nbody];
    let mut apart = LaneCopy::new(&lanes, |info| match info.name {
        "xpos" => Entries::Of(&wanted, m.nbody),
        _ => Entries::None,
    });
    apart.take(&lanes);
    let mut d = Data::new(&m);
    let before = d.xpos.duplicate();
    apart.give(2, &mut d);
    assert_eq!([d.xpos[BodyId(0)].0, d.xpos[BodyId(last)].0], [[3.0; 3]; 2]);
    assert_eq!(d.xpos.as_slice()[1..last], before.as_slice()[1..last]);
    assert!(d.qvel.iter().all(|&x| x == 0.0));
}
