//! Vectors and dense matrices.
//!
//! Matrices are row-major. Functions that take several slices work on the entries that all of them
//! have.

use multiversion::multiversion;

use crate::math::{MINVAL, Num};

/// Dot product: the one order of summation used everywhere.
///
/// Four partial sums over blocks of four, added as `(s0 + s2) + (s1 + s3)`; the one to three
/// numbers left over are summed from left to right and added last. MuJoCo's binaries do this with
/// vector instructions, and every length and every sign of zero gives the same bits here.
#[doc(alias = "mju_dot")]
#[inline(always)]
#[must_use]
pub fn dot<N: Num>(a: &[N], b: &[N]) -> N {
    let n = a.len().min(b.len());
    let (a4, a_rest) = a[..n].as_chunks::<4>();
    let (b4, b_rest) = b[..n].as_chunks::<4>();
    let mut blocks = a4.iter().zip(b4);
    let mut sum = N::ZERO;
    if let Some((x, y)) = blocks.next() {
        let mut s = [x[0] * y[0], x[1] * y[1], x[2] * y[2], x[3] * y[3]];
        for (x, y) in blocks {
            for k in 0..4 {
                s[k] += x[k] * y[k];
            }
        }
        sum = (s[0] + s[2]) + (s[1] + s[3]);
    }
    match (a_rest, b_rest) {
        (&[x0], &[y0]) => sum + x0 * y0,
        (&[x0, x1], &[y0, y1]) => sum + (x0 * y0 + x1 * y1),
        (&[x0, x1, x2], &[y0, y1, y2]) => sum + (x0 * y0 + x1 * y1 + x2 * y2),
        _ => sum,
    }
}

/// Whether a number is not zero.
#[inline(always)]
pub(crate) fn has_nonzero(numbers: &[f64]) -> bool {
    numbers.iter().fold(false, |any, &x| any | (x != 0.0))
}

/// Sum of all entries, from left to right.
#[doc(alias = "mju_sum")]
#[must_use]
pub fn sum(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |sum, x| sum + x)
}

/// Sum of the absolute values.
#[doc(alias = "mju_L1")]
#[must_use]
pub fn l1_norm(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |sum, x| sum + x.abs())
}

/// Euclidean length.
#[doc(alias = "mju_norm")]
#[must_use]
pub fn norm(v: &[f64]) -> f64 {
    dot(v, v).sqrt()
}

/// Scales to unit length and returns the length before; the first axis if it is below [`MINVAL`].
#[doc(alias = "mju_normalize")]
pub fn normalize(v: &mut [f64]) -> f64 {
    let norm = norm(v);
    if norm < MINVAL {
        v.fill(0.0);
        if let Some(first) = v.first_mut() {
            *first = 1.0;
        }
    } else {
        let inv = 1.0 / norm;
        for x in v {
            *x *= inv;
        }
    }
    norm
}

/// Whether all entries are zero.
#[doc(alias = "mju_isZero")]
#[must_use]
pub fn is_zero(v: &[f64]) -> bool {
    v.iter().all(|&x| x == 0.0)
}

/// `res = vec * scl`.
#[doc(alias = "mju_scl")]
pub fn scl(res: &mut [f64], vec: &[f64], scl: f64) {
    for (r, x) in res.iter_mut().zip(vec) {
        *r = x * scl;
    }
}

/// `res = a + b`.
#[doc(alias = "mju_add")]
pub fn add(res: &mut [f64], a: &[f64], b: &[f64]) {
    for (r, (x, y)) in res.iter_mut().zip(a.iter().zip(b)) {
        *r = x + y;
    }
}

/// `res = a - b`.
#[doc(alias = "mju_sub")]
pub fn sub(res: &mut [f64], a: &[f64], b: &[f64]) {
    for (r, (x, y)) in res.iter_mut().zip(a.iter().zip(b)) {
        *r = x - y;
    }
}

/// `res += vec`.
#[doc(alias = "mju_addTo")]
pub fn add_to(res: &mut [f64], vec: &[f64]) {
    for (r, x) in res.iter_mut().zip(vec) {
        *r += x;
    }
}

/// `res -= vec`.
#[doc(alias = "mju_subFrom")]
pub fn sub_from(res: &mut [f64], vec: &[f64]) {
    for (r, x) in res.iter_mut().zip(vec) {
        *r -= x;
    }
}

/// `res += vec * scl`.
#[doc(alias = "mju_addToScl")]
pub fn add_to_scl(res: &mut [f64], vec: &[f64], scl: f64) {
    for (r, x) in res.iter_mut().zip(vec) {
        *r += x * scl;
    }
}

/// `res = a + b * scl`.
#[doc(alias = "mju_addScl")]
pub fn add_scl(res: &mut [f64], a: &[f64], b: &[f64], scl: f64) {
    for (r, (x, y)) in res.iter_mut().zip(a.iter().zip(b)) {
        *r = x + y * scl;
    }
}

