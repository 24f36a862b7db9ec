//! `<replicate>`: copies of part of a tree, next to each other.

use super::naming::Naming;
use super::references::{Known, References};
use super::{body_at, drop_references, graft};
use crate::compile::pose::Pose;
use crate::spec::Spec;

/// Replication under way: the original stays in the tree until all copies are made.
pub(crate) struct Replication {
    path: Vec<usize>,
    known: Known,
    /// What may refer to the original; looking at copies, too, would take quadratic time.
    references: References,
}

impl Replication {
    /// Starts with the original at `path`.
    pub(crate) fn new(spec: &Spec, path: Vec<usize>) -> Self {
        Self { path, known: Known::of(spec), references: References::of(spec) }
    }

    /// Makes a copy next to the original, its first frame at `pose` inside `frame`.
    pub(crate) fn copy(
        &mut self,
        spec: &mut Spec,
        pose: Pose,
        frame: Option<usize>,
        naming: &Naming,
    ) -> Result<(), String> {
        let pending = spec.store_keys(|name| naming.apply(name))?;
        spec.pending.extend(pending);
        let original = body_at(spec, &self.path);
        original.frames[0].pos = pose.pos;
        original.frames[0].quat = pose.quat;
        let source = original.clone();
        for body in &mut original.bodies {
            Spec::forget_keys(body);
        }
        let parent = body_at(spec, &self.path[..self.path.len() - 1]);
        let added = graft(&source, parent, frame, naming);
        self.known.names.extend(added);
        self.known.copy(spec, &self.references, naming);
        spec.expand_keys();
        Ok(())
    }

    /// Removes the original and what refers to it.
    pub(crate) fn finish(self, spec: &mut Spec) -> Result<(), String> {
        let pending = spec.store_keys(str::to_owned)?;
        spec.pending.extend(pending);
        spec.keys.clear();
        let last = self.path.len() - 1;
        let original = body_at(spec, &self.path[..last]).bodies.remove(self.path[last]);
        drop_references(spec, &original);
        Ok(())
    }
}
