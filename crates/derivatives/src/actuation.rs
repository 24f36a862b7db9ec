//! Derivatives of actuator forces and of activations.
//!
//! With a moment that positions do not change, `force = gain (length, velocity) input + bias (length, velocity)` has scalar
//! slopes, and joint forces are the moment times the force. What is clamped does not move.

use ferrodyn_engine::enums::{BiasType, DisableBit, DynType, GainType, JointType, TrnType};
use ferrodyn_engine::ids::{ActAdr, ActuatorId, DofId, JointId, MomentAdr, TendonId};
use ferrodyn_engine::math::{MINVAL, fun};
use ferrodyn_engine::{Data, Model};

use crate::residual::Residual;
use crate::rows::{RowReader, is_fixed};

/// How an activation after the step follows the activation and the control before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NextActivation {
    pub(crate) by_act: f64,
    pub(crate) by_ctrl: f64,
}

/// How a force follows what it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Slopes {
    length: f64,
    velocity: f64,
    ctrl: f64,
    act: f64,
}

/// Adds the forces of all actuators.
pub(crate) fn forces(m: &Model, d: &Data, reader: &mut RowReader, out: &mut Residual) {
    let RowReader { row, other: arriving, .. } = reader;
    if m.opt.disabled(DisableBit::Actuation) {
        return;
    }
    for u in m.actuators() {
        let slopes = slopes(m, d, u);
        if slopes == Slopes::default() {
            continue;
        }
        row.fill(0.0);
        let from = usize::try_from(d.moment_rowadr[u]).unwrap_or(0);
        let count = usize::try_from(d.moment_rownnz[u]).unwrap_or(0);
        for at in (from..from + count).map(MomentAdr) {
            let k = DofId(d.moment_colind[at] as usize);
            row[k.0] = d.actuator_moment[at];
        }
        // of joints whose total force is clamped, nothing arrives
        for ((k, to), &x) in m.dofs().zip(arriving.iter_mut()).zip(row.iter()) {
            *to = if x != 0.0 && is_saturated(m, d, k) { 0.0 } else { x };
        }
        Residual::add_outer(&mut out.dq, -slopes.length, arriving, row);
        Residual::add_outer(&mut out.dv, -slopes.velocity, arriving, row);
        for (k, x) in arriving.iter().enumerate() {
            out.by_ctrl[k * m.nu + u.0] += slopes.ctrl * x;
            if let Some(i) = last_activation(m, u) {
                out.by_act[k * m.na + i] += slopes.act * x;
            }
        }
    }
}

/// Whether the total force of actuators on a joint is at an end of its range.
fn is_saturated(m: &Model, d: &Data, k: DofId) -> bool {
    let Some(j) = m.dof_jntid.id(k) else { return false };
    let [low, high] = m.jnt_actfrcrange[j];
    m.jnt_actfrclimited[j] != 0 && (d.qfrc_actuator[k] <= low || d.qfrc_actuator[k] >= high)
}

fn slopes(m: &Model, d: &Data, u: ActuatorId) -> Slopes {
    let [low, high] = m.actuator_forcerange[u];
    let force = d.actuator_force[u];
    if is_off(m, u) || m.actuator_forcelimited[u] != 0 && (force <= low || force >= high) {
        return Slopes::default();
    }
    let [g0, g1, g2, ..] = m.actuator_gainprm[u];
    let affine = m.actuator_gaintype.kind(u) == Some(GainType::Affine);
    let [g1, g2] = if affine { [g1, g2] } else { [0.0; 2] };
    let gain = g0 + g1 * d.actuator_length[u] + g2 * d.actuator_velocity[u];
    let [_, b1, b2, ..] = m.actuator_biasprm[u];
    let affine = m.actuator_biastype.kind(u) == Some(BiasType::Affine);
    let [b1, b2] = if affine { [b1, b2] } else { [0.0; 2] };

    let (input, ctrl, act) = match last_activation(m, u).map(ActAdr) {
        None => (control(m, d, u), control_slope(m, d, u), 0.0),
        Some(adr) if m.actuator_actearly[u] != 0 => {
            let next = next_activation(m, d, u);
            (next_value(m, d, u, adr), next.by_ctrl, next.by_act)
        }
        Some(adr) => (d.act[adr], 0.0, 1.0),
    };
    Slopes {
        length: g1 * input + b1,
        velocity: g2 * input + b2,
        ctrl: gain * ctrl,
        act: gain * act,
    }
}

/// Whether the group of an actuator is switched off.
pub(crate) fn is_off(m: &Model, u: ActuatorId) -> bool {
    let group = m.actuator_group[u];
    (0..=30).contains(&group) && m.opt.disableactuator & (1 << group) != 0
}

