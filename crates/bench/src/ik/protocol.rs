//! Inverse kinematics by the protocol of TRAC-IK: random poses that can be reached, from the middle
//! of all ranges, to 1e-5 in each of six dimensions.
//!
//! `cargo run --release -p ferrodyn-bench -- ik-protocol [TARGETS]`

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use crate::robots::{IIWA, PANDA, Robot, UR5E, Uniform, WX250S};
use ferrodyn_engine::Model;
use ferrodyn_engine::math::rotation::sub_quat;
use ferrodyn_engine::math::{Pose, Vec3};
use ferrodyn_ik::{Chain, Settings, Solver, Status};

/// How often a batch and the loop over its targets take turns.
const ROUNDS: usize = 15;

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let count = arguments.first().map_or(Ok(10_000), |n| n.parse())?;
    for robot in [UR5E, PANDA, IIWA, WX250S] {
        if let Some(m) = robot.load() {
            random_targets(&robot, &m, count);
            warm(&robot, &m, count);
            path(&robot, &m);
            unreachable(&robot, &m, 1000);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn random_q(chain: &Chain, uniform: &mut Uniform) -> Vec<f64> {
    let range = |joint: &ferrodyn_ik::ChainJoint| joint.range.unwrap_or([-3.0, 3.0]);
    chain.joints().iter().map(|j| uniform.between(range(j)[0], range(j)[1])).collect()
}

/// Whether the coordinates reach the target, in the tolerance of the protocol and within limits.
fn is_right(chain: &Chain, q: &[f64], target: &Pose) -> bool {
    let pose = chain.pose(q).expect("lengths fit");
    let (p, r) = (pose.pos - target.pos, sub_quat(pose.quat, target.quat));
    chain.within_limits(q) && p.0.iter().chain(&r.0).all(|e| e.abs() < 1e-5)
}

fn random_targets(robot: &Robot, m: &Model, count: usize) {
    let chain = Chain::by_name(m, "", robot.end).expect("arms have joints");
    let mut uniform = Uniform::new(7);
    let targets: Vec<Pose> = (0..count)
        .map(|_| chain.pose(&random_q(&chain, &mut uniform)).expect("lengths fit"))
        .collect();
    let mut solver = Solver::new(&chain, Settings::default()).expect("defaults make sense");
    let (mut times, mut solved, mut wrong, mut outside) = (Vec::new(), 0, 0, 0);
    let (mut iterations, mut restarts) = (0, 0);
    let mut single = Vec::new();
    for target in &targets {
        let mut q = chain.middle();
        let start = Instant::now();
        let report = solver.solve(target, &mut q).expect("targets are finite");
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        iterations += report.iterations;
        restarts += report.restarts;
        let right = is_right(&chain, &q, target);
        solved += usize::from(right && report.status == Status::Converged);
        wrong += usize::from(!right && report.status == Status::Converged);
        outside += usize::from(!chain.within_limits(&q));
        single.extend(q);
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((count as f64 * part) as usize).min(count - 1)];
    println!(
        "{:8} solved {:.2} %, median {:.1} us, 99th percentile {:.0} us, {:.1} iterations and {:.2} \
         restarts each, {wrong} wrong, {outside} outside of limits",
        robot.name,
        100.0 * solved as f64 / count as f64,
        at(0.5),
        at(0.99),
        iterations as f64 / count as f64,
        restarts as f64 / count as f64,
    );

    // one call and the loop in turns, the best round of each
    let (mut batch, mut one_by_one, mut same) = (f64::INFINITY, f64::INFINITY, true);
    for _ in 0..ROUNDS {
        let mut q = chain.middle().repeat(count);
        let start = Instant::now();
        solver.solve_batch(&targets, &mut q).expect("targets are finite");
        batch = batch.min(start.elapsed().as_secs_f64());
        same &= q == single;
        let mut q = chain.middle().repeat(count);
        let start = Instant::now();
        for (target, q) in targets.iter().zip(q.chunks_exact_mut(chain.nq())) {
            solver.solve(target, q).expect("targets are finite");
        }
        one_by_one = one_by_one.min(start.elapsed().as_secs_f64());
    }
    let (memory, table) = solver.bytes();
    println!(
        "{:8} batch {:.1} ms, single loop {:.1} ms: {:.2} times as fast, the same bits: {same}; memory \
         {memory} bytes, table of starts {table} bytes",
        "",
        1000.0 * batch,
        1000.0 * one_by_one,
        one_by_one / batch,
    );
}

/// Random targets, each from coordinates within 0.2 of a solution: a guess that is about right.
fn warm(robot: &Robot, m: &Model, count: usize) {
    let chain = Chain::by_name(m, "", robot.end).expect("arms have joints");
    let mut uniform = Uniform::new(8);
    let mut solver = Solver::new(&chain, Settings::default()).expect("defaults make sense");
    let (mut times, mut solved, mut iterations) = (Vec::new(), 0, 0);
    for _ in 0..count {
        let mut q = random_q(&chain, &mut uniform);
        let target = chain.pose(&q).expect("lengths fit");
        for x in &mut q {
            *x += uniform.between(-0.2, 0.2);
        }
        let start = Instant::now();
        let report = solver.solve(&target, &mut q).expect("targets are finite");
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        solved += usize::from(is_right(&chain, &q, &target));
        iterations += report.iterations;
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((count as f64 * part) as usize).min(count - 1)];
    println!(
        "{:8} warm start: solved {:.2} %, median {:.1} us, 99th percentile {:.0} us, {:.1} iterations \
         each",
        "",
        100.0 * solved as f64 / count as f64,
        at(0.5),
        at(0.99),
        iterations as f64 / count as f64,
    );
}

/// A path of small steps, each from the solution of the one before.
fn path(robot: &Robot, m: &Model) {
    let chain = Chain::by_name(m, "", robot.end).expect("arms have joints");
    let mut uniform = Uniform::new(9);
    let mut solver = Solver::new(&chain, Settings::default()).expect("defaults make sense");
    // a start that is far from singular
    let mut q = chain.middle();
    for _ in 0..200 {
        let other: Vec<f64> = random_q(&chain, &mut uniform)
            .iter()
            .zip(chain.middle())
            .map(|(a, b)| 0.5 * (a + b))
            .collect();
        let open = |q: &[f64]| chain.manipulability(q).expect("lengths fit");
        if open(&other) > open(&q) {
            q = other;
        }
    }
    let start_pose = chain.pose(&q).expect("lengths fit");
    let points: Vec<Pose> = (0..1000)
        .map(|i| {
            // a circle of 5 cm through the start
            let (s, c) = ferrodyn_engine::math::fun::sin_cos(f64::from(i) * 0.00628);
            let pos = start_pose.pos + Vec3([0.05 * (c - 1.0), 0.05 * s, 0.0]);
            Pose { pos, quat: start_pose.quat }
        })
        .collect();
    let (mut solved, mut iterations) = (0, 0);
    let mut times = Vec::new();
    for point in &points {
        let start = Instant::now();
        let report = solver.solve(point, &mut q).expect("targets are finite");
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        solved += usize::from(report.status == Status::Converged);
        iterations += report.iterations;
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{:8} path: {solved} of 1000 points, median {:.2} us, mean {:.2} us, {:.2} iterations",
        "",
        times[500],
        times.iter().sum::<f64>() / 1000.0,
        f64::from(u32::try_from(iterations).unwrap_or(u32::MAX)) / 1000.0
    );
}

/// Targets beyond the reach of the arm.
fn unreachable(robot: &Robot, m: &Model, count: usize) {
    let chain = Chain::by_name(m, "", robot.end).expect("arms have joints");
    let mut uniform = Uniform::new(10);
    let mut solver = Solver::new(&chain, Settings::default()).expect("defaults make sense");
    let (mut right, mut most) = (0, 0);
    let mut times = Vec::new();
    for _ in 0..count {
        let mut target = chain.pose(&random_q(&chain, &mut uniform)).expect("lengths fit");
        let (direction, _) = target.pos.normalized();
        target.pos = uniform.between(2.0, 4.0) * direction;
        let mut q = chain.middle();
        let start = Instant::now();
        let report = solver.solve(&target, &mut q).expect("targets are finite");
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        most = most.max(report.iterations);
        let honest = report.position_error > 0.1 && chain.within_limits(&q);
        right += usize::from(report.status == Status::Unreachable && honest);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{:8} unreachable: right status in {right} of {count}, at most {most} iterations, median \
         {:.0} us",
        "",
        times[count / 2]
    );
}
