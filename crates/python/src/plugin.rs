//! Plugins that models may use: those that come with MuJoCo, and Python classes that users register.
//!
//! A class becomes a kind of plugin, an object of it an instance, which every simulation of a model
//! shares. Its methods are called as callbacks are: with the model and data that are in use, and
//! after an exception no more, which is raised by the function called first.

use std::cell::RefCell;
use std::sync::{LazyLock, PoisonError, RwLock};

use ferrodyn_engine::enums::{PluginCapabilityBit, SensorStage};
use ferrodyn_engine::hooks::plugin::{
    ActuatorPlugin, PassivePlugin, Plugin, PluginKind, SensorPlugin,
};
use ferrodyn_engine::hooks::{Attributes, PluginError, Registry};
use ferrodyn_engine::ids::PluginId;
use ferrodyn_engine::{Data, Model};
use ferrodyn_python_macros::pyfunction;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::mj::callback;
use crate::model::MjModel;

/// All kinds that are known.
static REGISTRY: LazyLock<RwLock<Registry>> =
    LazyLock::new(|| RwLock::new(ferrodyn_plugins::registry()));

thread_local! {
    /// The exception by which a class ended the program on this thread while a model was made.
    static EXIT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Makes a model with its plugins; raises as it is what ends a program (`SystemExit`, `KeyboardInterrupt`)
/// and is no problem of the model.
pub(crate) fn with_exits<R>(make: impl FnOnce() -> R) -> PyResult<R> {
    drop(EXIT.take());
    let made = make();
    EXIT.take().map_or(Ok(made), Err)
}

/// The kinds that are known now.
pub(crate) fn registry() -> Registry {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether a model uses plugins that are Python classes.
pub(crate) fn are_python(m: &Model) -> bool {
    let own = ferrodyn_plugins::registry().kinds().count();
    m.plugin.iter().any(|&number| usize::try_from(number).is_ok_and(|number| number >= own))
}

/// A Python class as a kind of plugin.
struct ClassKind {
    name: String,
    attributes: Vec<String>,
    capabilities: Vec<PluginCapabilityBit>,
    stage: SensorStage,
    class: Py<PyAny>,
}

/// Registers a class: `ferrodyn.register_plugin` has checked it.
#[pyfunction]
pub(crate) fn _register_plugin(
    name: String,
    attributes: Vec<String>,
    capabilities: i32,
    stage: i32,
    class: Py<PyAny>,
) -> PyResult<usize> {
    use PluginCapabilityBit::{Actuator, Passive, Sensor};
    let able = |bit: &PluginCapabilityBit| *bit as i32 & capabilities != 0;
    let kind = ClassKind {
        name,
        attributes,
        capabilities: [Actuator, Sensor, Passive].into_iter().filter(able).collect(),
        stage: SensorStage::from_i32(stage).unwrap_or(SensorStage::Acc),
        class,
    };
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    let number = registry.add(kind).map_err(|error| PyValueError::new_err(error.to_string()))?;
    callback::note_change();
    Ok(number)
}

/// Names of all plugins that models may use.
#[pyfunction]
pub(crate) fn _plugins() -> Vec<String> {
    registry().kinds().map(|kind| kind.name().to_owned()).collect()
}

/// Makes the plugins of a model anew, after a change of their attributes or of what they read when
/// they were made.
#[pyfunction]
pub(crate) fn _renew_plugins(py: Python<'_>, m: &Bound<'_, MjModel>) -> PyResult<()> {
    let store = m.get().store()?;
    let renewed = py.detach(|| with_exits(|| store.with_mut(Model::renew_plugins)))??;
    renewed.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The problem that an exception is for a model.
fn refused(py: Python<'_>, error: &PyErr) -> PluginError {
    if !error.is_instance_of::<PyException>(py) {
        EXIT.set(Some(error.clone_ref(py)));
    }
    let kind = error.get_type(py).name().map_or_else(|_| String::new(), |name| name.to_string());
    PluginError::Refused(format!("{kind}: {}", error.value(py)))
}

impl ClassKind {
    fn config<'py>(&self, py: Python<'py>, given: &Attributes) -> PyResult<Bound<'py, PyDict>> {
        let config = PyDict::new(py);
        for name in &self.attributes {
            if let Some(value) = given.get(name) {
                config.set_item(name, value)?;
            }
        }
        Ok(config)
    }

    /// A number that the class has, or computes from the configuration.
    fn count(&self, name: &str, attributes: &Attributes) -> Result<usize, PluginError> {
        Python::attach(|py| {
            let ask = || {
                let count = self.class.bind(py).getattr(name)?;
                let config = self.config(py, attributes)?;
                let count = if count.is_callable() { count.call1((config,))? } else { count };
                count.extract::<usize>()
            };
            ask().map_err(|error| refused(py, &error))
        })
    }

    fn can(&self, capability: PluginCapabilityBit) -> bool {
        self.capabilities.contains(&capability)
    }
}

impl PluginKind for ClassKind {
    fn name(&self) -> &str {
        &self.name
    }

    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &self.capabilities
    }

    fn attributes(&self) -> Vec<&str> {
        self.attributes.iter().map(String::as_str).collect()
    }

    fn state_len(&self, attributes: &Attributes) -> Result<usize, PluginError> {
        self.count("state_len", attributes)
    }

    fn sensor_len(&self, attributes: &Attributes) -> Result<usize, PluginError> {
        self.count("sensor_len", attributes)
    }

    fn sensor_stage(&self) -> SensorStage {
        self.stage
    }

    fn instance(
        &self,
        _: &Model,
        id: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        let object = Python::attach(|py| {
            let make = || self.class.call1(py, (id.0, self.config(py, attributes)?));
            make().map_err(|error| refused(py, &error))
        })?;
        Ok(Box::new(Instance {
            object,
            passive: self.can(PluginCapabilityBit::Passive),
            actuator: self.can(PluginCapabilityBit::Actuator),
            sensor: self.can(PluginCapabilityBit::Sensor),
        }))
    }
}

