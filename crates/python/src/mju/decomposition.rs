//! Cholesky factors, dense and banded, eigenvalues, and quadratic programs in a box.

use ferrodyn_engine::linalg::band::{self, Band};
use ferrodyn_engine::linalg::cholesky;
use ferrodyn_engine::linalg::qp::{BoxQp, BoxQpError};
use ferrodyn_engine::math::{Mat3, eig3_counted};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::functions;
use crate::args::{
    Array, ArrayMut, Int, Matrix, MatrixMut, Vector, VectorMut, check, compute, equal,
};
use crate::error::FatalError;

functions! {
    mju_cholFactor, mju_cholSolve, mju_cholUpdate, mju_cholFactorBand, mju_cholSolveBand,
    mju_band2Dense, mju_dense2Band, mju_bandMulMatVec, mju_bandDiag, mju_eig3, mju_boxQP,
}

/// Factorizes mat = L * L' in place; returns the rank.
#[pyfunction]
fn mju_cholFactor(py: Python<'_>, mat: MatrixMut<'_>, mindiag: f64) -> PyResult<usize> {
    equal(mat.rows, mat.cols, "mat should be a square matrix")?;
    let mut factor = mat.get()?;
    let (n, work) = (mat.rows, mat.rows * factor.len());
    let rank = compute(py, work, || cholesky::factor(&mut factor, n, mindiag));
    mat.set(&factor)?;
    Ok(rank)
}

/// Solves (mat * mat') * res = vec, where mat is a Cholesky factor.
#[pyfunction]
fn mju_cholSolve(res: VectorMut<'_, f64>, mat: Matrix, vec: Vector<f64>) -> PyResult<()> {
    equal(mat.rows, mat.cols, "mat should be a square matrix")?;
    equal(res.len(), mat.rows, "size of res should equal the number of rows in mat")?;
    equal(vec.len(), mat.cols, "size of vec should equal the number of rows in mat")?;
    let mut x = vec.0;
    cholesky::solve(&mut x, &mat.values);
    res.set(&x)
}

/// Turns the factor of A into that of A + x * x', or A - x * x' if `flg_plus` is 0. Returns
/// the rank.
#[pyfunction]
fn mju_cholUpdate(
    mat: MatrixMut<'_>,
    x: VectorMut<'_, f64>,
    flg_plus: Int<i32>,
) -> PyResult<usize> {
    equal(mat.rows, mat.cols, "mat should be a square matrix")?;
    equal(x.len(), mat.rows, "size of x should equal the number of rows in mat")?;
    let (mut factor, mut vec) = (mat.get()?, x.get()?);
    let rank = cholesky::update(&mut factor, &mut vec, flg_plus.0 != 0);
    mat.set(&factor)?;
    x.set(&vec)?;
    Ok(rank)
}

/// The layout of a band matrix that has `len` numbers.
fn layout(
    ntotal: &Int<i32>,
    nband: &Int<i32>,
    ndense: &Int<i32>,
    len: usize,
    wrong: &'static str,
) -> PyResult<Band> {
    let size = |n: &Int<i32>| usize::try_from(n.0).ok();
    let sizes = (size(ntotal), size(nband), size(ndense));
    let band = if let (Some(total), Some(band), Some(dense)) = sizes {
        Band::new(total, band, dense)
    } else {
        None
    };
    band.filter(|b| b.len() == len).ok_or_else(|| PyTypeError::new_err(wrong))
}

const MAT_SIZE: &str = "mat must have size (ntotal-ndense)*nband + ndense*ntotal";

/// Factorizes a band matrix with dense rows at the end in place.
///
/// diagadd + diagmul * mat(i, i) is added to the diagonal first. Returns the smallest square on
/// the diagonal of the factor, 0 if the matrix is not positive definite.
#[pyfunction]
fn mju_cholFactorBand(
    mat: VectorMut<'_, f64>,
    ntotal: Int<i32>,
    nband: Int<i32>,
    ndense: Int<i32>,
    diagadd: f64,
    diagmul: f64,
) -> PyResult<f64> {
    let b = layout(&ntotal, &nband, &ndense, mat.len(), MAT_SIZE)?;
    let mut factor = mat.get()?;
    let mindiag = band::factor(&mut factor, b, diagadd, diagmul);
    mat.set(&factor)?;
    Ok(mindiag)
}

/// Solves (mat * mat') * res = vec, where mat is the Cholesky factor of a band matrix.
#[pyfunction]
fn mju_cholSolveBand(
    res: VectorMut<'_, f64>,
    mat: Vector<f64>,
    vec: Vector<f64>,
    ntotal: Int<i32>,
    nband: Int<i32>,
    ndense: Int<i32>,
) -> PyResult<()> {
    let b = layout(&ntotal, &nband, &ndense, mat.len(), MAT_SIZE)?;
    equal(res.len(), ntotal.0 as usize, "size of res should equal ntotal")?;
    equal(vec.len(), ntotal.0 as usize, "size of vec should equal ntotal")?;
    let mut x = vec.0;
    band::solve(&mut x, &mat, b);
    res.set(&x)
}

/// Writes a band matrix as a dense one; the upper triangle too if `flg_sym`.
#[pyfunction]
fn mju_band2Dense(
    res: MatrixMut<'_>,
    mat: Vector<f64>,
    ntotal: Int<i32>,
    nband: Int<i32>,
    ndense: Int<i32>,
    flg_sym: Int<u8>,
) -> PyResult<()> {
    let b = layout(&ntotal, &nband, &ndense, mat.len(), MAT_SIZE)?;
    equal(res.rows, ntotal.0 as usize, "res should have ntotal rows")?;
    equal(res.cols, ntotal.0 as usize, "res should have ntotal columns")?;
    let mut out = res.get()?;
    band::to_dense(&mut out, &mat, b, flg_sym.0 != 0);
    res.set(&out)
}

