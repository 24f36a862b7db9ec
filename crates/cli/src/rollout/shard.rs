//! The arrays that the file of a shard holds, and the test whether a file on the disk is this shard.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use ferrodyn::Model;
use ferrodyn::enums::StateBit;
use ferrodyn::state::{extract_state, state_size};
use serde::Serialize;

use super::RolloutError;
use super::columns::Columns;
use super::commit::commit;
use super::envs::{Envs, Failure};
use super::npz::{self, Array, Values};
use super::settings::{KEPT, Settings};
use crate::report::in_file;

/// What a shard says of itself: all that its other arrays depend on.
#[derive(Serialize)]
pub(super) struct Meta<'a> {
    pub(super) format: &'static str,
    pub(super) version: u32,
    pub(super) ferrodyn: &'static str,
    pub(super) model: &'a str,
    pub(super) model_hash: String,
    #[serde(flatten)]
    pub(super) settings: &'a Settings,
    pub(super) shard: u32,
    pub(super) shards: u32,
    columns: &'a Columns,
}

/// Which arrays a shard has, and what they mean.
const VERSION: u32 = 2;

impl<'a> Meta<'a> {
    pub(super) fn new(
        m: &'a Model,
        columns: &'a Columns,
        settings: &'a Settings,
        shard: u32,
        shards: u32,
    ) -> Self {
        Self {
            format: "ferrodyn rollout",
            version: VERSION,
            ferrodyn: env!("CARGO_PKG_VERSION"),
            model: m.model_name(),
            model_hash: format!("{:016x}", m.content_hash()),
            settings,
            shard,
            shards,
            columns,
        }
    }

    /// The name of the file in a directory.
    pub(super) fn file(&self, directory: &Path) -> PathBuf {
        directory.join(name(self.shard, self.shards))
    }

    /// Whether a file is there and is this shard, as it was written.
    pub(super) fn find(&self, file: &Path) -> io::Result<Found> {
        // asked before it is opened, which waits for the other end of a pipe
        match file.metadata() {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(RolloutError::NoFile { file: file.to_owned() }.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
            Err(error) => return Err(in_file(file, &error)),
        }
        let opened = File::open(file).map_err(|error| in_file(file, &error))?;
        let expected = serde_json::to_vec(self)?;
        let mut opened = BufReader::with_capacity(1 << 20, opened);
        let found = npz::verify(&mut opened, "meta", 2 * expected.len())
            .map_err(|error| in_file(file, &error))?;
        let found = match found {
            Ok(found) => found,
            Err(problem) => return Ok(Found::Damaged(Damage { file: file.to_owned(), problem })),
        };
        match difference(&found, &expected) {
            None => Ok(Found::Whole),
            Some(difference) => {
                Err(RolloutError::OtherRun { file: file.to_owned(), difference }.into())
            }
        }
    }
}

/// What is where a shard should be.
pub(super) enum Found {
    Nothing,
    Whole,
    Damaged(Damage),
}

/// A file that is no shard, or not as it was written.
#[derive(Debug)]
pub(super) struct Damage {
    pub(super) file: PathBuf,
    pub(super) problem: String,
}

/// The first thing in which the words of two shards differ.
fn difference(there: &[u8], here: &[u8]) -> Option<String> {
    if there == here {
        return None;
    }
    let read = |text| serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(text);
    let (Ok(there), Ok(here)) = (read(there), read(here)) else {
        return Some("what it says of itself is not known here".to_owned());
    };
    let show = |value: Option<&serde_json::Value>| {
        value.map_or_else(|| "nothing".to_owned(), ToString::to_string)
    };
    // of another version the rest may differ, too; columns are long, and follow from the model
    let last = |name: &&String| match name.as_str() {
        "version" => 0,
        "columns" => 2,
        _ => 1,
    };
    let names = here.keys().chain(there.keys());
    let name = names.filter(|name| there.get(*name) != here.get(*name)).min_by_key(last);
    let text = name.map(|name| match name.as_str() {
        "columns" => "whose columns have other names".to_owned(),
        _ => format!("whose {name} is {}, not {}", show(there.get(name)), show(here.get(name))),
    });
    Some(text.unwrap_or_else(|| "which says the same in other words".to_owned()))
}

/// States of the environments of a shard, kept in memory until all are there.
pub(super) struct Records<'a> {
    settings: &'a Settings,
    /// Records of each environment.
    each: usize,
    nstate: usize,
    nu: usize,
    state: Vec<f64>,
    time: Vec<f64>,
    /// Of each record, or each time that they are set, if that is between records.
    ctrl: Vec<f64>,
    /// How often each environment had failed.
    restarts: Vec<u64>,
    step: Vec<u64>,
}

