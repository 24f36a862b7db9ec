//! `<replicate>`: copies of part of a tree, next to each other.

use super::branch::Subtree;
use super::drop_references;
use super::naming::Naming;
use super::references::{KnownNames, References};
use crate::error::EditError;
use crate::spec::pose::Pose;
use crate::spec::{BodyKey, Spec};

/// Replication under way: the original stays in the tree until all copies are made.
pub(crate) struct Replication {
    original: BodyKey,
    known: KnownNames,
    /// Elements that may refer to the original, collected before the first copy: searching the copies as well
    /// would take quadratic time.
    references: References,
}

impl Replication {
    /// Begins to replicate the content of a body.
    pub(crate) fn new(spec: &Spec, original: BodyKey) -> Self {
        Self { original, known: KnownNames::of(spec), references: References::of(spec) }
    }

    /// Makes a copy next to the original, its first frame at `pose` inside `frame`.
    pub(crate) fn copy(
        &mut self,
        spec: &mut Spec,
        pose: Pose,
        frame: Option<usize>,
        naming: &Naming,
    ) -> Result<(), EditError> {
        let pending = spec.store_keys(|name| naming.apply(name))?;
        spec.pending.extend(pending);
        let moved = &mut spec.bodies[self.original].frames[0];
        (moved.pos, moved.quat) = (pose.pos, pose.quat);
        let mut copy = Subtree::whole(&spec.bodies, self.original);
        for inside in spec.bodies.children(self.original).to_vec() {
            spec.bodies.forget_keys(inside);
        }
        copy.rename(naming);
        self.known.names.extend(copy.names());
        let parent = spec.bodies.parent(self.original).unwrap_or(BodyKey::WORLD);
        copy.add_content(&mut spec.bodies, parent, frame);
        self.known.copy(spec, &self.references, naming);
        spec.expand_keys();
        Ok(())
    }

    /// Removes the original and the elements that refer to it.
    pub(crate) fn finish(self, spec: &mut Spec) -> Result<(), EditError> {
        let pending = spec.store_keys(str::to_owned)?;
        spec.pending.extend(pending);
        spec.keys.clear();
        let original = spec.bodies.remove(self.original);
        drop_references(spec, &original);
        Ok(())
    }
}
