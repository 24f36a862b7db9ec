//! Band matrices with dense rows at the end, and their Cholesky factorization.
//!
//! Of a symmetric `total` by `total` matrix the lower triangle is stored. The first `total - dense`
//! rows keep the `band` entries that end at the diagonal (fewer exist in the first rows: the
//! entries before column zero are unused). The last `dense` rows are kept whole.

use super::dense::{add_to_scl, dot};
use crate::math::MINVAL;

/// The sizes of a band matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    total: usize,
    kept: usize,
    dense: usize,
}

impl Band {
    /// A layout with `total` rows; `None` if there are more dense rows than rows, if a row would
    /// not have room for its diagonal, or if the matrix would not fit into memory.
    #[must_use]
    pub fn new(total: usize, band: usize, dense: usize) -> Option<Self> {
        let sparse = total.checked_sub(dense)?;
        if sparse > 0 && band == 0 {
            return None;
        }
        sparse.checked_mul(band)?.checked_add(dense.checked_mul(total)?)?;
        total.checked_mul(total)?;
        Some(Self { total, kept: band, dense })
    }

    /// Numbers stored.
    #[must_use]
    pub fn len(self) -> usize {
        self.sparse() * self.kept + self.dense * self.total
    }

    /// Whether the matrix has no rows.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.total == 0
    }

    /// Where entry `(i, i)` is stored.
    #[doc(alias = "mju_bandDiag")]
    #[must_use]
    pub fn diag(self, i: usize) -> usize {
        if i < self.sparse() {
            (i + 1) * self.kept - 1
        } else {
            self.sparse() * self.kept + (i - self.sparse()) * self.total + i
        }
    }

    /// Rows of the band part.
    fn sparse(self) -> usize {
        self.total - self.dense
    }

    /// Entries left of `(i, i)`.
    fn width(self, i: usize) -> usize {
        if i < self.sparse() { i.min(self.kept - 1) } else { i }
    }

    /// Entries left of `(i, j)` and of `(j, j)` that both rows have.
    fn shared(self, i: usize, j: usize) -> usize {
        self.width(j).min((self.width(i) + j).saturating_sub(i))
    }

    /// Where the first entry of row `i` is stored, and its column.
    fn start(self, i: usize) -> (usize, usize) {
        (self.diag(i) - self.width(i), i - self.width(i))
    }

    /// The rows below `(j, j)` that have an entry in column `j`: band rows, then dense rows.
    fn below(self, j: usize) -> impl Iterator<Item = usize> {
        let end = if j < self.sparse() { self.sparse().min(j + self.kept) } else { self.total };
        (j + 1..end).chain(self.sparse().max(end)..self.total)
    }
}

/// Factorizes `mat` in place, after `diagadd + diagmul * mat(i,i)` is added to its diagonal.
///
/// Returns the smallest square on the diagonal of the factor; 0 if one is below [`MINVAL`], and
/// the factorization stops there. 0 also if `mat` is too short.
#[doc(alias = "mju_cholFactorBand")]
pub fn factor(mat: &mut [f64], b: Band, diagadd: f64, diagmul: f64) -> f64 {
    if mat.len() < b.len() {
        return 0.0;
    }
    let mut mindiag = -1.0;
    for j in 0..b.total {
        let (adr_jj, width) = (b.diag(j), b.width(j));

        // L(j,j), before the root
        let left = &mat[adr_jj - width..adr_jj];
        let diag = diagadd + diagmul * mat[adr_jj] + mat[adr_jj] - dot(left, left);
        if diag < mindiag || mindiag < 0.0 {
            mindiag = diag;
        }
        if diag < MINVAL {
            return 0.0;
        }
        let diag = diag.sqrt();
        let scale = 1.0 / diag;

        // L(i,j) below it
        for i in b.below(j) {
            let (shared, adr_ij) = (b.shared(i, j), b.diag(i) - (i - j));
            let left = dot(&mat[adr_jj - shared..adr_jj], &mat[adr_ij - shared..adr_ij]);
            mat[adr_ij] = scale * (mat[adr_ij] - left);
        }
        mat[adr_jj] = diag;
    }
    mindiag
}

/// Solves `L L' x = b` in place: `x` holds `b` on entry. `mat` is the factor.
#[doc(alias = "mju_cholSolveBand")]
pub fn solve(x: &mut [f64], mat: &[f64], b: Band) {
    if mat.len() < b.len() || x.len() < b.total {
        return;
    }

    // x <- L^-1 x
    for i in 0..b.total {
        let (adr, col) = b.start(i);
        x[i] -= dot(&mat[adr..b.diag(i)], &x[col..i]);
        x[i] /= mat[b.diag(i)];
    }

    // x <- L'^-1 x
    for i in (0..b.total).rev() {
        for j in b.below(i) {
            x[i] -= mat[b.diag(j) - (j - i)] * x[j];
        }
        x[i] /= mat[b.diag(i)];
    }
}