/// Memory for so many values, as long as there is some.
fn room<T: Copy + Default>(len: u128) -> Result<Vec<T>, RolloutError> {
    let mut values = Vec::new();
    let bytes = len * size_of::<T>() as u128;
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    values.try_reserve_exact(len).map_err(|_| RolloutError::Memory { bytes })?;
    values.resize(len, T::default());
    Ok(values)
}

impl<'a> Records<'a> {
    /// Memory for all records.
    pub(super) fn new(m: &Model, settings: &'a Settings, count: u64) -> Result<Self, RolloutError> {
        let nstate = state_size(m, KEPT).unwrap_or(0);
        let (count, nu) = (u128::from(count), m.nu as u128);
        let all = count * u128::from(settings.records());
        let ctrl = if settings.holds_between_records() {
            all
        } else {
            count * u128::from(settings.settings_of_controls())
        };
        Ok(Self {
            settings,
            each: settings.records() as usize,
            nstate,
            nu: m.nu,
            state: room(all * nstate as u128)?,
            time: room(all)?,
            ctrl: room(ctrl * nu)?,
            restarts: room(all)?,
            step: Vec::new(),
        })
    }

    /// Keeps where the environments are.
    pub(super) fn keep(&mut self, m: &Model, envs: &mut Envs<'_>) -> io::Result<()> {
        let record = self.step.len();
        self.step.push(envs.steps());
        for i in 0..envs.ids().len() {
            let at = i * self.each + record;
            let state = &mut self.state[at * self.nstate..][..self.nstate];
            let whole = StateBit::Integration as i32;
            extract_state(m, envs.state(i), whole, state, KEPT).map_err(io::Error::other)?;
            self.time[at] = envs.state(i)[0];
            self.restarts[at] = envs.failures()[i];
            if self.settings.holds_between_records() {
                self.ctrl[at * self.nu..][..self.nu].copy_from_slice(envs.ctrl(i));
            }
        }
        Ok(())
    }

    /// Controls, each time that they were set: after how many steps, and what to.
    fn set_controls(&mut self, envs: &Envs<'_>) -> Vec<u64> {
        let times = self.settings.settings_of_controls();
        let steps: Vec<u64> = (0..times).map(|k| k * self.settings.hold).collect();
        let mut rest = &mut self.ctrl[..];
        for i in 0..envs.ids().len() {
            for &step in &steps {
                let (ctrl, after) = rest.split_at_mut(self.nu);
                envs.write_ctrl_of(i, step, ctrl);
                rest = after;
            }
        }
        steps
    }

    /// Writes the shard.
    pub(super) fn write(
        &mut self,
        file: &Path,
        meta: &Meta<'_>,
        envs: &Envs<'_>,
        first: &BTreeMap<u64, Failure>,
    ) -> io::Result<()> {
        let holds = self.settings.holds_between_records();
        let ctrl_step = if holds { Vec::new() } else { self.set_controls(envs) };
        let meta = serde_json::to_vec(meta)?;
        let (n, records, nu) = (envs.ids().len() as u64, self.each as u64, self.nu as u64);
        let errors = Errors::of(first);
        let array = |name, shape: &[u64], values| Array { name, shape: shape.to_vec(), values };
        let mut arrays = vec![
            array("meta", &[meta.len() as u64], Values::U8(&meta)),
            array("env", &[n], Values::U64(envs.ids())),
            array("step", &[records], Values::U64(&self.step)),
            array("state", &[n, records, self.nstate as u64], Values::F64(&self.state)),
            array("time", &[n, records], Values::F64(&self.time)),
        ];
        let ctrl = Values::F64(&self.ctrl);
        if holds {
            arrays.push(array("ctrl", &[n, records, nu], ctrl));
        } else {
            let times = ctrl_step.len() as u64;
            arrays.push(array("ctrl_step", &[times], Values::U64(&ctrl_step)));
            arrays.push(array("ctrl_held", &[n, times, nu], ctrl));
        }
        arrays.push(array("restarts", &[n, records], Values::U64(&self.restarts)));
        arrays.push(array("failures", &[n], Values::U64(envs.failures())));
        let kinds: Vec<&str> = errors.kind.iter().map(|kind| &**kind).collect();
        arrays.extend(errors.arrays(&kinds));
        commit(file, |out| npz::write(out, &arrays))
    }
}

