//! Joints, and the equality constraints that stand for `mimic`.

use std::collections::BTreeSet;

use ferrodyn_engine::enums::{EqType, JointType, Limited};
use ferrodyn_engine::math::Vec3;

use super::Reader;
use crate::spec::pose::z_to;
use crate::spec::{Equality, Joint};
use crate::suggest::did_you_mean;
use crate::xml::NodeId;

/// Joint types of URDF; `spherical` is an extension of Bullet.
const TYPES: [&str; 7] =
    ["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"];

impl Reader<'_, '_> {
    /// Reads a joint into the body of its child link.
    pub(super) fn read_joint(&mut self, node: NodeId) {
        let (Some(kind), Some(name)) = (self.text(node, "type"), self.text(node, "name")) else {
            return;
        };
        let Some(child) = self.child_link(node) else { return };
        let (pos, quat) = self.pose(node);
        let mut axis = Vec3::X;
        if let Some(element) = self.child(node, "axis") {
            self.require(element, "xyz", &mut axis);
        }

        // a planar joint takes three
        let one = |kind, name: String, axis| Joint { name, kind, axis, ..Joint::default() };
        let mut joints = match kind.as_str() {
            "revolute" | "continuous" => vec![one(JointType::Hinge, name, axis)],
            "prismatic" => vec![one(JointType::Slide, name, axis)],
            "floating" => vec![one(JointType::Free, name, Vec3::Z)],
            "spherical" => vec![one(JointType::Ball, name, axis)],
            "planar" => {
                let frame = z_to(axis).to_mat();
                vec![
                    one(JointType::Slide, format!("{name}_TX"), frame.col(0)),
                    one(JointType::Slide, format!("{name}_TY"), frame.col(1)),
                    one(JointType::Hinge, format!("{name}_RZ"), axis),
                ]
            }
            "fixed" => Vec::new(),
            _ => {
                self.bad_type(node, &kind);
                return;
            }
        };

        self.dynamics(node, &mut joints);
        self.limit(node, &mut joints);
        let origin = self.origin(node);
        let body = &mut self.links[child].body;
        (body.pos, body.quat) = (pos, quat);
        for mut joint in joints {
            joint.origin = origin.clone();
            body.joints.push(joint);
        }
    }

    /// The child link of a joint; what is wrong with it was said when links were connected.
    fn child_link(&self, joint: NodeId) -> Option<usize> {
        let child = self.tree.children_named(joint, "child").next()?;
        self.index.get(self.tree.attr(child, "link")?).copied()
    }

    fn bad_type(&mut self, node: NodeId, kind: &str) {
        let near = did_you_mean(kind, TYPES).map_or_else(
            || format!("it is one of: {}", TYPES.join(", ")),
            |near| format!("did you mean \"{near}\"?"),
        );
        self.refuse(node, format!("there is no joint type \"{kind}\", {near}"));
    }

    /// Damping and friction, the same for all parts of a planar joint.
    fn dynamics(&mut self, node: NodeId, joints: &mut [Joint]) {
        if joints.is_empty() {
            return;
        }
        let Some(element) = self.child(node, "dynamics") else { return };
        let (mut damping, mut friction) = (0.0, 0.0);
        self.value(element, "damping", &mut damping);
        self.value(element, "friction", &mut friction);
        for joint in joints {
            joint.damping[0] = damping;
            joint.frictionloss = friction;
        }
    }

    /// Limits of position and effort; of a planar joint only the first part has them.
    fn limit(&mut self, node: NodeId, joints: &mut [Joint]) {
        let Some(joint) = joints.first_mut() else { return };
        let Some(element) = self.child(node, "limit") else { return };
        let has_lower = self.value(element, "lower", &mut joint.range[0]);
        let has_upper = self.value(element, "upper", &mut joint.range[1]);
        if has_lower != has_upper || joint.range[0] > joint.range[1] {
            joint.limited = Limited::False;
        }
        let mut effort: f64 = 0.0;
        self.value(element, "effort", &mut effort);
        let effort = effort.abs();
        if effort > 0.0 {
            joint.actfrcrange = [-effort, effort];
        }
    }

    /// Makes every `mimic` a constraint: position = multiplier * position of the other + offset.
    pub(super) fn read_mimics(&mut self, joints: &[NodeId]) {
        let made = self.links.iter().flat_map(|link| &link.body.joints);
        let scalar = made.filter(|j| matches!(j.kind, JointType::Hinge | JointType::Slide));
        let scalar: BTreeSet<String> = scalar.map(|joint| joint.name.clone()).collect();
        for &node in joints {
            if let Some(mimic) = self.child(node, "mimic") {
                self.read_mimic(node, mimic, &scalar);
            }
        }
    }

    fn read_mimic(&mut self, node: NodeId, mimic: NodeId, scalar: &BTreeSet<String>) {
        let follower = self.tree.attr(node, "name").and_then(|name| scalar.get(name));
        let leader = self.tree.attr(mimic, "joint").and_then(|name| scalar.get(name));
        let (Some(follower), Some(leader)) = (follower, leader) else {
            let message = "mimic needs two joints with one degree of freedom: it is ignored";
            self.report.note(&self.tree, mimic, message);
            return;
        };
        let (mut multiplier, mut offset) = (1.0, 0.0);
        self.value(mimic, "multiplier", &mut multiplier);
        self.value(mimic, "offset", &mut offset);

        let mut equality = Equality {
            kind: EqType::Joint,
            name1: follower.clone(),
            name2: leader.clone(),
            origin: self.origin(mimic),
            ..Equality::default()
        };
        equality.data[0] = offset;
        equality.data[1] = multiplier;
        self.spec.equalities.push(equality);
    }
}
