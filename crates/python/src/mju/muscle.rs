//! The muscle model, friction pyramids and the spring-damper.

use ferrodyn_engine::actuation::muscle;
use ferrodyn_engine::math::pyramid::{decode_pyramid, encode_pyramid};
use ferrodyn_engine::math::scalar;
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Array, Vector, VectorMut, equal};

functions! {
    mju_muscleGain, mju_muscleBias, mju_muscleDynamics, mju_encodePyramid, mju_decodePyramid,
    mju_springDamper,
}

/// Active muscle force. prm:
/// `range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax`.
#[pyfunction]
fn mju_muscleGain(len: f64, vel: f64, lengthrange: Array<2>, acc0: f64, prm: Array<9>) -> f64 {
    muscle::gain(len, vel, lengthrange.0, acc0, &prm.0)
}

/// Passive muscle force. prm:
/// `range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax`.
#[pyfunction]
fn mju_muscleBias(len: f64, lengthrange: Array<2>, acc0: f64, prm: Array<9>) -> f64 {
    muscle::bias(len, lengthrange.0, acc0, &prm.0)
}

/// Time derivative of muscle activation. prm: `tau_act, tau_deact, smoothing_width`.
#[pyfunction]
fn mju_muscleDynamics(ctrl: f64, act: f64, prm: Array<3>) -> f64 {
    muscle::dynamics(ctrl, act, &prm.0)
}

/// Forces along the edges of a friction pyramid that add up to a contact force.
///
/// As in the mujoco package, the last coefficient in mu is not used.
#[pyfunction]
fn mju_encodePyramid(
    pyramid: VectorMut<'_, f64>,
    force: Vector<f64>,
    mu: Vector<f64>,
) -> PyResult<()> {
    check_pyramid(pyramid.len(), force.len(), mu.len())?;
    let mut out = pyramid.get()?;
    encode_pyramid(&mut out, &force, used(&mu));
    pyramid.set(&out)
}

/// Contact force of forces along the edges of a friction pyramid.
///
/// As in the mujoco package, the last coefficient in mu is not used.
#[pyfunction]
fn mju_decodePyramid(
    force: VectorMut<'_, f64>,
    pyramid: Vector<f64>,
    mu: Vector<f64>,
) -> PyResult<()> {
    check_pyramid(pyramid.len(), force.len(), mu.len())?;
    let mut out = force.get()?;
    decode_pyramid(&mut out, &pyramid, used(&mu));
    force.set(&out)
}

fn check_pyramid(pyramid: usize, force: usize, mu: usize) -> PyResult<()> {
    equal(pyramid, 2 * mu, "size of pyramid should be twice as large as size of mu")?;
    equal(force, mu + 1, "size of force should be exactly one larger than size of mu")
}

/// The coefficients that MuJoCo's bindings use: they take the size of mu for the dimension of the
/// contact, which is one larger.
fn used(mu: &[f64]) -> &[f64] {
    &mu[..mu.len().saturating_sub(1)]
}

/// Position after time dt of a unit mass on a spring with stiffness Kp and damping Kv.
#[pyfunction]
fn mju_springDamper(pos0: f64, vel0: f64, Kp: f64, Kv: f64, dt: f64) -> f64 {
    scalar::spring_damper(pos0, vel0, Kp, Kv, dt)
}
