//! The kinematic tree: bodies, frames, joints, geoms, sites, cameras and lights; replication and
//! attachment.

use std::sync::Arc;

use ferrodyn_engine::enums::{CamOutBit, JointType, LightType};
use ferrodyn_engine::math::{Quat, Vec3};

use super::Reader;
use crate::attach::{Event, Naming, attach_model, graft, names_in};
use crate::compile::pose::{Pose, resolve_orientation};
use crate::error::ProblemKind;
use crate::schema::read_keywords;
use crate::spec::{Body, Camera, Frame, Geom, Inertial, Joint, Light, Orientation, Site};
use crate::xml::NodeId;

/// What elements inside a body or frame inherit.
#[derive(Clone, Copy)]
struct Inside {
    /// Default class.
    class: usize,
    /// The innermost frame, by index in the body.
    frame: Option<usize>,
    /// Whether the body is the world.
    world: bool,
}

impl Reader<'_, '_> {
    pub(super) fn worldbody(&mut self, node: NodeId) {
        let mut world = std::mem::take(&mut self.spec.world);
        self.body_content(node, &mut world, Inside { class: 0, frame: None, world: true });
        self.spec.world = world;
    }

    fn body_content(&mut self, section: NodeId, body: &mut Body, at: Inside) {
        for node in self.children(section) {
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
                    body.joints.push(Joint { frame: at.frame, origin: self.origin(node), ..joint });
                }
                "freejoint" => {
                    let mut joint = Joint { kind: JointType::Free, ..Joint::default() };
                    joint.class.clone_from(&self.spec.defaults[at.class].name);
                    self.attrs(node, &mut joint);
                    body.joints.push(Joint { frame: at.frame, origin: self.origin(node), ..joint });
                }
                "geom" => {
                    let class = self.class(node, "class", at.class);
                    let mut geom = self.spec.defaults[class].geom.clone();
                    geom.class.clone_from(&self.spec.defaults[class].name);
                    self.geom_attrs(node, &mut geom);
                    body.geoms.push(Geom { frame: at.frame, origin: self.origin(node), ..geom });
                }
                "site" => {
                    let class = self.class(node, "class", at.class);
                    let mut site = self.spec.defaults[class].site.clone();
                    site.class.clone_from(&self.spec.defaults[class].name);
                    self.site_attrs(node, &mut site);
                    body.sites.push(Site { frame: at.frame, origin: self.origin(node), ..site });
                }
                "camera" => {
                    let class = self.class(node, "class", at.class);
                    let mut camera = self.spec.defaults[class].camera.clone();
                    camera.class.clone_from(&self.spec.defaults[class].name);
                    self.camera_attrs(node, &mut camera);
                    let origin = self.origin(node);
                    body.cameras.push(Camera { frame: at.frame, origin, ..camera });
                }
                "light" => {
                    let class = self.class(node, "class", at.class);
                    let mut light = self.spec.defaults[class].light.clone();
                    light.class.clone_from(&self.spec.defaults[class].name);
                    self.light_attrs(node, &mut light);
                    body.lights.push(Light { frame: at.frame, origin: self.origin(node), ..light });
                }
                "frame" => self.frame(node, body, at),
                "replicate" => self.replicate(node, body, at),
                "body" => self.child_body(node, body, at),
                "attach" => self.attach(node, body, at),
                _ => {}
            }
        }
    }

    fn child_body(&mut self, node: NodeId, parent: &mut Body, at: Inside) {
        let class = self.class(node, "childclass", at.class);
        let mut child = Body { frame: at.frame, origin: self.origin(node), ..Body::default() };
        self.attrs(node, &mut child);
        self.orientation(node, &mut child.alt);
        self.body_content(node, &mut child, Inside { class, frame: None, world: false });
        parent.bodies.push(child);
    }

    fn frame(&mut self, node: NodeId, body: &mut Body, at: Inside) {
        let class = self.class(node, "childclass", at.class);
        let mut frame = Frame { frame: at.frame, origin: self.origin(node), ..Frame::default() };
        self.attrs(node, &mut frame);
        self.orientation(node, &mut frame.alt);
        body.frames.push(frame);
        let frame = Some(body.frames.len() - 1);
        self.body_content(node, body, Inside { class, frame, ..at });
    }

    fn inertial(&mut self, node: NodeId, body: &mut Body) {
        let mut inertial = Inertial::default();
        self.require(node, &["pos", "mass"]);
        self.attrs(node, &mut inertial);
        let turned = self.orientation(node, &mut inertial.alt) || self.has(node, "quat");
        if turned && inertial.fullinertia.is_some() {
            self.refuse(node, "fullinertia has an orientation of its own: remove the other one");
        }
        body.inertial = Some(inertial);
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
    fn orientation(&mut self, node: NodeId, alt: &mut Orientation) -> bool {
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
    fn replicate(&mut self, node: NodeId, body: &mut Body, at: Inside) {
        let (mut count, mut offset, mut euler) = (0_i32, Vec3::ZERO, [0.0; 3]);
        self.require(node, &["count"]);
        self.value(node, "count", &mut count);
        self.value(node, "offset", &mut offset);
        self.value(node, "euler", &mut euler);
        let separator = self.text(node, "sep").unwrap_or_default();
        let class = self.class(node, "childclass", at.class);

        // the content, inside one frame of a body of its own
        let mut content = Body { origin: self.origin(node), ..Body::default() };
        content.frames.push(Frame { origin: self.origin(node), ..Frame::default() });
        self.body_content(node, &mut content, Inside { class, frame: Some(0), world: at.world });
        let copies = usize::try_from(count).unwrap_or(0);
        if !self.count_copies(node, &content, copies) {
            return;
        }

        let compiler = &self.spec.compiler;
        let turned = |angles: [f64; 3]| {
            let alt = Orientation::Euler(angles);
            resolve_orientation(&alt, Quat::IDENTITY, compiler).unwrap_or(Quat::IDENTITY)
        };
        let turn = turned(euler);
        let digits = count.to_string().len();
        let mut step = Pose::default();
        let mut placed = Vec::with_capacity(copies);
        for i in 0..copies {
            // the orientation is computed anew each time: products would lose precision
            step.quat = turned(euler.map(|angle| i as f64 * angle));
            placed.push((step, format!("{separator}{i:0digits$}")));
            step = step * Pose { pos: offset, quat: turn };
        }
        let original = names_in(&content);
        let mut made = Vec::with_capacity(copies);
        for (pose, suffix) in placed {
            content.frames[0].pos = pose.pos;
            content.frames[0].quat = pose.quat;
            let naming = Naming { suffix, own: true, ..Naming::default() };
            let mut copy = Body::default();
            graft(&content, &mut copy, None, &naming);
            made.push((naming, names_in(&copy)));
            graft(&copy, body, at.frame, &Naming { own: true, ..Naming::default() });
        }
        self.events.push(Event::Replicate { original, copies: made });
    }

    /// Whether the copies stay within the limit on elements.
    fn count_copies(&mut self, node: NodeId, content: &Body, copies: usize) -> bool {
        let limit = self.context.limits.replicas;
        let made = crate::attach::count(content).saturating_mul(copies);
        self.copies = self.copies.saturating_add(made);
        if self.copies > limit {
            let message = format!("replication makes more than {limit} elements");
            self.problems.push(
                self.tree
                    .problem(ProblemKind::Limit, node, message)
                    .help("raise the limit on replicas if this is meant"),
            );
            return false;
        }
        true
    }

    /// A body of another model, or all of it, put into this one.
    fn attach(&mut self, node: NodeId, body: &mut Body, at: Inside) {
        let (Some(model), Some(prefix)) =
            (self.required(node, "model"), self.required(node, "prefix"))
        else {
            return;
        };
        let Some(index) = self.models.iter().position(|(name, _)| *name == model) else {
            let message = format!("there is no model \"{model}\"");
            let names = self.models.iter().map(|(name, _)| name.as_str());
            let problem = self.tree.problem(ProblemKind::Schema, node, message);
            self.problems.push(problem.suggest(&model, names));
            return;
        };
        let child = self.models[index].1.clone();
        let name = self.text(node, "body").unwrap_or_default();
        let frame = at.frame.unwrap_or_else(|| {
            body.frames.push(Frame { origin: self.origin(node), ..Frame::default() });
            body.frames.len() - 1
        });
        match attach_model(self.spec, &child, &name, (body, frame), prefix) {
            Ok(event) => self.events.push(event),
            Err(why) => self.refuse(node, why),
        }
    }
}
