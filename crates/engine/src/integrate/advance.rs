//! The last part of every integrator: the next state and time.
//!
//! | reads | writes |
//! |---|---|
//! | activation derivatives, accelerations, velocities | `act`, `qvel`, `qpos`, `time`, `history`, `qacc_warmstart` |

use crate::actuation::advance_activations;
use crate::actuation::delay::record_ctrl;
use crate::data::DataOf;
use crate::math::Num;
use crate::model::Model;
use crate::sensor;

use super::pos::integrate_pos;

/// Advances activations by `act_dot`, velocities by `qacc`, positions by `qvel` if given and by
/// the new velocities otherwise, and the time.
#[doc(alias = "mj_advance")]
pub(crate) fn advance<N: Num>(
    m: &Model,
    d: &mut DataOf<N>,
    act_dot: &[N],
    qacc: &[N],
    qvel: Option<&[N]>,
) {
    record_ctrl(m, d);
    sensor::record(m, d);
    advance_activations(m, d, act_dot);

    let h = m.opt.timestep;
    for (v, &a) in d.qvel.iter_mut().zip(qacc) {
        *v += a * h;
    }
    let DataOf { qpos, qvel: new_qvel, .. } = d;
    integrate_pos(m, qpos, qvel.unwrap_or(new_qvel), h);
    d.time += h;
    let DataOf { qacc, qacc_warmstart, .. } = d;
    qacc_warmstart.copy_from_slice(qacc);
}
