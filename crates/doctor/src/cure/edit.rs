//! [`Edit`]: a change of a spec that may cure something.

use std::f64::consts::PI;
use std::fmt;

use ferrodyn_engine::enums::{Cone, Integrator, Limited, Solver};
use ferrodyn_mjcf::spec::{Actuator, Exclude, Joint};
use ferrodyn_mjcf::{ElementId, Spec};

use crate::text::{count, short};

/// A joint, and the limits of force that it takes over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ForceLimit {
    pub(crate) actuator: ElementId,
    pub(crate) joint: ElementId,
    pub(crate) range: [f64; 2],
}

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Edit {
    Timestep(f64),
    Integrator(Integrator),
    Cone(Cone),
    Impratio(f64),
    Noslip(i32),
    Solver(Solver),
    Iterations(i32),
    /// At least this armature on joints.
    Armature {
        joints: Vec<ElementId>,
        armature: f64,
    },
    /// So much more damping on joints.
    Damping {
        joints: Vec<ElementId>,
        damping: f64,
    },
    /// Limits of force on joints instead of actuators.
    ForceOnJoints(Vec<ForceLimit>),
    Exclude([String; 2]),
    /// The range of a joint, in degrees instead of radians.
    Degrees {
        joint: ElementId,
        name: String,
    },
    /// All sliding friction, times a factor.
    Friction(f64),
    /// No contacts at all: shows a cause, and is no cure.
    NoContacts,
}

impl Edit {
    /// Whether it only shows where the cause is.
    pub(crate) fn is_diagnosis(&self) -> bool {
        matches!(self, Self::NoContacts | Self::Friction(_))
    }

    /// Changes a spec.
    pub(crate) fn apply(&self, spec: &mut Spec) {
        match self {
            Self::Timestep(h) => spec.option.timestep = *h,
            Self::Integrator(integrator) => spec.option.integrator = *integrator as i32,
            Self::Cone(cone) => spec.option.cone = *cone as i32,
            Self::Impratio(ratio) => spec.option.impratio = *ratio,
            Self::Noslip(iterations) => spec.option.noslip_iterations = *iterations,
            Self::Solver(solver) => spec.option.solver = *solver as i32,
            Self::Iterations(iterations) => spec.option.iterations = *iterations,
            Self::Armature { joints, armature } => each_joint(spec, joints, |joint| {
                joint.armature = joint.armature.max(*armature);
            }),
            Self::Damping { joints, damping } => each_joint(spec, joints, |joint| {
                joint.damping[0] += damping;
            }),
            Self::ForceOnJoints(limits) => limits.iter().for_each(|limit| limit.apply(spec)),
            Self::Exclude([body1, body2]) => {
                let (body1, body2) = (body1.clone(), body2.clone());
                spec.add(Exclude { body1, body2, ..Exclude::default() });
            }
            Self::Degrees { joint, .. } => each_joint(spec, &[*joint], |joint| {
                joint.range = joint.range.map(|x| x * 180.0 / PI);
            }),
            Self::Friction(factor) => {
                spec.bodies.each_mut(ferrodyn_mjcf::spec::BodyKey::WORLD, |body| {
                    body.geoms.iter_mut().for_each(|geom| geom.friction[0] *= factor);
                });
                spec.pairs.iter_mut().for_each(|pair| {
                    pair.friction[..2].iter_mut().for_each(|friction| *friction *= factor);
                });
            }
            Self::NoContacts => {
                spec.option.disableflags |= ferrodyn_engine::enums::DisableBit::Contact as i32;
            }
        }
    }
}

fn each_joint(spec: &mut Spec, joints: &[ElementId], change: impl Fn(&mut Joint)) {
    for &id in joints {
        if let Some(joint) = spec.get_mut::<Joint>(id) {
            change(joint);
        }
    }
}

impl ForceLimit {
    fn apply(&self, spec: &mut Spec) {
        if let Some(actuator) = spec.get_mut::<Actuator>(self.actuator) {
            actuator.forcelimited = Limited::False;
            actuator.forcerange = [0.0; 2];
        }
        if let Some(joint) = spec.get_mut::<Joint>(self.joint) {
            joint.actfrclimited = Limited::True;
            joint.actfrcrange = self.range;
        }
    }
}

/// As one would write it, or in words.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timestep(h) => write!(f, "timestep=\"{}\"", short(*h)),
            Self::Integrator(integrator) => {
                write!(f, "integrator=\"{}\"", format!("{integrator:?}").to_lowercase())
            }
            Self::Cone(cone) => write!(f, "cone=\"{}\"", format!("{cone:?}").to_lowercase()),
            Self::Impratio(ratio) => write!(f, "impratio=\"{}\"", short(*ratio)),
            Self::Noslip(iterations) => write!(f, "noslip_iterations=\"{iterations}\""),
            Self::Solver(Solver::Newton) => f.write_str("solver=\"Newton\""),
            Self::Solver(solver) => {
                write!(f, "solver=\"{}\"", format!("{solver:?}").to_uppercase())
            }
            Self::Iterations(iterations) => write!(f, "iterations=\"{iterations}\""),
            Self::Armature { joints, armature } => {
                let joints = count(joints.len(), "joint", "joints");
                write!(f, "armature=\"{}\" on {joints}", short(*armature))
            }
            Self::Damping { joints, damping } => {
                let joints = count(joints.len(), "joint", "joints");
                write!(f, "damping +{} on {joints}", short(*damping))
            }
            Self::ForceOnJoints(limits) => {
                let joints = count(limits.len(), "joint", "joints");
                write!(f, "actuatorfrcrange on {joints} instead of forcerange")
            }
            Self::Exclude([one, two]) => {
                write!(f, "<exclude body1=\"{one}\" body2=\"{two}\"/>")
            }
            Self::Degrees { name, .. } => write!(f, "the range of \"{name}\" in degrees"),
            Self::Friction(factor) => write!(f, "friction times {}", short(*factor)),
            Self::NoContacts => f.write_str("no contacts, to find the cause"),
        }
    }
}
