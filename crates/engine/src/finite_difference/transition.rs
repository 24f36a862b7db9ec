//! Linearization of a step by finite differences.
//!
//! | reads | writes |
//! |---|---|
//! | `sensordata`, `actuator_ctrllimited` | `time`, `qpos`, `qvel`, `act` |
//! | `actuator_ctrlrange`, `opt.disableflags` | `qacc_warmstart`, `plugin_state`, `ctrl` |
//! | `opt.integrator` | |
//!
//! ```text
//! x' = A x + B u      x: differences of qpos, qvel, act; u: of ctrl
//! s  = C x + D u      s: of sensordata
//! ```
//!
//! One column per nudged input: the step is taken again from the saved state, without the stages
//! that the input does not change. Positions are nudged and compared along their manifold.

use super::fd::{FdError, check_size, difference};
use crate::compat::PROFILE;
use crate::data::Data;
use crate::enums::{DisableBit, Integrator};
use crate::hooks::{AsSystem, System};
use crate::ids::{ActAdr, ActuatorId, DofId};
use crate::integrate::{differentiate_joints, integrate_joints};
use crate::model::Model;
use crate::step::Skip;

/// The matrices to compute, row-major; what is `None` is left out.
#[derive(Debug, Default)]
pub struct Transition<'a> {
    /// Next state by state: `(2 nv + na) x (2 nv + na)`.
    pub A: Option<&'a mut [f64]>,
    /// Next state by control: `(2 nv + na) x nu`.
    pub B: Option<&'a mut [f64]>,
    /// Sensors by state: `nsensordata x (2 nv + na)`.
    pub C: Option<&'a mut [f64]>,
    /// Sensors by control: `nsensordata x nu`.
    pub D: Option<&'a mut [f64]>,
}

/// Computes the transition matrices of a step at the current state and control.
///
/// Differences are taken forward with step `eps`, or both ways if `centered`. Controls are nudged
/// only within their range: to the other side at its end, not at all if it is too narrow. As in
/// MuJoCo 3.8.0, columns of `D` that come from differences both ways have the opposite sign.
///
/// The state is as before at the end; what stages compute is that of the last step taken. Mocap
/// poses, applied forces and user inputs are held constant.
///
/// # Errors
/// With the Runge-Kutta integrator, with delays, or if a matrix has the wrong size.
#[doc(alias = "mjd_transitionFD")]
pub fn transition_fd(
    m: &impl AsSystem,
    d: &mut Data,
    eps: f64,
    centered: bool,
    out: Transition<'_>,
) -> Result<(), FdError> {
    let m = &m.as_system();
    d.accept(m)?;
    if m.opt.integrator() == Some(Integrator::Rk4) {
        return Err(FdError::RungeKutta);
    }
    if m.nhistory > 0 {
        return Err(FdError::Delays);
    }
    let (nx, ns) = (2 * m.nv + m.na, m.nsensordata);
    check_size("A", out.A.as_deref(), nx * nx)?;
    check_size("B", out.B.as_deref(), nx * m.nu)?;
    check_size("C", out.C.as_deref(), ns * nx)?;
    check_size("D", out.D.as_deref(), ns * m.nu)?;

    let Transition { A, B, C, D } = out;
    let sensors = C.is_some() || D.is_some();
    let mut difference = Differences::new(m, d, eps, centered, sensors);
    let mut by_control = Columns { state: B, sensor: D, width: m.nu };
    let mut by_state = Columns { state: A, sensor: C, width: nx };
    if by_control.wanted() {
        difference.by_control(m, d, &mut by_control);
    }
    if by_state.wanted() {
        difference.by_activation(m, d, &mut by_state);
        difference.by_velocity(m, d, &mut by_state);
        difference.by_position(m, d, &mut by_state);
    }
    Ok(())
}

/// Where columns go.
struct Columns<'a> {
    state: Option<&'a mut [f64]>,
    sensor: Option<&'a mut [f64]>,
    width: usize,
}

