//! What the model alone tells: formulas on its numbers, and contacts of a few poses.

mod contact;
mod inertia;
mod mass;
mod pairs;
mod pose;
mod servo;
mod solref;
mod start;
mod units;
mod weak;

pub(crate) use servo::stiffness as servo_stiffness;

use crate::finding::Finding;
use crate::limit::Limit;
use crate::report::Report;
use crate::subject::Subject;

/// A check, and what it is called where it did not fit the budget.
type Run = (&'static str, fn(&Subject<'_>, &Limit) -> Result<Vec<Finding>, Unfinished>);

/// A check that the limit has ended.
pub(crate) struct Unfinished;

/// The checks in the order of their cost.
const CHECKS: &[Run] = &[
    ("masses and inertias", |s, _| Ok(inertia::run(s))),
    ("units of ranges", |s, _| Ok(units::run(s))),
    ("stiffness of servos", |s, _| Ok(servo::run(s))),
    ("time constants of constraints", |s, _| Ok(solref::run(s))),
    ("masses counted twice", |s, _| Ok(mass::run(s))),
    ("shapes that are named visual", |s, _| Ok(contact::visual(s))),
    ("ranges at the start", start::ranges),
    ("contacts at the start", start::contacts),
    ("pairs that touch in every pose", pairs::run),
    ("actuators against gravity", weak::run),
];

pub(crate) fn run(subject: &Subject<'_>, limit: &Limit, report: &mut Report) {
    for (name, check) in CHECKS {
        let found = if limit.is_over() { Err(Unfinished) } else { check(subject, limit) };
        match found {
            Ok(found) => report.findings.extend(found),
            Err(Unfinished) => report.not_run.push(format!("{name}: no time was left")),
        }
    }
}
