//! Scenes: the `mjv_*` functions of the Python package.
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
//! | `window` | a window |
//! | `record`, `whole` | records |

mod camera;
#[cfg(feature = "graphics")]
mod draw;
mod perturb;
mod record;
mod update;
mod whole;
#[cfg(feature = "graphics")]
mod window;

use ferrodyn_engine::enums::Mouse;
use ferrodyn_python_macros::pyfunction;
use ferrodyn_scene::{FRAME_NAMES, LABEL_NAMES, RND_SWITCHES, SceneError, VIS_SWITCHES};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::call;
use super::functions;

/// Adds the functions to the module.
pub(super) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    update::add(m)?;
    camera::add(m)?;
    perturb::add(m)?;
    #[cfg(feature = "graphics")]
    {
        draw::add_all(m)?;
        m.add_class::<window::Window>()?;
    }
    m.add_function(wrap_pyfunction!(_switches, m)?)
}

/// Names of labels and frames, switches of what is shown and of effects.
#[pyfunction]
fn _switches<'py>(py: Python<'py>) -> PyResult<[Bound<'py, PyTuple>; 4]> {
    Ok([
        PyTuple::new(py, LABEL_NAMES)?,
        PyTuple::new(py, FRAME_NAMES)?,
        PyTuple::new(py, VIS_SWITCHES)?,
        PyTuple::new(py, RND_SWITCHES)?,
    ])
}

/// The exception for an error of scenes.
fn fatal(function: &str) -> impl Fn(SceneError) -> PyErr + '_ {
    move |error| call::fatal(function, error)
}

/// What a mouse does.
fn mouse(function: &str, action: i32) -> PyResult<Mouse> {
    Mouse::from_i32(action).ok_or_else(|| fatal(function)(SceneError::Action(action)))
}
