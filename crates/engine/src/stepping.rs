//! Decides how several simulations of a model step: in lanes, one by one in shared memory, or each in its own
//! [`Data`](crate::Data).
//!
//! | reads |
//! |---|
//! | `actuator_trntype`, `sensor_type`, `opt.enableflags` |
//!
//! A step usually depends on the state alone ([`StateBit::Integration`](crate::enums::StateBit::Integration)).
//! There are exceptions: sleeping trees, sensors of the kinetic energy (they read that of the step before), and
//! closures and plugins of users, which may read any field that the last step left. Simulations with such a
//! model cannot share memory. Batches and rollouts decide this here and nowhere else.

use std::fmt;

use crate::enums::{EnableBit, SensorType, TrnType};
use crate::hooks::{AsSystem, Hooks, System};
use crate::ids::PluginId;
use crate::reset::check_lanes;

/// How several simulations of a model and its hooks may step, so that each goes where it would go alone, bit for
/// bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepping {
    /// Several at a time in lanes. A step depends on the state alone.
    Lanes,
    /// One after the other in the same data. A step depends on the state alone.
    Single,
    /// Each in its own data, which is kept from step to step.
    Own(Beyond),
}

/// Why the state does not suffice: what else a step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Beyond {
    /// Trees may sleep. No state says which ones do, and a sleeping tree keeps fields from its last motion.
    Sleep,
    /// Sensors of kinetic energy with [`EnableBit::Energy`]: they read that of the step before, as in MuJoCo.
    KineticEnergy,
    /// Closures of the user, which may read what the last step computed.
    Hooks,
    /// A plugin that does not say that it
    /// [follows from the state](crate::hooks::plugin::Plugin::follows_from_state).
    Plugin(PluginId),
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sleep => f.write_str("it lets trees sleep (opt.enableflags)"),
            Self::KineticEnergy => f.write_str(
                "its sensors of kinetic energy read that of the last step (opt.enableflags)",
            ),
            Self::Hooks => f.write_str("it has hooks"),
            Self::Plugin(id) => write!(f, "its plugin instance {} may read any data", id.0),
        }
    }
}

impl Stepping {
    /// How simulations of a model step, as its options are now.
    pub fn of(m: &impl AsSystem) -> Self {
        let m = &m.as_system();
        if let Some(beyond) = Beyond::the_state(m) {
            return Self::Own(beyond);
        }
        // adhesion pulls along contacts, and inverse dynamics are compared with everything
        let adheres = || m.actuators().any(|u| m.actuator_trntype[u] == TrnType::Body);
        if check_lanes(m).is_err() || m.opt.enabled(EnableBit::FwdInv) || adheres() {
            Self::Single
        } else {
            Self::Lanes
        }
    }

    /// Whether each simulation has to keep its data.
    pub fn keeps_data(self) -> bool {
        matches!(self, Self::Own(_))
    }
}

impl Beyond {
    /// What the steps of a model depend on beside the state, if they do.
    fn the_state(m: &System<'_>) -> Option<Self> {
        let reads_data = |(id, plugin): (PluginId, Option<&dyn crate::hooks::plugin::Plugin>)| {
            // a missing instance reads nothing: it leaves NaN
            plugin.filter(|plugin| !plugin.follows_from_state()).map(|_| id)
        };
        let is_of_kinetic = |&kind: &i32| kind == SensorType::EKinetic as i32;
        if m.opt.enabled(EnableBit::Sleep) {
            Some(Self::Sleep)
        } else if m.opt.enabled(EnableBit::Energy) && m.sensor_type.raw().iter().any(is_of_kinetic)
        {
            Some(Self::KineticEnergy)
        } else if are_given_data(m.hooks) {
            Some(Self::Hooks)
        } else {
            m.plugins().find_map(reads_data).map(Self::Plugin)
        }
    }
}

/// Whether there are closures that compute with the data: all but the clock, and those that only watch.
fn are_given_data(hooks: &Hooks) -> bool {
    let Hooks { control, passive, sensor, act_dyn, act_gain, act_bias, contact_filter, .. } = hooks;
    control.is_some()
        || passive.is_some()
        || sensor.is_some()
        || act_dyn.is_some()
        || act_gain.is_some()
        || act_bias.is_some()
        || contact_filter.is_some()
}
