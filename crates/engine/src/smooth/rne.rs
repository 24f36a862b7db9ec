//! Recursive Newton-Euler: the force that a motion needs.
//!
//! | reads | writes |
//! |---|---|
//! | `cdof`, `cdof_dot`, `cvel`, `cinert`, `qvel`, `qacc` | the result; `qfrc_bias` |
//! | `dof_awake_ind`, `opt.disableflags`, `opt.gravity` | |

use multiversion::multiversion;

use crate::argument::{ArgumentError, check_len};
use crate::data::{DataOf, Lanes};
use crate::enums::DisableBit;
use crate::fields::Field;
use crate::ids::DofId;
use crate::math::{SpatialOf, Vec3Of};
use crate::model::Model;
use crate::plan::Dof;
use crate::sleep::{Bodies, Children, Dofs};
use crate::smooth::com::combine;
use crate::smooth::tendon_bias;
use crate::stage::stage;

stage! {
    /// Coriolis, centrifugal and gravity forces.
    BIAS = Lanes(bias), Velocity;
    model { opt.disableflags opt.gravity }
    reads { cdof cdof_dot cvel cinert qvel ten_J site_xpos subtree_com }
    writes { qfrc_bias }
}

/// Computes `qfrc_bias`: Coriolis, centrifugal and gravity forces, and the bias of tendon inertia.
pub fn bias<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let force = body_forces(m, d, false);
    let dofs = Dofs::new(m, d);
    let DataOf { cdof, qfrc_bias, sims, .. } = d;
    let dof_awake_ind = &sims.as_ref()[0].dof_awake_ind;
    along_axes(m, dofs, dof_awake_ind, cdof, &force, qfrc_bias);
    d.scratch.give_spatial(force);
    tendon_bias(m, d);
}

/// Writes `M qacc + C(qpos, qvel)` to `result`, without the first term unless `with_acc`.
///
/// Entries of what sleeps are left alone.
///
/// # Errors
/// If the data is of another model or `result` has not `nv` entries; nothing is written then.
#[doc(alias = "mj_rne")]
pub fn rne<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    with_acc: bool,
    result: &mut [N],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("rne", "result", result.len(), m.nv)?;
    rne_into(m, d, with_acc, result);
    Ok(())
}

/// [`rne`] into `nv` numbers.
pub(crate) fn rne_into<N: Lanes>(m: &Model, d: &mut DataOf<N>, with_acc: bool, result: &mut [N]) {
    let force = body_forces(m, d, with_acc);
    along_axes(m, Dofs::new(m, d), &d.first().dof_awake_ind, &d.cdof, &force, result);
    d.scratch.give_spatial(force);
}

/// The force on each body and what it carries; memory to give back.
#[multiversion(targets("x86_64+avx2"))]
fn body_forces<N: Lanes>(m: &Model, d: &mut DataOf<N>, with_acc: bool) -> Vec<SpatialOf<N>> {
    let mut acc = d.scratch.take_spatial(m.nbody);
    let mut force = d.scratch.take_spatial(m.nbody);

    // gravity acts like an acceleration of the world
    if !m.opt.disabled(DisableBit::Gravity) {
        acc[0] = SpatialOf::new(Vec3Of::ZERO, Vec3Of::splat(-1.0 * m.opt.gravity));
    }

    // accelerations and the forces they need, root to leaves
    let plan = m.plan();
    let bodies = Bodies::new(m, d);
    for i in bodies.places_below_world() {
        let b = bodies.at(d, i);
        let body = &plan.bodies[b.0];
        let dofs = body.dofs.clone();
        let mut a = acc[body.parent.0] + combine(&d.cdof_dot[dofs.clone()], &d.qvel[dofs.clone()]);
        if with_acc {
            a += combine(&d.cdof[dofs.clone()], &d.qacc[dofs]);
        }
        acc[b.0] = a;
        let momentum = &d.cinert[b] * &d.cvel[b];
        force[b.0] = &d.cinert[b] * &a + d.cvel[b].cross_force(&momentum);
    }

    // a body carries the forces of its children
    let children = Children::new(m, d);
    for i in children.places().rev() {
        let b = children.at(d, i);
        let parent = plan.bodies[b.0].parent.0;
        if parent > 0 {
            let carried = force[b.0];
            force[parent] += carried;
        }
    }
    d.scratch.give_spatial(acc);
    force
}

/// The forces on bodies along the motion axes of degrees of freedom.
#[multiversion(targets("x86_64+avx2"))]
fn along_axes<N: Lanes>(
    m: &Model,
    dofs: Dofs,
    dof_awake_ind: &[i32],
    cdof: &Field<DofId, SpatialOf<N>>,
    force: &[SpatialOf<N>],
    result: &mut [N],
) {
    let of_dof = |(axis, dof): (&SpatialOf<N>, &Dof)| axis.dot(&force[dof.body.0]);
    let planned = &m.plan().dofs;
    match dofs.list(dof_awake_ind) {
        None => {
            for (out, dof) in result.iter_mut().zip(cdof.iter().zip(planned)) {
                *out = of_dof(dof);
            }
        }
        Some(list) => {
            for k in list.iter().map(|&k| DofId(k as usize)) {
                if let Some(out) = result.get_mut(k.0) {
                    *out = of_dof((&cdof[k], &planned[k.0]));
                }
            }
        }
    }
}
