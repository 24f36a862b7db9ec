//! Factor and solve of the inertia matrix: `M = L' D L`, sparse along the ancestors of each dof.
//!
//! A row holds the entries of a dof and its ancestors, the diagonal last. Elimination from leaves
//! to root creates no new entries.

use multiversion::multiversion;

use super::sparse;
use crate::ids::{DofId, MAdr};
use crate::math::Num;
use crate::model::Model;
use crate::plan::{Descendant, Inertia};

/// The rows of the inertia matrix: where they start, how long they are, which columns they have.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    adr: &'a [i32],
    nnz: &'a [i32],
    col: &'a [i32],
    plan: &'a Inertia,
}

impl<'a> Rows<'a> {
    /// The pattern of `M`, `qLD` and `qH`.
    pub fn of_inertia(m: &'a Model) -> Self {
        Self { adr: &m.M_rowadr, nnz: &m.M_rownnz, col: &m.M_colind, plan: &m.plan().inertia }
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

/// [`factor`] of the rows on a list, if there is one: increasing, with all of their trees.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn factor_some<N: Num>(
    rows: Rows<'_>,
    list: Option<&[i32]>,
    mat: &mut [N],
    diag_inv: &mut [N],
) {
    // rows become those of `L D`
    for i in (0..rows.count(list)).rev() {
        let i = nth(list, i);
        let (start, diag) = rows.row(i);
        take_off(mat, start, diag + 1 - start, rows.plan.descendants(i), diag_inv);
        diag_inv[i] = N::ONE / mat[diag];
    }
    for i in 0..rows.count(list) {
        let i = nth(list, i);
        let (start, diag) = rows.row(i);
        let inv = diag_inv[i];
        for entry in &mut mat[start..diag] {
            *entry *= inv;
        }
    }
}

/// Takes off a row what the rows of its descendants explain of it. They begin with the columns that
/// this row has.
#[inline(always)]
fn take_off<N: Num>(mat: &mut [N], start: usize, len: usize, below: &[Descendant], diag_inv: &[N]) {
    match len {
        _ if below.is_empty() => {}
        8.. => take_off_by::<N, 8>(mat, start, len, below, diag_inv),
        4.. => take_off_by::<N, 4>(mat, start, len, below, diag_inv),
        2.. => take_off_by::<N, 2>(mat, start, len, below, diag_inv),
        _ => take_off_by::<N, 1>(mat, start, len, below, diag_inv),
    }
}

/// [`take_off`] for `W` entries at a time; the last ones may be computed twice, from the same numbers.
#[inline(always)]
fn take_off_by<N: Num, const W: usize>(
    mat: &mut [N],
    start: usize,
    len: usize,
    below: &[Descendant],
    diag_inv: &[N],
) {
    let last = len - W;
    let last_sums = sums::<N, W>(mat, start, len, last, below, diag_inv);
    for at in (0..last).step_by(W) {
        let sums = sums::<N, W>(mat, start, len, at, below, diag_inv);
        mat[start + at..start + at + W].copy_from_slice(&sums);
    }
    mat[start + last..start + len].copy_from_slice(&last_sums);
}

/// The entries of a row from `at` on.
#[inline(always)]
fn sums<N: Num, const W: usize>(
    mat: &[N],
    start: usize,
    len: usize,
    at: usize,
    below: &[Descendant],
    diag_inv: &[N],
) -> [N; W] {
    let mut sums = [N::ZERO; W];
    sums.copy_from_slice(&mat[start + at..start + at + W]);
    for &Descendant { row, dof } in below {
        let row = &mat[row as usize..row as usize + len];
        let scale = -row[len - 1] * diag_inv[dof as usize];
        for (sum, &from) in sums.iter_mut().zip(&row[at..at + W]) {
            *sum += from * scale;
        }
    }
    sums
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
