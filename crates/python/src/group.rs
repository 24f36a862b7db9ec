//! Groups of settings: options, statistics, and the parts of the visual settings.

use ferrodyn_engine::fields::Table;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::visual as v;
use ferrodyn_engine::{Model, Opt, Statistic};
use ferrodyn_python_macros::pymethods;
use pyo3::prelude::*;

use crate::descriptor::{self, Fields};
use crate::view::Store;

/// `<Name` and one line per attribute, as the mujoco package prints its structs.
pub(crate) fn repr(name: &str, values: &mut [(String, String)]) -> String {
    values.sort();
    let lines = values.iter().map(|(attribute, value)| format!("  {attribute}: {value}\n"));
    format!("<{name}\n{}>", lines.collect::<String>())
}

/// A separate table, or the options, statistics or visual settings inside a model.
enum GroupStore<T> {
    Own(Store<T, T>),
    Model(Store<Model, T>),
}

macro_rules! group {
    ($(#[$doc:meta])* $class:ident, $python:literal, $table:ty, $new:expr) => {
        $(#[$doc])*
        #[pyclass(frozen, subclass, name = $python, module = "ferrodyn")]
        pub(crate) struct $class(GroupStore<$table>);

        impl $class {
            /// The group inside a model.
            pub(crate) fn part_of(store: Store<Model, $table>) -> Self {
                Self(GroupStore::Model(store))
            }

            fn table(&self) -> PyResult<$table> {
                match &self.0 {
                    GroupStore::Own(store) => store.with(Clone::clone),
                    GroupStore::Model(store) => store.with(Clone::clone),
                }
            }
        }

        impl Fields for $class {
            fn of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a Self> {
                Ok(object.cast::<Self>()?.get())
            }
            fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
                match &self.0 {
                    GroupStore::Own(store) => descriptor::get(store, py, index),
                    GroupStore::Model(store) => descriptor::get(store, py, index),
                }
            }
            fn set(&self, py: Python<'_>, index: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
                match &self.0 {
                    GroupStore::Own(store) => descriptor::set(store, py, index, value),
                    GroupStore::Model(store) => descriptor::set(store, py, index, value),
                }
            }
        }

        #[pymethods]
        impl $class {
            #[new]
            fn new() -> Self {
                Self(GroupStore::Own(Store::new($new)))
            }

            fn __copy__(&self) -> PyResult<Self> {
                Ok(Self(GroupStore::Own(Store::new(self.table()?))))
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
                self.__copy__()
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let Ok(other) = other.cast::<Self>() else { return Ok(false) };
                Ok(other.get().table()? == self.table()?)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let mut values = Vec::new();
                for (index, info) in <$table>::infos().iter().enumerate() {
                    let value = self.get(py, index)?.bind(py).repr()?.to_string();
                    values.push((info.name.to_owned(), value));
                }
                Ok(repr($python, &mut values))
            }

            #[classattr]
            const __hash__: Option<Py<PyAny>> = None;
        }
    };
}

/// What a new `MjStatistic` holds: unlike a model's, zeros.
const NO_STATISTIC: Statistic =
    Statistic { meaninertia: 0.0, meanmass: 0.0, meansize: 0.0, extent: 0.0, center: Vec3::ZERO };

group!(
    /// Physics options.
    MjOption, "MjOption", Opt, Opt::default()
);
group!(
    /// Statistics of a model.
    MjStatistic, "MjStatistic", Statistic, NO_STATISTIC
);
group!(
    /// Camera, window and global switches.
    VisualGlobal, "Global", v::VisualGlobal, v::VisualGlobal::default()
);
group!(
    /// Rendering quality.
    VisualQuality, "Quality", v::VisualQuality, v::VisualQuality::default()
);
group!(
    /// The light at the camera.
    VisualHeadlight, "Headlight", v::VisualHeadlight, v::VisualHeadlight::default()
);
group!(
    /// Mapping of quantities to what is drawn.
    VisualMap, "Map", v::VisualMap, v::VisualMap::default()
);
group!(
    /// Sizes of decorations.
    VisualScale, "Scale", v::VisualScale, v::VisualScale::default()
);
group!(
    /// Colors of decorations.
    VisualRgba, "Rgba", v::VisualRgba, v::VisualRgba::default()
);

/// Visualization options in groups.
#[pyclass(frozen, module = "ferrodyn")]
pub(crate) struct MjVisual {
    global: Py<VisualGlobal>,
    /// Rendering quality.
    #[pyo3(get)]
    quality: Py<VisualQuality>,
    /// The light at the camera.
    #[pyo3(get)]
    headlight: Py<VisualHeadlight>,
    /// Mapping of quantities to what is drawn.
    #[pyo3(get)]
    map: Py<VisualMap>,
    /// Sizes of decorations.
    #[pyo3(get)]
    scale: Py<VisualScale>,
    /// Colors of decorations.
    #[pyo3(get)]
    rgba: Py<VisualRgba>,
}

macro_rules! part {
    ($py:ident, $m:ident, $class:ident, $name:ident) => {
        Py::new($py, $class::part_of($m.part(|m| &m.vis.$name, |m| &mut m.vis.$name)?))?
    };
}

impl MjVisual {
    /// The visual settings of a model.
    pub(crate) fn of(py: Python<'_>, m: &Store<Model, Model>) -> PyResult<Self> {
        Ok(Self {
            global: part!(py, m, VisualGlobal, global),
            quality: part!(py, m, VisualQuality, quality),
            headlight: part!(py, m, VisualHeadlight, headlight),
            map: part!(py, m, VisualMap, map),
            scale: part!(py, m, VisualScale, scale),
            rgba: part!(py, m, VisualRgba, rgba),
        })
    }
}

#[pymethods]
impl MjVisual {
    /// Camera, window and global switches.
    #[getter]
    fn global_(&self, py: Python<'_>) -> Py<VisualGlobal> {
        self.global.clone_ref(py)
    }

    #[classattr]
    #[pyo3(name = "Global")]
    fn global_class(py: Python<'_>) -> Py<PyAny> {
        py.get_type::<VisualGlobal>().into_any().unbind()
    }

    #[classattr]
    #[pyo3(name = "Quality")]
    fn quality_class(py: Python<'_>) -> Py<PyAny> {
        py.get_type::<VisualQuality>().into_any().unbind()
    }

    #[classattr]
    #[pyo3(name = "Headlight")]
    fn headlight_class(py: Python<'_>) -> Py<PyAny> {
        py.get_type::<VisualHeadlight>().into_any().unbind()
    }

    #[classattr]
    #[pyo3(name = "Map")]
    fn map_class(py: Python<'_>) -> Py<PyAny> {
        py.get_type::<VisualMap>().into_any().unbind()
    }

    #[classattr]
    #[pyo3(name = "Scale")]
    fn scale_class(py: Python<'_>) -> Py<PyAny> {
        py.get_type::<VisualScale>().into_any().unbind()
    }

    #[classattr]
    #[pyo3(name = "Rgba")]
    fn rgba_class(py: Python<'_>) -> Py<PyAny> {
        py.get_type::<VisualRgba>().into_any().unbind()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let parts = [
            ("global_", self.global.bind(py).repr()?),
            ("quality", self.quality.bind(py).repr()?),
            ("headlight", self.headlight.bind(py).repr()?),
            ("map", self.map.bind(py).repr()?),
            ("scale", self.scale.bind(py).repr()?),
            ("rgba", self.rgba.bind(py).repr()?),
        ];
        let lines = parts.map(|(name, part)| {
            let indented = part.to_string().replace('\n', "\n  ");
            format!("  {name}: {indented}\n")
        });
        Ok(format!("<MjVisual\n{}>", lines.concat()))
    }
}

/// Gives the classes their attributes.
pub(crate) fn add_attributes(py: Python<'_>) -> PyResult<()> {
    descriptor::add_fields::<Opt, MjOption>(&py.get_type::<MjOption>())?;
    descriptor::add_fields::<Statistic, MjStatistic>(&py.get_type::<MjStatistic>())?;
    descriptor::add_fields::<v::VisualGlobal, VisualGlobal>(&py.get_type::<VisualGlobal>())?;
    descriptor::add_fields::<v::VisualQuality, VisualQuality>(&py.get_type::<VisualQuality>())?;
    descriptor::add_fields::<v::VisualHeadlight, VisualHeadlight>(
        &py.get_type::<VisualHeadlight>(),
    )?;
    descriptor::add_fields::<v::VisualMap, VisualMap>(&py.get_type::<VisualMap>())?;
    descriptor::add_fields::<v::VisualScale, VisualScale>(&py.get_type::<VisualScale>())?;
    descriptor::add_fields::<v::VisualRgba, VisualRgba>(&py.get_type::<VisualRgba>())
}
