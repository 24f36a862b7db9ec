//! Matrices in compressed rows: `rownnz` entries of row `r` start at `rowadr[r]`, in columns
//! `colind`.

use crate::math::Num;

/// Dot product of a sparse vector, `values` at `indices`, with a dense one.
///
/// Four partial sums over blocks of four, added as `(s0 + s2) + (s1 + s3)`; what is left over is
/// added number by number, unlike in the dense [`dot`](super::dense::dot). Indices outside the
/// vector count as zero.
#[doc(alias = "mju_dotSparse")]
pub(crate) fn dot<N: Num>(values: &[N], indices: &[i32], vec: &[N]) -> N {
    let n = values.len().min(indices.len());
    let at = |k: i32| vec.get(k as usize).copied().unwrap_or(N::ZERO);
    let (v4, v_rest) = values[..n].as_chunks::<4>();
    let (i4, i_rest) = indices[..n].as_chunks::<4>();
    let product = |(v, i): (&[N; 4], &[i32; 4])| -> [N; 4] {
        [v[0] * at(i[0]), v[1] * at(i[1]), v[2] * at(i[2]), v[3] * at(i[3])]
    };
    let sum = sum_of_fours(v4.iter().zip(i4).map(product));
    v_rest.iter().zip(i_rest).fold(sum, |sum, (&v, &i)| sum + v * at(i))
}

/// [`dot`] with the entries of the dense vector picked already, as many as there are values.
#[inline(always)]
pub(crate) fn dot_picked<N: Num>(values: &[N], picked: &[N]) -> N {
    let (v4, v_rest) = values.as_chunks::<4>();
    let (p4, p_rest) = picked.as_chunks::<4>();
    let product = |(v, p): (&[N; 4], &[N; 4])| -> [N; 4] {
        [v[0] * p[0], v[1] * p[1], v[2] * p[2], v[3] * p[3]]
    };
    let sum = sum_of_fours(v4.iter().zip(p4).map(product));
    v_rest.iter().zip(p_rest).fold(sum, |sum, (&v, &p)| sum + v * p)
}

/// Four partial sums, then one.
#[inline(always)]
fn sum_of_fours<N: Num>(mut blocks: impl Iterator<Item = [N; 4]>) -> N {
    let Some(mut s) = blocks.next() else { return N::ZERO };
    for p in blocks {
        for k in 0..4 {
            s[k] += p[k];
        }
    }
    (s[0] + s[2]) + (s[1] + s[3])
}

/// The values and columns of row `r`; empty if there is no such row or it leaves the arrays.
pub(crate) fn row<'a, T>(
    mat: &'a [T],
    r: usize,
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &'a [i32],
) -> (&'a [T], &'a [i32]) {
    let place = |r: usize| {
        let start = usize::try_from(*rowadr.get(r)?).ok()?;
        let end = start.checked_add(usize::try_from(*rownnz.get(r)?).ok()?)?;
        Some((mat.get(start..end)?, colind.get(start..end)?))
    };
    place(r).unwrap_or((&[], &[]))
}

/// `res = mat * vec`.
#[doc(alias = "mju_mulMatVecSparse")]
pub(crate) fn mul_mat_vec(
    res: &mut [f64],
    mat: &[f64],
    vec: &[f64],
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &[i32],
) {
    for (r, x) in res.iter_mut().enumerate() {
        let (values, columns) = row(mat, r, rownnz, rowadr, colind);
        *x = dot(values, columns, vec);
    }
}

/// `res = mat' * vec`. Rows that meet a zero in `vec` are skipped, so NaN there does not spread.
#[doc(alias = "mju_mulMatTVecSparse")]
pub(crate) fn mul_mat_t_vec(
    res: &mut [f64],
    mat: &[f64],
    vec: &[f64],
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &[i32],
) {
    res.fill(0.0);
    for (r, &scl) in vec.iter().enumerate().filter(|(_, scl)| **scl != 0.0) {
        let (values, columns) = row(mat, r, rownnz, rowadr, colind);
        for (x, &c) in values.iter().zip(columns) {
            if let Some(to) = res.get_mut(c as usize) {
                *to += x * scl;
            }
        }
    }
}

/// Collects the nonzeros of a dense matrix with `nc` columns, row by row.
///
/// The number of rows is that of `rownnz`. Returns `false` if there is not room for all nonzeros
/// in `res` and `colind`; the rows before are complete then.
#[doc(alias = "mju_dense2sparse")]
pub fn from_dense(
    res: &mut [f64],
    mat: &[f64],
    nc: usize,
    rownnz: &mut [i32],
    rowadr: &mut [i32],
    colind: &mut [i32],
) -> bool {
    let room = res.len().min(colind.len());
    if room == 0 {
        return false;
    }
    let mut adr = 0;
    for (r, (nnz, start)) in rownnz.iter_mut().zip(rowadr).enumerate() {
        *nnz = 0;
        *start = adr as i32;
        let row = mat.get(r * nc..(r + 1) * nc).unwrap_or(&[]);
        for (c, &x) in row.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            if adr >= room {
                return false;
            }
            res[adr] = x;
            colind[adr] = c as i32;
            adr += 1;
            *nnz += 1;
        }
    }
    true
}

