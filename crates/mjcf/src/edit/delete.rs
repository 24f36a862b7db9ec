//! Deletes elements, and elements and references that depend on them.

use ferrodyn_engine::enums::ObjType;

use super::{EditError, Home, Stored};
use crate::attach::drop_references;
use crate::spec::{Bodies, BodyKey, ElementId, Spec};
use crate::with_kind;

impl Spec {
    /// Deletes an element.
    ///
    /// With a body goes all that is in it or below it, and everything that refers to any of this:
    /// pairs, exclusions, tendons, equality constraints, actuators and sensors. Keyframes lose its
    /// share of the state when the spec is compiled. What was in a frame is in the frame around it
    /// afterwards. With a default class go those derived from it; elements keep their values and
    /// belong to the root class. Other elements are deleted alone: what refers to them is then a
    /// mistake that compiling reports.
    ///
    /// # Errors
    /// For the world, the root class, elements inside default classes, and if there is no such
    /// element or a keyframe does not fit the model.
    #[doc(alias = "mjs_delete")]
    pub fn delete(&mut self, id: ElementId) -> Result<(), EditError> {
        let place = self.place(id).ok_or(EditError::Missing("element"))?;
        match (place.kind, place.home) {
            (ObjType::Body, Home::Body(body)) => self.delete_body(body),
            (ObjType::Frame, Home::Body(body)) => {
                self.bodies.remove_frame(body, place.index);
                Ok(())
            }
            (ObjType::Default, _) => self.delete_class(place.index),
            (_, Home::Class(_)) => Err(EditError::InClass),
            (_, Home::Path(tendon)) => {
                self.tendons[tendon].path.remove(place.index);
                Ok(())
            }
            (kind, home) => {
                with_kind!(kind, E => {
                    let list = match home {
                        Home::Body(body) => self.bodies.get_mut(body).and_then(E::of_body_mut),
                        _ => E::of_spec_mut(self),
                    };
                    if let Some(list) = list {
                        list.remove(place.index);
                    }
                }, {});
                Ok(())
            }
        }
    }

    fn delete_body(&mut self, body: BodyKey) -> Result<(), EditError> {
        if body == BodyKey::WORLD {
            return Err(EditError::DeleteWorld);
        }
        self.postpone_keys()?;
        let removed = self.bodies.remove(body);
        drop_references(self, &removed);
        Ok(())
    }

    /// Keeps the keyframes with the elements until the tree is complete.
    pub(super) fn postpone_keys(&mut self) -> Result<(), EditError> {
        let pending = self.store_keys(str::to_owned)?;
        self.pending.extend(pending);
        self.keys.clear();
        Ok(())
    }

    fn delete_class(&mut self, class: usize) -> Result<(), EditError> {
        if class == 0 {
            return Err(EditError::DeleteRootClass);
        }
        // parents come before children
        let mut gone = vec![false; self.defaults.len()];
        gone[class] = true;
        for (i, class) in self.defaults.iter().enumerate() {
            gone[i] |= class.parent.is_some_and(|parent| gone[parent]);
        }
        let mut place = Vec::with_capacity(gone.len());
        let mut next = 0;
        for &lost in &gone {
            place.push(next);
            next += usize::from(!lost);
        }
        let mut names = Vec::new();
        let all = std::mem::take(&mut self.defaults);
        for (mut class, lost) in all.into_iter().zip(gone) {
            if lost {
                names.push(class.name);
            } else {
                class.parent = class.parent.map(|parent| place[parent]);
                self.defaults.push(class);
            }
        }
        self.leave_classes(&names);
        Ok(())
    }

    /// Moves the elements of classes to the root class.
    fn leave_classes(&mut self, names: &[String]) {
        let leave = |class: &mut String| {
            if names.contains(class) {
                "main".clone_into(class);
            }
        };
        in_bodies(&mut self.bodies, &leave);
        self.meshes.iter_mut().for_each(|e| leave(&mut e.class));
        self.materials.iter_mut().for_each(|e| leave(&mut e.class));
        self.pairs.iter_mut().for_each(|e| leave(&mut e.class));
        self.equalities.iter_mut().for_each(|e| leave(&mut e.class));
        self.tendons.iter_mut().for_each(|e| leave(&mut e.class));
        self.actuators.iter_mut().for_each(|e| leave(&mut e.class));
    }
}

/// Visits the names of the classes of everything in bodies.
fn in_bodies(bodies: &mut Bodies, leave: &dyn Fn(&mut String)) {
    bodies.each_mut(BodyKey::WORLD, |body| {
        leave(&mut body.childclass);
        body.frames.iter_mut().for_each(|e| leave(&mut e.childclass));
        body.joints.iter_mut().for_each(|e| leave(&mut e.class));
        body.geoms.iter_mut().for_each(|e| leave(&mut e.class));
        body.sites.iter_mut().for_each(|e| leave(&mut e.class));
        body.cameras.iter_mut().for_each(|e| leave(&mut e.class));
        body.lights.iter_mut().for_each(|e| leave(&mut e.class));
    });
}
