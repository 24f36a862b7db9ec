//! Data of several simulations, one in each lane of its numbers, and what cannot be put there.

use std::fmt;

use super::{Data, DataOf};
use crate::callbacks::Callbacks;
use crate::enums::EnableBit;
use crate::math::{Num, Pack};
use crate::model::Model;

impl<const L: usize> DataOf<Pack<L>> {
    /// Allocates data for `L` simulations of a model, each in the state that
    /// [`reset`](Self::reset) describes.
    ///
    /// # Errors
    /// If the model has something that belongs to single simulations.
    ///
    /// # Panics
    /// If the machine has not enough memory.
    pub fn in_lanes(m: &Model) -> Result<Self, LanesError> {
        let actuator =
            |c: &Callbacks| c.act_dyn.is_some() || c.act_gain.is_some() || c.act_bias.is_some();
        if m.opt.enabled(EnableBit::Sleep) {
            Err(LanesError::Sleep)
        } else if actuator(&m.callbacks) || m.callbacks.passive.is_some() {
            Err(LanesError::Callbacks)
        } else if m.sensors().any(|s| m.sensor_history[s][0] > 0) {
            Err(LanesError::SensorHistory)
        } else {
            Ok(Self::make(m))
        }
    }
}

/// Why a model cannot be simulated in lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanesError {
    /// Each simulation would sleep by itself.
    Sleep,
    /// Closures of the user take the data of one simulation.
    Callbacks,
    /// Sensors that keep a history are computed for one simulation.
    SensorHistory,
}

impl fmt::Display for LanesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sleep => "models with sleep enabled cannot be simulated in lanes: disable it",
            Self::Callbacks => {
                "models with callbacks of actuators or passive forces cannot be simulated in lanes"
            }
            Self::SensorHistory => {
                "models with delayed sensors cannot be simulated in lanes: remove nsample"
            }
        })
    }
}

impl std::error::Error for LanesError {}

/// Number types that data is made of.
pub trait Lanes: Num {
    /// The data, if it is of a single simulation.
    fn single(d: &DataOf<Self>) -> Option<&Data>;
    /// The data, to be written, if it is of a single simulation.
    fn single_mut(d: &mut DataOf<Self>) -> Option<&mut Data>;
}

impl Lanes for f64 {
    fn single(d: &Data) -> Option<&Data> {
        Some(d)
    }
    fn single_mut(d: &mut Data) -> Option<&mut Data> {
        Some(d)
    }
}

impl<const L: usize> Lanes for Pack<L> {
    fn single(_: &DataOf<Self>) -> Option<&Data> {
        None
    }
    fn single_mut(_: &mut DataOf<Self>) -> Option<&mut Data> {
        None
    }
}