/// The address of the activation that is an actuator's input.
pub(crate) fn last_activation(m: &Model, u: ActuatorId) -> Option<usize> {
    let first = m.actuator_actadr.id(u)?;
    let count = usize::try_from(m.actuator_actnum[u]).ok()?;
    count.checked_sub(1).map(|last| first.0 + last)
}

/// The control as the actuator takes it.
pub(crate) fn control(m: &Model, d: &Data, u: ActuatorId) -> f64 {
    let [low, high] = m.actuator_ctrlrange[u];
    if is_clamped(m, u) { d.ctrl[u].clamp(low.min(high), high) } else { d.ctrl[u] }
}

/// One, or zero where the control is outside of its range.
fn control_slope(m: &Model, d: &Data, u: ActuatorId) -> f64 {
    let [low, high] = m.actuator_ctrlrange[u];
    let free = !is_clamped(m, u) || (low..=high).contains(&d.ctrl[u]);
    f64::from(u8::from(free))
}

fn is_clamped(m: &Model, u: ActuatorId) -> bool {
    m.actuator_ctrllimited[u] != 0 && !m.opt.disabled(DisableBit::ClampCtrl)
}

/// The activation after the step, before it is clamped, by activation and rate.
fn unclamped(m: &Model, u: ActuatorId, act: f64, rate: f64) -> f64 {
    let h = m.opt.timestep;
    if m.actuator_dyntype.kind(u) == Some(DynType::FilterExact) {
        let tau = time_constant(m, u);
        act + rate * tau * (1.0 - fun::exp(-h / tau))
    } else {
        act + rate * h
    }
}

fn time_constant(m: &Model, u: ActuatorId) -> f64 {
    m.actuator_dynprm[u][0].max(MINVAL)
}

/// The activation after the step.
fn next_value(m: &Model, d: &Data, u: ActuatorId, adr: ActAdr) -> f64 {
    let next = unclamped(m, u, d.act[adr], d.act_dot[adr]);
    let [low, high] = m.actuator_actrange[u];
    if m.actuator_actlimited[u] == 0 { next } else { next.clamp(low.min(high), high) }
}

/// The derivatives of the activation after the step.
pub(crate) fn next_activation(m: &Model, d: &Data, u: ActuatorId) -> NextActivation {
    let Some(adr) = last_activation(m, u) else {
        return NextActivation { by_act: 1.0, by_ctrl: 0.0 };
    };
    let [held, reach] = along_rate(m, d, u, d.act_dot[ActAdr(adr)]);
    let (by_act, by_ctrl) = rate_slopes(m, d, u);
    NextActivation { by_act: held + reach * by_act, by_ctrl: reach * by_ctrl }
}

/// How the rate of an activation follows activation and control.
pub(crate) fn rate_slopes(m: &Model, d: &Data, u: ActuatorId) -> (f64, f64) {
    let free = control_slope(m, d, u);
    match m.actuator_dyntype.kind(u) {
        Some(DynType::Filter | DynType::FilterExact) => {
            let tau = time_constant(m, u);
            (-1.0 / tau, free / tau)
        }
        _ => (0.0, free),
    }
}

/// What a rate of one adds to an activation in a step.
fn reach(m: &Model, u: ActuatorId) -> f64 {
    unclamped(m, u, 0.0, 1.0)
}

/// How the activation after a step along a mean rate follows the activation before and that rate.
pub(crate) fn along_rate(m: &Model, d: &Data, u: ActuatorId, rate: f64) -> [f64; 2] {
    let Some(adr) = last_activation(m, u).map(ActAdr) else { return [1.0, 0.0] };
    if m.opt.disabled(DisableBit::Actuation) {
        return [1.0, 0.0];
    }
    let off = is_off(m, u);
    let next = unclamped(m, u, d.act[adr], if off { 0.0 } else { rate });
    let [low, high] = m.actuator_actrange[u];
    if m.actuator_actlimited[u] != 0 && !(low < next && next < high) {
        return [0.0, 0.0];
    }
    [1.0, if off { 0.0 } else { reach(m, u) }]
}

/// Whether an actuator's moment stays as it is when joints move.
pub(crate) fn has_constant_moment(m: &Model, u: ActuatorId) -> bool {
    let [first, _] = m.actuator_trnid[u];
    match m.actuator_trntype.kind(u) {
        Some(TrnType::Joint | TrnType::JointInParent) => JointId::new(first)
            .and_then(|j| m.jnt_type.kind(j))
            .is_some_and(|kind| matches!(kind, JointType::Slide | JointType::Hinge)),
        Some(TrnType::Tendon) => TendonId::new(first).is_some_and(|t| is_fixed(m, t)),
        _ => false,
    }
}
