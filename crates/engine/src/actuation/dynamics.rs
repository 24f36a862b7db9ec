//! Activations: their rates of change, and the step from one to the next.
//!
//! | reads | writes |
//! |---|---|
//! | `actuator_actlimited`, `actuator_dynprm` | `act`, `act_dot` |
//! | `actuator_actrange`, `opt.disableflags`, `opt.timestep` | |
//!
//! | type | rate |
//! |---|---|
//! | integrator | `ctrl` |
//! | filter, filterexact | `(ctrl - act) / tau` |
//! | muscle | a filter whose time constant depends on `act` |
//! | dcmotor | up to five states, see [`dcmotor`] |
//! | user | what the user's closure returns |

use super::filter::decay;
use super::{activations, ask, dcmotor, is_asleep, muscle, planned};
use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, DynType};
use crate::hooks::System;
use crate::ids::{ActAdr, ActuatorId};
use crate::math::{MINVAL, scalar};
use crate::model::Model;
use crate::model::facts::actuator_disabled;

/// Rates of all activations: `act_dot`. A motor with a slew rate limit changes its control.
pub(super) fn act_dot<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>, ctrl: &mut [N]) {
    if m.na == 0 {
        return;
    }
    for (u, ctrl) in m.actuators().zip(ctrl) {
        let Some(range) = activations(m, u).filter(|_| !is_asleep(m, d, u)) else {
            continue;
        };
        // all activations but the last belong to a plugin or another model of dynamics
        d.act_dot.as_mut_slice()[range.clone()].fill(N::ZERO);
        let last = ActAdr(range.end - 1);
        let act = d.act[last];
        d.act_dot[last] = match planned(m, u).dynamics {
            Some(DynType::Integrator) => *ctrl,
            Some(DynType::Filter | DynType::FilterExact) => {
                (*ctrl - act) / N::splat(time_constant(m, u))
            }
            Some(DynType::Muscle) => {
                let [tau_act, tau_deact, width, ..] = m.actuator_dynprm[u];
                muscle::dynamics(*ctrl, act, &[tau_act, tau_deact, width])
            }
            Some(DynType::DcMotor) => {
                dcmotor::act_dot(m, d, u, range, ctrl);
                continue;
            }
            _ if range.len() == 1 => ask(m.hooks.act_dyn.as_ref(), m, d, u).unwrap_or(N::ZERO),
            _ => N::ZERO,
        };
    }
}

/// The first parameter of the dynamics, large enough to divide by.
fn time_constant(m: &Model, u: ActuatorId) -> f64 {
    scalar::max(MINVAL, m.actuator_dynprm[u][0])
}

/// An activation one time step later, given its rate; limited as the model says.
#[doc(alias = "mj_nextActivation")]
pub(crate) fn next_activation<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    u: ActuatorId,
    adr: ActAdr,
    act_dot: N,
) -> N {
    let (act, h) = (d.act[adr], m.opt.timestep);
    let next = match planned(m, u).dynamics {
        Some(DynType::FilterExact) => decay(act, act_dot, time_constant(m, u), h),
        Some(DynType::DcMotor) => return dcmotor::next_activation(m, d, u, adr, act_dot),
        _ => act + act_dot * h,
    };
    if m.actuator_actlimited[u] == 0 {
        return next;
    }
    let [low, high] = m.actuator_actrange[u];
    next.clip(low, high)
}

/// Advances all activations by one time step; those of disabled actuators as if at rest.
pub(crate) fn advance_activations<N: Lanes>(m: &Model, d: &mut DataOf<N>, act_dot: &[N]) {
    if m.na == 0 || m.opt.disabled(DisableBit::Actuation) {
        return;
    }
    for u in m.actuators() {
        let disabled = actuator_disabled(m, u);
        for adr in activations(m, u).into_iter().flatten().map(ActAdr) {
            let rate = if disabled { N::ZERO } else { act_dot[adr.0] };
            d.act[adr] = next_activation(m, d, u, adr, rate);
        }
    }
}