impl Columns<'_> {
    fn wanted(&self) -> bool {
        self.state.is_some() || self.sensor.is_some()
    }

    fn write(&mut self, column: usize, state: &[f64], sensor: &[f64]) {
        let pairs = [(self.state.as_deref_mut(), state), (self.sensor.as_deref_mut(), sensor)];
        for (matrix, values) in pairs {
            let Some(matrix) = matrix else { continue };
            for (row, value) in values.iter().enumerate() {
                matrix[row * self.width + column] = *value;
            }
        }
    }
}

/// The start of each nudged step, and the fields that it must not change.
struct Inputs {
    time: f64,
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    plugin_state: Vec<f64>,
    ctrl: Vec<f64>,
    warmstart: Option<Vec<f64>>,
}

impl Inputs {
    fn save(m: &Model, d: &Data) -> Self {
        let warm = !m.opt.disabled(DisableBit::WarmStart);
        Self {
            time: d.time,
            qpos: d.qpos.to_vec(),
            qvel: d.qvel.to_vec(),
            act: d.act.to_vec(),
            plugin_state: d.plugin_state.to_vec(),
            ctrl: d.ctrl.to_vec(),
            warmstart: warm.then(|| d.qacc_warmstart.to_vec()),
        }
    }

    fn restore(&self, d: &mut Data) {
        d.time = self.time;
        d.qpos.copy_from_slice(&self.qpos);
        d.qvel.copy_from_slice(&self.qvel);
        d.act.copy_from_slice(&self.act);
        d.plugin_state.copy_from_slice(&self.plugin_state);
        d.ctrl.copy_from_slice(&self.ctrl);
        if let Some(warmstart) = &self.warmstart {
            d.qacc_warmstart.copy_from_slice(warmstart);
        }
    }
}

/// State and sensor values after a step.
#[derive(Clone, Default)]
struct Outcome {
    qpos: Vec<f64>,
    /// Velocities, then activations.
    rest: Vec<f64>,
    sensor: Vec<f64>,
}

impl Outcome {
    fn read(&mut self, d: &Data) {
        self.qpos.clear();
        self.qpos.extend_from_slice(&d.qpos);
        self.rest.clear();
        self.rest.extend_from_slice(&d.qvel);
        self.rest.extend_from_slice(&d.act);
        self.sensor.clear();
        self.sensor.extend_from_slice(&d.sensordata);
    }
}

/// Which way an input is nudged.
#[derive(Clone, Copy)]
enum Side {
    Plus = 0,
    Minus = 1,
}

/// Memory and settings of the differences.
struct Differences {
    eps: f64,
    centered: bool,
    skip_sensors: bool,
    inputs: Inputs,
    /// The step without nudge, and those nudged to either side.
    here: Outcome,
    nudged: [Outcome; 2],
    /// A column.
    state: Vec<f64>,
    sensor: Vec<f64>,
    /// A displacement of positions.
    displacement: Vec<f64>,
}

impl Differences {
    /// Takes the step without nudge.
    fn new(m: &System<'_>, d: &mut Data, eps: f64, centered: bool, sensors: bool) -> Self {
        let inputs = Inputs::save(m, d);
        let mut here = Outcome::default();
        super::step_skip(m, d, Skip::Nothing, !sensors);
        here.read(d);
        inputs.restore(d);
        Self {
            eps,
            centered,
            skip_sensors: !sensors,
            inputs,
            nudged: [here.clone(), here.clone()],
            here,
            state: vec![0.0; 2 * m.nv + m.na],
            sensor: vec![0.0; m.nsensordata],
            displacement: vec![0.0; m.nv],
        }
    }

    /// Steps from the nudged state, keeps the outcome, returns to the state without nudge.
    fn step(&mut self, m: &System<'_>, d: &mut Data, skip: Skip, side: Side) {
        super::step_skip(m, d, skip, self.skip_sensors);
        self.nudged[side as usize].read(d);
        self.inputs.restore(d);
    }

