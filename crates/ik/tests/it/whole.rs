//! Tasks on whole models: each kind is fulfilled, priorities are strict, and what must hold does.

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{BodyId, GeomId, JointId};
use ferrodyn_engine::math::{Pose, Quat, Vec3};
use ferrodyn_engine::{Data, Model, collision, integrate, smooth};
use ferrodyn_ik::{Frame, IkError, Limit, Problem, Side, Status, Task};

use crate::robots::{G1, PANDA, Uniform};
use crate::samples::{MIXED, load};

fn data(m: &Model, qpos: &[f64]) -> Data {
    let mut d = Data::new(m);
    d.qpos.as_mut_slice().copy_from_slice(qpos);
    smooth::kinematics(m, &mut d);
    smooth::com_pos(m, &mut d);
    d
}

fn pose(d: &Data, frame: &Frame) -> Pose {
    Pose { pos: d.xpos[frame.body], quat: d.xquat[frame.body] }.compose(&frame.pose)
}

fn moved(m: &Model, uniform: &mut Uniform, far: f64) -> Vec<f64> {
    let mut qpos = m.qpos0.as_slice().to_vec();
    let step: Vec<f64> = (0..m.nv).map(|_| uniform.between(-far, far)).collect();
    integrate::integrate_pos(m, &mut qpos, &step, 1.0).unwrap();
    qpos
}

fn angle(a: Quat, b: Quat) -> f64 {
    let turn = a.conj() * b;
    2.0 * Vec3([turn[1], turn[2], turn[3]]).norm()
}

#[test]
fn every_kind_of_task_is_fulfilled() {
    let m = load(MIXED);
    let mut uniform = Uniform::new(31);
    let [left, right] = ["left", "right"].map(|name| Frame::named(&m, name).unwrap());
    for _ in 0..20 {
        let goal = data(&m, &moved(&m, &mut uniform, 0.8));
        let (at_left, at_right) = (pose(&goal, &left), pose(&goal, &right));
        let whole = BodyId(0);
        let hinge = JointId(m.name2id(ObjType::Joint, "hinge").unwrap());
        let second = JointId(m.name2id(ObjType::Joint, "second").unwrap());
        let tasks = [
            Task::Position { frame: left, target: at_left.pos },
            Task::Orientation { frame: left, target: at_left.quat },
            Task::Pose { frame: right, target: at_right },
            Task::Relative {
                frame: left,
                base: right,
                target: at_right.inverse().compose(&at_left),
            },
            Task::CenterOfMass { body: whole, target: goal.subtree_com[whole], axes: [true; 3] },
            Task::LookAt { frame: right, axis: Vec3::X, target: Vec3([3.0, -2.0, 1.0]) },
            Task::Coupling { terms: vec![(hinge, 1.0), (second, -2.0)], value: 0.3 },
            Task::Posture { target: goal.qpos.as_slice().to_vec() },
        ];
        for task in tasks {
            let mut problem = Problem::new(&m);
            problem.add(&m, task.clone(), 1.0, 0).unwrap();
            let mut qpos = m.qpos0.as_slice().to_vec();
            let report = problem.solve(&m, &mut qpos).unwrap();
            assert_eq!(report.status, Status::Converged, "{task:?} {report:?}");
            fulfilled(&m, &task, &data(&m, &qpos));
        }
    }
}

