//! How much the assets of a model may take together.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::AssetError;

/// What is left for assets; shared between the threads that compile them.
#[derive(Debug)]
pub struct Budget {
    left: AtomicUsize,
    limit: usize,
    /// What is counted.
    unit: &'static str,
    /// The limit it stands for.
    name: &'static str,
}

impl Budget {
    /// A budget of bytes.
    pub fn bytes(limit: usize) -> Self {
        Self { left: AtomicUsize::new(limit), limit, unit: "bytes", name: "asset_bytes" }
    }

    /// A budget of vertices.
    pub fn vertices(limit: usize) -> Self {
        Self { left: AtomicUsize::new(limit), limit, unit: "vertices", name: "mesh_vertices" }
    }

    /// Takes some before they are made.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn take(&self, count: usize) -> Result<(), AssetError> {
        let take = |left: usize| left.checked_sub(count);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(_) => Ok(()),
            Err(_) => Err(AssetError(format!(
                "the assets have more than {} {}: make them smaller, or raise the limit {}",
                self.limit, self.unit, self.name
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_taken_from_until_nothing_is_left() {
        let budget = Budget::bytes(10);
        assert!(budget.take(6).is_ok());
        let error = budget.take(5).unwrap_err();
        assert!(error.0.contains("more than 10 bytes"), "{error}");
        assert!(budget.take(4).is_ok());
        assert!(budget.take(usize::MAX).is_err());
    }
}
