//! The kinematic tree.
//!
//! Elements of a kind are numbered in the order they stand in their body, and frames cut across
//! that order: a frame is closed when its next element is not the next of its kind, and opened
//! again later.

use ferrodyn_engine::enums::{CamOutBit, JointType};

use super::Writer;
use super::element::{WrittenAttrs, allowed, attrs_of, say_oriented};
use super::node::Node;
use crate::grammar::FRAME;
use crate::schema::Value as _;
use crate::spec::{Bodies, Body, BodyKey, Camera, Frame, Inertial, Joint, Keyword};

/// Kinds of elements in a body, in the order they are written.
#[derive(Clone, Copy)]
enum Kind {
    Joint,
    Geom,
    Site,
    Camera,
    Light,
    Body,
    /// Named frames with nothing in them.
    Frame,
}

const KINDS: [Kind; 7] =
    [Kind::Joint, Kind::Geom, Kind::Site, Kind::Camera, Kind::Light, Kind::Body, Kind::Frame];

/// How far a body is written.
struct Progress<'b> {
    body: &'b Body,
    /// Those in it.
    bodies: &'b [BodyKey],
    tree: &'b Bodies,
    /// Next element of each kind.
    next: [usize; KINDS.len()],
    /// Named frames with nothing in them.
    empty: Vec<usize>,
    /// Frames written so far, with their names.
    opened: Vec<bool>,
}

impl<'b> Progress<'b> {
    fn new(tree: &'b Bodies, key: BodyKey) -> Self {
        let (body, bodies) = (&tree[key], tree.children(key));
        let mut used = vec![false; body.frames.len()];
        let frames = body
            .joints
            .iter()
            .map(|e| e.frame)
            .chain(body.geoms.iter().map(|e| e.frame))
            .chain(body.sites.iter().map(|e| e.frame))
            .chain(body.cameras.iter().map(|e| e.frame))
            .chain(body.lights.iter().map(|e| e.frame))
            .chain(bodies.iter().map(|&key| tree[key].frame));
        for frame in frames.flatten() {
            if let Some(used) = used.get_mut(frame) {
                *used = true;
            }
        }
        // an inner frame comes after the one it sits in
        for i in (0..used.len()).rev() {
            if let Some(outer) = outer_frame(body, i) {
                used[outer] |= used[i] || !body.frames[i].name.is_empty();
            }
        }
        let empty = (0..used.len()).filter(|&i| !used[i] && !body.frames[i].name.is_empty());
        let empty = empty.collect();
        let opened = vec![false; body.frames.len()];
        Self { body, bodies, tree, next: [0; KINDS.len()], empty, opened }
    }

    /// The frame of the next element of a kind; nothing if there is no such element.
    #[expect(clippy::option_option, reason = "no element and an element in no frame differ")]
    fn frame(&self, kind: Kind) -> Option<Option<usize>> {
        let (body, i) = (self.body, self.next[kind as usize]);
        let frame = match kind {
            Kind::Joint => body.joints.get(i)?.frame,
            Kind::Geom => body.geoms.get(i)?.frame,
            Kind::Site => body.sites.get(i)?.frame,
            Kind::Camera => body.cameras.get(i)?.frame,
            Kind::Light => body.lights.get(i)?.frame,
            Kind::Body => self.tree[*self.bodies.get(i)?].frame,
            Kind::Frame => Some(*self.empty.get(i)?),
        };
        Some(frame.filter(|&frame| frame < body.frames.len()))
    }

    /// What is written next inside the frame `at`.
    fn next(&mut self, at: Option<usize>) -> Option<Next> {
        for kind in KINDS {
            if self.frame(kind) == Some(at) {
                let index = self.next[kind as usize];
                self.next[kind as usize] += 1;
                return Some(match kind {
                    Kind::Body => Next::Body(self.bodies[index]),
                    kind => Next::Element(kind, index),
                });
            }
        }
        let frame = self.inner_frame(at)?;
        let is_named = !std::mem::replace(&mut self.opened[frame], true);
        Some(Next::Frame(frame, is_named))
    }

    /// The first frame inside `at` that holds the next element of some kind.
    fn inner_frame(&self, at: Option<usize>) -> Option<usize> {
        let step = |mut frame: usize| loop {
            let outer = outer_frame(self.body, frame);
            if outer == at {
                return Some(frame);
            }
            frame = outer?;
        };
        KINDS.into_iter().filter_map(|kind| step(self.frame(kind)??)).min()
    }
}

/// The frame that a frame sits in.
fn outer_frame(body: &Body, frame: usize) -> Option<usize> {
    body.frames.get(frame)?.frame.filter(|&outer| outer < frame)
}

/// What is written next.
enum Next {
    Element(Kind, usize),
    Body(BodyKey),
    /// A frame by index, and whether its name is to be written.
    Frame(usize, bool),
}

/// A body or frame that is being written: its frame, and the class that holds inside.
struct Open {
    at: Option<usize>,
    class: usize,
}

