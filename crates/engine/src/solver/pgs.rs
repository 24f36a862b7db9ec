//! Projected Gauss-Seidel: sweeps over the constraints, each at its best given the others.

use crate::constants::MINVAL;
use crate::data::{Data, Sim};
use crate::ids::EfcId;
use crate::linalg::dense::{dot, mul_mat_vec};
use crate::model::Model;
use crate::model::facts::is_sparse;

use super::dual::{self, Block, MAX_DIM, Matrix};
use super::report;
use super::ticker::Ticker;

/// What a row counts as: its products with others.
pub(super) const WORK_PER_ROW: usize = 16;

/// Solves for the constraint forces from the forces at hand.
#[doc(alias = "mj_solPGS")]
pub(super) fn pgs(m: &Model, d: &mut Data, ticker: &Ticker<'_>) {
    let is_sparse = is_sparse(m);
    let mut diag_inv = d.scratch.take(d.efc_force.len());
    dual::inverse_diagonal(d, is_sparse, Matrix::Regularized, &mut diag_inv);
    dual::update_states(d);

    d.workspace.solver.report.clear();
    let mut ended = false;
    for _ in 0..m.opt.iterations {
        let improvement = sweep(d, is_sparse, &diag_inv, ticker);
        let improvement = dual::finish_iteration(m, d, improvement);
        ended = improvement < m.opt.tolerance || ticker.interrupted();
        if ended {
            break;
        }
    }
    if !ended {
        d.workspace.solver.report.stop_at_limit();
    }

    report::write_nnz(d, 0, d.nA.max(0) as usize);
    dual::finish(m, d);
    d.scratch.give(diag_inv);
}

/// Updates all constraints once, in order, unless the user wants to end. Returns by how much the cost
/// went down.
fn sweep(d: &mut Data, is_sparse: bool, diag_inv: &[f64], ticker: &Ticker<'_>) -> f64 {
    let mut improvement = 0.0;
    let mut i = 0;
    while i < diag_inv.len() && !ticker.add_work(WORK_PER_ROW) {
        let contact = dual::contact_rows(d, i).filter(|_| dual::is_elliptic(d, i));
        let dim = contact.map_or(1, |(_, dim)| dim);
        let (mut res, mut old) = ([0.0; MAX_DIM], [0.0; MAX_DIM]);
        let (res, old) = (&mut res[..dim], &mut old[..dim]);
        let rows = EfcId(i)..EfcId(i + dim);
        dual::residual(d, is_sparse, Matrix::Regularized, i, res);
        old.copy_from_slice(&d.efc_force[rows.clone()]);

        let block = if dim == 1 {
            update_row(d, i, res[0], diag_inv[i]);
            let mut block = [0.0; MAX_DIM * MAX_DIM];
            block[0] = 1.0 / diag_inv[i];
            block
        } else {
            update_cone(d, is_sparse, i, res, diag_inv[i])
        };
        improvement -= dual::cost_change(&block, &mut d.efc_force[rows], old, res);
        i += dim;
    }
    improvement
}

/// The best force of one row, within its bounds.
fn update_row(d: &mut Sim, i: usize, res: f64, diag_inv: f64) {
    let (ne, nf) = (d.ne.max(0) as usize, d.nf.max(0) as usize);
    let row = EfcId(i);
    let force = &mut d.efc_force[row];
    *force -= res * diag_inv;
    if i >= ne + nf {
        if *force < 0.0 {
            *force = 0.0;
        }
    } else if i >= ne {
        clamp(force, d.efc_frictionloss[row]);
    }
}

/// Limits a number to `[-bound, bound]`.
pub(super) fn clamp(x: &mut f64, bound: f64) {
    if *x < -bound {
        *x = -bound;
    } else if *x > bound {
        *x = bound;
    }
}

/// The best force of an elliptic contact: along the ray at hand, then in the friction directions with
/// that normal force. Returns the block of the contact.
fn update_cone(d: &mut Data, is_sparse: bool, i: usize, res: &[f64], diag_inv: f64) -> Block {
    let dim = res.len();
    let block = dual::block(d, is_sparse, Matrix::Regularized, i, dim);
    let Some(mu) = dual::contact_rows(d, i).map(|(contact, _)| contact.friction) else {
        return block;
    };
    let force = &mut d.efc_force[EfcId(i)..EfcId(i + dim)];
    let mut old = [0.0; MAX_DIM];
    old[..dim].copy_from_slice(force);
    if force[0] < MINVAL {
        // no ray: the normal alone
        force[0] -= res[0] * diag_inv;
        if force[0] < 0.0 {
            force[0] = 0.0;
        }
        force[1..].fill(0.0);
    } else {
        scale_along_ray(&block, force, res);
    }
    if force[0] < MINVAL {
        force[1..].fill(0.0);
        return block;
    }

    // friction block, and its linear term with the normal force fixed
    let n = dim - 1;
    let (mut A, mut b, mut v) = ([0.0; 25], [0.0; 5], [0.0; 5]);
    for (j, row) in A.chunks_exact_mut(n).take(n).enumerate() {
        let start = (j + 1) * dim;
        row.copy_from_slice(&block[start + 1..start + dim]);
        b[j] = res[j + 1];
        b[j] -= dot(row, &old[1..dim]);
        b[j] += block[start] * (force[0] - old[0]);
    }
    dual::friction(&A, &b, &mu, force[0], &mut v[..n]);
    force[1..].copy_from_slice(&v[..n]);
    block
}

/// The best multiple of a force, with a normal part that does not pull.
fn scale_along_ray(block: &Block, force: &mut [f64], res: &[f64]) {
    let dim = force.len();
    let (mut ray, mut turned) = ([0.0; MAX_DIM], [0.0; MAX_DIM]);
    let (ray, turned) = (&mut ray[..dim], &mut turned[..dim]);
    ray.copy_from_slice(force);
    mul_mat_vec(turned, block, ray);
    let curvature = dot(ray, turned);
    if curvature >= MINVAL {
        let mut x = -dot(ray, res) / curvature;
        if force[0] + x * ray[0] < 0.0 {
            x = -ray[0] / force[0];
        }
        for (f, ray) in force.iter_mut().zip(ray) {
            *f += x * *ray;
        }
    }
}