/// The first failure of each environment that failed, by columns; -1 for what it does not have.
#[derive(Default)]
struct Errors {
    env: Vec<u64>,
    step: Vec<u64>,
    kind: Vec<String>,
    time: Vec<f64>,
    dof: Vec<i32>,
    body: Vec<i32>,
    actuator: Vec<i32>,
    geom: Vec<i32>,
}

impl Errors {
    fn of(first: &BTreeMap<u64, Failure>) -> Self {
        let id = |id: Option<usize>| id.and_then(|id| i32::try_from(id).ok()).unwrap_or(-1);
        let mut all = Self::default();
        for Failure { env, step, error } in first.values() {
            all.env.push(*env);
            all.step.push(*step);
            all.kind.push(error.kind.to_string());
            all.time.push(error.time);
            all.dof.push(id(error.dof));
            all.body.push(id(error.body));
            all.actuator.push(id(error.actuator));
            all.geom.extend(error.contact.map_or([-1; 2], |geoms| geoms.map(|g| id(Some(g)))));
        }
        all
    }

    fn arrays<'a>(&'a self, kinds: &'a [&'a str]) -> [Array<'a>; 8] {
        let n = self.env.len() as u64;
        let letters = kinds.iter().map(|kind| kind.len()).max().unwrap_or(0).max(12);
        let array = |name, values| Array { name, shape: vec![n], values };
        let geoms = Values::I32(&self.geom);
        [
            array("error_env", Values::U64(&self.env)),
            array("error_step", Values::U64(&self.step)),
            array("error_kind", Values::Words(kinds, letters)),
            array("error_time", Values::F64(&self.time)),
            array("error_dof", Values::I32(&self.dof)),
            array("error_body", Values::I32(&self.body)),
            array("error_actuator", Values::I32(&self.actuator)),
            Array { name: "error_geom", shape: vec![n, 2], values: geoms },
        ]
    }
}

/// The name of the file of a shard.
pub(super) fn name(shard: u32, shards: u32) -> String {
    format!("shard-{shard:05}-of-{shards:05}.npz")
}

/// The first file of a directory that is a shard of a run in another number of shards.
pub(super) fn other_cut(directory: &Path, shards: u32) -> io::Result<Option<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in directory.read_dir().map_err(|error| in_file(directory, &error))? {
        let path = entry.map_err(|error| in_file(directory, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let count = name.strip_prefix("shard-").and_then(|rest| rest.strip_suffix(".npz"));
        let count = count.and_then(|rest| rest.split_once("-of-")).map(|(_, count)| count);
        if count.is_some_and(|count| count.parse() != Ok(shards)) {
            found.push(path);
        }
    }
    Ok(found.into_iter().min())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named() {
        let here = br#"{"seed":1,"steps":5}"#;
        assert_eq!(difference(here, here), None);
        let of = |there: &[u8]| difference(there, here).unwrap();
        assert_eq!(of(br#"{"seed":2,"steps":5}"#), "whose seed is 2, not 1");
        assert_eq!(of(br#"{"seed":1}"#), "whose steps is nothing, not 5");
        assert_eq!(of(br#"{"seed":1,"steps":5,"x":0}"#), "whose x is 0, not nothing");
        assert_eq!(of(br#"{"seed":2,"steps":5,"version":1}"#), "whose version is 1, not nothing");
        assert_eq!(of(br#"{"columns":[],"seed":1,"steps":5}"#), "whose columns have other names");
        assert!(of(br#"{"steps":5,"seed":1}"#).contains("other words"));
        assert!(of(b"\xff").contains("not known"));
    }
}
