//! Parts that the dual solvers (PGS, no-slip) share: residuals, blocks of `efc_AR`, states.
//!
//! They minimize `1/2 f' AR f + f' b` over forces `f` in the cones of the constraints, where
//! `b = J qacc_smooth - aref`, block by block: a block is a row, or the rows of an elliptic contact.

use crate::constants::MINVAL;
use crate::contact::{Contact, SolverStat};
use crate::data::Data;
use crate::enums::{ConstraintState, ConstraintType};
use crate::ids::{ContactId, EfcId};
use crate::linalg::dense::{self, dot};
use crate::linalg::ldl::{self, Rows};
use crate::linalg::{qcqp, sparse};
use crate::model::Model;

use crate::constraint::force_on_dofs;

/// Most rows of a block.
pub(super) const MAX_DIM: usize = 6;
/// A block update that raises the cost by more than this is undone.
const MAX_RISE: f64 = 1e-10;
/// Smallest diagonal entry of a block without `R`.
const MIN_DIAGONAL: f64 = 1e-10;

/// Which matrix a solver works with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Matrix {
    /// `AR`: soft constraints.
    Regularized,
    /// `A = AR - diag(R)`: hard ones.
    Hard,
}

/// A square block of `efc_AR`, row by row.
pub(super) type Block = [f64; MAX_DIM * MAX_DIM];

/// Row `i` of `AR` times `efc_force`.
fn row_times_force(d: &Data, is_sparse: bool, i: usize) -> f64 {
    if is_sparse {
        let (nnz, adr) = (&d.efc_AR_rownnz, &d.efc_AR_rowadr);
        let (values, columns) = sparse::row(&d.efc_AR, i, nnz, adr, &d.efc_AR_colind);
        sparse::dot(values, columns, &d.efc_force)
    } else {
        let n = d.efc_force.len();
        dot(d.efc_AR.get(i * n..(i + 1) * n).unwrap_or(&[]), &d.efc_force)
    }
}

/// `AR efc_force`.
pub(super) fn mul_ar_force(d: &Data, is_sparse: bool, result: &mut [f64]) {
    for (i, x) in result.iter_mut().enumerate() {
        *x = row_times_force(d, is_sparse, i);
    }
}

/// The gradient of the cost in the rows from `i` on: `b + AR f`, or `b + A f`.
pub(super) fn residual(d: &Data, is_sparse: bool, matrix: Matrix, i: usize, res: &mut [f64]) {
    for (j, x) in res.iter_mut().enumerate() {
        let row = EfcId(i + j);
        *x = d.efc_b[row] + row_times_force(d, is_sparse, row.0);
        if matrix == Matrix::Hard {
            *x -= d.efc_R[row] * d.efc_force[row];
        }
    }
}

/// The `n` entries of row `i` that start at column `first`.
fn entries(d: &Data, is_sparse: bool, i: usize, first: usize, n: usize) -> &[f64] {
    if is_sparse {
        let (nnz, adr) = (&d.efc_AR_rownnz, &d.efc_AR_rowadr);
        let (values, columns) = sparse::row(&d.efc_AR, i, nnz, adr, &d.efc_AR_colind);
        let at = columns.partition_point(|&c| (c as usize) < first);
        values.get(at..at + n).unwrap_or(&[])
    } else {
        let start = i * d.efc_force.len() + first;
        d.efc_AR.get(start..start + n).unwrap_or(&[])
    }
}

/// The diagonal block of `n` rows from row `first` on.
pub(super) fn block(d: &Data, is_sparse: bool, matrix: Matrix, first: usize, n: usize) -> Block {
    let mut block = [0.0; MAX_DIM * MAX_DIM];
    for (j, to) in block.chunks_exact_mut(n).take(n).enumerate() {
        let from = entries(d, is_sparse, first + j, first, n);
        to[..from.len()].copy_from_slice(from);
        if matrix == Matrix::Hard {
            let hard = to[j] - d.efc_R[EfcId(first + j)];
            to[j] = if hard > MIN_DIAGONAL { hard } else { MIN_DIAGONAL };
        }
    }
    block
}

/// `1 / diag(AR)`, or `1 / diag(A)` bounded.
pub(super) fn inverse_diagonal(d: &Data, is_sparse: bool, matrix: Matrix, result: &mut [f64]) {
    for (i, inv) in result.iter_mut().enumerate() {
        let mut diagonal = entries(d, is_sparse, i, i, 1).first().copied().unwrap_or(0.0);
        if matrix == Matrix::Hard {
            let hard = diagonal - d.efc_R[EfcId(i)];
            diagonal = if hard > MINVAL { hard } else { MINVAL };
        }
        *inv = 1.0 / diagonal;
    }
}

/// How much a block update changes the cost; one that raises it is undone.
pub(super) fn cost_change(A: &[f64], force: &mut [f64], old: &[f64], res: &[f64]) -> f64 {
    let mut delta = [0.0; MAX_DIM];
    let delta = &mut delta[..force.len()];
    dense::sub(delta, force, old);
    let change = if let [delta] = *delta {
        0.5 * delta * delta * A[0] + delta * res[0]
    } else {
        0.5 * dense::mul_vec_mat_vec(delta, A, delta) + dot(delta, res)
    };
    if change > MAX_RISE {
        force.copy_from_slice(&old[..force.len()]);
        return 0.0;
    }
    change
}

