//! Constants that the pipeline computes at `qpos0`: lengths, `dof_M0`, offsets, anchors.
//!
//! | reads | writes |
//! |---|---|
//! | `cinert`, `cdof`, armatures | `dof_M0` |
//! | `ten_length`, `actuator_length` | `tendon_length0`, `actuator_length0` |
//! | `flexedge_length` | `flexedge_length0` |
//! | poses of cameras and lights | `cam_pos0`, `cam_poscom0`, `cam_mat0`, `light_pos0`, `light_poscom0`, `light_dir0` |
//! | `xpos`, `xquat` | `eq_data`: the anchor on the second body, the relative orientation |
//! | `dof_M0`, `actuator_moment` | `actuator_biasprm`: damping of position actuators |
//! | `xmat`, `cam_xpos`, `cam_xmat`, `light_xpos`, `light_xdir` | `crb` |
//! | `subtree_com`, `moment_rownnz`, `moment_rowadr` | |
//! | `moment_colind`, `qpos0`, `body_parentid`, `dof_bodyid` | |
//! | `dof_jntid`, `dof_armature`, `cam_bodyid` | |
//! | `cam_targetbodyid`, `light_bodyid`, `light_targetbodyid` | |
//! | `eq_type`, `eq_obj1id`, `eq_obj2id`, `eq_objtype` | |
//! | `actuator_gainprm` | |

use super::{ConstError, set_qpos};
use crate::actuation::reflected::{self, Target};
use crate::data::Data;
use crate::enums::{EqType, ObjType};
use crate::ids::{BodyId, CameraId, DofId, EqualityId, LightId, MomentAdr};
use crate::math::{MINVAL, Quat, Vec3};
use crate::model::Model;
use crate::smooth;

/// Runs the stages that depend on positions at `qpos0`, and computes `dof_M0` on the way: the
/// inertia matrix takes it for bodies whose inertia is constant.
pub(super) fn compute(m: &mut Model, d: &mut Data) {
    set_qpos(d, &m.qpos0);
    smooth::kinematics(m, d);
    smooth::com_pos(m, d);
    smooth::camlight_fixed(m, d);
    dof_M0(m, d);
    smooth::tendon(m, d);
    smooth::make_m(m, d);
    smooth::factor_m(m, d);
    super::flex::kinematics(m, d);
    smooth::transmission(m, d);
}

/// Diagonal of the inertia matrix by composite rigid bodies, without tendons.
fn dof_M0(m: &mut Model, d: &mut Data) {
    let Data { crb, cinert, cdof, .. } = d;
    crb.copy_from_slice(cinert);
    for b in m.bodies().skip(1).rev() {
        let parent = m.body_parentid[b].present();
        if parent.0 > 0 {
            let sum = crb[b];
            crb[parent] += sum;
        }
    }
    for k in m.dofs() {
        let momentum = &crb[m.dof_bodyid[k].present()] * &cdof[k];
        let joint = Target::Joint(m.dof_jntid[k].present());
        let armature = m.dof_armature[k] + reflected::armature(m, joint);
        m.dof_M0[k] = armature + cdof[k].dot(&momentum);
    }
}

/// Lengths of edges of flexes, tendons and actuators.
pub(super) fn copy_lengths(m: &mut Model, d: &Data) {
    m.flexedge_length0.copy_from_slice(&d.flexedge_length);
    m.tendon_length0.copy_from_slice(&d.ten_length);
    m.actuator_length0.copy_from_slice(&d.actuator_length);
}

