//! Both hands of a G1 to 1,000 random places: feet stay where they are, the center of mass over them.
//!
//! `cargo run --release -p ferrodyn-bench -- ik-humanoid [TARGETS]`

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use crate::robots::{G1, Uniform};
use ferrodyn_engine::ids::{BodyId, JointId};
use ferrodyn_engine::math::{Pose, Vec3};
use ferrodyn_engine::{Data, Model, smooth};
use ferrodyn_ik::{Frame, IkError, Problem, Status, Task};

const FEET: [&str; 2] = ["left_ankle_roll_link", "right_ankle_roll_link"];
const HANDS: [&str; 2] = ["left_wrist_yaw_link", "right_wrist_yaw_link"];

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let count = arguments.first().map_or(Ok(1000), |n| n.parse())?;
    if let Some(m) = G1.load() {
        reach(&m, count)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn state(m: &Model, qpos: &[f64]) -> Data {
    let mut d = Data::new(m);
    d.qpos.as_mut_slice().copy_from_slice(qpos);
    smooth::kinematics(m, &mut d);
    smooth::com_pos(m, &mut d);
    d
}

fn place(d: &Data, frame: &Frame) -> Pose {
    Pose { pos: d.xpos[frame.body], quat: d.xquat[frame.body] }.compose(&frame.pose)
}

fn reach(m: &Model, count: usize) -> Result<(), IkError> {
    // stand with knees a little bent
    let mut start = m.qpos0.as_slice().to_vec();
    for j in m.joints() {
        let name = m.id2name(ferrodyn_engine::enums::ObjType::Joint, j.0).unwrap_or("");
        let bend = [("hip_pitch", -0.3), ("knee", 0.6), ("ankle_pitch", -0.3), ("elbow", 0.6)];
        if let Some((_, angle)) = bend.iter().find(|(part, _)| name.contains(part)) {
            start[m.jnt_qposadr[j].raw() as usize] = *angle;
        }
    }
    let d = state(m, &start);

    let mut problem = Problem::new(m);
    problem.settings.tolerance = 1e-4;
    let mut middle = Vec3::ZERO;
    for foot in FEET {
        let frame = Frame::named(m, foot)?;
        let target = place(&d, &frame);
        middle += 0.5 * target.pos;
        problem.add(m, Task::Pose { frame, target }, 1.0, 0)?;
    }
    let com = Task::CenterOfMass { body: BodyId(0), target: middle, axes: [true, true, false] };
    problem.add(m, com, 1.0, 0)?;
    let frames = [Frame::named(m, HANDS[0])?, Frame::named(m, HANDS[1])?];
    let mut hands = [0; 2];
    for (hand, frame) in hands.iter_mut().zip(frames) {
        let target = place(&d, &frame).pos;
        *hand = problem.add(m, Task::Position { frame, target }, 1.0, 0)?;
    }
    problem.add(m, Task::Posture { target: start.clone() }, 1e-3, 1)?;

    let mut uniform = Uniform::new(5);
    let (mut times, mut solved, mut iterations, mut outside) = (Vec::new(), 0, 0, 0);
    for _ in 0..count {
        for (side, (&hand, frame)) in hands.iter().zip(frames).enumerate() {
            // a box of 20 to 30 cm in front of each shoulder
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let x = uniform.between(0.15, 0.35);
            let y = sign * uniform.between(0.05, 0.35);
            let z = uniform.between(-0.15, 0.15);
            let target = d.xpos[BodyId(1)] + Vec3([x, y, 0.2 + z]);
            problem.set(m, hand, Task::Position { frame, target })?;
        }
        let mut qpos = start.clone();
        let begin = Instant::now();
        let report = problem.solve(m, &mut qpos)?;
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
        solved += usize::from(report.status == Status::Converged);
        iterations += report.iterations;
        outside += usize::from(m.joints().any(|j| beyond(m, j, &qpos)));
    }
    times.sort_by(f64::total_cmp);
    println!(
        "G1: {solved} of {count} targets, median {:.2} ms, 99th percentile {:.2} ms, {:.1} \
         iterations each, {outside} outside of limits",
        times[count / 2],
        times[count * 99 / 100],
        iterations as f64 / count as f64,
    );
    Ok(())
}

fn beyond(m: &Model, j: JointId, qpos: &[f64]) -> bool {
    let [low, high] = m.jnt_range[j];
    let x = qpos[m.jnt_qposadr[j].raw() as usize];
    m.jnt_limited[j] != 0 && !(low..=high).contains(&x)
}
