//! Dense matrices.

use ferrodyn_engine::linalg::dense;
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Matrix, MatrixMut, Vector, VectorMut, check, compute, equal};

functions! {
    mju_mulMatVec, mju_mulMatTVec, mju_mulVecMatVec, mju_transpose, mju_symmetrize, mju_eye,
    mju_mulMatMat, mju_mulMatMatT, mju_mulMatTMat, mju_sqrMatTD,
}

/// res = mat * vec
#[pyfunction]
fn mju_mulMatVec(res: VectorMut<'_, f64>, mat: Matrix, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), mat.rows, "size of res should equal the number of rows in mat")?;
    equal(vec.len(), mat.cols, "size of vec should equal the number of columns in mat")?;
    let mut out = res.get()?;
    dense::mul_mat_vec(&mut out, &mat.values, &vec);
    res.set(&out)
}

/// res = mat' * vec
#[pyfunction]
fn mju_mulMatTVec(res: VectorMut<'_, f64>, mat: Matrix, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), mat.cols, "size of res should equal the number of columns in mat")?;
    equal(vec.len(), mat.rows, "size of vec should equal the number of rows in mat")?;
    let mut out = res.get()?;
    dense::mul_mat_t_vec(&mut out, &mat.values, &vec);
    res.set(&out)
}

/// vec1' * mat * vec2, for a square matrix
#[pyfunction]
fn mju_mulVecMatVec(vec1: Vector<f64>, mat: Matrix, vec2: Vector<f64>) -> PyResult<f64> {
    equal(vec1.len(), vec2.len(), "size of vec1 should equal the size of vec2")?;
    equal(vec1.len(), mat.cols, "size of vectors should equal the number of columns in mat")?;
    equal(vec1.len(), mat.rows, "size of vectors should equal the number of rows in mat")?;
    Ok(dense::mul_vec_mat_vec(&vec1, &mat.values, &vec2))
}

/// res = mat'
#[pyfunction]
fn mju_transpose(res: MatrixMut<'_>, mat: Matrix) -> PyResult<()> {
    equal(res.cols, mat.rows, "#columns in res should equal #rows in mat")?;
    equal(res.rows, mat.cols, "#rows in res should equal #columns in mat")?;
    let mut out = res.get()?;
    dense::transpose(&mut out, &mat.values, mat.rows, mat.cols);
    res.set(&out)
}

/// res = (mat + mat') / 2
#[pyfunction]
fn mju_symmetrize(res: MatrixMut<'_>, mat: Matrix) -> PyResult<()> {
    equal(mat.cols, mat.rows, "mat should be square")?;
    let same = res.cols == mat.cols && res.rows == mat.rows;
    check(same, "res and mat should have the same shape")?;
    let mut out = res.get()?;
    dense::symmetrize(&mut out, &mat.values, mat.rows);
    res.set(&out)
}

/// Sets mat to the identity.
#[pyfunction]
fn mju_eye(mat: MatrixMut<'_>) -> PyResult<()> {
    equal(mat.cols, mat.rows, "mat should be square")?;
    let mut out = mat.get()?;
    dense::eye(&mut out, mat.rows);
    mat.set(&out)
}

/// res = mat1 * mat2
#[pyfunction]
fn mju_mulMatMat(py: Python<'_>, res: MatrixMut<'_>, mat1: Matrix, mat2: Matrix) -> PyResult<()> {
    equal(res.rows, mat1.rows, "#rows in res should equal #rows in mat1")?;
    equal(res.cols, mat2.cols, "#columns in res should equal #columns in mat2")?;
    equal(mat1.cols, mat2.rows, "#columns in mat1 should equal #rows in mat2")?;
    let mut out = res.get()?;
    compute(py, mat1.rows * mat2.values.len(), || {
        dense::mul_mat_mat(&mut out, &mat1.values, &mat2.values, mat1.cols, mat2.cols);
    });
    res.set(&out)
}

/// res = mat1 * mat2'
#[pyfunction]
fn mju_mulMatMatT(py: Python<'_>, res: MatrixMut<'_>, mat1: Matrix, mat2: Matrix) -> PyResult<()> {
    equal(res.rows, mat1.rows, "#rows in res should equal #rows in mat1")?;
    equal(res.cols, mat2.rows, "#columns in res should equal #rows in mat2")?;
    equal(mat1.cols, mat2.cols, "#columns in mat1 should equal #columns in mat2")?;
    let mut out = res.get()?;
    compute(py, mat1.rows * mat2.values.len(), || {
        dense::mul_mat_mat_t(&mut out, &mat1.values, &mat2.values, mat1.cols, mat2.rows);
    });
    res.set(&out)
}

/// res = mat1' * mat2
#[pyfunction]
fn mju_mulMatTMat(py: Python<'_>, res: MatrixMut<'_>, mat1: Matrix, mat2: Matrix) -> PyResult<()> {
    equal(res.rows, mat1.cols, "#rows in res should equal #columns in mat1")?;
    equal(res.cols, mat2.cols, "#columns in res should equal #columns in mat2")?;
    equal(mat1.rows, mat2.rows, "#rows in mat1 should equal #rows in mat2")?;
    let mut out = res.get()?;
    compute(py, mat1.cols * mat2.values.len(), || {
        dense::mul_mat_t_mat(&mut out, &mat1.values, &mat2.values, mat1.cols, mat2.cols);
    });
    res.set(&out)
}

/// res = mat' * diag * mat, or mat' * mat if diag is None
#[pyfunction]
fn mju_sqrMatTD(
    py: Python<'_>,
    res: MatrixMut<'_>,
    mat: Matrix,
    diag: Option<VectorMut<'_, f64>>,
) -> PyResult<()> {
    equal(res.rows, mat.cols, "#rows in res should equal #columns in mat")?;
    equal(res.cols, mat.cols, "#columns in res should equal #columns in mat")?;
    let diag = diag.map(|d| d.get()).transpose()?;
    let fits = diag.as_ref().is_none_or(|d| d.len() == mat.rows);
    check(fits, "size of diag should equal the number of rows in mat")?;
    let mut out = res.get()?;
    compute(py, mat.cols * mat.values.len(), || {
        dense::sqr_mat_td(&mut out, &mat.values, diag.as_deref(), mat.cols);
    });
    res.set(&out)
}
