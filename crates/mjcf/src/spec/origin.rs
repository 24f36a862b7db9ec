//! Where an element came from.

use std::sync::Arc;

use crate::error::Location;
use crate::xml::{Span, Tree};

/// The place of an element in a file, and whose settings hold for it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The document it was read from.
    pub(crate) tree: Option<Arc<Tree>>,
    /// Where in it.
    pub(crate) span: Span,
    /// Settings that hold for it: 0 for the spec's own, n for its n-th attached scope.
    pub scope: usize,
}

impl Origin {
    /// The place, if the element was read from a file.
    pub fn location(&self) -> Option<Location> {
        self.tree.as_ref().map(|tree| tree.location(self.span))
    }
}
