//! `ferrodyn rollout`: many environments of a model, their states in files, failures by cause.
//!
//! The crate `ferrodyn-rollouts` does the work. Here are the arguments, the progress on a terminal, and the printed results.

mod error;
mod text;

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use ferrodyn_rollouts::{Causes, Files, MOST_SHARDS, Outcome, Progress, Rollout, Settings};

use crate::limits;
use crate::numbers;
use crate::report;
use crate::watch::{self, Watch};
pub(crate) use error::with_advice;
use text::Summary;

/// Step many environments of a model and keep their states
///
/// Environments start in the first keyframe, or else in the default pose. Controls are noise around those
/// of the start, held for some steps, within the ranges of the model. An environment that fails (a number that
/// is not finite, an acceleration beyond all bounds) starts again and leaves the others alone. Where an
/// environment goes depends on the model, the seed and its number: not on threads, nor on shards.
///
/// A shard is a file that numpy.load reads, with the arrays env, step, state (environment, record, full
/// physics), time, ctrl, restarts, failures, error_* and meta. It is there as a whole or not at all. A run that was
/// stopped goes on with the same command: shards that are there are kept.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn rollout humanoid.xml -n 4096 --steps 1000
  ferrodyn rollout humanoid.xml --out data --shards 16
  ferrodyn rollout humanoid.xml --out data --shard $SLURM_ARRAY_TASK_ID/16
  ferrodyn render humanoid.xml --shard data/shard-00003-of-00016.npz --env 140 -o clip.gif
  ferrodyn rollout humanoid.xml --noise 1 --dump failed
  ferrodyn replay failed/env-000007.dump

Exit status: 0 done, failures of environments included; 1 the model has problems; 2 wrong
arguments, or a file that cannot be read or written or is of another run; 130 interrupted.")]
pub(crate) struct Args {
    /// MJCF or URDF model
    file: PathBuf,
    /// Environments, of all shards together
    #[arg(short = 'n', long, value_name = "N", default_value = "4096",
          value_parser = numbers::count::<NonZeroU64>, allow_negative_numbers = true)]
    environments: NonZeroU64,
    /// Steps of each environment
    #[arg(long, value_name = "N", default_value = "1000",
          value_parser = numbers::count::<NonZeroU64>, allow_negative_numbers = true)]
    steps: NonZeroU64,
    /// Seed of all noise
    #[arg(long, value_name = "N", default_value = "0",
          value_parser = numbers::whole, allow_negative_numbers = true)]
    seed: u64,
    /// Spread of controls: a part of half their range, or a number where there is none
    #[arg(long, value_name = "X", default_value = "0.1",
          value_parser = numbers::spread, allow_negative_numbers = true)]
    noise: f64,
    /// Steps that controls are held; a multiple of --every, or shards keep them apart
    #[arg(long, value_name = "N", default_value = "20",
          value_parser = numbers::count::<NonZeroU64>, allow_negative_numbers = true)]
    hold: NonZeroU64,
    /// Spread of the positions at the start, of every degree of freedom, in meters or radians
    #[arg(long, value_name = "X", default_value = "0",
          value_parser = numbers::spread, allow_negative_numbers = true)]
    qpos_noise: f64,
    /// Threads; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write states to shards in this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the state after every so many steps; the start and the end are always kept
    #[arg(long, value_name = "N", default_value = "10", requires = "out",
          value_parser = numbers::count::<NonZeroU64>, allow_negative_numbers = true)]
    every: NonZeroU64,
    /// Cut the run into so many shards, and write one after the other
    #[arg(long, value_name = "N", requires = "out", conflicts_with = "shard",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    shards: Option<u32>,
    /// Write one shard of so many, as in 0/16 up to 15/16
    #[arg(long, value_name = "I/N", requires = "out", value_parser = one_of)]
    shard: Option<(u32, u32)>,
    /// Write a file for every environment that fails, for ferrodyn replay
    #[arg(long, value_name = "DIR")]
    dump: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: limits::Args,
}

/// A shard and how many there are.
fn one_of(text: &str) -> Result<(u32, u32), String> {
    let both = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match both {
        Some((i, n)) if i < n && n <= MOST_SHARDS => Ok((i, n)),
        Some((i, n)) if i >= n => Err(format!("shards of {n} are numbered from 0 on")),
        Some(_) => Err(format!("give at most {MOST_SHARDS} shards")),
        None => Err("give a shard and their number, as in 3/16".to_owned()),
    }
}

