use crate::data::Data;
use crate::enums::{DisableBit, EqType, JointType};
use crate::ids::{DofId, FlexEdgeId, FlexId, FlexStiffnessAdr};
use crate::math::Vec3;
use crate::model::Model;
use crate::smooth::flex::tests::fixture::{
    POINTS, at, cube, deformed, moved_as_one, of_cell, of_elements, shifted,
};
use crate::step::forward;

const H: f64 = 1e-6;

/// All forward quantities with bodies at some places, without equalities.
fn simulate(m: &Model, points: &[Vec3]) -> Data {
    let mut d = at(m, points);
    d.eq_active.fill(0);
    forward(m, &mut d);
    d
}

/// The spring forces at deformed points are minus the slope of an energy.
fn assert_follows(m: &Model, rest: &[Vec3], energy: impl Fn(&Data) -> f64) {
    let points = deformed(rest);
    let d = simulate(m, &points);
    assert!(d.qfrc_spring.iter().any(|force| force.abs() > 1e-3));
    for k in m.dofs() {
        let at = |h: f64| energy(&simulate(m, &shifted(&points, k, h)));
        let slope = (at(H) - at(-H)) / (2.0 * H);
        assert!((d.qfrc_spring[k] + slope).abs() < 1e-7, "{k:?}: {} {slope}", d.qfrc_spring[k]);
    }
}

fn assert_no_force(m: &Model, rest: &[Vec3]) {
    let d = simulate(m, &moved_as_one(rest));
    assert!(d.qfrc_spring.iter().all(|force| force.abs() < 1e-11), "{:?}", d.qfrc_spring);
}

fn tetrahedron() -> Model {
    let mut m = of_elements(&POINTS, &[&[0, 1, 2, 3]], EqType::Flex);
    for (at, k) in m.flex_stiffness.iter_mut().enumerate() {
        *k = 3.0 + at as f64 * 0.4;
    }
    m
}

/// How much the squares of lengths have grown, `E` edges in the order of the element.
fn growth(m: &Model, d: &Data) -> Vec<f64> {
    let grown = |&e: &i32| {
        let (now, rest) =
            (d.flexedge_length[FlexEdgeId(e as usize)], m.flexedge_length0[FlexEdgeId(e as usize)]);
        now * now - rest * rest
    };
    m.flex_elemedge.iter().map(grown).collect()
}

/// A quarter of a quadratic form whose upper triangle is given.
fn quarter_form(upper: &[f64], x: &[f64]) -> f64 {
    let mut entries = upper.iter();
    let mut sum = 0.0;
    for i in 0..x.len() {
        for j in i..x.len() {
            let times = if i == j { 1.0 } else { 2.0 };
            sum += times * entries.next().unwrap() * x[i] * x[j];
        }
    }
    0.25 * sum
}

#[test]
fn tetrahedra_push_against_the_growth_of_their_edges() {
    let m = tetrahedron();
    assert_no_force(&m, &POINTS);
    assert_follows(&m, &POINTS, |d| quarter_form(&m.flex_stiffness, &growth(&m, d)));
}

#[test]
fn triangles_push_against_the_growth_of_their_edges() {
    let mut m = of_elements(&POINTS[..3], &[&[0, 1, 2]], EqType::Flex);
    m.flex_stiffness.copy_from_slice(&[4.0; 21]);
    m.flex_stiffness[FlexStiffnessAdr(0)] = 7.0;
    assert_no_force(&m, &POINTS[..3]);
    assert_follows(&m, &POINTS[..3], |d| quarter_form(&m.flex_stiffness, &growth(&m, d)));
}

/// A vertex on a body that turns gets the moment of its force.
#[test]
fn forces_at_vertices_act_on_joints_that_turn() {
    let mut m = tetrahedron();
    m.edit(|s| s.jnt_type.fill(JointType::Hinge.into())).unwrap();
    m.flex_centered.fill(0);
    m.flex_vert.fill(Vec3([0.2, -0.1, 0.3]));
    let energy = |d: &Data| quarter_form(&m.flex_stiffness, &growth(&m, d));
    let turned = |k: usize, h: f64| {
        let mut d = Data::new(&m);
        for (i, q) in d.qpos.iter_mut().enumerate() {
            *q = 0.1 * (i % 3) as f64 + if i == k { h } else { 0.0 };
        }
        d.eq_active.fill(0);
        forward(&m, &mut d);
        d
    };
    let d = turned(usize::MAX, 0.0);
    for k in m.dofs() {
        let slope = (energy(&turned(k.0, H)) - energy(&turned(k.0, -H))) / (2.0 * H);
        assert!((d.qfrc_spring[k] + slope).abs() < 1e-7, "{k:?}");
    }
}

/// Damping takes energy out: its power is negative, and it vanishes with the velocity.
#[test]
fn damping_of_elements_opposes_motion() {
    let mut m = tetrahedron();
    // a multiple of the identity is positive definite
    m.flex_stiffness.fill(0.0);
    for at in [0, 6, 11, 15, 18, 20] {
        m.flex_stiffness[FlexStiffnessAdr(at)] = 5.0;
    }
    let force = |damping: f64, speed: f64| {
        let mut m = m.clone();
        m.flex_damping.fill(damping);
        let mut d = at(&m, &deformed(&POINTS));
        d.eq_active.fill(0);
        d.qvel.iter_mut().enumerate().for_each(|(i, v)| *v = speed * (0.5 - 0.2 * (i % 5) as f64));
        forward(&m, &mut d);
        d
    };
    let (free, damped) = (force(0.0, 1.0), force(0.3, 1.0));
    let power: f64 =
        m.dofs().map(|k| (damped.qfrc_spring[k] - free.qfrc_spring[k]) * free.qvel[k]).sum();
    assert!(power < -1e-3, "{power}");
    let at_rest = m.dofs().map(|k| force(0.3, 0.0).qfrc_spring[k] - force(0.0, 0.0).qfrc_spring[k]);
    assert!(at_rest.into_iter().all(|x| x.abs() < 1e-12));
}