/// `res = mat * vec`, where `mat` has as many columns as `vec` entries.
#[doc(alias = "mju_mulMatVec")]
#[multiversion(targets("x86_64+avx2"))]
pub fn mul_mat_vec(res: &mut [f64], mat: &[f64], vec: &[f64]) {
    if vec.is_empty() {
        res.fill(0.0);
    }
    for (r, row) in res.iter_mut().zip(rows(mat, vec.len())) {
        *r = dot(row, vec);
    }
}

/// `res = mat' * vec`, where `mat` has as many columns as `res` entries.
///
/// Rows that meet a zero in `vec` are skipped, so NaN there does not spread.
#[doc(alias = "mju_mulMatTVec")]
pub fn mul_mat_t_vec(res: &mut [f64], mat: &[f64], vec: &[f64]) {
    res.fill(0.0);
    for (row, &scl) in rows(mat, res.len()).zip(vec) {
        if scl != 0.0 {
            add_to_scl(res, row, scl);
        }
    }
}

/// `a' * mat * b` for a square matrix.
#[doc(alias = "mju_mulVecMatVec")]
#[must_use]
pub fn mul_vec_mat_vec(a: &[f64], mat: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(rows(mat, b.len())).fold(0.0, |sum, (x, row)| sum + x * dot(row, b))
}

/// `res = mat'`, where `mat` is `nr` by `nc`.
#[doc(alias = "mju_transpose")]
pub fn transpose(res: &mut [f64], mat: &[f64], nr: usize, nc: usize) {
    for (j, res_row) in rows_mut(res, nr).take(nc).enumerate() {
        for (x, row) in res_row.iter_mut().zip(rows(mat, nc)) {
            *x = row[j];
        }
    }
}

/// `res = (mat + mat') / 2` for an `n` by `n` matrix.
#[doc(alias = "mju_symmetrize")]
pub fn symmetrize(res: &mut [f64], mat: &[f64], n: usize) {
    let (Some(res), Some(mat)) = (res.get_mut(..n * n), mat.get(..n * n)) else { return };
    for i in 0..n {
        res[i * (n + 1)] = mat[i * (n + 1)];
        for j in 0..i {
            let mean = 0.5 * (mat[i * n + j] + mat[j * n + i]);
            res[i * n + j] = mean;
            res[j * n + i] = mean;
        }
    }
}

/// The `n` by `n` identity.
#[doc(alias = "mju_eye")]
pub fn eye(mat: &mut [f64], n: usize) {
    mat.fill(0.0);
    mat.iter_mut().step_by(n + 1).take(n).for_each(|x| *x = 1.0);
}

/// `res = a * b`, where `a` has `inner` columns and `b` has `nc`.
///
/// Zeros in `a` are skipped.
#[doc(alias = "mju_mulMatMat")]
pub fn mul_mat_mat(res: &mut [f64], a: &[f64], b: &[f64], inner: usize, nc: usize) {
    res.fill(0.0);
    for (res_row, a_row) in rows_mut(res, nc).zip(rows(a, inner)) {
        for (&x, b_row) in a_row.iter().zip(rows(b, nc)) {
            if x != 0.0 {
                add_to_scl(res_row, b_row, x);
            }
        }
    }
}

/// `res = a * b'`, where `a` and `b` have `inner` columns and `b` has `nr` rows.
#[doc(alias = "mju_mulMatMatT")]
pub fn mul_mat_mat_t(res: &mut [f64], a: &[f64], b: &[f64], inner: usize, nr: usize) {
    if inner == 0 {
        res.fill(0.0);
    }
    for (res_row, a_row) in rows_mut(res, nr).zip(rows(a, inner)) {
        for (x, b_row) in res_row.iter_mut().zip(rows(b, inner)) {
            *x = dot(a_row, b_row);
        }
    }
}

/// `res = a' * b`, where `a` has `nr` columns and `b` has `nc`.
///
/// Zeros in `a` are skipped.
#[doc(alias = "mju_mulMatTMat")]
pub fn mul_mat_t_mat(res: &mut [f64], a: &[f64], b: &[f64], nr: usize, nc: usize) {
    res.fill(0.0);
    for (a_row, b_row) in rows(a, nr).zip(rows(b, nc)) {
        for (&x, res_row) in a_row.iter().zip(rows_mut(res, nc)) {
            if x != 0.0 {
                add_to_scl(res_row, b_row, x);
            }
        }
    }
}

/// `res = mat' * diag * mat`, or `mat' * mat` without `diag`; `mat` has `nc` columns.
#[doc(alias = "mju_sqrMatTD")]
pub fn sqr_mat_td(res: &mut [f64], mat: &[f64], diag: Option<&[f64]>, nc: usize) {
    let Some(res) = res.get_mut(..nc * nc) else { return };
    res.fill(0.0);

    // lower triangle, row by row of mat
    for (r, row) in rows(mat, nc).enumerate() {
        let Some(d) = diag.map_or(Some(1.0), |diag| diag.get(r).copied()) else { break };
        if d == 0.0 {
            continue;
        }
        for (i, &x) in row.iter().enumerate() {
            if x != 0.0 {
                add_to_scl(&mut res[i * nc..=i * nc + i], row, x * d);
            }
        }
    }

    // mirror it
    for i in 0..nc {
        for j in i + 1..nc {
            res[i * nc + j] = res[j * nc + i];
        }
    }
}

