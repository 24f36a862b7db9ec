//! Poses of chains are those of the model, whatever lies between base and end.

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::{BodyId, QposAdr, SiteId};
use ferrodyn_engine::math::{Pack, Pose, Quat, Vec3};
use ferrodyn_engine::{Data, Model, smooth, support};
use ferrodyn_ik::{Chain, Frame, IkError, JacobianType, Kinematics};

use crate::robots::Uniform;
use crate::samples::{GANTRY, MIXED, load, random_q};

/// Pose of a frame in world.
fn world_pose(d: &Data, frame: &Frame) -> Pose {
    Pose { pos: d.xpos[frame.body], quat: d.xquat[frame.body] }.compose(&frame.pose)
}

fn kinematics(m: &Model, qpos: &[f64]) -> Data {
    let mut d = Data::new(m);
    d.qpos.as_mut_slice().copy_from_slice(qpos);
    smooth::kinematics(m, &mut d);
    smooth::com_pos(m, &mut d);
    d
}

#[test]
fn poses_between_any_two_frames_are_those_of_the_model() {
    let m = load(MIXED);
    let mut uniform = Uniform::new(3);
    let names = ["root", "a", "b", "c", "fixed", "e", "left", "right"];
    for base in std::iter::once("").chain(names) {
        for end in names {
            let frame = Frame::named(&m, end).unwrap();
            let Ok(chain) = Chain::by_name(&m, base, end) else { continue };
            let base =
                if base.is_empty() { BodyId(0) } else { Frame::named(&m, base).unwrap().body };
            for _ in 0..20 {
                let q = random_q(&chain, &mut uniform);
                let mut qpos = m.qpos0.as_slice().to_vec();
                chain.scatter(&q, &mut qpos).unwrap();
                let d = kinematics(&m, &qpos);
                let base = world_pose(&d, &Frame::body(&m, base).unwrap());
                let expected = base.inverse().compose(&world_pose(&d, &frame));
                let found = chain.pose(&q).unwrap();
                assert!((found.pos - expected.pos).norm() < 1e-13, "{base:?} {end}");
                let turn = found.quat.conj() * expected.quat;
                assert!(Vec3([turn[1], turn[2], turn[3]]).norm() < 1e-13, "{base:?} {end}");
            }
        }
    }
}

#[test]
fn every_lane_has_the_bits_of_a_pass_of_its_own() {
    let m = load(MIXED);
    let mut uniform = Uniform::new(4);
    for (base, end) in [("", "left"), ("left", "right"), ("e", "root"), ("fixed", "a")] {
        let chain = Chain::by_name(&m, base, end).unwrap();
        let qs: Vec<Vec<f64>> = (0..8).map(|_| random_q(&chain, &mut uniform)).collect();
        let q: Vec<Pack<8>> =
            (0..chain.nq()).map(|i| Pack(std::array::from_fn(|lane| qs[lane][i]))).collect();
        let mut eight = Kinematics::<Pack<8>>::new(&chain);
        eight.forward(&chain, &q).unwrap();
        let mut one = Kinematics::<f64>::new(&chain);
        for (lane, q) in qs.iter().enumerate() {
            one.forward(&chain, q).unwrap();
            assert_eq!(one.position(), eight.position().lane(lane));
            for kind in [JacobianType::Analytic, JacobianType::Geometric] {
                for (one, eight) in one.jacobian(kind).iter().zip(eight.jacobian(kind)) {
                    assert_eq!(*one, eight.map(|x| x.0[lane]));
                }
            }
        }
    }
}

#[test]
fn a_pass_does_not_allocate() {
    let chain = Chain::by_name(&load(MIXED), "", "left").unwrap();
    let q = random_q(&chain, &mut Uniform::new(5));
    let mut k = Kinematics::<f64>::new(&chain);
    let count = allocation_counter::measure(|| {
        k.forward(&chain, &q).unwrap();
        k.jacobian(JacobianType::Geometric);
    });
    assert_eq!(count.count_total, 0);
}

