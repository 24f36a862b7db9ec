//! Inverse kinematics of chains: targets that can be reached are, limits hold, what cannot be
//! reached is said to be so.

use ferrodyn_engine::ids::JointId;
use ferrodyn_engine::math::{Pose, Quat, Vec3};
use ferrodyn_engine::{Data, Model, smooth};
use ferrodyn_ik::{Aim, Chain, Frame, IkError, Limit, Report, Settings, Side, Solver, Status};

use crate::robots::{IIWA, PANDA, Robot, UR5E, Uniform, WX250S};
use crate::samples::{GANTRY, MIXED, load, random_q};

/// Two hinges of a meter each in a plane, with limits.
const PLANAR: &str = "<mujoco><worldbody>
    <body><joint axis='0 0 1' range='-90 90'/><geom size='.1'/>
      <body pos='1 0 0'><joint axis='0 0 1' range='10 170'/><geom size='.1'/>
        <site name='tip' pos='1 0 0'/></body></body></worldbody></mujoco>";

fn position_solver(m: &Model, end: &str) -> (Chain, Solver) {
    let chain = Chain::by_name(m, "", end).unwrap();
    let settings = Settings { aim: Aim::Position, ..Settings::default() };
    let solver = Solver::new(&chain, settings).unwrap();
    (chain, solver)
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose { pos: Vec3([x, y, z]), quat: Quat::IDENTITY }
}

/// Position and orientation of a frame, by the engine.
fn by_engine(m: &Model, chain: &Chain, end: &str, q: &[f64]) -> Pose {
    let mut d = Data::new(m);
    let mut qpos = m.qpos0.as_slice().to_vec();
    chain.scatter(q, &mut qpos).unwrap();
    d.qpos.as_mut_slice().copy_from_slice(&qpos);
    smooth::kinematics(m, &mut d);
    let frame = Frame::named(m, end).unwrap();
    Pose { pos: d.xpos[frame.body], quat: d.xquat[frame.body] }.compose(&frame.pose)
}

#[test]
fn arms_reach_random_poses_within_limits() {
    for robot in [UR5E, PANDA, IIWA, WX250S] {
        for m in robot.models() {
            let solved = solved_of_two_thousand(&m, &robot);
            assert!(solved >= 1998, "{}: {solved} of 2000", robot.name);
        }
    }
}

/// How many random poses an arm reaches, by the engine's kinematics; its limits hold in all searches.
fn solved_of_two_thousand(m: &Model, robot: &Robot) -> usize {
    let chain = Chain::by_name(m, "", robot.end).unwrap();
    let mut solver = Solver::new(&chain, Settings::default()).unwrap();
    let mut uniform = Uniform::new(21);
    let mut solved = 0;
    for _ in 0..2000 {
        let target = chain.pose(&random_q(&chain, &mut uniform)).unwrap();
        let mut q = chain.middle();
        let report = solver.solve(&target, &mut q).unwrap();
        assert!(chain.within_limits(&q), "{}", robot.name);
        if report.status == Status::Converged {
            let pose = by_engine(m, &chain, robot.end, &q);
            assert!((pose.pos - target.pos).norm() < 1.01e-5, "{}", robot.name);
            let turn = pose.quat.conj() * target.quat;
            assert!(2.0 * Vec3([turn[1], turn[2], turn[3]]).norm() < 1.01e-5);
            solved += 1;
        }
    }
    solved
}

#[test]
fn chains_with_balls_slides_and_free_joints_are_solved() {
    let m = load(MIXED);
    let mut uniform = Uniform::new(22);
    for (base, end) in [("", "left"), ("left", "right"), ("right", "root")] {
        let chain = Chain::by_name(&m, base, end).unwrap();
        let mut solver = Solver::new(&chain, Settings::default()).unwrap();
        for _ in 0..100 {
            let target = chain.pose(&random_q(&chain, &mut uniform)).unwrap();
            let mut q = chain.middle();
            let report = solver.solve(&target, &mut q).unwrap();
            assert_eq!(report.status, Status::Converged, "{base} {end}");
            let pose = chain.pose(&q).unwrap();
            assert!((pose.pos - target.pos).norm() < 1.01e-5);
        }
    }
}

