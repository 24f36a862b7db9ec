//! Rows on point masses: forces in closed form.

use super::*;
use crate::contact::Contact;
use crate::data::Sim;
use crate::enums::{Cone, ConstraintState, ConstraintType, DisableBit, Jacobian};
use crate::fields::Kind;
use crate::hooks::AsSystem;
use crate::ids::{ContactId, DofId, EfcId, MAdr, SolverIslandId};
use crate::{Sizes, constraint};

/// Masses that move along one axis each.
fn masses(mass: &[f64]) -> (Model, Data) {
    let nv = mass.len();
    let mut m = Model::new(Sizes { nbody: 1, nv, nC: nv, ..Sizes::default() }).unwrap();
    for k in m.dofs() {
        m.M_rownnz[k] = 1;
        m.M_rowadr[k] = k.raw();
        m.M_colind[MAdr(k.0)] = k.raw();
    }
    m.opt.solver = Solver::Pgs as i32;
    m.opt.tolerance = 0.0;
    m.stat.meaninertia = 1.0;
    let mut d = Data::new(&m);
    for (k, &mass) in m.dofs().zip(mass) {
        d.M[MAdr(k.0)] = mass;
        d.qLD[MAdr(k.0)] = mass;
        d.qLDiagInv[k] = 1.0 / mass;
    }
    (m, d)
}

/// Sets rows of one kind with a Jacobian and what they ask for; all are softened by `R`.
fn set_rows(m: &Model, d: &mut Data, kind: ConstraintType, J: &[&[f64]], aref: &[f64], R: f64) {
    let n = J.len();
    d.nefc = n as i32;
    let [sim] = &mut d.sims;
    for field in [&mut sim.efc_D, &mut sim.efc_R, &mut sim.efc_frictionloss, &mut sim.efc_aref] {
        field.resize(n);
    }
    d.efc_type.resize(n);
    d.efc_id.resize(n);
    d.efc_R.fill(R);
    d.efc_D.fill(1.0 / R);
    d.efc_type.raw_mut().fill(kind as i32);
    d.efc_aref.copy_from_slice(aref);
    let all: Vec<f64> = J.iter().flat_map(|row| row.iter().copied()).collect();
    if is_sparse(m) {
        d.efc_J_rownnz.resize(n);
        d.efc_J_rowadr.resize(n);
        d.efc_J.resize(all.len());
        d.efc_J_colind.resize(all.len());
        let [Sim { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, .. }] = &mut d.sims;
        let from = crate::linalg::sparse::from_dense;
        assert!(from(efc_J, &all, m.nv, efc_J_rownnz, efc_J_rowadr, efc_J_colind));
    } else {
        d.efc_J.resize(all.len());
        d.efc_J.copy_from_slice(&all);
    }
}

fn run(m: &Model, d: &mut Data) {
    constraint::project(m, d);
    solve(&m.as_system(), d);
}

/// A ball of unit mass that is pressed down and pushed sideways on an elliptic contact.
fn pushed_ball(push: f64, R: f64) -> (Model, Data) {
    let (mut m, mut d) = masses(&[1.0; 3]);
    m.opt.cone = Cone::Elliptic as i32;
    d.qacc_smooth.copy_from_slice(&[-10.0, push, 0.0]);
    d.qfrc_smooth.copy_from_slice(&[-10.0, push, 0.0]);
    let J: [&[f64]; 3] = [&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]];
    set_rows(&m, &mut d, ConstraintType::ContactElliptic, &J, &[0.0; 3], R);
    d.contact.push(Contact { dim: 3, friction: [0.5; 5], mu: 0.5, ..Contact::default() });
    d.ncon = 1;
    (m, d)
}

