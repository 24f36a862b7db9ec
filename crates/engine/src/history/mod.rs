//! Past controls and sensor values, for delays and for sampling at intervals.
//!
//! | reads | writes |
//! |---|---|
//! | `sensordata`, `sensor_dim`, `sensor_adr`, `sensor_history`, `sensor_delay` | `history` |
//!
//! [`Buffer`] says how they are kept in `history`; delays of controls are in
//! [`actuation::delay`](crate::actuation::delay).

mod buffer;

use std::fmt;

pub(crate) use buffer::Buffer;
pub use buffer::Interpolation;

use crate::data::{Data, WrongModel};
use crate::ids::SensorId;
use crate::model::Model;

/// Why a history could not be read or written.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HistoryError {
    /// There is no actuator or sensor with that id.
    NoSuchId {
        /// The id asked for.
        id: usize,
    },
    /// The actuator or sensor keeps no history.
    NoHistory {
        /// The id asked for.
        id: usize,
    },
    /// A slice has not the length that the buffer has.
    Length {
        /// What the slice holds.
        what: &'static str,
        /// The length it must have.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// The times do not increase.
    Times {
        /// The first time that is not larger than the one before.
        index: usize,
    },
    /// The data is of another model.
    Data(WrongModel),
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchId { id } => write!(f, "there is no actuator or sensor {id}"),
            Self::NoHistory { id } => write!(f, "actuator or sensor {id} has no history buffer"),
            Self::Length { what, expected, found } => {
                write!(f, "{what} must have length {expected}, got {found}")
            }
            Self::Times { index } => {
                write!(f, "times must be strictly increasing, entry {index} is not")
            }
            Self::Data(error) => write!(f, "{error}"),
        }
    }
}

crate::debug_as_message!(HistoryError);

impl std::error::Error for HistoryError {}

impl From<WrongModel> for HistoryError {
    fn from(error: WrongModel) -> Self {
        Self::Data(error)
    }
}

/// The value of a sensor at `time`, less the delay of the sensor; the current one if the sensor
/// keeps no history. Interpolated as the model says unless `interp` is given.
///
/// # Errors
/// If there is no such sensor, or `out` has not the length of its value.
#[doc(alias = "mj_readSensor")]
pub fn read_sensor(
    m: &Model,
    d: &Data,
    s: SensorId,
    time: f64,
    interp: Option<Interpolation>,
    out: &mut [f64],
) -> Result<(), HistoryError> {
    d.check_plan(m)?;
    let id = s.0;
    let dim = *m.sensor_dim.get(id).ok_or(HistoryError::NoSuchId { id })?;
    if usize::try_from(dim).ok() != Some(out.len()) {
        let expected = usize::try_from(dim).unwrap_or(0);
        return Err(HistoryError::Length { what: "the result", expected, found: out.len() });
    }
    if let Some(buffer) = Buffer::of_sensor(m, s) {
        let interp = interp.unwrap_or(Interpolation::from_i32(m.sensor_history[s][1]));
        buffer.read(&d.history, 0, time - m.sensor_delay[s], interp, out);
    } else {
        let start = usize::try_from(m.sensor_adr[s].raw()).unwrap_or(usize::MAX);
        let values = d.sensordata.get(start..).into_iter().flatten();
        out.iter_mut().zip(values).for_each(|(to, from)| *to = *from);
    }
    Ok(())
}

/// Replaces the history of a sensor, and the time of its last interval. Without `times` or
/// `values`, those of the buffer stay.
///
/// # Errors
/// If there is no such sensor or it keeps no history, a slice has not the length of the buffer, or
/// times do not increase.
#[doc(alias = "mj_initSensorHistory")]
pub fn init_sensor_history(
    m: &Model,
    d: &mut Data,
    s: SensorId,
    times: Option<&[f64]>,
    values: Option<&[f64]>,
    phase: f64,
) -> Result<(), HistoryError> {
    d.check_plan(m)?;
    let id = s.0;
    if id >= m.nsensor {
        return Err(HistoryError::NoSuchId { id });
    }
    let buffer = Buffer::of_sensor(m, s).ok_or(HistoryError::NoHistory { id })?;
    buffer.fill(&mut d.history, times, values)?;
    d.history[buffer.tick()] = phase;
    Ok(())
}
