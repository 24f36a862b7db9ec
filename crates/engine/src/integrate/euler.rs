//! Semi-implicit Euler, with joint damping taken at the end of the step.
//!
//! | reads | writes |
//! |---|---|
//! | `M`, `qfrc_smooth`, `qfrc_constraint`, `qacc` | `qH`, `qHDiagInv`, the next state |
//! | `qvel`, `act_dot`, `dof_awake_ind`, `dof_damping`, `dof_dampingpoly` | |
//! | `opt.disableflags`, `opt.timestep` | |
//!
//! With damping `B`, `(M + h B) qacc = qfrc` is solved instead of `M qacc = qfrc`.

use crate::data::{DataOf, Lanes};
use crate::enums::DisableBit;
use crate::hooks::AsSystem;
use crate::ids::DofId;
use crate::linalg::ldl::{self, Rows, diagonal};
use crate::model::Model;
use crate::passive::spring_damper::{dof_damping, may_damp_dofs};
use crate::sleep::Dofs;
use crate::smooth::copy_inertia;

use super::advance::advance;

/// Advances the state by one step, semi-implicitly.
#[doc(alias = "mj_Euler")]
pub fn euler<N: Lanes>(m: &impl AsSystem, d: &mut DataOf<N>) {
    let m = &m.as_system();
    euler_skip(m, d, false);
}

/// [`euler`], with the factor of the damped inertia taken as it is if `skip_factor`.
#[doc(alias = "mj_EulerSkip")]
pub(crate) fn euler_skip<N: Lanes>(m: &impl AsSystem, d: &mut DataOf<N>, skip_factor: bool) {
    let m = &m.as_system();
    let dofs = Dofs::new(m, d);
    let mut qacc = d.scratch.take(m.nv);
    if is_damped(m, d, dofs) {
        if !skip_factor {
            factor_damped(m, d, dofs);
        }
        let list = dofs.list(&d.first().dof_awake_ind);
        sum_forces(list, d, &mut qacc);
        ldl::solve_some(Rows::of_inertia(m), list, &d.qH, &d.qHDiagInv, &mut qacc);
    } else {
        qacc.copy_from_slice(&d.qacc);
    }
    let mut act_dot = d.scratch.take(m.na);
    act_dot.copy_from_slice(&d.act_dot);
    advance(m, d, &act_dot, &qacc, None);
    d.scratch.give(act_dot);
    d.scratch.give(qacc);
}

/// The forces on the dofs on a list, or on all, those of constraints included.
pub(super) fn sum_forces<N: Lanes>(list: Option<&[i32]>, d: &DataOf<N>, sum: &mut [N]) {
    match list {
        None => {
            let forces = d.qfrc_smooth.iter().zip(d.qfrc_constraint.iter());
            for (sum, (&smooth, &constraint)) in sum.iter_mut().zip(forces) {
                *sum = smooth + constraint;
            }
        }
        Some(list) => {
            for k in list.iter().map(|&k| DofId(k as usize)) {
                sum[k.0] = d.qfrc_smooth[k] + d.qfrc_constraint[k];
            }
        }
    }
}

/// Whether any dof may be damped, by itself or by actuators.
fn is_damped<N: Lanes>(m: &Model, d: &DataOf<N>, dofs: Dofs) -> bool {
    !m.opt.disabled(DisableBit::EulerDamp)
        && !m.opt.disabled(DisableBit::Damper)
        && may_damp_dofs(m)
        && dofs.places().map(|i| dofs.at(d, i)).any(|k| {
            m.dof_damping[k] > 0.0
                || m.dof_dampingpoly[k].iter().any(|&c| c != 0.0)
                || m.plan().dofs[k.0].driven
        })
}

/// Factors the inertia with the damping of one step: `qH = M + h B`.
fn factor_damped<N: Lanes>(m: &Model, d: &mut DataOf<N>, dofs: Dofs) {
    let DataOf { M, qH, qHDiagInv, qvel, sims, .. } = d;
    let dof_awake_ind = &sims.as_ref()[0].dof_awake_ind;
    copy_inertia(m, dofs, dof_awake_ind, M, qH);
    for i in dofs.places() {
        let k = dofs.on(dof_awake_ind, i);
        // the derivative of the damping force in the velocity
        qH[diagonal(m, k)] += dof_damping(m, k).damper_slope(qvel[k]) * m.opt.timestep;
    }
    ldl::factor_some(Rows::of_inertia(m), dofs.list(dof_awake_ind), qH, qHDiagInv);
}
