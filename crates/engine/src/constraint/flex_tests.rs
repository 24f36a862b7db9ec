//! Rows of equalities on flexes.

use crate::data::Data;
use crate::enums::{ConstraintType, EqType, Jacobian};
use crate::ids::{EfcId, FlexEdgeId, FlexStiffnessAdr, FlexVertId};
use crate::linalg::dense;
use crate::math::Vec3;
use crate::model::Model;
use crate::smooth::flex::tests::fixture::{
    EQUALITY, POINTS, at, cube, deformed, moved_as_one, of_cell, of_elements, shifted,
};
use crate::step::{forward, fwd_position};

fn positions(m: &Model, points: &[Vec3]) -> Data {
    let mut d = at(m, points);
    fwd_position(m, &mut d);
    d
}

/// The position of every row changes along its Jacobian, dense or sparse.
fn assert_jacobian(m: &mut Model, points: &[Vec3]) {
    const H: f64 = 1e-6;
    for format in [Jacobian::Dense, Jacobian::Sparse] {
        m.opt.jacobian = format as i32;
        let d = positions(m, points);
        assert!(d.nefc > 0);
        for k in m.dofs() {
            let (above, below) =
                (positions(m, &shifted(points, k, H)), positions(m, &shifted(points, k, -H)));
            let mut unit = vec![0.0; m.nv];
            unit[k.0] = 1.0;
            let mut column = vec![0.0; d.nefc as usize];
            super::to_rows(m, &d.sims[0], &unit, &mut column);
            for (row, entry) in column.into_iter().enumerate() {
                let row = EfcId(row);
                let slope = (above.efc_pos[row] - below.efc_pos[row]) / (2.0 * H);
                assert!((entry - slope).abs() < 1e-7, "{format:?} {row:?} {k:?}: {entry} {slope}");
            }
        }
    }
}

#[test]
fn every_edge_that_is_not_rigid_has_a_row() {
    let mut m = of_elements(&POINTS, &[&[0, 1, 2, 3]], EqType::Flex);
    m.flexedge_rigid[FlexEdgeId(2)] = 1;
    let points = deformed(&POINTS);
    let d = positions(&m, &points);
    assert_eq!((d.ne, d.nefc), (5, 5));
    for (row, edge) in [0, 1, 3, 4, 5].map(FlexEdgeId).into_iter().enumerate() {
        let row = EfcId(row);
        assert_eq!(d.efc_pos[row], d.flexedge_length[edge] - m.flexedge_length0[edge]);
        assert_eq!(d.efc_type[row].raw(), ConstraintType::Equality as i32);
        // rows have the weight of their own edge
        let weight = m.flexedge_invweight0[edge];
        assert!((d.efc_diagApprox[row] - weight).abs() < 1e-12 * weight, "{row:?}");
    }
    assert_jacobian(&mut m, &points);
}

#[test]
fn every_vertex_of_a_surface_has_two_rows() {
    let flat: Vec<Vec3> = POINTS.iter().map(|p| Vec3([p[0], p[1], 0.0])).collect();
    let mut m = of_elements(&flat, &[&[0, 1, 2], &[1, 3, 2]], EqType::FlexVert);
    let points = deformed(&flat);
    let d = positions(&m, &points);
    assert_eq!(d.nefc, 8);
    for v in 0..4 {
        for i in 0..2 {
            assert_eq!(d.efc_pos[EfcId(2 * v + i)], d.flexvert_length[FlexVertId(v)][i]);
        }
    }
    assert_jacobian(&mut m, &points);
}

/// A cell with two modes: a stretch along x and one along y.
fn strained() -> Model {
    let mut m = of_cell();
    m.edit(|s| s.flex_edgeequality.fill(3)).unwrap();
    m.flex_stiffness.fill(0.0);
    m.flex_stiffness[FlexStiffnessAdr(0)] = 2.0;
    for (mode, axis) in [0, 1].into_iter().enumerate() {
        for (n, point) in cube().into_iter().enumerate() {
            let at = 1 + 24 * mode + 3 * n + axis;
            m.flex_stiffness[FlexStiffnessAdr(at)] = point[axis] - 0.5;
        }
    }
    m
}

#[test]
fn every_mode_of_a_cell_has_a_row() {
    let m = strained();
    let stretched: Vec<Vec3> = cube().iter().map(|p| Vec3([1.2 * p[0], p[1], p[2]])).collect();
    let d = positions(&m, &stretched);
    assert_eq!(d.nefc, 2);
    // four nodes move by 0.2, each counted with a half
    assert!((d.efc_pos[EfcId(0)] - 0.4).abs() < 1e-7 && d.efc_pos[EfcId(1)].abs() < 1e-7);
    let moved = positions(&m, &moved_as_one(&cube()));
    assert!(moved.efc_pos.iter().all(|pos| pos.abs() < 1e-8), "{:?}", moved.efc_pos);
}

/// The rows of a cell take its rotation for constant, which it is to first order about its rest.
#[test]
fn jacobians_of_modes_match_differences_about_rest() {
    assert_jacobian(&mut strained(), &cube());
}

#[test]
fn a_cell_that_does_not_exist_has_no_rows() {
    let mut m = strained();
    for cell in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, f64::NAN], [0.0, 1e300, 0.0]] {
        m.eq_data[EQUALITY][..3].copy_from_slice(&cell);
        assert_eq!(positions(&m, &cube()).nefc, 0, "{cell:?}");
    }
    m.eq_data[EQUALITY] = [0.0; crate::constants::NEQDATA];
    // more modes than a cell has room for
    m.flex_stiffness[FlexStiffnessAdr(0)] = 1e9;
    assert_eq!(positions(&m, &cube()).nefc, 0);
}

/// Ties keep a flex from stretching: accelerations along its rows are those asked for.
#[test]
fn ties_answer_what_pulls_a_flex_apart() {
    let m = of_elements(&POINTS, &[&[0, 1, 2, 3]], EqType::Flex);
    let mut d = at(&m, &POINTS);
    d.qfrc_applied.iter_mut().enumerate().for_each(|(i, f)| *f = if i < 3 { -5.0 } else { 1.0 });
    forward(&m, &mut d);
    let along_rows = |acceleration: &[f64]| {
        let mut along = vec![0.0; 6];
        super::to_rows(&m, &d.sims[0], acceleration, &mut along);
        dense::norm(&along)
    };
    let (tied, free) = (along_rows(&d.qacc), along_rows(&d.qacc_smooth));
    assert!(tied < 0.3 * free, "{tied} {free}");
    assert_eq!((d.nisland, d.ntree_awake), (1, 4));
}
