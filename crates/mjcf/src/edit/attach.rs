//! Attaching part of a spec, or all of it, to another one.

use std::collections::HashSet;

use ferrodyn_engine::enums::ObjType;

use super::EditError;
use crate::attach::{Naming, Part, attach_part};
use crate::compile::pose::resolve_orientation;
use crate::spec::{Body, ElementId, Frame, Site, Spec};

impl Spec {
    /// Attaches a body or frame of `child`, or with no `part` all that is in its world, to a frame,
    /// site or body of this spec; returns what was attached.
    ///
    /// Names get the prefix and suffix. Elements of the child that refer to what is attached come
    /// along, as do its assets, default classes, keyframes and settings. Elements keep their
    /// identities, except those that are in this spec already, because the child was attached
    /// before: they get new ones.
    ///
    /// # Errors
    /// If the two cannot be put together: a body goes to a frame or site, a frame or everything
    /// to a frame, site or body; or if a keyframe does not fit the model it is in.
    #[doc(alias = "mjs_attach")]
    pub fn attach(
        &mut self,
        to: ElementId,
        mut child: Spec,
        part: Option<ElementId>,
        prefix: &str,
        suffix: &str,
    ) -> Result<ElementId, EditError> {
        child.assign_ids();
        let part = match part {
            Some(part) => child.part(part)?,
            None => child.frame_everything(),
        };
        let taken = self.all_ids();
        child.each_origin(&mut |origin| {
            if taken.contains(&origin.id) {
                origin.id = ElementId::fresh();
            }
        });
        self.attach_to(to, child, &part, Naming::new(prefix, suffix, false))
    }

    /// Attaches a copy of a body or frame of this spec to a frame, site or body of it; returns the
    /// copy. What refers to the original is copied, too.
    ///
    /// # Errors
    /// As [`attach`](Self::attach).
    pub fn attach_copy(
        &mut self,
        to: ElementId,
        part: ElementId,
        prefix: &str,
        suffix: &str,
    ) -> Result<ElementId, EditError> {
        let part = self.part(part)?;
        let naming = Naming::new(prefix, suffix, true);
        // the state of the original in keyframes goes to the copy
        let pending = self.store_keys(|name| naming.apply(name))?;
        self.pending.extend(pending);
        let mut child = self.clone();
        child.each_origin(&mut |origin| origin.id = ElementId::fresh());
        if let Part::Body(path) = &part
            && let Some(original) = self.body_at_mut(path)
        {
            Spec::forget_keys(original);
        }
        self.attach_to(to, child, &part, naming)
    }

    fn attach_to(
        &mut self,
        to: ElementId,
        child: Spec,
        part: &Part,
        naming: Naming,
    ) -> Result<ElementId, EditError> {
        let attached = match part {
            Part::World => None,
            Part::Body(path) => child.body_at(path).map(|body| body.origin.id),
            Part::Frame(path, index) => {
                child.body_at(path).and_then(|body| body.frames.get(*index)).map(|f| f.origin.id)
            }
        };
        let attached = attached.ok_or_else(|| EditError::missing("child element"))?;
        let (path, frame) = self.target(to, part)?;
        attach_part(self, child, part, (&path, frame), naming)?;
        self.assign_ids();
        Ok(attached)
    }

    /// The body and frame to attach to; a site gets a frame where it is.
    fn target(
        &mut self,
        to: ElementId,
        part: &Part,
    ) -> Result<(Vec<usize>, Option<usize>), EditError> {
        let place = self.place(to).ok_or_else(|| EditError::missing("parent element"))?;
        let wrong = || EditError::new("parent element is not a frame, body or site");
        let path = place.home.path().ok_or_else(wrong)?.to_vec();
        match place.kind {
            ObjType::Frame => Ok((path, Some(place.index))),
            ObjType::Body if matches!(part, Part::Body(_)) => {
                Err(EditError::new("child element is not a frame"))
            }
            ObjType::Body => Ok((path, None)),
            ObjType::Site => {
                let site = self.get::<Site>(to).ok_or_else(wrong)?;
                let (pos, frame) = (site.pos, site.frame);
                let compiler = self.compiler_of(&site.origin);
                let quat =
                    resolve_orientation(&site.alt, site.quat, compiler).map_err(EditError::new)?;
                let body = self.body_at_mut(&path).ok_or_else(wrong)?;
                let mut added = Frame { pos, quat, frame, ..Frame::default() };
                added.origin.id = ElementId::fresh();
                body.frames.push(added);
                Ok((path, Some(body.frames.len() - 1)))
            }
            _ => Err(wrong()),
        }
    }

    /// A body or frame as something to attach.
    fn part(&self, id: ElementId) -> Result<Part, EditError> {
        let place = self.place(id).ok_or_else(|| EditError::missing("child element"))?;
        let path = place.home.path().map(<[usize]>::to_vec);
        match (place.kind, path) {
            (ObjType::Body, Some(path)) if !path.is_empty() => Ok(Part::Body(path)),
            (ObjType::Frame, Some(path)) => Ok(Part::Frame(path, place.index)),
            _ => Err(EditError::new("child element is not a body or frame")),
        }
    }

    /// Puts everything in the world into a frame.
    fn frame_everything(&mut self) -> Part {
        let world: &mut Body = &mut self.world;
        let index = world.frames.len();
        macro_rules! lists {
            ($($list:ident),+) => {$(
                world.$list.iter_mut().for_each(|e| e.frame = e.frame.or(Some(index)));
            )+};
        }
        lists!(frames, joints, geoms, sites, cameras, lights, bodies);
        let mut frame = Frame::default();
        frame.origin.id = ElementId::fresh();
        world.frames.push(frame);
        Part::Frame(Vec::new(), index)
    }

    /// The identities of all elements.
    fn all_ids(&mut self) -> HashSet<ElementId> {
        let mut ids = HashSet::new();
        self.each_origin(&mut |origin| {
            ids.insert(origin.id);
        });
        ids
    }
}
