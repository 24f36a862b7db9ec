//! Pictures of scenes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ferrodyn_engine::enums::{CatBit, StateBit};
use ferrodyn_engine::state::set_state;
use ferrodyn_engine::{Data, Model, forward};
use ferrodyn_python_macros::{pyfunction, pymethods};
use ferrodyn_render::{Gpu, Paper, RenderError, Renderer, TextSize};
use ferrodyn_scene::{Camera, Perturb, Scene, VisOption, update_scene};
use numpy::{IntoPyArray, PyArray1, PyReadwriteArray3};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::functions;
use super::record::{CameraRecord, OptionRecord, Record};
use super::whole::Whole;
use crate::args::Matrix;
use crate::model::MjModel;

functions! { _draw_text, _fill_rectangle, _letter_width, }

/// Adds classes and functions to the module.
pub(super) fn add_all(m: &Bound<'_, PyModule>) -> PyResult<()> {
    add(m)?;
    m.add_class::<Shot>()?;
    m.add_class::<Drawing>()
}

fn refused(error: RenderError) -> PyErr {
    match error {
        RenderError::NoAdapter(_) | RenderError::Driver(_) => {
            PyRuntimeError::new_err(error.to_string())
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The device of this process, made when it is first needed.
///
/// A process that was forked does not get that of its parent, which belongs to threads that it does
/// not have.
fn device() -> Result<Gpu, RenderError> {
    static DEVICE: Mutex<Option<(u32, Gpu)>> = Mutex::new(None);
    let process = std::process::id();
    let mut device = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, gpu)) = &*device
        && *owner == process
    {
        return Ok(gpu.clone());
    }
    let gpu = Gpu::new()?;
    if let Some(old) = device.replace((process, gpu.clone())) {
        // nobody of this process may end what the parent began
        std::mem::forget(old);
    }
    Ok(gpu)
}

/// A scene as it is at this moment.
#[pyclass(frozen, name = "_Shot", module = "ferrodyn._core")]
pub(crate) struct Shot(Scene);

#[pymethods]
impl Shot {
    #[new]
    fn new(scn: Whole) -> Self {
        Self(scn.0)
    }
}

/// What draws scenes of a model.
#[pyclass(frozen, name = "_Drawing", module = "ferrodyn._core")]
pub(crate) struct Drawing(Mutex<Renderer>);

impl Drawing {
    fn lock(&self) -> MutexGuard<'_, Renderer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Drawing {
    #[new]
    fn new(py: Python<'_>, model: &MjModel) -> PyResult<Self> {
        let gpu = py.detach(device).map_err(refused)?;
        let renderer = model.store()?.with(|m| Renderer::new(&gpu, m))?;
        Ok(Self(Mutex::new(renderer.map_err(refused)?)))
    }

    /// Name of the device.
    #[getter]
    fn device(&self) -> String {
        self.lock().gpu().name()
    }

    /// Whether the processor draws.
    #[getter]
    fn is_software(&self) -> bool {
        self.lock().gpu().is_software()
    }

    /// The largest side of a picture.
    #[getter]
    fn largest_side(&self) -> u32 {
        self.lock().gpu().largest_side()
    }

    /// Red, green and blue, row by row from the top.
    fn color<'py>(
        &self,
        py: Python<'py>,
        shot: &Shot,
        width: u32,
        height: u32,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let pixels = py.detach(|| self.lock().color(&shot.0, width, height));
        Ok(pixels.map_err(refused)?.into_pyarray(py))
    }

    /// Depth, 1 near and 0 far, row by row from the top.
    fn depth<'py>(
        &self,
        py: Python<'py>,
        shot: &Shot,
        width: u32,
        height: u32,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let depth = py.detach(|| self.lock().depth(&shot.0, width, height));
        Ok(depth.map_err(refused)?.into_pyarray(py))
    }

    /// Id and type of the objects of a shot whose colors are numbers, row by row from the top.
    fn objects<'py>(
        &self,
        py: Python<'py>,
        shot: &Shot,
        width: u32,
        height: u32,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let objects = py.detach(|| {
            let pixels = self.lock().color(&shot.0, width, height)?;
            Ok(objects(&shot.0, &pixels))
        });
        Ok(objects.map_err(refused)?.into_pyarray(py))
    }

    /// Pictures of many states, one after the other, as bytes: of colors, of depth, or of objects.
    #[allow(clippy::too_many_arguments, reason = "what Python keeps in one object")]
    fn states<'py>(
        &self,
        py: Python<'py>,
        model: &MjModel,
        states: Matrix,
        camera: Record<CameraRecord>,
        option: Record<OptionRecord>,
        scn: Whole,
        size: [u32; 2],
        kind: &str,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let (camera, option) = (camera.0.get(), option.0.get());
        let scenes = model.store()?.with(|m| {
            let mut data = Data::new(m);
            let one = |state: &[f64]| scene_of(m, &mut data, state, camera, &option, &scn.0);
            states.values.chunks(states.cols.max(1)).map(one).collect::<Result<Vec<_>, _>>()
        })?;
        let scenes = scenes.map_err(PyValueError::new_err)?;
        let [width, height] = size;
        let pictures = py.detach(|| {
            let mut renderer = self.lock();
            match kind {
                "depth" => {
                    let depths = renderer.depths(&scenes, width, height)?;
                    Ok(bytemuck::cast_slice(&depths).to_vec())
                }
                "objects" => {
                    let pixels = renderer.colors(&scenes, width, height)?;
                    let size = 3 * width as usize * height as usize;
                    let pictures = scenes.iter().zip(pixels.chunks(size));
                    let all: Vec<i32> = pictures.flat_map(|(scn, p)| objects(scn, p)).collect();
                    Ok(bytemuck::cast_slice(&all).to_vec())
                }
                _ => renderer.colors(&scenes, width, height),
            }
        });
        Ok(pictures.map_err(refused)?.into_pyarray(py))
    }

    fn upload_mesh(&self, model: &MjModel, id: usize) -> PyResult<()> {
        model.store()?.with(|m| self.lock().upload_mesh(m, id))?.map_err(refused)
    }

    fn upload_hfield(&self, model: &MjModel, id: usize) -> PyResult<()> {
        model.store()?.with(|m| self.lock().upload_hfield(m, id))?.map_err(refused)
    }

    fn upload_texture(&self, model: &MjModel, id: usize) -> PyResult<()> {
        model.store()?.with(|m| self.lock().upload_texture(m, id))?.map_err(refused)
    }
}

