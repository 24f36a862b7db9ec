//! Poses of bodies and joints, and of [frames fixed to bodies](frames).
//!
//! Bodies come after their parents, so one sweep in order reaches every parent first. With sleep,
//! poses of static bodies are left as the reset computed them, and trees wake that were moved.

mod frames;

use multiversion::multiversion;

use crate::data::{DataOf, Lanes};
use crate::enums::{EnableBit, JointType, SleepState};
use crate::ids::{BodyId, JointId, QposAdr};
use crate::math::{Mat3Of, Quat, QuatOf, Vec3, Vec3Of};
use crate::model::Model;
use crate::plan::{Base, Body, Joint, Plan};
use crate::sleep;
use crate::stage::stage;

stage! {
    /// Poses of bodies, joints, geoms and sites.
    KINEMATICS = Lanes(kinematics), PosKinematics;
    model {
        qpos0 body_treeid body_pos body_quat jnt_pos jnt_axis opt.enableflags body_ipos body_iquat
        geom_pos geom_quat site_pos site_quat
    }
    reads { qpos mocap_pos mocap_quat }
    reads when Sleep { body_awake }
    writes {
        xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat tree_awake
    }
}

/// Computes the poses of bodies, joints, geoms and sites, and wakes trees that the user moved.
#[doc(alias = "mj_kinematics")]
pub fn kinematics<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    bodies(m, d);
    if let Some(d) = N::single_mut(d)
        && sleep::wake(m, d) > 0
    {
        sleep::update(m, d);
    }
    frames::frames_on_bodies(m, d);
}

/// Poses of bodies and joints. A tree that sleeps but has moved is marked in `tree_awake`.
fn bodies<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // half the angles of hinges from where the model has them, become sines
    let hinges = &m.plan().hinges;
    let mut sines = d.scratch.take(hinges.len());
    let mut cosines = d.scratch.take(hinges.len());
    for (half, &adr) in sines.iter_mut().zip(hinges) {
        *half = (d.qpos[adr] - N::splat(m.qpos0[adr])) * 0.5;
    }
    N::sin_cos_all(&mut sines, &mut cosines);
    bodies_with(m, d, &sines, &cosines);
    d.scratch.give(cosines);
    d.scratch.give(sines);
}

/// [`bodies`], given sines and cosines of half the angles of hinges.
#[multiversion(targets("x86_64+avx2"))]
fn bodies_with<N: Lanes>(m: &Model, d: &mut DataOf<N>, sines: &[N], cosines: &[N]) {
    let world = BodyId(0);
    d.xpos[world] = Vec3Of::ZERO;
    d.xquat[world] = QuatOf::IDENTITY;
    d.xmat[world] = Mat3Of::IDENTITY;
    d.xipos[world] = Vec3Of::ZERO;
    d.ximat[world] = Mat3Of::IDENTITY;

    let sleep = m.opt.enabled(EnableBit::Sleep);
    let plan = m.plan();
    for (b, body) in plan.bodies.iter().enumerate().skip(1) {
        let b = BodyId(b);
        if sleep && d.first().body_awake[b] == SleepState::Static {
            continue;
        }
        let (mut pos, mut quat) = match body.base {
            Base::Free(joint) => free_pose(m, plan, d, joint),
            Base::Mocap(mocap) => {
                on_parent(d, body, d.mocap_pos[mocap], d.mocap_quat[mocap].normalized())
            }
            Base::Parent => {
                on_parent(d, body, Vec3Of::splat(m.body_pos[b]), QuatOf::splat(m.body_quat[b]))
            }
        };
        if !matches!(body.base, Base::Free(_)) {
            for j in body.joints.clone() {
                let joint = &plan.joints[j];
                let turn = || (sines[joint.hinge], cosines[joint.hinge]);
                (pos, quat) = move_by(m, d, JointId(j), joint, (pos, quat), turn);
            }
        }
        quat.normalize();
        let asleep = sleep && d.first().body_awake[b] == SleepState::Asleep;
        if asleep && !body.joints.is_empty() {
            if is_same(&d.xpos[b].0, &pos.0) && is_same(&d.xquat[b].0, &quat.0) {
                continue;
            }
            d.sims_mut()[0].tree_awake[m.body_treeid[b].present()] = 1;
        }
        d.xpos[b] = pos;
        d.xquat[b] = quat;
        d.xmat[b] = quat.to_mat();
    }
}

/// Whether numbers are known to be the same.
fn is_same<N: Lanes>(a: &[N], b: &[N]) -> bool {
    a.iter().zip(b).all(|(&a, &b)| N::known_all(a.eq_mask(b)))
}

/// The pose of a body at a fixed place on its parent.
#[inline(always)]
fn on_parent<N: Lanes>(
    d: &DataOf<N>,
    body: &Body,
    pos: Vec3Of<N>,
    quat: QuatOf<N>,
) -> (Vec3Of<N>, QuatOf<N>) {
    let parent = body.parent;
    if parent.0 == 0 {
        (pos, quat)
    } else {
        (d.xmat[parent] * pos + d.xpos[parent], d.xquat[parent] * quat)
    }
}

/// The pose of a body after one more of its joints; `turn` is that of a hinge.
#[inline(always)]
fn move_by<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    j: JointId,
    joint: &Joint,
    (pos, quat): (Vec3Of<N>, QuatOf<N>),
    turn: impl FnOnce() -> (N, N),
) -> (Vec3Of<N>, QuatOf<N>) {
    let axis = quat.rotate(Vec3Of::splat(m.jnt_axis[j]));
    let arm = Vec3Of::splat(m.jnt_pos[j]);
    let anchor = quat.rotate(arm) + pos;
    d.xanchor[j] = anchor;
    d.xaxis[j] = axis;
    let turned = match joint.kind {
        JointType::Slide => {
            // distance from where the model has it
            let displacement = d.qpos[joint.qpos] - N::splat(m.qpos0[joint.qpos]);
            return (pos + axis * displacement, quat);
        }
        JointType::Hinge => quat * QuatOf::from_half_angle(Vec3Of::splat(m.jnt_axis[j]), turn()),
        JointType::Ball | JointType::Free => quat * quat_at(d, joint.qpos.0).normalized(),
    };
    (anchor - turned.rotate(arm), turned)
}

/// A free joint gives the pose of its body in world.
fn free_pose<N: Lanes>(
    m: &Model,
    plan: &Plan,
    d: &mut DataOf<N>,
    j: JointId,
) -> (Vec3Of<N>, QuatOf<N>) {
    let adr = plan.joints[j.0].qpos.0;
    let pos = Vec3([d.qpos[QposAdr(adr)], d.qpos[QposAdr(adr + 1)], d.qpos[QposAdr(adr + 2)]]);
    d.xanchor[j] = pos;
    d.xaxis[j] = Vec3Of::splat(m.jnt_axis[j]);
    (pos, quat_at(d, adr + 3).normalized())
}

/// The quaternion at an address of `qpos`.
pub(super) fn quat_at<N: Lanes>(d: &DataOf<N>, adr: usize) -> QuatOf<N> {
    Quat(std::array::from_fn(|i| d.qpos[QposAdr(adr + i)]))
}
