//! Frames: which one an element sits in.

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::math::MINVAL;

use super::{EditError, Home, SpecElement, Stored};
use crate::compile::body::combine;
use crate::compile::pose::Pose;
use crate::spec::{Body, ElementId, Frame, Inertial, Origin, Spec};
use crate::with_kind;

impl Spec {
    /// The frame that an element of the tree sits in.
    #[doc(alias = "mjs_getFrame")]
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
        let place = self.place(id).ok_or_else(|| EditError::missing("element"))?;
        let parent = self.parent_of(id);
        let parent = parent.ok_or_else(|| EditError::new("the element cannot sit in a frame"))?;
        let index = match frame {
            None => None,
            Some(frame) => Some(self.frame_index(parent, frame).ok_or_else(|| {
                let name = self.name_of(id).unwrap_or("");
                EditError::new(format!("Frame and body '{name}' have mismatched parents"))
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
        let path = self.path_of(body).ok_or_else(|| EditError::missing("body"))?;
        let Some((&index, above)) = path.split_last() else {
            return Err(EditError::new("the world cannot become a frame"));
        };
        self.postpone_keys()?;
        let Some(parent) = self.body_at_mut(above) else { return Err(EditError::missing("body")) };
        let mut body = parent.bodies.remove(index);
        if !above.is_empty() {
            parent.add_inertial(&body)?;
        }
        let base = parent.frames.len() + 1;
        let origin = Origin { id: ElementId::fresh(), ..body.origin.clone() };
        let id = origin.id;
        parent.frames.push(Frame {
            pos: body.pos,
            quat: body.quat,
            alt: body.alt,
            frame: body.frame,
            childclass: std::mem::take(&mut body.childclass),
            origin,
            ..Frame::default()
        });
        macro_rules! take {
            ($($list:ident),+) => {$(
                parent.$list.extend(std::mem::take(&mut body.$list).into_iter().map(|mut e| {
                    e.frame = Some(e.frame.map_or(base - 1, |inner| base + inner));
                    e
                }));
            )+};
        }
        take!(frames, joints, geoms, sites, cameras, lights, bodies);
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
        let Some(body) = self.get_mut::<Body>(body) else {
            return Err(EditError::missing("body"));
        };
        let mut above = outer;
        while let Some(frame) = above {
            if frame == inner {
                return Err(EditError::new("a frame cannot sit inside itself"));
            }
            above = body.frames[frame].frame;
        }
        body.frames[inner].frame = outer;
        body.sort_frames();
        Ok(())
    }
}

impl Body {
    /// Reorders frames so that each comes after the one it sits in.
    fn sort_frames(&mut self) {
        let depth = |mut frame: usize| {
            let mut depth = 0;
            while let Some(outer) = self.frames[frame].frame {
                (frame, depth) = (outer, depth + 1);
            }
            depth
        };
        if self.frames.iter().enumerate().all(|(i, f)| f.frame.is_none_or(|outer| outer < i)) {
            return;
        }
        let mut order: Vec<usize> = (0..self.frames.len()).collect();
        order.sort_by_key(|&i| depth(i));
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let old: Vec<Frame> = std::mem::take(&mut self.frames);
        self.frames = order.iter().map(|&i| old[i].clone()).collect();
        self.renumber_frames(|frame| Some(place[frame]));
    }

    /// Removes a frame; what is in it moves to the frame around.
    pub(super) fn remove_frame(&mut self, index: usize) {
        let outer = self.frames[index].frame;
        self.renumber_frames(|frame| if frame == index { outer } else { Some(frame) });
        self.frames.remove(index);
        self.renumber_frames(|frame| Some(frame - usize::from(frame > index)));
    }

    /// Adds the inertia given for a child to that given here.
    fn add_inertial(&mut self, child: &Body) -> Result<(), EditError> {
        let Some(added) = child.inertial.as_ref().filter(|i| i.mass >= MINVAL) else {
            return Ok(());
        };
        if added.fullinertia.is_some() {
            return Err(EditError::new("a body with fullinertia cannot become a frame"));
        }
        let outer = Pose { pos: child.pos, quat: child.quat };
        let part =
            (outer * Pose { pos: added.pos, quat: added.quat }, added.mass, added.diaginertia);
        let own = self.inertial.clone().unwrap_or_default();
        let parts = [(Pose { pos: own.pos, quat: own.quat }, own.mass, own.diaginertia), part];
        let sum = combine(&parts).map_err(|_| EditError::new("the inertias cannot be added"))?;
        let (Pose { pos, quat }, mass, diaginertia) = sum;
        self.inertial = Some(Inertial { pos, quat, mass, diaginertia, ..Inertial::default() });
        Ok(())
    }

    /// Changes the frame indices of everything in the body.
    pub(crate) fn renumber_frames(&mut self, new: impl Fn(usize) -> Option<usize>) {
        macro_rules! lists {
            ($($list:ident),+) => {$(
                self.$list.iter_mut().for_each(|e| e.frame = e.frame.and_then(&new));
            )+};
        }
        lists!(frames, joints, geoms, sites, cameras, lights, bodies);
    }
}

/// Whether elements of this kind live in the tree.
pub(crate) fn in_tree<E: SpecElement + Stored>() -> bool {
    E::of_body_mut(&mut Body::default()).is_some()
}

impl Home {
    /// The path of the body, if the element is in the tree.
    pub(crate) fn path(&self) -> Option<&[usize]> {
        match self {
            Self::Tree(path) => Some(path),
            _ => None,
        }
    }
}