/// Fails unless a state fulfills a task, by formulas of its own.
fn fulfilled(m: &Model, task: &Task, d: &Data) {
    let near = |x: f64| assert!(x.abs() < 1.5e-4, "{task:?}: {x}");
    match task {
        Task::Position { frame, target } => near((pose(d, frame).pos - *target).norm()),
        Task::Orientation { frame, target } => near(angle(pose(d, frame).quat, *target)),
        Task::Pose { frame, target } => {
            near((pose(d, frame).pos - target.pos).norm());
            near(angle(pose(d, frame).quat, target.quat));
        }
        Task::Relative { frame, base, target } => {
            let now = pose(d, base).inverse().compose(&pose(d, frame));
            near((now.pos - target.pos).norm());
            near(angle(now.quat, target.quat));
        }
        Task::CenterOfMass { body, target, .. } => near((d.subtree_com[*body] - *target).norm()),
        Task::LookAt { frame, axis, target } => {
            let at = pose(d, frame);
            let to = (*target - at.pos).normalized().0;
            near((at.quat.rotate(*axis) - to).norm());
        }
        Task::Coupling { terms, value } => {
            let q = |j: JointId| d.qpos.as_slice()[m.jnt_qposadr[j].raw() as usize];
            near(terms.iter().map(|&(j, factor)| factor * q(j)).sum::<f64>() - value);
        }
        Task::Posture { target } => {
            let mut step = vec![0.0; m.nv];
            integrate::differentiate_pos(m, &mut step, 1.0, &d.qpos, target).unwrap();
            // the free joint is left alone
            step[6..].iter().for_each(|&x| near(x));
        }
        _ => panic!("a task without a formula"),
    }
}

/// Three hinges of a meter in a plane.
const THREE: &str = "<mujoco><compiler angle='radian'/><worldbody>
    <body><joint axis='0 0 1' range='-3 3'/><geom name='near' size='.1'/>
      <body pos='1 0 0'><joint axis='0 0 1' range='-3 3'/><geom name='mid' size='.1'/>
        <body pos='1 0 0'><joint axis='0 0 1' range='-.5 .5'/><geom name='far' size='.1'/>
          <site name='tip' pos='1 0 0'/></body></body></body>
    <geom name='ball' pos='1.2 1.2 0' size='.2'/></worldbody></mujoco>";

#[test]
fn a_lower_priority_never_disturbs_a_higher_one_and_weights_compromise() {
    let m = load(THREE);
    let tip = Frame::named(&m, "tip").unwrap();
    let [here, there] = [Vec3([1.5, 1.5, 0.0]), Vec3([1.5, -1.5, 0.0])];
    let solve = |priorities: [usize; 2]| {
        let mut problem = Problem::new(&m);
        let [first, second] = [here, there].map(|target| Task::Position { frame: tip, target });
        problem.add(&m, first, 1.0, priorities[0]).unwrap();
        problem.add(&m, second, 1.0, priorities[1]).unwrap();
        let mut qpos = [0.3, 0.3, 0.1];
        let report = problem.solve(&m, &mut qpos).unwrap();
        (report, pose(&data(&m, &qpos), &tip).pos)
    };
    let (report, at) = solve([0, 1]);
    assert_eq!(report.status, Status::Converged);
    assert!((at - here).norm() < 1e-4);
    let (report, at) = solve([1, 0]);
    assert_eq!(report.status, Status::Converged);
    assert!((at - there).norm() < 1e-4);
    let (report, at) = solve([0, 0]);
    assert_ne!(report.status, Status::Converged);
    assert!((at - Vec3([1.5, 0.0, 0.0])).norm() < 0.02, "half way: {at:?}");
}

#[test]
fn where_downhill_ends_elsewhere_the_search_begins_again() {
    let m = load(THREE);
    let tip = Frame::named(&m, "tip").unwrap();
    // straight, and the target straight behind: no joint brings the tip nearer at first
    let target = Vec3([-1.5, 0.0, 0.0]);
    let mut problem = Problem::new(&m);
    problem.add(&m, Task::Position { frame: tip, target }, 1.0, 0).unwrap();
    problem.settings.restarts = 0;
    let mut qpos = [0.0; 3];
    assert_ne!(problem.solve(&m, &mut qpos).unwrap().status, Status::Converged);
    assert_eq!(qpos, [0.0; 3]);
    problem.settings.restarts = 8;
    assert_eq!(problem.solve(&m, &mut qpos).unwrap().status, Status::Converged);
    assert!((pose(&data(&m, &qpos), &tip).pos - target).norm() < 1e-4);
    let mut again = [0.0; 3];
    problem.solve(&m, &mut again).unwrap();
    assert_eq!(again, qpos, "the same postures at each call");

    let nearest = Task::Position { frame: tip, target: Vec3([0.0, 5.0, 0.0]) };
    problem.set(&m, 0, nearest).unwrap();
    let report = problem.solve(&m, &mut qpos).unwrap();
    assert!((report.task_error - 2.0).abs() < 1e-3, "the best of all attempts: {report:?}");
    problem.settings.iterations = usize::MAX;
    assert!(matches!(problem.solve(&m, &mut qpos), Err(IkError::Setting { .. })));
}

