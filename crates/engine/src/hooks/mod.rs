//! [`Hooks`]: closures and plugins of the user that the pipeline calls.
//!
//! They are kept beside the model and passed with it:
//!
//! ```text
//! let hooks = Hooks { control: Some(Arc::new(|_, d| d.ctrl[0] = 1.0)), ..Hooks::default() };
//! step(&m, &mut d);                // the model alone
//! step(&m.with(&hooks), &mut d);   // with its hooks
//! ```

mod attributes;
pub mod plugin;
mod registry;
pub(crate) mod stopwatch;
mod system;

use std::fmt;
use std::sync::Arc;

pub use attributes::{Attributes, PluginError};
pub use registry::{Plugins, Registry};
pub use system::{AsSystem, System};

use crate::data::Data;
use crate::enums::Warning;
use crate::ids::{ActuatorId, GeomId};
use crate::model::Model;

/// Called with the data to change: controls, passive forces.
pub type Change = Arc<dyn Fn(&Model, &mut Data) + Send + Sync>;
/// Called with the data and the stage (1 positions, 2 velocities, 3 accelerations).
pub type SensorStage = Arc<dyn Fn(&Model, &mut Data, i32) + Send + Sync>;
/// A number that depends on the state, for one actuator.
pub type OfActuator = Arc<dyn Fn(&Model, &Data, ActuatorId) -> f64 + Send + Sync>;
/// Whether the contact of two geoms is left out.
pub type OfGeoms = Arc<dyn Fn(&Model, &Data, GeomId, GeomId) -> bool + Send + Sync>;

/// The time, for timers.
pub type Clock = Arc<dyn Fn(&Model, &mut Data) -> f64 + Send + Sync>;

/// Whether to end soon.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// Told of a warning: which, and the number that comes with it.
pub type OfWarning = Arc<dyn Fn(&Model, &Data, Warning, usize) + Send + Sync>;

/// Told of something that happened to data.
pub type OfData = Arc<dyn Fn(&Model, &Data) + Send + Sync>;

/// Closures and plugins that the pipeline calls besides its own stages. Copies share them.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Sets controls and applied forces, before actuation.
    #[doc(alias = "mjcb_control")]
    pub control: Option<Change>,
    /// Adds to `qfrc_passive`.
    #[doc(alias = "mjcb_passive")]
    pub passive: Option<Change>,
    /// Writes the values of user sensors of a stage.
    #[doc(alias = "mjcb_sensor")]
    pub sensor: Option<SensorStage>,
    /// `act_dot` of actuators whose dynamics are of type user.
    #[doc(alias = "mjcb_act_dyn")]
    pub act_dyn: Option<OfActuator>,
    /// Gain of actuators whose gain is of type user.
    #[doc(alias = "mjcb_act_gain")]
    pub act_gain: Option<OfActuator>,
    /// Bias of actuators whose bias is of type user.
    #[doc(alias = "mjcb_act_bias")]
    pub act_bias: Option<OfActuator>,
    /// Leaves out contacts.
    #[doc(alias = "mjcb_contactfilter")]
    pub contact_filter: Option<OfGeoms>,
    /// Tells the time in any unit; without it, timers stay as they are.
    #[doc(alias = "mjcb_time")]
    pub time: Option<Clock>,
    /// Whether the clock is also read around every stage, not only around whole functions: a reading
    /// takes as long as a stage of a small model.
    pub time_stages: bool,
    /// Asked about every few milliseconds while solvers iterate, contacts are found or length ranges
    /// are computed. Once it says true, they stop and the call ends soon with what it has, for the
    /// caller to raise or go on; it should stay true until then.
    pub interrupt: Option<Interrupt>,
    /// Told of a warning that the data has not counted since its reset. Bad states are still in the data,
    /// which is reset afterwards; [`mod@crate::warning`] has words for it.
    #[doc(alias = "mju_user_warning")]
    pub warning: Option<OfWarning>,
    /// Told of the first time since a reset that PGS went on where CG had not converged, see
    /// [`solver::fall_back_to_pgs`](crate::solver::fall_back_to_pgs).
    pub fallback: Option<OfData>,
    /// The plugins of the model.
    pub plugins: Plugins,
}

impl Hooks {
    /// None at all.
    pub const NONE: Self = Self {
        control: None,
        passive: None,
        sensor: None,
        act_dyn: None,
        act_gain: None,
        act_bias: None,
        contact_filter: None,
        time: None,
        time_stages: false,
        interrupt: None,
        warning: None,
        fallback: None,
        plugins: Plugins::NONE,
    };

    /// Whether there are plugins, which then replace those of the model.
    pub(crate) fn has_plugins(&self) -> bool {
        !self.plugins.is_empty()
    }

    /// Whether the user wants the call to end.
    #[inline]
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }

    /// Calls the control closure, if there is one.
    pub(crate) fn control(&self, m: &Model, d: &mut Data) {
        if let Some(control) = &self.control {
            control(m, d);
        }
    }
}

#[cfg(test)]
mod tests;

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks")
            .field("control", &self.control.is_some())
            .field("passive", &self.passive.is_some())
            .field("sensor", &self.sensor.is_some())
            .field("act_dyn", &self.act_dyn.is_some())
            .field("act_gain", &self.act_gain.is_some())
            .field("act_bias", &self.act_bias.is_some())
            .field("contact_filter", &self.contact_filter.is_some())
            .field("time", &self.time.is_some())
            .field("time_stages", &self.time_stages)
            .field("interrupt", &self.interrupt.is_some())
            .field("warning", &self.warning.is_some())
            .field("fallback", &self.fallback.is_some())
            .field("plugins", &self.plugins.len())
            .finish()
    }
}
