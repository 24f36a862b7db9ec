//! Views of sensors.
//!
//! | reads |
//! |---|
//! | `sensor_type` |

use crate::data::Data;
use crate::enums::SensorType;
use crate::ids::SensorId;
use crate::model::Model;

/// What data has of one sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SensorView<'a> {
    /// The sensor.
    pub id: SensorId,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// What it measures; `None` for a number that names nothing.
    pub kind: Option<SensorType>,
    /// The readings.
    pub values: &'a [f64],
}

impl Data {
    /// What belongs to a sensor.
    ///
    /// # Panics
    /// As indexing does: if the model has no such sensor, or the data is of another model.
    pub fn sensor<'a>(&'a self, m: &'a Model, s: SensorId) -> SensorView<'a> {
        SensorView {
            id: s,
            name: m.name(s),
            kind: m.sensor_type[s].get(),
            values: &self.sensordata[m.sensor_values(s)],
        }
    }

    /// [`sensor`](Self::sensor) of all sensors.
    ///
    /// # Panics
    /// If the data is of another model.
    pub fn sensors<'a>(&'a self, m: &'a Model) -> impl ExactSizeIterator<Item = SensorView<'a>> {
        m.sensors().map(move |s| self.sensor(m, s))
    }
}
