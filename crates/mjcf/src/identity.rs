//! How an element is told apart from all others.

use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of an element: no two elements of a spec have the same.
///
/// A clone of a spec keeps the identities, so that what is known about an element of one holds for
/// the same element of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(u64);

impl ElementId {
    /// No identity yet.
    pub const NONE: Self = Self(0);

    /// An identity that no other element of the process has.
    #[must_use]
    pub fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The identity as a number; 0 for none.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }

    /// Whether it is [`NONE`](Self::NONE).
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
}
