//! `mujoco.elasticity.cable`: bodies in a row that resist bending and twisting.
//!
//! Between a body and the one before it the curvature is the rotation between them; the torque is
//! proportional to what it differs from the curvature at rest. `twist` and `bend` are the shear and
//! Young's modulus; with the cross section of the body's first geom they give the stiffness. With
//! `flat` the cable is straight at rest, otherwise as the model has it.

use ferrodyn_engine::enums::{GeomType, PluginCapabilityBit};
use ferrodyn_engine::hooks::plugin::{Canvas, PassivePlugin, Plugin, PluginKind};
use ferrodyn_engine::hooks::{Attributes, PluginError};
use ferrodyn_engine::ids::{BodyId, PluginId};
use ferrodyn_engine::math::rotation::{quat_to_vel, sub_quat};
use ferrodyn_engine::math::{Quat, Spatial, Vec3, fun};
use ferrodyn_engine::{Data, Model, passive, smooth};

use crate::text::{loose_number, strict_number};

/// The kind `mujoco.elasticity.cable`.
#[derive(Clone, Copy, Debug)]
pub struct CableKind;

impl PluginKind for CableKind {
    fn name(&self) -> &'static str {
        "mujoco.elasticity.cable"
    }

    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &[PluginCapabilityBit::Passive]
    }

    fn attributes(&self) -> Vec<&str> {
        vec!["twist", "bend", "flat", "vmax"]
    }

    fn instance(
        &self,
        m: &Model,
        id: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        Cable::new(m, id, attributes).map(|cable| Box::new(cable) as Box<dyn Plugin>)
    }
}

/// A cable.
struct Cable {
    segments: Vec<Segment>,
    /// The stress that is drawn in the last color; nothing is drawn if it is 0.
    vmax: f64,
}

/// A body of a cable, and how it is held by the one before.
struct Segment {
    body: BodyId,
    /// Stiffness of twist and of the two directions of bending.
    stiffness: [f64; 3],
    /// How it hangs on the segment before; nothing for the first.
    joint: Option<Link>,
}

/// Where a segment meets the one before.
struct Link {
    /// Where the quaternion between them starts in `qpos`.
    qpos: usize,
    /// Curvature at rest.
    rest: Vec3,
    /// Distance of the bodies.
    length: f64,
}

impl Cable {
    fn new(m: &Model, id: PluginId, attributes: &Attributes) -> Result<Self, PluginError> {
        strict_number(attributes, "twist")?;
        strict_number(attributes, "bend")?;
        let modulus = |name| loose_number(attributes, name).unwrap_or(0.0);
        let (shear, young) = (modulus("twist"), modulus("bend"));
        let flat = attributes.get("flat") == Some("true");
        let bodies: Vec<BodyId> =
            m.bodies().skip(1).filter(|&b| m.body_plugin[b].raw() == id.raw()).collect();
        if bodies.windows(2).any(|pair| pair[1].0 != pair[0].0 + 1) {
            let why = "the bodies of a cable must follow each other: give each cable an instance";
            return Err(PluginError::Refused(why.to_owned()));
        }

        // positions at rest
        let mut d = Data::new(m);
        smooth::kinematics(m, &mut d);
        let segment = |(i, &body): (usize, &BodyId)| {
            let joint = match i.checked_sub(1) {
                None => None,
                Some(before) => Some(Link::new(m, &d, body, bodies[before], flat)?),
            };
            let [twist, bend_y, bend_z] = moments(m, body);
            let stiffness = [twist * shear, bend_y * young, bend_z * young];
            Ok(Segment { body, stiffness, joint })
        };
        let segments = bodies.iter().enumerate().map(segment).collect::<Result<_, _>>()?;
        Ok(Self { segments, vmax: modulus("vmax") })
    }
}

impl Link {
    fn new(
        m: &Model,
        d: &Data,
        body: BodyId,
        before: BodyId,
        flat: bool,
    ) -> Result<Self, PluginError> {
        let joint = m.body_jntadr[body].id();
        let start = joint.map(|joint| m.jnt_qposadr[joint].raw() + m.body_dofnum[body] - 3);
        let qpos = start.and_then(|start| usize::try_from(start).ok());
        let found = qpos.filter(|&start| m.body_dofnum[body] >= 3 && start + 4 <= m.nq);
        let Some(qpos) = found else {
            let why = format!("body {} of a cable needs a ball joint to the one before", body.0);
            return Err(PluginError::Refused(why));
        };
        let turned = quat_at(&m.qpos0, qpos);
        let rest = if flat { Vec3::ZERO } else { sub_quat(m.body_quat[body], turned) };
        let length = (d.xpos[body] - d.xpos[before]).norm();
        Ok(Self { qpos, rest, length })
    }

