//! A body and all below it, copied from a tree to be put into another place.

use ferrodyn_engine::enums::ObjType;

use super::naming::Naming;
use crate::spec::{Bodies, Body, BodyKey, Frame};

/// Copies of a body and of all below it: depth first, the body itself first.
pub(super) struct Subtree {
    bodies: Vec<Body>,
    /// The parent of each, as an index into these bodies; unused for the first.
    parents: Vec<usize>,
}

impl Subtree {
    /// Copies a body, and those inside it that are to be kept with all below them.
    fn of(source: &Bodies, body: BodyKey, first: Body, keep: impl Fn(&Body) -> bool) -> Self {
        let mut branch = Self { bodies: vec![first], parents: vec![0] };
        let inside = source.children(body).iter().filter(|&&child| keep(&source[child]));
        let mut open: Vec<(BodyKey, usize)> = inside.rev().map(|&child| (child, 0)).collect();
        while let Some((key, parent)) = open.pop() {
            let copy = branch.bodies.len();
            branch.bodies.push(source[key].clone());
            branch.parents.push(parent);
            open.extend(source.children(key).iter().rev().map(|&child| (child, copy)));
        }
        branch
    }

    /// Copies a body and all below it.
    pub(super) fn whole(source: &Bodies, body: BodyKey) -> Self {
        Self::of(source, body, source[body].clone(), |_| true)
    }

    /// Copies a frame of a body with its content, as the content of a new body.
    pub(super) fn inside_frame(source: &Bodies, key: BodyKey, frame: usize) -> Self {
        let body = &source[key];
        let inside = |mut at: Option<usize>| {
            while let Some(index) = at {
                if index == frame {
                    return true;
                }
                at = body.frames.get(index).and_then(|f| f.frame);
            }
            false
        };
        let others = (0..body.frames.len()).filter(|&i| i != frame && inside(Some(i)));
        let order: Vec<usize> = std::iter::once(frame).chain(others).collect();
        let renumbered = |old: Option<usize>| old.and_then(|i| order.iter().position(|&o| o == i));
        let frames = order.iter().map(|&i| {
            let outer = if i == frame { None } else { renumbered(body.frames[i].frame) };
            Frame { frame: outer, ..body.frames[i].clone() }
        });
        let mut content = Body { frames: frames.collect(), ..Body::default() };
        macro_rules! take {
            ($($list:ident),+) => {$(
                content.$list = body.$list.iter().filter(|e| inside(e.frame)).cloned().collect();
                content.$list.iter_mut().for_each(|e| e.frame = renumbered(e.frame));
            )+};
        }
        take!(joints, geoms, sites, cameras, lights);
        let mut branch = Self::of(source, key, content, |child| inside(child.frame));
        branch.children().for_each(|child| child.frame = renumbered(child.frame));
        branch
    }

    /// The first body, in which all others are.
    pub(super) fn first(&mut self) -> &mut Body {
        &mut self.bodies[0]
    }

    /// The bodies directly in the first.
    fn children(&mut self) -> impl Iterator<Item = &mut Body> {
        let inside = self.bodies.iter_mut().zip(&self.parents).skip(1);
        inside.filter(|(_, parent)| **parent == 0).map(|(body, _)| body)
    }

    /// Renames the bodies and everything in them.
    pub(super) fn rename(&mut self, naming: &Naming) {
        self.bodies.iter_mut().for_each(|body| naming.body(body));
    }

    /// All names inside the first body, without its own.
    pub(super) fn names(&self) -> Vec<(ObjType, String)> {
        super::names_in(&self.bodies)
    }

    /// Adds the bodies to a tree, inside `parent`.
    pub(super) fn add_to(mut self, bodies: &mut Bodies, parent: BodyKey) {
        if let Some(first) = bodies.add(parent, std::mem::take(self.first())) {
            self.add_rest(bodies, first);
        }
    }

    /// Adds the content of the first body to another body, inside `frame`.
    pub(super) fn add_content(mut self, bodies: &mut Bodies, to: BodyKey, frame: Option<usize>) {
        let body = &mut bodies[to];
        let base = body.frames.len();
        let moved = |inner: Option<usize>| inner.map(|i| base + i).or(frame);
        self.children().for_each(|child| child.frame = moved(child.frame));
        let content = std::mem::take(self.first());
        macro_rules! take {
            ($($list:ident),+) => {$(
                body.$list.extend(content.$list.into_iter().map(|mut element| {
                    element.frame = moved(element.frame);
                    element
                }));
            )+};
        }
        take!(frames, joints, geoms, sites, cameras, lights);
        self.add_rest(bodies, to);
    }

    /// Adds all bodies but the first to a tree, where `first` stands for it.
    fn add_rest(self, bodies: &mut Bodies, first: BodyKey) {
        let mut keys = vec![first];
        for (body, parent) in self.bodies.into_iter().zip(self.parents).skip(1) {
            let key = bodies.add(keys[parent], body).expect("parents come before what is in them");
            keys.push(key);
        }
    }
}
