//! A run: its shards, each from its start to its file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn_engine::Model;

use crate::causes::Causes;
use crate::columns::Columns;
use crate::commit::remove_left_over;
use crate::dump::Dump;
use crate::envs::{Envs, Failure};
use crate::error::RolloutError;
use crate::meta::{Meta, ShardOnDisk, other_cut, shard_name};
use crate::records::Records;
use crate::settings::Settings;

/// Failures of environments: how many by cause, and the first of each environment.
type Failures = (Causes, BTreeMap<u64, Failure>);

/// The progress of a run, which its callback receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// So many steps of environments were taken since the last time; 0 where a run asks whether to go on.
    Taken(u64),
    /// So many need not be taken: their shard is there.
    Kept(u64),
}

/// Whoever watches a run, and may end it. Asked before the first step and after each.
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Whether the run shall end.
pub(crate) fn is_stopped(watch: &mut Watch<'_>) -> bool {
    watch(Progress::Taken(0)).is_break()
}

/// Where files of a run go.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Shards, if states are kept at all.
    pub shards: Option<PathBuf>,
    /// A file for each environment that fails, from which its failing step can be taken again.
    pub dumps: Option<PathBuf>,
    /// The name of the model in dumps: the path that it was read from.
    pub model: String,
}

/// The outcome of a shard.
#[derive(Debug)]
pub enum Outcome {
    /// It was there.
    Kept(PathBuf),
    /// It was run.
    Ran(Ran),
    /// It was ended before its time, and nothing was written of it.
    Interrupted,
}

/// A shard that was run.
#[derive(Debug)]
pub struct Ran {
    /// Where it is, if states are kept.
    pub file: Option<PathBuf>,
    /// Dumps that were written.
    pub dumps: Vec<PathBuf>,
    /// Steps of all environments together.
    pub steps: u64,
    /// Time of the steps.
    pub time: Duration,
    /// All failures.
    pub causes: Causes,
    /// The first failure of each environment that failed.
    pub failed: Vec<Failure>,
}

/// Writes a shard of a run to a directory, unless it is there. This is the whole work of one machine of many.
///
/// # Errors
/// If settings are none of a run, the shard does not fit in memory, or the directory cannot be
/// written or has shards of another run.
pub fn shard(
    m: &Arc<Model>,
    settings: &Settings,
    shard: u32,
    shards: u32,
    directory: &Path,
    watch: &mut Watch<'_>,
) -> Result<Outcome, RolloutError> {
    let files = Files { shards: Some(directory.to_owned()), ..Files::default() };
    let mut run = Rollout::new(m.clone(), settings.clone(), shards, files)?;
    run.prepare(&[shard])?;
    run.look(&[shard], watch)?;
    run.shard(shard, watch)
}

/// A run: environments of a model, cut into shards.
#[derive(Debug)]
pub struct Rollout {
    m: Arc<Model>,
    columns: Columns,
    settings: Settings,
    shards: u32,
    out: Option<PathBuf>,
    dump: Option<Dump>,
    /// Shards that were found whole before the run began.
    there: BTreeSet<u32>,
}

impl Rollout {
    /// A run in so many shards. Nothing is read or written yet.
    ///
    /// # Errors
    /// If settings are none of a run, or a shard does not fit in memory.
    pub fn new(
        m: Arc<Model>,
        settings: Settings,
        shards: u32,
        files: Files,
    ) -> Result<Self, RolloutError> {
        settings.check(shards)?;
        settings.check_size(&m, shards, files.shards.is_some())?;
        let Files { shards: out, dumps, model } = files;
        let dump = dumps.map(|directory| Dump { directory, model });
        let columns = Columns::new(&m);
        Ok(Self { m, columns, settings, shards, out, dump, there: BTreeSet::new() })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.m
    }

    /// The settings: everything but the model that trajectories depend on.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Steps of all environments of a shard.
    #[must_use]
    pub fn steps_of(&self, shard: u32) -> u64 {
        let range = self.settings.part(shard, self.shards);
        (range.end - range.start).saturating_mul(self.settings.steps)
    }

    /// Makes the directories, and removes unfinished files of these shards that killed runs have left.
    ///
    /// # Errors
    /// If a directory cannot be made or read, or has shards of a run in another number of shards.
    pub fn prepare(&self, shards: &[u32]) -> Result<(), RolloutError> {
        let dumps = self.dump.as_ref().map(|dump| &dump.directory);
        for directory in dumps.into_iter().chain(&self.out) {
            fs::create_dir_all(directory).map_err(RolloutError::io(directory))?;
        }
        let Some(out) = &self.out else { return Ok(()) };
        if let Some(file) = other_cut(out, self.shards)? {
            return Err(RolloutError::OtherCut { file, shards: self.shards });
        }
        let names: BTreeSet<String> =
            shards.iter().map(|&shard| shard_name(shard, self.shards)).collect();
        remove_left_over(out, |name| names.contains(name))
    }

