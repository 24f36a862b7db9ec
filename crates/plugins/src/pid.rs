//! `mujoco.pid`: actuators whose force follows a setpoint by a PID controller.
//!
//! `force = kp e + ki \int e + kd de/dt` with the error `e = setpoint - length`. The setpoint is the
//! control, or the last activation where the actuator has dynamics. `imax` limits the force of the
//! integral, `slewmax` the rate of the setpoint. Both need memory, which is in activations before
//! that of the dynamics: the integral if `ki` is not 0, then the last setpoint if `slewmax` is given.

use ferrodyn_engine::enums::{DynType, PluginCapabilityBit};
use ferrodyn_engine::hooks::plugin::{ActuatorPlugin, Plugin, PluginKind};
use ferrodyn_engine::hooks::{Attributes, PluginError};
use ferrodyn_engine::ids::{ActuatorId, PluginId};
use ferrodyn_engine::math::{MINVAL, fun, scalar};
use ferrodyn_engine::{Data, Model};

use crate::text::loose_number;

/// The kind `mujoco.pid`.
#[derive(Clone, Copy, Debug)]
pub struct PidKind;

impl PluginKind for PidKind {
    fn name(&self) -> &'static str {
        "mujoco.pid"
    }

    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &[PluginCapabilityBit::Actuator]
    }

    fn attributes(&self) -> Vec<&str> {
        vec!["kp", "ki", "kd", "imax", "slewmax"]
    }

    fn instance(
        &self,
        m: &Model,
        id: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        Pid::new(m, id, attributes).map(|pid| Box::new(pid) as Box<dyn Plugin>)
    }
}

/// A controller of one or several actuators.
struct Pid {
    p_gain: f64,
    i_gain: f64,
    d_gain: f64,
    /// Largest integral of the error.
    integral_max: Option<f64>,
    /// Largest rate of the setpoint.
    slew_max: Option<f64>,
    actuators: Vec<ActuatorId>,
}

/// The memory of the controller of an actuator.
struct Memory {
    integral: f64,
    /// The setpoint of the step before, if there was one.
    setpoint: Option<f64>,
}

impl Pid {
    fn new(m: &Model, id: PluginId, attributes: &Attributes) -> Result<Self, PluginError> {
        let gain = |name| loose_number(attributes, name).unwrap_or(0.0);
        let i_gain = gain("ki");
        // the attribute limits a force
        let integral_max = loose_number(attributes, "imax").filter(|_| i_gain != 0.0);
        let pid = Self {
            p_gain: gain("kp"),
            i_gain,
            d_gain: gain("kd"),
            integral_max: integral_max.map(|force| force / i_gain),
            slew_max: loose_number(attributes, "slewmax"),
            actuators: m.actuators().filter(|&u| m.actuator_plugin[u].raw() == id.raw()).collect(),
        };
        pid.check(m, id)?;
        Ok(pid)
    }

    fn check(&self, m: &Model, id: PluginId) -> Result<(), PluginError> {
        let refuse = |why: String| Err(PluginError::Refused(why));
        if self.integral_max.is_some_and(|max| max < 0.0) {
            return refuse("negative imax".to_owned());
        }
        if self.slew_max.is_some_and(|max| max < 0.0) {
            return refuse("slewmax must be non-negative".to_owned());
        }
        if self.actuators.is_empty() {
            return refuse(format!("actuator not found for plugin instance {}", id.0));
        }
        for &u in &self.actuators {
            let (found, expected) = (m.actuator_actnum[u], self.activations(m, u));
            if found != expected {
                return refuse(format!(
                    "actuator {} has actdim {found}, expected {expected}: add \
                     actdim=\"{expected}\" to the actuator",
                    u.0
                ));
            }
        }
        Ok(())
    }

    /// How many activations an actuator needs.
    fn activations(&self, m: &Model, u: ActuatorId) -> i32 {
        let dynamics = m.actuator_dyntype[u].get();
        let one =
            matches!(dynamics, Some(DynType::Filter | DynType::FilterExact | DynType::Integrator));
        i32::from(self.i_gain != 0.0) + i32::from(self.slew_max.is_some()) + i32::from(one)
    }

    fn recall(&self, m: &Model, d: &Data, u: ActuatorId) -> Memory {
        let integrates = self.i_gain != 0.0;
        let first = m.actuator_actadr[u].raw();
        let integral = if integrates { number(&d.act, first) } else { 0.0 };
        let setpoint = || number(&d.act, first + i32::from(integrates));
        let slewed = self.slew_max.is_some() && d.time > 0.0;
        Memory { integral, setpoint: slewed.then(setpoint) }
    }

