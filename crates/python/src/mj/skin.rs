//! Surfaces of skins, for `ferrodyn.deformable`.

use ferrodyn_engine::ids::SkinId;
use ferrodyn_engine::support::{SkinSurface, SkinningMethod, skin_surface};
use ferrodyn_python_macros::pyfunction;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::call::inspect;
use crate::data::MjData;
use crate::model::MjModel;

/// Rows of three numbers.
type Rows<'py> = Bound<'py, PyArray2<f32>>;

/// Vertices and normals of a skin where the bodies of the data are.
#[pyfunction]
fn _skin_surface<'py>(
    py: Python<'py>,
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    skin: usize,
    dual: bool,
) -> PyResult<(Rows<'py>, Rows<'py>)> {
    let method = if dual { SkinningMethod::DualQuaternion } else { SkinningMethod::LinearBlend };
    let mut surface = SkinSurface::default();
    inspect(m, d, |m, d| skin_surface(m, d, SkinId(skin), method, &mut surface))?
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let rows = |rows: Vec<[f32; 3]>| {
        let rows: Vec<Vec<f32>> = rows.into_iter().map(|row| row.to_vec()).collect();
        if rows.is_empty() {
            return Ok(PyArray2::zeros(py, [0, 3], false));
        }
        PyArray2::from_vec2(py, &rows).map_err(|error| PyValueError::new_err(error.to_string()))
    };
    Ok((rows(surface.vert)?, rows(surface.normal)?))
}

/// Adds the function to the module.
pub(super) fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(_skin_surface, m)?)
}
