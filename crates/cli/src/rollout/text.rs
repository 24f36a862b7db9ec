//! The result of a run, as text and as JSON.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ferrodyn_rollouts::{Cause, Causes, Ran, Rollout};
use serde::Serialize;

use super::Args;
use crate::report::{BOLD, DIM, count, place_in_words, printable, thousands};

#[derive(Serialize)]
pub(super) struct Summary {
    file: String,
    model_hash: String,
    environments: u64,
    steps: u64,
    seed: u64,
    threads: usize,
    /// Steps of all environments that were taken now.
    steps_taken: u64,
    /// Seconds that they took.
    seconds: f64,
    steps_per_second: f64,
    /// Shards that were written now.
    written: Vec<PathBuf>,
    /// Shards that were there.
    pub(super) kept: Vec<PathBuf>,
    /// Environments that failed, of those that were run now.
    failed_environments: u64,
    pub(super) failures: Vec<Cause>,
    dumps: Vec<PathBuf>,
    pub(super) interrupted: bool,
    /// The error or interruption that ended the run early.
    pub(super) error: Option<String>,
    /// Whether controls change between records.
    #[serde(skip)]
    ctrl_held: bool,
}

impl Summary {
    pub(super) fn new(rollout: &Rollout, file: String) -> Self {
        let settings = rollout.settings();
        Self {
            file,
            model_hash: format!("{:016x}", rollout.model().content_hash()),
            environments: settings.environments,
            steps: settings.steps,
            seed: settings.seed,
            threads: rayon::current_num_threads(),
            steps_taken: 0,
            seconds: 0.0,
            steps_per_second: 0.0,
            written: Vec::new(),
            kept: Vec::new(),
            failed_environments: 0,
            failures: Vec::new(),
            dumps: Vec::new(),
            interrupted: false,
            error: None,
            ctrl_held: !settings.holds_between_records(),
        }
    }

    /// Whether anything was done, or found done.
    pub(super) fn has_begun(&self) -> bool {
        self.steps_taken > 0 || !self.kept.is_empty()
    }

    /// Takes in a shard.
    pub(super) fn add(&mut self, ran: Ran, causes: &mut Causes) {
        self.steps_taken = self.steps_taken.saturating_add(ran.steps);
        self.seconds += ran.time.as_secs_f64();
        self.steps_per_second = self.steps_taken as f64 / self.seconds.max(1e-9);
        self.written.extend(ran.file);
        self.failed_environments += ran.failed.len() as u64;
        self.dumps.extend(ran.dumps);
        causes.join(ran.causes);
    }

    /// Writes it for people.
    pub(super) fn write(&self, out: &mut impl Write, args: &Args) -> io::Result<()> {
        let shard = args.shard.map(|(i, n)| format!(", shard {i}/{n}")).unwrap_or_default();
        writeln!(
            out,
            "{BOLD}{}{BOLD:#}: {} environments, {} steps, seed {}{shard}",
            self.file, self.environments, self.steps, self.seed
        )?;
        if self.steps_taken > 0 {
            writeln!(
                out,
                "  {} steps/s: {} steps in {:.2} s on {}",
                thousands(self.steps_per_second),
                thousands(self.steps_taken as f64),
                self.seconds,
                count(self.threads, "thread"),
            )?;
        }
        if let Some(directory) = &args.out {
            let shards = count(self.written.len(), "shard");
            write!(out, "  {shards} written to {}", shown(directory))?;
            match self.kept.len() {
                0 => writeln!(out)?,
                kept => writeln!(out, ", {kept} kept from before")?,
            }
            if self.ctrl_held {
                let (hold, every) = (args.hold, args.every);
                writeln!(
                    out,
                    "  controls change between records (--hold {hold}, --every {every}): shards have \
                     ctrl_held, not ctrl"
                )?;
            }
        }
        if self.interrupted {
            let goes_on = if args.out.is_some() { ": the same command goes on" } else { "" };
            writeln!(out, "  interrupted{goes_on}")?;
        }
        if self.error.is_some() {
            let goes_on = if args.out.is_some() { ": the same command goes on" } else { "" };
            writeln!(out, "  stopped by an error{goes_on}")?;
        }
        self.write_failures(out)
    }

    fn write_failures(&self, out: &mut impl Write) -> io::Result<()> {
        if self.failures.is_empty() {
            let what = if self.kept.is_empty() { "" } else { " of those that ran now" };
            return if self.steps_taken > 0 {
                writeln!(out, "  no environment{what} failed")
            } else {
                Ok(())
            };
        }
        let times = self.failures.iter().map(|cause| cause.count).sum::<u64>();
        let failed = count(self.failed_environments as usize, "environment");
        writeln!(out, "  {failed} failed, {}:", count(times as usize, "failure"))?;
        let places: Vec<String> =
            self.failures.iter().map(|cause| place_in_words(&cause.place)).collect();
        let width = places.iter().map(|place| place.chars().count()).max().unwrap_or(0).max(5);
        writeln!(out, "  {DIM}{:>9}  {:12}  {:width$}  first{DIM:#}", "failures", "of", "where")?;
        for (cause, place) in self.failures.iter().zip(places) {
            writeln!(
                out,
                "  {:>9}  {:12}  {place:width$}  environment {}, step {}",
                cause.count, cause.kind, cause.env, cause.step
            )?;
        }
        match self.dumps.first() {
            Some(first) => writeln!(
                out,
                "  {} written: ferrodyn replay {}",
                count(self.dumps.len(), "dump"),
                shown(first)
            ),
            None => Ok(()),
        }
    }
}

fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}
