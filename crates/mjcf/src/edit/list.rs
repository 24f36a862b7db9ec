//! Listing elements and finding them by name.

use ferrodyn_engine::enums::ObjType;

use super::{EditError, SpecElement};
use crate::path;
use crate::spec::{Bodies, Body, BodyKey, ElementId, Frame, Mesh, Spec, Texture};
use crate::with_kind;

impl Spec {
    /// All elements of a kind: those of the tree body by body, depth first, others as listed.
    /// Elements inside default classes are not among them.
    #[doc(alias = "mjs_firstElement")]
    #[must_use]
    pub fn list<E: SpecElement>(&self) -> Vec<ElementId> {
        let mut ids = Vec::new();
        self.visit::<E>(&mut |element| {
            ids.push(element.origin().id);
            false
        });
        ids
    }

    /// The elements of a kind in a body, without the body itself; with `recursive` also those of
    /// the bodies below, depth first. Nothing if there is no such body.
    #[doc(alias = "mjs_firstChild")]
    #[must_use]
    pub fn list_in<E: SpecElement>(&self, body: ElementId, recursive: bool) -> Vec<ElementId> {
        let mut ids = Vec::new();
        if let Some(body) = self.body_key(body) {
            visit_in::<E>(&self.bodies, body, recursive, &mut |element| {
                ids.push(element.origin().id);
                false
            });
        }
        ids
    }

    /// The first element of a kind that has this name. A mesh or texture without a name answers to
    /// that of its file.
    #[doc(alias = "mjs_findElement")]
    #[must_use]
    pub fn find<E: SpecElement>(&self, name: &str) -> Option<ElementId> {
        let mut id = None;
        self.visit::<E>(&mut |element| {
            if element.name() == name || (element.name().is_empty() && file_name(element) == name) {
                id = Some(element.origin().id);
            }
            id.is_some()
        });
        id
    }

    /// The first element of a kind known at run time that has this name.
    #[must_use]
    pub fn find_kind(&self, kind: ObjType, name: &str) -> Option<ElementId> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        with_kind!(kind, E => self.find::<E>(name), None)
    }

    /// The child of a body that has this name, or the body itself.
    #[doc(alias = "mjs_findChild")]
    #[must_use]
    pub fn find_child(&self, body: ElementId, name: &str) -> Option<ElementId> {
        let body = self.body_key(body)?;
        let candidates = std::iter::once(&body).chain(self.bodies.children(body));
        candidates.map(|&key| &self.bodies[key]).find(|b| b.name == name).map(|b| b.origin.id)
    }

    /// The name of an element; nothing if there is no such element.
    #[must_use]
    pub fn name_of(&self, id: ElementId) -> Option<&str> {
        with_kind!(self.kind_of(id)?, E => self.get::<E>(id).map(SpecElement::name), None)
    }

    /// Renames an element.
    ///
    /// # Errors
    /// If another element of the kind has the name, or there is no such element.
    #[doc(alias = "mjs_setName")]
    pub fn set_name(&mut self, id: ElementId, name: &str) -> Result<(), EditError> {
        let kind = self.kind_of(id).ok_or(EditError::Missing("element"))?;
        if !name.is_empty() && self.taken(kind, name, id) {
            return Err(EditError::NameTaken { kind, name: name.to_owned() });
        }
        with_kind!(kind, E => if let Some(element) = self.get_mut::<E>(id) {
            name.clone_into(element.name_mut());
        }, {});
        Ok(())
    }

    /// Whether an element of the kind other than this one has the name.
    fn taken(&self, kind: ObjType, name: &str, except: ElementId) -> bool {
        let mut taken = false;
        with_kind!(kind, E => self.visit::<E>(&mut |element| {
            taken |= element.name() == name && element.origin().id != except;
            taken
        }), {});
        taken
    }

    /// Visits all elements of a kind until `visit` says that it has seen enough.
    fn visit<E: SpecElement>(&self, visit: &mut dyn FnMut(&E) -> bool) {
        if let Some(world) = itself::<E>(self.bodies.world())
            && visit(world)
        {
            return;
        }
        let _ = visit_in::<E>(&self.bodies, BodyKey::WORLD, true, visit)
            || E::of_spec(self).iter().any(visit);
    }
}

/// The body as an element of kind `E`, if that is the kind of bodies.
fn itself<E: SpecElement>(body: &Body) -> Option<&E> {
    (body as &dyn std::any::Any).downcast_ref::<E>()
}

/// Visits the elements of a kind in a body; true if `visit` has seen enough.
fn visit_in<E: SpecElement>(
    bodies: &Bodies,
    body: BodyKey,
    recursive: bool,
    visit: &mut dyn FnMut(&E) -> bool,
) -> bool {
    if E::KIND == ObjType::Body {
        let mut children = bodies.children(body).iter().copied();
        let mut below = bodies.subtree(body).skip(1);
        let mut is_enough = |child| itself::<E>(&bodies[child]).is_some_and(&mut *visit);
        return if recursive { below.any(is_enough) } else { children.any(&mut is_enough) };
    }
    let depth = if recursive { usize::MAX } else { 1 };
    bodies.subtree(body).take(depth).any(|body| E::of_body(&bodies[body]).iter().any(&mut *visit))
}

/// The name that a mesh or texture has from its file; empty for other elements.
fn file_name<E: SpecElement>(element: &E) -> &str {
    let element = element as &dyn std::any::Any;
    let mesh = element.downcast_ref::<Mesh>().map(|mesh| mesh.file.as_str());
    let file = mesh.or_else(|| element.downcast_ref::<Texture>().map(|t| t.file.as_str()));
    path::asset_name(file.unwrap_or(""))
}

impl Spec {
    /// The body that an element of the tree is in; nothing for the world and for other elements.
    #[doc(alias = "mjs_getParent")]
    #[must_use]
    pub fn parent_of(&self, id: ElementId) -> Option<ElementId> {
        let place = self.place(id)?;
        let body = place.home.body()?;
        let parent = if place.kind == ObjType::Body { self.bodies.parent(body)? } else { body };
        Some(self.bodies.get(parent)?.origin.id)
    }

    /// The frames of a body, as elements.
    pub(crate) fn frames_of(&self, body: ElementId) -> &[Frame] {
        self.get::<Body>(body).map_or(&[], |body| &body.frames)
    }
}