#[test]
fn an_inequality_pushes_only_as_much_as_it_must() {
    let (m, mut d) = masses(&[2.0, 4.0]);
    d.qacc_smooth.copy_from_slice(&[-3.0, 5.0]);
    let J: [&[f64]; 2] = [&[1.0, 0.0], &[0.0, 1.0]];
    set_rows(&m, &mut d, ConstraintType::LimitJoint, &J, &[0.0; 2], 0.25);
    run(&m, &mut d);
    // (1/2 + R) f = 3; the second mass moves away by itself
    assert!((d.efc_force[EfcId(0)] - 4.0).abs() < 1e-14);
    assert!((d.qacc[DofId(0)] + 1.0).abs() < 1e-14);
    assert_eq!(d.qfrc_constraint[DofId(0)], d.efc_force[EfcId(0)]);
    assert_eq!((d.efc_force[EfcId(1)], d.qacc[DofId(1)]), (0.0, 5.0));
    let states = [ConstraintState::Quadratic, ConstraintState::Satisfied];
    assert_eq!(*d.efc_state, states.map(Kind::from));
}

#[test]
fn dry_friction_is_bounded_on_both_sides() {
    let (m, mut d) = masses(&[1.0; 3]);
    d.qacc_smooth.copy_from_slice(&[9.0, -9.0, 0.5]);
    let J: [&[f64]; 3] = [&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]];
    set_rows(&m, &mut d, ConstraintType::FrictionDof, &J, &[0.0; 3], 1.0);
    d.efc_frictionloss.fill(2.0);
    d.nf = 3;
    run(&m, &mut d);
    assert_eq!(*d.efc_force, [-2.0, 2.0, -0.25]);
    let states =
        [ConstraintState::LinearPos, ConstraintState::LinearNeg, ConstraintState::Quadratic];
    assert_eq!(*d.efc_state, states.map(Kind::from));
}

#[test]
fn a_sliding_contact_has_its_force_on_the_cone() {
    let (m, mut d) = pushed_ball(30.0, 1e-6);
    run(&m, &mut d);
    // on the cone f = n (1, -1/2): 1/2 (1 + 1/4) n^2 - (10 + 15) n is least at 20
    assert!((d.efc_force[EfcId(0)] - 20.0).abs() < 1e-3);
    assert!((d.efc_force[EfcId(1)] + 0.5 * d.efc_force[EfcId(0)]).abs() < 1e-9);
    assert_eq!(d.efc_force[EfcId(2)], 0.0);
    assert!((d.qacc[DofId(1)] - 20.0).abs() < 1e-3);
}

#[test]
fn dense_and_sparse_jacobians_give_the_same_forces() {
    let mut answers = Vec::new();
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        let (mut m, mut d) = masses(&[1.0, 2.0, 3.0]);
        m.opt.jacobian = jacobian as i32;
        d.qacc_smooth.copy_from_slice(&[-3.0, -5.0, -1.0]);
        // the first two rows share a mass, the last stands alone
        let J: [&[f64]; 3] = [&[1.0, 1.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]];
        set_rows(&m, &mut d, ConstraintType::LimitJoint, &J, &[0.1, 0.2, 0.3], 0.1);
        run(&m, &mut d);
        assert_eq!(d.nA, if jacobian == Jacobian::Dense { 9 } else { 5 });
        answers.push((d.efc_force.to_vec(), d.qacc.to_vec()));
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn conjugate_gradients_find_the_same_with_short_rows_as_with_blocks() {
    let mut answers = Vec::new();
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        let (mut m, mut d) = masses(&[1.0; 11]);
        m.opt.solver = Solver::Cg as i32;
        m.opt.jacobian = jacobian as i32;
        for (k, qacc) in d.qacc_smooth.iter_mut().enumerate() {
            *qacc = crate::math::fun::sin(k as f64);
        }
        // a chain: more rows than fill a block, of one or two numbers
        let row = |i: usize| -> Vec<f64> {
            (0..11).map(|k| f64::from(k == i) - f64::from(k == i + 1)).collect()
        };
        let rows: Vec<Vec<f64>> = (0..11).map(row).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        set_rows(&m, &mut d, ConstraintType::LimitJoint, &rows, &[0.1; 11], 0.5);
        run(&m, &mut d);
        answers.push(d.qacc.to_vec());
    }
    let [dense, short] = &answers[..] else { panic!() };
    assert!(dense.iter().zip(short).all(|(a, b)| (a - b).abs() < 1e-12), "{answers:?}");
    assert!(dense[3].abs() > 1e-3);
}

