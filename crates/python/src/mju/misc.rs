//! Functions of single numbers.

use std::sync::{LazyLock, Mutex, PoisonError};

use ferrodyn_engine::math::random::StandardNormal;
use ferrodyn_engine::math::scalar;
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::Int;

functions! {
    mju_min, mju_max, mju_clip, mju_sign, mju_round, mju_isBad, mju_standardNormal, mju_Halton,
    mju_sigmoid,
}

/// The smaller number.
#[pyfunction]
fn mju_min(a: f64, b: f64) -> f64 {
    scalar::min(a, b)
}

/// The larger number.
#[pyfunction]
fn mju_max(a: f64, b: f64) -> f64 {
    scalar::max(a, b)
}

/// x brought into the range from min to max.
#[pyfunction]
fn mju_clip(x: f64, min: f64, max: f64) -> f64 {
    scalar::clip(x, min, max)
}

/// -1, 0 or 1.
#[pyfunction]
fn mju_sign(x: f64) -> f64 {
    scalar::sign(x)
}

/// The nearest integer.
#[pyfunction]
fn mju_round(x: f64) -> i32 {
    scalar::round(x)
}

/// 1 if x is NaN or its absolute value is above mjMAXVAL, else 0.
#[pyfunction]
fn mju_isBad(x: f64) -> i32 {
    scalar::is_bad(x).into()
}

/// A random number with standard normal distribution. num2 is not used.
#[pyfunction]
fn mju_standardNormal(num2: Option<f64>) -> f64 {
    static GENERATOR: LazyLock<Mutex<StandardNormal>> = LazyLock::new(Mutex::default);
    let _ = num2;
    GENERATOR.lock().unwrap_or_else(PoisonError::into_inner).pair().0
}

/// An element of the Halton sequence.
#[pyfunction]
fn mju_Halton(index: Int<i32>, base: Int<i32>) -> f64 {
    scalar::halton(index.0, base.0)
}

/// The quintic step from 0 at 0 to 1 at 1.
#[pyfunction]
fn mju_sigmoid(x: f64) -> f64 {
    scalar::sigmoid(x)
}
