//! The controls that actuators receive.

use super::delay::delayed_ctrl;
use crate::constants::MAXVAL;
use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, Warning};
use crate::hooks::System;
use crate::math::InLanes;
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

    let good = |x: N| x.abs().le(N::splat(MAXVAL));
    if !ctrl.iter().all(|&x| N::known_all(good(x))) {
        warn(m, d, ctrl);
        let bad = ctrl.iter().map(|&x| N::select(good(x), N::ZERO, N::ONE));
        let all_good = bad.fold(N::ZERO, N::max_num).eq_mask(N::ZERO);
        for x in ctrl.iter_mut() {
            *x = N::select(all_good, *x, N::ZERO);
        }
    }
}

/// Warns where controls are bad numbers, as far as their values are known.
#[cold]
fn warn<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>, ctrl: &[N]) {
    let Some(ctrl) = N::plain(ctrl) else { return };
    for lane in 0..N::LANES {
        if let Some(at) = ctrl.iter().position(|x| is_bad(x.lane(lane))) {
            match N::single_mut(d) {
                Some(d) => m.warn(d, Warning::BadCtrl, at),
                None => d.sims_mut()[lane].warn(Warning::BadCtrl, at),
            }
        }
    }
}