#[test]
fn without_slip_friction_holds_what_soft_friction_lets_creep() {
    let (mut m, mut d) = pushed_ball(3.0, 0.1);
    run(&m, &mut d);
    assert!(d.qacc[DofId(1)] > 0.1);
    let normal = d.efc_force[EfcId(0)];
    m.opt.noslip_iterations = 3;
    run(&m, &mut d);
    assert!(d.qacc[DofId(1)].abs() < 1e-12);
    assert_eq!(d.efc_force[EfcId(0)], normal);
}

#[test]
fn without_slip_pyramids_keep_the_sum_of_opposite_edges() {
    let (mut m, mut d) = masses(&[1.0; 2]);
    d.qacc_smooth.copy_from_slice(&[-10.0, 3.0]);
    // normal plus and minus mu times the tangent; condim 2 is not MuJoCo's, but is two edges
    let J: [&[f64]; 2] = [&[1.0, 0.5], &[1.0, -0.5]];
    set_rows(&m, &mut d, ConstraintType::ContactPyramidal, &J, &[0.0; 2], 0.1);
    d.contact.push(Contact { dim: 2, friction: [0.5; 5], mu: 0.5, ..Contact::default() });
    run(&m, &mut d);
    let sum = d.efc_force[EfcId(0)] + d.efc_force[EfcId(1)];
    assert!(d.qacc[DofId(1)] > 0.1);
    m.opt.noslip_iterations = 1;
    run(&m, &mut d);
    assert!((d.efc_force[EfcId(0)] + d.efc_force[EfcId(1)] - sum).abs() < 1e-12);
    assert!(d.qacc[DofId(1)].abs() < 1e-12);
}

#[test]
fn the_answer_of_the_step_before_needs_one_iteration() {
    let (mut m, mut d) = pushed_ball(30.0, 0.1);
    m.opt.tolerance = 1e-12;
    run(&m, &mut d);
    let (cold, force) = (d.solver_niter[SolverIslandId(0)], d.efc_force.to_vec());
    assert!(cold > 1);
    let Data { qacc, qacc_warmstart, .. } = &mut d;
    qacc_warmstart.copy_from_slice(qacc);
    run(&m, &mut d);
    assert_eq!(d.solver_niter[SolverIslandId(0)], 1);
    assert!(force.iter().zip(&*d.efc_force).all(|(a, b)| (a - b).abs() < 1e-9));
    m.opt.disableflags |= DisableBit::WarmStart as i32;
    run(&m, &mut d);
    assert!(d.solver_niter[SolverIslandId(0)] > 1);
}

#[test]
fn a_line_search_ends_where_a_step_moves_no_digit() {
    for push in (3..120).step_by(3) {
        let [few, many] = [1000, i32::MAX].map(|most| {
            let (mut m, mut d) = pushed_ball(f64::from(push), 0.1);
            m.opt.solver = Solver::Newton as i32;
            m.opt.ls_iterations = most;
            run(&m, &mut d);
            // evaluations are counted as if all had been made
            let all = d.solver.iter().filter(|stat| stat.neval == most).count();
            (all, d.qacc.to_vec())
        });
        assert_eq!(few, many, "pushed by {push}");
        assert!(few.0 > 0 || push != 36);
    }
}

#[test]
fn rows_that_do_not_fit_together_count_as_none() {
    let (m, mut d) = pushed_ball(3.0, 0.1);
    d.nefc = 4;
    run(&m, &mut d);
    assert_eq!(*d.qacc, [-10.0, 3.0, 0.0]);
    assert_eq!(*d.qfrc_constraint, [0.0; 3]);

    // a contact that does not exist, numbers that are none
    let (m, mut d) = pushed_ball(f64::NAN, 0.1);
    d.contact.resize(0);
    run(&m, &mut d);
    let (m, mut d) = pushed_ball(1.0, 0.1);
    d.contact[ContactId(0)].dim = 77;
    run(&m, &mut d);
}
