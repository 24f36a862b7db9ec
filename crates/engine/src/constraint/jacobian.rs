//! Products with the constraint Jacobian `efc_J`.
//!
//! | reads | writes |
//! |---|---|
//! | `nefc`, `qacc_smooth`, `efc_J_rownnz`, `efc_J_rowadr` | `qfrc_constraint`, `efc_b` |
//! | `efc_J_colind`, `efc_J`, `efc_force`, `efc_aref` | |
//!
//! `efc_J` has a row per constraint and a column per dof: all numbers if it is dense, else the
//! nonzeros of each row, as [`is_sparse`] says.

use crate::argument::{ArgumentError, check_len};
use crate::data::{Data, Sim};
use crate::fields::Field;
use crate::ids::{EfcId, EfcJAdr};
use crate::linalg::{dense, sparse};
use crate::model::Model;
use crate::model::facts::is_sparse;

/// `result = J x`: from dofs to constraint rows.
///
/// # Errors
/// If the data is of another model, `x` has not `nv` numbers or `result` not one for each row of
/// constraints; nothing is written then.
#[doc(alias = "mj_mulJacVec")]
pub fn mul_jac_vec(
    m: &Model,
    d: &Data,
    x: &[f64],
    result: &mut [f64],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("mul_jac_vec", "x", x.len(), m.nv)?;
    check_len("mul_jac_vec", "result", result.len(), rows(d))?;
    to_rows(m, d, x, result);
    Ok(())
}

/// For how many rows of constraints there is memory.
fn rows(d: &Sim) -> usize {
    d.efc_force.len()
}

/// [`mul_jac_vec`] of slices that have the lengths of the data.
pub(crate) fn to_rows(m: &Model, d: &Sim, x: &[f64], result: &mut [f64]) {
    let Sim { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, .. } = d;
    Jacobian { nefc: *nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind }.mul_vec(m, x, result);
}

/// `result = J' x`: from constraint rows to dofs. Without constraints `result` stays as it is.
///
/// Rows that meet a zero in `x` are skipped.
///
/// # Errors
/// If the data is of another model, `x` has not one number for each row of constraints or `result`
/// not `nv`; nothing is written then.
#[doc(alias = "mj_mulJacTVec")]
pub fn mul_jac_t_vec(
    m: &Model,
    d: &Data,
    x: &[f64],
    result: &mut [f64],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("mul_jac_t_vec", "x", x.len(), rows(d))?;
    check_len("mul_jac_t_vec", "result", result.len(), m.nv)?;
    let Sim { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, .. } = &**d;
    let jacobian = Jacobian { nefc: *nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind };
    jacobian.mul_t_vec(m, x, result);
    Ok(())
}

/// `efc_b = J qacc_smooth - aref`.
pub(crate) fn set_b(m: &Model, d: &mut Data) {
    let Data { qacc_smooth, sims: [d], .. } = d;
    let Sim { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_b, efc_aref, .. } = d;
    let jacobian = Jacobian { nefc: *nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind };
    jacobian.mul_vec(m, qacc_smooth, efc_b);
    dense::sub_from(efc_b, efc_aref);
}

/// `qfrc_constraint = J' efc_force`.
pub(crate) fn force_on_dofs(m: &Model, d: &mut Data) {
    let Data { qfrc_constraint, sims: [d], .. } = d;
    let Sim { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_force, .. } = d;
    let jacobian = Jacobian { nefc: *nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind };
    jacobian.mul_t_vec(m, efc_force, qfrc_constraint);
}

/// The Jacobian of all rows, apart from the rest of the data.
#[expect(non_snake_case, reason = "the fields of the data")]
struct Jacobian<'a> {
    nefc: i32,
    efc_J: &'a Field<EfcJAdr, f64>,
    efc_J_rownnz: &'a Field<EfcId, i32>,
    efc_J_rowadr: &'a Field<EfcId, i32>,
    efc_J_colind: &'a Field<EfcJAdr, i32>,
}

impl Jacobian<'_> {
    /// As [`to_rows`].
    fn mul_vec(&self, m: &Model, x: &[f64], result: &mut [f64]) {
        let Ok(nefc) = usize::try_from(self.nefc) else { return };
        let rows = nefc.min(result.len());
        let result = &mut result[..rows];
        if is_sparse(m) {
            let (nnz, adr, col) = (self.efc_J_rownnz, self.efc_J_rowadr, self.efc_J_colind);
            sparse::mul_mat_vec(result, self.efc_J, x, nnz, adr, col);
        } else if nefc > 0 && x.len() >= m.nv {
            dense::mul_mat_vec(result, self.efc_J, &x[..m.nv]);
        }
    }

    /// As [`mul_jac_t_vec`].
    fn mul_t_vec(&self, m: &Model, x: &[f64], result: &mut [f64]) {
        let nefc = usize::try_from(self.nefc).unwrap_or(0);
        if nefc == 0 || result.len() < m.nv {
            return;
        }
        let (x, result) = (&x[..nefc.min(x.len())], &mut result[..m.nv]);
        if is_sparse(m) {
            let (nnz, adr, col) = (self.efc_J_rownnz, self.efc_J_rowadr, self.efc_J_colind);
            sparse::mul_mat_t_vec(result, self.efc_J, x, nnz, adr, col);
        } else {
            dense::mul_mat_t_vec(result, self.efc_J, x);
        }
    }
}
