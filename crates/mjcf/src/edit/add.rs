//! Adding elements.

use std::any::Any;

use ferrodyn_engine::enums::{JointType, ObjType};

use super::{EditError, Home, InBody, InSpec, Place, SpecElement};
use crate::spec::{
    Body, BodyKey, DefaultClass, ElementId, Frame, Joint, Origin, Spec, Tendon, Wrap, WrapKind,
};

impl Spec {
    /// Adds what sits in a body, as it is given, to a body or to a frame of a body; returns its identity. A
    /// body comes with all that is in its lists.
    ///
    /// Identities that the element and what is in it had before are replaced by new ones.
    ///
    /// # Errors
    /// If `parent` is no body or frame of this spec. One of another spec is not, nor is one that was deleted;
    /// a [clone](Clone) of a spec has the bodies and frames of the original.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::spec::{Body, Frame, Geom, Joint};
    /// use ferrodyn::{EditError, Spec};
    ///
    /// let mut spec = Spec::default();
    /// let joints = vec![Joint::default()];
    /// let arm = Body { name: "arm".into(), joints, ..Body::default() };
    /// let arm = spec.add_to(spec.world(), arm)?;
    /// let tip = spec.add_to(arm, Frame { pos: [0.0, 0.0, 0.5].into(), ..Frame::default() })?;
    /// let ball = spec.add_to(tip, Geom { size: [0.1, 0.0, 0.0], ..Geom::default() })?;
    /// assert_eq!((spec.parent_of(ball), spec.frame_of(ball)), (Some(arm), Some(tip)));
    ///
    /// let nowhere = Spec::default().add_to(arm, Geom::default());
    /// assert_eq!(nowhere, Err(EditError::Missing("parent body")));
    /// # Ok::<(), EditError>(())
    /// ```
    #[doc(alias = "mjs_addBody")]
    #[doc(alias = "mjs_addGeom")]
    pub fn add_to<E: InBody>(
        &mut self,
        parent: ElementId,
        mut element: E,
    ) -> Result<ElementId, EditError> {
        let place = self.place(parent).ok_or(EditError::Missing("parent body"))?;
        let (body, frame) = match (place.kind, place.home) {
            (ObjType::Body, Home::Body(body)) => (body, None),
            (ObjType::Frame, Home::Body(body)) => (body, Some(place.index)),
            _ => return Err(EditError::NotInBody),
        };
        if let (Some(slot), Some(_)) = (element.frame_mut(), frame) {
            *slot = frame;
        }
        renew_ids(&mut element);
        self.insert(body, element)
    }

    /// Adds what a list of the spec holds, as it is given, and returns its identity.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::Spec;
    /// use ferrodyn::spec::Numeric;
    ///
    /// let mut spec = Spec::default();
    /// let gains = spec.add(Numeric { name: "gains".into(), data: vec![2.0, 0.5], ..Numeric::default() });
    /// assert_eq!(spec.find::<Numeric>("gains"), Some(gains));
    /// ```
    #[doc(alias = "mjs_addActuator")]
    #[doc(alias = "mjs_addMesh")]
    pub fn add<E: InSpec>(&mut self, mut element: E) -> ElementId {
        renew_ids(&mut element);
        let (id, list) = (element.origin().id, E::list_of(self));
        let place = Place { kind: E::KIND, home: Home::List, index: list.len() };
        list.push(element);
        self.places.remember(id, place);
        id
    }

    /// A new element with the values of a default class, to be changed and added; nothing if there is no such
    /// class.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::Spec;
    /// use ferrodyn::spec::{DefaultClass, Geom};
    ///
    /// let mut spec = Spec::default();
    /// let red = spec.add_class("red", None)?;
    /// spec.get_mut::<DefaultClass>(red).unwrap().geom.rgba = [1.0, 0.0, 0.0, 1.0];
    /// let geom = Geom { size: [0.1; 3], ..spec.of_class(red).unwrap() };
    /// let geom = spec.add_to(spec.world(), geom)?;
    /// assert_eq!(spec.get::<Geom>(geom).unwrap().rgba[..2], [1.0, 0.0]);
    /// assert_eq!(spec.class_of(geom), Some(red));
    /// # Ok::<(), ferrodyn::EditError>(())
    /// ```
    #[must_use]
    pub fn of_class<E: SpecElement>(&self, class: ElementId) -> Option<E> {
        self.class_index(class).map(|class| start::<E>(&self.defaults[class]))
    }

    /// Adds an element as MuJoCo's functions do: with the values of `class`, or without one of the class that
    /// holds inside the parent, or of the root. What sits in a body needs that body as `parent`, and
    /// optionally a `frame` of it; other elements take neither.
    ///
    /// # Errors
    /// If parent, frame or class are not in the spec, or the parent is missing.
    #[doc(hidden)]
    pub fn add_of_class<E: SpecElement>(
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
        self.insert(body, element)
    }

    /// Adds an element to a body.
    fn insert<E: SpecElement>(
        &mut self,
        body: BodyKey,
        mut element: E,
    ) -> Result<ElementId, EditError> {
        let missing = EditError::Missing("parent body");
        let id = element.origin().id;
        let mut index = 0;
        let home = if let Some(child) = (&mut element as &mut dyn Any).downcast_mut::<Body>() {
            Home::Body(self.bodies.add(body, std::mem::take(child)).ok_or(missing)?)
        } else {
            let list = self.bodies.get_mut(body).and_then(E::of_body_mut).ok_or(missing)?;
            index = list.len();
            list.push(element);
            Home::Body(body)
        };
        self.places.remember(id, Place { kind: E::KIND, home, index });
        Ok(id)
    }

    /// Adds a free joint to a body; it takes nothing from default classes.
    ///
    /// # Errors
    /// If there is no such body.
    #[doc(alias = "mjs_addFreeJoint")]
    pub fn add_freejoint(&mut self, body: ElementId) -> Result<ElementId, EditError> {
        let id = self.add_of_class::<Joint>(Some(body), None, None)?;
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

/// Gives new identities to an element and all that is in it.
fn renew_ids<E: SpecElement>(element: &mut E) {
    element.origin_mut().id = ElementId::fresh();
    let any = element as &mut dyn Any;
    if let Some(body) = any.downcast_mut::<Body>() {
        body.each_origin(&mut |origin| origin.id = ElementId::fresh());
    } else if let Some(tendon) = any.downcast_mut::<Tendon>() {
        tendon.path.iter_mut().for_each(|wrap| wrap.origin.id = ElementId::fresh());
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