/// The rows of a matrix with `nc` columns; none if there are no columns.
fn rows(mat: &[f64], nc: usize) -> std::slice::ChunksExact<'_, f64> {
    if nc == 0 { [].chunks_exact(1) } else { mat.chunks_exact(nc) }
}

fn rows_mut(mat: &mut [f64], nc: usize) -> std::slice::ChunksExactMut<'_, f64> {
    if nc == 0 { [].chunks_exact_mut(1) } else { mat.chunks_exact_mut(nc) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_adds_even_lanes_before_odd_ones_and_the_rest_last() {
        // (1e16 + -1e16) + (1 + 1) keeps the ones that a plain loop loses
        let ones = [1.0; 7];
        assert_eq!(dot(&[1e16, 1.0, -1e16, 1.0], &ones), 2.0);
        // the three left over are summed on their own: 1 + 1e16 - 1e16 is 0
        assert_eq!(dot(&[0.0, 0.0, 0.0, 0.0, 1.0, 1e16, -1e16], &ones), 0.0);
        assert_eq!(dot::<f64>(&[], &[]), 0.0);
    }

    #[test]
    fn dot_of_negative_zeros_is_negative_from_four_on() {
        let signs: Vec<bool> =
            (1..6).map(|n| dot(&vec![-0.0; n], &vec![1.0; n]).is_sign_negative()).collect();
        assert_eq!(signs, [false, false, false, true, true]);
    }

    #[test]
    fn products_agree_with_each_other() {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]; // 2 x 3
        let b = [1.0, -1.0, 0.0, 2.0, 3.0, 1.0]; // 3 x 2
        let (mut ab, mut at, mut bt) = ([0.0; 4], [0.0; 6], [0.0; 6]);
        mul_mat_mat(&mut ab, &a, &b, 3, 2);
        assert_eq!(ab, [10.0, 6.0, 22.0, 12.0]);

        transpose(&mut at, &a, 2, 3);
        transpose(&mut bt, &b, 3, 2);
        let mut other = [0.0; 4];
        mul_mat_mat_t(&mut other, &a, &bt, 3, 2);
        assert_eq!(other, ab);
        mul_mat_t_mat(&mut other, &at, &b, 2, 2);
        assert_eq!(other, ab);

        let mut av = [0.0; 2];
        mul_mat_vec(&mut av, &a, &[1.0, 0.0, 3.0]);
        assert_eq!(av, [10.0, 22.0]);
        mul_mat_t_vec(&mut av, &at, &[1.0, 0.0, 3.0]);
        assert_eq!(av, [10.0, 22.0]);
        assert_eq!(mul_vec_mat_vec(&[1.0, 2.0], &ab, &[1.0, -1.0]), 24.0);
    }

    #[test]
    fn weighted_square_is_symmetric() {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]; // 2 x 3
        let (mut weighted, mut scaled, mut expected) = ([0.0; 9], a, [0.0; 9]);
        sqr_mat_td(&mut weighted, &a, Some(&[2.0, -1.0]), 3);
        for (x, w) in scaled.iter_mut().zip([2.0, 2.0, 2.0, -1.0, -1.0, -1.0]) {
            *x *= w;
        }
        mul_mat_t_mat(&mut expected, &a, &scaled, 3, 3);
        assert_eq!(weighted, expected);
        let mut symmetric = [0.0; 9];
        symmetrize(&mut symmetric, &weighted, 3);
        assert_eq!(symmetric, weighted);
    }

    #[test]
    fn short_vectors_normalize_to_the_first_axis() {
        let mut v = [0.0, 1e-20];
        assert_eq!(normalize(&mut v), 1e-20);
        assert_eq!(v, [1.0, 0.0]);
        assert_eq!(normalize(&mut []), 0.0);
        let mut v = [3.0, 4.0];
        assert_eq!(normalize(&mut v), 5.0);
        assert!((norm(&v) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn sizes_that_do_not_fit_do_not_panic() {
        let mut res = [7.0; 4];
        mul_mat_vec(&mut res, &[1.0; 5], &[1.0, 1.0]);
        assert_eq!(res, [2.0, 2.0, 7.0, 7.0]);
        mul_mat_vec(&mut res, &[], &[]);
        assert_eq!(res, [0.0; 4]);
        sqr_mat_td(&mut res, &[1.0; 9], None, 3);
        transpose(&mut res, &[1.0; 2], 0, 0);
        symmetrize(&mut res, &[1.0; 2], 2);
        eye(&mut res, 5);
    }
}
