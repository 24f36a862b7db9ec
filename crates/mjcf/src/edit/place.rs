//! Where an element is: from its identity to its place in the spec.
//!
//! Places are remembered. A place that is out of date is noticed, because another identity is found
//! there, and searched again: first in the same list, then in the whole spec.

use std::collections::HashMap;

use ferrodyn_engine::enums::ObjType;

use super::{SpecElement, Stored};
use crate::spec::place::{Home, Place};
use crate::spec::{Bodies, Body, BodyKey, DefaultClass, ElementId, Spec, Wrap};
use crate::with_kind;

impl Spec {
    /// The element of this identity, if it is of the kind asked for.
    #[must_use]
    pub fn get<E: SpecElement>(&self, id: ElementId) -> Option<&E> {
        E::at(self, self.place_in::<E>(id)?)
    }

    /// The element of this identity, to be changed.
    pub fn get_mut<E: SpecElement>(&mut self, id: ElementId) -> Option<&mut E> {
        let place = self.place_in::<E>(id)?;
        E::at_mut(self, place)
    }

    /// The object on the path of a tendon that has this identity.
    #[must_use]
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
    #[must_use]
    pub fn kind_of(&self, id: ElementId) -> Option<ObjType> {
        self.place(id).map(|place| place.kind)
    }

    /// The identity of the world.
    #[must_use]
    pub fn world(&self) -> ElementId {
        self.bodies.world().origin.id
    }

    /// The key of a body in [`Spec::bodies`].
    #[must_use]
    pub fn body_key(&self, body: ElementId) -> Option<BodyKey> {
        self.place_in::<Body>(body)?.home.body()
    }

    /// The place of an element of a known kind.
    pub(crate) fn place_in<E: SpecElement>(&self, id: ElementId) -> Option<Place> {
        self.place(id).filter(|place| place.kind == E::KIND)
    }

    /// The place of an element.
    pub(crate) fn place(&self, id: ElementId) -> Option<Place> {
        if id.is_none() {
            return None;
        }
        let known = self.places.lock().get(&id).copied();
        let place = match known {
            Some(place) if self.id_at(place) == Some(id) => return Some(place),
            Some(place) => self.search_near(id, place).or_else(|| self.search(id)),
            None => self.search(id),
        }?;
        self.places.remember(id, place);
        Some(place)
    }

    /// The identity of what is at a place.
    fn id_at(&self, place: Place) -> Option<ElementId> {
        if let Home::Path(tendon) = place.home {
            return Some(self.tendons.get(tendon)?.path.get(place.index)?.origin.id);
        }
        with_kind!(place.kind, E => E::at(self, place).map(|e| e.origin().id), None)
    }

    /// Searches the list that held the element before.
    fn search_near(&self, id: ElementId, place: Place) -> Option<Place> {
        fn index<E: SpecElement>(spec: &Spec, place: Place, id: ElementId) -> Option<usize> {
            let list = match place.home {
                Home::Body(body) => E::of_body(spec.bodies.get(body)?),
                Home::List => E::of_spec(spec),
                Home::Class(_) | Home::Path(_) => return None,
            };
            list.iter().position(|e| e.origin().id == id)
        }
        let index = with_kind!(place.kind, E => index::<E>(self, place, id), None)?;
        Some(Place { index, ..place })
    }

    /// Searches everything, and remembers all places on the way.
    fn search(&self, id: ElementId) -> Option<Place> {
        let mut found = HashMap::new();
        note_bodies(&self.bodies, &mut found);
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
        let place = found.get(&id).copied();
        *self.places.lock() = found;
        place
    }
}

fn note_bodies(bodies: &Bodies, found: &mut HashMap<ElementId, Place>) {
    for key in bodies.subtree(BodyKey::WORLD) {
        let (body, home) = (&bodies[key], Home::Body(key));
        found.insert(body.origin.id, Place { kind: ObjType::Body, home, index: 0 });
        macro_rules! lists {
            ($($list:ident $kind:ident),+) => {$(
                for (index, element) in body.$list.iter().enumerate() {
                    let place = Place { kind: ObjType::$kind, home, index };
                    found.insert(element.origin.id, place);
                }
            )+};
        }
        lists!(frames Frame, joints Joint, geoms Geom, sites Site, cameras Camera, lights Light);
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
