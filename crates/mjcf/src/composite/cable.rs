//! A cable: a chain of bodies along a curve, each with a geom along its x axis.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{GeomType, JointType};
use ferrodyn_engine::math::{Quat, Vec3, fun};

use super::{Composite, Curve};
use crate::spec::pose::{compose, from_axes, normalize};
use crate::spec::{Body, BodyKey, Exclude, Geom, Joint, Site, Spec, Text};

/// The frame that moves along the cable.
struct Moving {
    quat: Quat,
    normal: Vec3,
}

impl Moving {
    /// Turns to the next edge, given the directions of the edges before and after; none before the
    /// first.
    #[doc(alias = "mjuu_updateFrame")]
    fn turn(&mut self, edge: Vec3, before: Option<Vec3>, after: Vec3) {
        let mut tangent = edge;
        normalize(&mut tangent.0);
        let mut binormal;
        if let Some(before) = before {
            // the normal turns with the edge
            binormal = before.cross(tangent);
            let sine = normalize(&mut binormal.0);
            let angle = fun::atan2(sine, before.dot(tangent));
            let turn =
                if angle == 0.0 { Quat::IDENTITY } else { Quat::from_axis_angle(binormal, angle) };
            self.normal = rotate(turn, self.normal);
            normalize(&mut self.normal.0);
            binormal = tangent.cross(self.normal);
            normalize(&mut binormal.0);
        } else {
            binormal = tangent.cross(after);
            normalize(&mut binormal.0);
            self.normal = binormal.cross(tangent);
            normalize(&mut self.normal.0);
        }
        self.quat = from_axes(tangent, self.normal, binormal);
    }
}

/// Rotates by a quaternion of any length.
fn rotate(quat: Quat, v: Vec3) -> Vec3 {
    if v == Vec3::ZERO || quat == Quat::IDENTITY { v } else { quat.rotate(v) }
}

impl Composite {
    pub(super) fn check_cable(&self) -> Result<(), String> {
        if self.count[0] < 2 || self.count[1] > 1 {
            return Err("a cable has one dimension: give one count above 1".into());
        }
        match self.geom.kind {
            GeomType::Cylinder | GeomType::Capsule | GeomType::Box => Ok(()),
            _ => Err("the geom of a cable is a capsule, cylinder or box".into()),
        }
    }

    /// Where the ends of the bodies are, in single precision.
    pub(super) fn vertices(&self) -> Vec<[f32; 3]> {
        if !self.vertex.is_empty() {
            return self.vertex.as_chunks::<3>().0.to_vec();
        }
        let last = f64::from(self.count[0] - 1);
        let at = |i: i32| {
            let i = f64::from(i);
            let angle = PI * i * self.size[2] / last;
            let place = self.curve.map(|curve| match curve {
                Curve::Line => i * self.size[0] / last,
                Curve::Cos => self.size[1] * fun::cos(angle),
                Curve::Sin => self.size[1] * fun::sin(angle),
                Curve::Zero => 0.0,
            });
            rotate(self.quat, Vec3(place)).0.map(|x| x as f32)
        };
        (0..self.count[0]).map(at).collect()
    }

