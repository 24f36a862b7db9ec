//! Derivatives of inverse dynamics by finite differences.
//!
//! | reads | writes |
//! |---|---|
//! | `sensordata`, `qM`, `qfrc_actuator`, `qfrc_inverse` | `qpos`, `qvel`, `qacc` |
//! | `opt.integrator`, `opt.noslip_iterations` | |

use super::fd::{FdError, check_size, difference};
use crate::actuation;
use crate::data::Data;
use crate::enums::Integrator;
use crate::hooks::{AsSystem, System};
use crate::ids::DofId;
use crate::integrate::integrate_joints;
use crate::inverse::inverse_skip;
use crate::model::Model;
use crate::step::Skip;

/// The matrices to compute, row-major with a row per input; what is `None` is left out.
#[derive(Debug, Default)]
pub struct InverseJacobians<'a> {
    /// Forces by positions: `nv x nv`.
    pub DfDq: Option<&'a mut [f64]>,
    /// Forces by velocities: `nv x nv`.
    pub DfDv: Option<&'a mut [f64]>,
    /// Forces by accelerations: `nv x nv`.
    pub DfDa: Option<&'a mut [f64]>,
    /// Sensors by positions: `nv x nsensordata`.
    pub DsDq: Option<&'a mut [f64]>,
    /// Sensors by velocities: `nv x nsensordata`.
    pub DsDv: Option<&'a mut [f64]>,
    /// Sensors by accelerations: `nv x nsensordata`.
    pub DsDa: Option<&'a mut [f64]>,
    /// Inertia matrix, as `qM` stores it, by positions: `nv x nM`.
    pub DmDq: Option<&'a mut [f64]>,
}

impl InverseJacobians<'_> {
    fn check(&self, m: &Model) -> Result<(), FdError> {
        let (force, sensor) = (m.nv * m.nv, m.nv * m.nsensordata);
        check_size("DfDq", self.DfDq.as_deref(), force)?;
        check_size("DfDv", self.DfDv.as_deref(), force)?;
        check_size("DfDa", self.DfDa.as_deref(), force)?;
        check_size("DsDq", self.DsDq.as_deref(), sensor)?;
        check_size("DsDv", self.DsDv.as_deref(), sensor)?;
        check_size("DsDa", self.DsDa.as_deref(), sensor)?;
        check_size("DmDq", self.DmDq.as_deref(), m.nv * m.nM)
    }
}

/// Computes derivatives of forces and sensors that inverse dynamics gives at the current
/// positions, velocities and accelerations, by forward differences with step `eps`.
///
/// With `actuation`, the forces are those that actuators do not provide. Inputs are as before at
/// the end; what stages compute is that of the last nudge.
///
/// # Errors
/// With the Runge-Kutta integrator, with the no-slip solver, or if a matrix has the wrong size.
#[doc(alias = "mjd_inverseFD")]
pub fn inverse_fd(
    m: &impl AsSystem,
    d: &mut Data,
    eps: f64,
    actuation: bool,
    out: InverseJacobians<'_>,
) -> Result<(), FdError> {
    let m = &m.as_system();
    d.accept(m)?;
    if m.opt.integrator() == Some(Integrator::Rk4) {
        return Err(FdError::RungeKutta);
    }
    if m.opt.noslip_iterations != 0 {
        return Err(FdError::NoSlip);
    }
    out.check(m)?;

    let InverseJacobians { DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq } = out;
    let sensors = DsDq.is_some() || DsDv.is_some() || DsDa.is_some();
    let mut forces = Forces { actuation, skip_sensors: !sensors, force: vec![0.0; m.nv] };
    forces.evaluate(m, d, Skip::Nothing);
    let center = Center {
        force: forces.force.clone(),
        sensor: d.sensordata.to_vec(),
        mass: d.qM.to_vec(),
        eps,
    };

    let mut by_acc = Rows { force: DfDa, sensor: DsDa, mass: None };
    if by_acc.wanted() {
        for k in m.dofs() {
            let before = d.qacc[k];
            d.qacc[k] += eps;
            forces.evaluate(m, d, Skip::Vel);
            d.qacc[k] = before;
            by_acc.write(m, d, k, &center, &forces.force);
        }
    }

    let mut by_vel = Rows { force: DfDv, sensor: DsDv, mass: None };
    if by_vel.wanted() {
        for k in m.dofs() {
            let before = d.qvel[k];
            d.qvel[k] += eps;
            forces.evaluate(m, d, Skip::Pos);
            d.qvel[k] = before;
            by_vel.write(m, d, k, &center, &forces.force);
        }
    }

    let mut by_pos = Rows { force: DfDq, sensor: DsDq, mass: DmDq };
    if by_pos.wanted() {
        let before = d.qpos.to_vec();
        let mut displacement = vec![0.0; m.nv];
        for k in m.dofs() {
            displacement.fill(0.0);
            displacement[k.0] = 1.0;
            integrate_joints(m, &mut d.qpos, &displacement, eps);
            forces.evaluate(m, d, Skip::Nothing);
            d.qpos.copy_from_slice(&before);
            by_pos.write(m, d, k, &center, &forces.force);
        }
    }
    Ok(())
}

/// How forces are evaluated, and the last result.
struct Forces {
    actuation: bool,
    skip_sensors: bool,
    force: Vec<f64>,
}

impl Forces {
    fn evaluate(&mut self, m: &System<'_>, d: &mut Data, skip: Skip) {
        inverse_skip(m, d, skip, self.skip_sensors);
        self.force.copy_from_slice(&d.qfrc_inverse);
        if self.actuation {
            actuation::fwd_actuation(m, d);
            for (force, actuator) in self.force.iter_mut().zip(d.qfrc_actuator.iter()) {
                *force -= actuator;
            }
        }
    }
}

/// Results without nudge.
struct Center {
    force: Vec<f64>,
    sensor: Vec<f64>,
    mass: Vec<f64>,
    eps: f64,
}

/// Where rows go.
struct Rows<'a> {
    force: Option<&'a mut [f64]>,
    sensor: Option<&'a mut [f64]>,
    mass: Option<&'a mut [f64]>,
}

impl Rows<'_> {
    fn wanted(&self) -> bool {
        self.force.is_some() || self.sensor.is_some() || self.mass.is_some()
    }

    fn write(&mut self, m: &Model, d: &Data, k: DofId, center: &Center, force: &[f64]) {
        let row = |matrix: &mut Option<&mut [f64]>, n: usize, from: &[f64], to: &[f64]| {
            if let Some(matrix) = matrix {
                difference(&mut matrix[k.0 * n..(k.0 + 1) * n], from, to, center.eps);
            }
        };
        row(&mut self.force, m.nv, &center.force, force);
        row(&mut self.sensor, m.nsensordata, &center.sensor, &d.sensordata);
        row(&mut self.mass, m.nM, &center.mass, &d.qM);
    }
}
