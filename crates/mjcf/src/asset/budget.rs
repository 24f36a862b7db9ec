//! How many bytes the assets of a model may take together.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::AssetError;

/// Bytes that are left for assets; shared between the threads that compile them.
#[derive(Debug)]
pub struct Budget {
    left: AtomicUsize,
    limit: usize,
}

impl Budget {
    /// A budget of `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { left: AtomicUsize::new(limit), limit }
    }

    /// Takes bytes before they are allocated.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn take(&self, bytes: usize) -> Result<(), AssetError> {
        let take = |left: usize| left.checked_sub(bytes);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(_) => Ok(()),
            Err(_) => Err(AssetError(format!(
                "the assets take more than {} bytes: make them smaller, or raise the limit \
                 asset_bytes",
                self.limit
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_taken_until_none_are_left() {
        let budget = Budget::new(10);
        assert!(budget.take(6).is_ok());
        let error = budget.take(5).unwrap_err();
        assert!(error.0.contains("more than 10 bytes"), "{error}");
        assert!(budget.take(4).is_ok());
        assert!(budget.take(usize::MAX).is_err());
    }
}
