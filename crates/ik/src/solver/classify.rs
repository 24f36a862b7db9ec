//! Why a target was not reached: joint limits, or the reach of the arm itself.

use std::f64::consts::PI;

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::math::Pose;

use super::search::{Job, Memory, Rules, run};
use super::{Report, Setup, Status};
use crate::chain::{Chain, Limit, Side};

/// How often a search without limits starts again: it has no walls to get stuck at.
const RESTARTS: usize = 20;

/// Comes as near as it goes from the best that was `found`, then searches without limits.
///
/// If that reaches the target, whole turns bring its angles as near to their limits as they go. A
/// solution that lies within them after all is taken; else the limit that it exceeds most is named.
pub(super) fn classify(
    p: &Setup,
    goal: &Pose,
    found: &mut [f64],
    report: &mut Report,
    memory: &mut Memory<f64>,
) {
    let mut relaxed = std::mem::take(&mut memory.relaxed);
    relaxed.copy_from_slice(found);
    let here = Rules { bounded: true, restarts: 0, patient: true };
    let nearest = search(p, goal, (&relaxed, found), here, memory);
    *report = nearest.after(report);
    let restarts = RESTARTS.min(p.settings.restarts);
    let rules = Rules { bounded: false, restarts, patient: false };
    let reached = search(p, goal, (found, &mut relaxed), rules, memory);
    report.iterations += reached.iterations;
    if reached.status == Status::Converged {
        wind(&p.chain, &mut relaxed);
        if let Some(limit) = most_exceeded(&p.chain, &relaxed) {
            report.status = Status::LimitBound(limit);
        } else {
            let polished = search(p, goal, (&relaxed, found), here, memory);
            *report = polished.after(report);
        }
    }
    memory.relaxed = relaxed;
}

impl Report {
    /// The end of a search that went on where another ended.
    fn after(self, first: &Self) -> Self {
        let iterations = first.iterations + self.iterations;
        Self { iterations, restarts: first.restarts, ..self }
    }
}

/// A search for one goal.
fn search(
    p: &Setup,
    goal: &Pose,
    (from, to): (&[f64], &mut [f64]),
    rules: Rules,
    memory: &mut Memory<f64>,
) -> Report {
    let mut report = Report::default();
    to.copy_from_slice(from);
    let job = Job {
        goals: std::slice::from_ref(goal),
        q: to,
        reports: std::slice::from_mut(&mut report),
    };
    run(p, job, rules, memory);
    report
}

/// Brings angles by whole turns as near to the middle of their ranges as they go.
fn wind(chain: &Chain, q: &mut [f64]) {
    for joint in chain.joints() {
        if let (JointType::Hinge, Some([low, high])) = (joint.kind, joint.range) {
            let angle = &mut q[joint.q.start];
            *angle -= 2.0 * PI * ((*angle - 0.5 * (low + high)) / (2.0 * PI)).round();
        }
    }
}

/// The limit that coordinates exceed most, in parts of its range.
fn most_exceeded(chain: &Chain, q: &[f64]) -> Option<Limit> {
    let mut most = (0.0, None);
    for joint in chain.joints() {
        let Some([low, high]) = joint.range else { continue };
        let (below, above) = if joint.kind == JointType::Ball {
            let quat = ferrodyn_engine::math::Quat(std::array::from_fn(|i| q[joint.q.start + i]));
            let angle = ferrodyn_engine::math::rotation::quat_to_vel(quat, 1.0).norm();
            (0.0, angle - high)
        } else {
            (low - q[joint.q.start], q[joint.q.start] - high)
        };
        for (excess, side) in [(below, Side::Lower), (above, Side::Upper)] {
            let part = excess / (high - low).max(1e-9);
            if part > most.0 {
                most = (part, Some(Limit { joint: joint.id, side }));
            }
        }
    }
    most.1
}
