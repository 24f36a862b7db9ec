//! Records the environments of a shard as arrays of its file.

use std::collections::BTreeMap;
use std::path::Path;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::StateBit;
use ferrodyn_engine::state::{extract_state, state_size};

use crate::commit::commit;
use crate::envs::{Envs, Failure};
use crate::error::RolloutError;
use crate::meta::Meta;
use crate::npz::{self, Array, Values};
use crate::settings::{KEPT, Settings};

/// States of the environments of a shard, kept in memory until all are there.
pub(crate) struct Records<'a> {
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
    pub(crate) fn new(m: &Model, settings: &'a Settings, count: u64) -> Result<Self, RolloutError> {
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
    pub(crate) fn keep(&mut self, m: &Model, envs: &mut Envs<'_>) -> Result<(), RolloutError> {
        let record = self.step.len();
        self.step.push(envs.steps());
        for i in 0..envs.ids().len() {
            let at = i * self.each + record;
            let state = &mut self.state[at * self.nstate..][..self.nstate];
            let whole = StateBit::Integration as i32;
            extract_state(m, envs.state(i), whole, state, KEPT).map_err(RolloutError::State)?;
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
    pub(crate) fn write(
        &mut self,
        file: &Path,
        meta: &Meta<'_>,
        envs: &Envs<'_>,
        first: &BTreeMap<u64, Failure>,
    ) -> Result<(), RolloutError> {
        let holds = self.settings.holds_between_records();
        let ctrl_step = if holds { Vec::new() } else { self.set_controls(envs) };
        let meta = meta.bytes(file)?;
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
