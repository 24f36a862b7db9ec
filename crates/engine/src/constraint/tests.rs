//! Rows of a small model: order, Jacobians, what is left out.

use super::*;
use crate::contact::Contact;
use crate::enums::{Cone, ConstraintType, EqType, Jacobian, JointType, ObjType};
use crate::fields::Kind;
use crate::ids::{BodyId, ContactId, DofId, EfcId, EqualityId, QposAdr};
use crate::math::{Mat3, Quat, Spatial, Vec3};
use crate::model::facts::is_sparse;
use crate::option::{DEFAULT_SOLIMP, DEFAULT_SOLREF};
use crate::sizes::Sizes;

/// Two static bodies (the world and 4), a slide (1) that carries a hinge (2), and a ball (3). Each
/// body has a geom. Nothing is limited, tied or rubbing yet; positions are made up.
pub(super) fn simulation() -> (Model, Data) {
    let sizes = Sizes {
        nbody: 5,
        ngeom: 5,
        njnt: 3,
        nq: 6,
        nv: 5,
        neq: 3,
        nemax: 12,
        ntree: 2,
        nflex: 1,
        nflexvert: 3,
        nflexelem: 1,
        nflexelemdata: 3,
        nflexnode: 8,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    m.body_parentid.raw_mut().copy_from_slice(&[0, 0, 1, 0, 0]);
    m.body_rootid.raw_mut().copy_from_slice(&[0, 1, 1, 3, 4]);
    m.body_weldid.raw_mut().copy_from_slice(&[0, 1, 2, 3, 0]);
    m.body_dofadr.raw_mut().copy_from_slice(&[-1, 0, 1, 2, -1]);
    m.body_dofnum.copy_from_slice(&[0, 1, 1, 3, 0]);
    m.body_invweight0.copy_from_slice(&[[0.0; 2], [1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [0.0; 2]]);
    m.geom_bodyid.raw_mut().copy_from_slice(&[0, 1, 2, 3, 4]);
    m.jnt_type
        .copy_from_slice(&[JointType::Slide, JointType::Hinge, JointType::Ball].map(Kind::from));
    m.jnt_bodyid.raw_mut().copy_from_slice(&[1, 2, 3]);
    m.jnt_qposadr.raw_mut().copy_from_slice(&[0, 1, 2]);
    m.jnt_dofadr.raw_mut().copy_from_slice(&[0, 1, 2]);
    m.jnt_range.copy_from_slice(&[[-0.1, 0.1], [-1.0, 1.0], [0.0, 0.8]]);
    m.jnt_solref.fill(DEFAULT_SOLREF);
    m.jnt_solimp.fill(DEFAULT_SOLIMP);
    m.dof_bodyid.raw_mut().copy_from_slice(&[1, 2, 3, 3, 3]);
    m.dof_parentid.raw_mut().copy_from_slice(&[-1, 0, -1, 2, 3]);
    m.dof_solref.fill(DEFAULT_SOLREF);
    m.dof_solimp.fill(DEFAULT_SOLIMP);
    m.dof_invweight0.copy_from_slice(&[1.0, 3.0, 6.0, 6.0, 6.0]);
    m.eq_solref.fill(DEFAULT_SOLREF);
    m.eq_solimp.fill(DEFAULT_SOLIMP);
    m.eq_objtype.fill(ObjType::Body.into());

    let mut d = Data::new(&m);
    d.qpos[QposAdr(2)] = 1.0;
    for b in m.bodies() {
        d.xpos[b] = Vec3::new(0.3 * b.0 as f64, -0.2, 0.5 + 0.1 * b.0 as f64);
        d.xquat[b] = Quat([1.0, 0.2 * b.0 as f64, -0.3, 0.1]).normalized();
        d.xmat[b] = d.xquat[b].to_mat();
        d.subtree_com[b] = Vec3::new(-0.1, 0.4, 0.2 * f64::from(m.body_rootid[b].raw()));
    }
    for k in m.dofs() {
        let x = |i: usize| 0.5 - 0.17 * ((3 * k.0 + 5 * i) % 7) as f64;
        d.cdof[k] = Spatial(std::array::from_fn(x));
        d.qvel[k] = 0.7 - 0.3 * k.0 as f64;
    }
    (m, d)
}

/// A contact of two bodies, by their geoms.
pub(super) fn contact(geom: [i32; 2], dim: i32) -> Contact {
    Contact {
        dist: -0.01,
        includemargin: 0.02,
        pos: Vec3::new(0.4, -0.1, 0.7),
        frame: Quat([0.9, 0.1, -0.4, 0.2]).normalized().to_mat(),
        friction: [0.8, 0.6, 0.05, 0.003, 0.002],
        solref: DEFAULT_SOLREF,
        solimp: DEFAULT_SOLIMP,
        dim,
        geom,
        efc_address: -1,
        ..Contact::default()
    }
}

pub(super) fn add_contacts(d: &mut Data, contacts: &[Contact]) {
    for &contact in contacts {
        d.contact.push(contact);
    }
    d.ncon = contacts.len() as i32;
}

/// Everything at once: all equalities but tendons, friction, limits, contacts of all dimensions.
fn crowded() -> (Model, Data) {
    let (mut m, mut d) = simulation();
    m.eq_type.copy_from_slice(&[EqType::Connect, EqType::Weld, EqType::Joint].map(Kind::from));
    m.eq_obj1id.copy_from_slice(&[2, 3, 1]);
    m.eq_obj2id.copy_from_slice(&[1, 2, 0]);
    m.eq_data[EqualityId(0)] = [0.1, 0.2, 0.3, -0.1, 0.3, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0];
    m.eq_data[EqualityId(1)] = [0.2, 0.1, 0.3, 0.1, -0.3, 0.2, 0.6, 0.8, 0.0, 0.0, 0.5];
    m.eq_data[EqualityId(2)] = [0.1, 0.5, -0.3, 0.7, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    d.eq_active.fill(1);
    m.dof_frictionloss.copy_from_slice(&[0.1, 0.0, 0.0, 0.2, 0.0]);
    m.jnt_limited.fill(1);
    m.jnt_margin.fill(0.3);
    d.qpos.copy_from_slice(&[0.05, 0.9, 0.8, 0.6, 0.0, 0.0]);
    add_contacts(
        &mut d,
        &[contact([0, 1], 1), contact([2, 3], 3), contact([3, 4], 4), contact([1, 2], 6)],
    );
    (m, d)
}

/// The Jacobian as a dense matrix, row by row.
pub(super) fn dense(m: &Model, d: &Data) -> Vec<Vec<f64>> {
    let row = |r: usize| {
        if !is_sparse(m) {
            return d.efc_J.as_slice()[r * m.nv..(r + 1) * m.nv].to_vec();
        }
        let mut row = vec![0.0; m.nv];
        let start = d.efc_J_rowadr[EfcId(r)] as usize;
        for i in start..start + d.efc_J_rownnz[EfcId(r)] as usize {
            row[d.efc_J_colind.as_slice()[i] as usize] = d.efc_J.as_slice()[i];
        }
        row
    };
    (0..d.nefc as usize).map(row).collect()
}

pub(super) fn with_jacobian(mut m: Model, jacobian: Jacobian, cone: Cone) -> Model {
    m.opt.jacobian = jacobian as i32;
    m.opt.cone = cone as i32;
    m
}

#[test]
fn rows_come_in_the_order_of_kinds_and_are_counted() {
    let (m, mut d) = crowded();
    make(&m, &mut d);
    assert_eq!([d.ne, d.nf, d.nl], [10, 2, 4]);
    let mut kinds = d.efc_type.raw().to_vec();
    kinds.dedup();
    assert_eq!(kinds, [0, 1, 3, 5, 6]);
    let first_rows: Vec<i32> = d.contact.iter().map(|c| c.efc_address).collect();
    assert_eq!(first_rows, [16, 17, 21, 27]);
    assert_eq!([d.nefc, d.nJ, d.maxuse_efc, d.maxuse_con], [37, 37 * 5, 37, 4]);
    assert!(d.efc_D.iter().zip(d.efc_R.iter()).all(|(x, r)| *x == 1.0 / r));
}

#[test]
fn flags_switch_kinds_of_rows_off() {
    let (mut m, d) = crowded();
    let count = |m: &Model| {
        let mut d = d.clone();
        make(m, &mut d);
        [d.ne, d.nf, d.nl, d.nefc - d.ne - d.nf - d.nl]
    };
    for (bit, expected) in [
        (DisableBit::Equality, [0, 2, 4, 21]),
        (DisableBit::FrictionLoss, [10, 0, 4, 21]),
        (DisableBit::Limit, [10, 2, 0, 21]),
        (DisableBit::Contact, [10, 2, 4, 0]),
        (DisableBit::Constraint, [0, 0, 0, 0]),
    ] {
        m.opt.disableflags = bit as i32;
        assert_eq!(count(&m), expected, "{bit:?}");
    }
}

#[test]
fn sparse_rows_equal_dense_rows() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        let (m, mut d) = crowded();
        let m = with_jacobian(m, Jacobian::Dense, cone);
        let mut other = d.clone();
        make(&m, &mut d);
        reference(&m, &mut d);
        assert!(d.efc_J_rownnz.is_empty() && d.efc_J_colind.is_empty());

        let sparse = with_jacobian(m.clone(), Jacobian::Sparse, cone);
        make(&sparse, &mut other);
        reference(&sparse, &mut other);
        assert_eq!(dense(&m, &d), dense(&sparse, &other));
        assert_eq!(d.efc_R.as_slice(), other.efc_R.as_slice());
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(close(&d.efc_vel, &other.efc_vel) && close(&d.efc_aref, &other.efc_aref));
        assert!(other.nJ < d.nJ);
    }
}

#[test]
fn supernodes_count_the_rows_that_follow_with_the_same_columns() {
    let (mut m, mut d) = simulation();
    m.opt.jacobian = Jacobian::Sparse as i32;
    m.opt.cone = Cone::Elliptic as i32;
    m.dof_frictionloss.copy_from_slice(&[0.1, 0.1, 0.0, 0.0, 0.0]);
    add_contacts(&mut d, &[contact([0, 3], 3), contact([0, 1], 1), contact([1, 2], 3)]);
    make(&m, &mut d);
    assert_eq!(d.efc_J_rownnz.as_slice(), [1, 1, 3, 3, 3, 1, 1, 1, 1]);
    assert_eq!(d.efc_J_colind.as_slice()[2..5], [2, 3, 4]);
    assert_eq!(d.efc_J_rowsuper.as_slice(), [0, 0, 2, 1, 0, 0, 2, 1, 0]);
}

#[test]
fn limits_have_a_row_on_each_side_that_is_near() {
    let (mut m, mut d) = simulation();
    m.jnt_limited.copy_from_slice(&[1, 0, 0]);
    m.jnt_margin.fill(0.08);
    for (value, expected) in
        [(0.0, vec![]), (-0.05, vec![(1.0, 0.05)]), (0.25, vec![(-1.0, -0.15)])]
    {
        d.qpos[QposAdr(0)] = value;
        make(&m, &mut d);
        let rows: Vec<f64> = dense(&m, &d).iter().map(|row| row[0]).collect();
        assert_eq!(rows, expected.iter().map(|e| e.0).collect::<Vec<_>>());
        assert!(d.efc_pos.iter().zip(&expected).all(|(pos, e)| (pos - e.1).abs() < 1e-15));
        assert!(d.efc_margin.iter().all(|&margin| margin == 0.08));
    }
    // both limits are near where the range is narrower than the margins
    m.jnt_margin.fill(0.2);
    d.qpos[QposAdr(0)] = 0.0;
    make(&m, &mut d);
    assert_eq!((d.nl, d.efc_pos.as_slice()), (2, &[0.1, 0.1][..]));
    assert_eq!([dense(&m, &d)[0][0], dense(&m, &d)[1][0]], [1.0, -1.0]);
}

#[test]
fn a_ball_joint_is_limited_in_its_angle() {
    let (mut m, mut d) = simulation();
    m.jnt_limited.copy_from_slice(&[0, 0, 1]);
    let axis = Vec3::new(2.0, -1.0, 2.0).normalized().0;
    let turn = Quat::from_axis_angle(axis, 1.0);
    d.qpos.as_mut_slice()[2..].copy_from_slice(&turn.0);
    make(&m, &mut d);
    assert_eq!(d.nl, 1);
    assert!((d.efc_pos[EfcId(0)] + 0.2).abs() < 1e-15);
    for (i, &x) in dense(&m, &d)[0][2..].iter().enumerate() {
        assert!((x + axis[i]).abs() < 1e-15);
    }
}

#[test]
fn a_joint_follows_the_polynomial_of_another() {
    let (mut m, mut d) = simulation();
    let e = EqualityId(0);
    m.eq_type[e] = EqType::Joint.into();
    m.eq_obj1id[e] = 1;
    m.eq_data[e] = [0.1, 0.5, -0.3, 0.7, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    d.eq_active[e] = 1;
    d.qpos.as_mut_slice()[..2].copy_from_slice(&[0.4, 0.6]);
    m.qpos0.as_mut_slice()[..2].copy_from_slice(&[0.1, 0.2]);
    make(&m, &mut d);
    let x: f64 = 0.3;
    let expected = 0.4 - 0.1 - (0.5 * x - 0.3 * x * x + 0.7 * x * x * x + 0.2 * x * x * x * x);
    assert!((d.efc_pos[EfcId(0)] - expected).abs() < 1e-15);
    let slope = 0.5 - 0.6 * x + 2.1 * x * x + 0.8 * x * x * x;
    let row = &dense(&m, &d)[0];
    assert!((row[0] + slope).abs() < 1e-15 && row[1] == 1.0);
    assert_eq!(d.efc_margin[EfcId(0)], 0.0);

    // alone it stays where the constant says
    m.eq_obj2id[e] = -1;
    make(&m, &mut d);
    assert!((d.efc_pos[EfcId(0)] - 0.3).abs() < 1e-15);
    assert_eq!(dense(&m, &d)[0], [0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn inactive_equalities_have_no_rows() {
    let (m, mut d) = crowded();
    d.eq_active.copy_from_slice(&[0, 1, 0]);
    make(&m, &mut d);
    assert_eq!((d.ne, d.efc_id.as_slice()[0]), (6, 1));
}

#[test]
fn a_weld_of_equal_frames_is_at_rest_and_turns_by_half_the_rotation() {
    let (mut m, mut d) = simulation();
    let e = EqualityId(0);
    m.eq_type[e] = EqType::Weld.into();
    m.eq_obj1id[e] = 3;
    m.eq_data[e] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0];
    d.eq_active[e] = 1;
    (d.xpos[BodyId(3)], d.xquat[BodyId(3)]) = (d.xpos[BodyId(0)], Quat::IDENTITY);
    d.xquat[BodyId(0)] = Quat::IDENTITY;
    make(&m, &mut d);
    assert_eq!(d.efc_pos.as_slice(), [0.0; 6]);
    for k in 2..5 {
        let turn = d.cdof[DofId(k)].ang();
        let rows = dense(&m, &d);
        // scaled by two, halved by the quaternion
        assert!((0..3).all(|i| (rows[3 + i][k] - turn[i]).abs() < 1e-15));
    }
}

#[test]
fn edges_of_a_pyramid_are_normal_plus_and_minus_friction() {
    let contacts = [contact([0, 2], 1), contact([2, 3], 3), contact([3, 4], 6)];
    let rows = |cone| {
        let (m, mut d) = simulation();
        let m = with_jacobian(m, Jacobian::Dense, cone);
        add_contacts(&mut d, &contacts);
        make(&m, &mut d);
        (dense(&m, &d), d)
    };
    let (axes, elliptic) = rows(Cone::Elliptic);
    let (edges, pyramidal) = rows(Cone::Pyramidal);
    assert_eq!((elliptic.nefc, pyramidal.nefc), (10, 15));
    for (c, contact) in contacts.iter().enumerate().skip(1) {
        let start = elliptic.contact[ContactId(c)].efc_address as usize;
        let edge_start = pyramidal.contact[ContactId(c)].efc_address as usize;
        for i in 0..contact.dim as usize - 1 {
            for (k, n) in axes[start].iter().enumerate() {
                let t = contact.friction[i] * axes[start + 1 + i][k];
                assert!((edges[edge_start + 2 * i][k] - (n + t)).abs() < 1e-15);
                assert!((edges[edge_start + 2 * i + 1][k] - (n - t)).abs() < 1e-15);
            }
        }
    }
    // only the normal of an elliptic cone has a position, and every edge of a pyramid
    assert_eq!(elliptic.efc_pos.as_slice()[1..4], [-0.01, 0.0, 0.0]);
    assert_eq!(elliptic.efc_margin.as_slice()[1..4], [0.02, 0.0, 0.0]);
    assert!(pyramidal.efc_pos.iter().all(|&pos| pos == -0.01));
}

#[test]
fn friction_is_regularized_relative_to_the_normal() {
    let (mut m, mut d) = simulation();
    m.opt.impratio = 4.0;
    add_contacts(&mut d, &[contact([2, 3], 6)]);
    let normal = {
        let mut d = d.clone();
        m.opt.cone = Cone::Elliptic as i32;
        make(&m, &mut d);
        let [r0, r1] = [d.efc_R[EfcId(0)], d.efc_R[EfcId(1)]];
        assert!((r0 / r1 - 4.0).abs() < 1e-14);
        let friction = d.contact[ContactId(0)].friction;
        for (i, mu) in friction.iter().enumerate() {
            let r = d.efc_R[EfcId(1 + i)];
            assert!((r * mu * mu / (r1 * friction[0] * friction[0]) - 1.0).abs() < 1e-14);
        }
        assert!((d.contact[ContactId(0)].mu - 0.8 / 2.0).abs() < 1e-15);
        // damped, not stiff, along the tangents
        assert!(d.efc_KBIP[EfcId(0)][0] > 0.0 && d.efc_KBIP[EfcId(1)][0] == 0.0);
        r0
    };
    m.opt.cone = Cone::Pyramidal as i32;
    make(&m, &mut d);
    let edge = 2.0 * 0.4 * 0.4 * normal * (1.0 + 0.8 * 0.8);
    assert!(d.efc_R.iter().all(|r| (r / edge - 1.0).abs() < 1e-14));
}

#[test]
fn contacts_that_nothing_moves_are_excluded_where_rows_are_sparse() {
    let (mut m, mut d) = simulation();
    add_contacts(&mut d, &[contact([0, 4], 3), contact([0, 3], 1)]);
    m.opt.jacobian = Jacobian::Sparse as i32;
    make(&m, &mut d);
    let fate = |d: &Data, i| (d.contact[ContactId(i)].exclude, d.contact[ContactId(i)].efc_address);
    assert_eq!([fate(&d, 0), fate(&d, 1)], [(3, -1), (0, 0)]);

    d.contact[ContactId(0)].exclude = 0;
    m.opt.jacobian = Jacobian::Dense as i32;
    make(&m, &mut d);
    assert_eq!([fate(&d, 0), fate(&d, 1)], [(0, 0), (0, 4)]);
    assert!(dense(&m, &d)[..4].iter().flatten().all(|&x| x == 0.0));
}

#[test]
fn equalities_that_nothing_moves_have_no_rows() {
    let (mut m, mut d) = simulation();
    let e = EqualityId(0);
    m.eq_obj2id[e] = 4;
    d.eq_active[e] = 1;
    m.dof_frictionloss[DofId(1)] = 0.1;
    make(&m, &mut d);
    assert_eq!((d.ne, d.nefc, d.efc_J[crate::ids::EfcJAdr(1)]), (0, 1, 1.0));
    // memory is counted with the rows left out
    assert_eq!((d.nJ, d.efc_J.len()), (20, 20));

    m.opt.jacobian = Jacobian::Sparse as i32;
    make(&m, &mut d);
    assert_eq!((d.ne, d.nefc, d.nJ), (0, 1, 1));
}

#[test]
fn contacts_in_the_gap_have_no_rows() {
    let (m, mut d) = simulation();
    add_contacts(&mut d, &[Contact { exclude: 1, ..contact([0, 1], 3) }, contact([0, 2], 3)]);
    make(&m, &mut d);
    let addresses: Vec<i32> = d.contact.iter().map(|c| c.efc_address).collect();
    assert_eq!((d.nefc, addresses), (4, vec![-1, 0]));
}

#[test]
fn the_reference_acceleration_is_a_damped_spring_to_the_margin() {
    let (m, mut d) = crowded();
    make(&m, &mut d);
    reference(&m, &mut d);
    let (first, last) = (d.ne as usize, d.nefc as usize);
    for (r, row) in dense(&m, &d).iter().enumerate().take(last).skip(first) {
        let r = EfcId(r);
        let vel: f64 = row.iter().zip(d.qvel.iter()).map(|(j, v)| j * v).sum();
        let [k, b, imp, _] = d.efc_KBIP[r];
        let aref = -b * vel - k * imp * (d.efc_pos[r] - d.efc_margin[r]);
        assert!((d.efc_vel[r] - vel).abs() < 1e-14);
        assert!((d.efc_aref[r] - aref).abs() < 1e-9 * aref.abs().max(1.0));
    }
}

#[test]
fn the_jacobian_of_a_contact_has_its_rows_as_an_elliptic_cone() {
    let (mut m, mut d) = simulation();
    m.opt.cone = Cone::Elliptic as i32;
    add_contacts(&mut d, &[contact([2, 3], 6), contact([0, 1], 1), contact([3, 2], 4)]);
    make(&m, &mut d);
    let rows = dense(&m, &d);
    for c in d.contact.ids() {
        let jacobian = contact_jacobian(&m, &d, c);
        let start = d.contact[c].efc_address as usize;
        assert_eq!(jacobian.shape(), (d.contact[c].dim as usize, m.nv));
        for (r, row) in jacobian.row_iter().enumerate() {
            assert!(row.iter().eq(rows[start + r].iter()));
        }
    }
    assert_eq!(contact_jacobian(&m, &d, ContactId(9)).shape(), (0, m.nv));
}

#[test]
fn states_that_are_no_numbers_do_not_panic() {
    let (m, mut d) = crowded();
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        let m = with_jacobian(m.clone(), jacobian, Cone::Elliptic);
        d.qpos.fill(f64::NAN);
        d.cdof.fill(Spatial([f64::NAN; 6]));
        d.xmat.fill(Mat3([f64::NAN; 9]));
        d.contact.iter_mut().for_each(|c| c.pos = Vec3::new(f64::INFINITY, f64::NAN, 0.0));
        make(&m, &mut d);
        reference(&m, &mut d);
        assert_eq!(d.efc_aref.len(), d.nefc as usize);
    }
    // odd contacts neither
    d.contact[ContactId(0)].dim = 99;
    d.contact[ContactId(1)].dim = -3;
    d.contact[ContactId(2)].geom = [7, -1];
    make(&m, &mut d);
    assert_eq!(d.efc_type[EfcId(0)].raw(), ConstraintType::Equality as i32);
}
