//! The inertia matrix `M` in products and dense form.
//!
//! | reads |
//! |---|
//! | `M`, `qLD`, `dof_parentid`, `dof_simplenum`, `M_rownnz`, `M_rowadr`, `M_colind` |
//!
//! `M` holds the lower triangle by rows (`M_rownnz`, `M_rowadr`, `M_colind`), the diagonal last in
//! each row; `qLD` has the same pattern and holds `L` and `D` of `M = L' D L`. `qM` holds the same
//! matrix by chains of ancestors.

use nalgebra::DMatrix;

use crate::argument::{ArgumentError, check_len};
use crate::data::{Data, DataOf, Lanes};
use crate::fields::Field;
use crate::ids::QMAdr;
use crate::linalg::ldl::diagonal;
use crate::linalg::sparse;
use crate::model::Model;
use crate::smooth;

/// `res = M vec`.
///
/// # Errors
/// If the data is of another model or a slice has not `nv` entries; nothing is written then.
#[doc(alias = "mj_mulM")]
pub fn mul_m<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    res: &mut [N],
    vec: &[N],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("mul_m", "res", res.len(), m.nv)?;
    check_len("mul_m", "vec", vec.len(), m.nv)?;
    smooth::mul_inertia(m, d, res, vec);
    Ok(())
}

/// `res = D^1/2 L vec`: the product with a square root of `M`.
///
/// # Errors
/// If the data is of another model or a slice has not `nv` entries; nothing is written then.
#[doc(alias = "mj_mulM2")]
pub fn mul_m2(m: &Model, d: &Data, res: &mut [f64], vec: &[f64]) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("mul_m2", "res", res.len(), m.nv)?;
    check_len("mul_m2", "vec", vec.len(), m.nv)?;
    for k in m.dofs() {
        let (start, diag) = (m.M_rowadr[k] as usize, diagonal(m, k).0);
        let mut sum = vec[k.0];
        if m.dof_simplenum[k] == 0 {
            let columns = &m.M_colind.as_slice()[start..diag];
            sum += sparse::dot(&d.qLD.as_slice()[start..diag], columns, vec);
        }
        res[k.0] = sum * d.qLD.as_slice()[diag].sqrt();
    }
    Ok(())
}

/// Adds the lower triangle of `M` to a dense nv x nv matrix, row-major.
///
/// # Errors
/// If the data is of another model or `dst` has not nv x nv entries; nothing is added then.
#[doc(alias = "mj_addM")]
pub fn add_m(m: &Model, d: &Data, dst: &mut [f64]) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("add_m", "dst", dst.len(), m.nv * m.nv)?;
    for k in m.dofs() {
        let start = m.M_rowadr[k] as usize;
        for adr in start..start + m.M_rownnz[k] as usize {
            let column = m.M_colind.as_slice()[adr] as usize;
            dst[k.0 * m.nv + column] += d.M.as_slice()[adr];
        }
    }
    Ok(())
}

/// A sparse matrix to add to: values, and for each row how many, from where on and which columns,
/// in increasing order.
#[derive(Debug)]
pub struct SparseMut<'a> {
    /// Values of all rows.
    pub values: &'a mut [f64],
    /// Number of entries of each row.
    pub rownnz: &'a mut [i32],
    /// Address of the first entry of each row.
    pub rowadr: &'a [i32],
    /// Columns of all entries.
    pub colind: &'a mut [i32],
}

/// Adds the lower triangle of `M` to a sparse matrix; rows grow by entries they do not have.
///
/// # Errors
/// If the data is of another model, there are not `nv` rows, or a row has no room; rows before
/// that one are done.
#[doc(alias = "mj_addM")]
pub fn add_m_sparse(m: &Model, d: &Data, dst: &mut SparseMut<'_>) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("add_m_sparse", "rownnz", dst.rownnz.len(), m.nv)?;
    check_len("add_m_sparse", "rowadr", dst.rowadr.len(), m.nv)?;
    check_len("add_m_sparse", "colind", dst.colind.len(), dst.values.len())?;
    for k in m.dofs() {
        let start = m.M_rowadr[k] as usize;
        let row = start..start + m.M_rownnz[k] as usize;
        let (values, columns) = (&d.M.as_slice()[row.clone()], &m.M_colind.as_slice()[row]);

        // where the row is, and where it ends once it has all columns
        let given = dst.values.len();
        let len = usize::try_from(dst.rownnz[k.0]).unwrap_or(0);
        let adr = usize::try_from(dst.rowadr[k.0]).unwrap_or(usize::MAX);
        let room = |len: usize| adr.checked_add(len).filter(|&end| end <= given);
        let too_short = |expected| {
            let (function, argument) = ("add_m_sparse", "dst");
            ArgumentError::Length { function, argument, expected, given }
        };
        let end = room(len).ok_or(too_short(len))?;
        let known = &dst.colind[adr..end];
        let more = columns.iter().filter(|&column| !known.contains(column)).count();
        let end = room(len + more).ok_or(too_short(len + more))?;

        merge(&mut dst.values[adr..end], &mut dst.colind[adr..end], len, values, columns);
        dst.rownnz[k.0] = (len + more) as i32;
    }
    Ok(())
}