/// Two triangles with some bending stiffness whose rows add up to zero.
fn hinge() -> Model {
    let mut m = of_elements(&POINTS, &[&[0, 1, 2], &[1, 3, 2]], EqType::Flex);
    let shared = (0..m.nflexedge).map(FlexEdgeId).find(|&e| m.flex_edgeflap[e][1] >= 0).unwrap();
    let c = [1.0, 2.0, -1.3, -1.7];
    for i in 0..4 {
        for j in 0..4 {
            m.flex_bending[shared][4 * i + j] = 2.0 * c[i] * c[j];
        }
    }
    m.flex_bending[shared][16] = 0.8;
    m
}

#[test]
fn bent_surfaces_push_back() {
    let m = hinge();
    let shared = (0..m.nflexedge).map(FlexEdgeId).find(|&e| m.flex_edgeflap[e][1] >= 0).unwrap();
    assert_follows(&m, &POINTS, |d| {
        let ([a, b], [c, e]) = (m.flex_edge[shared], m.flex_edgeflap[shared]);
        let x = [a, b, c, e].map(|v| d.flexvert_xpos.as_slice()[v as usize]);
        let weights = [1.0, 2.0, -1.3, -1.7];
        let sum = (0..4).fold(Vec3::ZERO, |sum, i| sum + x[i] * weights[i]);
        let volume = (x[1] - x[0]).dot((x[2] - x[0]).cross(x[3] - x[0]));
        sum.dot(sum) + 0.8 * volume
    });
}

/// MuJoCo's switch for springs does not reach the elasticity of elements.
#[test]
fn switches_turn_off_bending_and_cells() {
    let hinge: fn() -> Model = hinge;
    for (make, rest) in [(hinge, POINTS.to_vec()), (of_cell, cube().to_vec())] {
        let mut m = make();
        m.opt.disableflags = DisableBit::Spring as i32;
        let d = simulate(&m, &deformed(&rest));
        assert!(d.qfrc_spring.iter().all(|&force| force == 0.0));
    }
    let mut m = tetrahedron();
    m.opt.disableflags = DisableBit::Spring as i32;
    let d = simulate(&m, &deformed(&POINTS));
    assert!(d.qfrc_spring.iter().any(|&force| force != 0.0));
}

#[test]
fn edges_are_springs_and_dampers() {
    let mut m = of_elements(&POINTS, &[&[0, 1, 2, 3]], EqType::Flex);
    (m.flex_edgestiffness[FlexId(0)], m.flex_edgedamping[FlexId(0)]) = (20.0, 3.0);
    assert_no_force(&m, &POINTS);
    assert_follows(&m, &POINTS, |d| {
        let edges = (0..m.nflexedge).map(FlexEdgeId);
        let growth = |e: FlexEdgeId| d.flexedge_length[e] - m.flexedge_length0[e];
        edges.map(|e| 10.0 * growth(e) * growth(e)).sum()
    });
    let mut d = at(&m, &POINTS);
    d.qvel.iter_mut().enumerate().for_each(|(i, v)| *v = 0.5 - 0.2 * (i % 5) as f64);
    forward(&m, &mut d);
    let power: f64 = m.dofs().map(|k| d.qfrc_damper[k] * d.qvel[k]).sum();
    let rates: f64 = d.flexedge_velocity.iter().map(|v| -3.0 * v * v).sum();
    assert!((power - rates).abs() < 1e-12 && power < -1e-3);
}

#[test]
fn cells_push_against_deformation_and_not_against_rotation() {
    let m = of_cell();
    let d = simulate(&m, &moved_as_one(&cube()));
    // rotations are found to one part in a thousand million
    assert!(d.qfrc_spring.iter().all(|force| force.abs() < 1e-6), "{:?}", d.qfrc_spring);

    // a stretch along the axes turns nothing, so that the force is linear
    let stretched: Vec<Vec3> = cube().iter().map(|p| Vec3([1.2 * p[0], p[1], p[2]])).collect();
    let d = simulate(&m, &stretched);
    for (k, point) in m.dofs().zip(cube().iter().flat_map(|p| p.0)) {
        let expected = if k.0 % 3 == 0 { 30.0 * 0.2 * (4.0 - 8.0 * point) } else { 0.0 };
        assert!((d.qfrc_spring[k] - expected).abs() < 1e-6, "{k:?} {}", d.qfrc_spring[k]);
    }
}

#[test]
fn forces_within_a_flex_add_up_to_nothing() {
    let tetrahedron: fn() -> Model = tetrahedron;
    for (make, rest) in [(tetrahedron, POINTS.to_vec()), (of_cell, cube().to_vec())] {
        let m = make();
        let d = simulate(&m, &deformed(&rest));
        for axis in 0..3 {
            let along = m.dofs().filter(|k| k.0 % 3 == axis);
            let sum: f64 = along.map(|k: DofId| d.qfrc_spring[k]).sum();
            assert!(sum.abs() < 1e-10, "{axis}: {sum}");
        }
    }
}
