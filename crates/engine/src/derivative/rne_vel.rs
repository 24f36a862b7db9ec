//! The derivative of Coriolis and centrifugal forces in the velocity.
//!
//! | reads | writes |
//! |---|---|
//! | `cdof`, `cdof_dot`, `cvel`, `cinert`, `qvel` | subtracts from `qDeriv` |
//! | `body_parentid`, `body_weldid`, `body_dofnum`, `body_dofadr`, `jnt_type`, `jnt_dofadr` | |
//! | `dof_bodyid`, `dof_jntid`, `B_rownnz`, `B_rowadr`, `B_colind`, `D_rowadr`, `D_diag` | |
//!
//! Follows the recursion of the bias force itself, with one derivative per body and degree of
//! freedom that moves it (ancestors) or whose force it carries (descendants): the pattern `B`. A
//! row of `B` lists ancestors first, so a body and its parent begin with the same columns.

use crate::data::{DataOf, Lanes};
use crate::enums::JointType;
use crate::ids::{BodyId, DofDofAdr, DofId};
use crate::math::SpatialOf;
use crate::model::Model;
use crate::sleep::{Bodies, Children, Dofs};

/// Subtracts `d qfrc_bias / d qvel` from `qDeriv`; the force of gravity does not depend on `qvel`.
#[doc(alias = "mjd_rne_vel")]
pub(crate) fn rne_vel<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let mut Dcvel = d.scratch.take_spatial(m.nB);
    let mut Dcacc = d.scratch.take_spatial(m.nB);

    // root to leaves: velocities and accelerations, then forces in the place of accelerations
    let bodies = Bodies::new(m, d);
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        copy_from_parent(m, b, &mut Dcvel);
        copy_from_parent(m, b, &mut Dcacc);
        let row = row(m, b);
        add_joints(m, d, b, &mut Dcvel[row.clone()], &mut Dcacc[row]);
    }
    let mut Dcfrc = Dcacc;
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let momentum = &d.cinert[b] * &d.cvel[b];
        for at in row(m, b) {
            // D(cinert * cacc + cvel x (cinert * cvel))
            let Dmomentum = &d.cinert[b] * &Dcvel[at];
            Dcfrc[at] = &d.cinert[b] * &Dcfrc[at]
                + (Dcvel[at].cross_force(&momentum) + d.cvel[b].cross_force(&Dmomentum));
        }
    }

    // leaves to root: a body carries the forces of its children
    let children = Children::new(m, d);
    for i in children.places().rev() {
        let b = children.at(d, i);
        add_to_parent(m, b, &mut Dcfrc);
    }

    // along the motion axes; a row of qDeriv has the columns of the row of its body
    let dofs = Dofs::new(m, d);
    for i in dofs.places() {
        let k = dofs.at(d, i);
        let start = m.D_rowadr[k] as usize;
        for (i, at) in row(m, m.dof_bodyid[k].present()).enumerate() {
            d.qDeriv[DofDofAdr(start + i)] -= Dcfrc[at].dot(&d.cdof[k]);
        }
    }
    d.scratch.give_spatial(Dcfrc);
    d.scratch.give_spatial(Dcvel);
}

/// Adds what the degrees of freedom of a body contribute: `Dcvel += D(cdof * qvel)` and
/// `Dcacc += D(cdof_dot * qvel)`, where `cdof_dot = cvel x cdof` with the velocity before the joint.
fn add_joints<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    b: BodyId,
    Dcvel: &mut [SpatialOf<N>],
    Dcacc: &mut [SpatialOf<N>],
) {
    let mut dofs = m.body_dofs(b).peekable();
    while let Some(&first) = dofs.peek() {
        // a ball joint is one motion; so are the two halves of a free joint, of which the first
        // moves along axes that do not turn
        let joint = m.dof_jntid[first].present();
        let from_start = first.raw() - m.jnt_dofadr[joint].raw();
        let kind = m.jnt_type[joint].get();
        let (count, turns) = match kind {
            Some(JointType::Free) => (3, from_start >= 3),
            Some(JointType::Ball) => (3, true),
            _ => (1, true),
        };
        let before = ancestor_count(m, first);
        let mut own = before;
        for k in dofs.by_ref().take(count) {
            Dcacc[own] += d.cdof_dot[k];
            own += 1;
            if turns {
                for (acc, vel) in Dcacc.iter_mut().zip(&Dcvel[..before]) {
                    *acc += vel.cross_motion(&d.cdof[k]) * d.qvel[k];
                }
            }
        }
        for (vel, cdof) in Dcvel[before..own].iter_mut().zip(&d.cdof.as_slice()[first.0..]) {
            *vel += *cdof;
        }
    }
}

/// Number of degrees of freedom above one: where its own column is in a row of `B`.
fn ancestor_count(m: &Model, k: DofId) -> usize {
    m.D_diag[k] as usize
}

/// Where the row of a body is in arrays of the pattern `B`.
fn row(m: &Model, b: BodyId) -> std::ops::Range<usize> {
    let start = m.B_rowadr[b] as usize;
    start..start + m.B_rownnz[b] as usize
}

/// The parent, unless it does not move.
fn moving_parent(m: &Model, b: BodyId) -> Option<BodyId> {
    let parent = m.body_parentid[b].present();
    (m.body_weldid[parent].raw() > 0).then_some(parent)
}

/// Starts the row of a body with what it has in common with its parent.
fn copy_from_parent<N: Lanes>(m: &Model, b: BodyId, mat: &mut [SpatialOf<N>]) {
    let Some(parent) = moving_parent(m, b) else { return };
    // the last degree of freedom above the body ends the common part
    let welded = m.body_weldid[parent].present();
    let last = DofId((m.body_dofadr[welded].raw() + m.body_dofnum[welded] - 1) as usize);
    let from = m.B_rowadr[parent] as usize;
    mat.copy_within(from..=from + ancestor_count(m, last), m.B_rowadr[b] as usize);
}

/// Adds the row of a body to that of its parent, whose columns include those of the body.
fn add_to_parent<N: Lanes>(m: &Model, b: BodyId, mat: &mut [SpatialOf<N>]) {
    let Some(parent) = moving_parent(m, b) else { return };
    let columns = m.B_colind.as_slice();
    let mut own = row(m, b);
    let mut next = own.next();
    for to in row(m, parent) {
        let Some(from) = next else { return };
        if columns[from] == columns[to] {
            let add = mat[from];
            mat[to] += add;
            next = own.next();
        }
    }
}
