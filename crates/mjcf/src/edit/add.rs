//! Adding elements.

use std::any::Any;

use ferrodyn_engine::enums::{JointType, ObjType};

use super::{EditError, Home, Place, SpecElement};
use crate::spec::{
    Body, DefaultClass, ElementId, Frame, Joint, Origin, Spec, Tendon, Wrap, WrapKind,
};

impl Spec {
    /// Adds an element and returns its identity.
    ///
    /// What sits in a body needs that body as `parent`, and optionally a `frame` of it; other
    /// elements take neither. The element starts from the values of `class`; without one, from
    /// those of the class that holds inside the parent, or of the root.
    ///
    /// # Errors
    /// If parent, frame or class are not in the spec, or the parent is missing.
    #[doc(alias = "mjs_addBody")]
    #[doc(alias = "mjs_addGeom")]
    pub fn add<E: SpecElement>(
        &mut self,
        parent: Option<ElementId>,
        frame: Option<ElementId>,
        class: Option<ElementId>,
    ) -> Result<ElementId, EditError> {
        if E::KIND == ObjType::Default {
            return Err(EditError::UnnamedClass);
        }
        if let Some(class) = class
            && self.class_index(class).is_none()
        {
            return Err(EditError::Missing("default class"));
        }
        if E::IN_TREE {
            let parent = parent.ok_or(EditError::NoParent)?;
            return self.add_to_body::<E>(parent, frame, class);
        }
        let class = class.and_then(|class| self.class_index(class)).unwrap_or(0);
        let element = start::<E>(&self.defaults[class]);
        let Some(list) = E::of_spec_mut(self) else {
            return Err(EditError::NotAdded(E::KIND));
        };
        let place = Place { kind: E::KIND, home: Home::List, index: list.len() };
        let id = element.origin().id;
        list.push(element);
        self.places.remember(id, place);
        Ok(id)
    }

    fn add_to_body<E: SpecElement>(
        &mut self,
        parent: ElementId,
        frame: Option<ElementId>,
        class: Option<ElementId>,
    ) -> Result<ElementId, EditError> {
        let body = self.body_key(parent).ok_or(EditError::Missing("parent body"))?;
        let frame = match frame {
            None => None,
            Some(frame) => Some(self.frame_index(parent, frame).ok_or(EditError::ForeignFrame)?),
        };
        let index = match class {
            Some(class) => self.class_index(class).unwrap_or(0),
            // looking for a class takes the time of the depth: not where there is none
            None if self.defaults.len() == 1 => 0,
            None => self.find_default(self.childclass_in(body)).unwrap_or(0),
        };
        let mut element = start::<E>(&self.defaults[index]);
        if let Some(slot) = element.frame_mut() {
            *slot = frame;
        }
        // only a class that was asked for is that of what is inside; the other is inherited
        if class.is_some() {
            let name = &self.defaults[index].name;
            let any = &mut element as &mut dyn Any;
            if let Some(body) = any.downcast_mut::<Body>() {
                body.childclass.clone_from(name);
            } else if let Some(frame) = any.downcast_mut::<Frame>() {
                frame.childclass.clone_from(name);
            }
        }
        let id = element.origin().id;
        let home = if let Some(child) = (&mut element as &mut dyn Any).downcast_mut::<Body>() {
            Home::Body(self.bodies.add(body, std::mem::take(child)))
        } else {
            Home::Body(body)
        };
        let mut index = 0;
        if let Some(list) = E::of_body_mut(&mut self.bodies[body]) {
            index = list.len();
            list.push(element);
        }
        self.places.remember(id, Place { kind: E::KIND, home, index });
        Ok(id)
    }

    /// Adds a free joint to a body; it takes nothing from default classes.
    ///
    /// # Errors
    /// If there is no such body.
    #[doc(alias = "mjs_addFreeJoint")]
    pub fn add_freejoint(&mut self, body: ElementId) -> Result<ElementId, EditError> {
        let id = self.add::<Joint>(Some(body), None, None)?;
        if let Some(joint) = self.get_mut::<Joint>(id) {
            let (origin, class) = (joint.origin.clone(), "main".to_owned());
            *joint = Joint { kind: JointType::Free, origin, class, ..Joint::default() };
        }
        Ok(id)
    }

    /// Adds an object to the end of a tendon's path.
    ///
    /// # Errors
    /// If there is no such tendon.
    #[doc(alias = "mjs_wrapSite")]
    pub fn add_wrap(&mut self, tendon: ElementId, kind: WrapKind) -> Result<ElementId, EditError> {
        let place = self.place_in::<Tendon>(tendon).ok_or(EditError::Missing("tendon"))?;
        let Some(tendon) = self.get_mut::<Tendon>(tendon) else {
            return Err(EditError::Missing("tendon"));
        };
        let id = ElementId::fresh();
        tendon.path.push(Wrap { kind, origin: Origin { id, ..Origin::default() } });
        let (home, index) = (Home::Path(place.index), tendon.path.len() - 1);
        self.places.remember(id, Place { kind: ObjType::Unknown, home, index });
        Ok(id)
    }
}

/// A new element with the values of a class.
fn start<E: SpecElement>(class: &DefaultClass) -> E {
    let mut element = E::of_class(class).cloned().unwrap_or_default();
    element.name_mut().clear();
    *element.origin_mut() = Origin { id: ElementId::fresh(), ..Origin::default() };
    if E::of_class(class).is_some()
        && let Some(name) = element.class_mut()
    {
        name.clone_from(&class.name);
    }
    element
}
