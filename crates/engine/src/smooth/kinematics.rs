//! Poses of bodies, joints, geoms and sites.
//!
//! | reads | writes |
//! |---|---|
//! | `qpos`, `mocap_pos`, `mocap_quat`, local poses of the model | `xpos`, `xquat`, `xmat`, `xipos`, `ximat`, `xanchor`, `xaxis`, `geom_x*`, `site_x*` |
//! | `body_awake`, `qpos0`, `body_treeid`, `body_pos`, `body_quat`, `body_ipos` | `tree_awake` |
//! | `body_iquat`, `jnt_pos`, `jnt_axis`, `geom_pos`, `geom_quat`, `site_pos` | |
//! | `site_quat`, `opt.enableflags` | |
//!
//! Bodies come after their parents, so one sweep in order reaches every parent first. With sleep,
//! poses of static bodies are left as the reset computed them, and trees wake that were moved.

use crate::data::{DataOf, Lanes};
use crate::enums::{EnableBit, JointType, SameFrame, SleepState};
use crate::ids::{BodyId, JointId, QposAdr, TreeId};
use crate::math::{Mat3, Quat, Vec3};
use crate::model::Model;
use crate::plan::{Base, Body, Plan};
use crate::sleep::{self, Bodies};

/// Computes the poses of bodies, joints, geoms and sites, and wakes trees that the user moved.
#[doc(alias = "mj_kinematics")]
pub fn kinematics<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    bodies(m, d);
    if let Some(d) = N::single_mut(d)
        && sleep::wake(m, d) > 0
    {
        sleep::update(m, d);
    }
    frames_on_bodies(m, d);
}

/// Poses of bodies and joints. A tree that sleeps but has moved is marked in `tree_awake`.
fn bodies<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let world = BodyId(0);
    d.xpos[world] = Vec3::ZERO;
    d.xquat[world] = Quat::IDENTITY;
    d.xmat[world] = Mat3::IDENTITY;
    d.xipos[world] = Vec3::ZERO;
    d.ximat[world] = Mat3::IDENTITY;

    let sleep = m.opt.enabled(EnableBit::Sleep);
    let plan = m.plan();
    for (b, body) in plan.bodies.iter().enumerate().skip(1) {
        let b = BodyId(b);
        if sleep && d.first().body_awake[b] == SleepState::Static as i32 {
            continue;
        }
        let (pos, mut quat) = body_pose(m, plan, d, b, body);
        quat.normalize();
        let asleep = sleep && d.first().body_awake[b] == SleepState::Asleep as i32;
        if asleep && !body.joints.is_empty() {
            if d.xpos[b] == pos && d.xquat[b] == quat {
                continue;
            }
            d.sims_mut()[0].tree_awake[TreeId(m.body_treeid[b] as usize)] = 1;
        }
        d.xpos[b] = pos;
        d.xquat[b] = quat;
        d.xmat[b] = quat.to_mat();
    }
}

/// Poses of what is fixed to bodies.
fn frames_on_bodies<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // inertial frames first: geoms and sites may coincide with them
    let plan = m.plan();
    let bodies = Bodies::new(m, d);
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let same = plan.bodies[b.0].inertial;
        let frame = d.body_point(b, m.body_ipos[b], m.body_iquat[b], same);
        (d.xipos[b], d.ximat[b]) = frame;
    }

    // where some sleep, what is static stays too
    let some_asleep = sleep::some_asleep(m, d);
    let awake =
        |d: &DataOf<N>, b| !some_asleep || d.first().body_awake[b] == SleepState::Awake as i32;
    for (g, frame) in m.geoms().zip(&plan.geoms) {
        if awake(d, frame.body) {
            let frame = d.body_point(frame.body, m.geom_pos[g], m.geom_quat[g], frame.same);
            (d.geom_xpos[g], d.geom_xmat[g]) = frame;
        }
    }
    for (s, frame) in m.sites().zip(&plan.sites) {
        if awake(d, frame.body) {
            let frame = d.body_point(frame.body, m.site_pos[s], m.site_quat[s], frame.same);
            (d.site_xpos[s], d.site_xmat[s]) = frame;
        }
    }
}

