//! Factor and solve of the inertia matrix: `M = L' D L`, sparse along the ancestors of each dof.
//!
//! A row holds the entries of a dof and its ancestors, the diagonal last. Elimination from leaves
//! to root creates no new entries.

mod factor;
mod paths;
#[cfg(test)]
pub(crate) mod tests;

use multiversion::multiversion;

use crate::ids::{DofId, MAdr};
use crate::linalg::sparse;
use crate::math::Num;
use crate::model::Model;
use crate::plan::Inertia;

pub use factor::factor;
pub(crate) use factor::factor_some;

/// The rows of the inertia matrix: where they start, how long they are, which columns they have.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    col: &'a [i32],
    plan: &'a Inertia,
}

impl<'a> Rows<'a> {
    /// The pattern of `M`, `qLD` and `qH`.
    pub fn of_inertia(m: &'a Model) -> Self {
        Self { col: &m.M_colind, plan: &m.plan().inertia }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.plan.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.plan.rows.is_empty()
    }

    /// Number of rows on a list, or of all.
    fn count(&self, list: Option<&[i32]>) -> usize {
        list.map_or(self.len(), <[i32]>::len)
    }

    /// Start of row `i` and place of its diagonal.
    fn row(&self, i: usize) -> (usize, usize) {
        let row = self.plan.rows[i].entries();
        (row.start, row.end - 1)
    }

    /// The first ancestor of a dof with so many that it is of use, if all dofs from there on are its
    /// ancestors.
    #[inline]
    fn first_of_chain(&self, i: usize) -> Option<usize> {
        const SHORTEST: usize = 16;
        let row = self.plan.rows[i];
        let before = row.len.saturating_sub(1) as usize;
        let chain = before >= SHORTEST && self.col[row.start as usize] as usize + before == i;
        chain.then(|| i - before)
    }
}

/// `x -= row * scale`.
#[multiversion(targets("x86_64+avx2"))]
fn subtract_scaled<N: Num>(x: &mut [N], row: &[N], scale: N) {
    for (x, &l) in x.iter_mut().zip(row) {
        *x -= l * scale;
    }
}

/// Solves `L' D L x = x` in place.
#[doc(alias = "mj_solveLD")]
pub fn solve<N: Num>(rows: Rows<'_>, mat: &[N], diag_inv: &[N], x: &mut [N]) {
    solve_some(rows, None, mat, diag_inv, x);
}

/// [`solve`] for the rows on a list, if there is one: increasing, with all of their trees.
pub(crate) fn solve_some<N: Num>(
    rows: Rows<'_>,
    list: Option<&[i32]>,
    mat: &[N],
    diag_inv: &[N],
    x: &mut [N],
) {
    if rows.plan.diagonal && list.is_none() {
        return x.iter_mut().zip(diag_inv).for_each(|(x, &inverse)| *x *= inverse);
    }
    if paths::fit(rows) {
        return paths::solve(rows, list, mat, diag_inv, x);
    }
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
        if let Some(first) = rows.first_of_chain(i) {
            subtract_scaled(&mut x[first..i], &mat[start..diag], xi);
            continue;
        }
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
        if let Some(first) = rows.first_of_chain(i) {
            let sum = sparse::dot_picked(&mat[start..diag], &x[first..i]);
            x[i] -= sum;
        } else if diag > start {
            let sum = sparse::dot(&mat[start..diag], &rows.col[start..diag], x);
            x[i] -= sum;
        }
    }
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

/// The `i`-th entry of a list, or of all.
fn nth(list: Option<&[i32]>, i: usize) -> usize {
    list.map_or(i, |list| list[i] as usize)
}

/// Place of the diagonal entry of a dof.
pub(crate) fn diagonal(m: &Model, k: DofId) -> MAdr {
    MAdr((m.M_rowadr[k] + m.M_rownnz[k] - 1) as usize)
}
