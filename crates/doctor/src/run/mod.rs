//! What short runs tell: whether the result depends on the time step, what comes to rest, what saturates.

pub(crate) mod hold;
mod rest;
pub(crate) mod simulate;
mod timestep;

pub(crate) use rest::run as rest;
pub(crate) use timestep::measure as difference;

use crate::check::Unfinished;
use crate::limit::Limit;
use crate::report::Report;
use crate::subject::Subject;

/// A run, and what it is called where it did not fit the budget.
type Run = (&'static str, fn(&Subject<'_>, &Limit, &mut Report) -> Result<(), Unfinished>);

const RUNS: &[Run] = &[
    ("a run against one of a quarter of the time step", timestep::run),
    ("a run to rest", rest::run),
];

pub(crate) fn run(subject: &Subject<'_>, limit: &Limit, report: &mut Report) {
    let m = subject.m;
    if m.nv == 0 {
        return;
    }
    let h = m.opt.timestep;
    if !(h > 0.0 && h.is_finite()) {
        report.not_run.push(format!("all simulations: a time step of {h} s"));
        return;
    }
    for (name, run) in RUNS {
        let done = if limit.is_over() { Err(Unfinished) } else { run(subject, limit, report) };
        if done.is_err() {
            report.not_run.push(format!("{name}: no time was left"));
        }
    }
}
