//! Pulling at a selected body: a damped spring between a point of it and a reference.
//!
//! | reads | writes |
//! |---|---|
//! | `xpos`, `xquat`, `xmat`, `xipos`, `cvel`, `qLD`, `qLDiagInv`, `cdof` | `xfrc_applied`, `qpos` |
//! | `body_ipos`, `body_iquat`, `body_invweight0`, `vis.map` | `mocap_pos`, `mocap_quat` |
//!
//! A viewer calls [`init_perturb`] when a drag begins and moves the reference with the mouse. Before each step it
//! clears `xfrc_applied` and calls [`apply_perturb_pose`] and [`apply_perturb_force`]; while the simulation is paused,
//! the first alone. Everything is in world axes. With `k` the stiffness of `<map>`, `m` the apparent mass of the selected
//! point and `x` its displacement from the reference, the force is `m (-k x - sqrt(k) v)`. Torques follow the same law
//! with `stiffnessrot` and `1 / body_invweight0`. Both are written to `xfrc_applied`, which acts at the center of mass,
//! so that a force at the point also gives a torque.
//!
//! Ids that point nowhere select nothing. Data of another model is an error, or ignored where nothing is returned.

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{JointType, ObjType, PertBit};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::rotation::quat_to_vel;
use ferrodyn_engine::math::{Pose, Quat, Vec3};
use ferrodyn_engine::smooth::solve_m2;
use ferrodyn_engine::support::{JacobianMut, jac_into, object_velocity};
use ferrodyn_engine::{Data, Model};

use crate::mouse::ORTHOGRAPHIC;
use crate::{Perturb, Scene, SceneError, camera_in_model, frustum_height};

/// The selected body; the world cannot be selected.
pub(crate) fn selected(m: &Model, pert: &Perturb) -> Option<BodyId> {
    BodyId::new(pert.select).filter(|body| (1..m.nbody).contains(&body.0))
}

/// Where the selected point of a body is.
pub(crate) fn selected_point(d: &Data, body: BodyId, pert: &Perturb) -> Vec3 {
    d.xmat[body] * pert.localpos + d.xpos[body]
}

/// Starts a perturbation where the selected body is now, with the scale that the camera asks for.
///
/// # Errors
/// If the scene has no camera yet, or the data is of another model.
#[doc(alias = "mjv_initPerturb")]
pub fn init_perturb(
    m: &Model,
    d: &Data,
    scn: &Scene,
    pert: &mut Perturb,
) -> Result<(), SceneError> {
    d.check_model(m)?;
    let Some(body) = selected(m, pert) else { return Ok(()) };
    let point = selected_point(d, body, pert);
    pert.localmass = mass_at(m, d, body, point);
    // a vertex of a flex pulls its neighbors along
    let flex = usize::try_from(pert.flexselect).ok().filter(|&flex| flex < m.nflex);
    if let Some(flex) = flex.filter(|&flex| m.flex_rigid.as_slice()[flex] == 0) {
        let edges = f64::from(m.flex_edgenum.as_slice()[flex]);
        pert.localmass *= 2.0 * edges / f64::from(m.flex_vertnum.as_slice()[flex]);
    }
    pert.refpos = d.xipos[body];
    pert.refquat = d.xquat[body] * m.body_iquat[body];
    pert.refselpos = point;

    // the point moves as the mouse does
    let head = camera_in_model(scn)?;
    pert.scale = frustum_height(scn)? * (point - head.pos).dot(head.forward);
    if scn.camera[0].orthographic != 0 {
        pert.scale *= ORTHOGRAPHIC;
    }
    Ok(())
}

/// Apparent mass of a point of a body, as the mean over all directions; kg.
fn mass_at(m: &Model, d: &Data, body: BodyId, point: Vec3) -> f64 {
    let mut jac = vec![0.0; 3 * m.nv];
    let out = JacobianMut { jacp: Some(&mut jac), jacr: None };
    if m.nv == 0 || jac_into(m, d, body, point, out).is_err() {
        return 1.0;
    }
    let roots: Vec<f64> = d.qLDiagInv.iter().map(|x| x.sqrt()).collect();
    if solve_m2(m, d, &roots, &mut jac).is_err() {
        return 1.0;
    }
    let inverse: f64 =
        jac.chunks_exact(m.nv).map(|row| row.iter().map(|x| x * x).sum::<f64>()).sum();
    if inverse == 0.0 { 1.0 } else { 3.0 / larger(inverse, MINVAL) }
}

