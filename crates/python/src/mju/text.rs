//! Functions that make or read text.

use std::fmt::Write as _;

use ferrodyn_engine::enums::{ObjType, Warning};
use ferrodyn_engine::warning::num_bytes;
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Int, Matrix, Text, Vector, check, equal};

functions! {
    mju_type2Str, mju_str2Type, mju_writeNumBytes, mju_warningText, mju_printMat,
    mju_printMatSparse,
}

/// The word for an object type, None if there is none.
#[pyfunction]
#[pyo3(signature = (r#type))]
fn mju_type2Str(r#type: Int<i32>) -> Option<&'static str> {
    ObjType::from_i32(r#type.0)?.type_name()
}

/// The object type that a word stands for, 0 if there is none.
#[pyfunction]
fn mju_str2Type(str: Text) -> i32 {
    ObjType::from_type_name(&str.0).map_or(0, |kind| kind as i32)
}

/// A number of bytes with a suffix such as K or M.
#[pyfunction]
fn mju_writeNumBytes(nbytes: Int<u64>) -> String {
    num_bytes(nbytes.0)
}

/// The message of a warning, with the number that comes with it.
#[pyfunction]
fn mju_warningText(warning: Int<i32>, info: Int<u64>) -> String {
    match Warning::from_i32(warning.0) {
        Some(kind) => kind.text(info.0),
        None => format!("Unknown warning type {}.", warning.0),
    }
}

/// Prints a matrix.
#[pyfunction]
fn mju_printMat(py: Python<'_>, mat: Matrix) -> PyResult<()> {
    let mut text = String::new();
    for r in 0..mat.rows {
        for x in &mat.values[r * mat.cols..(r + 1) * mat.cols] {
            let _ = write!(text, "{} ", fixed(*x, 0, 8));
        }
        text.push('\n');
    }
    print(py, &text)
}

/// Prints a sparse matrix.
#[pyfunction]
fn mju_printMatSparse(
    py: Python<'_>,
    mat: Vector<f64>,
    rownnz: Vector<i32>,
    rowadr: Vector<i32>,
    colind: Vector<i32>,
) -> PyResult<()> {
    equal(rownnz.len(), rowadr.len(), "size of rownnz should equal size of rowadr")?;
    let end = |r: usize| usize::try_from(i64::from(rowadr[r]) + i64::from(rownnz[r])).ok();
    let nnz = rownnz.len().checked_sub(1).map_or(Some(0), end);
    check(Some(mat.len()) == nnz, "size of mat should equal rownnz[-1] + rowadr[-1]")?;
    check(Some(colind.len()) == nnz, "size of colind should equal rownnz[-1] + rowadr[-1]")?;
    let mut text = String::new();
    for r in 0..rownnz.len() {
        let start = usize::try_from(rowadr[r]).ok();
        let entries = start.zip(end(r)).map(|(start, end)| start..end.max(start));
        let entries = entries.filter(|e| e.end <= mat.len());
        let wrong = || PyTypeError::new_err("rowadr and rownnz should lie within mat");
        for adr in entries.ok_or_else(wrong)? {
            let _ = write!(text, "({r} {}): {}  ", colind[adr], fixed(mat[adr], 9, 6));
        }
        text.push('\n');
    }
    print(py, &text)
}

/// A number as C prints it with `%width.digitsf`.
fn fixed(x: f64, width: usize, digits: usize) -> String {
    let number = if x.is_nan() {
        if x.is_sign_negative() { "-nan" } else { "nan" }.to_string()
    } else {
        format!("{x:.digits$}")
    };
    format!("{number:>width$}")
}

/// Prints to Python's standard output, with an empty line at the end.
fn print(py: Python<'_>, text: &str) -> PyResult<()> {
    py.import(intern!(py, "builtins"))?.call_method1(intern!(py, "print"), (text,))?;
    Ok(())
}
