//! `ferrodyn replay`: the step at which an environment failed, once more.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrodyn::Model;
use ferrodyn::batch::{BatchSim, SnapshotInfo, StepError};
use ferrodyn_rollouts::{Note, Numbers, Place, is_shard};
use serde::Serialize;

use crate::limits;
use crate::report::{self, BOLD, GREEN, in_file, place_in_words, printable};

/// Take the step again at which an environment failed
///
/// Reads a file that ferrodyn rollout --dump wrote, loads the model that it names, or the one that is
/// given, refuses one with other content, and takes the step: prints what fails and whether it is the failure
/// of the file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn replay failed/env-000007.dump
  ferrodyn replay failed/env-000007.dump models/robot.xml

Exit status: 0 the same failure, 1 another or none, or the model has problems; 2 the file is no
dump, or of another model.")]
pub(crate) struct Args {
    /// Dump of an environment
    dump: PathBuf,
    /// The model, if it is not where it was
    model: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: limits::Args,
}

/// Bytes of a dump at most: what is larger was never one.
const MOST_BYTES: u64 = 1 << 30;

/// The outcome of the repeated step.
#[derive(Serialize)]
struct Outcome<'a> {
    dump: String,
    model: String,
    env: u64,
    step: u64,
    /// What the file says.
    recorded: &'a Numbers,
    /// What failed now.
    found: Option<Numbers>,
    place: Option<Place>,
    same: bool,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    if is_shard(&args.dump) {
        let shard = printable(&args.dump.to_string_lossy());
        let text = format!(
            "a shard of rollouts, not the dump of an environment that failed, which ferrodyn rollout --dump \
             writes: ferrodyn render MODEL --shard {shard} --env N draws an environment of it"
        );
        return Err(in_file(&args.dump, &io::Error::other(text)));
    }
    let bytes = read(&args.dump).map_err(|error| in_file(&args.dump, &error))?;
    let wrong = |problem: &dyn std::fmt::Display| {
        in_file(&args.dump, &io::Error::other(problem.to_string()))
    };
    let info = SnapshotInfo::read(&bytes).map_err(|error| wrong(&error))?;
    let note = serde_json::from_slice::<Note>(info.note).ok().filter(|n| n.format == Note::FORMAT);
    let note = note.ok_or_else(|| wrong(&"a snapshot, but not one of a failed environment"))?;

    let path = args.model.clone().unwrap_or_else(|| PathBuf::from(&note.model));
    let name = printable(&path.to_string_lossy());
    let model = match args.limits.loader(&path)?.load_path(&path) {
        Ok(model) => Arc::new(model),
        Err(error) => {
            report::error(&mut anstream::stderr().lock(), &name, &error)?;
            if args.model.is_none() {
                report::failure(&"the dump names this model; give another after the dump");
            }
            return Ok(report::status(&error));
        }
    };
    let error = take_step(&model, &bytes).map_err(|error| wrong(&format!("{name}: {error}")))?;
    let found = error.as_ref().map(Numbers::from);
    let outcome = Outcome {
        dump: printable(&args.dump.to_string_lossy()),
        model: name,
        env: note.env,
        step: note.step,
        recorded: &note.error,
        same: found.as_ref() == Some(&note.error),
        found,
        place: error.map(|error| Place::of(&model, &error)),
    };
    show(args, &outcome)?;
    Ok(if outcome.same { 0 } else { crate::PROBLEMS })
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("more than 1 GiB: not a dump of an environment"));
    }
    Ok(bytes)
}

/// The step that follows the state of a dump.
fn take_step(
    m: &Arc<Model>,
    bytes: &[u8],
) -> Result<Option<StepError>, ferrodyn::batch::SnapshotError> {
    let mut batch = BatchSim::new(m.clone(), 1);
    batch.restore(bytes)?;
    Ok(batch.step_all().errors.first().copied().flatten())
}

fn show(args: &Args, outcome: &Outcome<'_>) -> io::Result<()> {
    let mut out = Vec::new();
    if args.json {
        report::json(&mut out, outcome)?;
        return io::stdout().lock().write_all(&out);
    }
    let Outcome { dump, model, env, step, .. } = outcome;
    writeln!(out, "{BOLD}{dump}{BOLD:#}: environment {env} of {model}, step {step}")?;
    match (&outcome.found, &outcome.place) {
        (Some(found), Some(place)) => {
            let time = found.time.map_or("?".to_owned(), |time| format!("{time:.4}"));
            writeln!(out, "  {} at time {time}: {}", found.what(), place_in_words(place))?;
        }
        _ => writeln!(out, "  the step does not fail")?,
    }
    if outcome.same {
        writeln!(out, "  {GREEN}the failure of the run{GREEN:#}")?;
    } else {
        let recorded = printable(&serde_json::to_string(outcome.recorded)?);
        writeln!(out, "  not the failure of the run, which was: {recorded}")?;
    }
    anstream::stdout().lock().write_all(&out)
}
