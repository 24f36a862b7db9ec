//! Files of environments that failed, from which the failing step can be taken again.
//!
//! The states before those steps are not kept while a run goes: that would cost every step of every
//! environment. Those that failed take their steps once more, which leads them to the same place.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use ferrodyn_engine::Model;

use crate::commit::{commit, remove_left_over};
use crate::envs::{Envs, Failure};
use crate::error::RolloutError;
use crate::failure::{Note, Numbers};
use crate::run::{Watch, is_stopped};
use crate::settings::Settings;

/// Where files of failed environments go, and what they say of the model.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    pub(crate) directory: PathBuf,
    pub(crate) model: String,
}

impl Dump {
    /// The file of an environment.
    pub(crate) fn file(&self, env: u64) -> PathBuf {
        self.directory.join(name(env))
    }

    /// Writes the first failure of each environment; false if it was interrupted.
    pub(crate) fn write(
        &self,
        m: &Arc<Model>,
        settings: &Settings,
        first: &BTreeMap<u64, Failure>,
        watch: &mut Watch<'_>,
    ) -> Result<bool, RolloutError> {
        let names: BTreeSet<String> = first.keys().map(|&env| name(env)).collect();
        remove_left_over(&self.directory, |name| names.contains(name))?;
        let mut by_step: BTreeMap<u64, Vec<(usize, &Failure)>> = BTreeMap::new();
        for (i, failure) in first.values().enumerate() {
            by_step.entry(failure.step).or_default().push((i, failure));
        }
        let Some(last) = by_step.keys().next_back().copied() else { return Ok(true) };
        let mut envs = Envs::new(m, settings, first.keys().copied().collect());
        while envs.steps() <= last {
            envs.prepare();
            for &(i, failure) in by_step.get(&envs.steps()).into_iter().flatten() {
                self.write_one(&envs, i, failure, settings.seed)?;
            }
            if is_stopped(watch) {
                return Ok(false);
            }
            envs.step();
        }
        Ok(true)
    }

    fn write_one(
        &self,
        envs: &Envs<'_>,
        i: usize,
        failure: &Failure,
        seed: u64,
    ) -> Result<(), RolloutError> {
        let note = Note {
            format: Note::FORMAT.to_owned(),
            model: self.model.clone(),
            seed,
            env: failure.env,
            step: failure.step,
            error: Numbers::from(&failure.error),
        };
        let file = self.file(failure.env);
        let note =
            serde_json::to_vec(&note).map_err(|error| RolloutError::io(&file)(error.into()))?;
        let bytes = envs.save(i, &note);
        commit(&file, |out| out.write_all(&bytes))
    }
}

fn name(env: u64) -> String {
    format!("env-{env:06}.dump")
}
