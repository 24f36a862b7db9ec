//! A window on a simulation that another process steps.

use std::sync::Arc;
use std::time::Duration;

use ferrodyn_engine::enums::{GridPos, RndFlag};
use ferrodyn_python_macros::pymethods;
use ferrodyn_viewer::{Edit, Image, Link, Note, Notice, Options, Update, run_linked};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::record::{
    CameraRecord, GeomRecord, OptionRecord, PerturbRecord, Record, bytes, records,
};
use crate::model::MjModel;

/// How long to wait for the window to say something.
const WHILE: Duration = Duration::from_millis(500);

/// A text as Python sends it: size, place, left and right column.
type Written = (f32, i32, String, String);
/// An image as Python sends it: corner, size, pixels.
type Drawn = ([i32; 2], [usize; 2], Vec<u8>);

/// A window, and what it and its owner tell each other.
#[pyclass(frozen, name = "_Window", module = "ferrodyn._core")]
pub(crate) struct Window(Arc<Link>);

#[pymethods]
impl Window {
    /// A window whose owner steps as it likes, or as the clock of the window says.
    #[new]
    fn new(is_clock: bool) -> Self {
        Self(Arc::new(if is_clock { Link::with_clock() } else { Link::default() }))
    }

    /// Opens the window, on the main thread, and returns when it is closed.
    fn run(&self, py: Python<'_>, model: &MjModel, panels: [bool; 2]) -> PyResult<()> {
        let model = model.store()?.with(Clone::clone)?;
        let options = Options { panels, ..Options::default() };
        let closed = py.detach(|| run_linked(model, options, Arc::clone(&self.0)));
        closed.map(|_| ()).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Tells the window what is new.
    fn post(&self, news: &Bound<'_, PyDict>) -> PyResult<()> {
        self.0.post(update(news)?);
        Ok(())
    }

    /// What the window told last; None if it has told nothing new for a while.
    fn hear<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let notice = py.detach(|| self.0.hear(WHILE));
        notice.map(|notice| told(py, &notice)).transpose()
    }

    /// Closes the window.
    fn close(&self) {
        self.0.close();
    }
}

/// An entry of a message.
fn entry<'py, T: FromPyObjectOwned<'py>>(
    news: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    let found = news.get_item(name)?.filter(|value| !value.is_none());
    found.map(|value| value.extract().map_err(Into::into)).transpose()
}

/// The bytes of an entry of a message, as records.
fn all<T: bytemuck::AnyBitPattern>(
    news: &Bound<'_, PyDict>,
    name: &str,
) -> PyResult<Option<Vec<T>>> {
    let found = news.get_item(name)?.filter(|value| !value.is_none());
    found.map(|value| Ok(records(value.cast::<PyBytes>()?.as_bytes()))).transpose()
}

fn update(news: &Bound<'_, PyDict>) -> PyResult<Update> {
    let model: Option<Py<MjModel>> = entry(news, "model")?;
    let model =
        model.map(|model| model.get().store()?.with(|m| Box::new(m.clone()))).transpose()?;
    let camera: Option<Record<CameraRecord>> = entry(news, "cam")?;
    let option: Option<Record<OptionRecord>> = entry(news, "opt")?;
    let perturb: Option<Record<PerturbRecord>> = entry(news, "perturb")?;
    let flags: Option<Vec<u8>> = entry(news, "flags")?;
    let geoms: Option<Vec<GeomRecord>> = all(news, "geoms")?;
    let notes: Option<Vec<Written>> = entry(news, "texts")?;
    let images: Option<Vec<Drawn>> = entry(news, "images")?;
    Ok(Update {
        number: entry(news, "number")?.unwrap_or(0),
        model,
        has_new_assets: entry(news, "has_new_assets")?.unwrap_or(false),
        state: all(news, "state")?,
        camera: camera.map(|record| record.0.get()),
        option: option.map(|record| record.0.get()),
        perturb: perturb.map(|record| record.0.get()),
        flags: flags.map(|flags| array(&flags)).transpose()?,
        geoms: geoms.map(|all| all.iter().map(GeomRecord::get_labeled).collect()),
        notes: notes.map(|all| all.into_iter().map(note).collect()),
        images: images.map(|all| all.into_iter().map(image).collect()),
    })
}

fn array(flags: &[u8]) -> PyResult<[u8; RndFlag::COUNT]> {
    flags.try_into().map_err(|_| PyValueError::new_err("the number of flags is another one"))
}

fn note((scale, place, left, right): Written) -> Note {
    let place = GridPos::from_i32(place).unwrap_or(GridPos::TopLeft);
    Note { place, scale, left, right }
}

fn image((corner, size, rgb): Drawn) -> Image {
    Image { corner, size, rgb }
}

fn told<'py>(py: Python<'py>, notice: &Notice) -> PyResult<Bound<'py, PyDict>> {
    let news = PyDict::new(py);
    news.set_item("cam", bytes(py, &[CameraRecord::of(&notice.camera)]))?;
    news.set_item("opt", bytes(py, &[OptionRecord::of(&notice.option)]))?;
    news.set_item("perturb", bytes(py, &[PerturbRecord::of(&notice.perturb)]))?;
    news.set_item("flags", PyBytes::new(py, &notice.flags))?;
    news.set_item("size", notice.size)?;
    news.set_item("seen", notice.seen)?;
    news.set_item("is_playing", notice.is_playing)?;
    news.set_item("percent", notice.percent)?;
    news.set_item("keys", &notice.keys)?;
    news.set_item("wants_reload", notice.wants_reload)?;
    match &notice.edit {
        Some(Edit::Whole(state)) => news.set_item("state", bytes(py, state))?,
        Some(Edit::Parts(parts)) => news.set_item("parts", parts)?,
        None => {}
    }
    Ok(news)
}
