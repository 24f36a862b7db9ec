//! Direct-current motors: a controller, heat, friction and the current in the winding, each of
//! them optional and with one activation.
//!
//! | state, in this order | present if | rate |
//! |---|---|---|
//! | slew: the last control | slew rate limit > 0 | towards `ctrl`, limited |
//! | integral of the controller | `ki` > 0 | the error or the set point |
//! | temperature above ambient | thermal resistance > 0 | `(R i^2 - T / RT) / C` |
//! | bristle deflection (`LuGre` friction) | bristle stiffness > 0 | `v - sigma0 abs(v) z / g(v)` |
//! | current | electrical time constant > 0 | `((V - K v) / R - i) / te` |

use std::ops::Range;

use super::filter::decay;
use super::{activations, is_asleep};
use crate::data::{DataOf, Lanes};
use crate::enums::BiasType;
use crate::ids::{ActAdr, ActuatorId};
use crate::math::{MINVAL, fun, scalar};
use crate::model::Model;
use crate::model::facts::actuator_disabled;

/// The parameters of a motor, by name.
#[derive(Clone, Copy, Debug)]
struct Motor {
    resistance: f64,
    torque_constant: f64,
    /// Relative change of the resistance per degree, and the temperature it is given for.
    heat_coefficient: f64,
    reference_temperature: f64,
    ambient_temperature: f64,
    /// Gains of the controller: proportional, integral, derivative.
    pid: [f64; 3],
    max_voltage: f64,
    input: Input,
    electrical_time: f64,
    max_current_rate: f64,
    thermal_resistance: f64,
    thermal_capacitance: f64,
    bristle_stiffness: f64,
    bristle_damping: f64,
    slew_rate: f64,
    max_integral: f64,
    /// Cogging: amplitude, periods per turn, phase.
    cogging: [f64; 3],
    /// Friction: Coulomb, static, Stribeck velocity.
    friction: [f64; 3],
}

/// The quantity that the control of a motor sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Voltage,
    Position,
    Velocity,
}

/// Places of the states among the activations of a motor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Slots {
    slew: Option<usize>,
    integral: Option<usize>,
    temperature: Option<usize>,
    bristle: Option<usize>,
    current: Option<usize>,
}

impl Motor {
    fn of(m: &Model, u: ActuatorId) -> Self {
        let (gain, dynamics) = (&m.actuator_gainprm[u], &m.actuator_dynprm[u]);
        let bias = &m.actuator_biasprm[u];
        Self {
            resistance: gain[0],
            torque_constant: gain[1],
            heat_coefficient: gain[2],
            reference_temperature: gain[3],
            pid: [gain[4], gain[5], gain[6]],
            max_voltage: gain[7],
            input: match gain[8] as i32 {
                1 => Input::Position,
                mode if mode > 1 => Input::Velocity,
                _ => Input::Voltage,
            },
            electrical_time: dynamics[0],
            max_current_rate: dynamics[1],
            thermal_resistance: dynamics[2],
            thermal_capacitance: dynamics[3],
            ambient_temperature: dynamics[4],
            bristle_stiffness: dynamics[5],
            bristle_damping: dynamics[6],
            slew_rate: dynamics[7],
            max_integral: dynamics[8],
            cogging: [bias[0], bias[1], bias[2]],
            friction: [bias[3], bias[4], bias[5]],
        }
    }

    /// Places of the states, `None` unless there are as many as activations.
    #[doc(alias = "mj_dcmotorSlots")]
    fn slots(&self, states: usize) -> Option<Slots> {
        let mut count = 0;
        let mut next = |present: bool| {
            let place = present.then_some(count);
            count += usize::from(present);
            place
        };
        let slots = Slots {
            slew: next(self.slew_rate > 0.0),
            integral: next(self.pid[1] > 0.0),
            temperature: next(self.thermal_resistance > 0.0),
            bristle: next(self.bristle_stiffness > 0.0),
            current: next(self.electrical_time > 0.0),
        };
        (count == states).then_some(slots)
    }