#[test]
fn a_posture_of_second_priority_uses_the_freedom_that_is_left() {
    let m = load(THREE);
    let tip = Frame::named(&m, "tip").unwrap();
    let mut problem = Problem::new(&m);
    problem.settings.tolerance = 1e-9;
    let target = Vec3([1.2, 1.0, 0.0]);
    problem.add(&m, Task::Position { frame: tip, target }, 1.0, 0).unwrap();
    let wish = Task::Coupling { terms: vec![(JointId(2), 1.0)], value: 0.2 };
    problem.add(&m, wish, 1.0, 1).unwrap();
    let mut qpos = [0.3, 0.8, -0.2];
    assert_eq!(problem.solve(&m, &mut qpos).unwrap().status, Status::Converged);
    assert!((qpos[2] - 0.2).abs() < 0.05, "{qpos:?}");
}

#[test]
fn limits_hold_and_the_one_in_the_way_is_named() {
    let m = load(THREE);
    let wish = Task::Coupling { terms: vec![(JointId(2), 1.0)], value: 0.9 };
    let mut problem = Problem::new(&m);
    problem.add(&m, wish, 1.0, 0).unwrap();
    let mut qpos = [0.0, 0.0, 7.0];
    let report = problem.solve(&m, &mut qpos).unwrap();
    assert_eq!(report.status, Status::LimitBound(Limit { joint: JointId(2), side: Side::Upper }));
    assert!(qpos[2] == 0.5 && (report.task_error - 0.4).abs() < 1e-9);
}

#[test]
fn velocities_stay_below_their_limits_and_lead_to_the_target() {
    let m = load(THREE);
    let tip = Frame::named(&m, "tip").unwrap();
    let mut problem = Problem::new(&m);
    let target = Vec3([1.0, 1.5, 0.0]);
    problem.add(&m, Task::Position { frame: tip, target }, 1.0, 0).unwrap();
    problem.limit_speed(&[1.0, 0.5, 2.0]).unwrap();
    let (mut qpos, mut qvel) = (vec![0.1; 3], [0.0; 3]);
    for _ in 0..2000 {
        problem.velocity(&m, &qpos, 0.002, &mut qvel).unwrap();
        for (v, most) in qvel.iter().zip([1.0, 0.5, 2.0]) {
            assert!(v.abs() <= most * (1.0 + 1e-12));
        }
        integrate::integrate_pos(&m, &mut qpos, &qvel, 0.002).unwrap();
        assert!(qpos[2].abs() <= 0.5 + 1e-12);
    }
    assert!((pose(&data(&m, &qpos), &tip).pos - target).norm() < 1e-3);
}

/// Follows a problem for a number of steps of `dt`; the configurations, and the velocities of each step.
fn follow(
    m: &Model,
    problem: &mut Problem,
    start: &[f64],
    dt: f64,
    steps: usize,
) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let (mut qpos, mut qvel) = (start.to_vec(), vec![0.0; m.nv]);
    let (mut places, mut velocities) = (vec![qpos.clone()], vec![qvel.clone()]);
    for _ in 0..steps {
        problem.velocity(m, &qpos, dt, &mut qvel).unwrap();
        integrate::integrate_pos(m, &mut qpos, &qvel, dt).unwrap();
        places.push(qpos.clone());
        velocities.push(qvel.clone());
    }
    (places, velocities)
}

