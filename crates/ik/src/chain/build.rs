//! From the arrays of a model to the links of a chain.
//!
//! | reads |
//! |---|
//! | `body_parentid`, `body_pos`, `body_quat`, `body_jntadr`, `body_jntnum` |
//! | `jnt_type`, `jnt_pos`, `jnt_axis`, `jnt_qposadr`, `jnt_dofadr`, `jnt_limited`, `jnt_range`, `qpos0` |

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::{BodyId, JointId, QposAdr};
use ferrodyn_engine::math::{Pose, Quat, Vec3};

use super::{Chain, ChainJoint, Kind, Link, Transform};
use crate::frame::{Frame, body_pose};

/// The chain between a body and a frame, both of the model; it may have no joints.
pub(super) fn chain(m: &Model, base: BodyId, end: Frame) -> Chain {
    let mut builder = Builder::new(m);

    // up from the base to the body that both descend from
    let down = ancestors(m, end.body);
    let mut body = base;
    while !down.contains(&body) {
        builder.leave(body);
        body = parent(m, body);
    }

    // down from there to the end
    for &next in down.iter().rev().skip_while(|&&b| b != body).skip(1) {
        builder.enter(next);
    }
    builder.fixed(&end.pose);
    builder.finish()
}

/// A body and those it hangs on, the world last.
fn ancestors(m: &Model, mut body: BodyId) -> Vec<BodyId> {
    let mut path = vec![body];
    while body.0 > 0 {
        body = parent(m, body);
        path.push(body);
    }
    path
}

fn parent(m: &Model, body: BodyId) -> BodyId {
    m.body_parentid[body].present()
}

/// The links so far, and the constant transform since the last of them.
struct Builder<'a> {
    m: &'a Model,
    chain: Chain,
    pending: Pose,
}

impl<'a> Builder<'a> {
    fn new(m: &'a Model) -> Self {
        let chain = Chain {
            links: Vec::new(),
            tool: Transform::IDENTITY,
            joints: Vec::new(),
            nq: 0,
            nv: 0,
            angles: 0,
            q0: Vec::new(),
            model_nq: m.nq,
        };
        Self { m, chain, pending: Pose::default() }
    }

    /// From the frame of a body's parent to that of the body.
    fn enter(&mut self, body: BodyId) {
        let joints = joints_of(self.m, body);
        // a free joint is a pose in world, whatever the model says about the body
        if !joints.clone().any(|j| kind_of(self.m, j) == JointType::Free) {
            self.fixed(&body_pose(self.m, body));
        }
        joints.for_each(|j| self.joint(j, false));
    }

    /// From the frame of a body to that of its parent.
    fn leave(&mut self, body: BodyId) {
        let joints = joints_of(self.m, body);
        joints.clone().rev().for_each(|j| self.joint(j, true));
        if !joints.clone().any(|j| kind_of(self.m, j) == JointType::Free) {
            self.fixed(&body_pose(self.m, body).inverse());
        }
    }

    /// A constant transformation.
    fn fixed(&mut self, pose: &Pose) {
        self.pending = self.pending.compose(pose);
    }

    fn joint(&mut self, j: JointId, reversed: bool) {
        let m = self.m;
        let kind = kind_of(m, j);
        let (nq, nv) = match kind {
            JointType::Free => (7, 6),
            JointType::Ball => (4, 3),
            JointType::Hinge | JointType::Slide => (1, 1),
        };
        let (q, dof) = (self.chain.nq, self.chain.nv);
        let (qpos_address, dof_address) =
            (m.jnt_qposadr[j].raw() as usize, m.jnt_dofadr[j].raw() as usize);
        let limited = m.jnt_limited[j] != 0 && kind != JointType::Free;
        self.chain.joints.push(ChainJoint {
            id: j,
            kind,
            reversed,
            q: q..q + nq,
            dof: dof..dof + nv,
            range: limited.then_some(m.jnt_range[j]),
            qpos_address,
            dof_address,
        });
        self.chain.q0.extend((0..nq).map(|i| m.qpos0[QposAdr(qpos_address + i)]));
        self.chain.nq += nq;
        self.chain.nv += nv;
        match kind {
            JointType::Hinge | JointType::Slide => self.about_axis(j, reversed, q, dof),
            JointType::Ball => self.ball(m.jnt_pos[j], reversed, q, dof),
            JointType::Free => self.free(reversed, q, dof),
        }
    }

    /// A hinge or slide: constants bring its axis to z and its reference position to zero.
    fn about_axis(&mut self, j: JointId, reversed: bool, q: usize, dof: usize) {
        let m = self.m;
        let reference = m.qpos0[m.jnt_qposadr[j].present()];
        let (axis, anchor) = (m.jnt_axis[j], m.jnt_pos[j]);
        let along = if reversed { -axis } else { axis };
        let to_axis = Pose { pos: anchor, quat: Quat::z_to(along) };
        self.fixed(&to_axis);
        if kind_of(m, j) == JointType::Hinge {
            self.fixed(&Pose { pos: Vec3::ZERO, quat: Quat::from_axis_angle(Vec3::Z, -reference) });
            let place = self.chain.angles;
            self.chain.angles += 1;
            self.link(Kind::Turn(place), q, dof);
        } else {
            self.fixed(&Pose { pos: -reference * Vec3::Z, quat: Quat::IDENTITY });
            self.link(Kind::Slide, q, dof);
        }
        self.fixed(&to_axis.inverse());
    }

    fn ball(&mut self, anchor: Vec3, reversed: bool, q: usize, dof: usize) {
        self.fixed(&Pose { pos: anchor, quat: Quat::IDENTITY });
        self.link(if reversed { Kind::BallInverse } else { Kind::Ball }, q, dof);
        self.fixed(&Pose { pos: -anchor, quat: Quat::IDENTITY });
    }

    /// A free joint is three slides along the axes of the world, then a ball.
    fn free(&mut self, reversed: bool, q: usize, dof: usize) {
        if reversed {
            self.link(Kind::BallInverse, q + 3, dof + 3);
        }
        for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            let to_axis =
                Pose { pos: Vec3::ZERO, quat: Quat::z_to(if reversed { -axis } else { axis }) };
            self.fixed(&to_axis);
            self.link(Kind::Slide, q + i, dof + i);
            self.fixed(&to_axis.inverse());
        }
        if !reversed {
            self.link(Kind::Ball, q + 3, dof + 3);
        }
    }

    fn link(&mut self, kind: Kind, q: usize, dof: usize) {
        let turned = self.pending.quat != Quat::IDENTITY;
        let fixed = transform(&self.pending);
        self.pending = Pose::default();
        self.chain.links.push(Link { fixed, turned, kind, q, dof });
    }

    fn finish(mut self) -> Chain {
        self.chain.tool = transform(&self.pending);
        self.chain
    }
}

fn joints_of(m: &Model, body: BodyId) -> impl DoubleEndedIterator<Item = JointId> + Clone + use<> {
    // a body without joints has the address -1
    let (first, count) = (m.body_jntadr[body].raw().max(0) as usize, m.body_jntnum[body] as usize);
    (first..first + count).map(JointId)
}

fn kind_of(m: &Model, j: JointId) -> JointType {
    m.jnt_type[j].get().unwrap_or(JointType::Hinge)
}

fn transform(pose: &Pose) -> Transform {
    Transform { rot: pose.quat.to_mat(), pos: pose.pos }
}
