//! The kinematic tree: bodies, frames, joints, geoms, sites, cameras and lights; replication and
//! attachment.

use std::sync::Arc;

use ferrodyn_engine::enums::{CamOutBit, JointType, LightType};
use ferrodyn_engine::math::{Quat, Vec3};

use super::Reader;
use super::room::{Counts, body_bytes, spec_bytes};
use crate::attach::{self, Naming, Replication, attach_model};
use crate::error::ProblemKind;
use crate::schema::read_keywords;
use crate::spec::pose::{Pose, resolve_orientation};
use crate::spec::{
    Body, BodyKey, Camera, Frame, Geom, Inertial, Joint, Light, Orientation, Site, Spec,
};
use crate::xml::NodeId;

/// Bytes of the state of one element in one keyframe, about.
const STATE_BYTES: usize = 150;

/// Characters of the number that tells a copy apart.
const SUFFIX: usize = 10;

/// Settings that elements inside a body or frame inherit.
#[derive(Clone, Copy)]
struct Inside {
    /// Default class.
    class: usize,
    /// Default class of the body, whatever frames say.
    body_class: usize,
    /// The innermost frame, by index in the body.
    frame: Option<usize>,
    /// Whether the body is the world.
    world: bool,
}

/// The content of a body or frame under way.
struct Level {
    left: std::vec::IntoIter<NodeId>,
    /// The body it goes to.
    body: BodyKey,
    at: Inside,
    /// The copies to make of the body when it is complete, if it is the original of a `replicate`.
    copies: Option<Copies>,
}

/// Copies to be made of the content of a `replicate` element.
struct Copies {
    node: NodeId,
    count: i32,
    offset: Vec3,
    euler: [f64; 3],
    separator: String,
    frame: Option<usize>,
}

impl Reader<'_, '_> {
    /// Reads the tree with an explicit stack instead of recursion, because files can nest deeply.
    pub(super) fn worldbody(&mut self, node: NodeId) {
        let world = Inside { class: 0, body_class: 0, frame: None, world: true };
        let mut levels = vec![self.level(node, BodyKey::WORLD, world)];
        while let Some(level) = levels.last_mut() {
            let Some(node) = level.left.next() else {
                if let Some(Level { body, copies: Some(copies), .. }) = levels.pop() {
                    self.copy_out(copies, body);
                }
                continue;
            };
            if !self.room_for(node) {
                return;
            }
            let (body, at) = (level.body, level.at);
            levels.extend(self.element_of_body(node, body, at));
        }
    }

    /// The content of a body or frame, to be read into a body.
    fn level(&self, section: NodeId, body: BodyKey, at: Inside) -> Level {
        Level { left: self.children(section).into_iter(), body, at, copies: None }
    }

    /// Reads an element into a body; returns its content, if that is still to be read.
    fn element_of_body(&mut self, node: NodeId, body: BodyKey, at: Inside) -> Option<Level> {
        let tree = Arc::clone(&self.tree);
        match tree.name(node) {
            "inertial" if at.world => self.refuse(node, "the world has no inertia"),
            "joint" | "freejoint" if at.world => self.refuse(node, "the world has no joints"),
            "inertial" => self.inertial(node, body),
            "joint" => {
                let class = self.class(node, "class", at.class);
                let mut joint = self.spec.defaults[class].joint.clone();
                joint.class.clone_from(&self.spec.defaults[class].name);
                self.attrs(node, &mut joint);
                let origin = self.origin(node);
                self.spec.bodies[body].joints.push(Joint { frame: at.frame, origin, ..joint });
            }
            "freejoint" => {
                let mut joint = Joint { kind: JointType::Free, ..Joint::default() };
                joint.class.clone_from(&self.spec.defaults[at.class].name);
                self.attrs(node, &mut joint);
                let origin = self.origin(node);
                self.spec.bodies[body].joints.push(Joint { frame: at.frame, origin, ..joint });
            }
            "geom" => {
                let class = self.class(node, "class", at.class);
                let mut geom = self.spec.defaults[class].geom.clone();
                geom.class.clone_from(&self.spec.defaults[class].name);
                self.geom_attrs(node, &mut geom);
                self.plugin_inside(node, &mut geom.plugin);
                let origin = self.origin(node);
                self.spec.bodies[body].geoms.push(Geom { frame: at.frame, origin, ..geom });
            }
            "site" => {
                let class = self.class(node, "class", at.class);
                let mut site = self.spec.defaults[class].site.clone();
                site.class.clone_from(&self.spec.defaults[class].name);
                self.site_attrs(node, &mut site);
                let origin = self.origin(node);
                self.spec.bodies[body].sites.push(Site { frame: at.frame, origin, ..site });
            }
            "camera" => {
                let class = self.class(node, "class", at.class);
                let mut camera = self.spec.defaults[class].camera.clone();
                camera.class.clone_from(&self.spec.defaults[class].name);
                self.camera_attrs(node, &mut camera);
                let origin = self.origin(node);
                self.spec.bodies[body].cameras.push(Camera { frame: at.frame, origin, ..camera });
            }
            "light" => {
                let class = self.class(node, "class", at.class);
                let mut light = self.spec.defaults[class].light.clone();
                light.class.clone_from(&self.spec.defaults[class].name);
                self.light_attrs(node, &mut light);
                let origin = self.origin(node);
                self.spec.bodies[body].lights.push(Light { frame: at.frame, origin, ..light });
            }
            "frame" => return Some(self.frame(node, body, at)),
            "replicate" => return Some(self.replicate(node, body, at)),
            "body" => return Some(self.child_body(node, body, at)),
            "attach" => self.attach(node, body, at),
            "flexcomp" => self.flexcomp(node, body, at.body_class),
            "plugin" => self.spec.bodies[body].plugin = self.plugin_ref(node),
            "composite" => {
                let class = self.spec.defaults[at.class].name.clone();
                self.composite(node, body, at.frame, &class);
            }
            _ => {}
        }
        None
    }

