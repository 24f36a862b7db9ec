//! [`Plan`]: everything that stages need and that the structure of a model decides alone. Without it, each stage
//! would derive it again in every step.
//!
//! | reads |
//! |---|
//! | `body_parentid`, `body_rootid`, `body_mocapid`, `body_jntnum`, `body_jntadr` |
//! | `body_dofnum`, `body_dofadr`, `body_sameframe`, `jnt_type`, `jnt_qposadr`, `jnt_dofadr` |
//! | `jnt_actuatorid`, `dof_bodyid`, `dof_jntid`, `dof_simplenum` |
//! | `geom_bodyid`, `geom_sameframe`, `site_bodyid`, `site_sameframe` |
//!
//! A plan is compiled from checked structure: once per model, and again when the structure changes. It holds ids,
//! kinds and lists only. Parameters are not part of it, since they may change between steps.

mod actuator;
mod inertia;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::enums::{JointType, SameFrame};
use crate::ids::{BodyId, DofId, JointId, MocapId, QposAdr};
use crate::model::Structure;

pub(crate) use actuator::{Actuator, Actuators, Drives};
pub(crate) use inertia::{Descendant, Inertia, Row, TILE};

/// The plan of a model.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Unique in the process. Memory derived from a plan stores this number to know whether it is still valid.
    pub(crate) number: u64,
    /// All bodies, parents first.
    pub(crate) bodies: Vec<Body>,
    /// All joints.
    pub(crate) joints: Vec<Joint>,
    /// The free joints among them.
    pub(crate) free: Vec<JointId>,
    /// All degrees of freedom.
    pub(crate) dofs: Vec<Dof>,
    /// Whether all of them are simple, and whether any is driven.
    pub(crate) all_simple: bool,
    pub(crate) any_driven: bool,
    /// The positions of hinges, in the order of joints.
    pub(crate) hinges: Vec<QposAdr>,
    /// The body of each geom, and the frame of it that the geom shares.
    pub(crate) geoms: Vec<BodyFrame>,
    /// The same for sites.
    pub(crate) sites: Vec<BodyFrame>,
    /// All actuators.
    pub(crate) actuators: Actuators,
    /// The inertia matrix.
    pub(crate) inertia: Inertia,
}

/// A body in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The body that it is attached to.
    pub(crate) parent: BodyId,
    /// The topmost body of its tree.
    pub(crate) root: BodyId,
    /// Its joints.
    pub(crate) joints: Range<usize>,
    /// Its degrees of freedom.
    pub(crate) dofs: Range<DofId>,
    /// What its pose starts from.
    pub(crate) base: Base,
    /// Which of the body's own frames the inertial frame is.
    pub(crate) inertial: SameFrame,
}

/// Where kinematics takes the pose of a body from, before its joints move it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Base {
    /// The pose that a free joint has in world.
    Free(JointId),
    /// The pose that the user gives.
    Mocap(MocapId),
    /// A place on the parent.
    Parent,
}

/// A joint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub(crate) kind: JointType,
    /// Its first position.
    pub(crate) qpos: QposAdr,
    /// Its first degree of freedom.
    pub(crate) dof: DofId,
    /// How many hinges come before it.
    pub(crate) hinge: usize,
}

/// A degree of freedom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dof {
    pub(crate) body: BodyId,
    pub(crate) joint: JointId,
    /// Whether it is a rotation of a ball or free joint, whose axis turns with the body.
    pub(crate) turns: bool,
    /// Whether its row of `M` is one number that never changes.
    pub(crate) simple: bool,
    /// Whether actuators reflect inertia or damping to its joint.
    pub(crate) driven: bool,
}

/// A frame on a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyFrame {
    pub(crate) body: BodyId,
    /// Which of the body's frames it is.
    pub(crate) same: SameFrame,
}

impl Plan {
    /// Compiles the plan of checked structure.
    pub(crate) fn compile(s: &Structure) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let mut joints: Vec<Joint> = s.joints().map(|j| joint(s, j)).collect();
        let hinges = number_hinges(&mut joints);
        let is_free = |j: &JointId| joints[j.0].kind == JointType::Free;
        let free = s.joints().filter(is_free).collect();
        let dofs: Vec<Dof> = s.dofs().map(|k| dof(s, k, &joints)).collect();
        Self {
            number: COUNT.fetch_add(1, Ordering::Relaxed),
            bodies: s.bodies().map(|b| body(s, b, &joints)).collect(),
            actuators: Actuators::compile(s, &joints),
            all_simple: dofs.iter().all(|dof| dof.simple),
            any_driven: dofs.iter().any(|dof| dof.driven),
            dofs,
            joints,
            hinges,
            free,
            geoms: frames(s.geom_bodyid.raw(), &s.geom_sameframe),
            sites: frames(s.site_bodyid.raw(), &s.site_sameframe),
            inertia: Inertia::compile(s),
        }
    }
}

/// An id that has been checked.
fn index(id: i32) -> usize {
    usize::try_from(id).unwrap_or(0)
}

fn joint(s: &Structure, j: JointId) -> Joint {
    Joint {
        kind: s.jnt_type[j].get().unwrap_or(JointType::Hinge),
        qpos: QposAdr(index(s.jnt_qposadr[j].raw())),
        dof: DofId(index(s.jnt_dofadr[j].raw())),
        hinge: 0,
    }
}

/// Where the hinges among joints have their positions; each joint learns how many come before it.
fn number_hinges(joints: &mut [Joint]) -> Vec<QposAdr> {
    let mut hinges = Vec::new();
    for joint in joints {
        joint.hinge = hinges.len();
        if joint.kind == JointType::Hinge {
            hinges.push(joint.qpos);
        }
    }
    hinges
}

fn dof(s: &Structure, k: DofId, joints: &[Joint]) -> Dof {
    let joint = JointId(index(s.dof_jntid[k].raw()));
    let turns = |joint: &Joint| match joint.kind {
        JointType::Ball => true,
        JointType::Free => k.0 >= joint.dof.0 + 3,
        JointType::Slide | JointType::Hinge => false,
    };
    Dof {
        turns: joints.get(joint.0).is_some_and(turns),
        body: BodyId(index(s.dof_bodyid[k].raw())),
        joint,
        simple: s.dof_simplenum[k] > 0,
        driven: s.jnt_actuatorid.raw().get(joint.0).is_none_or(|&u| u != -1),
    }
}

fn body(s: &Structure, b: BodyId, joints: &[Joint]) -> Body {
    let own = s.body_joints(b);
    let free = own.len() == 1 && joints[own.start.0].kind == JointType::Free;
    let dofs = s.body_dofs(b);
    Body {
        parent: BodyId(index(s.body_parentid[b].raw())),
        root: BodyId(index(s.body_rootid[b].raw())),
        base: match s.body_mocapid[b].id() {
            _ if free => Base::Free(own.start),
            Some(mocap) => Base::Mocap(mocap),
            None => Base::Parent,
        },
        joints: own.indices(),
        dofs: dofs.into(),
        inertial: same_frame(s.body_sameframe[b]),
    }
}

fn frames(bodies: &[i32], same: &[u8]) -> Vec<BodyFrame> {
    let frame = |(&body, &same): (&i32, &u8)| BodyFrame {
        body: BodyId(index(body)),
        same: same_frame(same),
    };
    bodies.iter().zip(same).map(frame).collect()
}

fn same_frame(same: u8) -> SameFrame {
    SameFrame::from_i32(same.into()).unwrap_or(SameFrame::None)
}
