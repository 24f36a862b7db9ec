//! Poses of bodies, joints, geoms and sites.
//!
//! | reads | writes |
//! |---|---|
//! | `qpos`, `mocap_pos`, `mocap_quat`, local poses of the model | `xpos`, `xquat`, `xmat`, `xipos`, `ximat`, `xanchor`, `xaxis`, `geom_x*`, `site_x*` |
//!
//! Bodies come after their parents, so one sweep in order reaches every parent first. With sleep,
//! poses of static bodies are left as the reset computed them, and trees wake that were moved.

use crate::data::DataOf;
use crate::enums::{EnableBit, JointType, SameFrame, SleepState};
use crate::ids::{BodyId, JointId, MocapId, QposAdr, TreeId};
use crate::math::{Mat3, Num, Quat, Vec3};
use crate::model::Model;
use crate::sleep::{self, Bodies};

/// Computes the poses of bodies, joints, geoms and sites, and wakes trees that the user moved.
#[doc(alias = "mj_kinematics")]
pub fn kinematics<N: Num>(m: &Model, d: &mut DataOf<N>) {
    bodies(m, d);
    if sleep::wake(m, d) > 0 {
        sleep::update(m, d);
    }
    frames_on_bodies(m, d);
}

/// Poses of bodies and joints. A tree that sleeps but has moved is marked in `tree_awake`.
fn bodies<N: Num>(m: &Model, d: &mut DataOf<N>) {
    let world = BodyId(0);
    d.xpos[world] = Vec3::ZERO;
    d.xquat[world] = Quat::IDENTITY;
    d.xmat[world] = Mat3::IDENTITY;
    d.xipos[world] = Vec3::ZERO;
    d.ximat[world] = Mat3::IDENTITY;

    let sleep = m.opt.enabled(EnableBit::Sleep);
    for b in m.bodies().skip(1) {
        if sleep && d.body_awake[b] == SleepState::Static as i32 {
            continue;
        }
        let (pos, mut quat) = body_pose(m, d, b);
        quat.normalize();
        if sleep && d.body_awake[b] == SleepState::Asleep as i32 && m.body_jntnum[b] > 0 {
            if d.xpos[b] == pos && d.xquat[b] == quat {
                continue;
            }
            d.tree_awake[TreeId(m.body_treeid[b] as usize)] = 1;
        }
        d.xpos[b] = pos;
        d.xquat[b] = quat;
        d.xmat[b] = quat.to_mat();
    }
}

/// Poses of what is fixed to bodies.
fn frames_on_bodies<N: Num>(m: &Model, d: &mut DataOf<N>) {
    // inertial frames first: geoms and sites may coincide with them
    let bodies = Bodies::new(m, d);
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let frame = d.body_point(b, m.body_ipos[b], m.body_iquat[b], m.body_sameframe[b]);
        (d.xipos[b], d.ximat[b]) = frame;
    }

    // where some sleep, what is static stays too
    let some_asleep = sleep::some_asleep(m, d);
    let awake = |d: &DataOf<N>, b| !some_asleep || d.body_awake[b] == SleepState::Awake as i32;
    for g in m.geoms() {
        let b = BodyId(m.geom_bodyid[g] as usize);
        if !awake(d, b) {
            continue;
        }
        let frame = d.body_point(b, m.geom_pos[g], m.geom_quat[g], m.geom_sameframe[g]);
        (d.geom_xpos[g], d.geom_xmat[g]) = frame;
    }
    for s in m.sites() {
        let b = BodyId(m.site_bodyid[s] as usize);
        if !awake(d, b) {
            continue;
        }
        let frame = d.body_point(b, m.site_pos[s], m.site_quat[s], m.site_sameframe[s]);
        (d.site_xpos[s], d.site_xmat[s]) = frame;
    }
}

/// Position and orientation of a body, from its parent and its joints.
fn body_pose<N: Num>(m: &Model, d: &mut DataOf<N>, b: BodyId) -> (Vec3<N>, Quat<N>) {
    let joints = m.body_joints(b);
    if joints.len() == 1 && m.jnt_type[JointId(joints.start)] == JointType::Free as i32 {
        return free_pose(m, d, JointId(joints.start));
    }

    // fixed offset from the parent
    let (local_pos, local_quat) = match MocapId::new(m.body_mocapid[b]) {
        Some(mocap) => (d.mocap_pos[mocap], d.mocap_quat[mocap].normalized()),
        None => (Vec3::splat(m.body_pos[b]), Quat::splat(m.body_quat[b])),
    };
    let parent = BodyId(m.body_parentid[b] as usize);
    let (mut pos, mut quat) = if parent.0 == 0 {
        (local_pos, local_quat)
    } else {
        (d.xmat[parent] * local_pos + d.xpos[parent], d.xquat[parent] * local_quat)
    };

    // one joint after the other
    for j in joints.map(JointId) {
        let axis = quat.rotate(Vec3::splat(m.jnt_axis[j]));
        let arm = Vec3::splat(m.jnt_pos[j]);
        let anchor = quat.rotate(arm) + pos;
        match JointType::from_i32(m.jnt_type[j]) {
            Some(JointType::Slide) => pos += axis * displacement(m, d, j),
            Some(JointType::Hinge) => {
                let turn = Quat::from_axis_angle(Vec3::splat(m.jnt_axis[j]), displacement(m, d, j));
                quat = quat * turn;
                pos = anchor - quat.rotate(arm);
            }
            _ => {
                quat = quat * quat_at(d, m.jnt_qposadr[j] as usize).normalized();
                pos = anchor - quat.rotate(arm);
            }
        }
        d.xanchor[j] = anchor;
        d.xaxis[j] = axis;
    }
    (pos, quat)
}

/// A free joint gives the pose of its body in world.
fn free_pose<N: Num>(m: &Model, d: &mut DataOf<N>, j: JointId) -> (Vec3<N>, Quat<N>) {
    let adr = m.jnt_qposadr[j] as usize;
    let pos = Vec3([d.qpos[QposAdr(adr)], d.qpos[QposAdr(adr + 1)], d.qpos[QposAdr(adr + 2)]]);
    d.xanchor[j] = pos;
    d.xaxis[j] = Vec3::splat(m.jnt_axis[j]);
    (pos, quat_at(d, adr + 3).normalized())
}

/// Distance of a hinge or slide from where the model has it.
fn displacement<N: Num>(m: &Model, d: &DataOf<N>, j: JointId) -> N {
    let adr = QposAdr(m.jnt_qposadr[j] as usize);
    d.qpos[adr] - N::splat(m.qpos0[adr])
}

/// The quaternion at an address of `qpos`.
fn quat_at<N: Num>(d: &DataOf<N>, adr: usize) -> Quat<N> {
    Quat(std::array::from_fn(|i| d.qpos[QposAdr(adr + i)]))
}

impl<N: Num> DataOf<N> {
    /// A frame fixed to a body, in world; `sameframe` says where it coincides with the body's own.
    #[doc(alias = "mj_local2Global")]
    pub fn body_point(
        &self,
        b: BodyId,
        pos: Vec3,
        quat: Quat,
        sameframe: u8,
    ) -> (Vec3<N>, Mat3<N>) {
        let same = SameFrame::from_i32(i32::from(sameframe)).unwrap_or(SameFrame::None);
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