/// Stores the lower triangle of a dense matrix as a band matrix.
#[pyfunction]
fn mju_dense2Band(
    res: VectorMut<'_, f64>,
    mat: Matrix,
    ntotal: Int<i32>,
    nband: Int<i32>,
    ndense: Int<i32>,
) -> PyResult<()> {
    let wrong = "res must have size (ntotal-ndense)*nband + ndense*ntotal";
    let b = layout(&ntotal, &nband, &ndense, res.len(), wrong)?;
    equal(mat.rows, ntotal.0 as usize, "mat should have ntotal rows")?;
    equal(mat.cols, ntotal.0 as usize, "mat should have ntotal columns")?;
    let mut out = res.get()?;
    band::from_dense(&mut out, &mat.values, b);
    res.set(&out)
}

/// res = mat * vec for a band matrix; the upper triangle counts too if `flg_sym`.
///
/// res is a vector, so nvec must be 1.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "MuJoCo's signature")]
fn mju_bandMulMatVec(
    res: VectorMut<'_, f64>,
    mat: Matrix,
    vec: Matrix,
    ntotal: Int<i32>,
    nband: Int<i32>,
    ndense: Int<i32>,
    nvec: Int<i32>,
    flg_sym: Int<u8>,
) -> PyResult<()> {
    let b = layout(&ntotal, &nband, &ndense, mat.values.len(), MAT_SIZE)?;
    equal(res.len(), ntotal.0 as usize, "res should have ntotal rows")?;
    equal(nvec.0, 1, "res should have nVec columns")?;
    equal(vec.rows, ntotal.0 as usize, "vec should have ntotal rows")?;
    equal(vec.cols, 1, "vec should have nVec columns")?;
    let mut out = res.get()?;
    band::mul_vec(&mut out, &mat.values, &vec.values, b, flg_sym.0 != 0);
    res.set(&out)
}

/// Where entry (i, i) of a band matrix is stored.
#[pyfunction]
fn mju_bandDiag(i: Int<i32>, ntotal: Int<i32>, nband: Int<i32>, ndense: Int<i32>) -> i32 {
    // any numbers are answered, also those of no matrix
    let (i, total, band) = (i.0, ntotal.0, nband.0);
    let sparse = total.wrapping_sub(ndense.0);
    if i < sparse {
        i.wrapping_mul(band).wrapping_add(band).wrapping_sub(1)
    } else {
        let rows = i.wrapping_sub(sparse).wrapping_mul(total);
        sparse.wrapping_mul(band).wrapping_add(rows).wrapping_add(i)
    }
}

/// Eigenvalues of a symmetric 3x3 matrix, in decreasing order; returns the number of iterations.
///
/// The eigenvectors are the columns of eigvec, and come as a quaternion too.
#[pyfunction]
fn mju_eig3(
    eigval: ArrayMut<'_, 3>,
    eigvec: ArrayMut<'_, 9>,
    quat: ArrayMut<'_, 4>,
    mat: Array<9>,
) -> PyResult<usize> {
    let (values, rotation, iterations) = eig3_counted(&Mat3(mat.0));
    eigval.set(values.0)?;
    eigvec.set(rotation.to_mat().0)?;
    quat.set(rotation.0)?;
    Ok(iterations)
}

/// Minimizes x' * H * x / 2 + x' * g with lower <= x <= upper, from the start in res.
///
/// Returns the number of dimensions that are not at a bound, -1 on failure. Their indices come
/// back in index, if given, and the Cholesky factor of their part of H in the first numbers of R,
/// which has n * (n + 7).
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the signature is MuJoCo's")]
fn mju_boxQP(
    py: Python<'_>,
    res: VectorMut<'_, f64>,
    R: MatrixMut<'_>,
    index: Option<VectorMut<'_, i32>>,
    H: Matrix,
    g: Vector<f64>,
    lower: Option<Vector<f64>>,
    upper: Option<Vector<f64>>,
) -> PyResult<i32> {
    let n = res.len();
    let has_size = |bound: &Option<Vector<f64>>| bound.as_ref().is_none_or(|b| b.len() == n);
    equal(R.rows * R.cols, n * (n + 7), "size of R should be n*(n+7)")?;
    check(index.as_ref().is_none_or(|i| i.len() == n), "size of index should equal n")?;
    check(H.rows == n && H.cols == n, "H should be of shape (n, n)")?;
    equal(g.len(), n, "size of g should equal n")?;
    check(has_size(&lower), "size of lower should equal n")?;
    check(has_size(&upper), "size of upper should equal n")?;

    let (mut x, mut factor) = (res.get()?, R.get()?);
    let mut free = index.as_ref().map_or_else(|| Ok(vec![0; n]), VectorMut::get)?;
    let qp = BoxQp { H: &H.values, g: &g, lower: lower.as_deref(), upper: upper.as_deref() };
    let solved = compute(py, n * H.values.len(), || qp.solve(&mut x, &mut factor, &mut free));
    let nfree = solved.map_err(|error| {
        FatalError::new_err(match error {
            BoxQpError::Empty => "mju_boxQPoption: problem size n must be positive",
            BoxQpError::Sizes => "mju_boxQPoption: sizes should agree",
            BoxQpError::Bounds => {
                "mju_boxQPoption: upper bounds must be strictly larger than lower bounds"
            }
        })
    })?;
    res.set(&x)?;
    R.set(&factor)?;
    index.map_or(Ok(()), |index| index.set(&free))?;
    Ok(nfree.map_or(-1, |n| n as i32))
}
