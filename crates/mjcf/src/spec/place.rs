//! The places of elements, as far as they are remembered.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ferrodyn_engine::enums::ObjType;

use super::{BodyKey, ElementId};

/// What an element is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// This body; for a body, itself.
    Body(BodyKey),
    /// A list of the spec.
    List,
    /// The default class of this index.
    Class(usize),
    /// The path of the tendon of this index.
    Path(usize),
}

impl Home {
    /// The body, if the element is in the tree.
    pub(crate) fn body(self) -> Option<BodyKey> {
        match self {
            Self::Body(body) => Some(body),
            _ => None,
        }
    }
}

/// The place of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Kind of the element; unknown for what is on the path of a tendon.
    pub(crate) kind: ObjType,
    /// What it is part of.
    pub(crate) home: Home,
    /// Index in the list that holds it; not used for bodies.
    pub(crate) index: usize,
}

/// Places found before.
#[derive(Debug, Default)]
pub(crate) struct Places(Mutex<HashMap<ElementId, Place>>);

impl Clone for Places {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Places {
    /// All that are remembered.
    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<ElementId, Place>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers the place of an element.
    pub(crate) fn remember(&self, id: ElementId, place: Place) {
        self.lock().insert(id, place);
    }
}
