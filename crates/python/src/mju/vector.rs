//! Vectors of any size.

use ferrodyn_engine::linalg::dense;
use ferrodyn_engine::math::sort::insertion_sort;
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Vector, VectorMut, equal};

functions! {
    mju_zero, mju_fill, mju_copy, mju_sum, mju_L1, mju_scl, mju_add, mju_sub, mju_addTo,
    mju_subFrom, mju_addToScl, mju_addScl, mju_normalize, mju_norm, mju_dot, mju_isZero, mju_f2n,
    mju_n2f, mju_d2n, mju_n2d, mju_insertionSort, mju_insertionSortInt,
}

const RES_VEC: &str = "res and vec should have the same size";

/// Sizes of a result and two operands.
fn check_three(res: usize, vec1: usize, vec2: usize) -> PyResult<()> {
    equal(res, vec1, "res and vec1 should have the same size")?;
    equal(res, vec2, "res and vec2 should have the same size")
}

/// Sets all of res to 0.
#[pyfunction]
fn mju_zero(res: VectorMut<'_, f64>) -> PyResult<()> {
    res.set(&vec![0.0; res.len()])
}

/// Sets all of res to val.
#[pyfunction]
fn mju_fill(res: VectorMut<'_, f64>, val: f64) -> PyResult<()> {
    res.set(&vec![val; res.len()])
}

/// res = vec
#[pyfunction]
fn mju_copy(res: VectorMut<'_, f64>, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), vec.len(), "res and data should have the same size")?;
    res.set(&vec)
}

/// Sum of all entries.
#[pyfunction]
fn mju_sum(vec: VectorMut<'_, f64>) -> PyResult<f64> {
    Ok(dense::sum(&vec.get()?))
}

/// Sum of absolute values.
#[pyfunction]
fn mju_L1(vec: VectorMut<'_, f64>) -> PyResult<f64> {
    Ok(dense::l1_norm(&vec.get()?))
}

/// res = vec * scl
#[pyfunction]
fn mju_scl(res: VectorMut<'_, f64>, vec: Vector<f64>, scl: f64) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    let mut out = res.get()?;
    dense::scl(&mut out, &vec, scl);
    res.set(&out)
}

/// res = vec1 + vec2
#[pyfunction]
fn mju_add(res: VectorMut<'_, f64>, vec1: Vector<f64>, vec2: Vector<f64>) -> PyResult<()> {
    check_three(res.len(), vec1.len(), vec2.len())?;
    let mut out = res.get()?;
    dense::add(&mut out, &vec1, &vec2);
    res.set(&out)
}

/// res = vec1 - vec2
#[pyfunction]
fn mju_sub(res: VectorMut<'_, f64>, vec1: Vector<f64>, vec2: Vector<f64>) -> PyResult<()> {
    check_three(res.len(), vec1.len(), vec2.len())?;
    let mut out = res.get()?;
    dense::sub(&mut out, &vec1, &vec2);
    res.set(&out)
}

/// res += vec
#[pyfunction]
fn mju_addTo(res: VectorMut<'_, f64>, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    let mut out = res.get()?;
    dense::add_to(&mut out, &vec);
    res.set(&out)
}

/// res -= vec
#[pyfunction]
fn mju_subFrom(res: VectorMut<'_, f64>, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    let mut out = res.get()?;
    dense::sub_from(&mut out, &vec);
    res.set(&out)
}

/// res += vec * scl
#[pyfunction]
fn mju_addToScl(res: VectorMut<'_, f64>, vec: Vector<f64>, scl: f64) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    let mut out = res.get()?;
    dense::add_to_scl(&mut out, &vec, scl);
    res.set(&out)
}

/// res = vec1 + vec2 * scl
#[pyfunction]
fn mju_addScl(
    res: VectorMut<'_, f64>,
    vec1: Vector<f64>,
    vec2: Vector<f64>,
    scl: f64,
) -> PyResult<()> {
    check_three(res.len(), vec1.len(), vec2.len())?;
    let mut out = res.get()?;
    dense::add_scl(&mut out, &vec1, &vec2, scl);
    res.set(&out)
}

/// Scales res to unit length (the first axis if it is too short); returns the length before.
#[pyfunction]
fn mju_normalize(res: VectorMut<'_, f64>) -> PyResult<f64> {
    let mut out = res.get()?;
    let norm = dense::normalize(&mut out);
    res.set(&out)?;
    Ok(norm)
}

/// Length of a vector.
#[pyfunction]
fn mju_norm(res: Vector<f64>) -> f64 {
    dense::norm(&res)
}

/// Dot product.
#[pyfunction]
fn mju_dot(vec1: Vector<f64>, vec2: Vector<f64>) -> PyResult<f64> {
    equal(vec1.len(), vec2.len(), "vec1 and vec2 should have the same size")?;
    Ok(dense::dot(&vec1, &vec2))
}

/// 1 if all entries are 0, else 0.
#[pyfunction]
fn mju_isZero(vec: VectorMut<'_, f64>) -> PyResult<i32> {
    Ok(dense::is_zero(&vec.get()?).into())
}

/// Copies numbers of single precision.
#[pyfunction]
fn mju_f2n(res: VectorMut<'_, f64>, vec: Vector<f32>) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    res.set(&vec.iter().map(|&x| x.into()).collect::<Vec<_>>())
}

/// Copies numbers into single precision.
#[pyfunction]
fn mju_n2f(res: VectorMut<'_, f32>, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    res.set(&vec.iter().map(|&x| x as f32).collect::<Vec<_>>())
}

/// Copies numbers of double precision.
#[pyfunction]
fn mju_d2n(res: VectorMut<'_, f64>, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    res.set(&vec)
}

/// Copies numbers into double precision.
#[pyfunction]
fn mju_n2d(res: VectorMut<'_, f64>, vec: Vector<f64>) -> PyResult<()> {
    equal(res.len(), vec.len(), RES_VEC)?;
    res.set(&vec)
}

/// Sorts a list upward, in place.
#[pyfunction]
fn mju_insertionSort(list: VectorMut<'_, f64>) -> PyResult<()> {
    let mut sorted = list.get()?;
    insertion_sort(&mut sorted);
    list.set(&sorted)
}

/// Sorts a list of integers upward, in place.
#[pyfunction]
fn mju_insertionSortInt(list: VectorMut<'_, i32>) -> PyResult<()> {
    let mut sorted = list.get()?;
    insertion_sort(&mut sorted);
    list.set(&sorted)
}