/// Id and type of the object at each pixel, whose color is the number of a shape; -1 for none.
fn objects(scn: &Scene, pixels: &[u8]) -> Vec<i32> {
    let mut table = vec![[-1; 2]; scn.geoms.len() + 1];
    for geom in &scn.geoms {
        let number = geom.segid.checked_add(1).and_then(|n| usize::try_from(n).ok());
        if let Some(place) = number.filter(|&n| n > 0).and_then(|n| table.get_mut(n)) {
            *place = [geom.objid, geom.objtype as i32];
        }
    }
    let object = |&[r, g, b]: &[u8; 3]| {
        let number = u32::from_le_bytes([r, g, b, 0]) as usize;
        table.get(number).copied().unwrap_or([-1; 2])
    };
    pixels.as_chunks().0.iter().flat_map(object).collect()
}

/// The scene of a state, with the effects of another; why there is none.
fn scene_of(
    m: &Model,
    d: &mut Data,
    state: &[f64],
    mut camera: Camera,
    option: &VisOption,
    like: &Scene,
) -> Result<Scene, String> {
    set_state(m, d, state, StateBit::Integration as i32).map_err(|error| error.to_string())?;
    forward(m, d);
    let mut scene = Scene::new(m, like.maxgeom);
    (scene.flags, scene.stereo) = (like.flags, like.stereo);
    let (nothing, everything) = (Perturb::default(), CatBit::All as i32);
    update_scene(m, d, option, &nothing, &mut camera, everything, &mut scene)
        .map_err(|error| error.to_string())?;
    Ok(scene)
}

/// The size of text with a height from line to line, or the nearest.
fn text_size(height: u32) -> TextSize {
    match height {
        0..20 => TextSize::Small,
        20..28 => TextSize::Medium,
        _ => TextSize::Large,
    }
}

/// Calls a function with a picture: height, width and three channels.
fn on_paper(
    mut pixels: PyReadwriteArray3<'_, u8>,
    draw: impl FnOnce(&mut Paper<'_>),
) -> PyResult<()> {
    let &[_, width, channels] = pixels.as_array().shape() else { return Ok(()) };
    if channels != 3 {
        return Err(PyValueError::new_err("a picture has three channels"));
    }
    let bytes = pixels.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
    draw(&mut Paper::new(bytes, u32::try_from(width).unwrap_or(u32::MAX)));
    Ok(())
}

/// Writes text on a picture.
#[pyfunction]
fn _draw_text(
    pixels: PyReadwriteArray3<'_, u8>,
    left: i64,
    top: i64,
    text: &str,
    height: u32,
    color: [u8; 3],
) -> PyResult<()> {
    on_paper(pixels, |paper| paper.write(left, top, text, text_size(height), color))
}

/// Mixes a color into a rectangle of a picture.
#[pyfunction]
fn _fill_rectangle(
    pixels: PyReadwriteArray3<'_, u8>,
    left: i64,
    top: i64,
    width: u32,
    height: u32,
    color: [u8; 3],
    share: u8,
) -> PyResult<()> {
    on_paper(pixels, |paper| paper.fill([left, top], [width, height], color, share))
}

/// Pixels from letter to letter.
#[pyfunction]
fn _letter_width(height: u32) -> u32 {
    text_size(height).letter_width()
}