#[test]
fn velocities_change_no_faster_than_they_may_and_end_at_the_target() {
    accelerates_and_stops(&load(THREE), "tip", &[0.3, 0.8, 0.2]);
    let panda = PANDA.kinematics().unwrap();
    accelerates_and_stops(&panda, "hand", &[0.3, 0.8, 0.2, -1.5, 0.1, 1.6, 0.2, 0.0, 0.0]);
}

fn accelerates_and_stops(m: &Model, end: &str, start: &[f64]) {
    const MOST: f64 = 5.0;
    let tip = Frame::named(m, end).unwrap();
    let target = pose(&data(m, start), &tip).pos + Vec3([-0.1, 0.12, 0.0]);
    let mut problem = Problem::new(m);
    problem.add(m, Task::Position { frame: tip, target }, 1.0, 0).unwrap();
    problem.limit_speed(&vec![1.0; m.nv]).unwrap();
    problem.limit_acceleration(&vec![MOST; m.nv]).unwrap();
    for dt in [0.002, 0.02] {
        let steps = (3.0 / dt) as usize;
        let (places, velocities) = follow(m, &mut problem, start, dt, steps);
        for pair in velocities.windows(2) {
            for (a, b) in pair[0].iter().zip(&pair[1]) {
                assert!((b - a).abs() <= MOST * dt * (1.0 + 1e-9), "{a} {b}");
                assert!(b.abs() <= 1.0 + 1e-12);
            }
        }
        let distance = |qpos: &Vec<f64>| (pose(&data(m, qpos), &tip).pos - target).norm();
        let distances: Vec<f64> = places.iter().map(distance).collect();
        assert!(distances[steps] < 1e-6, "{end} {dt}: {:e}", distances[steps]);
        // it does not swing past the target
        let beyond = distances.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
        assert!(beyond < 1e-4, "{end} {dt}: {beyond:e}");
        assert!(velocities[steps].iter().all(|v| v.abs() < 1e-6));
    }
}

#[test]
fn joints_stop_at_their_limits_with_the_acceleration_they_have() {
    const MOST: f64 = 2.0;
    let m = load(THREE);
    let wish = Task::Coupling { terms: vec![(JointId(2), 1.0)], value: 0.9 };
    let mut problem = Problem::new(&m);
    problem.add(&m, wish, 1.0, 0).unwrap();
    problem.limit_acceleration(&[MOST; 3]).unwrap();
    let (places, velocities) = follow(&m, &mut problem, &[0.0, 0.0, -0.4], 0.01, 300);
    let fastest = velocities.iter().map(|v| v[2]).fold(0.0, f64::max);
    assert!(fastest > 1.0, "accelerated for half of the way: {fastest}");
    for pair in velocities.windows(2) {
        assert!((pair[1][2] - pair[0][2]).abs() <= MOST * 0.01 * (1.0 + 1e-9));
    }
    assert!(places.iter().all(|qpos| qpos[2] <= 0.5 + 1e-12));
    assert!((places[300][2] - 0.5).abs() < 1e-9 && velocities[300][2].abs() < 1e-9);

    // too fast to stop: the limit of the joint holds
    let mut qvel = [0.0, 0.0, 3.0];
    problem.velocity(&m, &[0.0, 0.0, 0.49], 0.01, &mut qvel).unwrap();
    assert!(qvel[2] <= 0.01 / 0.01 + 1e-12, "{qvel:?}");
    // what no task asks for slows down as fast as it may
    let mut qvel = [1.0, 0.0, 0.0];
    problem.velocity(&m, &[0.0; 3], 0.01, &mut qvel).unwrap();
    assert!((qvel[0] - 0.98).abs() < 1e-12, "{qvel:?}");
}