/// Writes the matrix densely; the upper triangle is mirrored if `symmetric`, else zero.
#[doc(alias = "mju_band2Dense")]
pub fn to_dense(res: &mut [f64], mat: &[f64], b: Band, symmetric: bool) {
    let n = b.total;
    let Some(res) = res.get_mut(..n * n).filter(|_| mat.len() >= b.len()) else { return };
    res.fill(0.0);
    for i in 0..n {
        let (adr, col) = b.start(i);
        res[i * n + col..=i * n + i].copy_from_slice(&mat[adr..=b.diag(i)]);
    }
    if symmetric {
        for i in 0..n {
            for j in i + 1..n {
                res[i * n + j] = res[j * n + i];
            }
        }
    }
}

/// Stores the lower triangle of a dense matrix; unused entries are left alone.
#[doc(alias = "mju_dense2Band")]
pub fn from_dense(res: &mut [f64], mat: &[f64], b: Band) {
    let n = b.total;
    if res.len() < b.len() || mat.len() < n * n {
        return;
    }
    for i in 0..n {
        let (adr, col) = b.start(i);
        res[adr..=b.diag(i)].copy_from_slice(&mat[i * n + col..=i * n + i]);
    }
}

/// `res = mat * vec` for the lower triangle alone, or for the whole matrix if `symmetric`.
///
/// Several vectors may follow each other in `vec` and `res`.
#[doc(alias = "mju_bandMulMatVec")]
pub fn mul_vec(res: &mut [f64], mat: &[f64], vec: &[f64], b: Band, symmetric: bool) {
    let n = b.total;
    if mat.len() < b.len() || n == 0 {
        return;
    }
    for (res, vec) in res.chunks_exact_mut(n).zip(vec.chunks_exact(n)) {
        for i in 0..n {
            let (adr, col) = b.start(i);
            let row = &mat[adr..=b.diag(i)];
            res[i] = dot(row, &vec[col..=i]);
            if symmetric {
                add_to_scl(&mut res[col..i], row, vec[i]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{cholesky, dense};

    /// A positive definite matrix with bandwidth 2 and one dense row, and its layout.
    fn example() -> ([f64; 16], Band) {
        let mut mat = [0.0; 16];
        let lower = [
            [5.0, 0.0, 0.0, 0.0],
            [1.0, 6.0, 0.0, 0.0],
            [0.0, -2.0, 7.0, 0.0],
            [0.5, 1.5, -1.0, 8.0],
        ];
        for i in 0..4 {
            for j in 0..=i {
                (mat[4 * i + j], mat[4 * j + i]) = (lower[i][j], lower[i][j]);
            }
        }
        (mat, Band::new(4, 2, 1).unwrap())
    }

    #[test]
    fn conversion_to_bands_and_back_is_the_identity() {
        let (mat, b) = example();
        let (mut stored, mut back) = (vec![0.0; b.len()], [0.0; 16]);
        from_dense(&mut stored, &mat, b);
        assert_eq!(stored, [0.0, 5.0, 1.0, 6.0, -2.0, 7.0, 0.5, 1.5, -1.0, 8.0]);
        to_dense(&mut back, &stored, b, true);
        assert_eq!(back, mat);
        assert_eq!([0, 1, 2, 3].map(|i| stored[b.diag(i)]), [5.0, 6.0, 7.0, 8.0]);
    }

    #[test]
    fn factor_and_solve_agree_with_the_dense_ones() {
        let (mut mat, b) = example();
        let mut stored = vec![0.0; b.len()];
        from_dense(&mut stored, &mat, b);
        let mindiag = factor(&mut stored, b, 0.0, 0.0);
        cholesky::factor(&mut mat, 4, 0.0);
        let mut dense_factor = [0.0; 16];
        to_dense(&mut dense_factor, &stored, b, false);
        for i in 0..4 {
            for j in 0..=i {
                assert!((dense_factor[4 * i + j] - mat[4 * i + j]).abs() < 1e-14);
            }
        }
        let least = (0..4).map(|i| mat[5 * i] * mat[5 * i]).fold(f64::MAX, f64::min);
        assert!((mindiag - least).abs() < 1e-14);

        let (mut x, mut y) = ([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]);
        solve(&mut x, &stored, b);
        cholesky::solve(&mut y, &mat);
        assert!(x.iter().zip(y).all(|(x, y)| (x - y).abs() < 1e-14));
    }

    #[test]
    fn products_agree_with_the_dense_ones() {
        let (mat, b) = example();
        let mut stored = vec![0.0; b.len()];
        from_dense(&mut stored, &mat, b);
        let vec = [1.0, -2.0, 0.5, 3.0, 0.0, 1.0, 0.0, 0.0];
        let (mut res, mut expected) = ([0.0; 8], [0.0; 4]);
        mul_vec(&mut res, &stored, &vec, b, true);
        for (res, vec) in res.chunks(4).zip(vec.chunks(4)) {
            dense::mul_mat_vec(&mut expected, &mat, vec);
            assert!(res.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-14));
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        assert_eq!(Band::new(2, 1, 3), None);
        assert_eq!(Band::new(2, 0, 0), None);
        assert_eq!(Band::new(usize::MAX, 2, 0), None);
        let b = Band::new(3, 2, 0).unwrap();
        assert_eq!(factor(&mut [1.0], b, 0.0, 0.0), 0.0);
        solve(&mut [1.0; 3], &[1.0], b);
        let mut indefinite = vec![0.0; b.len()];
        assert_eq!(factor(&mut indefinite, b, 0.0, 0.0), 0.0);
    }
}
