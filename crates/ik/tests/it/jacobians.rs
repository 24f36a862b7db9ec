//! Jacobians are derivatives of poses and those of the engine; measures are those of their singular
//! values.

use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::rotation::sub_quat;
use ferrodyn_engine::{Data, Model, integrate, smooth, support};
use ferrodyn_ik::{
    Chain, Frame, JacobianType, Kinematics, SINGULAR, convert_jacobian, singular_values,
};
use nalgebra::DMatrix;

use crate::robots::{G1, IIWA, PANDA, SHADOW, UR5E, UR10E, Uniform, WX250S};
use crate::samples::{MIXED, load, random_q};

/// The largest difference between a Jacobian and central differences of poses.
fn error_of_differences(m: &Model, chain: &Chain, q: &[f64]) -> f64 {
    const H: f64 = 1e-5;
    let jacobian = chain.jacobian(q, JacobianType::Analytic).unwrap();
    let middle = chain.pose(q).unwrap();
    let mut worst: f64 = 0.0;
    for (column, dof) in chain.dof_addresses().enumerate() {
        let moved = |h: f64| {
            let mut qpos = m.qpos0.as_slice().to_vec();
            chain.scatter(q, &mut qpos).unwrap();
            let mut step = vec![0.0; m.nv];
            step[dof] = h;
            integrate::integrate_pos(m, &mut qpos, &step, 1.0);
            let mut q = q.to_vec();
            chain.gather(&qpos, &mut q).unwrap();
            chain.pose(&q).unwrap()
        };
        let (before, after) = (moved(-H), moved(H));
        let linear = (0.5 / H) * (after.pos - before.pos);
        let angular = (0.5 / H) * middle.quat.rotate(sub_quat(after.quat, before.quat));
        for i in 0..3 {
            worst = worst.max((jacobian[(i, column)] - linear[i]).abs());
            worst = worst.max((jacobian[(i + 3, column)] - angular[i]).abs());
        }
    }
    worst
}

/// The largest difference between a Jacobian and that of the engine.
fn error_of_engine(m: &Model, chain: &Chain, end: &str, q: &[f64]) -> f64 {
    let mut d = Data::new(m);
    let mut qpos = m.qpos0.as_slice().to_vec();
    chain.scatter(q, &mut qpos).unwrap();
    d.qpos.as_mut_slice().copy_from_slice(&qpos);
    smooth::kinematics(m, &mut d);
    smooth::com_pos(m, &mut d);
    let frame = Frame::named(m, end).unwrap();
    let point = d.xmat[frame.body] * frame.pose.pos + d.xpos[frame.body];
    let (jacp, jacr) = support::jac(m, &d, frame.body, point);
    let jacobian = chain.jacobian(q, JacobianType::Analytic).unwrap();
    let mut worst: f64 = 0.0;
    for (column, dof) in chain.dof_addresses().enumerate() {
        for i in 0..3 {
            worst = worst.max((jacobian[(i, column)] - jacp[(i, dof)]).abs());
            worst = worst.max((jacobian[(i + 3, column)] - jacr[(i, dof)]).abs());
        }
    }
    worst
}

#[test]
fn jacobians_of_arms_agree_with_differences_on_ten_thousand_configurations() {
    for robot in [UR5E, UR10E, PANDA, IIWA, WX250S] {
        let Some(m) = robot.load() else { continue };
        let chain = Chain::by_name(&m, "", robot.end).unwrap();
        let mut uniform = Uniform::new(11);
        // zero, both ends of all ranges, then anywhere
        let ends = |side: usize| -> Vec<f64> {
            chain
                .joints()
                .iter()
                .map(|joint| joint.range.map_or(0.0, |range| range[side]))
                .collect()
        };
        let special = [vec![0.0; chain.nq()], ends(0), ends(1)];
        let random = (0..10_000).map(|_| random_q(&chain, &mut uniform));
        let worst = special
            .into_iter()
            .chain(random)
            .map(|q| error_of_differences(&m, &chain, &q))
            .fold(0.0, f64::max);
        println!("{}: {worst:.1e}", robot.name);
        assert!(worst < 1e-7, "{}: {worst:e}", robot.name);
    }
}

#[test]
fn jacobians_of_chains_with_every_joint_agree_with_differences() {
    let m = load(MIXED);
    let mut uniform = Uniform::new(12);
    for (base, end) in [("", "left"), ("", "right"), ("left", "right"), ("right", "a"), ("b", "")] {
        // the world has no name: the chain ends in its frame
        let end = if end.is_empty() {
            Frame::body(&m, BodyId(0)).unwrap()
        } else {
            Frame::named(&m, end).unwrap()
        };
        let base = if base.is_empty() { BodyId(0) } else { Frame::named(&m, base).unwrap().body };
        let chain = Chain::new(&m, base, end).unwrap();
        for _ in 0..200 {
            let q = random_q(&chain, &mut uniform);
            let worst = error_of_differences(&m, &chain, &q);
            assert!(worst < 1e-7, "{base:?}: {worst:e}");
        }
    }
}

