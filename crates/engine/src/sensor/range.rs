//! Sensors that cast rays or measure distances between geoms.
//!
//! None of them is computed: [`unsupported`](super::unsupported) names the first one of a model, so
//! that a caller can refuse it. This is the place where their values will come from.

use crate::data::Data;
use crate::enums::SensorType;
use crate::ids::SensorId;
use crate::model::Model;

use super::reading::Reading;

/// MJCF's name of a sensor type if it is not computed.
pub(super) fn unsupported_name(kind: SensorType) -> Option<&'static str> {
    match kind {
        SensorType::RangeFinder => Some("rangefinder"),
        SensorType::GeomDist => Some("distance"),
        SensorType::GeomNormal => Some("normal"),
        SensorType::GeomFromTo => Some("fromto"),
        SensorType::Plugin => Some("plugin"),
        _ => None,
    }
}

/// The value of a rangefinder, distance, normal or fromto sensor: none is computed.
pub(super) fn read(_m: &Model, _d: &Data, _s: SensorId) -> Option<Reading> {
    None
}
