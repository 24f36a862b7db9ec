//! What the joints, actuators and bodies of a spec became in the models that it was compiled to last.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use ferrodyn_engine::enums::ObjType;

use super::ElementId;

/// How many models are remembered.
const MOST: usize = 4;

/// Kinds of elements whose state is carried over when a spec is compiled again.
const WITH_STATE: [ObjType; 3] = [ObjType::Joint, ObjType::Actuator, ObjType::Body];

/// An element, and kind and id of the object that it became.
pub(crate) type Became = (ElementId, ObjType, i32);

/// Models that a spec was compiled to, by their numbers, with what its elements became in them.
#[derive(Debug, Default)]
pub(crate) struct CompiledModels(Mutex<VecDeque<(u64, Arc<[Became]>)>>);

impl Clone for CompiledModels {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.models(|models| models.clone())))
    }
}

impl CompiledModels {
    /// Remembers a model, and forgets the oldest one if there are too many.
    pub(crate) fn remember(&self, model: u64, ids: &HashMap<ElementId, (ObjType, i32)>) {
        let with_state = ids.iter().filter(|(_, (kind, _))| WITH_STATE.contains(kind));
        let mut became: Vec<Became> = with_state.map(|(&e, &(kind, id))| (e, kind, id)).collect();
        became.sort_unstable_by_key(|&(element, ..)| element);
        self.models(|models| {
            models.truncate(MOST - 1);
            models.push_front((model, became.into()));
        });
    }

    /// What the elements became in a model; nothing if it was not compiled from this spec, or too long ago.
    pub(crate) fn find(&self, model: u64) -> Option<Arc<[Became]>> {
        self.models(|models| {
            let found = models.iter().find(|(number, _)| *number == model);
            found.map(|(_, became)| Arc::clone(became))
        })
    }

    fn models<T>(&self, look: impl FnOnce(&mut VecDeque<(u64, Arc<[Became]>)>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
