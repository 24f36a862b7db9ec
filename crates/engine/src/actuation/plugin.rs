//! Actuators that plugins drive. Models with plugins are not put into lanes.

use crate::data::{DataOf, Lanes};
use crate::hooks::System;

/// Lets plugins change `act_dot`.
pub(super) fn act_dot<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    let Some(d) = N::single_mut(d).filter(|_| m.nplugin > 0) else { return };
    for (id, plugin) in m.plugins() {
        if let Some(actuator) = plugin.and_then(|plugin| plugin.actuator()) {
            actuator.act_dot(m, d, id);
        }
    }
}

/// Lets plugins write the forces of their actuators.
pub(super) fn actuator_force<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    let Some(d) = N::single_mut(d).filter(|_| m.nplugin > 0) else { return };
    for (id, plugin) in m.plugins() {
        if let Some(actuator) = plugin.and_then(|plugin| plugin.actuator()) {
            actuator.force(m, d, id);
        }
    }
    // the force of an actuator whose plugin instance is missing is NaN, never zero
    for u in m.actuators() {
        let driver = m.actuator_plugin[u].id();
        if driver.is_some_and(|id| m.plugin(id).is_none()) {
            d.actuator_force[u] = f64::NAN;
        }
    }
}
