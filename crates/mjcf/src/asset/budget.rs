//! How much the assets of a model may take together.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::AssetError;
use crate::clock::Clock;

/// The bytes and vertices that assets may still take, shared between the threads that compile them.
#[derive(Debug)]
pub struct Budget {
    left: AtomicUsize,
    limit: usize,
    /// What is counted.
    unit: &'static str,
    /// The limit it stands for.
    name: &'static str,
    /// Until when assets may be compiled.
    clock: Clock,
}

impl Budget {
    /// A budget of bytes.
    #[must_use]
    pub fn bytes(limit: usize) -> Self {
        Self::new(limit, "bytes", "asset_bytes")
    }

    /// A budget of vertices.
    #[must_use]
    pub fn vertices(limit: usize) -> Self {
        Self::new(limit, "vertices", "mesh_vertices")
    }

    fn new(limit: usize, unit: &'static str, name: &'static str) -> Self {
        Self { left: AtomicUsize::new(limit), limit, unit, name, clock: Clock::unlimited() }
    }

    /// The same with a limit on the time.
    #[must_use]
    pub fn until(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Until when assets may be compiled.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The most that one asset may take.
    pub(crate) fn bound(&self) -> Bound {
        Bound { clock: self.clock, vertices: self.left.load(Ordering::Relaxed), limit: self.limit }
    }

    /// Takes some before they are made.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn take(&self, count: usize) -> Result<(), AssetError> {
        let mut left = self.left.load(Ordering::Relaxed);
        while let Some(less) = left.checked_sub(count) {
            let order = Ordering::Relaxed;
            match self.left.compare_exchange_weak(left, less, order, order) {
                Ok(_) => return Ok(()),
                Err(now) => left = now,
            }
        }
        Err(AssetError::Limit(format!(
            "the assets have more than {} {}: make them smaller, or raise the limit {}",
            self.limit, self.unit, self.name
        )))
    }
}

/// The most that reading one mesh may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) clock: Clock,
    vertices: usize,
    limit: usize,
}

impl Bound {
    /// Anything.
    pub(crate) fn unlimited() -> Self {
        Self { clock: Clock::unlimited(), vertices: usize::MAX, limit: usize::MAX }
    }

    /// Refuses so many vertices, and more than nine corners of faces for each vertex that is
    /// allowed: one and a half times what a closed surface has.
    pub(crate) fn check(&self, vertices: usize, corners: usize) -> Result<(), AssetError> {
        if vertices <= self.vertices && corners / 9 <= self.vertices {
            return Ok(());
        }
        Err(AssetError::Limit(format!(
            "the meshes have more than {} vertices, or faces for as many: make them smaller, or \
             raise the limit mesh_vertices",
            self.limit
        )))
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
        assert!(error.to_string().contains("more than 10 bytes"), "{error}");
        assert!(budget.take(4).is_ok());
        assert!(budget.take(usize::MAX).is_err());
    }
}
