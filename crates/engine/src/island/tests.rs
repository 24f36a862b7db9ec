//! Which trees constraints connect, and in which order islands list them.

use super::*;
use crate::contact::Contact;
use crate::enums::EqType;
use crate::fields::Link;
use crate::ids::{BodyId, DofId, EfcId, EfcJAdr, EqualityId, GeomId, JointId, TendonId, TreeId};
use crate::sizes::Sizes;

/// A static world with a geom and `ntree` bodies with a geom each and two sliders.
fn model(ntree: usize) -> Model {
    model_with_tendons(ntree, 0, 0)
}

/// [`model`], with tendons besides that have so many numbers in their Jacobian.
fn model_with_tendons(ntree: usize, ntendon: usize, nJten: usize) -> Model {
    let nv = 2 * ntree;
    let sizes = Sizes {
        nbody: ntree + 1,
        ngeom: ntree + 1,
        ntree,
        nv,
        nq: nv,
        njnt: nv,
        neq: 2,
        ntendon,
        nJten,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    for i in 0..=ntree {
        m.body_treeid[BodyId(i)] = Link::from_raw(i as i32 - 1);
        m.geom_bodyid[GeomId(i)] = Link::from_raw(i as i32);
    }
    for k in 0..nv {
        m.dof_treeid[DofId(k)] = Link::from_raw(k as i32 / 2);
        m.jnt_dofadr[JointId(k)] = Link::from_raw(k as i32);
    }
    for t in 0..ntree {
        m.tree_dofadr[TreeId(t)] = Link::from_raw(2 * t as i32);
        m.tree_dofnum[TreeId(t)] = 2;
    }
    m
}

/// Data with rows of these types and ids; the Jacobian is zero.
fn with_rows(m: &Model, rows: &[(ConstraintType, i32)]) -> Data {
    let mut d = Data::new(m);
    d.nefc = rows.len() as i32;
    for &(kind, id) in rows {
        d.efc_type.push(kind.into());
        d.efc_id.push(id);
    }
    d.efc_J.resize(rows.len() * m.nv);
    d
}

/// Data with contacts of one row between the geoms of these bodies.
fn touching(m: &Model, pairs: &[[i32; 2]]) -> Data {
    let kind = ConstraintType::ContactFrictionless;
    let rows: Vec<_> = (0..pairs.len()).map(|i| (kind, i as i32)).collect();
    let mut d = with_rows(m, &rows);
    for &geom in pairs {
        d.contact.push(Contact { geom, ..Contact::default() });
    }
    d.ncon = pairs.len() as i32;
    d
}

#[test]
fn bodies_that_touch_are_one_island() {
    let m = model(4);
    let mut d = touching(&m, &[[2, 4]]);
    find(&m, &mut d);
    assert_eq!((d.nisland, d.nidof), (1, 4));
    assert_eq!(d.tree_island.raw(), [-1, 0, -1, 0]);
    assert_eq!(d.map_itree2tree.as_slice(), [1, 3, 0, 2]);
    assert_eq!(d.dof_island.raw(), [-1, -1, 0, 0, -1, -1, 0, 0]);
    assert_eq!(d.map_idof2dof.as_slice(), [2, 3, 6, 7, 0, 1, 4, 5]);
    assert_eq!(d.map_dof2idof.as_slice(), [4, 5, 0, 1, 6, 7, 2, 3]);
    assert_eq!(d.island_dofadr.as_slice(), [2]);
}

#[test]
fn bodies_on_the_ground_are_islands_of_their_own() {
    let m = model(3);
    let mut d = touching(&m, &[[0, 3], [0, 1], [0, 3]]);
    find(&m, &mut d);
    assert_eq!(d.tree_island.raw(), [0, -1, 1]);
    assert_eq!(d.efc_island.raw(), [1, 0, 1]);
    assert_eq!(d.island_nefc.as_slice(), [1, 2]);
    assert_eq!(d.island_iefcadr.as_slice(), [0, 1]);
    assert_eq!(d.map_iefc2efc.as_slice(), [1, 0, 2]);
    assert_eq!(d.map_efc2iefc.as_slice(), [1, 0, 2]);
}

#[test]
fn a_limit_and_a_weld_name_their_trees() {
    let mut m = model(4);
    m.eq_type.fill(EqType::Weld.into());
    m.eq_objtype.raw_mut().fill(1);
    (m.eq_obj1id[EqualityId(1)], m.eq_obj2id[EqualityId(1)]) = (4, 1);
    let mut rows = vec![(ConstraintType::Equality, 1); 6];
    rows.extend([(ConstraintType::FrictionDof, 5), (ConstraintType::LimitJoint, 2)]);
    let mut d = with_rows(&m, &rows);
    find(&m, &mut d);
    assert_eq!(d.tree_island.raw(), [0, 1, 2, 0]);
    assert_eq!(d.efc_island.raw(), [0, 0, 0, 0, 0, 0, 2, 1]);
    assert_eq!(d.island_ne.as_slice(), [6, 0, 0]);
    assert_eq!(d.island_nf.as_slice(), [0, 0, 1]);
}

/// A tendon names no trees: its columns do, stored either way.
#[test]
fn other_rows_connect_the_trees_of_their_columns() {
    for sparse in [false, true] {
        let mut m = model(5);
        m.opt.jacobian = i32::from(sparse);
        let mut d = with_rows(&m, &[(ConstraintType::LimitTendon, 0)]);
        if sparse {
            d.efc_J_rownnz.push(3);
            d.efc_J_rowadr.push(0);
            for k in [3, 8, 9] {
                d.efc_J_colind.push(k);
            }
        } else {
            for k in [3, 8, 9] {
                d.efc_J[EfcJAdr(k)] = 0.5;
            }
        }
        find(&m, &mut d);
        assert_eq!(d.tree_island.raw(), [-1, 0, -1, -1, 0], "sparse: {sparse}");
    }
}

#[test]
fn without_rows_or_when_disabled_there_are_no_islands() {
    let mut m = model(2);
    let mut d = touching(&m, &[[1, 2]]);
    find(&m, &mut d);
    assert_eq!(d.nisland, 1);

    m.opt.disableflags |= DisableBit::Island as i32;
    find(&m, &mut d);
    assert_eq!((d.nisland, d.nidof), (0, 0));
    assert_eq!(d.efc_island.raw(), [-1]);

    let mut d = touching(&m, &[]);
    m.opt.disableflags = 0;
    find(&m, &mut d);
    assert_eq!((d.nisland, d.nidof, d.island_nv.len()), (0, 0, 0));
    assert_eq!(d.tree_island.raw(), [-1, -1]);
}

#[test]
fn a_row_that_moves_nothing_is_of_no_island() {
    let m = model(2);
    let mut d = with_rows(&m, &[(ConstraintType::LimitTendon, 0), (ConstraintType::LimitJoint, 3)]);
    find(&m, &mut d);
    assert_eq!(d.efc_island.raw(), [-1, 0]);
    assert_eq!(d.map_iefc2efc.as_slice(), [1, 0]);
    assert_eq!(d.island_nefc.as_slice(), [1]);
}

/// Islands are the connected parts of the graph of contacts, numbered the same way.
#[test]
fn islands_are_what_flood_fill_finds() {
    let mut word = 1_u64;
    for round in 0..200 {
        let ntree = 1 + round % 17;
        let m = model(ntree);
        let mut tree = || {
            word = word * 16807 % 2_147_483_647;
            1 + (word % ntree as u64) as i32
        };
        let pairs: Vec<[i32; 2]> = (0..round % 13).map(|_| [tree(), tree()]).collect();
        let mut d = touching(&m, &pairs);
        find(&m, &mut d);

        let mut rows = vec![Vec::new(); ntree];
        for &[a, b] in &pairs {
            rows[a as usize - 1].push(b - 1);
            rows[b as usize - 1].push(a - 1);
        }
        let rownnz: Vec<i32> = rows.iter().map(|r| r.len() as i32).collect();
        let rowadr: Vec<i32> = (0..ntree).map(|r| rownnz[..r].iter().sum()).collect();
        let mut island = vec![0; ntree];
        let count = flood_fill(&mut island, &rownnz, &rowadr, &rows.concat(), &mut Vec::new());
        assert_eq!((d.nisland as usize, d.tree_island.raw()), (count, &island[..]));
    }
}

/// Every index of a map is met once, islands follow each other, and order within is kept.
#[test]
fn maps_are_permutations_that_keep_the_order_within_islands() {
    let m = model(9);
    let mut d = touching(&m, &[[9, 2], [0, 5], [3, 4], [2, 7], [0, 4], [5, 0]]);
    find(&m, &mut d);
    for (k, &idof) in d.map_dof2idof.iter().enumerate() {
        assert_eq!(d.map_idof2dof[DofId(idof as usize)], k as i32);
    }
    for (i, &place) in d.map_efc2iefc.iter().enumerate() {
        assert_eq!(d.map_iefc2efc[EfcId(place as usize)], i as i32);
    }
    let sorted_by = |map: &[i32], island: &[i32]| {
        let keys: Vec<_> = map.iter().map(|&i| (island[i as usize], i)).collect();
        keys.is_sorted_by_key(|&(island, i)| (if island < 0 { i32::MAX } else { island }, i))
    };
    assert!(sorted_by(&d.map_idof2dof, d.dof_island.raw()));
    assert!(sorted_by(&d.map_iefc2efc, d.efc_island.raw()));
    assert!(sorted_by(&d.map_itree2tree, d.tree_island.raw()));
}

#[test]
fn one_island_is_listed_as_several_would_be() {
    for island in [&[0, 0, 0, 0, 0][..], &[0, -1, 0], &[]] {
        let lists = || ([7], [7], vec![7; island.len()], vec![7; island.len()]);
        let (mut count, mut start, mut places, mut members) = lists();
        group(island, &mut count, &mut start, &mut places, &mut members);
        let found = (count, start, places, members);
        let (mut count, mut start, mut places, mut members) = lists();
        group_several(island, &mut count, &mut start, &mut places, &mut members);
        assert_eq!(found, (count, start, places, members));
    }
}

#[test]
fn dense_rows_connect_the_trees_of_any_columns() {
    let m = model(12);
    let trees = |columns: &[usize]| -> Vec<usize> {
        let mut d = with_rows(&m, &[(ConstraintType::LimitTendon, 0)]);
        for &k in columns {
            d.efc_J[EfcJAdr(k)] = -1.0;
        }
        find(&m, &mut d);
        d.tree_island.raw().iter().enumerate().filter(|(_, i)| **i == 0).map(|(t, _)| t).collect()
    };
    for column in 0..m.nv {
        assert_eq!(trees(&[column]), [column / 2]);
    }
    assert_eq!(trees(&[7, 8, 16]), [3, 4, 8]);
    assert_eq!(trees(&[0, 1, 23]), [0, 11]);
}

#[test]
fn tendons_connect_the_trees_of_columns_that_are_not_zero() {
    let mut m = model_with_tendons(12, 1, 4);
    m.ten_J_rownnz[TendonId(0)] = 4;
    m.ten_J_colind.as_mut_slice().copy_from_slice(&[6, 7, 8, 16]);
    let mut d = with_rows(&m, &[(ConstraintType::LimitTendon, 0)]);
    for k in [7, 16] {
        d.efc_J[EfcJAdr(k)] = -1.0;
    }
    find(&m, &mut d);
    assert_eq!([2, 3, 4, 8].map(|t| d.tree_island[TreeId(t)].raw()), [-1, 0, -1, 0]);
}