    /// Voltage that the controller asks for, limited.
    fn voltage<N: Lanes>(&self, ctrl: N, length: N, velocity: N, integral: N) -> N {
        let [kp, ki, kd] = self.pid;
        let voltage = match self.input {
            Input::Voltage => ctrl,
            Input::Position => (ctrl - length) * kp + integral * ki - velocity * kd,
            Input::Velocity => (ctrl - velocity) * kp + (integral - length) * ki,
        };
        limit(voltage, self.max_voltage)
    }

    /// Resistance of the winding at a temperature above ambient.
    fn hot_resistance<N: Lanes>(&self, temperature: N) -> N {
        let above =
            temperature + N::splat(self.ambient_temperature) - N::splat(self.reference_temperature);
        (N::ONE + above * self.heat_coefficient) * self.resistance
    }

    /// Rate at which the bristle deflection decays, negative: `-sigma0 |v| / g(v)`, where `g` goes
    /// from static to Coulomb friction as the speed grows.
    #[doc(alias = "mj_lugreStribeck")]
    fn bristle_decay<N: Lanes>(&self, velocity: N) -> N {
        let [coulomb, static_friction, stribeck] = self.friction;
        let ratio = velocity / N::splat(scalar::max(MINVAL, stribeck));
        let g = N::splat(coulomb) + (-ratio * ratio).exp() * (static_friction - coulomb);
        velocity.abs() * -self.bristle_stiffness / N::splat(MINVAL).max_num(g)
    }

    /// Rate of the integral state, which does not grow beyond its limit.
    fn integral_rate<N: Lanes>(&self, ctrl: N, length: N, integral: N) -> N {
        let rate = if self.input == Input::Position { ctrl - length } else { ctrl };
        let max = self.max_integral;
        if max <= 0.0 {
            return rate;
        }
        let down = N::select(rate.le(N::ZERO), rate, N::ZERO);
        let up = N::select(N::ZERO.le(rate), rate, N::ZERO);
        let from_below = N::select(integral.le(N::splat(-max)), up, rate);
        N::select(N::splat(max).le(integral), down, from_below)
    }
}

/// A number between `-max` and `max`, any number if `max` is not positive.
fn limit<N: Lanes>(x: N, max: f64) -> N {
    if max > 0.0 { x.clip(-max, max) } else { x }
}

/// Rates of the states of a motor; the control is the slewed one afterwards.
pub(super) fn act_dot<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    u: ActuatorId,
    states: Range<usize>,
    ctrl: &mut N,
) {
    let motor = Motor::of(m, u);
    let Some(slots) = motor.slots(states.len()) else {
        return;
    };
    let DataOf { act, act_dot, actuator_length, actuator_velocity, .. } = d;
    let (act, act_dot) = (&act.as_slice()[states.clone()], &mut act_dot.as_mut_slice()[states]);
    let (length, velocity) = (actuator_length[u], actuator_velocity[u]);

    // controller: the control follows at a limited rate
    if let Some(i) = slots.slew {
        let reach = N::splat(motor.slew_rate * m.opt.timestep);
        let (low, high) = (act[i] - reach, act[i] + reach);
        let above = N::select(high.lt(*ctrl), high, *ctrl);
        *ctrl = N::select(ctrl.lt(low), low, above);
        act_dot[i] = (*ctrl - act[i]) / N::splat(m.opt.timestep);
    }

    // controller: integral
    let integral = slots.integral.map_or(N::ZERO, |i| act[i]);
    if let Some(i) = slots.integral {
        act_dot[i] = motor.integral_rate(*ctrl, length, integral);
    }
    let voltage = motor.voltage(*ctrl, length, velocity, integral);

    // heat: losses in the winding less what flows to the surroundings
    let mut resistance = N::splat(motor.resistance);
    if let Some(i) = slots.temperature {
        resistance = motor.hot_resistance(act[i]);
        let current = slots
            .current
            .map_or_else(|| (voltage - velocity * motor.torque_constant) / resistance, |i| act[i]);
        let cooling = act[i] / N::splat(motor.thermal_resistance);
        act_dot[i] =
            (resistance * current * current - cooling) / N::splat(motor.thermal_capacitance);
    }

    // friction
    if let Some(i) = slots.bristle {
        act_dot[i] = motor.bristle_decay(velocity) * act[i] + velocity;
    }

    // current
    if let Some(i) = slots.current {
        let back_emf = N::splat(motor.torque_constant) / resistance * velocity;
        let rate = (voltage / resistance - back_emf - act[i]) / N::splat(motor.electrical_time);
        act_dot[i] = limit(rate, motor.max_current_rate);
    }
}

