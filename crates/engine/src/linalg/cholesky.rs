//! Dense Cholesky factorization `A = L L'`, in place in the lower triangle of a row-major matrix.

use super::dense::dot;
use crate::math::MINVAL;

/// Factorizes `mat`, which is `n` by `n`; returns the rank.
///
/// A diagonal entry below `mindiag` is replaced by it and takes one from the rank. The strict
/// upper triangle is neither read nor written.
#[doc(alias = "mju_cholFactor")]
pub fn factor(mat: &mut [f64], n: usize, mindiag: f64) -> usize {
    let Some(mat) = mat.get_mut(..n * n) else { return 0 };
    let mut rank = n;
    for j in 0..n {
        let (head, below) = mat.split_at_mut((j + 1) * n);
        let row = &mut head[j * n..];

        // L(j,j)
        let mut diag = row[j];
        if j > 0 {
            diag -= dot(&row[..j], &row[..j]);
        }
        if diag < mindiag {
            diag = mindiag;
            rank -= 1;
        }
        row[j] = diag.sqrt();

        // the column below it
        let inv = 1.0 / row[j];
        for lower in below.chunks_exact_mut(n) {
            lower[j] = (lower[j] - dot(&lower[..j], &row[..j])) * inv;
        }
    }
    rank
}

/// Solves `L L' x = b` in place: `x` holds `b` on entry. `mat` is the factor.
#[doc(alias = "mju_cholSolve")]
pub fn solve(x: &mut [f64], mat: &[f64]) {
    let n = x.len();
    let Some(mat) = mat.get(..n * n) else { return };

    // x <- L^-1 x
    for i in 0..n {
        if i > 0 {
            x[i] -= dot(&mat[i * n..i * n + i], &x[..i]);
        }
        x[i] /= mat[i * (n + 1)];
    }

    // x <- L'^-1 x
    for i in (0..n).rev() {
        for j in i + 1..n {
            x[i] -= mat[j * n + i] * x[j];
        }
        x[i] /= mat[i * (n + 1)];
    }
}

/// Turns the factor of `A` into that of `A + x x'`, or of `A - x x'`; returns the rank.
///
/// `x` is scratch afterwards.
#[doc(alias = "mju_cholUpdate")]
pub fn update(mat: &mut [f64], x: &mut [f64], plus: bool) -> usize {
    let n = x.len();
    let Some(mat) = mat.get_mut(..n * n) else { return 0 };
    let mut rank = n;
    for k in 0..n {
        if x[k] == 0.0 {
            continue;
        }

        // the rotation that brings x[k] into L(k,k)
        let diag = mat[k * (n + 1)];
        let square = x[k] * x[k];
        let mut sum = diag * diag + if plus { square } else { -square };
        if sum < MINVAL {
            sum = MINVAL;
            rank -= 1;
        }
        let r = sum.sqrt();
        let c = r / diag;
        let c_inv = 1.0 / c;
        let s = x[k] / diag;
        mat[k * (n + 1)] = r;

        // apply it to the column below and to the rest of x
        for i in k + 1..n {
            let shift = s * x[i];
            let entry = &mut mat[i * n + k];
            *entry = if plus { *entry + shift } else { *entry - shift } * c_inv;
            x[i] = c * x[i] - s * *entry;
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::dense::{mul_mat_mat_t, mul_mat_vec};

    const A: [f64; 9] = [4.0, 1.0, -1.0, 1.0, 5.0, 2.0, -1.0, 2.0, 6.0];

    fn square(factor: &[f64; 9]) -> [f64; 9] {
        let mut lower = *factor;
        (lower[1], lower[2], lower[5]) = (0.0, 0.0, 0.0);
        let mut product = [0.0; 9];
        mul_mat_mat_t(&mut product, &lower, &lower, 3, 3);
        product
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-14)
    }

    #[test]
    fn the_factor_squared_is_the_matrix_and_solve_inverts_it() {
        let mut L = A;
        assert_eq!(factor(&mut L, 3, 0.0), 3);
        assert!(close(&square(&L), &A));
        let mut x = [1.0, -2.0, 0.5];
        solve(&mut x, &L);
        let mut b = [0.0; 3];
        mul_mat_vec(&mut b, &A, &x);
        assert!(close(&b, &[1.0, -2.0, 0.5]));
    }

    #[test]
    fn updates_add_and_remove_an_outer_product() {
        let mut L = A;
        factor(&mut L, 3, 0.0);
        let v = [0.3, 0.0, -1.1];
        assert_eq!(update(&mut L, &mut v.clone(), true), 3);
        let mut sum = A;
        for i in 0..3 {
            for j in 0..3 {
                sum[3 * i + j] += v[i] * v[j];
            }
        }
        assert!(close(&square(&L), &sum));
        assert_eq!(update(&mut L, &mut v.clone(), false), 3);
        assert!(close(&square(&L), &A));
    }

    #[test]
    fn a_singular_matrix_loses_rank() {
        let mut L = [1.0; 9];
        assert_eq!(factor(&mut L, 3, 1e-10), 1);
        assert_eq!(factor(&mut [1.0; 4], 3, 0.0), 0);
        assert_eq!(factor(&mut [], 0, 0.0), 0);
    }
}
