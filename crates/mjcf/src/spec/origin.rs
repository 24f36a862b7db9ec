//! Where an element came from.

use std::sync::Arc;

use crate::error::{Fault, Location};
pub use crate::identity::ElementId;
use crate::xml::{Span, Tree};

/// The place of an element in a file, whose settings hold for it, and its identity.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The document it was read from.
    pub(crate) tree: Option<Arc<Tree>>,
    /// Where in it.
    pub(crate) span: Span,
    /// Settings that hold for it: 0 for the spec's own, n for its n-th attached scope.
    pub scope: usize,
    /// Identity of the element; see [`Spec::assign_ids`](crate::Spec::assign_ids).
    pub id: ElementId,
    /// The file held numbers of the element that are infinite or NaN.
    pub(crate) excused: bool,
    /// A note that messages about the element quote.
    pub info: String,
}

/// Origins are equal if the same settings and note hold for the elements: what an element is does not depend on
/// where it was read, nor on its number in a spec.
impl PartialEq for Origin {
    fn eq(&self, other: &Self) -> bool {
        (self.scope, &self.info) == (other.scope, &other.info)
    }
}

impl Origin {
    /// The place, if the element was read from a file.
    pub fn location(&self) -> Option<Location> {
        self.tree.as_ref().map(|tree| tree.location(self.span))
    }

    /// What a problem with the element is about.
    pub(crate) fn fault(&self) -> Fault {
        let node = self.tree.as_deref().and_then(|tree| Some((tree, tree.element_at(self.span)?)));
        match node {
            Some((tree, node)) => Fault { id: self.id, ..tree.fault(node) },
            None => Fault { id: self.id, ..Fault::default() },
        }
    }

    /// The same of an element of this name directly inside; none if there is none.
    pub(crate) fn fault_inside(&self, name: &str) -> Option<Fault> {
        let tree = self.tree.as_deref()?;
        let node = tree.element_at(self.span)?;
        tree.children_named(node, name).next().map(|child| tree.fault(child))
    }

    /// The tag the element was read from.
    pub(crate) fn tag(&self) -> Option<&str> {
        let tree = self.tree.as_deref()?;
        Some(tree.name(tree.element_at(self.span)?))
    }

    /// The place of the attribute of this value, in the element or directly inside it; that of the
    /// element if there is none.
    pub(crate) fn location_of(&self, value: &str) -> Option<Location> {
        let tree = self.tree.as_deref()?;
        let node = tree.element_at(self.span)?;
        let mut attrs = std::iter::once(node)
            .chain(tree.children(node))
            .flat_map(|node| tree.attrs(node))
            .filter(|attr| attr.name != "name" && attr.value == value);
        let span = attrs.next().map_or(self.span, |attr| attr.value_span);
        Some(tree.location(span))
    }
}
