//! MuJoCo's functions on models and data, `mj_*` and `mjd_*`: the same signatures and checks as in
//! its bindings.
//!
//! | file | functions |
//! |---|---|
//! | `step` | the pipeline, whole and in stages |
//! | `dynamics` | functions of the inertia matrix, forces, positions |
//! | `jacobian` | Jacobians of points and momenta |
//! | `collision` | contacts and rays |
//! | `constraint` | constraint rows, forces of contacts |
//! | `state` | states, keyframes, histories |
//! | `derivative` | finite differences, derivatives of quaternions |
//! | `exact` | exact derivatives, for `ferrodyn.derive` |
//! | `support` | facts, frames and velocities of objects |
//! | `solver` | how the solver did |
//! | `scene` | scenes: `mjv_*`, on records that the package keeps |
//! | `skin` | surfaces that follow bodies |
//! | `rollout` | many trajectories at once |
//! | `callback` | Python functions that the pipeline calls |
//! | `warning` | warnings, told in Python |
//! | `memory` | copies, files, sizes of arrays |
//! | `call` | how a function gets hold of its model and data |

mod call;
pub(crate) mod callback;
mod collision;
mod constraint;
mod derivative;
mod dynamics;
mod exact;
mod jacobian;
mod memory;
pub(crate) mod rollout;
mod scene;
mod skin;
mod solver;
mod state;
mod step;
mod support;
mod warning;

use pyo3::prelude::*;

use crate::mju::functions;

/// Adds the functions to the module.
pub(crate) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    step::add(m)?;
    dynamics::add(m)?;
    jacobian::add(m)?;
    collision::add(m)?;
    constraint::add(m)?;
    memory::add(m)?;
    state::add(m)?;
    derivative::add(m)?;
    exact::add(m)?;
    support::add(m)?;
    scene::add(m)?;
    solver::add(m)?;
    skin::add(m)?;
    callback::add(m)
}
