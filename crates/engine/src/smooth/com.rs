//! Centers of mass, and inertias, motion axes and velocities expressed there.
//!
//! Everything but `subtree_com` is about `subtree_com[body_rootid]` in world orientation. Never mix
//! in a quantity taken at the body origin: the numbers stay plausible and are wrong.

use multiversion::multiversion;

use crate::data::{DataOf, Lanes};
use crate::enums::{JointType, SleepState};
use crate::ids::{BodyId, DofId, JointId, span};
use crate::math::{InertOf, MINVAL, SpatialOf, Vec3Of};
use crate::model::Model;
use crate::plan::Joint;
use crate::sleep::{Bodies, Children};
use crate::stage::stage;

stage! {
    /// Centers of mass of subtrees, inertias and motion axes about them.
    COM_POS = Lanes(com_pos), PosKinematics;
    model { body_mass body_subtreemass body_inertia }
    reads { xipos ximat xmat xanchor xaxis }
    reads when Sleep { body_awake }
    writes { subtree_com cinert cdof }
}

/// Computes `subtree_com`, `cinert` and `cdof`.
#[doc(alias = "mj_comPos")]
pub fn com_pos<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    subtree_com(m, d);
    inertias_and_axes(m, d);
}

/// Computes `cinert` and `cdof`.
#[multiversion(targets("x86_64+avx2"))]
fn inertias_and_axes<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let plan = m.plan();
    let bodies = Bodies::new(m, d);
    d.cinert[BodyId(0)] = InertOf::ZERO;
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let body = &plan.bodies[b.0];
        let com = d.subtree_com[body.root];
        let offset = d.xipos[b] - com;
        d.cinert[b] = InertOf::new(m.body_inertia[b], &d.ximat[b], offset, m.body_mass[b]);
        for (j, joint) in body.joints.clone().map(JointId).zip(&plan.joints[body.joints.clone()]) {
            motion_axes(d, b, com - d.xanchor[j], j, *joint);
        }
    }
}

/// Computes `cdof` of a joint whose anchor lies `offset` before the center of mass.
#[inline(always)]
fn motion_axes<N: Lanes>(
    d: &mut DataOf<N>,
    b: BodyId,
    offset: Vec3Of<N>,
    j: JointId,
    joint: Joint,
) {
    let mut first = joint.dof.0;
    match joint.kind {
        JointType::Slide => d.cdof[joint.dof] = SpatialOf::new(Vec3Of::ZERO, d.xaxis[j]),
        JointType::Hinge => d.cdof[joint.dof] = about(d.xaxis[j], offset),
        JointType::Ball | JointType::Free => {
            if joint.kind == JointType::Free {
                for (k, axis) in [Vec3Of::X, Vec3Of::Y, Vec3Of::Z].into_iter().enumerate() {
                    d.cdof[DofId(first + k)] = SpatialOf::new(Vec3Of::ZERO, axis);
                }
                first += 3;
            }
            // rotations about the axes of the body
            for k in 0..3 {
                d.cdof[DofId(first + k)] = about(d.xmat[b].col(k), offset);
            }
        }
    }
}

/// Rotation about an axis whose anchor lies `offset` before the center of mass.
#[inline(always)]
fn about<N: Lanes>(axis: Vec3Of<N>, offset: Vec3Of<N>) -> SpatialOf<N> {
    SpatialOf::new(axis, axis.cross(offset))
}

/// Computes `subtree_com`, leaves to root.
#[multiversion(targets("x86_64+avx2"))]
fn subtree_com<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // mass-weighted position of the body itself
    let bodies = Bodies::new(m, d);
    for i in bodies.places() {
        let b = bodies.at(d, i);
        d.subtree_com[b] = m.body_mass[b] * d.xipos[b];
    }

    // children come after parents, so a reverse sweep meets every child first
    let plan = m.plan();
    let children = Children::new(m, d);
    for i in children.places().rev() {
        let b = children.at(d, i);
        let parent = plan.bodies[b.0].parent;
        if !children.all() && d.first().body_awake[b] == SleepState::Asleep {
            let moment = m.body_subtreemass[b] * d.subtree_com[b];
            d.subtree_com[parent] += moment;
        } else {
            let moment = d.subtree_com[b];
            d.subtree_com[parent] += moment;
            normalize_com(m, d, b);
        }
    }
    normalize_com(m, d, BodyId(0));
}

/// Divides a sum of moments by the mass.
#[inline(always)]
fn normalize_com<N: Lanes>(m: &Model, d: &mut DataOf<N>, b: BodyId) {
    // a massless subtree has no center of mass: use the body's own
    // (multiply by the reciprocal, as MuJoCo does: dividing changes the last bit)
    let mass = m.body_subtreemass[b];
    d.subtree_com[b] = if mass < MINVAL { d.xipos[b] } else { (1.0 / mass) * d.subtree_com[b] };
}

stage! {
    /// Velocities of bodies and of motion axes.
    COM_VEL = Lanes(com_vel), Velocity;
    reads { cdof qvel }
    writes { cvel cdof_dot }
}

/// Computes `cvel` and `cdof_dot`, root to leaves.
#[doc(alias = "mj_comVel")]
#[multiversion(targets("x86_64+avx2"))]
pub fn com_vel<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let plan = m.plan();
    let bodies = Bodies::new(m, d);
    d.cvel[BodyId(0)] = SpatialOf::ZERO;
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let body = &plan.bodies[b.0];
        let DataOf { cdof, cdof_dot, cvel, qvel, .. } = d;
        let mut v = cvel[body.parent];
        for joint in &plan.joints[body.joints.clone()] {
            let first = joint.dof.0;
            let dofs = match joint.kind {
                JointType::Slide | JointType::Hinge => {
                    // axes turn with the velocity before their joint
                    cdof_dot[joint.dof] = v.cross_motion(&cdof[joint.dof]);
                    v += cdof[joint.dof] * qvel[joint.dof];
                    continue;
                }
                JointType::Free => {
                    // translations of a free joint are along fixed axes
                    let dofs = DofId(first)..DofId(first + 3);
                    cdof_dot[dofs.clone()].fill(SpatialOf::ZERO);
                    v += combine(&cdof[dofs.clone()], &qvel[dofs]);
                    first + 3..first + 6
                }
                JointType::Ball => first..first + 3,
            };
            for k in dofs.clone().map(DofId) {
                cdof_dot[k] = v.cross_motion(&cdof[k]);
            }
            let dofs = span::<DofId>(&dofs);
            v += combine(&cdof[dofs.clone()], &qvel[dofs]);
        }
        cvel[b] = v;
    }
}

/// The sum of the axes, each times its coefficient.
#[doc(alias = "mju_mulDofVec")]
#[inline(always)]
pub(crate) fn combine<N: Lanes>(axes: &[SpatialOf<N>], coefficients: &[N]) -> SpatialOf<N> {
    if let ([axis], [c]) = (axes, coefficients) {
        return *axis * *c;
    }
    let mut sum = SpatialOf::ZERO;
    for (axis, &c) in axes.iter().zip(coefficients) {
        sum += *axis * c;
    }
    sum
}