/// A state of a motor one time step later: current and bristle exactly, others by Euler's rule.
pub(super) fn next_activation<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    u: ActuatorId,
    adr: ActAdr,
    act_dot: N,
) -> N {
    let (act, h) = (d.act[adr], m.opt.timestep);
    let motor = Motor::of(m, u);
    let states = activations(m, u).unwrap_or(0..0);
    let slots = motor.slots(states.len()).unwrap_or_default();
    let place = adr.0.checked_sub(states.start);
    if place.is_none() {
        return act + act_dot * h;
    }
    if place == slots.current {
        return decay(act, act_dot, scalar::max(MINVAL, motor.electrical_time), h);
    }
    if place == slots.bristle {
        // z <- exp(a h) z + (exp(a h) - 1) / a v
        let velocity = d.actuator_velocity[u];
        let a = motor.bristle_decay(velocity);
        let transition = (a * h).exp();
        let moving = N::splat(MINVAL).lt(a.abs());
        let integral = N::select(moving, (transition - N::ONE) / a, N::splat(h));
        return transition * act + integral * velocity;
    }
    let next = act + act_dot * h;
    if place == slots.integral { limit(next, motor.max_integral) } else { next }
}

/// Force per input. The input is the current if that is a state; otherwise it is a voltage, which
/// the controller replaces the control by.
pub(super) fn gain<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId, ctrl: &mut N) -> N {
    let motor = Motor::of(m, u);
    let states = activations(m, u).unwrap_or(0..0);
    let Some(slots) = motor.slots(states.len()) else {
        return N::ZERO;
    };
    let act = &d.act.as_slice()[states];
    if motor.input != Input::Voltage {
        let integral = slots.integral.map_or(N::ZERO, |i| act[i]);
        *ctrl = motor.voltage(*ctrl, d.actuator_length[u], d.actuator_velocity[u], integral);
    }
    if has_current(m, u) {
        return N::splat(motor.torque_constant);
    }
    let cold = N::splat(motor.resistance);
    let resistance = slots.temperature.map_or(cold, |i| motor.hot_resistance(act[i]));
    N::splat(motor.torque_constant) / N::splat(MINVAL).max_num(resistance)
}

/// Whether the current in the winding is a state.
pub(super) fn has_current(m: &Model, u: ActuatorId) -> bool {
    m.actuator_dynprm[u][0] > 0.0
}

/// Back electromotive force; if the current is a state it acts there.
pub(super) fn bias<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId, gain: N) -> N {
    if has_current(m, u) {
        return N::ZERO;
    }
    N::ZERO - gain * m.actuator_gainprm[u][1] * d.actuator_velocity[u]
}

/// Adds cogging and friction to `actuator_force`, which the limits of the current do not bound.
pub(super) fn add_friction<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if !m.plan().actuators.motors {
        return;
    }
    for u in m.actuators() {
        let motor = m.actuator_biastype[u].get() == Some(BiasType::DcMotor);
        if !motor
            || actuator_disabled(m, u)
            || m.actuator_plugin[u].raw() >= 0
            || is_asleep(m, d, u)
        {
            continue;
        }
        let motor = Motor::of(m, u);
        let [amplitude, periods, phase] = motor.cogging;
        if amplitude != 0.0 {
            let angle = d.actuator_length[u] * periods + N::splat(phase);
            d.actuator_force[u] += fun::sin_cos(angle).0 * amplitude;
        }

        let states = activations(m, u).unwrap_or(0..0);
        if let Some(i) = motor.slots(states.len()).and_then(|slots| slots.bristle) {
            let adr = ActAdr(states.start + i);
            d.actuator_force[u] -=
                d.act[adr] * motor.bristle_stiffness + d.act_dot[adr] * motor.bristle_damping;
        }
    }
}
