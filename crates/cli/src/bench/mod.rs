//! `ferrodyn bench`: how fast models step, and where the time goes.

mod measure;
mod peer;
mod svg;
mod text;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;

use serde::Serialize;

use crate::limits;
use crate::numbers;
use crate::report;
use measure::{Bench, Stage};
use peer::Peer;

/// Measure how fast models step
///
/// Steps each model in rounds and shows the median: steps per second, microseconds per step, the time
/// of each stage, and how many contacts, constraint rows and solver iterations there are. Controls are
/// noise around those of the first keyframe, the same in every round. With --against, MuJoCo steps in
/// turn in the same run, from the same state with the same controls, so that a busy machine slows both
/// alike.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn bench humanoid.xml
  ferrodyn bench --against python robots/*.xml
  ferrodyn bench --against python --svg speed.svg robots/*.xml
  ferrodyn bench --json humanoid.xml | jq '.[0].microseconds'
  perf record ferrodyn bench --bare --steps 100000 humanoid.xml")]
pub(crate) struct Args {
    /// MJCF or URDF models
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Steps of a round
    #[arg(long, value_name = "N", default_value = "1000",
          value_parser = numbers::count::<NonZeroU32>)]
    steps: NonZeroU32,
    /// Rounds to take the median of
    #[arg(long, value_name = "N", default_value = "7",
          value_parser = numbers::count::<NonZeroU32>)]
    rounds: NonZeroU32,
    /// Let a step take so many bytes for contacts, rows and solvers, not 536870912
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_negative_numbers = true)]
    step_memory: Option<usize>,
    /// Python interpreter with the package mujoco, to step in turn
    #[arg(long, value_name = "PYTHON")]
    against: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the time of each stage, and MuJoCo's beside it, to a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Take the steps of one round and print nothing, for profilers
    #[arg(long, conflicts_with_all = ["against", "json", "svg", "rounds"])]
    bare: bool,
    #[command(flatten)]
    limits: limits::Args,
}

/// A number of bytes: 2147483648, or 2e9.
fn bytes(text: &str) -> std::result::Result<usize, String> {
    usize::try_from(numbers::whole(text)?).map_err(|_| format!("{text} bytes are too many"))
}

/// The measurements of a model.
#[derive(Serialize)]
struct Result {
    file: String,
    /// Degrees of freedom.
    nv: usize,
    steps_per_second: f64,
    /// Of a step: the median of rounds.
    microseconds: f64,
    /// Averages over the steps.
    contacts: f64,
    rows: f64,
    iterations: f64,
    /// Of the arrays of a simulation.
    bytes: usize,
    stages: Vec<Stage>,
    against: Option<Against>,
}

/// The measurements of MuJoCo on the same model.
#[derive(Serialize)]
struct Against {
    version: String,
    microseconds: f64,
    /// The median over rounds of its time by ours.
    ratio: f64,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let mut results = Vec::new();
    let mut status = 0;
    for file in &args.files {
        let name = report::printable(&file.to_string_lossy());
        match args.limits.loader(file)?.load_path(file) {
            Ok(model) if args.bare => {
                Bench::new(&model, args.steps.get(), args.step_memory).round();
            }
            Ok(model) => {
                progress(&name);
                let result = measure_model(args, name, &model, file)?;
                progress("");
                if !args.json {
                    let mut text = Vec::new();
                    text::write(&mut text, &result)?;
                    anstream::stdout().lock().write_all(&text)?;
                }
                results.push(result);
            }
            Err(error) => {
                report::error(&mut anstream::stderr().lock(), &name, &error)?;
                status = status.max(report::status(&error));
            }
        }
    }
    if args.json {
        report::json(&mut io::stdout().lock(), &results)?;
    } else if !args.bare {
        let mut text = Vec::new();
        text::write_mean(&mut text, &results)?;
        anstream::stdout().lock().write_all(&text)?;
    }
    if let Some(file) = args.svg.as_ref().filter(|_| !results.is_empty()) {
        std::fs::write(file, svg::picture(&results))
            .map_err(|error| report::in_file(file, &error))?;
    }
    Ok(status)
}

/// Names what is being measured, where someone is watching.
fn progress(name: &str) {
    let mut err = io::stderr();
    if err.is_terminal() {
        // what cannot be shown is not worth an error
        let _ = write!(err, "\r\x1b[K{name}");
        let _ = err.flush();
    }
}

fn measure_model(
    args: &Args,
    file: String,
    model: &ferrodyn::Model,
    path: &std::path::Path,
) -> io::Result<Result> {
    let steps = args.steps.get();
    let mut bench = Bench::new(model, steps, args.step_memory);
    let mut peer =
        args.against.as_ref().map(|python| Peer::start(python, path, steps)).transpose()?;
    // warm up
    bench.round();
    if let Some(peer) = &mut peer {
        peer.round()?;
    }

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..args.rounds.get() {
        ours.push(bench.round());
        if let Some(peer) = &mut peer {
            theirs.push(peer.round()?);
        }
    }
    let microseconds = 1e6 * median(&ours);
    let ratios: Vec<f64> = theirs.iter().zip(&ours).map(|(theirs, ours)| theirs / ours).collect();
    let counts = bench.counts();
    Ok(Result {
        file,
        nv: model.nv,
        steps_per_second: 1e6 / microseconds,
        microseconds,
        contacts: counts.contacts,
        rows: counts.rows,
        iterations: counts.iterations,
        bytes: bench.bytes(),
        stages: bench.stages(),
        against: peer.map(|peer| Against {
            version: peer.version.clone(),
            microseconds: 1e6 * median(&theirs),
            ratio: median(&ratios),
        }),
    })
}

/// The median; not a number of none.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[half],
        _ => 0.5 * (sorted[half - 1] + sorted[half]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }
}