/// The larger of two numbers, the second if the first is NaN.
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Puts the selected body where the reference is: a mocap body always, one that floats freely or hangs
/// on such a body only while the simulation is paused.
#[doc(alias = "mjv_applyPerturbPose")]
pub fn apply_perturb_pose(m: &Model, d: &mut Data, pert: &Perturb, paused: bool) {
    let Some(body) = selected(m, pert) else { return };
    if pert.active | pert.active2 == 0 {
        return;
    }
    // from the axes of inertia to the frame of the body
    let inertial = Pose { pos: m.body_ipos[body], quat: m.body_iquat[body] };
    let pose = Pose { pos: pert.refpos, quat: pert.refquat }.compose(&inertial.inverse());
    let root = m.body_rootid[body].id().unwrap_or(body);
    if let Some(mocap) = m.body_mocapid[body].id() {
        d.mocap_pos[mocap] = pose.pos;
        d.mocap_quat[mocap] = pose.quat;
    } else if let (true, Some(adr)) = (paused, floating(m, body)) {
        set_qpos(d, adr, &pose);
    } else if let (true, Some(adr)) = (paused, floating(m, root)) {
        let Some(&[x, y, z, qw, qx, qy, qz]) = d.qpos.get(adr..adr + 7) else { return };
        let above = Pose { pos: Vec3([x, y, z]), quat: Quat([qw, qx, qy, qz]) };
        let own = Pose { pos: d.xpos[body], quat: d.xquat[body] };
        set_qpos(d, adr, &pose.compose(&own.inverse().compose(&above)));
    }
}

/// Address in `qpos` of the pose of a body with a single, free joint.
fn floating(m: &Model, body: BodyId) -> Option<usize> {
    let joint = m.body_jntadr[body].id().filter(|_| m.body_jntnum[body] == 1)?;
    let free = m.jnt_type[joint] == JointType::Free;
    free.then(|| usize::try_from(m.jnt_qposadr[joint].raw()).ok()).flatten()
}

fn set_qpos(d: &mut Data, adr: usize, pose: &Pose) {
    if let Some(qpos) = d.qpos.as_mut_slice().get_mut(adr..adr + 7) {
        qpos[..3].copy_from_slice(&pose.pos.0);
        qpos[3..].copy_from_slice(&pose.quat.0);
    }
}

/// Sets the force and torque that pull the selected body to the reference.
#[doc(alias = "mjv_applyPerturbForce")]
pub fn apply_perturb_force(m: &Model, d: &mut Data, pert: &Perturb) {
    let Some(body) = BodyId::new(pert.select).filter(|body| body.0 < m.nbody) else { return };
    if pert.active | pert.active2 == 0 {
        return;
    }
    let motion = object_velocity(m, d, ObjType::Body, body.0, false).unwrap_or_default();
    let (spin, velocity) = (motion.ang(), motion.lin());
    let invweight = m.body_invweight0[body][1];
    let inertia = if invweight == 0.0 { 1.0 } else { 1.0 / larger(invweight, MINVAL) };
    let stiffnessrot = f64::from(m.vis.map.stiffnessrot);
    let [mut x, mut y, mut z, mut rx, mut ry, mut rz] = d.xfrc_applied[body];

    if pert.pulls(PertBit::Translate) {
        let point = selected_point(d, body, pert);
        let (stretch, arm) = (point - pert.refselpos, point - d.xipos[body]);
        let stiffness = f64::from(m.vis.map.stiffness);
        let damping = -stiffness.sqrt() * pert.localmass;
        let force =
            stretch * (-stiffness * pert.localmass) + (spin.cross(arm) + velocity) * damping;
        let axis = stretch.normalized().0;
        let torsion = -stiffnessrot.sqrt() * inertia * axis.dot(spin);
        [x, y, z] = force.0;
        [rx, ry, rz] = (arm.cross(force) + axis * torsion).0;
    }
    if pert.pulls(PertBit::Rotate) {
        let own = d.xquat[body] * m.body_iquat[body];
        let torque = quat_to_vel(pert.refquat * own.conj(), 1.0 / (stiffnessrot * inertia));
        [rx, ry, rz] = (torque + spin * (-stiffnessrot.sqrt() * inertia)).0;
    }
    d.xfrc_applied[body] = [x, y, z, rx, ry, rz];
}