    /// The rotation to the segment before, and the torque that it causes in the frame of that.
    fn torque(&self, m: &Model, d: &Data, segment: &Segment) -> (Quat, Vec3) {
        let turned = m.body_quat[segment.body] * quat_at(&d.qpos, self.qpos);
        let curvature = quat_to_vel(turned, 1.0);
        let resist = |k: usize| -segment.stiffness[k] * (curvature[k] - self.rest[k]) / self.length;
        (turned, Vec3([resist(0), resist(1), resist(2)]))
    }
}

/// Torsion constant and second moments of area of the cross section of a body's first geom.
fn moments(m: &Model, body: BodyId) -> [f64; 3] {
    use std::f64::consts::PI;
    let Some(geom) = m.body_geomadr[body].id() else { return [0.0; 3] };
    let [radius, h, w] = m.geom_size[geom].0;
    match m.geom_type[geom].get() {
        Some(GeomType::Cylinder | GeomType::Capsule) => {
            let fourth = fun::pow(radius, 4.0);
            let second = PI * fourth / 4.0;
            [PI * fourth / 2.0, second, second]
        }
        Some(GeomType::Box) => {
            let (a, b) = if h < w { (w, h) } else { (h, w) };
            let slender = 1.0 - fun::pow(b, 4.0) / fun::pow(a, 4.0) / 12.0;
            let torsion = a * fun::pow(b, 3.0) * (16.0 / 3.0 - 3.36 * b / a * slender);
            let about = |x: f64, y: f64| fun::pow(2.0 * x, 3.0) * 2.0 * y / 12.0;
            [torsion, about(w, h), about(h, w)]
        }
        _ => [0.0; 3],
    }
}

fn quat_at(qpos: &[f64], start: usize) -> Quat {
    match qpos.get(start..start + 4) {
        Some(&[w, x, y, z]) => Quat([w, x, y, z]),
        _ => Quat::IDENTITY,
    }
}

impl Plugin for Cable {
    fn follows_from_state(&self) -> bool {
        true
    }

    fn passive(&self) -> Option<&dyn PassivePlugin> {
        Some(self)
    }

    /// Colors geoms by the mean stress of both ends of their segment.
    fn visualize(&self, m: &Model, d: &Data, _: PluginId, canvas: &mut dyn Canvas) {
        if self.vmax == 0.0 {
            return;
        }
        let stresses: Vec<Option<Vec3>> = self.segments.iter().map(|s| stress(m, d, s)).collect();
        for (i, segment) in self.segments.iter().enumerate() {
            let [own, next] = [stresses[i], stresses.get(i + 1).copied().flatten()];
            let first = own.or(next).unwrap_or_default();
            let mean = (first + next.or(own).unwrap_or_default()) * 0.5;
            if let Some(geom) = m.body_geomadr[segment.body].id() {
                canvas.color(geom, stress_color(mean.norm(), self.vmax));
            }
        }
    }
}

/// The torque per length between a segment and the one before, in the frame of the segment; nothing for
/// the first.
fn stress(m: &Model, d: &Data, segment: &Segment) -> Option<Vec3> {
    let joint = segment.joint.as_ref()?;
    if segment.stiffness == [0.0; 3] {
        return Some(Vec3::ZERO);
    }
    let (turned, torque) = joint.torque(m, d, segment);
    Some(turned.conj().rotate(torque))
}

/// From blue over green to red.
fn stress_color(stress: f64, vmax: f64) -> [f32; 3] {
    let share = if stress > vmax { 1.0 } else { stress / vmax };
    let part = |x: f64| (4.0 * x) as f32;
    if share < 0.25 {
        [0.0, part(share), 1.0]
    } else if share < 0.5 {
        [0.0, 1.0, 1.0 - part(share - 0.25)]
    } else if share < 0.75 {
        [part(share - 0.5), 1.0, 0.0]
    } else {
        [1.0, 1.0 - part(share - 0.75), 0.0]
    }
}

impl PassivePlugin for Cable {
    fn add_force(&self, m: &Model, d: &mut Data, _: PluginId) {
        for (i, segment) in self.segments.iter().enumerate() {
            if segment.stiffness == [0.0; 3] {
                continue;
            }
            let mut torque = Vec3::ZERO;
            if let Some(joint) = &segment.joint {
                let (turned, before) = joint.torque(m, d, segment);
                torque += turned.conj().rotate(before);
            }
            if let Some(next) = self.segments.get(i + 1)
                && let Some(joint) = &next.joint
            {
                torque -= joint.torque(m, d, next).1;
            }
            let body = segment.body;
            let wrench = Spatial::new(d.xquat[body].rotate(torque), Vec3::ZERO);
            passive::add_wrench(m, d, &wrench, d.xpos[body], body);
        }
    }
}
