//! Products with the constraint Jacobian `efc_J`.
//!
//! `efc_J` has a row per constraint and a column per dof: all numbers if it is dense, else the
//! nonzeros of each row, as [`is_sparse`] says.

use crate::data::Data;
use crate::linalg::{dense, sparse};
use crate::model::Model;
use crate::support::is_sparse;

/// `result = J x`: from dofs to constraint rows. Without constraints `result` stays as it is.
#[doc(alias = "mj_mulJacVec")]
pub fn mul_jac_vec(m: &Model, d: &Data, x: &[f64], result: &mut [f64]) {
    let Ok(nefc) = usize::try_from(d.nefc) else { return };
    let rows = nefc.min(result.len());
    let result = &mut result[..rows];
    if is_sparse(m) {
        let (nnz, adr, col) = (&d.efc_J_rownnz, &d.efc_J_rowadr, &d.efc_J_colind);
        sparse::mul_mat_vec(result, &d.efc_J, x, nnz, adr, col);
    } else if nefc > 0 && x.len() >= m.nv {
        dense::mul_mat_vec(result, &d.efc_J, &x[..m.nv]);
    }
}

/// `result = J' x`: from constraint rows to dofs. Without constraints `result` stays as it is.
///
/// Rows that meet a zero in `x` are skipped.
#[doc(alias = "mj_mulJacTVec")]
pub fn mul_jac_t_vec(m: &Model, d: &Data, x: &[f64], result: &mut [f64]) {
    let nefc = usize::try_from(d.nefc).unwrap_or(0);
    if nefc == 0 || result.len() < m.nv {
        return;
    }
    let (x, result) = (&x[..nefc.min(x.len())], &mut result[..m.nv]);
    if is_sparse(m) {
        let (nnz, adr, col) = (&d.efc_J_rownnz, &d.efc_J_rowadr, &d.efc_J_colind);
        sparse::mul_mat_t_vec(result, &d.efc_J, x, nnz, adr, col);
    } else {
        dense::mul_mat_t_vec(result, &d.efc_J, x);
    }
}