/// Writes a sparse matrix as a dense one with `nc` columns.
///
/// Returns `false` if an entry lies outside either matrix; it is skipped.
#[doc(alias = "mju_sparse2dense")]
pub fn to_dense(
    res: &mut [f64],
    mat: &[f64],
    nc: usize,
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &[i32],
) -> bool {
    res.fill(0.0);
    let mut complete = true;
    for (r, (&nnz, &adr)) in rownnz.iter().zip(rowadr).enumerate() {
        for k in 0..i64::from(nnz) {
            let entry = usize::try_from(i64::from(adr) + k).ok();
            let value = entry.and_then(|k| Some((mat.get(k)?, colind.get(k)?)));
            let place = value.and_then(|(x, &c)| Some((x, usize::try_from(c).ok()?)));
            match place {
                Some((x, c)) if c < nc && r * nc + c < res.len() => res[r * nc + c] = *x,
                // nothing after the end of the arrays can be inside again
                None if entry.is_none_or(|k| k >= mat.len()) => {
                    complete = false;
                    break;
                }
                _ => complete = false,
            }
        }
    }
    complete
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparse_to_dense_undoes_dense_to_sparse() {
        let dense = [0.0, 2.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 3.5];
        let (mut values, mut colind) = ([0.0; 4], [0; 4]);
        let (mut rownnz, mut rowadr) = ([0; 3], [0; 3]);
        assert!(from_dense(&mut values, &dense, 3, &mut rownnz, &mut rowadr, &mut colind));
        assert_eq!((rownnz, rowadr, colind), ([1, 1, 1], [0, 1, 2], [1, 0, 2, 0]));
        let mut back = [9.0; 9];
        assert!(to_dense(&mut back, &values, 3, &rownnz, &rowadr, &colind));
        assert_eq!(back, dense);
    }

    #[test]
    fn sparse_products_agree_with_dense_ones() {
        let dense = [0.0, 2.0, 0.0, -1.0, 0.0, 4.0]; // 2 x 3
        let (rownnz, rowadr, colind) = ([1, 2], [0, 1], [1, 0, 2]);
        let values = [2.0, -1.0, 4.0];
        let (mut res, mut expected) = ([9.0; 2], [0.0; 2]);
        mul_mat_vec(&mut res, &values, &[1.0, 2.0, 3.0], &rownnz, &rowadr, &colind);
        crate::linalg::dense::mul_mat_vec(&mut expected, &dense, &[1.0, 2.0, 3.0]);
        assert_eq!(res, expected);
        let (mut res, mut expected) = ([9.0; 3], [0.0; 3]);
        mul_mat_t_vec(&mut res, &values, &[5.0, 7.0], &rownnz, &rowadr, &colind);
        crate::linalg::dense::mul_mat_t_vec(&mut expected, &dense, &[5.0, 7.0]);
        assert_eq!(res, expected);
        // rows and columns that do not exist count as zero
        mul_mat_vec(&mut res, &values, &[1.0], &[9, -1, 1], &[0, 0, 2], &colind);
        assert_eq!(res, [0.0; 3]);
    }

    #[test]
    fn too_little_room_is_reported() {
        let (mut rownnz, mut rowadr) = ([0; 2], [0; 2]);
        let fits = from_dense(&mut [0.0], &[1.0; 4], 2, &mut rownnz, &mut rowadr, &mut [0]);
        assert!(!fits);
        assert_eq!(rownnz, [1, 0]);
    }

    #[test]
    fn indices_outside_the_matrix_are_reported_and_skipped() {
        let mut res = [0.0; 2];
        assert!(!to_dense(&mut res, &[1.0, 2.0], 2, &[2], &[0], &[7, 1]));
        assert_eq!(res, [0.0, 2.0]);
        assert!(!to_dense(&mut res, &[1.0], 2, &[i32::MAX], &[0], &[0]));
        assert!(!to_dense(&mut res, &[1.0], 2, &[1], &[-1], &[0]));
        assert!(!to_dense(&mut res, &[1.0], 2, &[1], &[0], &[-1]));
    }

    #[test]
    fn sparse_dot_adds_what_is_left_over_one_by_one() {
        let index = [4, 3, 2, 1, 0, 5, 6];
        let ones = [1.0; 7];
        // 1e16 + 1 - 1e16 loses the one; summing the rest first would keep nothing either way
        assert_eq!(dot(&[1e16, 0.0, 0.0, 0.0, 1.0, -1e16], &index, &ones), 0.0);
        assert_eq!(dot(&[1e16, 1.0, -1e16, 1.0], &index, &ones), 2.0);
        assert_eq!(dot(&[1.0, 2.0], &[-1, 100], &ones), 0.0);
    }
}