impl Args {
    fn settings(&self) -> Settings {
        Settings {
            environments: self.environments.get(),
            steps: self.steps.get(),
            every: self.every.get(),
            seed: self.seed,
            noise: self.noise,
            hold: self.hold.get(),
            qpos_noise: self.qpos_noise,
        }
    }

    /// The shards to write, and how many there are.
    fn parts(&self) -> (Vec<u32>, u32) {
        match (self.shard, self.shards) {
            (Some((i, n)), _) => (vec![i], n),
            (None, n) => ((0..n.unwrap_or(1)).collect(), n.unwrap_or(1)),
        }
    }
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let file = report::printable(&args.file.to_string_lossy());
    let model = match args.limits.loader(&args.file)?.load_path(&args.file) {
        Ok(model) => Arc::new(model),
        Err(error) => {
            report::error(&mut anstream::stderr().lock(), &file, &error)?;
            return Ok(report::status(&error));
        }
    };
    let (parts, shards) = args.parts();
    let files = Files {
        shards: args.out.clone(),
        dumps: args.dump.clone(),
        model: args.file.to_string_lossy().into_owned(),
    };
    let rollout = Rollout::new(model, args.settings(), shards, files).map_err(with_advice)?;
    rollout.prepare(&parts).map_err(with_advice)?;

    let total = parts.iter().map(|&i| rollout.steps_of(i)).fold(0_u64, u64::saturating_add);
    let watch = Watch::new(total, "steps")?;
    let mut work = Work { rollout, watch: &watch, keeps: args.out.is_some() };
    work.look(&parts)?;
    let threads = usize::from(args.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(io::Error::other)?;
    let (summary, end) = pool.install(|| work.run_all(&parts, file));
    watch.end();
    // what was done before an error is there, and worth a word
    if end.is_ok() || summary.has_begun() {
        print(args, &summary)?;
    }
    end.map(|()| if summary.interrupted { watch::INTERRUPTED } else { 0 })
}

/// A run and who watches it.
struct Work<'a> {
    rollout: Rollout,
    watch: &'a Watch,
    /// Whether states are kept.
    keeps: bool,
}

impl Work<'_> {
    /// Finds the shards that are there.
    fn look(&mut self, parts: &[u32]) -> io::Result<()> {
        let watch = self.watch;
        self.rollout.look(parts, &mut |progress| tell(watch, progress)).map_err(with_advice)
    }

    /// Shards one after the other, up to the first error.
    fn run_all(&self, parts: &[u32], file: String) -> (Summary, io::Result<()>) {
        let mut summary = Summary::new(&self.rollout, file);
        let mut causes = Causes::default();
        let mut end = Ok(());
        for (i, &part) in parts.iter().enumerate() {
            if self.keeps {
                self.watch.note(format!("{i} of {}", report::count(parts.len(), "shard")));
            }
            match self.rollout.shard(part, &mut |progress| tell(self.watch, progress)) {
                Ok(Outcome::Kept(file)) => summary.kept.push(file),
                Ok(Outcome::Ran(ran)) => summary.add(ran, &mut causes),
                Ok(Outcome::Interrupted) => {
                    summary.interrupted = true;
                    break;
                }
                Err(error) => {
                    let error = with_advice(error);
                    summary.error = Some(error.to_string());
                    end = Err(error);
                    break;
                }
            }
        }
        summary.failures = causes.table(self.rollout.model());
        (summary, end)
    }
}

/// Shows how far a run is, and says whether it goes on.
fn tell(watch: &Watch, progress: Progress) -> ControlFlow<()> {
    match progress {
        Progress::Taken(steps) if steps > 0 => watch.advance(steps),
        Progress::Kept(steps) => watch.skip(steps),
        _ => {}
    }
    if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Prints what there is to say.
fn print(args: &Args, summary: &Summary) -> io::Result<()> {
    let mut text = Vec::new();
    if args.json {
        report::json(&mut text, summary)?;
        io::stdout().lock().write_all(&text)
    } else {
        summary.write(&mut text, args)?;
        anstream::stdout().lock().write_all(&text)
    }
}