/// The friction force that minimizes `1/2 v' A v + v' b` on the ellipse that a normal force allows.
pub(super) fn friction(A: &[f64], b: &[f64], mu: &[f64], normal: f64, v: &mut [f64]) {
    let n = v.len();
    let active = match (A.first_chunk::<4>(), A.first_chunk::<9>()) {
        (Some(A), _) if n == 2 => {
            let (answer, active) = qcqp::qcqp2(A, &[b[0], b[1]], &[mu[0], mu[1]], normal);
            v.copy_from_slice(&answer);
            active
        }
        (_, Some(A)) if n == 3 => {
            let (b, mu) = ([b[0], b[1], b[2]], [mu[0], mu[1], mu[2]]);
            let (answer, active) = qcqp::qcqp3(A, &b, &mu, normal);
            v.copy_from_slice(&answer);
            active
        }
        _ => qcqp::qcqp(v, A, b, mu, normal),
    };

    // the program is solved approximately: put the answer on the ellipse
    if active {
        let square = v.iter().zip(mu).fold(0.0, |sum, (v, mu)| sum + v * v / (mu * mu));
        let square = if square > MINVAL { square } else { MINVAL };
        let scale = (normal * normal / square).sqrt();
        for x in v.iter_mut() {
            *x *= scale;
        }
    }
}

/// The contact behind a row and how many rows it has from there on, at most those that exist.
pub(super) fn contact_rows(d: &Data, i: usize) -> Option<(&Contact, usize)> {
    let left = d.efc_force.len() - i;
    let contact = ContactId::new(d.efc_id[EfcId(i)]).and_then(|c| d.contact.get(c.0))?;
    let dim = usize::try_from(contact.dim).ok()?.min(MAX_DIM);
    let kind = d.efc_type[EfcId(i)].raw();
    if kind == ConstraintType::ContactElliptic as i32 {
        (dim > 1 && dim <= left).then_some((contact, dim))
    } else if kind == ConstraintType::ContactPyramidal as i32 {
        let rows = 2 * (dim.max(1) - 1);
        (rows > 0 && rows <= left).then_some((contact, rows))
    } else {
        None
    }
}

/// Whether a row belongs to an elliptic contact.
pub(super) fn is_elliptic(d: &Data, i: usize) -> bool {
    d.efc_type[EfcId(i)] == ConstraintType::ContactElliptic
}

/// Sets `efc_state` from the forces. Returns how many rows are active and how many changed.
pub(super) fn update_states(d: &mut Data) -> (i32, i32) {
    use ConstraintState as State;
    let (ne, nf) = (d.ne.max(0) as usize, d.nf.max(0) as usize);
    let (mut active, mut changed, mut i) = (0, 0, 0);
    while i < d.efc_force.len() {
        let force = d.efc_force[EfcId(i)];
        let (state, rows) = if i < ne {
            (State::Quadratic, 1)
        } else if i < ne + nf {
            let loss = d.efc_frictionloss[EfcId(i)];
            let state = if force <= -loss {
                State::LinearPos
            } else if force >= loss {
                State::LinearNeg
            } else {
                State::Quadratic
            };
            (state, 1)
        } else if let Some((contact, dim)) = contact_rows(d, i).filter(|_| is_elliptic(d, i)) {
            (cone_state(contact, &d.efc_force[EfcId(i)..EfcId(i + dim)]), dim)
        } else {
            (if force <= 0.0 { State::Satisfied } else { State::Quadratic }, 1)
        };

        if state != State::Satisfied {
            active += rows as i32;
        }
        for row in (i..i + rows).map(EfcId) {
            changed += i32::from(d.efc_state[row].raw() != state as i32);
            d.efc_state[row] = state.into();
        }
        i += rows;
    }
    (active, changed)
}

/// Where the force of an elliptic contact is: its zones are those of the acceleration, mirrored.
fn cone_state(contact: &Contact, force: &[f64]) -> ConstraintState {
    let mu = contact.mu;
    let mut tangent = [0.0; MAX_DIM - 1];
    for (t, (f, mu)) in tangent.iter_mut().zip(force[1..].iter().zip(&contact.friction)) {
        *t = f / mu;
    }
    let (normal, tangent) = (force[0] / mu, dense::norm(&tangent[..force.len() - 1]));
    if mu * normal >= tangent {
        ConstraintState::Satisfied
    } else if normal + mu * tangent <= 0.0 {
        ConstraintState::Quadratic
    } else {
        ConstraintState::Cone
    }
}

/// Ends an iteration: states, scaled improvement and its record. Returns the improvement.
pub(super) fn finish_iteration(m: &Model, d: &mut Data, improvement: f64) -> f64 {
    let (nactive, nchange) = update_states(d);
    let scale = 1.0 / (m.stat.meaninertia * m.nv.max(1) as f64);
    let improvement = improvement * scale;
    let stat = SolverStat { improvement, nactive, nchange, ..SolverStat::default() };
    d.workspace.solver.report.note(stat);
    improvement
}

/// Writes the record of iterations and goes from constraint forces to dofs: `qfrc_constraint = J' f`,
/// `qacc = qacc_smooth + M^-1 J' f`.
pub(super) fn finish(m: &Model, d: &mut Data) {
    let report = std::mem::take(&mut d.workspace.solver.report);
    report.write(d, 0);
    d.workspace.solver.report = report;
    force_on_dofs(m, d);
    let Data { qacc, qfrc_constraint, qacc_smooth, qLD, qLDiagInv, .. } = d;
    qacc.copy_from_slice(qfrc_constraint);
    ldl::solve(Rows::of_inertia(m), qLD, qLDiagInv, qacc);
    dense::add_to(qacc, qacc_smooth);
}
