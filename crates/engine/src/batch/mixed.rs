//! Environments of several models in one batch.

use std::sync::Arc;

use super::{BatchResult, BatchSim, run};
use crate::model::Model;

/// Batches that step together: environments of models that differ in structure.
///
/// Numbers of environments run through all batches: those of the first, then those of the second, and so on.
#[derive(Debug, Default)]
pub struct MixedBatch {
    parts: Vec<BatchSim>,
}

impl MixedBatch {
    /// So many environments of each model.
    pub fn new(models: impl IntoIterator<Item = (Arc<Model>, usize)>) -> Self {
        models.into_iter().map(|(m, n)| BatchSim::new(m, n)).collect()
    }

    /// The batches, one for each model.
    pub fn parts(&self) -> &[BatchSim] {
        &self.parts
    }

    /// The batches, to reset environments and to write states, controls and parameters.
    pub fn parts_mut(&mut self) -> &mut [BatchSim] {
        &mut self.parts
    }

    /// Number of environments of all batches.
    pub fn len(&self) -> usize {
        self.parts.iter().map(BatchSim::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Steps all environments once, see [`BatchSim::step_all`].
    pub fn step_all(&mut self) -> BatchResult {
        self.step_n(1)
    }

    /// Steps all environments `n` times, see [`BatchSim::step_n`].
    pub fn step_n(&mut self, n: usize) -> BatchResult {
        let models = self.parts.iter().map(|batch| (&**batch.model(), batch.len()));
        let mut result = BatchResult::new(models);
        for _ in 0..n {
            run(&mut self.parts, &mut result);
        }
        result
    }
}

impl FromIterator<BatchSim> for MixedBatch {
    fn from_iter<I: IntoIterator<Item = BatchSim>>(batches: I) -> Self {
        Self { parts: batches.into_iter().collect() }
    }
}
