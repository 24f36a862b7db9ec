//! Elements that have been reported, so that problems that only follow from theirs are not reported as well.
//!
//! An element that was reported in one stage is not looked at again in the next, an element that refers to
//! one that could not be read is not blamed, and values are not judged under settings that
//! could not be read.

use std::collections::HashSet;

use super::{Place, Problem, ProblemKind};
use crate::identity::ElementId;

/// The element that a problem is about, and what the problem rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Where the element begins.
    pub(crate) element: Option<Place>,
    /// Identity of an element that was not read from a file.
    pub(crate) id: ElementId,
    /// Where the elements around it begin, up to the body that holds it.
    pub(crate) around: Vec<Place>,
    /// Whether it is a body: what is in it is compiled apart from it.
    pub(crate) is_body: bool,
    /// The name that nothing has, if that is the problem.
    pub(crate) missing: Option<String>,
    /// Nothing else can be the reason.
    pub(crate) sure: bool,
    /// The element was reported before it was read.
    pub(crate) follows: bool,
    /// Names that are left out with the element.
    pub(crate) left_out: Vec<String>,
    /// What cannot be trusted any more.
    pub(crate) reach: FaultScope,
}

/// How far a mistake reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FaultScope {
    /// What was meant is clear: reading goes on with that.
    Nothing,
    /// The element is not as it was meant.
    #[default]
    Element,
    /// The element would have made other elements with names: any missing name may be one of them.
    Names,
    /// Settings of all elements.
    Settings,
    /// A part of the document is missing.
    Document,
}

/// What tells an element apart: copies of an element in a file count as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Place(Place),
    Id(ElementId),
}

impl Fault {
    fn key(&self) -> Option<Key> {
        match &self.element {
            Some(place) => Some(Key::Place(place.clone())),
            None if self.id.is_none() => None,
            None => Some(Key::Id(self.id)),
        }
    }
}

/// Everything known to be wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mistaken {
    /// Elements of earlier stages, and those around them.
    elements: HashSet<Key>,
    around: HashSet<Key>,
    /// The same of the stage under way.
    new: Vec<Fault>,
    /// Names of what was left out.
    names: HashSet<String>,
    /// Anything may have been left out.
    any_name: bool,
    settings: bool,
}

impl Mistaken {
    /// Adds an element.
    pub(super) fn add(&mut self, fault: Fault) {
        if fault.reach == FaultScope::Nothing {
            return;
        }
        self.names.extend(fault.left_out.iter().cloned());
        self.any_name |= matches!(fault.reach, FaultScope::Names | FaultScope::Document);
        self.settings |= matches!(fault.reach, FaultScope::Settings | FaultScope::Document);
        self.new.push(fault);
    }

    /// Ends a stage.
    pub(super) fn close(&mut self) {
        for fault in std::mem::take(&mut self.new) {
            self.elements.extend(fault.key());
            self.around.extend(fault.around.into_iter().map(Key::Place));
        }
    }

    /// Adds what is known of another model that is part of this one.
    pub(super) fn absorb(&mut self, other: Self) {
        self.elements.extend(other.elements);
        self.around.extend(other.around);
        self.new.extend(other.new);
        self.any_name |= other.any_name || !other.names.is_empty();
        self.settings |= other.settings;
    }

    /// Whether a problem may only follow from what is known.
    pub(super) fn explains(&self, problem: &Problem) -> bool {
        let Some(fault) = problem.fault.as_deref() else { return false };
        if problem.kind == ProblemKind::Limit {
            return false;
        }
        if fault.follows {
            return true;
        }
        if let Some(name) = &fault.missing {
            return self.may_have(name);
        }
        if fault.sure || problem.kind != ProblemKind::Compile {
            return false;
        }
        let Some(key) = fault.key() else { return self.settings };
        self.settings
            || self.elements.contains(&key)
            || (!fault.is_body && self.around.contains(&key))
    }

    /// Whether something of this name may have been left out.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        self.any_name || self.names.contains(name)
    }

    /// Whether an element is not as it was meant.
    pub(crate) fn has(&self, fault: &Fault) -> bool {
        let Some(key) = fault.key() else { return false };
        self.elements.contains(&key) || self.new.iter().any(|new| new.key().as_ref() == Some(&key))
    }

    /// Whether something in an element, that of bodies in it aside, is not as it was meant.
    pub(crate) fn has_inside(&self, fault: &Fault) -> bool {
        fault.key().is_some_and(|key| self.around.contains(&key))
    }

    /// Whether there is anything wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.elements.is_empty() && self.new.is_empty()
    }
}
