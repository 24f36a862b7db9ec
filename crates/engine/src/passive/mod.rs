//! Passive forces: springs, dampers, gravity compensation and the drag of the surrounding medium.

pub(crate) mod apply;
pub(crate) mod flex;
pub(crate) mod fluid;
pub(crate) mod fluid_ellipsoid;
mod gravcomp;
pub(crate) mod medium;
pub(crate) mod spring_damper;

use crate::constraint::add_passive_contacts;
use crate::data::{Data, DataOf, Lanes};
use crate::enums::DisableBit;
use crate::hooks::AsSystem;
use crate::hooks::plugin::Plugin;
use crate::ids::{BodyId, DofId};
use crate::math::{Spatial, Vec3};
use crate::model::Model;
use crate::sleep::Dofs;
use crate::stage::stage;
use apply::Motion;

stage! {
    /// Forces of springs, dampers, fluids and gravity compensation.
    PASSIVE = Lanes(passive), Velocity;
    model {
        flex_edgeadr flex_edgenum flex_edge flex_edgeflap flex_vertadr flex_bending flex_damping
        body_dofadr body_dofnum flex_stiffness flex_stiffnessadr flex_nodeadr flex_node0
        flex_edgestiffness flex_edgedamping flex_rigid flexedge_rigid flexedge_length0
        flexedge_J_rownnz flexedge_J_rowadr flexedge_J_colind flex_dim flex_elem flex_elemnum
        flex_elemdataadr flex_elemedge flex_elemedgeadr body_simple opt.timestep flex_edgeequality
        opt.disableflags body_rootid body_weldid body_geomnum body_geomadr body_mass body_inertia
        geom_fluid opt.density opt.viscosity opt.wind geom_type geom_size body_gravcomp opt.gravity
        jnt_actgravcomp dof_jntid qpos_spring jnt_stiffness jnt_stiffnesspoly dof_damping
        dof_dampingpoly ten_J_rownnz ten_J_rowadr ten_J_colind tendon_stiffness tendon_stiffnesspoly
        tendon_damping tendon_dampingpoly tendon_lengthspring
    }
    reads {
        qpos qvel ten_length ten_velocity ten_J xipos ximat subtree_com cdof cvel geom_xpos
        geom_xmat
    }
    reads when Flexes {
        xpos xmat flexvert_xpos flexedge_length flexedge_velocity flexedge_J contact
    }
    writes { qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive }
}

/// Computes all passive forces and their sum, except what [`add_hooks`] adds.
#[doc(alias = "mj_passive")]
pub fn passive<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let dofs = Dofs::new(m, d);
    clear(d, dofs);
    if all_disabled(m) {
        return;
    }

    spring_damper::spring_damper(m, d);
    let has_gravcomp = gravcomp::gravcomp(m, d);
    let has_fluid = fluid::fluid(m, d);
    if m.nflex > 0
        && let Some(d) = N::single_mut(d)
    {
        add_passive_contacts(m, d);
    }

    let DataOf { qfrc_passive, qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, .. } = d;
    if dofs.all() && !has_gravcomp && !has_fluid {
        let parts = qfrc_spring.iter().zip(qfrc_damper.iter());
        for (sum, (&spring, &damper)) in qfrc_passive.iter_mut().zip(parts) {
            *sum = spring + damper;
        }
        return;
    }
    let dof_awake_ind = &d.sims.as_ref()[0].dof_awake_ind;
    for k in dofs.places().map(|i| dofs.on(dof_awake_ind, i)) {
        let mut force = qfrc_spring[k] + qfrc_damper[k];
        if has_fluid {
            force += qfrc_fluid[k];
        }
        // the actuators of a joint may provide its compensation instead
        if has_gravcomp && m.jnt_actgravcomp[m.dof_jntid[k].present()] == 0 {
            force += qfrc_gravcomp[k];
        }
        qfrc_passive[k] = force;
    }
}

/// Sets the forces on what is awake to zero.
fn clear<N: Lanes>(d: &mut DataOf<N>, dofs: Dofs) {
    let list = dofs.list(&d.sims.as_ref()[0].dof_awake_ind);
    for force in [
        &mut d.qfrc_spring,
        &mut d.qfrc_damper,
        &mut d.qfrc_gravcomp,
        &mut d.qfrc_fluid,
        &mut d.qfrc_passive,
    ] {
        match list {
            None => force.fill(N::ZERO),
            Some(list) => list.iter().for_each(|&k| force[DofId(k as usize)] = N::ZERO),
        }
    }
}

stage! {
    /// Passive forces of plugins and of the user.
    PASSIVE_HOOKS = Each(add_hooks), Velocity;
    writes { qfrc_passive }
}

/// Lets the user's closure and plugins add to `qfrc_passive`; call after [`passive`].
#[doc(alias = "mjcb_passive")]
pub(crate) fn add_hooks(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if all_disabled(m) {
        return;
    }
    if let Some(add) = &m.hooks.passive {
        add(m, d);
    }
    for (id, plugin) in m.plugins() {
        match plugin.map(Plugin::passive) {
            Some(Some(passive)) => passive.add_force(m, d, id),
            Some(None) => {}
            None => d.qfrc_passive.fill(f64::NAN),
        }
    }
}

/// Adds to `qfrc_passive` the joint forces that equal a force and torque on a body, at a point in
/// world coordinates; for plugins.
pub fn add_wrench(m: &Model, d: &mut Data, wrench: &Spatial, point: Vec3, body: BodyId) {
    let Data { cdof, subtree_com, qfrc_passive, .. } = d;
    Motion { cdof, subtree_com }.apply(m, wrench, point, body, qfrc_passive);
}

/// Springs and dampers both disabled: then there are no passive forces of any kind.
pub(crate) fn all_disabled(m: &Model) -> bool {
    m.opt.disabled(DisableBit::Spring) && m.opt.disabled(DisableBit::Damper)
}