    /// Reads the shards that are there to their ends, so that all that are damaged are told at once.
    ///
    /// # Errors
    /// If a file cannot be read, or is of another run; all that are damaged.
    pub fn look(&mut self, shards: &[u32], watch: &mut Watch<'_>) -> Result<(), RolloutError> {
        let Some(directory) = &self.out else { return Ok(()) };
        let mut files = Vec::new();
        for &shard in shards {
            if is_stopped(watch) {
                break;
            }
            let meta = self.meta(shard);
            match meta.find(&meta.file(directory))? {
                ShardOnDisk::Nothing => {}
                ShardOnDisk::Whole => {
                    let _ = watch(Progress::Kept(self.steps_of(shard)));
                    self.there.insert(shard);
                }
                ShardOnDisk::Damaged(damage) => files.push(damage),
            }
        }
        if files.is_empty() { Ok(()) } else { Err(RolloutError::Damaged { files }) }
    }

    /// Runs a shard, unless it is there. Environments step on the threads of rayon's pool that it is called
    /// in; bits do not depend on them.
    ///
    /// # Errors
    /// If there is no such shard, not enough memory, or a file cannot be read or written.
    pub fn shard(&self, shard: u32, watch: &mut Watch<'_>) -> Result<Outcome, RolloutError> {
        if shard >= self.shards {
            return Err(RolloutError::NoShard { shard, shards: self.shards });
        }
        let range = self.settings.part(shard, self.shards);
        let meta = self.meta(shard);
        let file = self.out.as_ref().map(|directory| meta.file(directory));
        if let Some(file) = &file
            && self.is_there(shard, file, watch)?
        {
            return Ok(Outcome::Kept(file.clone()));
        }

        let count = range.end - range.start;
        let records = || Records::new(&self.m, &self.settings, count);
        let mut records = file.as_ref().map(|_| records()).transpose()?;
        let start = Instant::now();
        let mut envs = Envs::new(&self.m, &self.settings, range.collect());
        let Some((causes, first)) = self.take_steps(&mut envs, records.as_mut(), watch)? else {
            return Ok(Outcome::Interrupted);
        };
        let time = start.elapsed();

        // dumps come first: a shard that is there is not run again
        if let Some(dump) = &self.dump
            && !dump.write(&self.m, &self.settings, &first, watch)?
        {
            return Ok(Outcome::Interrupted);
        }
        if let (Some(file), Some(records)) = (&file, &mut records) {
            records.write(file, &meta, &envs, &first)?;
        }
        let dumps = self.dump.iter().flat_map(|dump| first.keys().map(|&env| dump.file(env)));
        let (dumps, steps) = (dumps.collect(), self.steps_of(shard));
        Ok(Outcome::Ran(Ran {
            file,
            dumps,
            steps,
            time,
            causes,
            failed: first.into_values().collect(),
        }))
    }

    fn meta(&self, shard: u32) -> Meta<'_> {
        Meta::new(&self.m, &self.columns, &self.settings, shard, self.shards)
    }

    /// Whether a shard is there: it was before, or another process has written it since.
    fn is_there(
        &self,
        shard: u32,
        file: &Path,
        watch: &mut Watch<'_>,
    ) -> Result<bool, RolloutError> {
        if self.there.contains(&shard) {
            return Ok(true);
        }
        match self.meta(shard).find(file)? {
            ShardOnDisk::Nothing => Ok(false),
            ShardOnDisk::Whole => {
                let _ = watch(Progress::Kept(self.steps_of(shard)));
                Ok(true)
            }
            ShardOnDisk::Damaged(damage) => Err(RolloutError::Damaged { files: vec![damage] }),
        }
    }

    /// All steps of some environments; `None` if they were interrupted.
    fn take_steps(
        &self,
        envs: &mut Envs<'_>,
        mut records: Option<&mut Records<'_>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Failures>, RolloutError> {
        let (mut causes, mut first) = (Causes::default(), BTreeMap::new());
        let mut go_on = watch(Progress::Taken(0));
        loop {
            envs.prepare();
            if let Some(records) = &mut records
                && self.settings.is_record(envs.steps())
            {
                records.keep(&self.m, envs)?;
            }
            if envs.steps() == self.settings.steps {
                return Ok(Some((causes, first)));
            }
            if go_on.is_break() {
                return Ok(None);
            }
            for failure in envs.step() {
                causes.add(failure);
                first.entry(failure.env).or_insert(failure);
            }
            go_on = watch(Progress::Taken(envs.ids().len() as u64));
        }
    }
}
