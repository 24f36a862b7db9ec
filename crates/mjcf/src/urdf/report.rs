//! Parts of a URDF file that a model cannot hold.

use std::fmt;

use crate::error::{Problem, ProblemKind};
use crate::xml::{NodeId, Span, Tree};

/// Everything in a URDF file that has no effect on the model, or another than written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// One entry for each place, of kind [`Unsupported`](ProblemKind::Unsupported).
    pub notes: Vec<Problem>,
    /// Number of further entries that were counted but not kept.
    pub omitted: usize,
}

impl Report {
    /// Entries beyond this number are counted, not kept.
    pub const KEPT: usize = 1000;

    /// Whether everything in the file is in the model.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    pub(super) fn note(&mut self, tree: &Tree, node: NodeId, message: impl Into<String>) {
        if self.has_room() {
            self.notes.push(tree.problem(ProblemKind::Unsupported, node, message));
        }
    }

    pub(super) fn note_attr(
        &mut self,
        tree: &Tree,
        node: NodeId,
        span: Span,
        message: impl Into<String>,
    ) {
        if self.has_room() {
            self.notes.push(tree.attr_problem(ProblemKind::Unsupported, node, span, message));
        }
    }

    fn has_room(&mut self) -> bool {
        let room = self.notes.len() < Self::KEPT;
        self.omitted += usize::from(!room);
        room
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        if self.omitted > 0 {
            writeln!(f, "and {} more", self.omitted)?;
        }
        Ok(())
    }
}
