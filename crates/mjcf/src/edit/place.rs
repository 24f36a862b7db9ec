//! Where an element is: from its identity to its place in the spec.
//!
//! Places are remembered, those in the tree by the body around: a path for each element would take
//! memory that grows with the square of the depth. A place that is out of date is noticed, because
//! another identity is found there, and searched again: first in the same list, then in the whole
//! spec.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// What an element is part of, as it is remembered.
#[derive(Clone, Copy, Debug)]
enum Kept {
    /// The body of this identity; for a body, the one around it, none for the world.
    Body(ElementId),
    List,
    Class(usize),
    Path(usize),
}

/// A place as it is remembered.
#[derive(Clone, Copy, Debug)]
struct KeptPlace {
    kind: ObjType,
    home: Kept,
    index: usize,
}

/// Places found before.
#[derive(Debug, Default)]
pub(crate) struct Places(Mutex<HashMap<ElementId, KeptPlace>>);

impl Clone for Places {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, HashMap<ElementId, KeptPlace>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place known for an element, with the path there.
    fn known(&self, id: ElementId) -> Option<Place> {
        let places = self.lock();
        let KeptPlace { kind, home, index } = *places.get(&id)?;
        let home = match home {
            Kept::List => Home::List,
            Kept::Class(class) => Home::Class(class),
            Kept::Path(tendon) => Home::Path(tendon),
            Kept::Body(around) => {
                let mut path: Vec<usize> = Vec::new();
                // the world is in no body
                let own = kind == ObjType::Body && !around.is_none();
                path.extend(own.then_some(index));
                let mut body = around;
                while !body.is_none() {
                    let place = places.get(&body)?;
                    let Kept::Body(next) = place.home else { return None };
                    if next.is_none() {
                        break;
                    }
                    path.push(place.index);
                    // what is known may be out of date, and even lead in a circle
                    if path.len() > places.len() {
                        return None;
                    }
                    body = next;
                }
                path.reverse();
                Home::Tree(path.into())
            }
        };
        Some(Place { kind, home, index })
    }

    /// Remembers the place of an element that is not in the tree.
    pub(crate) fn remember(&self, id: ElementId, place: &Place) {
        let Place { kind, ref home, index } = *place;
        let home = match *home {
            Home::List => Kept::List,
            Home::Class(class) => Kept::Class(class),
            Home::Path(tendon) => Kept::Path(tendon),
            Home::Tree(_) => return,
        };
        self.lock().insert(id, KeptPlace { kind, home, index });
    }

    /// Remembers the place of an element in a body.
    pub(crate) fn remember_in(&self, body: ElementId, kind: ObjType, index: usize, id: ElementId) {
        self.lock().insert(id, KeptPlace { kind, home: Kept::Body(body), index });
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
        match &place.home {
            Home::Tree(path) if place.kind != ObjType::Body => {
                let body = self.body_at(path)?.origin.id;
                self.places.remember_in(body, place.kind, place.index, id);
            }
            _ => self.places.remember(id, &place),
        }
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
        note_bodies(&self.world, &mut found);
        for (c, class) in self.defaults.iter().enumerate() {
            note_class(class, c, &mut found);
        }
        macro_rules! lists {
            ($($list:ident $kind:ident),+ $(,)?) => {$(
                for (index, element) in self.$list.iter().enumerate() {
                    let place = KeptPlace { kind: ObjType::$kind, home: Kept::List, index };
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
                let place = KeptPlace { kind: ObjType::Unknown, home: Kept::Path(t), index };
                found.insert(wrap.origin.id, place);
            }
        }
        *self.places.lock() = found;
        self.places.known(id).filter(|place| self.id_at(place) == Some(id))
    }
}

fn note_bodies(world: &Body, found: &mut HashMap<ElementId, KeptPlace>) {
    let around = Kept::Body(ElementId::NONE);
    found.insert(world.origin.id, KeptPlace { kind: ObjType::Body, home: around, index: 0 });
    for body in world.tree() {
        let home = Kept::Body(body.origin.id);
        macro_rules! lists {
            ($($list:ident $kind:ident),+) => {$(
                for (index, element) in body.$list.iter().enumerate() {
                    let place = KeptPlace { kind: ObjType::$kind, home, index };
                    found.insert(element.origin.id, place);
                }
            )+};
        }
        lists!(frames Frame, joints Joint, geoms Geom, sites Site, cameras Camera, lights Light);
        lists!(bodies Body);
    }
}

fn note_class(class: &DefaultClass, c: usize, found: &mut HashMap<ElementId, KeptPlace>) {
    macro_rules! fields {
        ($($field:ident $kind:ident),+ $(,)?) => {$(
            let place = KeptPlace { kind: ObjType::$kind, home: Kept::Class(c), index: 0 };
            found.insert(class.$field.origin.id, place);
        )+};
    }
    fields!(
        joint Joint, geom Geom, site Site, camera Camera, light Light, mesh Mesh,
        material Material, pair Pair, equality Equality, tendon Tendon, actuator Actuator,
    );
}
