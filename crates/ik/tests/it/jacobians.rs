//! Jacobians are derivatives of poses and those of the engine; measures are those of their singular
//! values.

use std::f64::consts::FRAC_PI_2;

use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::math::rotation::sub_quat;
use ferrodyn_engine::{Data, Model, integrate, smooth, support};
use ferrodyn_ik::{
    Chain, Frame, JacobianType, Kinematics, SINGULAR, Settings, Solver, Status, convert_jacobian,
    singular_values,
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
            integrate::integrate_pos(m, &mut qpos, &step, 1.0).unwrap();
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
        for m in robot.models() {
            let worst = worst_difference_of_an_arm(&m, robot.end);
            println!("{}: {worst:.1e}", robot.name);
            assert!(worst < 1e-7, "{}: {worst:e}", robot.name);
        }
    }
}

/// At zero, at both ends of all ranges and at ten thousand other configurations.
fn worst_difference_of_an_arm(m: &Model, end: &str) -> f64 {
    let chain = Chain::by_name(m, "", end).unwrap();
    let mut uniform = Uniform::new(11);
    let ends = |side: usize| -> Vec<f64> {
        chain.joints().iter().map(|joint| joint.range.map_or(0.0, |range| range[side])).collect()
    };
    let special = [vec![0.0; chain.nq()], ends(0), ends(1)];
    let random = (0..10_000).map(|_| random_q(&chain, &mut uniform));
    special
        .into_iter()
        .chain(random)
        .map(|q| error_of_differences(m, &chain, &q))
        .fold(0.0, f64::max)
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
        robot.models().for_each(|m| check(&m, robot.end));
    }
    for m in SHADOW.models() {
        for end in ["rh_lfdistal", "rh_thdistal", "grasp_site"] {
            check(&m, end);
        }
    }
    for m in G1.models() {
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

    for m in UR5E.models() {
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
fn poses_of_arms_are_those_of_their_published_parameters() {
    let close = |m: &Model, end: &str, q: &[f64], at: [f64; 3]| {
        let pose = Chain::by_name(m, "", end).unwrap().pose(q).unwrap();
        assert!((pose.pos - Vec3(at)).norm() < 1e-15, "{end} {pose:?}");
    };
    // stretched along -x, the wrist to -y and down; then upright
    let m = UR5E.kinematics().unwrap();
    close(&m, UR5E.end, &[0.0; 6], [-0.425 - 0.3922, -0.1333 - 0.0996, 0.1625 - 0.0997]);
    let up = [0.0, -FRAC_PI_2, 0.0, -FRAC_PI_2, 0.0, 0.0];
    close(&m, UR5E.end, &up, [0.0, -0.1333 - 0.0996, 0.1625 + 0.425 + 0.3922 + 0.0997]);
    let m = PANDA.kinematics().unwrap();
    close(&m, PANDA.end, &[0.0; 7], [0.088, 0.0, 0.333 + 0.316 + 0.384 - 0.107]);
}

#[test]
fn the_kinematics_of_arms_are_those_of_their_public_models() {
    // the public model of the UR5e has lengths in whole millimeters
    for (robot, tolerance) in [(UR5E, 2e-3), (PANDA, 1e-14)] {
        let (own, Some(public)) = (robot.kinematics().unwrap(), robot.public()) else { continue };
        let [own, public] = [&own, &public].map(|m| Chain::by_name(m, "", robot.end).unwrap());
        let mut uniform = Uniform::new(15);
        let base = [&own, &public].map(|chain| chain.pose(&vec![0.0; chain.nq()]).unwrap());
        for _ in 0..200 {
            let q = random_q(&own, &mut uniform);
            let [a, b] = [&own, &public].map(|chain| chain.pose(&q).unwrap());
            // bases may be turned about z
            let radius = |p: Vec3| (p[0] * p[0] + p[1] * p[1]).sqrt();
            assert!((radius(a.pos) - radius(b.pos)).abs() < tolerance, "{}", robot.name);
            assert!((a.pos[2] - b.pos[2]).abs() < tolerance, "{}", robot.name);
            let turn = (base[0].quat.conj() * a.quat).conj() * (base[1].quat.conj() * b.quat);
            // public models write quaternions with seven digits
            assert!(Vec3([turn[1], turn[2], turn[3]]).norm() < 1e-6, "{}", robot.name);
        }
    }
}

/// A quarter more than what was measured, so that nothing grows unseen.
#[test]
fn the_memory_of_an_arm_is_small() {
    for m in UR5E.models() {
        let chain = Chain::by_name(&m, "", UR5E.end).unwrap();
        let bytes = Kinematics::<f64>::new(&chain).bytes();
        println!("{bytes} bytes for the kinematics of a UR5e");
        assert!(bytes < 1536, "{bytes}");

        // from the model to a Jacobian: everything that is ever on the heap at once
        let jacobian = allocation_counter::measure(|| {
            let chain = Chain::by_name(&m, "", UR5E.end).unwrap();
            Kinematics::<f64>::new(&chain).forward(&chain, chain.q0()).unwrap();
        });
        // and to a solution, with the table of 128 starts
        let solution = allocation_counter::measure(|| {
            let chain = Chain::by_name(&m, "", UR5E.end).unwrap();
            let target = chain.pose(&[0.3, -1.0, 1.2, 0.4, 1.0, 0.5]).unwrap();
            let mut solver = Solver::new(&chain, Settings::default()).unwrap();
            let mut q = chain.middle();
            assert_eq!(solver.solve(&target, &mut q).unwrap().status, Status::Converged);
        });
        let [jacobian, solution] = [jacobian.bytes_max, solution.bytes_max];
        println!("at most {jacobian} bytes on the heap for a Jacobian, {solution} for a solution");
        assert!(jacobian < 3520, "{jacobian}");
        assert!(solution < 24_120, "{solution}");
    }
}
