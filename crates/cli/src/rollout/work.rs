//! Computes one shard and writes its file.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn::Model;

use super::RolloutError;
use super::causes::Causes;
use super::columns::Columns;
use super::dump::Dump;
use super::envs::{Envs, Failure};
use super::settings::Settings;
use super::shard::{Found, Meta, Records};
use crate::watch::Watch;

/// What all shards have.
pub(super) struct Work<'a> {
    pub(super) m: &'a Arc<Model>,
    pub(super) columns: &'a Columns,
    pub(super) settings: &'a Settings,
    pub(super) shards: u32,
    pub(super) out: Option<&'a Path>,
    pub(super) dump: Option<&'a Dump<'a>>,
    pub(super) watch: &'a Watch,
    /// Shards that were found whole before the run began.
    pub(super) there: BTreeSet<u32>,
}

/// What became of a shard.
pub(super) enum Done {
    /// It was there.
    Kept(PathBuf),
    Ran(Ran),
    Interrupted,
}

/// A shard that was run.
pub(super) struct Ran {
    /// Where it is, if states are kept.
    pub(super) file: Option<PathBuf>,
    /// Steps of all environments together.
    pub(super) steps: u64,
    /// Time of the steps.
    pub(super) time: Duration,
    pub(super) causes: Causes,
    /// The first failure of each environment that failed.
    pub(super) first: BTreeMap<u64, Failure>,
}

impl Work<'_> {
    fn meta(&self, shard: u32) -> Meta<'_> {
        Meta::new(self.m, self.columns, self.settings, shard, self.shards)
    }

    /// Steps of all environments of a shard.
    fn steps_of(&self, shard: u32) -> u64 {
        let range = self.settings.part(shard, self.shards);
        (range.end - range.start).saturating_mul(self.settings.steps)
    }

    /// Reads the shards that are there to their ends, so that all that are damaged are told at once.
    pub(super) fn look(&mut self, shards: &[u32]) -> io::Result<()> {
        let Some(directory) = self.out else { return Ok(()) };
        let mut files = Vec::new();
        for &shard in shards {
            if self.watch.stopped() {
                break;
            }
            let meta = self.meta(shard);
            match meta.find(&meta.file(directory))? {
                Found::Nothing => {}
                Found::Whole => {
                    self.watch.skip(self.steps_of(shard));
                    self.there.insert(shard);
                }
                Found::Damaged(damage) => files.push(damage),
            }
        }
        if files.is_empty() { Ok(()) } else { Err(RolloutError::Damaged { files }.into()) }
    }

    /// Whether a shard is there: it was before, or another process has written it since.
    fn is_there(&self, shard: u32, file: &Path) -> io::Result<bool> {
        if self.there.contains(&shard) {
            return Ok(true);
        }
        match self.meta(shard).find(file)? {
            Found::Nothing => Ok(false),
            Found::Whole => {
                self.watch.skip(self.steps_of(shard));
                Ok(true)
            }
            Found::Damaged(damage) => Err(RolloutError::Damaged { files: vec![damage] }.into()),
        }
    }

    /// Runs a shard, unless it is there.
    pub(super) fn shard(&self, shard: u32) -> io::Result<Done> {
        let range = self.settings.part(shard, self.shards);
        let count = range.end - range.start;
        let steps = self.steps_of(shard);
        let meta = self.meta(shard);
        let file = self.out.map(|directory| meta.file(directory));
        if let Some(file) = &file
            && self.is_there(shard, file)?
        {
            return Ok(Done::Kept(file.clone()));
        }

        let mut records = match file {
            Some(_) => Some(Records::new(self.m, self.settings, count)?),
            None => None,
        };
        let start = Instant::now();
        let mut envs = Envs::new(self.m, self.settings, range.collect());
        let Some((causes, first)) = self.take_steps(&mut envs, records.as_mut())? else {
            return Ok(Done::Interrupted);
        };
        let time = start.elapsed();

        // dumps come first: a shard that is there is not run again
        if let Some(dump) = self.dump
            && !dump.write(self.m, self.settings, &first, self.watch)?
        {
            return Ok(Done::Interrupted);
        }
        if let (Some(file), Some(records)) = (&file, &mut records) {
            records.write(file, &meta, &envs, &first)?;
        }
        Ok(Done::Ran(Ran { file, steps, time, causes, first }))
    }

    /// All steps of some environments; `None` if they were interrupted.
    fn take_steps(
        &self,
        envs: &mut Envs<'_>,
        mut records: Option<&mut Records<'_>>,
    ) -> io::Result<Option<(Causes, BTreeMap<u64, Failure>)>> {
        let (mut causes, mut first) = (Causes::default(), BTreeMap::new());
        loop {
            envs.prepare();
            if let Some(records) = &mut records
                && self.settings.is_record(envs.steps())
            {
                records.keep(self.m, envs)?;
            }
            if envs.steps() == self.settings.steps {
                return Ok(Some((causes, first)));
            }
            if self.watch.stopped() {
                return Ok(None);
            }
            for failure in envs.step() {
                causes.add(failure);
                first.entry(failure.env).or_insert(failure);
            }
            self.watch.advance(envs.ids().len() as u64);
        }
    }
}
