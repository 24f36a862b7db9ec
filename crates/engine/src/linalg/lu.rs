//! Sparse factor and solve of matrices that are not symmetric: `A = (U + I) L`, without new
//! entries.
//!
//! Rows have increasing columns, and the pattern is that of degrees of freedom in trees: an entry
//! for every pair where one is an ancestor of the other. Elimination runs from leaves to root.

use super::sparse;
use crate::math::Num;
use crate::model::Model;

/// The rows of a square matrix: where they start, how long they are, where the diagonal is within
/// each, which columns they have.
#[derive(Clone, Copy)]
pub(crate) struct SquareRows<'a> {
    adr: &'a [i32],
    nnz: &'a [i32],
    diag: &'a [i32],
    col: &'a [i32],
}

impl<'a> SquareRows<'a> {
    /// The pattern of `qDeriv` and `qLU`.
    pub(crate) fn of_derivative(m: &'a Model) -> Self {
        Self { adr: &m.D_rowadr, nnz: &m.D_rownnz, diag: &m.D_diag, col: &m.D_colind }
    }

    /// Number of rows on a list, or of all.
    fn count(&self, list: Option<&[i32]>) -> usize {
        list.map_or(self.adr.len(), <[i32]>::len)
    }

    /// Start, diagonal and end of row `i`.
    fn row(&self, i: usize) -> (usize, usize, usize) {
        let start = self.adr[i] as usize;
        (start, start + self.diag[i] as usize, start + self.nnz[i] as usize)
    }
}

/// Replaces a matrix by its factors: `L` on and below the diagonal, `U` above.
///
/// A diagonal that vanishes leads to infinite or undefined entries.
/// Of the rows on a list, if there is one: increasing, with all that they have entries of.
#[doc(alias = "mju_factorLUSparse")]
pub(crate) fn factor_some<N: Num>(rows: SquareRows<'_>, list: Option<&[i32]>, mat: &mut [N]) {
    for i in (0..rows.count(list)).rev() {
        let i = nth(list, i);
        let (start, diag, _) = rows.row(i);

        // the columns before the diagonal are the ancestors: only their rows have an entry (j, i)
        for place in (start..diag).rev() {
            let j = rows.col[place] as usize;
            let (j_start, _, j_end) = rows.row(j);
            let Ok(at) = rows.col[j_start..j_end].binary_search(&(i as i32)) else { continue };

            // (j, i) <- (j, i) / (i, i), then (j, k) <- (j, k) - (i, k) (j, i) for k < i
            let scale = mat[j_start + at] / mat[diag];
            mat[j_start + at] = scale;
            let mut to = j_start;
            for from in start..diag {
                while to < j_start + at && rows.col[to] < rows.col[from] {
                    to += 1;
                }
                if to < j_start + at && rows.col[to] == rows.col[from] {
                    let loss = mat[from] * scale;
                    mat[to] -= loss;
                }
            }
        }
    }
}

/// Solves `(U + I) L x = x` in place, for the rows on a list, if there is one: increasing, with all
/// that they have entries of.
#[doc(alias = "mju_solveLUSparse")]
pub(crate) fn solve_some<N: Num>(
    rows: SquareRows<'_>,
    list: Option<&[i32]>,
    lu: &[N],
    x: &mut [N],
) {
    // x <- (U + I)^-1 x
    for i in (0..rows.count(list)).rev() {
        let i = nth(list, i);
        let (_, diag, end) = rows.row(i);
        if diag + 1 < end {
            let sum = sparse::dot(&lu[diag + 1..end], &rows.col[diag + 1..end], x);
            x[i] -= sum;
        }
    }

    // x <- L^-1 x
    for i in 0..rows.count(list) {
        let i = nth(list, i);
        let (start, diag, _) = rows.row(i);
        if start < diag {
            let sum = sparse::dot(&lu[start..diag], &rows.col[start..diag], x);
            x[i] -= sum;
        }
        x[i] /= lu[diag];
    }
}

/// The `i`-th entry of a list, or of all.
fn nth(list: Option<&[i32]>, i: usize) -> usize {
    list.map_or(i, |list| list[i] as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two branches on one root: dofs 1, 2 in a chain below 0, dof 3 alone below 0.
    const PATTERN: SquareRows<'static> = SquareRows {
        adr: &[0, 4, 7, 10],
        nnz: &[4, 3, 3, 2],
        diag: &[0, 1, 2, 1],
        col: &[0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 3],
    };
    const MATRIX: [f64; 12] = [9.0, 1.0, -2.0, 0.5, 2.0, 7.0, 1.5, -1.0, 0.25, 5.0, 3.0, 4.0];

    #[test]
    fn the_solution_satisfies_the_system() {
        let mut lu = MATRIX;
        factor_some(PATTERN, None, &mut lu);
        let b = [1.0, -2.0, 3.0, 0.5];
        let mut x = b;
        solve_some(PATTERN, None, &lu, &mut x);
        for (i, &b) in b.iter().enumerate() {
            let (start, _, end) = PATTERN.row(i);
            let ax: f64 = (start..end).map(|p| MATRIX[p] * x[PATTERN.col[p] as usize]).sum();
            assert!((ax - b).abs() < 1e-14, "row {i}: {ax} {b}");
        }
    }

    #[test]
    fn a_singular_matrix_gives_no_panic() {
        let mut lu = [0.0; 12];
        factor_some(PATTERN, None, &mut lu);
        let mut x = [1.0; 4];
        solve_some(PATTERN, None, &lu, &mut x);
        assert!(x.iter().all(|x| !x.is_finite()));
    }
}