#[test]
fn jacobians_agree_with_those_of_the_engine() {
    let mixed = load(MIXED);
    let mut uniform = Uniform::new(13);
    let mut check = |m: &Model, end: &str| {
        let chain = Chain::by_name(m, "", end).unwrap();
        for _ in 0..500 {
            let q = random_q(&chain, &mut uniform);
            let worst = error_of_engine(m, &chain, end, &q);
            assert!(worst < 1e-12, "{end}: {worst:e}");
        }
    };
    check(&mixed, "left");
    check(&mixed, "right");
    for robot in [UR5E, UR10E, PANDA, IIWA, WX250S, SHADOW, G1] {
        if let Some(m) = robot.load() {
            check(&m, robot.end);
        }
    }
    if let Some(m) = SHADOW.load() {
        for end in ["rh_lfdistal", "rh_thdistal", "grasp_site"] {
            check(&m, end);
        }
    }
    if let Some(m) = G1.load() {
        for end in ["right_ankle_roll_link", "torso_link"] {
            check(&m, end);
        }
    }
}

#[test]
fn conversion_goes_to_the_axes_of_the_end_and_back() {
    let chain = Chain::by_name(&load(MIXED), "", "right").unwrap();
    let q = random_q(&chain, &mut Uniform::new(14));
    let pose = chain.pose(&q).unwrap();
    let [analytic, geometric] = [JacobianType::Analytic, JacobianType::Geometric];
    let (spatial, body) =
        (chain.jacobian(&q, analytic).unwrap(), chain.jacobian(&q, geometric).unwrap());
    let converted = convert_jacobian(&spatial, &pose, analytic, geometric);
    assert!((&converted - &body).norm() < 1e-13);
    assert!((convert_jacobian(&body, &pose, geometric, analytic) - &spatial).norm() < 1e-13);
    assert_eq!(convert_jacobian(&body, &pose, geometric, geometric), body);
    assert!((&spatial - &body).norm() > 0.1, "the end is turned");
    // neither axes nor units of nothing: a matrix with too few rows comes back
    let short = DMatrix::from_element(2, 2, 1.0);
    assert_eq!(convert_jacobian(&short, &pose, analytic, geometric), short);
}

/// A planar arm of two hinges: `det` of its position Jacobian is the sine of the elbow.
const PLANAR: &str = "<mujoco><compiler angle='radian'/><worldbody>
    <body><joint axis='0 0 1'/><geom size='.1'/>
      <body pos='1 0 0'><joint axis='0 0 1'/><geom size='.1'/><site name='tip' pos='1 0 0'/>
    </body></body></worldbody></mujoco>";

#[test]
fn a_stretched_arm_is_singular_in_position_and_an_aligned_wrist_in_all() {
    let m = load(PLANAR);
    let chain = Chain::by_name(&m, "", "tip").unwrap();
    let position = |elbow: f64| {
        let jacobian = chain.jacobian(&[0.4, elbow], JacobianType::Analytic).unwrap();
        DMatrix::from(jacobian.rows(0, 2))
    };
    let straight = position(0.0);
    assert!(ferrodyn_ik::is_singular(&straight, SINGULAR));
    assert!(ferrodyn_ik::condition_number(&straight) > 1e14);
    let bent = ferrodyn_ik::manipulability(&position(0.5));
    assert!((bent - ferrodyn_engine::math::fun::sin(0.5)).abs() < 1e-15);
    // a hundred millionth away from straight, the smallest value is off by the rounding of entries
    let near = singular_values(&position(1e-8));
    assert!((near[0] * near[1] - 1e-8).abs() < 1e-15, "{near:?}");

    if let Some(m) = UR5E.load() {
        let chain = Chain::by_name(&m, "", UR5E.end).unwrap();
        // wrist 2 at zero brings the axes of wrists 1 and 3 in line
        let aligned = [0.3, -1.0, 1.2, 0.4, 0.0, 0.5];
        assert!(chain.is_singular(&aligned, SINGULAR).unwrap());
        let open = [0.3, -1.0, 1.2, 0.4, 1.0, 0.5];
        assert!(!chain.is_singular(&open, SINGULAR).unwrap());
        assert!(chain.manipulability(&open).unwrap() > 1e-3);
        assert!(chain.condition_number(&open).unwrap() < 100.0);
    }
}

#[test]
fn measures_are_those_of_known_singular_values_and_bear_anything() {
    let diagonal = DMatrix::from_row_slice(2, 3, &[0.0, 3.0, 0.0, 2.0, 0.0, 0.0]);
    assert_eq!(singular_values(&diagonal), [3.0, 2.0]);
    assert_eq!(ferrodyn_ik::manipulability(&diagonal), 6.0);
    assert_eq!(ferrodyn_ik::condition_number(&diagonal), 1.5);
    let strange = DMatrix::from_element(6, 6, f64::NAN);
    assert!(ferrodyn_ik::is_singular(&strange, SINGULAR));
    assert!(ferrodyn_ik::condition_number(&DMatrix::zeros(0, 0)).is_nan());
    assert!(ferrodyn_ik::is_singular(&DMatrix::zeros(6, 0), SINGULAR));
    let zeros = DMatrix::zeros(6, 4);
    assert_eq!(singular_values(&zeros), [0.0; 4]);
}

#[test]
fn the_memory_of_an_arm_is_small() {
    if let Some(m) = UR5E.load() {
        let chain = Chain::by_name(&m, "", UR5E.end).unwrap();
        let bytes = Kinematics::<f64>::new(&chain).bytes();
        println!("{bytes} bytes for the kinematics of a UR5e");
        assert!(bytes < 2048, "{bytes}");
    }
}