    /// Adds the bodies, one inside the other.
    pub(super) fn add_cable(
        &self,
        spec: &mut Spec,
        body: BodyKey,
        frame: Option<usize>,
        vertices: &[[f32; 3]],
    ) {
        let prefix = &self.prefix;
        spec.texts.push(Text {
            name: format!("composite_{prefix}"),
            data: format!("rope_{prefix}"),
            origin: self.origin.clone(),
        });
        let edge = |i: usize| {
            let (a, b) = (vertices.get(i), vertices.get(i + 1));
            let (a, b) = (a.copied().unwrap_or_default(), b.copied().unwrap_or_default());
            Vec3([0, 1, 2].map(|k| f64::from(b[k] - a[k])))
        };
        let mut moving = Moving { quat: Quat::IDENTITY, normal: Vec3([0.0, 1.0, 0.0]) };
        let (mut inside, last) = (body, self.bodies() - 1);
        for i in 0..=last {
            let (mut before, mut after) = (Vec3::ZERO, Vec3::ZERO);
            let mut length_before = 0.0;
            if i > 0 {
                before = edge(i - 1);
                length_before = normalize(&mut before.0);
            }
            if i < last {
                after = edge(i + 1);
                normalize(&mut after.0);
            }
            let previous = moving.quat;
            moving.turn(edge(i), (i > 0).then_some(before), after);
            let length = edge(i).dot(edge(i)).sqrt();

            let mut made = self.segment(i, last, length);
            if i == 0 {
                let start = vertices[0].map(f64::from);
                made.pos = Vec3([0, 1, 2].map(|k| self.offset[k] + start[k]));
                made.quat = moving.quat;
                made.frame = frame;
            } else {
                made.pos = Vec3([length_before, 0.0, 0.0]);
                made.quat = compose(previous.conj(), moving.quat);
            }
            if i < last {
                spec.excludes.push(self.exclude(i, last));
            }
            inside = spec.bodies.add(inside, made).unwrap_or(inside);
        }
    }

    /// A body with its joint, geom and, at the ends, site.
    fn segment(&self, i: usize, last: usize, length: f64) -> Body {
        let (first, ends) = (i == 0, i == last);
        let (prefix, origin) = (&self.prefix, &self.origin);
        let mut geom = Geom {
            name: format!("{prefix}G{i}"),
            class: self.class.clone(),
            origin: origin.clone(),
            ..self.geom.clone()
        };
        if geom.kind == GeomType::Box {
            geom.pos = Vec3([length / 2.0, 0.0, 0.0]);
            geom.size[0] = length / 2.0;
        } else {
            geom.fromto = Some([0.0, 0.0, 0.0, length, 0.0, 0.0]);
        }
        let mut body = Body {
            name: self.body_name(i, last),
            geoms: vec![geom],
            plugin: self.plugin.clone(),
            origin: origin.clone(),
            ..Body::default()
        };
        if !first || self.initial != "none" {
            body.joints.push(self.link(i, last));
        }
        if first || ends {
            body.sites.push(Site {
                name: format!("{prefix}S_{}", if first { "first" } else { "last" }),
                class: self.class.clone(),
                pos: Vec3([if ends { length } else { 0.0 }, 0.0, 0.0]),
                origin: origin.clone(),
                ..self.site.clone()
            });
        }
        body
    }

    /// The joint of a body: a ball, or what the first one is held by.
    fn link(&self, i: usize, last: usize) -> Joint {
        let mut joint = Joint {
            name: format!("{}J_{}", self.prefix, place(i, last)),
            class: self.class.clone(),
            kind: JointType::Ball,
            origin: self.origin.clone(),
            ..self.joint.clone()
        };
        if i == 0 && self.initial == "free" {
            joint.kind = JointType::Free;
            joint.damping = [0.0; 3];
            (joint.armature, joint.frictionloss) = (0.0, 0.0);
        }
        joint
    }

    /// Neighbors do not collide.
    fn exclude(&self, i: usize, last: usize) -> Exclude {
        // MuJoCo looks for the second body of a cable by its number, even where it is the last
        let next = if i == 0 { format!("{}B_1", self.prefix) } else { self.body_name(i + 1, last) };
        Exclude {
            body1: self.body_name(i, last),
            body2: next,
            origin: self.origin.clone(),
            ..Exclude::default()
        }
    }

    pub(super) fn body_name(&self, i: usize, last: usize) -> String {
        format!("{}B_{}", self.prefix, place(i, last))
    }
}

/// How a body of the chain is called.
fn place(i: usize, last: usize) -> String {
    match i {
        0 => "first".into(),
        i if i == last => "last".into(),
        i => i.to_string(),
    }
}