/// Completes what the user gives of connections and welds between bodies.
pub(super) fn complete_equalities(m: &mut Model, d: &Data) -> Result<(), ConstError> {
    for e in (0..m.neq).map(EqualityId) {
        let kind = m.eq_type[e].get();
        if !matches!(kind, Some(EqType::Connect | EqType::Weld)) {
            continue;
        }
        let weld = kind == Some(EqType::Weld);
        let (b1, b2) = (BodyId(m.eq_obj1id[e] as usize), BodyId(m.eq_obj2id[e] as usize));
        let object = m.eq_objtype[e].get();
        let data = &mut m.eq_data[e];
        match object {
            Some(ObjType::Body) if weld => complete_weld(data, d, b1, b2),
            Some(ObjType::Body) => {
                let anchor = Vec3([data[0], data[1], data[2]]);
                data[3..6].copy_from_slice(&in_other_frame(d, anchor, b1, b2).0);
            }
            // sites say where
            Some(ObjType::Site) if weld => {}
            Some(ObjType::Site) => data.fill(0.0),
            _ => return Err(ConstError::EqualityObject(e)),
        }
    }
    Ok(())
}

/// Anchor on the first body and relative orientation, unless the user gives the orientation.
fn complete_weld(data: &mut [f64], d: &Data, b1: BodyId, b2: BodyId) {
    let given = Quat([data[6], data[7], data[8], data[9]]);
    let quat = if given.0 == [0.0; 4] {
        let anchor = Vec3([data[0], data[1], data[2]]);
        data[3..6].copy_from_slice(&in_other_frame(d, anchor, b2, b1).0);
        d.xquat[b1].conj() * d.xquat[b2]
    } else {
        given.normalized()
    };
    data[6..10].copy_from_slice(&quat.0);
}

/// A point of a body's frame, in the frame of another body.
fn in_other_frame(d: &Data, point: Vec3, from: BodyId, to: BodyId) -> Vec3 {
    let world = d.xmat[from] * point + d.xpos[from];
    d.xmat[to].transpose() * (world - d.xpos[to])
}

/// Where cameras and lights are relative to their body, and to the center of mass they track.
pub(super) fn camera_and_light_offsets(m: &mut Model, d: &Data) {
    let tracked = |body: i32, target: i32| BodyId(if target >= 0 { target } else { body } as usize);
    for c in (0..m.ncam).map(CameraId) {
        let (body, target) = (m.cam_bodyid[c].raw(), m.cam_targetbodyid[c].raw());
        m.cam_pos0[c] = d.cam_xpos[c] - d.xpos[BodyId(body as usize)];
        m.cam_poscom0[c] = d.cam_xpos[c] - d.subtree_com[tracked(body, target)];
        m.cam_mat0[c] = d.cam_xmat[c];
    }
    for l in (0..m.nlight).map(LightId) {
        let (body, target) = (m.light_bodyid[l].raw(), m.light_targetbodyid[l].raw());
        m.light_pos0[l] = d.light_xpos[l] - d.xpos[BodyId(body as usize)];
        m.light_poscom0[l] = d.light_xpos[l] - d.subtree_com[tracked(body, target)];
        m.light_dir0[l] = d.light_xdir[l];
    }
}

/// Damping of actuators that act like a spring to a set point, where a damping ratio is given:
/// a positive number in the place of (negative) damping.
pub(super) fn damping_from_ratio(m: &mut Model, d: &Data) {
    for a in m.actuators() {
        let stiffness = m.actuator_gainprm[a][0];
        let [_, minus_stiffness, ratio, ..] = m.actuator_biasprm[a];
        // a number that cannot be compared is taken for a ratio, as MuJoCo does
        if stiffness != -minus_stiffness || ratio <= 0.0 {
            continue;
        }
        // inertia that the actuator sees: that of dofs, by the square of the transmission
        let first = d.moment_rowadr[a] as usize;
        let mut mass = 0.0;
        for adr in (first..first + d.moment_rownnz[a] as usize).map(MomentAdr) {
            let square = d.actuator_moment[adr].abs() * d.actuator_moment[adr].abs();
            if square > MINVAL {
                mass += m.dof_M0[DofId(d.moment_colind[adr] as usize)] / square;
            }
        }
        m.actuator_biasprm[a][2] = -(ratio * 2.0 * (stiffness * mass).sqrt());
    }
}