#[test]
fn a_ball_stays_within_its_largest_angle() {
    let m = load(
        "<mujoco><worldbody><body><joint type='ball' range='0 60'/><geom size='.1'/>
            <site name='tip' pos='0 0 1'/></body></worldbody></mujoco>",
    );
    let (chain, mut solver) = position_solver(&m, "tip");
    let mut q = chain.middle();
    let report = solver.solve(&at(0.6, 0.0, 0.8), &mut q).unwrap();
    assert_eq!(report.status, Status::Converged);
    // straight down is a turn of 180 degrees
    let report = solver.solve(&at(0.0, 0.0, -1.0), &mut q).unwrap();
    assert_eq!(report.status, Status::LimitBound(Limit { joint: JointId(0), side: Side::Upper }));
    assert!(chain.within_limits(&q));
}

#[test]
fn beyond_reach_is_unreachable_with_the_residual() {
    let m = load(PLANAR);
    let (chain, mut solver) = position_solver(&m, "tip");
    let mut q = chain.middle();
    let report = solver.solve(&at(0.0, 0.0, 0.5), &mut q).unwrap();
    assert_eq!(report.status, Status::Unreachable);
    assert!((0.5..1.0).contains(&report.position_error), "{report:?}");
    // farther than the stretched arm; the elbow keeps ten degrees
    let report = solver.solve(&at(3.0, 0.0, 0.0), &mut q).unwrap();
    assert_eq!(report.status, Status::Unreachable);
    assert!((report.position_error - 1.0).abs() < 0.01, "{report:?}");
    assert_eq!(report.rotation_error, 0.0);
}

#[test]
fn a_target_behind_a_limit_names_the_limit() {
    let m = load(PLANAR);
    let (chain, mut solver) = position_solver(&m, "tip");
    let mut q = chain.middle();
    // behind the arm: the shoulder would have to turn beyond -90 degrees
    let report = solver.solve(&at(-1.9, -0.3, 0.0), &mut q).unwrap();
    let Status::LimitBound(limit) = report.status else { panic!("{report:?}") };
    assert_eq!(limit.joint, JointId(0));
    assert!(chain.within_limits(&q) && report.position_error > 0.1);

    let (chain, mut solver) = position_solver(&load(GANTRY), "tool");
    let mut q = chain.middle();
    let report = solver.solve(&at(0.5, 0.5, 0.9), &mut q).unwrap();
    let upper = Limit { joint: JointId(2), side: Side::Upper };
    assert_eq!(report.status, Status::LimitBound(upper));
    assert!((report.position_error - 0.4).abs() < 1e-4);
    assert!((q[0] - 0.5).abs() < 1e-3 && q[2] == 0.5, "the others still go where they can: {q:?}");
}

#[test]
fn targets_out_of_reach_are_unreachable_in_a_thousand_of_a_thousand() {
    UR5E.models().for_each(|m| out_of_reach(&m, UR5E.end));
}

fn out_of_reach(m: &Model, end: &str) {
    let chain = Chain::by_name(m, "", end).unwrap();
    let settings = Settings { restarts: 20, ..Settings::default() };
    let mut solver = Solver::new(&chain, settings.clone()).unwrap();
    let mut uniform = Uniform::new(23);
    for _ in 0..1000 {
        let mut target = chain.pose(&random_q(&chain, &mut uniform)).unwrap();
        target.pos = uniform.between(1.5, 4.0) * target.pos.normalized().0;
        let mut q = chain.middle();
        let report = solver.solve(&target, &mut q).unwrap();
        assert_eq!(report.status, Status::Unreachable);
        assert!(report.position_error > 0.1 && chain.within_limits(&q));
        // two searches of 21 attempts
        assert!(report.iterations <= 2 * 21 * settings.iterations);
    }
}

