//! Where an element is: from its identity to its place in the spec.
//!
//! Places are remembered. One that is out of date is noticed, because another identity is found
//! there, and searched again: first in the same list, then in the whole spec.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ferrodyn_engine::enums::ObjType;

use super::{SpecElement, Stored};
use crate::spec::{Body, DefaultClass, ElementId, Spec, Wrap};
use crate::with_kind;

/// What an element is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// The body at this path of child indices from the world; for a body, its own path.
    Tree(Arc<[usize]>),
    /// A list of the spec.
    List,
    /// The default class of this index.
    Class(usize),
    /// The path of the tendon of this index.
    Path(usize),
}

/// The place of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Kind of the element; unknown for what is on the path of a tendon.
    pub(crate) kind: ObjType,
    /// What it is part of.
    pub(crate) home: Home,
    /// Index in the list that holds it.
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
    fn known(&self, id: ElementId) -> Option<Place> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Remembers a place.
    pub(crate) fn remember(&self, id: ElementId, place: Place) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, place);
    }
}

impl Spec {
    /// The element of this identity, if it is of the kind asked for.
    pub fn get<E: SpecElement>(&self, id: ElementId) -> Option<&E> {
        E::at(self, &self.place_in::<E>(id)?)
    }

    /// The element of this identity, to be changed.
    pub fn get_mut<E: SpecElement>(&mut self, id: ElementId) -> Option<&mut E> {
        let place = self.place_in::<E>(id)?;
        E::at_mut(self, &place)
    }

    /// The object on the path of a tendon that has this identity.
    pub fn wrap(&self, id: ElementId) -> Option<&Wrap> {
        match self.place(id)? {
            Place { home: Home::Path(tendon), index, .. } => self.tendons[tendon].path.get(index),
            _ => None,
        }
    }

    /// The object on the path of a tendon, to be changed.
    pub fn wrap_mut(&mut self, id: ElementId) -> Option<&mut Wrap> {
        match self.place(id)? {
            Place { home: Home::Path(t), index, .. } => self.tendons[t].path.get_mut(index),
            _ => None,
        }
    }

    /// What an identity stands for; nothing if it is not of this spec, and
    /// [`ObjType::Unknown`] for an object on the path of a tendon.
    pub fn kind_of(&self, id: ElementId) -> Option<ObjType> {
        self.place(id).map(|place| place.kind)
    }

    /// The body at a path of child indices from the world.
    pub(crate) fn body_at(&self, path: &[usize]) -> Option<&Body> {
        path.iter().try_fold(&self.world, |body, &child| body.bodies.get(child))
    }

    /// The body at a path, to be changed.
    pub(crate) fn body_at_mut(&mut self, path: &[usize]) -> Option<&mut Body> {
        path.iter().try_fold(&mut self.world, |body, &child| body.bodies.get_mut(child))
    }

    /// The place of an element of a known kind.
    pub(crate) fn place_in<E: SpecElement>(&self, id: ElementId) -> Option<Place> {
        self.place(id).filter(|place| place.kind == E::KIND)
    }

    /// The path of a body.
    pub(crate) fn path_of(&self, body: ElementId) -> Option<Arc<[usize]>> {
        match self.place_in::<Body>(body)?.home {
            Home::Tree(path) => Some(path),
            _ => None,
        }
    }

    /// The place of an element.
    pub(crate) fn place(&self, id: ElementId) -> Option<Place> {
        if id.is_none() {
            return None;
        }
        let known = self.places.known(id);
        let place = match known {
            Some(place) if self.id_at(&place) == Some(id) => return Some(place),
            Some(place) => self.search_near(id, place).or_else(|| self.search(id)),
            None => self.search(id),
        }?;
        self.places.remember(id, place.clone());
        Some(place)
    }

    /// The identity of what is at a place.
    fn id_at(&self, place: &Place) -> Option<ElementId> {
        if let Home::Path(tendon) = place.home {
            return Some(self.tendons.get(tendon)?.path.get(place.index)?.origin.id);
        }
        with_kind!(place.kind, E => E::at(self, place).map(|e| e.origin().id), None)
    }

    /// Searches the list that held the element before.
    fn search_near(&self, id: ElementId, mut place: Place) -> Option<Place> {
        fn index<E: SpecElement>(spec: &Spec, place: &Place, id: ElementId) -> Option<usize> {
            let list = match &place.home {
                Home::Tree(path) => E::of_body(spec.body_at(path)?),
                Home::List => E::of_spec(spec),
                Home::Class(_) | Home::Path(_) => return None,
            };
            list.iter().position(|e| e.origin().id == id)
        }
        if place.kind == ObjType::Body {
            return None;
        }
        place.index = with_kind!(place.kind, E => index::<E>(self, &place, id), None)?;
        Some(place)
    }

    /// Searches everything, and remembers all places on the way.
    fn search(&self, id: ElementId) -> Option<Place> {
        let mut found = HashMap::new();
        let mut path = Vec::new();
        note_body(&self.world, &mut path, &mut found);
        for (c, class) in self.defaults.iter().enumerate() {
            note_class(class, c, &mut found);
        }
        macro_rules! lists {
            ($($list:ident $kind:ident),+ $(,)?) => {$(
                for (index, element) in self.$list.iter().enumerate() {
                    let place = Place { kind: ObjType::$kind, home: Home::List, index };
                    found.insert(element.origin.id, place);
                }
            )+};
        }
        lists!(
            defaults Default, meshes Mesh, hfields Hfield, skins Skin, textures Texture,
            materials Material, pairs Pair, excludes Exclude, equalities Equality, tendons Tendon,
            actuators Actuator, sensors Sensor, numerics Numeric, texts Text, tuples Tuple,
            keys Key, flexes Flex, plugins Plugin,
        );
        for (t, tendon) in self.tendons.iter().enumerate() {
            for (index, wrap) in tendon.path.iter().enumerate() {
                let place = Place { kind: ObjType::Unknown, home: Home::Path(t), index };
                found.insert(wrap.origin.id, place);
            }
        }
        let place = found.get(&id).cloned();
        *self.places.0.lock().unwrap_or_else(PoisonError::into_inner) = found;
        place
    }
}

fn note_body(body: &Body, path: &mut Vec<usize>, found: &mut HashMap<ElementId, Place>) {
    let home = Home::Tree(path.as_slice().into());
    let index = path.last().copied().unwrap_or(0);
    found.insert(body.origin.id, Place { kind: ObjType::Body, home: home.clone(), index });
    macro_rules! lists {
        ($($list:ident $kind:ident),+) => {$(
            for (index, element) in body.$list.iter().enumerate() {
                let place = Place { kind: ObjType::$kind, home: home.clone(), index };
                found.insert(element.origin.id, place);
            }
        )+};
    }
    lists!(frames Frame, joints Joint, geoms Geom, sites Site, cameras Camera, lights Light);
    for (index, child) in body.bodies.iter().enumerate() {
        path.push(index);
        note_body(child, path, found);
        path.pop();
    }
}

fn note_class(class: &DefaultClass, c: usize, found: &mut HashMap<ElementId, Place>) {
    macro_rules! fields {
        ($($field:ident $kind:ident),+ $(,)?) => {$(
            let place = Place { kind: ObjType::$kind, home: Home::Class(c), index: 0 };
            found.insert(class.$field.origin.id, place);
        )+};
    }
    fields!(
        joint Joint, geom Geom, site Site, camera Camera, light Light, mesh Mesh,
        material Material, pair Pair, equality Equality, tendon Tendon, actuator Actuator,
    );
}