    /// The setpoint of the actuator; with `early`, from activations one step ahead.
    fn setpoint(&self, m: &Model, d: &Data, u: ActuatorId, memory: &Memory, early: bool) -> f64 {
        let mut wanted = if !has_dynamics(m, u) {
            let ctrl = d.ctrl[u];
            let [low, high] = m.actuator_ctrlrange[u];
            if m.actuator_ctrllimited[u] == 0 { ctrl } else { scalar::clip(ctrl, low, high) }
        } else if early {
            next_activation(m, d, u)
        } else {
            number(&d.act, last_activation(m, u))
        };
        if let (Some(rate), Some(before)) = (self.slew_max, memory.setpoint) {
            let most = rate * m.opt.timestep;
            wanted = scalar::clip(wanted, before - most, before + most);
        }
        wanted
    }

    /// The integral of the error at the end of the step.
    fn integral(&self, m: &Model, memory: &Memory, error: f64) -> f64 {
        let integral = memory.integral + error * m.opt.timestep;
        self.integral_max.map_or(integral, |max| scalar::clip(integral, -max, max))
    }
}

impl Plugin for Pid {
    fn follows_from_state(&self) -> bool {
        true
    }

    fn actuator(&self) -> Option<&dyn ActuatorPlugin> {
        Some(self)
    }
}

impl ActuatorPlugin for Pid {
    fn act_dot(&self, m: &Model, d: &mut Data, _: PluginId) {
        for &u in &self.actuators {
            let memory = self.recall(m, d, u);
            let setpoint = self.setpoint(m, d, u, &memory, false);
            let error = setpoint - d.actuator_length[u];
            let mut adr = m.actuator_actadr[u].raw();
            let mut reach = |next: f64| {
                let rate = (next - number(&d.act, adr)) / m.opt.timestep;
                if let Some(slot) = usize::try_from(adr).ok().and_then(|i| d.act_dot.get_mut(i)) {
                    *slot = rate;
                }
                adr += 1;
            };
            if self.i_gain != 0.0 {
                reach(self.integral(m, &memory, error));
            }
            if self.slew_max.is_some() {
                reach(setpoint);
            }
        }
    }

    fn force(&self, m: &Model, d: &mut Data, _: PluginId) {
        for &u in &self.actuators {
            let memory = self.recall(m, d, u);
            let setpoint = self.setpoint(m, d, u, &memory, m.actuator_actearly[u] != 0);
            let error = setpoint - d.actuator_length[u];
            let moves = has_dynamics(m, u);
            let setpoint_dot = if moves { number(&d.act_dot, last_activation(m, u)) } else { 0.0 };
            let error_dot = setpoint_dot - d.actuator_velocity[u];
            let integrates = self.i_gain != 0.0;
            let integral = if integrates { self.integral(m, &memory, error) } else { 0.0 };
            d.actuator_force[u] =
                self.p_gain * error + self.d_gain * error_dot + self.i_gain * integral;
        }
    }
}

fn has_dynamics(m: &Model, u: ActuatorId) -> bool {
    m.actuator_dyntype[u] != DynType::None
}

/// The activation of the dynamics comes after those of the controller.
fn last_activation(m: &Model, u: ActuatorId) -> i32 {
    m.actuator_actadr[u].raw().saturating_add(m.actuator_actnum[u]) - 1
}

/// An entry, 0 where there is none.
fn number(numbers: &[f64], adr: i32) -> f64 {
    usize::try_from(adr).ok().and_then(|i| numbers.get(i)).copied().unwrap_or(0.0)
}

/// The activation of the dynamics at the end of the step.
fn next_activation(m: &Model, d: &Data, u: ActuatorId) -> f64 {
    let adr = last_activation(m, u);
    let (act, rate, h) = (number(&d.act, adr), number(&d.act_dot, adr), m.opt.timestep);
    let next = if m.actuator_dyntype[u] == DynType::FilterExact {
        let tau = scalar::max(MINVAL, m.actuator_dynprm[u][0]);
        act + rate * tau * (1.0 - fun::exp(-h / tau))
    } else {
        act + rate * h
    };
    let [low, high] = m.actuator_actrange[u];
    if m.actuator_actlimited[u] == 0 { next } else { scalar::clip(next, low, high) }
}
