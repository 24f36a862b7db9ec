//! Frames: which one an element sits in.

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::math::MINVAL;

use super::{EditError, Stored};
use crate::spec::pose::{Pose, combine};
use crate::spec::{Bodies, Body, BodyKey, ElementId, Frame, Inertial, Origin, Spec};
use crate::with_kind;

impl Spec {
    /// The frame that an element of the tree sits in.
    #[doc(alias = "mjs_getFrame")]
    #[must_use]
    pub fn frame_of(&self, id: ElementId) -> Option<ElementId> {
        let parent = self.parent_of(id)?;
        let kind = self.kind_of(id)?;
        let index = with_kind!(kind, E => self.get::<E>(id)?.clone().frame_mut().copied()?, None)?;
        self.frames_of(parent).get(index).map(|frame| frame.origin.id)
    }

    /// Puts an element into a frame of its body, or with none, directly into the body.
    ///
    /// # Errors
    /// If the frame is not one of the body that the element is in, or would be inside itself.
    #[doc(alias = "mjs_setFrame")]
    pub fn set_frame(&mut self, id: ElementId, frame: Option<ElementId>) -> Result<(), EditError> {
        let place = self.place(id).ok_or(EditError::Missing("element"))?;
        let parent = self.parent_of(id);
        let parent = parent.ok_or(EditError::NoFrame)?;
        let index = match frame {
            None => None,
            Some(frame) => Some(self.frame_index(parent, frame).ok_or_else(|| {
                let name = self.name_of(id).unwrap_or("");
                EditError::MismatchedParents(name.to_owned())
            })?),
        };
        if place.kind == ObjType::Frame {
            return self.move_frame(parent, place.index, index);
        }
        with_kind!(place.kind, E => if let Some(element) = self.get_mut::<E>(id)
            && let Some(slot) = element.frame_mut() { *slot = index; }, {});
        Ok(())
    }

    /// Turns a body into a frame of its parent: what was in the body is in the frame, the body is
    /// gone. An inertia given for the body is added to that given for the parent, unless that is
    /// the world.
    ///
    /// # Errors
    /// For the world, if there is no such body, or if a keyframe does not fit the model.
    #[doc(alias = "mjs_bodyToFrame")]
    pub fn body_to_frame(&mut self, body: ElementId) -> Result<ElementId, EditError> {
        let key = self.body_key(body).ok_or(EditError::Missing("body"))?;
        let Some(above) = self.bodies.parent(key) else {
            return Err(EditError::WorldToFrame);
        };
        self.postpone_keys()?;
        if above != BodyKey::WORLD {
            let sum = self.bodies[above].inertial_with(&self.bodies[key])?;
            let inertial = &mut self.bodies[above].inertial;
            *inertial = sum.or(inertial.take());
        }
        // what was in the body sits in the frame that comes after those of the parent
        let frame = self.bodies[above].frames.len();
        self.bodies.each_frame(key, |inner| *inner = Some(inner.map_or(frame, |i| frame + 1 + i)));
        let body = self.bodies.dissolve(key).ok_or(EditError::Missing("body"))?;
        let origin = Origin { id: ElementId::fresh(), ..body.origin };
        let id = origin.id;
        let Body { pos, quat, alt, frame, childclass, .. } = body;
        let parent = &mut self.bodies[above];
        let frame = Frame { childclass, pos, quat, alt, frame, origin, ..Frame::default() };
        parent.frames.push(frame);
        parent.frames.extend(body.frames);
        parent.joints.extend(body.joints);
        parent.geoms.extend(body.geoms);
        parent.sites.extend(body.sites);
        parent.cameras.extend(body.cameras);
        parent.lights.extend(body.lights);
        Ok(id)
    }

    /// The index of a frame in its body.
    pub(crate) fn frame_index(&self, body: ElementId, frame: ElementId) -> Option<usize> {
        self.frames_of(body).iter().position(|f| f.origin.id == frame)
    }

    /// Puts a frame into another one of the same body.
    fn move_frame(
        &mut self,
        body: ElementId,
        inner: usize,
        outer: Option<usize>,
    ) -> Result<(), EditError> {
        let key = self.body_key(body).ok_or(EditError::Missing("body"))?;
        let body = &mut self.bodies[key];
        let mut above = outer;
        while let Some(frame) = above {
            if frame == inner {
                return Err(EditError::FrameInsideItself);
            }
            above = body.frames.get(frame).and_then(|f| f.frame);
        }
        body.frames[inner].frame = outer;
        self.bodies.sort_frames(key);
        Ok(())
    }
}

impl Bodies {
    /// Reorders the frames of a body so that each comes after the one it sits in.
    fn sort_frames(&mut self, body: BodyKey) {
        let frames = &mut self[body].frames;
        if frames.iter().enumerate().all(|(i, f)| f.frame.is_none_or(|outer| outer < i)) {
            return;
        }
        let depth = |mut frame: usize| {
            let mut depth = 0;
            while let Some(outer) = frames.get(frame).and_then(|f| f.frame) {
                (frame, depth) = (outer, depth + 1);
            }
            depth
        };
        let mut order: Vec<usize> = (0..frames.len()).collect();
        order.sort_by_key(|&i| depth(i));
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let old: Vec<Frame> = std::mem::take(frames);
        *frames = order.iter().map(|&i| old[i].clone()).collect();
        self.renumber_frames(body, |frame| place.get(frame).copied());
    }

    /// Removes a frame of a body; its content moves to the frame around it.
    pub(super) fn remove_frame(&mut self, body: BodyKey, index: usize) {
        let outer = self[body].frames[index].frame;
        self.renumber_frames(body, |frame| if frame == index { outer } else { Some(frame) });
        self[body].frames.remove(index);
        self.renumber_frames(body, |frame| Some(frame - usize::from(frame > index)));
    }

    /// Changes which frames everything in a body sits in.
    fn renumber_frames(&mut self, body: BodyKey, new: impl Fn(usize) -> Option<usize>) {
        self.each_frame(body, |frame| *frame = frame.and_then(&new));
    }

    /// Visits the frame index of everything in a body.
    pub(super) fn each_frame(&mut self, body: BodyKey, mut visit: impl FnMut(&mut Option<usize>)) {
        let inside = &mut self[body];
        macro_rules! lists {
            ($($list:ident),+) => {$(
                inside.$list.iter_mut().for_each(|e| visit(&mut e.frame));
            )+};
        }
        lists!(frames, joints, geoms, sites, cameras, lights);
        for child in self.children(body).to_vec() {
            visit(&mut self[child].frame);
        }
    }
}

impl Body {
    /// The inertia given here with that given for a child; nothing if the child has none.
    fn inertial_with(&self, child: &Body) -> Result<Option<Inertial>, EditError> {
        let Some(added) = child.inertial.as_ref().filter(|i| i.mass >= MINVAL) else {
            return Ok(None);
        };
        if added.fullinertia.is_some() {
            return Err(EditError::FullInertia);
        }
        let outer = Pose { pos: child.pos, quat: child.quat };
        let part =
            (outer * Pose { pos: added.pos, quat: added.quat }, added.mass, added.diaginertia);
        let own = self.inertial.clone().unwrap_or_default();
        let parts = [(Pose { pos: own.pos, quat: own.quat }, own.mass, own.diaginertia), part];
        let sum = combine(&parts).map_err(|_| EditError::Inertia)?;
        let (Pose { pos, quat }, mass, diaginertia) = sum;
        Ok(Some(Inertial { pos, quat, mass, diaginertia, ..Inertial::default() }))
    }
}
