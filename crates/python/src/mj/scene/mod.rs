//! Scenes: what `mjv_*` of the Python package computes.
//!
//! The package keeps the structs of the visualizer as NumPy records and checks types of arguments;
//! functions here take the structs, read their records and return the bytes of those that change.
//!
//! | file | functions |
//! |---|---|
//! | `update` | shapes, lights, surfaces, selection |
//! | `camera` | cameras, the room, the mouse |
//! | `perturb` | perturbations |
//! | `draw` | pictures |
//! | `record` | records |

mod camera;
mod draw;
mod perturb;
mod record;
mod update;

use ferrodyn_engine::enums::Mouse;
use ferrodyn_scene::SceneError;
use pyo3::prelude::*;

use super::call;
use super::functions;

/// Adds the functions to the module.
pub(super) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    update::add(m)?;
    camera::add(m)?;
    perturb::add(m)?;
    draw::add_all(m)
}

/// The exception for an error of scenes.
fn fatal(function: &str) -> impl Fn(SceneError) -> PyErr + '_ {
    move |error| call::fatal(function, error)
}

/// What a mouse does.
fn mouse(function: &str, action: i32) -> PyResult<Mouse> {
    Mouse::from_i32(action).ok_or_else(|| fatal(function)(SceneError::Action(action)))
}
