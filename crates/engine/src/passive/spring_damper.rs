//! Springs and dampers of joints and tendons.

use super::flex;
use crate::actuation::reflected::{self, Target};
use crate::constants::NPOLY;
use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, JointType, ObjType, SleepState};
use crate::fields::Field;
use crate::ids::{DofId, JointId, QposAdr, TendonId, TendonJAdr};
use crate::linalg::dense::has_nonzero;
use crate::math::rotation::sub_quat;
use crate::math::{Quat, QuatOf, Vec3, Vec3Of, poly};
use crate::model::Model;
use crate::plan::Joint;
use crate::sleep::{Bodies, Dofs, sleep_state, some_asleep};

/// Adds the forces of all springs and dampers that are not disabled.
pub(super) fn spring_damper<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let springs = !m.opt.disabled(DisableBit::Spring);
    let dampers = !m.opt.disabled(DisableBit::Damper);
    if springs {
        let bodies = Bodies::new(m, d);
        let plan = m.plan();
        if bodies.all() {
            for (j, joint) in m.joints().zip(&plan.joints) {
                joint_spring(m, j, joint, &d.qpos, &mut d.qfrc_spring);
            }
        } else {
            for i in bodies.places() {
                let b = bodies.at(d, i);
                for j in plan.bodies[b.0].joints.clone() {
                    joint_spring(m, JointId(j), &plan.joints[j], &d.qpos, &mut d.qfrc_spring);
                }
            }
        }
    }
    if dampers && may_damp_dofs(m) {
        let dofs = Dofs::new(m, d);
        for i in dofs.places() {
            let k = dofs.at(d, i);
            let damping = dof_damping(m, k);
            if !damping.is_zero() {
                let v = d.qvel[k];
                d.qfrc_damper[k] = -v * damping.damper(v);
            }
        }
    }
    if m.nflex > 0
        && let Some(d) = N::single_mut(d)
    {
        flex::flex(m, d);
    }
    let some_asleep = some_asleep(m, d);
    let awake = |d: &DataOf<N>, t: TendonId| {
        sleep_state(m, d, ObjType::Tendon, t.raw()) == SleepState::Awake
    };
    for t in m.tendons() {
        if !some_asleep || awake(d, t) {
            tendon(m, d, t, springs, dampers);
        }
    }
}

/// The spring of a joint pulls toward `qpos_spring`.
#[inline(always)]
fn joint_spring<N: Lanes>(
    m: &Model,
    j: JointId,
    joint: &Joint,
    qpos: &Field<QposAdr, N>,
    qfrc: &mut Field<DofId, N>,
) {
    let stiffness = Poly { linear: m.jnt_stiffness[j], higher: m.jnt_stiffnesspoly[j] };
    if !stiffness.is_zero() {
        pull_joint(m, joint, &stiffness, qpos, qfrc);
    }
}

fn pull_joint<N: Lanes>(
    m: &Model,
    joint: &Joint,
    stiffness: &Poly,
    qpos: &Field<QposAdr, N>,
    qfrc: &mut Field<DofId, N>,
) {
    let (at, k) = (joint.qpos.0, joint.dof.0);
    match joint.kind {
        JointType::Free => {
            let away = Vec3(numbers(qpos, at)) - Vec3Of::splat(Vec3(numbers(&m.qpos_spring, at)));
            pull(away, stiffness, k, qfrc);
            pull(turned(m, qpos, at + 3), stiffness, k + 3, qfrc);
        }
        JointType::Ball => pull(turned(m, qpos, at), stiffness, k, qfrc),
        JointType::Slide | JointType::Hinge => {
            let x = qpos[QposAdr(at)] - N::splat(m.qpos_spring[QposAdr(at)]);
            qfrc[DofId(k)] = -x * stiffness.spring(x);
        }
    }
}

/// A spring in three dimensions: the force is along the deflection, its strength that of the
/// distance.
fn pull<N: Lanes>(away: Vec3Of<N>, stiffness: &Poly, k: usize, qfrc: &mut Field<DofId, N>) {
    let strength = stiffness.spring(away.norm());
    for i in 0..3 {
        qfrc[DofId(k + i)] += away[i] * -strength;
    }
}

