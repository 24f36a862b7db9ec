//! Delays of controls: an actuator receives the value that `ctrl` had some time ago.
//!
//! | reads | writes |
//! |---|---|
//! | `actuator_delay`, `actuator_history`, `ctrl`, `history` | `history` ([`record_ctrl`]) |

use crate::data::{Data, DataOf, Lanes};
use crate::history::{Buffer, HistoryError, Interpolation};
use crate::ids::ActuatorId;
use crate::math::InLanes;
use crate::model::Model;

/// The control of an actuator at `time`, less the delay of the actuator; the current one if the
/// actuator keeps no history. Interpolated as the model says unless `interp` is given.
///
/// # Errors
/// If there is no such actuator.
#[doc(alias = "mj_readCtrl")]
pub fn read_ctrl(
    m: &Model,
    d: &Data,
    u: ActuatorId,
    time: f64,
    interp: Option<Interpolation>,
) -> Result<f64, HistoryError> {
    d.check_plan(m)?;
    if u.0 >= m.nu {
        return Err(HistoryError::NoSuchId { id: u.0 });
    }
    Ok(delayed_ctrl(m, d, u, |_| time, interp))
}

/// Replaces the history of an actuator. Without `times` or `values`, those of the buffer stay.
///
/// # Errors
/// If there is no such actuator or it keeps no history, a slice has not the length of the buffer,
/// or times do not increase.
#[doc(alias = "mj_initCtrlHistory")]
pub fn init_ctrl_history(
    m: &Model,
    d: &mut Data,
    u: ActuatorId,
    times: Option<&[f64]>,
    values: Option<&[f64]>,
) -> Result<(), HistoryError> {
    d.check_plan(m)?;
    let id = u.0;
    if id >= m.nu {
        return Err(HistoryError::NoSuchId { id });
    }
    let buffer = Buffer::of_actuator(m, u).ok_or(HistoryError::NoHistory { id })?;
    buffer.fill(&mut d.history, times, values)
}

/// [`read_ctrl`] in every lane, for an actuator of the model.
pub(crate) fn delayed_ctrl<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    u: ActuatorId,
    time: impl Fn(usize) -> f64,
    interp: Option<Interpolation>,
) -> N {
    let mut ctrl = d.ctrl[u];
    let Some(buffer) = Buffer::of_actuator(m, u) else {
        return ctrl;
    };
    let interp = interp.unwrap_or(Interpolation::from_i32(m.actuator_history[u][1]));
    // times are looked up: refused for numbers that are more than values
    let (Some(history), Some([found])) =
        (N::plain(&d.history), N::plain_mut(std::slice::from_mut(&mut ctrl)))
    else {
        return N::splat(f64::NAN);
    };
    for lane in 0..N::LANES {
        let mut value = [0.0];
        buffer.read(history, lane, time(lane) - m.actuator_delay[u], interp, &mut value);
        found.set_lane(lane, value[0]);
    }
    ctrl
}

/// Adds the controls of this step to the histories of the actuators that keep one.
pub(crate) fn record_ctrl<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if m.nhistory == 0 {
        return;
    }
    for u in m.actuators() {
        let Some(buffer) = Buffer::of_actuator(m, u) else {
            continue;
        };
        let (Some(history), Some([ctrl])) =
            (N::plain_mut(&mut d.history), N::plain(std::slice::from_ref(&d.ctrl[u])))
        else {
            return;
        };
        for lane in 0..N::LANES {
            let slot = buffer.insert(history, lane, d.sims.as_ref()[lane].time);
            history[slot.start].set_lane(lane, ctrl.lane(lane));
        }
    }
}
