//! Default classes: which one holds for an element, and adding them.

use super::{EditError, Home, Place, Stored};
use crate::spec::{Body, BodyKey, DefaultClass, ElementId, Spec};
use crate::with_kind;
use ferrodyn_engine::enums::ObjType;

impl Spec {
    /// Adds a default class derived from another one, or from the root.
    ///
    /// # Errors
    /// If the name is taken, or there is no such parent.
    #[doc(alias = "mjs_addDefault")]
    pub fn add_class(
        &mut self,
        name: &str,
        parent: Option<ElementId>,
    ) -> Result<ElementId, EditError> {
        let parent = match parent {
            None => 0,
            Some(parent) => self.class_index(parent).ok_or(EditError::Missing("class"))?,
        };
        let index = self.add_default(name, parent);
        let index = index.ok_or_else(|| EditError::ClassTaken(name.to_owned()))?;
        let id = self.defaults[index].origin.id;
        let place = Place { kind: ObjType::Default, home: Home::List, index };
        self.places.remember(id, place);
        Ok(id)
    }

    /// The index of a default class.
    #[must_use]
    pub fn class_index(&self, class: ElementId) -> Option<usize> {
        self.place_in::<DefaultClass>(class).map(|place| place.index)
    }

    /// The class that a class was derived from.
    #[must_use]
    pub fn parent_class(&self, class: ElementId) -> Option<ElementId> {
        let parent = self.get::<DefaultClass>(class)?.parent?;
        self.defaults.get(parent).map(|parent| parent.origin.id)
    }

    /// The default class of an element: that of its name, or for bodies and frames the one that
    /// holds inside; the root where there is none.
    #[doc(alias = "mjs_getDefault")]
    #[must_use]
    pub fn class_of(&self, id: ElementId) -> Option<ElementId> {
        let place = self.place(id)?;
        let name = match place.kind {
            ObjType::Body => self.childclass_in(place.home.body()?).to_owned(),
            ObjType::Frame => self.frame_class(id)?,
            ObjType::Default => return Some(id),
            kind => with_kind!(kind, E => {
                let mut element = self.get::<E>(id)?.clone();
                Stored::class_mut(&mut element).map(|class| class.clone())?
            }, return None),
        };
        self.find_default(&name).map(|class| self.defaults[class].origin.id)
    }

    /// Changes the default class of an element; its values stay as they are.
    ///
    /// # Errors
    /// If the element has no class, or there is no such class.
    #[doc(alias = "mjs_setDefault")]
    pub fn set_class(&mut self, id: ElementId, class: ElementId) -> Result<(), EditError> {
        let class = self.get::<DefaultClass>(class).ok_or(EditError::Missing("class"))?;
        let name = class.name.clone();
        let kind = self.kind_of(id).ok_or(EditError::Missing("element"))?;
        match kind {
            ObjType::Body => self.get_mut::<Body>(id).map(|body| &mut body.childclass),
            ObjType::Frame => {
                self.get_mut::<crate::spec::Frame>(id).map(|frame| &mut frame.childclass)
            }
            kind => with_kind!(kind, E => self.get_mut::<E>(id)
                .and_then(Stored::class_mut), None),
        }
        .map(|slot| *slot = name)
        .ok_or(EditError::NoClass)
    }

    /// The class inside a body: its own, or that of the nearest frame or body around.
    pub(crate) fn childclass_in(&self, body: BodyKey) -> &str {
        let mut next = Some(body);
        while let Some((key, body)) = next.and_then(|key| Some((key, self.bodies.get(key)?))) {
            if !body.childclass.is_empty() {
                return &body.childclass;
            }
            next = self.bodies.parent(key);
            let around = next.and_then(|parent| self.bodies.get(parent));
            if let Some(class) = around.and_then(|parent| frames_class(parent, body.frame)) {
                return class;
            }
        }
        "main"
    }

    /// The class inside a frame.
    fn frame_class(&self, frame: ElementId) -> Option<String> {
        let place = self.place(frame)?;
        let body = place.home.body()?;
        let class = frames_class(self.bodies.get(body)?, Some(place.index));
        Some(class.unwrap_or_else(|| self.childclass_in(body)).to_owned())
    }
}

/// The class that a frame of a body or one around it gives.
fn frames_class(body: &Body, mut frame: Option<usize>) -> Option<&str> {
    while let Some(inner) = frame.and_then(|index| body.frames.get(index)) {
        if !inner.childclass.is_empty() {
            return Some(&inner.childclass);
        }
        frame = inner.frame;
    }
    None
}
