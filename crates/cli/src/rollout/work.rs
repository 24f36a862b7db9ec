//! A shard from its start to its file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn::Model;

use super::causes::Causes;
use super::dump::Dump;
use super::envs::{Envs, Failure};
use super::settings::Settings;
use super::shard::{Meta, Records};
use crate::watch::Watch;

/// What all shards have.
pub(super) struct Work<'a> {
    pub(super) m: &'a Arc<Model>,
    pub(super) settings: &'a Settings,
    pub(super) shards: u32,
    pub(super) out: Option<&'a Path>,
    pub(super) dump: Option<&'a Dump<'a>>,
    pub(super) watch: &'a Watch,
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
    /// Runs a shard, unless it is there.
    pub(super) fn shard(&self, shard: u32) -> io::Result<Done> {
        let range = self.settings.part(shard, self.shards);
        let count = range.end - range.start;
        let steps = count.saturating_mul(self.settings.steps);
        let meta = Meta::new(self.m, self.settings, shard, self.shards);
        let file = self.out.map(|directory| meta.file(directory));
        if let Some(file) = &file
            && meta.is_done(file)?
        {
            self.watch.skip(steps);
            return Ok(Done::Kept(file.clone()));
        }

        let mut records = match file {
            Some(_) => Some(Records::new(self.m, self.settings, count)?),
            None => None,
        };
        let start = Instant::now();
        let mut envs = Envs::new(self.m, self.settings, range.clone().collect());
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
        if let (Some(file), Some(records)) = (&file, &records) {
            records.write(file, &meta, range, envs.failures(), &first)?;
        }
        Ok(Done::Ran(Ran { file, steps, time, causes, first }))
    }

    /// All steps of some environments; `None` if they were interrupted.
    fn take_steps(
        &self,
        envs: &mut Envs<'_>,
        mut records: Option<&mut Records>,
    ) -> io::Result<Option<(Causes, BTreeMap<u64, Failure>)>> {
        let (mut causes, mut first) = (Causes::default(), BTreeMap::new());
        loop {
            envs.prepare();
            if let Some(records) = &mut records
                && envs.steps().is_multiple_of(self.settings.every)
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