/// Position and orientation of a body, from its parent and its joints.
fn body_pose<N: Lanes>(
    m: &Model,
    plan: &Plan,
    d: &mut DataOf<N>,
    b: BodyId,
    body: &Body,
) -> (Vec3<N>, Quat<N>) {
    // fixed offset from the parent
    let (local_pos, local_quat) = match body.base {
        Base::Free(joint) => return free_pose(m, plan, d, joint),
        Base::Mocap(mocap) => (d.mocap_pos[mocap], d.mocap_quat[mocap].normalized()),
        Base::Parent => (Vec3::splat(m.body_pos[b]), Quat::splat(m.body_quat[b])),
    };
    let parent = body.parent;
    let (mut pos, mut quat) = if parent.0 == 0 {
        (local_pos, local_quat)
    } else {
        (d.xmat[parent] * local_pos + d.xpos[parent], d.xquat[parent] * local_quat)
    };

    // one joint after the other
    for (j, joint) in body.joints.clone().map(JointId).zip(&plan.joints[body.joints.clone()]) {
        let axis = quat.rotate(Vec3::splat(m.jnt_axis[j]));
        let arm = Vec3::splat(m.jnt_pos[j]);
        let anchor = quat.rotate(arm) + pos;
        // distance of a hinge or slide from where the model has it
        let displacement = || d.qpos[joint.qpos] - N::splat(m.qpos0[joint.qpos]);
        match joint.kind {
            JointType::Slide => pos += axis * displacement(),
            JointType::Hinge => {
                let turn = Quat::from_axis_angle(Vec3::splat(m.jnt_axis[j]), displacement());
                quat = quat * turn;
                pos = anchor - quat.rotate(arm);
            }
            JointType::Ball | JointType::Free => {
                quat = quat * quat_at(d, joint.qpos.0).normalized();
                pos = anchor - quat.rotate(arm);
            }
        }
        d.xanchor[j] = anchor;
        d.xaxis[j] = axis;
    }
    (pos, quat)
}

/// A free joint gives the pose of its body in world.
fn free_pose<N: Lanes>(
    m: &Model,
    plan: &Plan,
    d: &mut DataOf<N>,
    j: JointId,
) -> (Vec3<N>, Quat<N>) {
    let adr = plan.joints[j.0].qpos.0;
    let pos = Vec3([d.qpos[QposAdr(adr)], d.qpos[QposAdr(adr + 1)], d.qpos[QposAdr(adr + 2)]]);
    d.xanchor[j] = pos;
    d.xaxis[j] = Vec3::splat(m.jnt_axis[j]);
    (pos, quat_at(d, adr + 3).normalized())
}

/// The quaternion at an address of `qpos`.
pub(super) fn quat_at<N: Lanes>(d: &DataOf<N>, adr: usize) -> Quat<N> {
    Quat(std::array::from_fn(|i| d.qpos[QposAdr(adr + i)]))
}

impl<N: Lanes> DataOf<N> {
    /// A frame fixed to a body, in world; `same` says where it coincides with the body's own.
    #[doc(alias = "mj_local2Global")]
    pub fn body_point(
        &self,
        b: BodyId,
        pos: Vec3,
        quat: Quat,
        same: SameFrame,
    ) -> (Vec3<N>, Mat3<N>) {
        let xpos = match same {
            SameFrame::Body => self.xpos[b],
            SameFrame::Inertia => self.xipos[b],
            _ => self.xmat[b] * Vec3::splat(pos) + self.xpos[b],
        };
        let xmat = match same {
            SameFrame::Body | SameFrame::BodyRot => self.xmat[b],
            SameFrame::Inertia | SameFrame::InertiaRot => self.ximat[b],
            SameFrame::None => (self.xquat[b] * Quat::splat(quat)).to_mat(),
        };
        (xpos, xmat)
    }
}