    fn child_body(&mut self, node: NodeId, parent: BodyKey, at: Inside) -> Level {
        let class = self.class(node, "childclass", at.class);
        let mut child = Body { frame: at.frame, origin: self.origin(node), ..Body::default() };
        self.attrs(node, &mut child);
        self.orientation(node, &mut child.alt);
        let body = self.spec.bodies.add(parent, child).expect("the parent is being read");
        self.level(node, body, Inside { class, body_class: class, frame: None, world: false })
    }

    fn frame(&mut self, node: NodeId, body: BodyKey, at: Inside) -> Level {
        let class = self.class(node, "childclass", at.class);
        let mut frame = Frame { frame: at.frame, origin: self.origin(node), ..Frame::default() };
        self.attrs(node, &mut frame);
        self.orientation(node, &mut frame.alt);
        let frame = Some(self.add_frame(body, frame));
        self.level(node, body, Inside { class, frame, ..at })
    }

    /// Adds a frame to a body and returns its index.
    fn add_frame(&mut self, body: BodyKey, frame: Frame) -> usize {
        let frames = &mut self.spec.bodies[body].frames;
        frames.push(frame);
        frames.len() - 1
    }

    fn inertial(&mut self, node: NodeId, body: BodyKey) {
        let mut inertial = Inertial::default();
        self.require(node, &["pos", "mass"]);
        self.attrs(node, &mut inertial);
        let turned = self.orientation(node, &mut inertial.alt) || self.has(node, "quat");
        if turned && inertial.fullinertia.is_some() {
            self.refuse(node, "fullinertia has an orientation of its own: remove the other one");
        }
        self.spec.bodies[body].inertial = Some(inertial);
    }

    pub(super) fn geom_attrs(&mut self, node: NodeId, geom: &mut Geom) {
        self.attrs(node, geom);
        self.orientation(node, &mut geom.alt);
    }

    pub(super) fn site_attrs(&mut self, node: NodeId, site: &mut Site) {
        self.attrs(node, site);
        self.orientation(node, &mut site.alt);
    }

    pub(super) fn camera_attrs(&mut self, node: NodeId, camera: &mut Camera) {
        // user data is not inherited from the class
        camera.user.clear();
        self.attrs(node, camera);
        self.orientation(node, &mut camera.alt);
        let tree = Arc::clone(&self.tree);
        if let Some(output) = tree.find_attr(node, "output") {
            match read_keywords::<CamOutBit>(output.value) {
                Ok(bits) if bits.is_empty() => {}
                Ok(bits) => camera.output = bits.iter().fold(0, |all, bit| all | *bit as i32),
                Err(bad) => self.bad_value(node, "output", output.value_span, bad),
            }
        }
        if self.has(node, "fovy") && self.has(node, "sensorsize") {
            self.refuse(node, "fovy and sensorsize exclude each other: give one of them");
        }
    }

    pub(super) fn light_attrs(&mut self, node: NodeId, light: &mut Light) {
        self.attrs(node, light);
        let mut directional = false;
        if self.value(node, "directional", &mut directional) {
            if self.has(node, "type") {
                self.refuse(node, "type and directional exclude each other: keep type");
            } else {
                light.kind = if directional { LightType::Directional } else { LightType::Spot };
            }
        }
    }

    /// Orientation in another form than a quaternion; true if there is one.
    pub(super) fn orientation(&mut self, node: NodeId, alt: &mut Orientation) -> bool {
        self.attrs(node, alt);
        let forms = ["axisangle", "xyaxes", "zaxis", "euler"];
        let given = |name: &&str| self.tree.attr(node, name).is_some_and(|v| !v.trim().is_empty());
        let count = forms.iter().filter(|name| given(name)).count();
        if count + usize::from(self.has(node, "quat")) > 1 {
            self.refuse(
                node,
                "more than one orientation: keep one of quat, axisangle, xyaxes, \
                               zaxis and euler",
            );
        }
        count > 0
    }

