//! A run with controls at rest: actuators that saturate or sag, solvers that do not converge.

use std::collections::BTreeMap;

use ferrodyn_engine::enums::Solver;
use ferrodyn_engine::ids::ActuatorId;
use ferrodyn_engine::{Data, Model, forward, step};

use super::simulate::{is_bad, start, steps_in};
use crate::check::Unfinished;
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::report::Report;
use crate::start::{holds_position, servo_joint};
use crate::subject::Subject;
use crate::text::{percent, quoted, short};

/// How long the run is; s.
const DURATION: f64 = 1.5;
/// Share of the time at its limit from which on an actuator saturates.
const SATURATED: f64 = 0.5;
/// Share of its range by which a joint may be away from where its servo should hold it.
const SAG: f64 = 0.1;
/// Relative error of accelerations from which on a solver has not converged.
const UNCONVERGED: f64 = 0.01;
/// States in which the solver goes on until it has converged.
const SOLVES: usize = 5;
/// Iterations and tolerance that count as converged.
const ITERATIONS: i32 = 1000;
const TOLERANCE: f64 = 1e-14;

/// What was seen on the way.
struct Seen {
    steps: usize,
    /// Steps in which an actuator was at its limit.
    saturated: BTreeMap<ActuatorId, usize>,
    /// Steps in which the solver stopped at its limit.
    unconverged: usize,
    /// The greatest relative error of accelerations in such a state.
    error: f64,
    end: Data,
}

pub(crate) fn run(s: &Subject<'_>, limit: &Limit, report: &mut Report) -> Result<(), Unfinished> {
    let seen = settle(s.m, limit)?;
    if is_bad(&seen.end) {
        // that is what the other run says
        return Ok(());
    }
    report.findings.extend(s.m.actuators().filter_map(|a| of_actuator(s, a, &seen)));
    if seen.error > UNCONVERGED {
        report.findings.push(unconverged(s, &seen));
    }
    Ok(())
}

fn settle(m: &Model, limit: &Limit) -> Result<Seen, Unfinished> {
    let (hooks, mut d) = (limit.hooks(), Data::new(m));
    start(m, &mut d);
    let mut seen = Seen {
        steps: 0,
        saturated: BTreeMap::new(),
        unconverged: 0,
        error: 0.0,
        end: Data::new(m),
    };
    let (mut before, mut solves) = (0, 0);
    let steps = steps_in(m, DURATION);
    for _ in 0..steps {
        step(&m.with(&hooks), &mut d);
        if limit.is_over() {
            return Err(Unfinished);
        }
        if is_bad(&d) {
            break;
        }
        seen.steps += 1;
        for a in m.actuators().filter(|&a| is_saturated(m, &d, a)) {
            *seen.saturated.entry(a).or_default() += 1;
        }
        if d.unconverged() > before {
            before = d.unconverged();
            seen.unconverged += 1;
            // spread over the run, because each takes long
            if solves < SOLVES && seen.steps * SOLVES >= solves * steps {
                solves += 1;
                seen.error = seen.error.max(error_of_solver(m, &d, limit));
                if limit.is_over() {
                    return Err(Unfinished);
                }
            }
        }
    }
    seen.end = d;
    Ok(seen)
}

/// Whether the force of an actuator is at its limit.
fn is_saturated(m: &Model, d: &Data, a: ActuatorId) -> bool {
    let [low, high] = m.actuator_forcerange[a];
    let force = d.actuator_force[a];
    let near = 1e-3 * (high - low);
    m.actuator_forcelimited[a] != 0 && high > low && (force >= high - near || force <= low + near)
}

/// The relative error of accelerations in a state, against those of a solver that goes on until it has converged.
fn error_of_solver(m: &Model, d: &Data, limit: &Limit) -> f64 {
    let (hooks, mut ours, mut exact) = (limit.hooks(), d.clone(), d.clone());
    let mut precise = m.clone();
    precise.opt.iterations = ITERATIONS;
    precise.opt.tolerance = TOLERANCE;
    precise.opt.solver = Solver::Newton as i32;
    forward(&m.with(&hooks), &mut ours);
    forward(&precise.with(&hooks), &mut exact);
    let largest = exact.qacc.iter().map(|a| a.abs()).fold(1.0, f64::max);
    let apart = ours.qacc.iter().zip(exact.qacc.iter()).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f64::max) / largest
}

fn of_actuator(s: &Subject<'_>, a: ActuatorId, seen: &Seen) -> Option<Finding> {
    let (m, d) = (s.m, &seen.end);
    let share = *seen.saturated.get(&a)? as f64 / seen.steps.max(1) as f64;
    if share <= SATURATED {
        return None;
    }
    let name = s.name(a);
    let [low, high] = m.actuator_forcerange[a];
    let mut message = format!(
        "actuator {} is at the limit of its force ({} to {}) for {} of the time, with controls at rest",
        quoted(&name),
        short(low),
        short(high),
        percent(share)
    );
    let mut finding = Finding::new(Check::Saturated, Severity::Note, String::new());
    let joint = servo_joint(m, a).filter(|_| holds_position(m, a));
    if let Some(j) = joint {
        let gear = m.actuator_gear[a][0];
        let wanted = d.ctrl[a] / if gear == 0.0 { 1.0 } else { gear };
        let [low, high] = m.jnt_range[j];
        let width = if m.jnt_limited[j] != 0 { high - low } else { 1.0 };
        let sag = (d.qpos[m.joint_qpos(j).start] - wanted).abs() / width.max(1e-9);
        finding = finding.number("sag", sag);
        if sag > SAG {
            finding.check = Check::Sags;
            let (joint, sag) = (quoted(&s.name(j)), percent(sag));
            message =
                format!("{message}; {joint} ends {sag} of its range away from where it should be");
        }
    }
    finding.message = message;
    let help = "more force (forcerange), gravcomp on the bodies that it carries, or controls that it can reach";
    Some(finding.of([name]).at(s.place(a)).help(help).value(share, SATURATED, "1"))
}

fn unconverged(s: &Subject<'_>, seen: &Seen) -> Finding {
    let opt = &s.m.opt;
    let share = seen.unconverged as f64 / seen.steps.max(1) as f64;
    let message = format!(
        "the solver stops at {} iterations in {} of the steps, and accelerations are wrong by up to {} there",
        opt.iterations,
        percent(share),
        percent(seen.error)
    );
    let help = if opt.solver() == Some(Solver::Newton) {
        "more iterations"
    } else {
        "solver=\"Newton\", or more iterations"
    };
    Finding::new(Check::Unconverged, Severity::Warning, message)
        .help(help)
        .value(seen.error, UNCONVERGED, "1")
        .number("share_of_steps", share)
}
