//! Forces of actuators and their limits, on actuators, tendons and joints.

use super::{ask, dcmotor, is_asleep, muscle, next_activation};
use crate::data::{DataOf, Lanes};
use crate::enums::{BiasType, DisableBit, GainType, JointType, TrnType};
use crate::hooks::System;
use crate::ids::{ActAdr, ActuatorId, DofId, MomentAdr};
use crate::model::Model;
use crate::model::facts::actuator_disabled;
use crate::plan::Actuator;

/// `actuator_force` before limits: `gain * input + bias`, zero where an actuator is switched off.
pub(super) fn actuator_force<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>, ctrl: &mut [N]) {
    let all_enabled = m.opt.disableactuator == 0;
    for ((u, planned), ctrl) in m.actuators().zip(&m.plan().actuators.list).zip(ctrl) {
        if planned.plugin || !all_enabled && actuator_disabled(m, u) || is_asleep(m, d, u) {
            continue;
        }
        let gain = gain(m, d, u, planned, ctrl);
        let force = gain * input(m, d, u, planned, *ctrl);
        d.actuator_force[u] = force + bias(m, d, u, planned, gain);
    }
}

/// The input that the gain multiplies: the last activation if there is one, otherwise the control.
fn input<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId, planned: &Actuator, ctrl: N) -> N {
    let motor = planned.gain == Some(GainType::DcMotor);
    match planned.activations.as_ref().map(|range| ActAdr(range.end - 1)) {
        // without a current state, the states of a motor are not its input
        None => ctrl,
        Some(_) if motor && !dcmotor::has_current(m, u) => ctrl,
        Some(last) if m.actuator_actearly[u] != 0 => {
            next_activation(m, d, u, last, d.act_dot[last])
        }
        Some(last) => d.act[last],
    }
}

/// Force per input; a motor with a controller replaces the control.
fn gain<N: Lanes>(
    m: &System<'_>,
    d: &DataOf<N>,
    u: ActuatorId,
    planned: &Actuator,
    ctrl: &mut N,
) -> N {
    let prm = &m.actuator_gainprm[u];
    match planned.gain {
        Some(GainType::Fixed) => N::splat(prm[0]),
        Some(GainType::Affine) => affine(prm, d, u),
        Some(GainType::Muscle) => {
            let (length, velocity) = (d.actuator_length[u], d.actuator_velocity[u]);
            let (range, acc0) = (m.actuator_lengthrange[u], m.actuator_acc0[u]);
            muscle::gain(length, velocity, range, acc0, first(prm))
        }
        Some(GainType::DcMotor) => dcmotor::gain(m, d, u, ctrl),
        Some(GainType::User) | None => ask(m.hooks.act_gain.as_ref(), m, d, u).unwrap_or(N::ONE),
    }
}

/// Force without input.
fn bias<N: Lanes>(m: &System<'_>, d: &DataOf<N>, u: ActuatorId, planned: &Actuator, gain: N) -> N {
    let prm = &m.actuator_biasprm[u];
    match planned.bias {
        Some(BiasType::None) => N::ZERO,
        Some(BiasType::Affine) => affine(prm, d, u),
        Some(BiasType::Muscle) => {
            let (range, acc0) = (m.actuator_lengthrange[u], m.actuator_acc0[u]);
            muscle::bias(d.actuator_length[u], range, acc0, first(prm))
        }
        Some(BiasType::DcMotor) => dcmotor::bias(m, d, u, gain),
        Some(BiasType::User) | None => ask(m.hooks.act_bias.as_ref(), m, d, u).unwrap_or(N::ZERO),
    }
}

/// `c0 + c1 length + c2 velocity`.
fn affine<N: Lanes>(c: &[f64], d: &DataOf<N>, u: ActuatorId) -> N {
    N::splat(c[0]) + d.actuator_length[u] * c[1] + d.actuator_velocity[u] * c[2]
}