#[test]
fn axes_and_anchors_are_those_of_the_engine() {
    let m = load(MIXED);
    let mut uniform = Uniform::new(9);
    for end in ["left", "right"] {
        let chain = Chain::by_name(&m, "", end).unwrap();
        let q = random_q(&chain, &mut uniform);
        let mut qpos = m.qpos0.as_slice().to_vec();
        chain.scatter(&q, &mut qpos).unwrap();
        let d = kinematics(&m, &qpos);
        let mut k = Kinematics::<f64>::new(&chain);
        k.forward(&chain, &q).unwrap();
        assert_eq!([k.axes().len(), k.anchors().len()], [chain.nv(); 2]);
        for joint in chain.joints() {
            let first = joint.dof.start;
            let (axis, anchor) = (k.axes()[first], k.anchors()[first]);
            match joint.kind {
                JointType::Hinge => {
                    assert!((axis - d.xaxis[joint.id]).norm() < 1e-13);
                    assert!((anchor - d.xanchor[joint.id]).norm() < 1e-13);
                }
                JointType::Slide => {
                    assert!((axis - d.xaxis[joint.id]).norm() < 1e-13);
                    // the engine has the place at the reference position of the model
                    let moved = m.qpos0[QposAdr(joint.qpos_address)] * axis;
                    assert!((anchor + moved - d.xanchor[joint.id]).norm() < 1e-13);
                }
                JointType::Ball => {
                    let body = m.jnt_bodyid[joint.id].present();
                    for (i, dof) in joint.dof.clone().enumerate() {
                        assert!((k.axes()[dof] - d.xmat[body].col(i)).norm() < 1e-13);
                        assert!((k.anchors()[dof] - d.xanchor[joint.id]).norm() < 1e-13);
                    }
                }
                JointType::Free => {
                    for (axis, expected) in
                        k.axes()[first..].iter().zip([Vec3::X, Vec3::Y, Vec3::Z])
                    {
                        assert!((*axis - expected).norm() < 1e-15);
                    }
                    assert!((k.anchors()[first + 3] - d.xanchor[joint.id]).norm() < 1e-13);
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_a_chain_is_refused_with_a_remedy() {
    let m = load(MIXED);
    let message = |result: Result<Chain, IkError>| result.unwrap_err().to_string();
    assert!(message(Chain::by_name(&m, "", "tool9")).contains("no body or site named \"tool9\""));
    assert!(message(Chain::by_name(&m, "c", "fixed")).contains("no joint lies between"));
    assert!(message(Chain::by_name(&m, "a", "a")).contains("no joint lies between"));
    let beyond = Frame { body: BodyId(99), pose: Pose::default() };
    assert!(message(Chain::new(&m, BodyId(0), beyond)).contains("there is no body 99"));
    assert!(Frame::site(&m, SiteId(7)).is_err());
    let nowhere = Pose { pos: Vec3([f64::NAN, 0.0, 0.0]), quat: Quat::IDENTITY };
    let nowhere = Frame { body: BodyId(2), pose: nowhere };
    assert!(message(Chain::new(&m, BodyId(0), nowhere)).contains("not finite"));

    let chain = Chain::by_name(&m, "", "left").unwrap();
    assert!(chain.pose(&[0.0]).unwrap_err().to_string().contains("q has 1 numbers, 10 are needed"));
    assert!(chain.gather(&[], &mut []).is_err() && chain.scatter(&[], &mut []).is_err());
    let other = Chain::by_name(&m, "c", "e").unwrap();
    let mut memory = Kinematics::<f64>::new(&other);
    assert!(memory.forward(&chain, chain.q0()).is_err());
    assert!(chain.pose(&[f64::NAN; 10]).is_ok(), "numbers that are not finite give such poses");
}

/// A robot as URDF tools write it: the compiler fuses `flange` and `tool0` with the arm.
const URDF: &str = "<robot name='r'><link name='base'/>
    <link name='arm'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0'
      iyz='0'/></inertial></link>
    <link name='flange'/><link name='tool0'/>
    <joint name='j' type='continuous'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/>
      </joint>
    <joint name='f' type='fixed'><parent link='arm'/><child link='flange'/>
      <origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/></joint>
    <joint name='t' type='fixed'><parent link='flange'/><child link='tool0'/>
      <origin xyz='2 0 0'/></joint></robot>";

#[test]
fn a_link_that_the_compiler_fused_can_still_be_named() {
    let m = load(URDF);
    assert!(Frame::named(&m, "tool0").is_err(), "tool0 is fused");
    let extension = "<mujoco><compiler fusestatic='false'/></mujoco></robot>";
    let unfused = load(&URDF.replace("</robot>", extension));
    let tool = Frame::fused(&m, &unfused, "tool0").unwrap();
    let chain = Chain::new(&m, BodyId(0), tool).unwrap();
    let pose = chain.pose(&[0.0]).unwrap();
    assert!((pose.pos - Vec3([1.0, 2.0, 0.0])).norm() < 1e-14, "{pose:?}");
    assert!(Frame::fused(&m, &unfused, "nothing").is_err());
}

#[test]
fn velocities_and_accelerations_are_derivatives_of_poses() {
    const H: f64 = 1e-4;
    let m = load(MIXED);
    let mut uniform = Uniform::new(6);
    for (base, end) in [("", "left"), ("left", "right"), ("a", "b"), ("right", "root")] {
        let chain = Chain::by_name(&m, base, end).unwrap();
        let q = random_q(&chain, &mut uniform);
        let rates = |uniform: &mut Uniform| -> Vec<f64> {
            (0..chain.nv()).map(|_| uniform.between(-1.0, 1.0)).collect()
        };
        let (qvel, qacc) = (rates(&mut uniform), rates(&mut uniform));
        let mut k = Kinematics::<f64>::new(&chain);
        k.forward(&chain, &q).unwrap();
        let motion = k.motion(&chain, &qvel, &qacc).unwrap();

        // velocities shortly before and after, along the path with these rates
        let mut near = |h: f64| {
            let mut qpos = m.qpos0.as_slice().to_vec();
            chain.scatter(&q, &mut qpos).unwrap();
            let mut step = vec![0.0; m.nv];
            for (i, dof) in chain.dof_addresses().enumerate() {
                step[dof] = h * qvel[i] + 0.5 * h * h * qacc[i];
            }
            ferrodyn_engine::integrate::integrate_pos(&m, &mut qpos, &step, 1.0).unwrap();
            let mut q = vec![0.0; chain.nq()];
            chain.gather(&qpos, &mut q).unwrap();
            let vel: Vec<f64> = qvel.iter().zip(&qacc).map(|(v, a)| v + h * a).collect();
            k.forward(&chain, &q).unwrap();
            (k.position(), k.motion(&chain, &vel, &qacc).unwrap())
        };
        let ((before, slow), (after, fast)) = (near(-H), near(H));
        let close = |a: Vec3, b: Vec3, what: &str| {
            assert!((a - b).norm() < 1e-6, "{base} {end} {what}: {a:?} {b:?}");
        };
        let rate = |a: Vec3, b: Vec3| (0.5 / H) * (b - a);
        close(motion.linear_velocity, rate(before, after), "velocity");
        let linear = rate(slow.linear_velocity, fast.linear_velocity);
        close(motion.linear_acceleration, linear, "acceleration");
        let angular = rate(slow.angular_velocity, fast.angular_velocity);
        close(motion.angular_acceleration, angular, "angular acceleration");
    }
}

#[test]
fn accelerations_agree_with_the_rate_of_the_engines_jacobian() {
    let m = load(MIXED);
    let chain = Chain::by_name(&m, "", "left").unwrap();
    let mut uniform = Uniform::new(8);
    let q = random_q(&chain, &mut uniform);
    let qvel: Vec<f64> = (0..chain.nv()).map(|_| uniform.between(-1.0, 1.0)).collect();
    let mut k = Kinematics::<f64>::new(&chain);
    k.forward(&chain, &q).unwrap();
    let motion = k.motion(&chain, &qvel, &vec![0.0; chain.nv()]).unwrap();

    let mut qpos = m.qpos0.as_slice().to_vec();
    chain.scatter(&q, &mut qpos).unwrap();
    let mut d = kinematics(&m, &qpos);
    for (i, dof) in chain.dof_addresses().enumerate() {
        d.qvel.as_mut_slice()[dof] = qvel[i];
    }
    smooth::com_vel(&m, &mut d);
    let frame = Frame::named(&m, "left").unwrap();
    let point = world_pose(&d, &frame).pos;
    let (jacp, jacr) = support::jac_dot(&m, &d, frame.body, point);
    let rates = nalgebra::DVector::from_column_slice(d.qvel.as_slice());
    let (linear, angular) = (jacp * &rates, jacr * &rates);
    for i in 0..3 {
        assert!((motion.linear_acceleration[i] - linear[i]).abs() < 1e-12);
        assert!((motion.angular_acceleration[i] - angular[i]).abs() < 1e-12);
    }
}

#[test]
fn the_middle_lies_within_limits_and_slides_have_no_angular_velocity() {
    let chain = Chain::by_name(&load(GANTRY), "", "tool").unwrap();
    assert_eq!(chain.middle(), [0.0, 0.0, 0.25]);
    assert!(chain.within_limits(&chain.middle()) && !chain.within_limits(&[2.0, 0.0, 0.0]));
    assert!(!chain.within_limits(&[]) && !chain.within_limits(&[f64::NAN, 0.0, 0.0]));
    let jacobian = chain.jacobian(&[0.3, 0.4, 0.1], JacobianType::Analytic).unwrap();
    for (i, column) in jacobian.column_iter().enumerate() {
        for row in 0..6 {
            assert!((column[row] - f64::from(u8::from(row == i))).abs() < 1e-15);
        }
    }
}
