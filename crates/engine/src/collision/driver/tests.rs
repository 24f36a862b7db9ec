//! Which pairs of spheres are tested, and in which order.

use crate::fields::Kind;
use crate::fields::Link;
use std::sync::Arc;

use super::*;
use crate::collision::{CandidatePairs, Hit};
use crate::constants::MAXVAL;
use crate::data::DataOf;
use crate::hooks::{AsSystem, Hooks};
use crate::ids::ContactId;
use crate::math::random::StandardNormal;
use crate::math::{Mat3, Mat3Of, Pack, Vec3};
use crate::sizes::Sizes;

/// A world without geoms, and bodies that move freely, each with one ball of radius 0.6 at every
/// place listed.
fn balls(places: &[&[f64]]) -> (Model, Data) {
    balls_with_pairs(places, 0)
}

/// The same with room for pairs that the model names.
fn balls_with_pairs(places: &[&[f64]], npair: usize) -> (Model, Data) {
    let ngeom = places.iter().map(|p| p.len()).sum();
    let nbody = places.len() + 1;
    let sizes = Sizes { nbody, ngeom, npair, nexclude: 1, ..Sizes::default() };
    let mut m = Model::new(sizes).unwrap();
    m.body_bvhadr.fill(-1);
    m.exclude_signature.fill(-1);
    m.geom_type.raw_mut().fill(2);
    m.geom_size.fill(Vec3::new(0.6, 0.0, 0.0));
    m.geom_rbound.fill(0.6);
    m.geom_aabb.fill([0.0, 0.0, 0.0, 0.6, 0.6, 0.6]);
    m.geom_contype.fill(1);
    m.geom_conaffinity.fill(1);
    m.geom_condim.fill(3);
    let mut next = 0;
    for (i, place) in places.iter().enumerate() {
        let b = BodyId(i + 1);
        m.body_weldid[b] = b.into();
        m.body_geomadr[b] = Link::from_raw(next as i32);
        m.body_geomnum[b] = place.len() as i32;
        m.body_contype[b] = 1;
        m.body_conaffinity[b] = 1;
        m.geom_bodyid[GeomId(next)..GeomId(next + place.len())].fill(b.into());
        next += place.len();
    }
    let mut d = Data::new(&m);
    d.geom_xmat.fill(Mat3::IDENTITY);
    for (to, x) in d.geom_xpos.iter_mut().zip(places.iter().copied().flatten()) {
        *to = Vec3::new(*x, 0.0, 0.0);
    }
    (m, d)
}

/// The pairs of geoms that reach the routine, each of which then makes a contact.
fn tested(m: &impl AsSystem, d: &mut Data) -> Vec<[i32; 2]> {
    tested_of(m, d, None)
}

/// The same where pairs that may touch are known.
fn tested_of(m: &impl AsSystem, d: &mut Data, known: Option<&[CandidatePair]>) -> Vec<[i32; 2]> {
    collide_with(m, d, known, |_, _, _, out| {
        out.push(Hit { normal: Vec3::Z, ..Hit::default() });
    });
    assert_eq!(d.ncon as usize, d.contact.len());
    d.contact.iter().map(|c| c.geom).collect()
}

#[test]
fn neighbors_are_tested_in_the_order_of_bodies_then_geoms() {
    let (m, mut d) = balls(&[&[2.0, 0.0], &[5.0], &[1.0]]);
    assert_eq!(tested(&m, &mut d), [[0, 3], [1, 3]]);
    // and nothing remains of an earlier call
    assert_eq!(tested(&m, &mut d).len(), 2);
}

#[test]
fn excluded_bodies_are_not_tested() {
    let (mut m, mut d) = balls(&[&[0.0], &[1.0], &[2.0]]);
    m.exclude_signature.fill((1 << 16) + 2);
    assert_eq!(tested(&m, &mut d), [[1, 2]]);
}

#[test]
fn named_pairs_come_first_and_once() {
    let (mut m, mut d) = balls_with_pairs(&[&[0.0], &[1.0], &[2.0]], 2);
    m.pair_geom1.raw_mut().copy_from_slice(&[2, 2]);
    m.pair_geom2.raw_mut().copy_from_slice(&[1, 0]);
    m.pair_signature.copy_from_slice(&[(2 << 16) + 3, (3 << 16) + 3]);
    m.pair_dim.fill(1);
    m.pair_margin.fill(5.0);
    // the first replaces the dynamic pair, the second is beyond all bodies and comes last
    assert_eq!(tested(&m, &mut d), [[0, 1], [2, 1], [2, 0]]);
    assert_eq!(d.contact.iter().map(|c| c.dim).collect::<Vec<_>>(), [3, 1, 1]);
    assert_eq!(d.contact[ContactId(1)].includemargin, 5.0);
}

#[test]
fn margins_reach_farther() {
    let (mut m, mut d) = balls(&[&[0.0], &[1.5]]);
    assert_eq!(tested(&m, &mut d).len(), 0);
    m.geom_margin.fill(0.2);
    m.geom_gap.fill(0.2);
    assert_eq!(tested(&m, &mut d).len(), 1);
    // within the gap: present, without a constraint
    assert_eq!((d.contact[ContactId(0)].includemargin, d.contact[ContactId(0)].exclude), (0.0, 1));
}

#[test]
fn a_filter_of_the_user_replaces_the_bits_of_geoms() {
    let (mut m, mut d) = balls(&[&[0.0], &[1.0, 0.5]]);
    m.geom_contype[GeomId(2)] = 0;
    m.geom_conaffinity[GeomId(2)] = 0;
    assert_eq!(tested(&m, &mut d), [[0, 1]]);
    let contact_filter = Some(Arc::new(|_: &_, _: &_, _, g| g == GeomId(1)) as _);
    let hooks = Hooks { contact_filter, ..Hooks::NONE };
    assert_eq!(tested(&m.with(&hooks), &mut d), [[0, 2]]);
}