/// The parameters of a muscle.
fn first(prm: &[f64; 10]) -> &[f64; 9] {
    prm.first_chunk().unwrap_or(&[0.0; 9])
}

/// Scales the forces on a tendon whose total force is limited, so that their sum is in range.
pub(super) fn limit_tendons<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if !m.plan().actuators.tendons || m.actuators().all(|u| limited_tendon(m, u).is_none()) {
        return;
    }
    let mut total = d.scratch.take(m.ntendon);
    for u in m.actuators() {
        if let Some(t) = limited_tendon(m, u) {
            total[t] += d.actuator_force[u];
        }
    }
    for u in m.actuators() {
        if let Some(t) = limited_tendon(m, u) {
            let [low, high] = m.tendon_actfrcrange.as_slice()[t].map(N::splat);
            let sum = total[t];
            let above = N::select(high.lt(sum), high / sum, N::ONE);
            let scale = N::select(sum.lt(low), low / sum, above);
            let zero = sum.eq_mask(N::ZERO);
            d.actuator_force[u] *= N::select(zero, N::ONE, scale);
        }
    }
    d.scratch.give(total);
}

/// The tendon that an actuator pulls, if its total force is limited.
fn limited_tendon(m: &Model, u: ActuatorId) -> Option<usize> {
    if m.actuator_trntype[u].get() != Some(TrnType::Tendon) {
        return None;
    }
    let t = usize::try_from(m.actuator_trnid[u][0]).ok()?;
    (*m.tendon_actfrclimited.get(t)? != 0).then_some(t)
}

/// Clamps the forces of actuators to their own ranges.
pub(super) fn limit_actuators<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let limits = m.actuator_forcelimited.iter().zip(m.actuator_forcerange.iter());
    for (force, (&limited, &[low, high])) in d.actuator_force.iter_mut().zip(limits) {
        if limited != 0 {
            *force = force.clip(low, high);
        }
    }
}

/// Forces on the degrees of freedom: `qfrc_actuator = moment' * actuator_force`.
pub(super) fn qfrc_actuator<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let DataOf { qfrc_actuator, actuator_force, actuator_moment, .. } = d;
    qfrc_actuator.fill(N::ZERO);
    for u in m.actuators() {
        let force = actuator_force[u];
        let idle = force.eq_mask(N::ZERO);
        if N::known_all(idle) {
            continue;
        }
        let start = MomentAdr(d.moment_rowadr[u] as usize);
        let row = start..MomentAdr(start.0 + d.moment_rownnz[u] as usize);
        for (&moment, &k) in actuator_moment[row.clone()].iter().zip(&d.moment_colind[row]) {
            let k = DofId(k as usize);
            let sum = qfrc_actuator[k] + moment * force;
            qfrc_actuator[k] = N::select(idle, qfrc_actuator[k], sum);
        }
    }
}

/// Adds the gravity compensation of joints whose actuators provide it.
pub(super) fn add_gravcomp<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let weightless = m.opt.disabled(DisableBit::Gravity) || m.opt.gravity.norm() == 0.0;
    if m.ngravcomp == 0 || weightless {
        return;
    }
    for j in m.joints().filter(|&j| m.jnt_actgravcomp[j] != 0) {
        let width = m.jnt_type[j].get().map_or(1, JointType::nv);
        let start = usize::try_from(m.jnt_dofadr[j].raw()).unwrap_or(m.nv);
        for k in (start..m.nv).take(width).map(DofId) {
            d.qfrc_actuator[k] += d.qfrc_gravcomp[k];
        }
    }
}

/// Clamps the total actuator force on a joint.
pub(super) fn limit_joints<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let joints = m.jnt_actfrclimited.iter().zip(&m.plan().joints).zip(m.jnt_actfrcrange.iter());
    for ((_, joint), &[low, high]) in joints.filter(|((limited, _), _)| **limited != 0) {
        if let Some(force) = d.qfrc_actuator.get_mut(joint.dof.0) {
            *force = force.clip(low, high);
        }
    }
}
