//! Rollouts of one model, or of copies of it, without callbacks, if it steps in lanes: several at a time, one in each.

use ferrodyn_engine::batch::{Rollouts, Stepping};
use ferrodyn_engine::{Data, Model};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::Batch;
use crate::data::MjData;
use crate::interrupt::{Watch, run_signal_handlers};
use crate::mj::callback;
use crate::model::MjModel;

/// Rollouts at a time: what stays in the cache from step to step.
const TOGETHER: usize = 8;
/// Steps of all rollouts from which memory for several at a time is worth its making.
const WORTH: usize = 64;
/// Bytes of models that are compared.
const COMPARED: usize = 1 << 20;

/// How many rollouts each of several threads takes at a time: about a tenth of its share, in groups that
/// go together as far as the share reaches.
pub(super) fn chunk_size(nbatch: usize, nthread: usize) -> usize {
    let share = nbatch.div_ceil(nthread);
    share.div_ceil(10).next_multiple_of(TOGETHER).min(share).max(1)
}

impl Batch<'_> {
    /// Whether rollouts go together.
    pub(super) fn go_together(&self) -> bool {
        let [first, rest @ ..] = self.models else { return false };
        let in_lanes = |m: &Model| m.opt.solver().is_some() && Stepping::of(m) == Stepping::Lanes;
        let fits = first.get().inner().with(in_lanes).unwrap_or(false);
        let worth = self.sizes.nbatch.saturating_mul(self.sizes.nstep) >= WORTH;
        fits && worth && !callback::are_set() && rest.iter().all(|m| is_copy(first, m))
    }

    /// Takes chunks, several rollouts at a time. The last of all is computed alone, so that the data ends
    /// where it ends.
    pub(super) fn work_together(&self, d: &Py<MjData>, mut watch: Option<Watch>) -> PyResult<()> {
        let (model, data) = (self.models[0].get().inner(), &d.get().store);
        let last = self.sizes.nbatch - 1;
        let mut work = |m: &Model, own: &mut Data| {
            let mut rollouts = Rollouts::new(m).interrupted_by(callback::interrupt_hook());
            while let Some(mut chunk) = self.chunks.take(&self.halt) {
                let (mut r, end) = (chunk.first, chunk.first + chunk.count);
                while r < end.min(last) {
                    let next = (r + TOGETHER).min(end).min(last);
                    let several = (r..next).map(|r| (self.input(r), self.output(&mut chunk)));
                    let mut raised = Ok(());
                    let done = rollouts.run(self.sizes.nstep, several.collect(), || {
                        if watch.as_mut().is_some_and(Watch::is_due) {
                            raised = model.lend_shared(m, || data.lend(own, run_signal_handlers));
                        }
                        raised.is_ok() && !self.halt.is_set()
                    });
                    raised.and_then(|()| callback::raised_by_signal())?;
                    done.map_err(|e| PyValueError::new_err(e.to_string()))?;
                    r = next;
                }
                if end > last {
                    let output = self.output(&mut chunk);
                    let alone = || self.rollout(last, d, output, watch.as_mut());
                    model.lend_shared(m, || data.lend(own, alone))?;
                }
            }
            Ok(())
        };
        model.with(|m| data.with_mut(|own| work(m, own)))??
    }
}

/// Whether a model is another one or has the same content, as programs have that copy theirs for every thread. Large ones
/// are not looked at: to compare them takes longer than lanes save.
fn is_copy(first: &Py<MjModel>, other: &Py<MjModel>) -> bool {
    if other.is(first) {
        return true;
    }
    let is_small = |m: &Model| Model::bytes_for(&m.sizes).is_some_and(|bytes| bytes <= COMPARED);
    let same =
        |one: &Model| is_small(one) && other.get().inner().with(|m| m == one).unwrap_or(false);
    first.get().inner().with(same).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_take_whole_groups_as_far_as_their_share_reaches() {
        let sizes = [(256, 1), (256, 2), (16, 1), (16, 4), (8, 4), (3, 8), (1, 1)];
        let chunks = sizes.map(|(nbatch, nthread)| chunk_size(nbatch, nthread));
        assert_eq!(chunks, [32, 16, 8, 4, 2, 1, 1]);
    }
}