/// Adds sorted entries to a sorted row of `len` entries that has room for all, from the last on.
fn merge(row: &mut [f64], row_columns: &mut [i32], len: usize, values: &[f64], columns: &[i32]) {
    let (mut a, mut b) = (len, columns.len());
    for to in (0..row.len()).rev() {
        let left = a.checked_sub(1).map(|i| (row_columns[i], row[i]));
        let right = b.checked_sub(1).map(|i| (columns[i], values[i]));
        let (column, value) = match (left, right) {
            (Some((i, x)), Some((j, y))) if i == j => (i, x + y),
            (Some((i, x)), Some((j, _))) if i > j => (i, x),
            (Some((i, x)), None) => (i, x),
            (_, Some((j, y))) => (j, y),
            (None, None) => return,
        };
        a -= usize::from(left.is_some_and(|(i, _)| i == column));
        b -= usize::from(right.is_some_and(|(j, _)| j == column));
        (row_columns[to], row[to]) = (column, value);
    }
}

/// The inertia matrix, nv x nv and symmetric, of a state that [`forward`](crate::forward()) or
/// [`make_m`](crate::smooth::make_m) was called for.
///
/// # Errors
/// If the data is of another model.
#[doc(alias = "mj_fullM")]
pub fn mass_matrix(m: &Model, d: &Data) -> Result<DMatrix<f64>, ArgumentError> {
    let mut dense = DMatrix::zeros(m.nv, m.nv);
    // symmetric: rows are columns
    mass_matrix_into(m, d, dense.as_mut_slice())?;
    Ok(dense)
}

/// [`mass_matrix`] into memory of the caller.
///
/// # Errors
/// If the data is of another model or `dst` has not nv x nv entries; nothing is written then.
#[doc(alias = "mj_fullM")]
pub fn mass_matrix_into(m: &Model, d: &Data, dst: &mut [f64]) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("mass_matrix_into", "dst", dst.len(), m.nv * m.nv)?;
    dst.fill(0.0);
    for k in m.dofs() {
        let start = m.M_rowadr[k] as usize;
        for adr in start..start + m.M_rownnz[k] as usize {
            let column = m.M_colind.as_slice()[adr] as usize;
            dst[k.0 * m.nv + column] = d.M.as_slice()[adr];
            dst[column * m.nv + k.0] = d.M.as_slice()[adr];
        }
    }
    Ok(())
}

/// The dense nv x nv matrix of what has the layout of [`Data::qM`](crate::DataOf::qM), which is not
/// that of [`Data::M`](crate::DataOf::M): [`mass_matrix`] is the shorter way to the inertia matrix.
///
/// ```compile_fail,E0308
/// # use ferrodyn::{Data, Model, support};
/// # fn wrong(m: &Model, d: &Data) {
/// let _ = support::full_m(m, &d.M);
/// # }
/// ```
///
/// # Errors
/// If `qM` has not `nM` entries.
#[doc(alias = "mj_fullM")]
pub fn full_m(m: &Model, qM: &Field<QMAdr, f64>) -> Result<DMatrix<f64>, ArgumentError> {
    let mut dense = DMatrix::zeros(m.nv, m.nv);
    // symmetric: rows are columns
    full_m_into(m, dense.as_mut_slice(), qM)?;
    Ok(dense)
}

/// [`full_m`] into memory of the caller.
///
/// # Errors
/// If `dst` has not nv x nv entries or `qM` not `nM`; nothing is written then.
#[doc(alias = "mj_fullM")]
pub fn full_m_into(
    m: &Model,
    dst: &mut [f64],
    qM: &Field<QMAdr, f64>,
) -> Result<(), ArgumentError> {
    full_m_of(m, dst, qM)
}

/// [`full_m_into`] of numbers that have no type: those of arrays in Python.
///
/// # Errors
/// As [`full_m_into`].
#[doc(hidden)]
pub fn full_m_of(m: &Model, dst: &mut [f64], qM: &[f64]) -> Result<(), ArgumentError> {
    check_len("full_m_into", "dst", dst.len(), m.nv * m.nv)?;
    check_len("full_m_into", "qM", qM.len(), m.nM)?;
    dst.fill(0.0);
    let mut values = qM.iter();
    for k in m.dofs() {
        let ancestors = std::iter::successors(Some(k), |&j| m.dof_parentid[j].id());
        for (j, &value) in ancestors.zip(&mut values) {
            dst[k.0 * m.nv + j.0] = value;
            dst[j.0 * m.nv + k.0] = value;
        }
    }
    Ok(())
}
