//! The no-slip solver: after the main solver, it computes friction forces again without regularization.
//!
//! Sweeps over dry friction and the friction of contacts; normal forces and everything else stay.

use crate::constants::MINVAL;
use crate::data::Data;
use crate::enums::ConstraintType;
use crate::ids::EfcId;
use crate::linalg::dense::dot;
use crate::model::Model;
use crate::model::facts::is_sparse;

use super::dual::{self, MAX_DIM, Matrix};
use super::pgs::{WORK_PER_ROW, clamp};
use super::ticker::Ticker;

/// Most friction directions of a contact.
const MAX_FRICTION: usize = MAX_DIM - 1;

/// Solves for the friction forces from the forces at hand.
#[doc(alias = "mj_solNoSlip")]
pub(super) fn noslip(m: &Model, d: &mut Data, ticker: &Ticker<'_>) {
    let is_sparse = is_sparse(m);
    let mut diag_inv = d.scratch.take(d.efc_force.len());
    dual::inverse_diagonal(d, is_sparse, Matrix::Hard, &mut diag_inv);
    dual::update_states(d);

    d.workspace.solver.report.clear();
    for iteration in 0..m.opt.noslip_iterations {
        let mut improvement = 0.0;
        if iteration == 0 {
            // the cost at hand includes that of the regularization
            for (f, R) in d.efc_force.iter().zip(d.efc_R.iter()) {
                improvement += 0.5 * f * f * R;
            }
        }
        improvement = sweep_dry(d, is_sparse, &diag_inv, improvement);
        improvement = sweep_contacts(d, is_sparse, improvement);
        let improvement = dual::finish_iteration(m, d, improvement);
        let rows = diag_inv.len();
        if improvement < m.opt.noslip_tolerance || ticker.add_work(WORK_PER_ROW * rows) {
            break;
        }
    }

    dual::finish(m, d);
    d.scratch.give(diag_inv);
}

/// Updates the dry friction of dofs and tendons once. Returns the improvement so far.
fn sweep_dry(d: &mut Data, is_sparse: bool, diag_inv: &[f64], mut improvement: f64) -> f64 {
    let first = d.ne.max(0) as usize;
    let count = d.nf.max(0) as usize;
    for (i, &inv) in diag_inv.iter().enumerate().skip(first).take(count) {
        let row = EfcId(i);
        let mut res = [0.0];
        dual::residual(d, is_sparse, Matrix::Hard, i, &mut res);
        let old = d.efc_force[row];
        d.efc_force[row] -= res[0] * inv;
        let bound = d.efc_frictionloss[row];
        clamp(&mut d.efc_force[row], bound);
        let delta = d.efc_force[row] - old;
        improvement -= 0.5 * delta * delta / inv + delta * res[0];
    }
    improvement
}

/// Updates the friction of contacts once. Returns the improvement so far.
fn sweep_contacts(d: &mut Data, is_sparse: bool, mut improvement: f64) -> f64 {
    let mut i = (d.ne.max(0) + d.nf.max(0)) as usize;
    while i < d.efc_force.len() {
        let Some((_, rows)) = dual::contact_rows(d, i) else {
            i += 1;
            continue;
        };
        if d.efc_type[EfcId(i)] == ConstraintType::ContactPyramidal {
            for edge in (i..i + rows).step_by(2) {
                improvement -= update_edges(d, is_sparse, edge);
            }
        } else {
            improvement -= update_ellipse(d, is_sparse, i, rows);
        }
        i += rows;
    }
    improvement
}

/// Two opposite edges of a pyramid, with the sum of their forces kept. Returns the change of cost.
fn update_edges(d: &mut Data, is_sparse: bool, i: usize) -> f64 {
    let rows = EfcId(i)..EfcId(i + 2);
    let mut res = [0.0; 2];
    dual::residual(d, is_sparse, Matrix::Hard, i, &mut res);
    let old = [d.efc_force[EfcId(i)], d.efc_force[EfcId(i + 1)]];
    let A = dual::block(d, is_sparse, Matrix::Hard, i, 2);
    let b = [0, 1].map(|k| res[k] - dot(&A[2 * k..2 * k + 2], &old));

    // f = mid + y, mid - y: minimize over -mid <= y <= mid
    let mid = 0.5 * (old[0] + old[1]);
    let curvature = A[0] + A[3] - A[1] - A[2];
    let slope = mid * (A[0] - A[3]) + b[0] - b[1];
    let force = &mut d.efc_force[rows];
    let new = if curvature < MINVAL {
        [mid; 2]
    } else {
        let y = -slope / curvature;
        if y < -mid {
            [0.0, 2.0 * mid]
        } else if y > mid {
            [2.0 * mid, 0.0]
        } else {
            [mid + y, mid - y]
        }
    };
    force.copy_from_slice(&new);
    dual::cost_change(&A, force, &old, &res)
}

/// The friction of an elliptic contact, with its normal force kept. Returns the change of cost.
fn update_ellipse(d: &mut Data, is_sparse: bool, i: usize, dim: usize) -> f64 {
    let n = dim - 1;
    let Some(mu) = dual::contact_rows(d, i).map(|(contact, _)| contact.friction) else {
        return 0.0;
    };
    let (mut res, mut old) = ([0.0; MAX_FRICTION], [0.0; MAX_FRICTION]);
    let (res, old) = (&mut res[..n], &mut old[..n]);
    dual::residual(d, is_sparse, Matrix::Hard, i + 1, res);
    old.copy_from_slice(&d.efc_force[EfcId(i + 1)..EfcId(i + dim)]);
    let A = dual::block(d, is_sparse, Matrix::Hard, i + 1, n);

    let force = &mut d.efc_force[EfcId(i)..EfcId(i + dim)];
    if force[0] < MINVAL {
        force[1..].fill(0.0);
    } else {
        let mut b = [0.0; MAX_FRICTION];
        for (b, (res, row)) in b.iter_mut().zip(res.iter().zip(A.chunks_exact(n))) {
            *b = res - dot(row, old);
        }
        let mut v = [0.0; MAX_FRICTION];
        dual::friction(&A, &b, &mu, force[0], &mut v[..n]);
        force[1..].copy_from_slice(&v[..n]);
    }
    dual::cost_change(&A, &mut force[1..], old, res)
}
