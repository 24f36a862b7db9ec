//! Attaching part of a spec, or all of it, to another one.

use std::collections::{HashMap, HashSet};

use ferrodyn_engine::enums::ObjType;

use super::EditError;
use crate::attach::{Naming, Part, attach_part};
use crate::spec::pose::resolve_orientation;
use crate::spec::{BodyKey, ElementId, Frame, Site, Spec};

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
        let plugins: Vec<ElementId> = child.plugins.iter().map(|p| p.origin.id).collect();
        child.each_origin(&mut |origin| {
            if taken.contains(&origin.id) {
                origin.id = ElementId::fresh();
            }
        });
        // elements follow the instances they use
        let renewed: HashMap<ElementId, ElementId> =
            plugins.into_iter().zip(child.plugins.iter().map(|p| p.origin.id)).collect();
        child.each_plugin_ref(|plugin| {
            plugin.instance = renewed.get(&plugin.instance).copied().unwrap_or(plugin.instance);
        });
        self.attach_to(to, child, part, Naming::new(prefix, suffix, false))
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
        if let Part::Body(original) = part {
            self.bodies.forget_keys(original);
        }
        self.attach_to(to, child, part, naming)
    }

    fn attach_to(
        &mut self,
        to: ElementId,
        child: Spec,
        part: Part,
        naming: Naming,
    ) -> Result<ElementId, EditError> {
        let attached = match part {
            Part::World => None,
            Part::Body(body) => child.bodies.get(body).map(|body| body.origin.id),
            Part::Frame(body, index) => {
                child.bodies.get(body).and_then(|b| b.frames.get(index)).map(|f| f.origin.id)
            }
        };
        let attached = attached.ok_or(EditError::Missing("child element"))?;
        let target = self.target(to, part)?;
        attach_part(self, child, part, target, naming)?;
        self.assign_ids();
        Ok(attached)
    }

    /// The body and frame to attach to; a site gets a frame where it is.
    fn target(&mut self, to: ElementId, part: Part) -> Result<(BodyKey, Option<usize>), EditError> {
        let place = self.place(to).ok_or(EditError::Missing("parent element"))?;
        let body = place.home.body().ok_or(EditError::NotAParent)?;
        match place.kind {
            ObjType::Frame => Ok((body, Some(place.index))),
            ObjType::Body if matches!(part, Part::Body(_)) => Err(EditError::NotAFrame),
            ObjType::Body => Ok((body, None)),
            ObjType::Site => {
                let site = self.get::<Site>(to).ok_or(EditError::NotAParent)?;
                let (pos, frame) = (site.pos, site.frame);
                let compiler = self.compiler_of(&site.origin);
                let quat = resolve_orientation(&site.alt, site.quat, compiler)
                    .map_err(EditError::Orientation)?;
                let mut added = Frame { pos, quat, frame, ..Frame::default() };
                added.origin.id = ElementId::fresh();
                let frames = &mut self.bodies[body].frames;
                frames.push(added);
                Ok((body, Some(frames.len() - 1)))
            }
            _ => Err(EditError::NotAParent),
        }
    }

    /// A body or frame as something to attach.
    fn part(&self, id: ElementId) -> Result<Part, EditError> {
        let place = self.place(id).ok_or(EditError::Missing("child element"))?;
        match (place.kind, place.home.body()) {
            (ObjType::Body, Some(body)) if body != BodyKey::WORLD => Ok(Part::Body(body)),
            (ObjType::Frame, Some(body)) => Ok(Part::Frame(body, place.index)),
            _ => Err(EditError::NotAPart),
        }
    }

    /// Puts everything in the world into a frame.
    fn frame_everything(&mut self) -> Part {
        let index = self.bodies.world().frames.len();
        self.bodies.each_frame(BodyKey::WORLD, |frame| *frame = frame.or(Some(index)));
        let mut frame = Frame::default();
        frame.origin.id = ElementId::fresh();
        self.bodies.world_mut().frames.push(frame);
        Part::Frame(BodyKey::WORLD, index)
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
