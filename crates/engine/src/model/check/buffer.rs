//! Activations, delay buffers, states of plugins and outputs of sensors lie in the arrays of the data.

use super::object::fixed_dim;
use super::{Checked, fits};
use crate::enums::DynType;
use crate::ids::PluginId;
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Checked {
    for a in s.actuators() {
        let stateless = s.actuator_dyntype[a].get() == Some(DynType::None);
        let num = s.actuator_actnum[a];
        let driven = s.actuator_plugin[a].raw() >= 0;
        if stateless != (num == 0) && !driven && !is_stateless_motor(s.actuator_dyntype[a].raw()) {
            let words = "0 without dynamics, else at least 1";
            return Err(StructureError::entry("actuator_actnum", a.0, num, Allowed::Words(words)));
        }
        let samples = i64::from(s.actuator_history[a][0]);
        if samples > 0 {
            let adr = s.actuator_historyadr[a];
            fits("actuator_historyadr", a.0, adr, 2 + 2 * samples, s.nhistory)?;
        }
    }
    for id in (0..s.nplugin).map(PluginId) {
        let num = s.plugin_statenum[id];
        fits("plugin_stateadr", id.0, s.plugin_stateadr[id], num.into(), s.npluginstate)?;
        fits("plugin_attradr", id.0, s.plugin_attradr[id], 0, s.npluginattr)?;
    }
    s.sensors().try_for_each(|id| check_sensor(s, id))
}

/// Dynamics that may do without activations.
fn is_stateless_motor(dyntype: i32) -> bool {
    matches!(DynType::from_i32(dyntype), Some(DynType::DcMotor | DynType::User))
}

fn check_sensor(s: &Structure, id: crate::ids::SensorId) -> Checked {
    let dim = s.sensor_dim[id];
    let fixed = s.sensor_type[id].get().and_then(fixed_dim);
    if let Some(right) = fixed.filter(|right| *right != dim) {
        let allowed = Allowed::Range(right.into(), right.into());
        return Err(StructureError::entry("sensor_dim", id.0, dim, allowed));
    }
    fits("sensor_adr", id.0, s.sensor_adr[id].raw(), dim.into(), s.nsensordata)?;
    let samples = i64::from(s.sensor_history[id][0]);
    if samples > 0 {
        let size = samples.checked_mul(1 + i64::from(dim)).and_then(|n| n.checked_add(2));
        let adr = s.sensor_historyadr[id];
        fits("sensor_historyadr", id.0, adr, size.unwrap_or(i64::MAX), s.nhistory)?;
    }
    Ok(())
}