    /// Copies of the content, each moved by the offset and turn from the one before.
    fn replicate(&mut self, node: NodeId, parent: BodyKey, at: Inside) -> Level {
        let (mut count, mut offset, mut euler) = (0_i32, Vec3::ZERO, [0.0; 3]);
        self.require(node, &["count"]);
        self.value(node, "count", &mut count);
        self.value(node, "offset", &mut offset);
        self.value(node, "euler", &mut euler);
        let separator = self.text(node, "sep").unwrap_or_default();
        let class = self.class(node, "childclass", at.class);

        // read the content into a frame of a temporary body, which is removed after the last copy
        let mut original = Body { origin: self.origin(node), ..Body::default() };
        original.frames.push(Frame { origin: self.origin(node), ..Frame::default() });
        let body = self.spec.bodies.add(parent, original).expect("the parent is being read");
        let inside = Inside { class, body_class: class, frame: Some(0), world: at.world };
        let copies = Copies { node, count, offset, euler, separator, frame: at.frame };
        Level { copies: Some(copies), ..self.level(node, body, inside) }
    }

    /// Replaces a temporary body by copies of its content, in the body around it.
    fn copy_out(&mut self, wanted: Copies, body: BodyKey) {
        let Copies { node, count, offset, euler, separator, frame } = wanted;
        let copies = usize::try_from(count).unwrap_or(0);
        let elements = attach::count(&self.spec.bodies, body);
        let bytes = body_bytes(&self.spec.bodies, body) + elements * (separator.len() + SUFFIX);
        let fits = self.count_copies(node, elements.saturating_mul(copies));
        if !fits || !self.take_copies(node, bytes, copies) {
            return;
        }

        let turned = |spec: &Spec, angles: [f64; 3]| {
            let alt = Orientation::Euler(angles);
            resolve_orientation(&alt, Quat::IDENTITY, &spec.compiler).unwrap_or(Quat::IDENTITY)
        };
        let turn = turned(self.spec, euler);
        let digits = count.to_string().len();
        let mut pose = Pose::default();
        let mut replication = Replication::new(self.spec, body);
        for i in 0..copies {
            // the orientation is computed anew each time: products would lose precision
            pose.quat = turned(self.spec, euler.map(|angle| i as f64 * angle));
            let naming = Naming::suffix(format!("{separator}{i:0digits$}"));
            if !self.count_states(node) || !self.has_time(node) {
                return;
            }
            let before = Counts::of(self.spec);
            if let Err(why) = replication.copy(self.spec, pose, frame, &naming) {
                self.refuse(node, why.to_string());
                return;
            }
            if !self.take_copies(node, before.added_bytes(self.spec), 1) {
                return;
            }
            pose = pose * Pose { pos: offset, quat: turn };
        }
        if let Err(why) = replication.finish(self.spec) {
            self.refuse(node, why.to_string());
        }
    }

    /// Whether the keyframes that are kept with the elements stay within the limit on the model.
    fn count_states(&mut self, node: NodeId) -> bool {
        let limit = self.context.limits.model_bytes;
        self.states = self.states.saturating_add(self.spec.key_states());
        if self.states.saturating_mul(STATE_BYTES) > limit {
            let message = format!("keyframes of copies take more than {limit} bytes");
            let problem = self.tree.problem(ProblemKind::Limit, node, message);
            self.problems.push(problem.help("copy fewer, or raise the limit model_bytes"));
            return false;
        }
        true
    }

    /// Whether the copies stay within the limit on elements.
    pub(super) fn count_copies(&mut self, node: NodeId, made: usize) -> bool {
        let limit = self.context.limits.replicas;
        self.copies = self.copies.saturating_add(made);
        if self.copies > limit {
            let message = format!("this makes more than {limit} elements");
            self.problems.push(
                self.tree
                    .problem(ProblemKind::Limit, node, message)
                    .help("ask for fewer, or raise the limit replicas"),
            );
            return false;
        }
        true
    }

    /// A body of another model, or all of it, put into this one.
    fn attach(&mut self, node: NodeId, body: BodyKey, at: Inside) {
        let (Some(model), Some(prefix)) =
            (self.required(node, "model"), self.required(node, "prefix"))
        else {
            return;
        };
        let Some(index) = self.models.iter().position(|(name, _)| *name == model) else {
            if self.unread {
                return;
            }
            let message = format!("there is no model \"{model}\"");
            let names = self.models.iter().map(|(name, _)| name.as_str());
            let problem = self.tree.problem(ProblemKind::Schema, node, message);
            self.problems.push(problem.suggest(&model, names));
            return;
        };
        let child = &self.models[index].1;
        let elements = attach::count_all(child);
        let bytes = spec_bytes(child).saturating_add(elements.saturating_mul(prefix.len()));
        if !self.count_copies(node, elements)
            || !self.take_copies(node, bytes, 1)
            || !self.count_states(node)
            || !self.has_time(node)
        {
            return;
        }
        let child = self.models[index].1.clone();
        let name = self.text(node, "body").unwrap_or_default();
        let frame = if let Some(frame) = at.frame {
            frame
        } else {
            let frame = Frame { origin: self.origin(node), ..Frame::default() };
            self.add_frame(body, frame)
        };
        if let Err(why) = attach_model(self.spec, child, &name, (body, frame), prefix) {
            self.refuse(node, why.to_string());
        }
    }
}
