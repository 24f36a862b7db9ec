//! Sensors that read the past: delays, sampling intervals, and the history both use.
//!
//! | reads | writes |
//! |---|---|
//! | `history`, `time` | the value of a sensor |
//! | `sensordata`, `time` | `history` |
//! | `sensor_history`, `sensor_delay`, `sensor_interval` | |

use crate::data::{Data, DataOf, Lanes};
use crate::history::{Buffer, Interpolation};
use crate::hooks::{AsSystem, System};
use crate::ids::SensorId;

use super::{compute_now, in_copy, place};

/// The value that a sensor shows now: computed, or from its history if it has a delay or waits for
/// the end of its interval.
pub(super) fn compute_or_recall(m: &System<'_>, d: &mut Data, s: SensorId, out: &mut [f64]) {
    let Some(buffer) = Buffer::of_sensor(m, s) else {
        return compute_now(m, d, s, out);
    };
    let delayed = m.sensor_delay[s] > 0.0;
    let interval = m.sensor_interval[s][0];
    if delayed || (interval > 0.0 && !is_due(d, buffer, interval)) {
        let interp = Interpolation::from_i32(m.sensor_history[s][1]);
        buffer.read(&d.history, 0, d.time - m.sensor_delay[s], interp, out);
    } else {
        compute_now(m, d, s, out);
    }
}

/// Whether the interval of a sensor has ended.
fn is_due(d: &Data, buffer: Buffer, interval: f64) -> bool {
    d.history[buffer.tick()] + interval <= d.time
}

/// [`advance_history`] as part of a step. Models with such sensors are not put into lanes.
pub(crate) fn record<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    if m.nhistory > 0
        && let Some(d) = N::single_mut(d)
    {
        advance_history(m, d);
    }
}

/// Adds the current values of sensors to their histories: part of advancing to the next time.
#[doc(alias = "mj_advance")]
pub(crate) fn advance_history(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    for s in m.sensors() {
        let Some(buffer) = Buffer::of_sensor(m, s) else {
            continue;
        };
        let interval = m.sensor_interval[s][0];
        if interval > 0.0 {
            if !is_due(d, buffer, interval) {
                continue;
            }
            // by the interval exactly, so that rounding up to steps does not add up
            d.history[buffer.tick()] += interval;
        }
        let time = d.time;
        let sample = buffer.insert(&mut d.history, 0, time);

        if m.sensor_delay[s] > 0.0 {
            // `sensordata` holds a value of the past
            in_copy(m, d, s, |d| &mut d.history.as_mut_slice()[sample.clone()], compute_now);
        } else {
            let Data { sensordata, history, .. } = d;
            let value = place(m, s, sensordata);
            history[sample].iter_mut().zip(value).for_each(|(to, from)| *to = *from);
        }
    }
}
