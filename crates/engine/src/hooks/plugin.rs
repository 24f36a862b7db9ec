//! Plugins: forces, actuators, sensors and distance fields from outside the engine.
//!
//! A model names instances of plugins, each with attributes and perhaps with numbers of state in
//! `plugin_state`. A [`PluginKind`] makes a [`Plugin`] for each instance, with one trait for each capability:
//!
//! | trait | called | what it does |
//! |---|---|---|
//! | [`PassivePlugin`] | after the passive forces of the model | adds a force to the passive ones |
//! | [`ActuatorPlugin`] | after the actuators of the model | sets rates of activations and forces |
//! | [`SensorPlugin`] | after the sensors of a stage | sets values of sensors |
//! | [`SdfPlugin`] | by collision, rays and tactile sensors | measures distances |
//!
//! Instances are made with [`Model::set_plugins`] and stay with the model and its copies, or they are
//! in the [`Hooks`](super::Hooks) that are passed with it. They are shared by threads and
//! simulations: what changes is kept in `plugin_state`. Where a model names an instance that is not
//! there, the numbers it would compute are NaN, never zero.
//!
//! A plugin consists of a type that computes, a type that makes it, and a line that registers the latter:
//!
//! ```
//! use ferrodyn::enums::PluginCapabilityBit;
//! use ferrodyn::hooks::plugin::{PassivePlugin, Plugin, PluginKind};
//! use ferrodyn::hooks::{Attributes, PluginError};
//! use ferrodyn::ids::{DofId, PluginId};
//! use ferrodyn::{Data, Loader, Model, step};
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
//!     fn capabilities(&self) -> &[PluginCapabilityBit] {
//!         &[PluginCapabilityBit::Passive]
//!     }
//!     fn attributes(&self) -> Vec<&str> {
//!         vec!["force"]
//!     }
//!     fn instance(
//!         &self,
//!         _: &Model,
//!         _: PluginId,
//!         attributes: &Attributes,
//!     ) -> Result<Box<dyn Plugin>, PluginError> {
//!         Ok(Box::new(Wind { force: attributes.number("force")?.unwrap_or(1.0) }))
//!     }
//! }
//!
//! let mut loader = Loader::new();
//! loader.plugins.0.add(WindKind)?;
//! let m = loader.load_str(
//!     r#"<mujoco>
//!         <extension><plugin plugin="example.wind"><instance name="gale"/></plugin></extension>
//!         <worldbody><body>
//!             <joint type="slide" axis="1 0 0"/><geom size=".1"/><plugin instance="gale"/>
//!         </body></worldbody>
//!     </mujoco>"#,
//! )?;
//! let mut d = Data::new(&m);
//! step(&m, &mut d);
//! assert!(d.qvel[0] > 0.0, "the wind blows");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::data::Data;
use crate::enums::{PluginCapabilityBit, SensorStage};
use crate::ids::{GeomId, PluginId, SensorId};
use crate::math::{Mat3, Vec3};
use crate::model::Model;

use super::attributes::{Attributes, PluginError};

/// A kind of plugin, as users register it.
///
/// Besides making instances, it says what a compiler has to know before there is a model.
#[doc(alias = "mjpPlugin")]
pub trait PluginKind: Send + Sync {
    /// The name by which models ask for it, such as `mujoco.pid`.
    fn name(&self) -> &str;

    /// What it can do; only elements of these kinds may name it.
    fn capabilities(&self) -> &[PluginCapabilityBit];

    /// The attributes that an instance may have.
    fn attributes(&self) -> Vec<&str> {
        Vec::new()
    }

    /// How many numbers of state an instance has.
    ///
    /// # Errors
    /// If an attribute makes no sense.
    fn state_len(&self, attributes: &Attributes) -> Result<usize, PluginError> {
        let _ = attributes;
        Ok(0)
    }

    /// How many numbers each sensor of an instance has.
    ///
    /// # Errors
    /// If an attribute makes no sense.
    fn sensor_len(&self, attributes: &Attributes) -> Result<usize, PluginError> {
        let _ = attributes;
        Ok(0)
    }

    /// When sensors are measured.
    fn sensor_stage(&self) -> SensorStage {
        SensorStage::Acc
    }

    /// The distance field of an instance, from which a compiler makes a mesh.
    ///
    /// # Errors
    /// If it is no distance field, or an attribute makes no sense.
    fn field(&self, attributes: &Attributes) -> Result<Box<dyn SdfPlugin>, PluginError> {
        let _ = attributes;
        Err(PluginError::Refused("it is no signed distance field".to_owned()))
    }

    /// An instance of a model. What it reads of the model now is what it knows from then on;
    /// see [`Model::renew_plugins`].
    ///
    /// # Errors
    /// If an attribute is missing or has a value that makes no sense, or does not fit the model.
    fn instance(
        &self,
        m: &Model,
        id: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError>;
}

/// An instance of a plugin in a model.
pub trait Plugin: Send + Sync {
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

    /// Whether what it computes follows from the state of the simulation and what the same step has computed
    /// before it, and from nothing that an earlier step left in the data.
    ///
    /// Simulations of a batch share memory then; else each of them keeps its data. A plugin that says so
    /// although it reads older values gives wrong results in batches.
    fn follows_from_state(&self) -> bool {
        false
    }

    /// Draws what it knows, when a scene is made.
    fn visualize(&self, m: &Model, d: &Data, id: PluginId, canvas: &mut dyn Canvas) {
        let _ = (m, d, id, canvas);
    }
}

/// Where plugins draw.
pub trait Canvas {
    /// Shows how points slid down a distance field when contacts with it were looked for, if that is
    /// asked for.
    fn show_descents(&mut self, id: PluginId);

    /// Gives a geom another color.
    fn color(&mut self, geom: GeomId, rgb: [f32; 3]);

    /// Adds a box for a sensor, with half sizes, a pose, color and opacity.
    fn add_box(&mut self, sensor: SensorId, size: Vec3, pose: (Vec3, Mat3), rgba: [f32; 4]);
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
    /// Writes its sensors, in `sensordata`; their cutoff follows.
    fn measure(&self, m: &Model, d: &mut Data, id: PluginId);
}

/// A plugin that is the signed distance field of geoms.
pub trait SdfPlugin: Send + Sync {
    /// Distance from a point to the surface, negative inside.
    fn distance(&self, point: Vec3) -> f64;

    /// Gradient of the distance.
    fn gradient(&self, point: Vec3) -> Vec3;

    /// Both at once, for fields that find the gradient from the distance.
    fn distance_and_gradient(&self, point: Vec3) -> (f64, Vec3) {
        (self.distance(point), self.gradient(point))
    }

    /// Center and half sizes of a box around the surface.
    fn aabb(&self) -> [Vec3; 2];
}
