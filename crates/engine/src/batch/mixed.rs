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
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_all(&mut self) -> BatchResult {
        self.step_n(1)
    }

    /// Steps all environments `n` times, see [`BatchSim::step_n`].
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_n(&mut self, n: usize) -> BatchResult {
        let mut result = BatchResult::default();
        self.step_n_into(n, &mut result);
        result
    }

    /// Steps all environments once, see [`BatchSim::step_into`].
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_into(&mut self, result: &mut BatchResult) {
        self.step_n_into(1, result);
    }

    /// Steps all environments `n` times, see [`BatchSim::step_n_into`].
    ///
    /// # Panics
    /// If a closure or hook of the user does, see [`crate::batch`].
    pub fn step_n_into(&mut self, n: usize, result: &mut BatchResult) {
        run::run(&mut self.parts, n, result);
    }
}

impl FromIterator<BatchSim> for MixedBatch {
    fn from_iter<I: IntoIterator<Item = BatchSim>>(batches: I) -> Self {
        Self { parts: batches.into_iter().collect() }
    }
}
