//! Shards of rollouts in files, as `ferrodyn rollout` writes them.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ferrodyn_engine::batch::driver::Halt;
use ferrodyn_python_macros::pyfunction;
use ferrodyn_rollouts::{Files, Outcome, Progress, Rollout, RolloutError, Settings};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::guard;
use crate::interrupt;
use crate::lock::Holdings;
use crate::mj::callback;
use crate::model::MjModel;
use crate::plugin;
use crate::threads::{Threads, run_on};

/// A file, whether it was there, the first failures as environment, step and kind, and the dumps of these.
type Written = (PathBuf, bool, Vec<(u64, u64, String)>, Vec<PathBuf>);

/// Writes shard `i` of `n`, unless it is there.
#[pyfunction]
#[pyo3(signature = (model, directory, shard, counts, spreads, seed, dumps, name, nthread))]
#[expect(clippy::too_many_arguments, reason = "all that a shard depends on")]
pub(crate) fn _rollout_shard(
    py: Python<'_>,
    model: Py<MjModel>,
    directory: PathBuf,
    shard: (u32, u32),
    counts: [u64; 4],
    spreads: [f64; 2],
    seed: u64,
    dumps: Option<PathBuf>,
    name: String,
    nthread: usize,
) -> PyResult<Written> {
    let model = guard::with_stack(|| Ok(Arc::new(model.get().store()?.with(Clone::clone)?)))?;
    if callback::are_set() || plugin::are_python(&model) {
        let text =
            "a shard is written without Python: its model cannot have callbacks or plugins in it";
        return Err(PyValueError::new_err(text));
    }
    let ([environments, steps, every, hold], [noise, qpos_noise]) = (counts, spreads);
    let settings = Settings { environments, steps, every, seed, noise, hold, qpos_noise };
    let files = Files { shards: Some(directory), dumps, model: name };
    let write = |halt: &Halt<PyErr>| {
        let mut run = Rollout::new(model.clone(), settings.clone(), shard.1, files.clone())?;
        let mut watch = |_: Progress| {
            if halt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        run.prepare(&[shard.0])?;
        run.look(&[shard.0], &mut watch)?;
        run.shard(shard.0, &mut watch)
    };

    // one thread of the pool has the shard, all of them take its steps, this one sees to signals
    let (halt, outcome) = (Halt::default(), Mutex::new(None));
    let work = || {
        let done = interrupt::until(halt.flag(), || write(&halt).map_err(exception))?;
        *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        Ok(())
    };
    let work = || guard::catch("rollout.shard", work).unwrap_or_else(|raised| halt.fail(raised));
    let threads = Threads::new(nthread.max(1))?.get()?;
    if let Some(threads) = threads {
        let fail = |raised| halt.fail(raised);
        py.detach(|| run_on(&threads, &[()], &Holdings::none(), |()| work(), fail));
    }
    halt.result()?;
    match outcome.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(Outcome::Kept(file)) => Ok((file, true, Vec::new(), Vec::new())),
        Some(Outcome::Ran(ran)) => {
            let failed = ran.failed.iter().map(|f| (f.env, f.step, f.error.kind.to_string()));
            Ok((ran.file.unwrap_or_default(), false, failed.collect(), ran.dumps))
        }
        Some(Outcome::Interrupted) | None => Err(PyValueError::new_err("the shard was ended")),
    }
}

fn exception(error: RolloutError) -> PyErr {
    let text = error.to_string();
    match error {
        RolloutError::Io { .. } => PyOSError::new_err(text),
        RolloutError::Memory { .. } => PyMemoryError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}
