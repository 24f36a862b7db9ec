//! The list of facets: append, remove, and go on from a place.

use super::Id;

/// A list whose places are never reused, so that a place stays valid while facets come and go.
///
/// Place 0 is kept free for the facet that is moved to the front.
pub(super) struct FacetList {
    places: Vec<Option<Id>>,
}

impl FacetList {
    pub(super) fn new() -> Self {
        Self { places: vec![None] }
    }

    /// Appends a facet and returns its place.
    pub(super) fn push(&mut self, facet: Id) -> usize {
        self.places.push(Some(facet));
        self.places.len() - 1
    }

    /// Puts a facet in front of all others.
    pub(super) fn push_front(&mut self, facet: Id) -> usize {
        self.places[0] = Some(facet);
        0
    }

    /// Removes a facet from its place, if it has one.
    pub(super) fn remove(&mut self, place: usize, facet: Id) {
        if self.places[place] == Some(facet) {
            self.places[place] = None;
        }
    }

    /// The place the next facet will get.
    pub(super) fn end(&self) -> usize {
        self.places.len()
    }

    /// Facets from a place on.
    pub(super) fn from(&self, place: usize) -> impl Iterator<Item = Id> {
        self.places[place.min(self.places.len())..].iter().flatten().copied()
    }

    /// Facets from one place up to before another.
    pub(super) fn between(&self, from: usize, to: usize) -> impl Iterator<Item = Id> {
        let to = to.min(self.places.len());
        self.places[from.min(to)..to].iter().flatten().copied()
    }
}