impl Writer<'_> {
    /// Writes everything in the world, with an explicit stack instead of recursion, because trees can be deep.
    pub(super) fn worldbody(&mut self) -> Node {
        let tree = &self.spec.bodies;
        let mut node = Node::new("worldbody");
        let mut bodies = vec![Progress::new(tree, BodyKey::WORLD)];
        let mut open = vec![Open { at: None, class: 0 }];
        while let (Some(&Open { at, class }), Some(progress)) = (open.last(), bodies.last_mut()) {
            let depth = open.len();
            match progress.next(at) {
                Some(Next::Element(kind, index)) => {
                    if let Some(element) = self.element(progress.body, kind, index, class) {
                        node.push_at(depth, element);
                    }
                }
                Some(Next::Body(key)) => {
                    let (body, class) = self.body(&tree[key], class);
                    node.push_at(depth, body);
                    bodies.push(Progress::new(tree, key));
                    open.push(Open { at: None, class });
                }
                Some(Next::Frame(index, is_named)) => {
                    let frame = &progress.body.frames[index];
                    let (frame, class) = self.frame(frame, is_named, class);
                    node.push_at(depth, frame);
                    open.push(Open { at: Some(index), class });
                }
                None => {
                    open.pop();
                    if at.is_none() {
                        bodies.pop();
                    }
                }
            }
        }
        node
    }

    /// A body without its content except the inertia, and the default class that holds inside.
    fn body(&mut self, body: &Body, class: usize) -> (Node, usize) {
        let said = say_oriented(body, &Body::default(), allowed(&["body"]));
        let (attrs, class) = self.childclass(said.attrs, &body.childclass, class);
        let mut node = Node::new("body").with(attrs);
        if let Some(inertial) = body.inertial.as_ref().filter(|inertial| inertial.explicit) {
            node.push(self::inertial(inertial));
        }
        self.push_plugin(&mut node, &body.plugin);
        (node, class)
    }

    fn frame(&mut self, frame: &Frame, named: bool, class: usize) -> (Node, usize) {
        let mut said = say_oriented(frame, &Frame::default(), FRAME.attrs());
        said.attrs.retain(|(name, _)| named || *name != "name");
        let (attrs, class) = self.childclass(said.attrs, &frame.childclass, class);
        (Node::new("frame").with(attrs), class)
    }

    /// Attributes with `childclass` only if there is such a class, and the class that holds inside.
    fn childclass(
        &self,
        mut attrs: Vec<(&'static str, String)>,
        childclass: &str,
        inherited: usize,
    ) -> (Vec<(&'static str, String)>, usize) {
        let class = if childclass.is_empty() { None } else { self.spec.find_default(childclass) };
        attrs.retain(|(name, _)| class.is_some() || *name != "childclass");
        (attrs, class.unwrap_or(inherited))
    }

    fn element(&mut self, body: &Body, kind: Kind, i: usize, inherited: usize) -> Option<Node> {
        macro_rules! classed {
            ($name:literal, $field:ident, $element:expr, $attrs_of:ident) => {{
                let (element, rule) = ($element, allowed(&["body", $name]));
                let (class, said) =
                    self.choose(&element.class, |class| $attrs_of(element, &class.$field, rule));
                let mut node = Node::new($name).with(said.attrs);
                self.set_class(&mut node, class, inherited);
                node
            }};
        }
        Some(match kind {
            Kind::Joint => {
                let joint = &body.joints[i];
                freejoint(joint).unwrap_or_else(|| classed!("joint", joint, joint, attrs_of))
            }
            Kind::Geom => {
                let mut node = classed!("geom", geom, &body.geoms[i], say_oriented);
                self.push_plugin(&mut node, &body.geoms[i].plugin);
                node
            }
            Kind::Site => {
                let mut node = classed!("site", site, &body.sites[i], say_oriented);
                if self.saved {
                    node.set_first("pos", &body.sites[i].pos.text());
                }
                node
            }
            Kind::Camera => classed!("camera", camera, &body.cameras[i], attrs_of_camera),
            Kind::Light => classed!("light", light, &body.lights[i], attrs_of),
            Kind::Body | Kind::Frame => return None,
        })
    }
}

/// A free joint without properties of its own; no class counts for it.
fn freejoint(joint: &Joint) -> Option<Node> {
    let base = Joint { kind: JointType::Free, ..Joint::default() };
    let said = attrs_of(joint, &base, allowed(&["body", "freejoint"]));
    said.exact.then(|| Node::new("freejoint").with(said.attrs))
}

fn inertial(inertial: &Inertial) -> Node {
    // position and mass must be given, whatever they are
    let mut base = Inertial { mass: f64::NAN, ..Inertial::default() };
    base.pos[0] = f64::NAN;
    let mut said = say_oriented(inertial, &base, allowed(&["body", "inertial"]));
    if inertial.fullinertia.is_some() {
        // the matrix has an orientation of its own
        let kept = ["pos", "mass", "diaginertia", "fullinertia"];
        said.attrs.retain(|(name, _)| kept.contains(name));
    }
    Node::new("inertial").with(said.attrs)
}

pub(super) fn attrs_of_camera(camera: &Camera, base: &Camera, allowed: &[&str]) -> WrittenAttrs {
    let mut camera = camera.clone();
    if camera.sensorsize.iter().all(|&size| size > 0.0) {
        // the field of view follows from the sensor, and only one of them can be given
        camera.fovy = base.fovy;
    }
    // user data is not inherited from the class
    let base = Camera { user: Vec::new(), ..base.clone() };
    let mut said = say_oriented(&camera, &base, allowed);
    if camera.output != base.output {
        let bits = CamOutBit::WORDS.iter().filter(|(_, bit)| camera.output & *bit as i32 != 0);
        let known = bits.clone().fold(0, |all, (_, bit)| all | *bit as i32);
        said.exact &= known == camera.output && known != 0;
        let words: Vec<&str> = bits.map(|(word, _)| *word).collect();
        said.attrs.push(("output", words.join(" ")));
    }
    said
}