/// Bodies with some balls and planes at random places, some with a tree, some fixed to others, in chains.
fn random_balls(round: usize, normal: &mut impl FnMut() -> f64) -> (Model, Data) {
    let places: Vec<Vec<f64>> =
        (0..8).map(|i| (0..=(i + round) % 3).map(|_| 3.0 * normal()).collect()).collect();
    let places: Vec<&[f64]> = places.iter().map(Vec::as_slice).collect();
    let (mut m, d) = balls(&places);
    for b in (1..=8).map(BodyId) {
        m.body_bvhadr[b] = (b.0 + round) as i32 % 2 - 1;
        m.body_parentid[b] = Link::from_raw((b.0 as i32 - 1) * i32::from(normal() > 0.0));
        if normal() > 1.0 {
            m.body_weldid[b] = m.body_weldid[m.body_parentid[b].present()];
        }
    }
    for g in m.geoms() {
        m.geom_contype[g] = (normal() * 4.0) as i32;
        if is_made_plane(round, g) {
            m.geom_type[g] = Kind::from_raw(0);
            m.geom_rbound[g] = 0.0;
            m.geom_aabb[g] = [0.0, 0.0, 0.0, MAXVAL, MAXVAL, 0.0];
        }
    }
    m.exclude_signature.fill((2 << 16) + 5);
    m.opt.disableflags = if round % 4 == 3 { DisableBit::FilterParent as i32 } else { 0 };
    (m, d)
}

#[test]
fn a_list_of_pairs_leads_to_the_contacts_of_the_broadphase() {
    let mut random = StandardNormal::new(11);
    let mut normal = || random.pair().0;
    let mut contacts = 0;
    for round in 0..60 {
        let (m, mut d) = random_balls(round, &mut normal);
        // the model has changed since the data was made: there is no list in the first step
        let plain = tested(&m, &mut d);
        assert_eq!(tested(&m, &mut d), plain);
        contacts += plain.len();
    }
    assert!(contacts > 100, "{contacts}");
}

#[test]
fn lanes_find_the_pairs_of_each_simulation() {
    let mut random = StandardNormal::new(12);
    let mut normal = || random.pair().0;
    let (mut contacts, mut found) = (0, 0);
    for round in 0..60 {
        let (m, d) = random_balls(round, &mut normal);
        let mut singles: [Data; 4] = std::array::from_fn(|_| d.clone());
        let mut lanes = DataOf::<Pack<4>>::in_lanes(&m).unwrap();
        lanes.geom_xmat.fill(Mat3Of::splat(Mat3::IDENTITY));
        for (lane, single) in singles.iter_mut().enumerate() {
            for g in m.geoms() {
                let nowhere = lane == 3 && round % 5 == 1 && g.0 == 4;
                let x = if nowhere { f64::NAN } else { 3.0 * normal() };
                single.geom_xpos[g] = Vec3::new(x, 0.0, 0.0);
                lanes.geom_xpos[g].set_lane(lane, single.geom_xpos[g]);
            }
        }
        let mut near = CandidatePairs::new(&m);
        if near.find(&m.as_system(), &lanes, &singles[0]) {
            found += 1;
            for (lane, single) in singles.iter_mut().enumerate() {
                let plain = tested(&m, single);
                assert_eq!(tested_of(&m, single, Some(near.pairs(lane))), plain);
                contacts += plain.len();
            }
        }
    }
    assert!(found > 50 && contacts > 100, "{found} of 60 rounds, {contacts} contacts");
}

/// Whether a geom of a random model is made a plane.
fn is_made_plane(round: usize, g: GeomId) -> bool {
    (g.0 + round).is_multiple_of(11)
}

#[test]
fn switches_leave_no_contact() {
    let (mut m, mut d) = balls(&[&[0.0], &[1.0]]);
    for bit in [DisableBit::Contact, DisableBit::Constraint] {
        m.opt.disableflags = 0;
        assert_eq!(tested(&m, &mut d).len(), 1);
        m.opt.disableflags = bit as i32;
        assert_eq!(tested(&m, &mut d).len(), 0);
    }
}

#[test]
fn bodies_that_sleep_are_left_out() {
    let (mut m, mut d) = balls(&[&[0.0], &[1.0], &[2.0]]);
    m.opt.enableflags = EnableBit::Sleep as i32;
    d.body_awake[BodyId(1)] = Kind::from_raw(0);
    d.body_awake[BodyId(2)] = Kind::from_raw(0);
    d.nbody_awake = 2;
    assert_eq!(tested(&m, &mut d), [[1, 2]]);
}

#[test]
fn balls_touch_where_they_overlap() {
    let (m, mut d) = balls(&[&[0.0], &[1.0]]);
    collide(&m, &mut d);
    let [contact] = d.contact.as_slice() else { panic!("{} contacts", d.ncon) };
    assert!((contact.dist + 0.2).abs() < 1e-15);
    assert!((contact.pos - Vec3::new(0.5, 0.0, 0.0)).norm() < 1e-15);
    assert_eq!(contact.frame.row(0), Vec3::X);
}

#[test]
fn a_state_of_nan_does_not_panic() {
    let (m, mut d) = balls(&[&[f64::NAN, 0.0], &[f64::NAN], &[1.0]]);
    collide(&m, &mut d);
    d.geom_xmat.fill(Mat3([f64::NAN; 9]));
    collide(&m, &mut d);
}
