//! The derivative of actuator forces in the velocity.
//!
//! | reads | writes |
//! |---|---|
//! | `actuator_force`, `actuator_length`, `actuator_velocity`, `ctrl`, `act`, `act_dot`, `actuator_moment` | adds to `qDeriv` |
//! | `moment_rownnz`, `moment_rowadr`, `moment_colind`, `actuator_dyntype` | |
//! | `actuator_actadr`, `actuator_actnum` | |
//! | `actuator_forcelimited`, `actuator_dynprm`, `actuator_gainprm`, `actuator_biasprm` | |
//! | `actuator_actearly`, `actuator_forcerange`, `actuator_acc0`, `actuator_lengthrange` | |
//! | `opt.disableflags`, `opt.timestep` | |

use super::quadratic::add_row;
use crate::actuation::{is_asleep, muscle, next_activation};
use crate::data::{DataOf, Lanes};
use crate::enums::{BiasType, DisableBit, DynType, GainType};
use crate::ids::{ActAdr, ActuatorId};
use crate::math::{MINVAL, fun, scalar};
use crate::model::Model;
use crate::model::facts::actuator_disabled;

/// Adds `d qfrc_actuator / d qvel` to `qDeriv`; nothing for forces at their limits.
#[doc(alias = "mjd_actuator_vel")]
pub(crate) fn actuator_vel<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if m.opt.disabled(DisableBit::Actuation) {
        return;
    }
    for u in m.actuators().filter(|&u| !actuator_disabled(m, u)) {
        if is_asleep(m, d, u) {
            continue;
        }
        let slope = unless_limited(m, d, u, force_slope(m, d, u));
        if !N::known_all(slope.eq_mask(N::ZERO)) {
            let start = d.moment_rowadr[u] as usize;
            let row = start..start + d.moment_rownnz[u] as usize;
            let DataOf { qDeriv, actuator_moment, moment_colind, .. } = d;
            let (columns, moment) = (moment_colind.as_slice(), actuator_moment.as_slice());
            add_row(m, qDeriv, &columns[row.clone()], &moment[row], slope);
        }
    }
}

/// The slope, or zero where the force is at a limit.
fn unless_limited<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId, slope: N) -> N {
    if m.actuator_forcelimited[u] == 0 {
        return slope;
    }
    let [low, high] = m.actuator_forcerange[u].map(N::splat);
    let force = d.actuator_force[u];
    let below = N::select(force.lt(high), slope, N::ZERO);
    N::select(low.lt(force), below, N::ZERO)
}

/// Derivative of the force of an actuator in its velocity.
fn force_slope<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId) -> N {
    let planned = &m.plan().actuators.list[u.0];
    let mut slope = match planned.bias {
        Some(BiasType::Affine) => m.actuator_biasprm[u][2],
        Some(BiasType::DcMotor) => back_emf_slope(m, u),
        _ => 0.0,
    };
    let gain = match planned.gain {
        Some(GainType::Affine) => N::splat(m.actuator_gainprm[u][2]),
        Some(GainType::Muscle) => muscle_slope(m, d, u),
        Some(GainType::DcMotor) => {
            slope += motor_slope(m, u);
            N::ZERO
        }
        _ => N::ZERO,
    };
    let no_gain = gain.eq_mask(N::ZERO);
    if N::known_all(no_gain) {
        return N::splat(slope);
    }
    N::splat(slope) + gain * input(m, d, u)
}

/// What the gain multiplies: control or activation, the next one if the force uses that.
fn input<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId) -> N {
    if m.actuator_dyntype[u] == DynType::None {
        return d.ctrl[u];
    }
    let Some(adr) = ActAdr::new(m.actuator_actadr[u].raw() + m.actuator_actnum[u] - 1) else {
        return N::ZERO;
    };
    if m.actuator_actearly[u] == 0 {
        d.act[adr]
    } else {
        next_activation(m, d, u, adr, d.act_dot[adr])
    }
}

/// Back-EMF of a motor without a state for its current.
fn back_emf_slope(m: &Model, u: ActuatorId) -> f64 {
    if m.actuator_dynprm[u][0] > 0.0 {
        return 0.0;
    }
    let [resistance, K, ..] = m.actuator_gainprm[u];
    -(K * K / scalar::max(MINVAL, resistance))
}

/// Controller of a motor, with back-EMF if the current has a state, and damping of the bristles.
fn motor_slope(m: &Model, u: ActuatorId) -> f64 {
    let [resistance, K, _, _, kp, _, kd, _, mode, _] = m.actuator_gainprm[u];
    let [te, _, _, _, _, _, bristle_damping, ..] = m.actuator_dynprm[u];
    let R = scalar::max(MINVAL, resistance);

    // derivative of the voltage: the control is a position, a velocity or the voltage itself
    let voltage = match mode as i32 {
        1 => -kd,
        2 => -kp,
        _ => 0.0,
    };
    let mut slope = if te > 0.0 {
        // the force comes from the current at the end of the step
        let reached = 1.0 - fun::exp(-m.opt.timestep / te);
        K * (voltage - K) * reached / R
    } else if voltage == 0.0 {
        0.0
    } else {
        K * voltage / R
    };
    if bristle_damping > 0.0 {
        slope -= bristle_damping;
    }
    slope
}

/// Derivative of the gain of a muscle in the velocity.
fn muscle_slope<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId) -> N {
    let prm = m.actuator_gainprm[u].first_chunk().unwrap_or(&[0.0; 9]);
    let [.., lmin, lmax, vmax, _, fvmax] = *prm;
    let range = m.actuator_lengthrange[u];

    // length and velocity in units where the optimum length is 1
    let (L0, L) = muscle::normalized_length(d.actuator_length[u], range, prm);
    let speed = N::splat(muscle::at_least_minval(L0 * vmax));
    let V = d.actuator_velocity[u] / speed;

    let peak = -muscle::peak_force(m.actuator_acc0[u], prm);
    muscle::gain_length(L, lmin, lmax) * peak * muscle::gain_velocity_slope(V, fvmax) / speed
}
