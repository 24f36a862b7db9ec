//! Servos that are too stiff for the time step.
//!
//! With effective inertia `m = 1 / dof_invweight0`, stiffness `kp`, damping `kv` of the servo and `b` of the joint,
//! a step of length `h` is stable below 1:
//!
//! | integrator | x |
//! |---|---|
//! | implicit, implicitfast | `h^2 kp / (2 (2m + h (kv + b)))` |
//! | Euler | `(h^2 kp + 2h kv) / (4m + 2h b)` |
//! | RK4 | `h^2 kp / 8m` |

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{GainType, Integrator};
use ferrodyn_engine::ids::ActuatorId;

use crate::finding::{Check, Finding, Severity};
use crate::start::servo_joint;
use crate::subject::Subject;
use crate::text::{quoted, short};

/// `x` from which on it is a note, and a warning.
const BOUNDS: [f64; 2] = [0.25, 1.0];

/// How near to instability a servo is, and what that follows from.
pub(crate) struct Stiffness {
    /// 1 is the bound.
    pub(crate) x: f64,
    pub(crate) kp: f64,
    pub(crate) kv: f64,
    /// Effective inertia; kg or kg m^2.
    pub(crate) inertia: f64,
    pub(crate) damping: f64,
}

/// How stiff a servo of a joint is; none for other actuators.
pub(crate) fn stiffness(m: &Model, a: ActuatorId) -> Option<Stiffness> {
    let j = servo_joint(m, a)?;
    if m.actuator_gaintype[a] != GainType::Fixed {
        return None;
    }
    let gear = m.actuator_gear[a][0];
    let [kp, kv] = [1, 2].map(|i| -m.actuator_biasprm[a][i] * gear * gear);
    let dof = m.jnt_dofadr.id(j)?;
    let weight = m.dof_invweight0[dof];
    let is_servo = kp > 0.0 || kv > 0.0;
    if !is_servo || weight.is_nan() || weight <= 0.0 {
        return None;
    }
    let (h, inertia, b) = (m.opt.timestep, 1.0 / weight, m.dof_damping[dof]);
    let x = match m.opt.integrator() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            h * h * kp / (2.0 * (2.0 * inertia + h * (kv + b)))
        }
        Some(Integrator::Rk4) => h * h * kp / (8.0 * inertia),
        _ => (h * h * kp + 2.0 * h * kv) / (4.0 * inertia + 2.0 * h * b),
    };
    Some(Stiffness { x, kp, kv, inertia, damping: b })
}

pub(super) fn run(s: &Subject<'_>) -> Vec<Finding> {
    s.m.actuators().filter_map(|a| of_actuator(s, a)).collect()
}

fn of_actuator(s: &Subject<'_>, a: ActuatorId) -> Option<Finding> {
    let Stiffness { x, kp, kv, inertia, damping } = stiffness(s.m, a)?;
    let [note, warning] = BOUNDS;
    if x.is_nan() || x <= note {
        return None;
    }
    let (severity, threshold) =
        if x > warning { (Severity::Warning, warning) } else { (Severity::Note, note) };
    let h = s.m.opt.timestep;
    let said = if x > warning {
        format!("is unstable at a time step of {} s", short(h))
    } else {
        format!("is near to unstable at a time step of {} s", short(h))
    };
    let name = s.name(a);
    let message = format!(
        "servo {} {said}: kp {} and kv {} move {} kg m^2 or kg, {} of the bound",
        quoted(&name),
        short(kp),
        short(kv),
        short(inertia),
        short(x)
    );
    // the bound is met where x is a quarter
    let step = h * (note / x).sqrt();
    let is_implicit =
        matches!(s.m.opt.integrator(), Some(Integrator::Implicit | Integrator::ImplicitFast));
    let other = if is_implicit { "" } else { ", integrator=\"implicitfast\"" };
    let help = format!(
        "armature on the joint (the inertia of the rotor times the square of the gear ratio){other}, less kp, or a \
         time step of {} s",
        short(step)
    );
    let finding =
        Finding::new(Check::Servo, severity, message).of([name]).at(s.place(a)).help(help);
    let finding = finding.number("kp", kp).number("kv", kv).number("inertia", inertia);
    Some(finding.number("damping", damping).value(x, threshold, "1"))
}
