//! Plugins: forces, actuators, sensors and distance fields from outside the engine.
//!
//! A model names instances of plugins, each with attributes and perhaps with numbers of state in
//! `plugin_state`. A [`PluginKind`] makes a [`Plugin`] of an instance; what it can do is in traits
//! of their own:
//!
//! | trait | called | what it does |
//! |---|---|---|
//! | [`PassivePlugin`] | after the passive forces of the model | adds a force to the passive ones |
//! | [`ActuatorPlugin`] | after the actuators of the model | sets rates of activations and forces |
//! | [`SensorPlugin`] | after the sensors of a stage | sets values of sensors |
//! | [`SdfPlugin`] | by collision, rays and tactile sensors | measures distances |
//!
//! An instance is shared by threads and simulations: what changes is kept in `plugin_state`. Where a
//! model has an instance and its hooks have none, the numbers it would compute are NaN, never zero.
//!
//! A plugin is a type with what it does, a type that makes it, and a line that registers this one:
//!
//! ```
//! use ferrodyn_engine::hooks::plugin::{PassivePlugin, Plugin, PluginKind};
//! use ferrodyn_engine::hooks::{Attributes, Hooks, PluginError, Plugins, Registry};
//! use ferrodyn_engine::ids::{DofId, PluginId};
//! use ferrodyn_engine::{Data, Model, Sizes};
//!
//! /// Pushes the first degree of freedom.
//! struct Wind {
//!     force: f64,
//! }
//!
//! impl Plugin for Wind {
//!     fn passive(&self) -> Option<&dyn PassivePlugin> {
//!         Some(self)
//!     }
//! }
//!
//! impl PassivePlugin for Wind {
//!     fn add_force(&self, _: &Model, d: &mut Data, _: PluginId) {
//!         d.qfrc_passive[DofId(0)] += self.force;
//!     }
//! }
//!
//! struct WindKind;
//!
//! impl PluginKind for WindKind {
//!     fn name(&self) -> &str {
//!         "example.wind"
//!     }
//!     fn attributes(&self) -> &[&str] {
//!         &["force"]
//!     }
//!     fn instance(&self, attributes: &Attributes) -> Result<Box<dyn Plugin>, PluginError> {
//!         Ok(Box::new(Wind { force: attributes.number("force")?.unwrap_or(1.0) }))
//!     }
//! }
//!
//! let mut registry = Registry::default();
//! registry.add(WindKind)?;
//! # let m = ferrodyn_engine::model::Draft::new(Sizes { nbody: 1, ..Sizes::default() })?.finish()?;
//! # let mut d = Data::new(&m);
//! let hooks = Hooks { plugins: Plugins::of(&m, &registry)?, ..Hooks::default() };
//! ferrodyn_engine::step(&m.with(&hooks), &mut d);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::data::Data;
use crate::enums::SensorStage;
use crate::ids::{PluginId, SensorId};
use crate::math::Vec3;
use crate::model::Model;

use super::registry::{Attributes, PluginError};

/// A kind of plugin, as users register it.
#[doc(alias = "mjpPlugin")]
pub trait PluginKind: Send + Sync {
    /// The name by which models ask for it, such as `mujoco.pid`.
    fn name(&self) -> &str;

    /// The attributes that an instance may have.
    fn attributes(&self) -> &[&str] {
        &[]
    }

    /// An instance with attributes.
    ///
    /// # Errors
    /// If an attribute is missing or has a value that makes no sense.
    fn instance(&self, attributes: &Attributes) -> Result<Box<dyn Plugin>, PluginError>;
}

/// An instance of a plugin in a model.
pub trait Plugin: Send + Sync {
    /// How many numbers of state it has.
    fn state_len(&self, m: &Model, id: PluginId) -> usize {
        let _ = (m, id);
        0
    }

    /// Writes the state to start from; it is zero before.
    fn reset(&self, m: &Model, id: PluginId, state: &mut [f64]) {
        let _ = (m, id, state);
    }

    /// Advances the state by a time step, after positions and time.
    fn advance(&self, m: &Model, d: &mut Data, id: PluginId) {
        let _ = (m, d, id);
    }

    /// The passive force, if it has one.
    fn passive(&self) -> Option<&dyn PassivePlugin> {
        None
    }

    /// The actuators, if it drives any.
    fn actuator(&self) -> Option<&dyn ActuatorPlugin> {
        None
    }

    /// The sensors, if it has any.
    fn sensor(&self) -> Option<&dyn SensorPlugin> {
        None
    }

    /// The distance field, if it is one.
    fn sdf(&self) -> Option<&dyn SdfPlugin> {
        None
    }
}

/// A plugin with a passive force.
pub trait PassivePlugin {
    /// Adds its force to `qfrc_passive`.
    fn add_force(&self, m: &Model, d: &mut Data, id: PluginId);
}

/// A plugin that drives the actuators whose `actuator_plugin` it is.
pub trait ActuatorPlugin {
    /// Writes the rates of activations, in `act_dot`; those of the model are there, and zero for
    /// activations that only the plugin knows.
    fn act_dot(&self, m: &Model, d: &mut Data, id: PluginId) {
        let _ = (m, d, id);
    }

    /// Writes the forces of its actuators, in `actuator_force`, before they are limited.
    fn force(&self, m: &Model, d: &mut Data, id: PluginId);
}

/// A plugin that computes the sensors whose `sensor_plugin` it is.
pub trait SensorPlugin {
    /// When it is called.
    fn stage(&self) -> SensorStage;

    /// How many numbers a sensor has.
    fn len(&self, m: &Model, sensor: SensorId) -> usize;

    /// Writes its sensors, in `sensordata`; their cutoff follows.
    fn measure(&self, m: &Model, d: &mut Data, id: PluginId);
}

/// A plugin that is the signed distance field of geoms.
pub trait SdfPlugin {
    /// Distance from a point to the surface, negative inside.
    fn distance(&self, point: Vec3) -> f64;

    /// Gradient of the distance.
    fn gradient(&self, point: Vec3) -> Vec3;

    /// Center and half sizes of a box around the surface.
    fn aabb(&self) -> [Vec3; 2];
}
