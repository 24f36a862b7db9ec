//! Velocities of constraint rows and the accelerations that they ask for.
//!
//! `aref = -B vel - K imp (pos - margin)`: a damped spring toward the margin. The rows of connect and
//! weld constraints also subtract `dJ/dt qvel`, the acceleration that motion has without forces.

use super::equality::{Anchors, WeldFrames, relative_pose, sites, torque_scale};
use super::inputs::Poses;
use crate::data::{Data, Sim};
use crate::enums::EqType;
use crate::ids::{BodyId, DofId, EfcId, EqualityId};
use crate::linalg::{dense, sparse};
use crate::math::rotation::{deriv_quat, mul_quat_axis};
use crate::math::{Quat, Vec3};
use crate::model::Model;
use crate::smooth::jacobian::jac_dot_columns;
use crate::stage::stage;

stage! {
    /// Velocities and reference accelerations of rows.
    REFERENCE_CONSTRAINT = Each(reference), Velocity;
    model { eq_type }
    reads {
        qvel ne efc_id efc_J efc_J_rownnz efc_J_rowadr efc_J_rowsuper efc_J_colind efc_KBIP efc_pos
        efc_margin
    }
    reads when Equalities { cvel xquat xpos xmat site_xpos cdof cdof_dot subtree_com }
    writes { efc_vel efc_aref }
}

/// Velocities and reference accelerations of the rows: `efc_vel`, `efc_aref`.
#[doc(alias = "mj_referenceConstraint")]
pub fn reference(m: &Model, d: &mut Data) {
    // options may have changed since the rows were made: look at the rows
    if d.efc_J_rownnz.is_empty() {
        let [Sim { efc_vel, efc_J, .. }] = &mut d.sims;
        dense::mul_mat_vec(efc_vel, efc_J, &d.qvel);
    } else {
        sparse_velocities(m, d);
    }

    let [Sim { efc_aref, efc_vel, efc_KBIP, efc_pos, efc_margin, .. }] = &mut d.sims;
    let motion = efc_KBIP.iter().zip(efc_vel.iter());
    let place = efc_pos.iter().zip(efc_margin.iter());
    for ((aref, ([k, b, imp, _], vel)), (pos, margin)) in efc_aref.iter_mut().zip(motion).zip(place)
    {
        *aref = -b * vel - k * imp * (pos - margin);
    }
    subtract_drift(m, d);
}

/// `efc_vel` where rows are sparse. Rows with the same columns share the velocities picked for them.
fn sparse_velocities(m: &Model, d: &mut Data) {
    let mut picked = d.scratch.take(m.nv);
    let [sim] = &mut d.sims;
    let Sim { efc_vel, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_rowsuper, .. } = sim;
    let mut left = 0;
    for (i, vel) in efc_vel.iter_mut().enumerate() {
        let row = EfcId(i);
        let (start, nnz) = (efc_J_rowadr[row] as usize, efc_J_rownnz[row] as usize);
        if left == 0 {
            left = efc_J_rowsuper[row];
            let columns = &sim.efc_J_colind.as_slice()[start..start + nnz];
            for (to, &k) in picked.iter_mut().zip(columns) {
                *to = d.qvel[DofId(k as usize)];
            }
        } else {
            left -= 1;
        }
        *vel = sparse::dot_picked(&efc_J.as_slice()[start..start + nnz], &picked[..nnz]);
    }
    d.scratch.give(picked);
}

/// Subtracts `dJ/dt qvel` from the rows of connect and weld constraints.
#[doc(alias = "mj_Jdotv")]
fn subtract_drift(m: &Model, d: &mut Data) {
    let ne = usize::try_from(d.ne).unwrap_or(0);
    let mut row = 0;
    while row < ne {
        let e = EqualityId(d.efc_id[EfcId(row)] as usize);
        row += match m.eq_type[e].get() {
            Some(EqType::Connect) => {
                let (_, moves, _) = anchor_drift(m, d, e);
                subtract(d, row, moves);
                3
            }
            Some(EqType::Weld) => {
                let (bodies, moves, turns) = anchor_drift(m, d, e);
                let turns = weld_drift(m, d, e, bodies, turns);
                subtract(d, row, moves);
                subtract(d, row + 3, turns);
                6
            }
            _ => 1,
        };
    }
}

fn subtract(d: &mut Data, row: usize, drift: Vec3) {
    for (i, x) in drift.0.into_iter().enumerate() {
        if let Some(aref) = d.efc_aref.get_mut(row + i) {
            *aref -= x;
        }
    }
}

/// The bodies of a constraint, and the accelerations, linear and angular, of the first anchor
/// relative to the second while `qacc` is zero.
fn anchor_drift(m: &Model, d: &Data, e: EqualityId) -> ([BodyId; 2], Vec3, Vec3) {
    let Anchors { bodies, points } = Anchors::new(m, Poses::of(d), e);
    let drift = |i: usize| {
        let (mut moves, mut turns) = (Vec3::ZERO, Vec3::ZERO);
        jac_dot_columns(m, d, bodies[i], points[i], |k, p, r| {
            moves += p * d.qvel[k];
            turns += r * d.qvel[k];
        });
        (moves, turns)
    };
    let ((moves1, turns1), (moves2, turns2)) = (drift(0), drift(1));
    (bodies, moves1 - moves2, turns1 - turns2)
}

/// The second derivative of the orientation rows of a weld while `qacc` is zero, given the angular
/// acceleration `turns`: the product rule on `conj(q2) * (0, w1 - w2) * q1 / 2`.
fn weld_drift(m: &Model, d: &Data, e: EqualityId, bodies: [BodyId; 2], turns: Vec3) -> Vec3 {
    let frames = WeldFrames::new(m, Poses::of(d), e, bodies);
    let [vel1, vel2] = bodies.map(|b| d.cvel[b].ang());

    // how the orientations change
    let (first_dot, second_inv_dot) = if sites(m, e).is_some() {
        (deriv_quat(frames.first, vel1), deriv_quat(frames.second_inv.conj(), vel2).conj())
    } else {
        let [q1, q2] = bodies.map(|b| d.xquat[b]);
        (deriv_quat(q1, vel1) * relative_pose(m, e), deriv_quat(q2, vel2).conj())
    };

    let product = |q2: Quat, axis: Vec3, q1: Quat| mul_quat_axis(q2, axis) * q1;
    let vel = vel1 - vel2;
    let t1 = product(second_inv_dot, vel, frames.first);
    let t2 = product(frames.second_inv, turns, frames.first);
    let t3 = product(frames.second_inv, vel, first_dot);
    let scale = torque_scale(m, e);
    Vec3(std::array::from_fn(|i| 0.5 * (t1[i + 1] + t2[i + 1] + t3[i + 1]) * scale))
}
