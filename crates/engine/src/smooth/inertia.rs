//! The inertia matrix by composite rigid bodies, its factor, and what is solved with it.
//!
//! | reads | writes |
//! |---|---|
//! | `cinert`, `cdof` | `crb`, `M`, `qM` |
//! | `M` | `qLD`, `qLDiagInv` |
//! | forces, `qLD` | `qfrc_smooth`, `qacc_smooth` |
//! | `qfrc_applied`, `qfrc_bias`, `qfrc_passive`, `qfrc_actuator`, `dof_bodyid`, `dof_jntid` | |
//! | `dof_simplenum`, `dof_armature`, `dof_M0`, `M_rownnz`, `M_rowadr`, `M_colind`, `mapM2M` | |

use std::ops::Range;

use crate::actuation::reflected::{self, Target};
use crate::data::{DataOf, Lanes};
use crate::fields::Field;
use crate::ids::{BodyId, DofId, JointId, MAdr, QMAdr};
use crate::linalg::ldl::{self, Rows, diagonal};
use crate::model::Model;
use crate::sleep::{Bodies, Children, Dofs};
use crate::smooth::tendon_armature;
use crate::support::xfrc_accumulate;

/// Computes `M`: bodies, rotors and tendons.
#[doc(alias = "mj_makeM")]
pub fn make_m<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    crb(m, d);
    tendon_armature(m, d);
    for (adr, &to) in m.mapM2M.iter().enumerate() {
        d.qM[QMAdr(to as usize)] = d.M[MAdr(adr)];
    }
}

/// Computes `crb` and the part of `M` that does not come from tendons.
#[doc(alias = "mj_crb")]
pub fn crb<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // composite inertias, leaves to root
    copy_inertias(m, d);
    let plan = m.plan();
    let children = Children::new(m, d);
    for i in children.places().rev() {
        let b = children.at(d, i);
        let parent = plan.bodies[b.0].parent;
        if parent.0 > 0 {
            let sum = d.crb[b];
            d.crb[parent] += sum;
        }
    }

    let dofs = Dofs::new(m, d);
    clear_rows(m, dofs, d);
    for place in dofs.places() {
        let i = dofs.at(d, place);
        let DataOf { crb, cdof, M, .. } = d;
        if m.dof_simplenum[i] > 0 {
            M[MAdr(m.M_rowadr[i] as usize)] = N::splat(m.dof_M0[i]);
            continue;
        }
        let diag = diagonal(m, i);
        let joint = Target::Joint(JointId(m.dof_jntid[i] as usize));
        M[diag] = N::splat(m.dof_armature[i] + reflected::armature(m, joint));

        // M(i, j) = cdof_j . crb_i cdof_i for its ancestors and the dof itself
        let momentum = &crb[BodyId(m.dof_bodyid[i] as usize)] * &cdof[i];
        let row = inertia_row(m, i);
        for (entry, &j) in M[row.clone()].iter_mut().zip(&m.M_colind[row]) {
            *entry += cdof[DofId(j as usize)].dot(&momentum);
        }
    }
}

/// Starts the composite inertias with those of the bodies.
fn copy_inertias<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let bodies = Bodies::new(m, d);
    if bodies.all() {
        let DataOf { crb, cinert, .. } = d;
        crb.copy_from_slice(cinert);
        return;
    }
    for i in bodies.places() {
        let b = bodies.at(d, i);
        d.crb[b] = d.cinert[b];
    }
}

/// Sets the rows of `M` that are to be computed to zero.
fn clear_rows<N: Lanes>(m: &Model, dofs: Dofs, d: &mut DataOf<N>) {
    if dofs.all() {
        d.M.fill(N::ZERO);
        return;
    }
    for place in dofs.places() {
        let row = inertia_row(m, dofs.at(d, place));
        d.M[row].fill(N::ZERO);
    }
}

/// Where the row of a degree of freedom is in `M`, `qLD` and `qH`.
fn inertia_row(m: &Model, k: DofId) -> Range<MAdr> {
    let start = m.M_rowadr[k] as usize;
    MAdr(start)..MAdr(start + m.M_rownnz[k] as usize)
}

/// Copies `M`, or where some sleep the rows of what is awake.
pub(crate) fn copy_inertia<N: Lanes>(
    m: &Model,
    dofs: Dofs,
    dof_awake_ind: &[i32],
    M: &Field<MAdr, N>,
    to: &mut Field<MAdr, N>,
) {
    if dofs.all() {
        to.copy_from_slice(M);
        return;
    }
    for place in dofs.places() {
        let row = inertia_row(m, dofs.on(dof_awake_ind, place));
        to[row.clone()].copy_from_slice(&M[row]);
    }
}

/// Factors `M` into `qLD`, `qLDiagInv`.
#[doc(alias = "mj_factorM")]
#[doc(alias = "mj_factor_sparse")]
pub fn factor_m<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let dofs = Dofs::new(m, d);
    let DataOf { M, qLD, qLDiagInv, sims, .. } = d;
    let dof_awake_ind = &sims.as_ref()[0].dof_awake_ind;
    copy_inertia(m, dofs, dof_awake_ind, M, qLD);
    ldl::factor_some(Rows::of_inertia(m), dofs.list(dof_awake_ind), qLD, qLDiagInv);
}

/// Solves `M x = x` in place, for each group of `nv` numbers.
#[doc(alias = "mj_solveM")]
#[doc(alias = "mj_solve_sparse")]
pub fn solve_m<N: Lanes>(m: &Model, d: &DataOf<N>, x: &mut [N]) {
    for x in x.chunks_exact_mut(m.nv.max(1)) {
        ldl::solve(Rows::of_inertia(m), &d.qLD, &d.qLDiagInv, x);
    }
}

/// Half of the solve, `x <- sqrt(D^-1) L'^-1 x` in place, for each group of `nv` numbers.
#[doc(alias = "mj_solveM2")]
pub fn solve_m2<N: Lanes>(m: &Model, d: &DataOf<N>, sqrt_inv_d: &[N], x: &mut [N]) {
    for x in x.chunks_exact_mut(m.nv.max(1)) {
        ldl::solve_half(Rows::of_inertia(m), &d.qLD, sqrt_inv_d, x);
    }
}

/// `res = M vec`, both of `nv` numbers; see [`mul_m`](crate::support::mul_m) for any others.
pub(crate) fn mul_inertia<N: Lanes>(m: &Model, d: &DataOf<N>, res: &mut [N], vec: &[N]) {
    ldl::mul_sym(Rows::of_inertia(m), &d.M, vec, res);
}

/// Computes `qfrc_smooth` and `qacc_smooth`: all forces but those of constraints.
pub fn acceleration<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let dofs = Dofs::new(m, d);
    for i in dofs.places() {
        let k = dofs.at(d, i);
        d.qfrc_smooth[k] =
            d.qfrc_passive[k] - d.qfrc_bias[k] + d.qfrc_applied[k] + d.qfrc_actuator[k];
    }
    xfrc_accumulate(m, d);
    let DataOf { qfrc_smooth, qacc_smooth, qLD, qLDiagInv, sims, .. } = d;
    let dof_awake_ind = &sims.as_ref()[0].dof_awake_ind;
    for k in dofs.places().map(|i| dofs.on(dof_awake_ind, i)) {
        qacc_smooth[k] = qfrc_smooth[k];
    }
    let list = dofs.list(dof_awake_ind);
    ldl::solve_some(Rows::of_inertia(m), list, qLD, qLDiagInv, qacc_smooth);
}
