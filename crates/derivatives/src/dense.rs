//! Symmetric positive matrices: a factor, and many right-hand sides at once.

/// Right-hand sides that go through registers together.
const WIDTH: usize = 16;

/// Replaces the upper triangle of a symmetric `n` by `n` matrix by `U`, `U' U` being the matrix; false if it is not
/// positive.
pub(crate) fn factor(mat: &mut [f64], n: usize) -> bool {
    for j in 0..n {
        let (top, below) = mat.split_at_mut((j + 1) * n);
        let row = &mut top[j * n..];
        let pivot = row[j];
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        let scale = 1.0 / pivot.sqrt();
        for x in &mut row[j..] {
            *x *= scale;
        }
        for i in j + 1..n {
            let c = row[i];
            if c != 0.0 {
                let at = (i - j - 1) * n;
                for (x, y) in below[at + i..at + n].iter_mut().zip(&row[i..]) {
                    *x -= c * y;
                }
            }
        }
    }
    true
}

/// Solves `U' U X = X` for the `width` columns of `X`, `n` by `width`.
pub(crate) fn solve(
    factor: &[f64],
    n: usize,
    x: &mut [f64],
    width: usize,
    block: &mut Vec<[f64; WIDTH]>,
) {
    block.clear();
    block.resize(n, [0.0; WIDTH]);
    let mut from = 0;
    while from < width {
        let count = WIDTH.min(width - from);
        for (i, row) in block.iter_mut().enumerate() {
            let at = i * width + from;
            row[..count].copy_from_slice(&x[at..at + count]);
        }
        forward(factor, n, block);
        backward(factor, n, block);
        for (i, row) in block.iter().enumerate() {
            let at = i * width + from;
            x[at..at + count].copy_from_slice(&row[..count]);
        }
        from += count;
    }
}

/// `U'^-1` times a block.
fn forward(factor: &[f64], n: usize, block: &mut [[f64; WIDTH]]) {
    for i in 0..n {
        let (done, rest) = block.split_at_mut(i + 1);
        let inverse = 1.0 / factor[i * n + i];
        let row = &mut done[i];
        for x in row.iter_mut() {
            *x *= inverse;
        }
        for (&c, below) in factor[i * n + i + 1..(i + 1) * n].iter().zip(rest) {
            if c != 0.0 {
                for (x, y) in below.iter_mut().zip(row.iter()) {
                    *x -= c * y;
                }
            }
        }
    }
}

/// `U^-1` times a block.
fn backward(factor: &[f64], n: usize, block: &mut [[f64; WIDTH]]) {
    for i in (0..n).rev() {
        let (top, done) = block.split_at_mut(i + 1);
        let row = &mut top[i];
        for (&c, below) in factor[i * n + i + 1..(i + 1) * n].iter().zip(done.iter()) {
            if c != 0.0 {
                for (x, y) in row.iter_mut().zip(below) {
                    *x -= c * y;
                }
            }
        }
        let inverse = 1.0 / factor[i * n + i];
        for x in row.iter_mut() {
            *x *= inverse;
        }
    }
}

/// `out = mat x` for a symmetric `n` by `n` matrix and the `width` columns of `x`.
pub(crate) fn multiply(mat: &[f64], n: usize, x: &[f64], width: usize, out: &mut [f64]) {
    out.fill(0.0);
    for i in 0..n {
        let to = &mut out[i * width..(i + 1) * width];
        for k in 0..n {
            let c = mat[i * n + k];
            if c != 0.0 {
                for (to, x) in to.iter_mut().zip(&x[k * width..(k + 1) * width]) {
                    *to += c * x;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_satisfies_its_equations_for_any_number_of_columns() {
        // a matrix whose diagonal dominates
        let n = 7;
        let entry = |i: usize, j: usize| if i == j { 9.0 } else { 1.0 / (1.0 + (i + j) as f64) };
        let mat: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        for width in [1, 16, 21] {
            let right: Vec<f64> = (0..n * width).map(|i| f64::from(i as u32 % 5) - 1.5).collect();
            let (mut upper, mut x) = (mat.clone(), right.clone());
            assert!(factor(&mut upper, n));
            solve(&upper, n, &mut x, width, &mut Vec::new());
            let mut product = vec![0.0; n * width];
            multiply(&mat, n, &x, width, &mut product);
            for (a, b) in product.iter().zip(&right) {
                assert!((a - b).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_is_refused() {
        assert!(!factor(&mut [1.0, 2.0, 2.0, 1.0], 2));
        assert!(!factor(&mut [f64::NAN], 1));
        assert!(factor(&mut [], 0));
    }
}
