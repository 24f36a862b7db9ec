//! Factor and solve of the inertia matrix: `M = L' D L`, sparse along the ancestors of each dof.
//!
//! A row holds the entries of a dof and its ancestors, the diagonal last. Elimination from leaves
//! to root creates no new entries.

use super::sparse;
use crate::ids::{DofId, MAdr};
use crate::math::Num;
use crate::model::Model;

/// The rows of the inertia matrix: where they start, how long they are, which columns they have.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    adr: &'a [i32],
    nnz: &'a [i32],
    col: &'a [i32],
    /// For each entry, where the row of its column begins.
    col_row: &'a [u32],
}

impl<'a> Rows<'a> {
    /// The pattern of `M`, `qLD` and `qH`.
    pub fn of_inertia(m: &'a Model) -> Self {
        Self {
            adr: &m.M_rowadr,
            nnz: &m.M_rownnz,
            col: &m.M_colind,
            col_row: &m.plan().column_rows,
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.adr.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.adr.is_empty()
    }

    /// Number of rows on a list, or of all.
    fn count(&self, list: Option<&[i32]>) -> usize {
        list.map_or(self.len(), <[i32]>::len)
    }

    /// Start of row `i` and place of its diagonal.
    fn row(&self, i: usize) -> (usize, usize) {
        let start = self.adr[i] as usize;
        (start, start + self.nnz[i] as usize - 1)
    }
}

/// Replaces a matrix by its factors `L` and `D`; `diag_inv` receives the inverse of `D`.
#[doc(alias = "mj_factorI")]
pub fn factor<N: Num>(rows: Rows<'_>, mat: &mut [N], diag_inv: &mut [N]) {
    factor_some(rows, None, mat, diag_inv);
}

/// [`factor`] of the rows on a list, if there is one: increasing, with all ancestors.
pub(crate) fn factor_some<N: Num>(
    rows: Rows<'_>,
    list: Option<&[i32]>,
    mat: &mut [N],
    diag_inv: &mut [N],
) {
    for k in (0..rows.count(list)).rev() {
        let k = nth(list, k);
        let (start, diag) = rows.row(k);
        let inv = N::ONE / mat[diag];
        diag_inv[k] = inv;

        // rows of ancestors lose what row k explains; they lie before row k
        let (above, row) = mat.split_at_mut(start);
        let row = &mut row[..diag - start];
        for (at, &first) in rows.col_row[start..diag].iter().enumerate().rev() {
            // the row of an ancestor has the columns that row k has before it, and the diagonal
            let scale = -row[at] * inv;
            for (to, &from) in above[first as usize..].iter_mut().zip(&row[..=at]) {
                *to += from * scale;
            }
        }
        for entry in row {
            *entry *= inv;
        }
    }
}

/// Solves `L' D L x = x` in place.
#[doc(alias = "mj_solveLD")]
pub fn solve<N: Num>(rows: Rows<'_>, mat: &[N], diag_inv: &[N], x: &mut [N]) {
    solve_some(rows, None, mat, diag_inv, x);
}

/// [`solve`] for the rows on a list, if there is one: increasing, with all ancestors.
pub(crate) fn solve_some<N: Num>(
    rows: Rows<'_>,
    list: Option<&[i32]>,
    mat: &[N],
    diag_inv: &[N],
    x: &mut [N],
) {
    match list {
        None => solve_each(rows, 0..rows.len(), mat, diag_inv, x),
        Some(list) => solve_each(rows, list.iter().map(|&i| i as usize), mat, diag_inv, x),
    }
}

/// [`solve`] for some rows: increasing, with all ancestors.
pub(crate) fn solve_each<N: Num>(
    rows: Rows<'_>,
    which: impl DoubleEndedIterator<Item = usize> + Clone,
    mat: &[N],
    diag_inv: &[N],
    x: &mut [N],
) {
    // x <- L'^-1 x
    for i in which.clone().rev() {
        let (start, diag) = rows.row(i);
        let xi = x[i];
        for (&l, &col) in mat[start..diag].iter().zip(&rows.col[start..diag]) {
            x[col as usize] -= l * xi;
        }
    }

    // x <- D^-1 x
    for i in which.clone() {
        x[i] *= diag_inv[i];
    }

    // x <- L^-1 x
    for i in which {
        let (start, diag) = rows.row(i);
        if diag > start {
            let sum = sparse::dot(&mat[start..diag], &rows.col[start..diag], x);
            x[i] -= sum;
        }
    }
}

/// The `i`-th entry of a list, or of all.
fn nth(list: Option<&[i32]>, i: usize) -> usize {
    list.map_or(i, |list| list[i] as usize)
}

/// Solves half of the system: `x <- sqrt(D^-1) L'^-1 x`.
#[doc(alias = "mj_solveM2")]
pub fn solve_half<N: Num>(rows: Rows<'_>, mat: &[N], sqrt_inv_d: &[N], x: &mut [N]) {
    for i in (0..rows.len()).rev() {
        let (start, diag) = rows.row(i);
        let xi = x[i];
        for (&l, &col) in mat[start..diag].iter().zip(&rows.col[start..diag]) {
            x[col as usize] -= l * xi;
        }
    }
    for (x, &s) in x.iter_mut().zip(sqrt_inv_d) {
        *x *= s;
    }
}

/// Multiplies a vector by a symmetric matrix of which `rows` hold the lower triangle.
#[doc(alias = "mju_mulSymVecSparse")]
pub fn mul_sym<N: Num>(rows: Rows<'_>, mat: &[N], x: &[N], result: &mut [N]) {
    for i in 0..rows.len() {
        let (start, diag) = rows.row(i);
        let mut sum = mat[diag] * x[i];
        for (&v, &col) in mat[start..diag].iter().zip(&rows.col[start..diag]).rev() {
            sum += v * x[col as usize];
            result[col as usize] += v * x[i];
        }
        result[i] = sum;
    }
}

/// Place of the diagonal entry of a dof.
pub(crate) fn diagonal(m: &Model, k: DofId) -> MAdr {
    MAdr((m.M_rowadr[k] + m.M_rownnz[k] - 1) as usize)
}