#[test]
fn a_distance_is_kept_on_the_way_and_at_the_end() {
    let m = load(THREE);
    let tip = Frame::named(&m, "tip").unwrap();
    let geom = |name: &str| GeomId(m.name2id(ObjType::Geom, name).unwrap());
    // the far geom would have to be inside of the ball
    let frame = Frame { body: tip.body, pose: Pose::default() };
    let mut problem = Problem::new(&m);
    let target = Vec3([1.2, 1.2, 0.0]);
    problem.add(&m, Task::Position { frame, target }, 1.0, 0).unwrap();
    problem.keep_apart(&m, [geom("far"), geom("ball")], 0.05).unwrap();
    problem.limit_speed(&[1.0; 3]).unwrap();
    let (mut qpos, mut qvel) = (vec![0.0, 0.1, 0.0], [0.0; 3]);
    for _ in 0..1500 {
        problem.velocity(&m, &qpos, 0.002, &mut qvel).unwrap();
        integrate::integrate_pos(&m, &mut qpos, &qvel, 0.002).unwrap();
        let mut d = data(&m, &qpos);
        let dist = collision::geom_distance(&m, &mut d, geom("far"), geom("ball"), 5.0).dist;
        assert!(dist > 0.05 - 1e-4, "{dist}");
    }
    let mut d = data(&m, &qpos);
    let dist = collision::geom_distance(&m, &mut d, geom("far"), geom("ball"), 5.0).dist;
    assert!(dist < 0.06, "as near as it may: {dist}");
}

#[test]
fn a_distance_is_kept_although_the_joints_brake_slowly() {
    let m = load(THREE);
    let frame = Frame { body: Frame::named(&m, "tip").unwrap().body, pose: Pose::default() };
    let geom = |name: &str| GeomId(m.name2id(ObjType::Geom, name).unwrap());
    let mut problem = Problem::new(&m);
    let target = Vec3([1.2, 1.2, 0.0]);
    problem.add(&m, Task::Position { frame, target }, 1.0, 0).unwrap();
    problem.keep_apart(&m, [geom("far"), geom("ball")], 0.05).unwrap();
    problem.limit_speed(&[1.0; 3]).unwrap();
    problem.limit_acceleration(&[5.0; 3]).unwrap();
    let (places, velocities) = follow(&m, &mut problem, &[0.0, 0.1, 0.0], 0.002, 2500);
    let mut nearest = f64::INFINITY;
    for qpos in &places {
        let mut d = data(&m, qpos);
        let dist = collision::geom_distance(&m, &mut d, geom("far"), geom("ball"), 5.0).dist;
        nearest = nearest.min(dist);
    }
    assert!((0.05 - 1e-4..0.06).contains(&nearest), "{nearest}");
    for pair in velocities.windows(2) {
        for (a, b) in pair[0].iter().zip(&pair[1]) {
            assert!((b - a).abs() <= 0.01 * (1.0 + 1e-9), "{a} {b}");
        }
    }
}