    fn by_control(&mut self, m: &System<'_>, d: &mut Data, columns: &mut Columns<'_>) {
        for u in m.actuators() {
            let (at, eps) = (self.inputs.ctrl[u.0], self.eps);
            let free = |x: f64| m.actuator_ctrllimited[u] == 0 || in_range(m, u, x);
            let plus = free(at) && free(at + eps);
            let minus = (self.centered || !plus) && free(at) && free(at - eps);
            if plus {
                d.ctrl[u] += eps;
                self.step(m, d, Skip::Vel, Side::Plus);
            }
            if minus {
                d.ctrl[u] -= eps;
                self.step(m, d, Skip::Vel, Side::Minus);
            }
            self.difference(m, plus, minus);
            if plus && minus && PROFILE.negated_sensor_columns {
                self.sensor.iter_mut().for_each(|x| *x = -*x);
            }
            columns.write(u.0, &self.state, &self.sensor);
        }
    }

    fn by_activation(&mut self, m: &System<'_>, d: &mut Data, columns: &mut Columns<'_>) {
        for i in 0..m.na {
            let nudge = |_: &mut Self, d: &mut Data, eps: f64| d.act[ActAdr(i)] += eps;
            self.by_state(m, d, Skip::Vel, nudge);
            columns.write(2 * m.nv + i, &self.state, &self.sensor);
        }
    }

    fn by_velocity(&mut self, m: &System<'_>, d: &mut Data, columns: &mut Columns<'_>) {
        for k in m.dofs() {
            let nudge = |_: &mut Self, d: &mut Data, eps: f64| d.qvel[k] += eps;
            self.by_state(m, d, Skip::Pos, nudge);
            columns.write(m.nv + k.0, &self.state, &self.sensor);
        }
    }

    fn by_position(&mut self, m: &System<'_>, d: &mut Data, columns: &mut Columns<'_>) {
        for DofId(k) in m.dofs() {
            let nudge = |this: &mut Self, d: &mut Data, eps: f64| {
                this.displacement.fill(0.0);
                this.displacement[k] = 1.0;
                integrate_joints(m, &mut d.qpos, &this.displacement, eps);
            };
            self.by_state(m, d, Skip::Nothing, nudge);
            columns.write(k, &self.state, &self.sensor);
        }
    }

    /// The column of a state variable, which `nudge` moves.
    fn by_state(
        &mut self,
        m: &System<'_>,
        d: &mut Data,
        skip: Skip,
        nudge: impl Fn(&mut Self, &mut Data, f64),
    ) {
        let eps = self.eps;
        nudge(self, d, eps);
        self.step(m, d, skip, Side::Plus);
        if self.centered {
            nudge(self, d, -eps);
            self.step(m, d, skip, Side::Minus);
        }
        self.difference(m, true, self.centered);
    }

    /// The column from the steps that were taken: both ways, one way, or zero.
    fn difference(&mut self, m: &Model, plus: bool, minus: bool) {
        let [up, down] = &self.nudged;
        let (from, to, h) = match (plus, minus) {
            (true, true) => (down, up, 2.0 * self.eps),
            (true, false) => (&self.here, up, self.eps),
            (false, true) => (down, &self.here, self.eps),
            (false, false) => {
                self.state.fill(0.0);
                self.sensor.fill(0.0);
                return;
            }
        };
        let (positions, rest) = self.state.split_at_mut(m.nv);
        if m.nq == m.nv {
            difference(positions, &from.qpos, &to.qpos, h);
        } else {
            differentiate_joints(m, positions, h, [&from.qpos, &to.qpos]);
        }
        difference(rest, &from.rest, &to.rest, h);
        difference(&mut self.sensor, &from.sensor, &to.sensor, h);
    }
}

fn in_range(m: &Model, u: ActuatorId, x: f64) -> bool {
    let [low, high] = m.actuator_ctrlrange[u];
    x >= low && x <= high
}