#[test]
fn a_search_does_not_allocate_and_repeats_itself() {
    let m = load(MIXED);
    let chain = Chain::by_name(&m, "left", "right").unwrap();
    let mut solver = Solver::new(&chain, Settings { restarts: 3, ..Settings::default() }).unwrap();
    let far = at(50.0, 0.0, 0.0);
    let near = chain.pose(&random_q(&chain, &mut Uniform::new(24))).unwrap();
    let mut q = chain.middle();
    let mut reports: Vec<Report> = Vec::with_capacity(4);
    let count = allocation_counter::measure(|| {
        for target in [&far, &near, &far, &near] {
            q.copy_from_slice(chain.q0());
            reports.push(solver.solve(target, &mut q).unwrap());
        }
    });
    assert_eq!(count.count_total, 0);
    assert_eq!(reports[..2], reports[2..]);
    assert_eq!(reports[1].status, Status::Converged);
}

#[test]
fn a_batch_has_the_bits_of_single_searches() {
    let m = UR5E.kinematics().unwrap();
    let chain = Chain::by_name(&m, "", UR5E.end).unwrap();
    let mut solver = Solver::new(&chain, Settings { restarts: 10, ..Settings::default() }).unwrap();
    let mut uniform = Uniform::new(25);
    // 1,003 is no multiple of lanes or jobs; every tenth is out of reach
    let targets: Vec<Pose> = (0..1003)
        .map(|i| {
            let mut pose = chain.pose(&random_q(&chain, &mut uniform)).unwrap();
            pose.pos = if i % 10 == 0 { 3.0 * pose.pos } else { pose.pos };
            pose
        })
        .collect();
    let mut q = chain.middle().repeat(targets.len());
    let reports = solver.solve_batch(&targets, &mut q).unwrap();
    for ((target, q), report) in targets.iter().zip(q.chunks(chain.nq())).zip(&reports) {
        let mut alone = chain.middle();
        assert_eq!(solver.solve(target, &mut alone).unwrap(), *report);
        assert_eq!(alone, q);
    }
    assert!(reports.iter().filter(|r| r.status == Status::Converged).count() > 890);
    assert_eq!(solver.solve_batch(&[], &mut []).unwrap(), []);
}

#[test]
fn nonsense_is_refused_and_strange_models_end() {
    let m = load(PLANAR);
    let (chain, mut solver) = position_solver(&m, "tip");
    let mut q = chain.middle();
    assert!(solver.solve(&at(f64::NAN, 0.0, 0.0), &mut q).is_err());
    let no_turn = Pose { pos: Vec3::ZERO, quat: Quat([0.0; 4]) };
    assert!(matches!(solver.solve(&no_turn, &mut q), Err(IkError::NotFinite { .. })));
    assert!(solver.solve(&at(1.0, 0.0, 0.0), &mut [0.0]).is_err());
    assert!(solver.solve(&at(1.0, 0.0, 0.0), &mut [f64::INFINITY, 0.0]).is_err());
    assert!(solver.solve_batch(&[at(1.0, 0.0, 0.0)], &mut []).is_err());
    assert_eq!(q, chain.middle(), "what is refused changes nothing");
    let settings = [
        Settings { position_tolerance: f64::NAN, ..Settings::default() },
        Settings { rotation_tolerance: -1.0, ..Settings::default() },
        Settings { iterations: 0, ..Settings::default() },
        Settings { iterations: usize::MAX, ..Settings::default() },
        Settings { restarts: usize::MAX, ..Settings::default() },
    ];
    for wrong in settings {
        assert!(matches!(Solver::new(&chain, wrong), Err(IkError::Setting { .. })));
    }

    let mut m = load(PLANAR);
    m.body_pos.as_mut_slice()[2] = Vec3([f64::NAN, 0.0, 0.0]);
    let (_, mut solver) = position_solver(&m, "tip");
    let report = solver.solve(&at(1.0, 0.0, 0.0), &mut q).unwrap();
    assert_eq!(report.status, Status::Unreachable);
    assert_eq!(q, chain.middle());
}
