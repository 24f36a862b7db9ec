//! Recursive Newton-Euler: the force that a motion needs.
//!
//! | reads | writes |
//! |---|---|
//! | `cdof`, `cdof_dot`, `cvel`, `cinert`, `qvel`, `qacc` | the result; `qfrc_bias` |

use crate::data::DataOf;
use crate::enums::DisableBit;
use crate::ids::{BodyId, span};
use crate::math::{Num, Spatial, Vec3};
use crate::model::Model;
use crate::smooth::com::combine;
use crate::smooth::tendon_bias;

/// Computes `qfrc_bias`: Coriolis, centrifugal and gravity forces, and the bias of tendon inertia.
#[doc(alias = "mj_fwdVelocity")]
pub fn bias<N: Num>(m: &Model, d: &mut DataOf<N>) {
    let mut force = d.scratch.take(m.nv);
    rne(m, d, false, &mut force);
    d.qfrc_bias.copy_from_slice(&force);
    d.scratch.give(force);
    tendon_bias(m, d);
}

/// Writes `M qacc + C(qpos, qvel)` to `result`, without the first term unless `with_acc`.
///
/// `result` has `nv` entries; others are left alone.
#[doc(alias = "mj_rne")]
pub fn rne<N: Num>(m: &Model, d: &mut DataOf<N>, with_acc: bool, result: &mut [N]) {
    let mut acc = d.scratch.take_spatial(m.nbody);
    let mut force = d.scratch.take_spatial(m.nbody);

    // gravity acts like an acceleration of the world
    if !m.opt.disabled(DisableBit::Gravity) {
        acc[0] = Spatial::new(Vec3::ZERO, Vec3::splat(-1.0 * m.opt.gravity));
    }

    // accelerations and the forces they need, root to leaves
    for b in m.bodies().skip(1) {
        let dofs = span(&m.body_dofs(b));
        let mut a = acc[m.body_parentid[b] as usize]
            + combine(&d.cdof_dot[dofs.clone()], &d.qvel[dofs.clone()]);
        if with_acc {
            a += combine(&d.cdof[dofs.clone()], &d.qacc[dofs]);
        }
        acc[b.0] = a;
        let momentum = &d.cinert[b] * &d.cvel[b];
        force[b.0] = &d.cinert[b] * &a + d.cvel[b].cross_force(&momentum);
    }

    // a body carries the forces of its children
    for b in m.bodies().skip(1).rev() {
        let parent = m.body_parentid[b] as usize;
        if parent > 0 {
            let carried = force[b.0];
            force[parent] += carried;
        }
    }

    // along the motion axes
    for (k, out) in m.dofs().zip(result) {
        *out = d.cdof[k].dot(&force[BodyId(m.dof_bodyid[k] as usize).0]);
    }
    d.scratch.give_spatial(acc);
    d.scratch.give_spatial(force);
}
