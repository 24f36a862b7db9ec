//! The controls that actuators receive.

use super::delay::delayed_ctrl;
use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, Warning};
use crate::hooks::System;
use crate::math::scalar::is_bad;

/// Reads controls, delayed and clamped as the model says.
///
/// A bad number among them is a warning, and then all are zero.
pub(super) fn read<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>, ctrl: &mut [N]) {
    // without history there is nothing to read but the control of now
    let may_delay = m.nhistory > 0;
    let clamp = !m.opt.disabled(DisableBit::ClampCtrl);
    for (u, input) in m.actuators().zip(ctrl.iter_mut()) {
        let delayed = may_delay && m.actuator_delay[u] != 0.0;
        let now = |lane: usize| d.sims()[lane].time;
        *input = if delayed { delayed_ctrl(m, d, u, now, None) } else { d.ctrl[u] };
        if clamp && m.actuator_ctrllimited[u] != 0 {
            let [low, high] = m.actuator_ctrlrange[u];
            *input = input.clip(low, high);
        }
    }

    for lane in 0..N::LANES {
        if let Some(at) = ctrl.iter().position(|x| is_bad(x.lane(lane))) {
            match N::single_mut(d) {
                Some(d) => m.warn(d, Warning::BadCtrl, at),
                None => d.sims_mut()[lane].warn(Warning::BadCtrl, at),
            }
            for x in ctrl.iter_mut() {
                x.set_lane(lane, 0.0);
            }
        }
    }
}
