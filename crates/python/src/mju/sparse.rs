//! Sparse matrices.

use ferrodyn_engine::linalg::sparse;
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Matrix, MatrixMut, Vector, VectorMut, check, equal};

functions! { mju_dense2sparse, mju_sparse2dense, }

/// Collects the nonzeros of mat; returns 1 if res and colind are too small for them, else 0.
#[pyfunction]
fn mju_dense2sparse(
    res: VectorMut<'_, f64>,
    mat: Matrix,
    rownnz: VectorMut<'_, i32>,
    rowadr: VectorMut<'_, i32>,
    colind: VectorMut<'_, i32>,
) -> PyResult<i32> {
    equal(mat.rows, rownnz.len(), "#rows in mat should equal size of rownnz")?;
    equal(mat.rows, rowadr.len(), "#rows in mat should equal size of rowadr")?;
    equal(res.len(), colind.len(), "#size of res should equal size of colind")?;
    let mut values = res.get()?;
    let (mut nnz, mut adr, mut ind) = (rownnz.get()?, rowadr.get()?, colind.get()?);
    let fits = sparse::from_dense(&mut values, &mat.values, mat.cols, &mut nnz, &mut adr, &mut ind);
    res.set(&values)?;
    rownnz.set(&nnz)?;
    rowadr.set(&adr)?;
    colind.set(&ind)?;
    Ok((!fits).into())
}

/// Writes a sparse matrix as a dense one.
#[pyfunction]
fn mju_sparse2dense(
    res: MatrixMut<'_>,
    mat: Vector<f64>,
    rownnz: Vector<i32>,
    rowadr: Vector<i32>,
    colind: Vector<i32>,
) -> PyResult<()> {
    equal(res.rows, rownnz.len(), "#rows in res should equal size of rownnz")?;
    equal(res.rows, rowadr.len(), "#rows in res should equal size of rowadr")?;
    let mut out = res.get()?;
    let inside = sparse::to_dense(&mut out, &mat, res.cols, &rownnz, &rowadr, &colind);
    check(inside, "rownnz, rowadr and colind should lie within mat and res")?;
    res.set(&out)
}