/// The rotation from the spring's reference to the current orientation, as axis times angle.
fn turned<N: Lanes>(m: &Model, qpos: &Field<QposAdr, N>, at: usize) -> Vec3Of<N> {
    let now = Quat(numbers(qpos, at)).normalized();
    let rest = QuatOf::splat(Quat(numbers(&m.qpos_spring, at)));
    sub_quat(now, rest)
}

/// `L` numbers from an address in `qpos`.
fn numbers<N: Lanes, const L: usize>(qpos: &Field<QposAdr, N>, at: usize) -> [N; L] {
    std::array::from_fn(|i| qpos[QposAdr(at + i)])
}

/// Spring and damper along a tendon; the spring is slack between the ends of `tendon_lengthspring`.
fn tendon<N: Lanes>(m: &Model, d: &mut DataOf<N>, t: TendonId, springs: bool, dampers: bool) {
    let stiffness = Poly { linear: m.tendon_stiffness[t], higher: m.tendon_stiffnesspoly[t] };
    let stiffness = if springs { stiffness } else { Poly::default() };
    let damping = if dampers { tendon_damping(m, t) } else { Poly::default() };
    if stiffness.is_zero() && damping.is_zero() {
        return;
    }

    // forces along the tendon
    let length = d.ten_length[t];
    let [lower, upper] = m.tendon_lengthspring[t].map(N::splat);
    let short = N::select(length.lt(lower), length - lower, N::ZERO);
    let x = N::select(upper.lt(length), length - upper, short);
    let v = d.ten_velocity[t];
    let spring = -x * stiffness.spring(x);
    let damper = -v * damping.damper(v);

    // joint forces
    let from = m.ten_J_rowadr[t] as usize;
    for at in (from..from + m.ten_J_rownnz[t] as usize).map(TendonJAdr) {
        let k = DofId(m.ten_J_colind[at] as usize);
        let J = d.ten_J[at];
        d.qfrc_spring[k] += J * spring;
        d.qfrc_damper[k] += J * damper;
    }
}

/// A stiffness or damping: the coefficient of the first power, then of higher powers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Poly {
    linear: f64,
    higher: [f64; NPOLY],
}

impl Poly {
    fn is_zero(&self) -> bool {
        self.linear == 0.0 && self.higher == [0.0; NPOLY]
    }

    /// Strength of a spring at a deflection; the force is that times the deflection, backward.
    fn spring<N: Lanes>(&self, x: N) -> N {
        poly::coefficient(self.linear, &self.higher, x, false)
    }

    /// Strength of a damper at a velocity; the force is that times the velocity, backward.
    fn damper<N: Lanes>(&self, v: N) -> N {
        poly::coefficient(self.linear, &self.higher, v, true)
    }

    /// Derivative of the force of a damper in the velocity, without the sign.
    pub(crate) fn damper_slope<N: Lanes>(&self, v: N) -> N {
        poly::force_derivative(self.linear, &self.higher, v, true)
    }
}

/// The damping of a degree of freedom, including what actuators reflect to its joint.
#[inline(always)]
pub(crate) fn dof_damping(m: &Model, k: DofId) -> Poly {
    let dof = &m.plan().dofs[k.0];
    if dof.driven {
        with_reflected(m, Target::Joint(dof.joint), m.dof_damping[k], m.dof_dampingpoly[k])
    } else {
        Poly { linear: m.dof_damping[k] + 0.0, higher: m.dof_dampingpoly[k] }
    }
}

/// Whether any degree of freedom can have damping.
pub(crate) fn may_damp_dofs(m: &Model) -> bool {
    m.plan().any_driven
        || has_nonzero(&m.dof_damping)
        || has_nonzero(m.dof_dampingpoly.as_flattened())
}

/// The damping of a tendon, including what actuators reflect to it.
pub(crate) fn tendon_damping(m: &Model, t: TendonId) -> Poly {
    with_reflected(m, Target::Tendon(t), m.tendon_damping[t], m.tendon_dampingpoly[t])
}

fn with_reflected(m: &Model, target: Target, own: f64, mut higher: [f64; NPOLY]) -> Poly {
    let linear = own + reflected::damping(m, target, &mut higher);
    Poly { linear, higher }
}
