//! A run against one of a quarter of the time step: what differs is an error of integration.
//!
//! Controls move, because many faults do not show as long as they rest.

use ferrodyn_engine::Model;

use super::simulate::{DURATION, LONGEST, Trajectory, simulate};
use crate::check::Unfinished;
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::report::{Fact, Report};
use crate::subject::Subject;
use crate::text::{percent, short};

/// Departure, as a share of the extent, from which on the run depends on the time step.
pub(crate) const DEPARTURE: f64 = 0.05;
/// So many times the peak speed of the finer run are too much, if they are more than the least speed.
pub(crate) const SPEED: f64 = 2.0;
pub(crate) const LEAST_SPEED: f64 = 0.5;
/// What longer steps may differ by.
const LONGER: [f64; 2] = [0.02, 1.5];
/// Factors of the time step that are tried.
const FACTORS: [f64; 3] = [2.0, 4.0, LONGEST];

/// How far a run is from a finer one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Difference {
    /// Share of the extent; infinite if one of both diverged.
    pub(crate) departure: f64,
    /// Ratio of the peak speeds.
    pub(crate) speed: f64,
    pub(crate) peak: f64,
    pub(crate) diverged: Option<f64>,
    /// The finer run diverged, too.
    pub(crate) is_hopeless: bool,
}

impl Difference {
    fn between(m: &Model, run: &Trajectory, fine: &Trajectory) -> Self {
        let is_lost = run.diverged.is_some() || fine.diverged.is_some();
        let extent = m.stat.extent.max(1e-3);
        Self {
            departure: if is_lost { f64::INFINITY } else { run.departure(fine) / extent },
            speed: run.peak / fine.peak.max(1e-9),
            peak: run.peak,
            diverged: run.diverged.or(fine.diverged),
            is_hopeless: fine.diverged.is_some(),
        }
    }

    /// Whether that is a fault.
    pub(crate) fn is_fault(&self) -> bool {
        let is_fast = self.speed > SPEED && self.peak > LEAST_SPEED;
        self.diverged.is_some() || self.departure > DEPARTURE || is_fast
    }
}

/// A model with another time step.
pub(crate) fn with_timestep(m: &Model, h: f64) -> Model {
    let mut m = m.clone();
    m.opt.timestep = h;
    m
}

/// The run of a model against one of a quarter of its time step, and that one.
pub(crate) fn measure(m: &Model, limit: &Limit) -> Result<(Difference, Trajectory), Unfinished> {
    let h = m.opt.timestep;
    let fine = simulate(&with_timestep(m, h / 4.0), h, limit)?;
    let run = simulate(m, h, limit)?;
    Ok((Difference::between(m, &run, &fine), fine))
}

pub(super) fn run(s: &Subject<'_>, limit: &Limit, report: &mut Report) -> Result<(), Unfinished> {
    let (difference, fine) = measure(s.m, limit)?;
    if difference.is_fault() {
        report.findings.push(finding(s, &difference));
    } else {
        report.facts.push(longest(s.m, &difference, &fine, limit)?);
    }
    Ok(())
}

fn finding(s: &Subject<'_>, difference: &Difference) -> Finding {
    let h = s.m.opt.timestep;
    let Difference { departure, speed, diverged, is_hopeless, .. } = *difference;
    let message = match diverged {
        Some(time) => {
            let also =
                if is_hopeless { ", and so it does with a quarter of the time step" } else { "" };
            format!(
                "the simulation diverges {} s after the start, at a time step of {} s{also}",
                short(time),
                short(h)
            )
        }
        None => format!(
            "the run depends on the time step: at {} s, bodies are {} of the model's extent away from where they are at \
             {} s, {DURATION} s after the start, and the greatest speed is {} times as high",
            short(h),
            percent(departure),
            short(h / 4.0),
            short(speed)
        ),
    };
    let help = "armature on the joints of light links, forcerange of stiff servos, shapes inside each other, or a \
                shorter time step";
    Finding::new(Check::Timestep, Severity::Warning, message)
        .help(help)
        .value(departure, DEPARTURE, "1")
        .number("speed", speed)
        .number("peak_speed", difference.peak)
}

/// How much longer steps change.
fn longest(
    m: &Model,
    own: &Difference,
    fine: &Trajectory,
    limit: &Limit,
) -> Result<Fact, Unfinished> {
    let mut best = (1.0, own.departure);
    let mut next = None;
    for factor in FACTORS {
        let longer = simulate(&with_timestep(m, factor * m.opt.timestep), m.opt.timestep, limit)?;
        let difference = Difference::between(m, &longer, fine);
        let is_near = difference.departure <= LONGER[0]
            && (difference.speed <= LONGER[1] || difference.peak <= LEAST_SPEED);
        if !is_near {
            next = Some((factor, difference));
            break;
        }
        best = (factor, difference.departure);
    }
    let of = |factor: f64| short(factor * m.opt.timestep);
    let mut message = format!(
        "a time step of {} s changes positions by {} of the model's extent within {DURATION} s",
        of(best.0),
        percent(best.1)
    );
    if let Some((factor, difference)) = next {
        let longer = match difference.diverged {
            Some(_) => format!(", {} s diverges", of(factor)),
            None => format!(
                ", {} s by {} (greatest speed {} times as high)",
                of(factor),
                percent(difference.departure),
                short(difference.speed)
            ),
        };
        message.push_str(&longer);
    }
    Ok(Fact { name: "longest_step", message, value: best.0 * m.opt.timestep, unit: "s" })
}