#[test]
fn bodies_are_kept_apart_by_the_geoms_that_collide() {
    let m = load(
        "<mujoco><worldbody>
          <body name='wall'><geom type='box' size='.1 1 1'/><geom size='.1' pos='0 0 2'/></body>
          <body name='car' pos='1 0 0'><joint name='x' type='slide' axis='1 0 0'/>
            <geom size='.1'/><geom size='.1' pos='-.2 0 0'/>
            <geom size='.1' pos='-.5 0 0' contype='0' conaffinity='0' mass='0'/></body>
          <body name='ghost'><geom size='.1' contype='0' conaffinity='0'/></body>
        </worldbody></mujoco>",
    );
    let body = |name: &str| BodyId(m.name2id(ObjType::Body, name).unwrap());
    let mut problem = Problem::new(&m);
    let wish = Task::Coupling { terms: vec![(JointId(0), 1.0)], value: -1.0 };
    problem.add(&m, wish, 1.0, 0).unwrap();
    assert_eq!(problem.keep_bodies_apart(&m, [body("car"), body("wall")], 0.1).unwrap(), 4);
    let mut qpos = [0.0];
    problem.settings.restarts = 0;
    problem.solve(&m, &mut qpos).unwrap();
    // the front is 0.3 before the middle, the wall 0.1 thick
    assert!((qpos[0] + 0.5).abs() < 1e-6, "{qpos:?}");

    let mut refused = |bodies, words: &str| {
        let error = problem.keep_bodies_apart(&m, bodies, 0.1).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused([body("car"), body("ghost")], "ghost has no geom that collides");
    refused([body("car"), body("car")], "itself");
    refused([body("car"), BodyId(99)], "there is no body 99");
}

#[test]
fn equality_constraints_of_the_model_hold() {
    let m = load(
        "<mujoco><compiler angle='radian'/><worldbody>
          <body><joint name='a' axis='0 0 1'/><geom size='.1'/>
            <body pos='1 0 0'><joint name='b' axis='0 0 1'/><geom size='.1'/>
              <body name='end' pos='1 0 0'><joint name='c' axis='0 0 1'/><geom size='.1'/></body>
          </body></body></worldbody>
          <equality><joint joint1='b' joint2='a' polycoef='0.1 2 0 0 0'/></equality></mujoco>",
    );
    let mut problem = Problem::new(&m);
    let wish = Task::Coupling { terms: vec![(JointId(0), 1.0)], value: 0.4 };
    problem.add(&m, wish, 1.0, 0).unwrap();
    let mut qpos = [0.0; 3];
    let report = problem.solve(&m, &mut qpos).unwrap();
    assert_eq!(report.status, Status::Converged);
    assert!((qpos[0] - 0.4).abs() < 1e-4 && (qpos[1] - 0.9).abs() < 3e-4, "{qpos:?}");

    // the fingers of a Panda are coupled
    for m in PANDA.models() {
        let finger = |name: &str| JointId(m.name2id(ObjType::Joint, name).unwrap());
        let mut problem = Problem::new(&m);
        let wish = Task::Coupling { terms: vec![(finger("finger_joint1"), 1.0)], value: 0.03 };
        problem.add(&m, wish, 1.0, 0).unwrap();
        let mut qpos = m.qpos0.as_slice().to_vec();
        assert_eq!(problem.solve(&m, &mut qpos).unwrap().status, Status::Converged);
        let other = qpos[m.jnt_qposadr[finger("finger_joint2")].raw() as usize];
        assert!((other - 0.03).abs() < 2e-4, "{other}");
    }
}

#[test]
fn a_humanoid_reaches_with_both_hands_on_fixed_feet() {
    let ends = ["left_foot", "right_foot", "left_hand", "right_hand"];
    reaches_on_fixed_feet(&load(&humanoid()), ends);
    let ankles = ["left_ankle_roll_link", "right_ankle_roll_link"];
    let ends = [ankles[0], ankles[1], "left_wrist_yaw_link", "right_wrist_yaw_link"];
    G1.models().for_each(|m| reaches_on_fixed_feet(&m, ends));
}

/// A free trunk with legs of six hinges and arms of four.
fn humanoid() -> String {
    let side = |name: &str, y: f64| {
        format!(
            "<body name='{name}_thigh' pos='0 {hip} 0'><joint axis='0 0 1'/><joint axis='1 0 0'/>
               <joint axis='0 1 0'/><geom size='.05' fromto='0 0 0 0 0 -.35'/>
               <body pos='0 0 -.4'><joint axis='0 1 0' range='0 130' ref='20'/>
                 <geom size='.04' fromto='0 0 0 0 0 -.35'/>
                 <body name='{name}_foot' pos='0 0 -.4'><joint axis='0 1 0'/><joint axis='1 0 0'/>
                   <geom size='.03' fromto='-.05 0 -.05 .15 0 -.05'/></body></body></body>
             <body pos='0 {y} .45'><joint axis='0 1 0'/><joint axis='1 0 0'/><joint axis='0 0 1'/>
               <geom size='.03' fromto='0 0 0 0 0 -.25'/>
               <body pos='0 0 -.28'><joint axis='0 1 0' range='-140 0' ref='-30'/>
                 <geom size='.03' fromto='0 0 0 0 0 -.2'/>
                 <body name='{name}_hand' pos='0 0 -.25'><geom type='sphere' size='.03'/></body></body></body>",
            hip = 0.5 * y,
        )
    };
    format!(
        "<mujoco><default><geom type='capsule'/></default><worldbody>
           <body pos='0 0 .9'><freejoint/><geom size='.1' fromto='0 0 .1 0 0 .45'/>{}{}</body>
         </worldbody></mujoco>",
        side("left", 0.2),
        side("right", -0.2)
    )
}

fn reaches_on_fixed_feet(m: &Model, [left_foot, right_foot, left_hand, right_hand]: [&str; 4]) {
    let mut problem = Problem::new(m);
    let mut qpos = m.qpos0.as_slice().to_vec();
    let d = data(m, &qpos);
    for foot in [left_foot, right_foot] {
        let frame = Frame::named(m, foot).unwrap();
        problem.add(m, Task::Pose { frame, target: pose(&d, &frame) }, 10.0, 0).unwrap();
    }
    for hand in [left_hand, right_hand] {
        let frame = Frame::named(m, hand).unwrap();
        let target = pose(&d, &frame).pos + Vec3([0.15, 0.0, 0.1]);
        problem.add(m, Task::Position { frame, target }, 1.0, 0).unwrap();
    }
    let report = problem.solve(m, &mut qpos).unwrap();
    assert_eq!(report.status, Status::Converged, "{report:?}");
}

#[test]
fn nothing_is_allocated_once_warm() {
    let m = load(MIXED);
    let frame = Frame::named(&m, "left").unwrap();
    let mut problem = Problem::new(&m);
    problem.add(&m, Task::Position { frame, target: Vec3([1.5, 2.5, 3.0]) }, 1.0, 0).unwrap();
    problem.add(&m, Task::Posture { target: m.qpos0.as_slice().to_vec() }, 1.0, 1).unwrap();
    let mut qpos = m.qpos0.as_slice().to_vec();
    problem.solve(&m, &mut qpos).unwrap();
    let count = allocation_counter::measure(|| {
        qpos.copy_from_slice(m.qpos0.as_slice());
        problem.solve(&m, &mut qpos).unwrap();
    });
    assert_eq!(count.count_total, 0);
}

#[test]
fn tasks_that_do_not_fit_are_refused() {
    let m = load(MIXED);
    let mut problem = Problem::new(&m);
    let frame = Frame::named(&m, "left").unwrap();
    let nowhere = Task::Position { frame, target: Vec3([f64::NAN, 0.0, 0.0]) };
    assert!(problem.add(&m, nowhere, 1.0, 0).is_err());
    let right = Task::Position { frame, target: Vec3::ZERO };
    assert!(problem.add(&m, right.clone(), -1.0, 0).is_err());
    assert!(problem.set(&m, 0, right).is_err(), "there is no task yet");
    assert!(problem.add(&m, Task::Posture { target: vec![] }, 1.0, 0).is_err());
    let absent = Task::Coupling { terms: vec![(JointId(99), 1.0)], value: 0.0 };
    assert!(problem.add(&m, absent, 1.0, 0).is_err());
    let free = Task::Coupling { terms: vec![(JointId(0), 1.0)], value: 0.0 };
    assert!(matches!(problem.add(&m, free, 1.0, 0), Err(IkError::Task { .. })));
    let blind = Task::LookAt { frame, axis: Vec3::ZERO, target: Vec3::ZERO };
    assert!(problem.add(&m, blind, 1.0, 0).is_err());
    assert!(problem.keep_apart(&m, [GeomId(0), GeomId(99)], 0.1).is_err());
    assert!(problem.limit_speed(&[1.0]).is_err());
    assert!(problem.limit_acceleration(&[1.0]).is_err());
    assert!(problem.limit_acceleration(&vec![0.0; m.nv]).is_err());
    assert!(problem.limit_acceleration(&vec![f64::NAN; m.nv]).is_err());
    assert!(problem.solve(&m, &mut [0.0]).is_err());
    let mut qpos = m.qpos0.as_slice().to_vec();
    let report = problem.solve(&m, &mut qpos).unwrap();
    assert_eq!(report.status, Status::Converged, "nothing is asked for");
    assert!(problem.velocity(&m, &qpos, 0.0, &mut vec![0.0; m.nv]).is_err());
}