/// An object of a registered class.
struct Instance {
    object: Py<PyAny>,
    passive: bool,
    actuator: bool,
    sensor: bool,
}

impl Instance {
    fn call(&self, method: &str, m: &Model, d: &mut Data) {
        callback::with_objects(m, d, |model, data| {
            self.object.bind(model.py()).call_method1(method, (model, data)).map(drop)
        });
    }
}

impl Plugin for Instance {
    fn reset(&self, _: &Model, _: PluginId, state: &mut [f64]) {
        callback::attach(|py| {
            let numbers = PyArray1::from_slice(py, state);
            self.object.bind(py).call_method1("reset", (&numbers,))?;
            state.copy_from_slice(&numbers.to_vec()?);
            Ok(())
        });
    }

    fn advance(&self, m: &Model, d: &mut Data, _: PluginId) {
        self.call("advance", m, d);
    }

    fn passive(&self) -> Option<&dyn PassivePlugin> {
        self.passive.then_some(self)
    }

    fn actuator(&self) -> Option<&dyn ActuatorPlugin> {
        self.actuator.then_some(self)
    }

    fn sensor(&self) -> Option<&dyn SensorPlugin> {
        self.sensor.then_some(self)
    }
}

impl PassivePlugin for Instance {
    fn add_force(&self, m: &Model, d: &mut Data, _: PluginId) {
        self.call("passive", m, d);
    }
}

impl ActuatorPlugin for Instance {
    fn act_dot(&self, m: &Model, d: &mut Data, _: PluginId) {
        self.call("act_dot", m, d);
    }

    fn force(&self, m: &Model, d: &mut Data, _: PluginId) {
        self.call("actuator", m, d);
    }
}

impl SensorPlugin for Instance {
    fn measure(&self, m: &Model, d: &mut Data, _: PluginId) {
        self.call("sensor", m, d);
    }
}
