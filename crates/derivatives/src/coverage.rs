//! What has no exact derivative here: refused by name, before anything is computed.
//!
//! What depends on the state (which shapes touch, which limits are reached) is refused where it is met.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{
    BiasType, DynType, EnableBit, GainType, Integrator, JointType, TrnType,
};
use ferrodyn_engine::ids::{ActuatorId, TendonId};

use crate::actuation::has_constant_moment;
use crate::error::{DeriveError, refuse};
use crate::rows::{is_fixed, joint_name, tendon_name};

/// Refuses what no residual of this model can be differentiated with.
pub(crate) fn check_forces(m: &Model) -> Result<(), DeriveError> {
    if m.nflex > 0 {
        return refuse("flexes");
    }
    if m.nplugin > 0 {
        return refuse("plugins");
    }
    if m.opt.enabled(EnableBit::Sleep) {
        return refuse("models that may sleep (<flag sleep=\"enable\"/>)");
    }
    if m.opt.noslip_iterations > 0 {
        return refuse("the no-slip solver (noslip_iterations)");
    }
    if m.opt.density != 0.0 || m.opt.viscosity != 0.0 {
        return refuse("the forces of a medium (density, viscosity)");
    }
    for j in m.joints() {
        let rotates = matches!(m.jnt_type.kind(j), Some(JointType::Ball | JointType::Free));
        if rotates && m.jnt_stiffness[j] != 0.0 {
            return refuse(format!(
                "the spring of {}, which is three-dimensional",
                joint_name(m, j)
            ));
        }
        if has_nonzero(&m.jnt_stiffnesspoly[j]) {
            return refuse(format!("the nonlinear spring of {}", joint_name(m, j)));
        }
        if m.jnt_actgravcomp[j] != 0 && m.ngravcomp > 0 {
            return refuse(format!(
                "gravity compensation by the actuators of {}",
                joint_name(m, j)
            ));
        }
    }
    if let Some(k) = m.dofs().find(|&k| has_nonzero(&m.dof_dampingpoly[k])) {
        let name = m.dof_jntid.id(k).map(|j| joint_name(m, j)).unwrap_or_default();
        return refuse(format!("the nonlinear damping of {name}"));
    }
    for t in m.tendons() {
        let name = || tendon_name(m, t);
        if has_nonzero(&m.tendon_stiffnesspoly[t]) || has_nonzero(&m.tendon_dampingpoly[t]) {
            return refuse(format!("the nonlinear spring or damping of {}", name()));
        }
        if m.tendon_armature[t] != 0.0 {
            return refuse(format!("the armature of {}", name()));
        }
        if !is_fixed(m, t) && (m.tendon_stiffness[t] != 0.0 || m.tendon_damping[t] != 0.0) {
            return refuse(format!("the spring or damper of {}, which goes through space", name()));
        }
    }
    Ok(())
}

/// Refuses what a step of this model cannot be differentiated with.
pub(crate) fn check_step(m: &Model) -> Result<(), DeriveError> {
    match m.opt.integrator() {
        Some(Integrator::Euler | Integrator::Rk4) => {}
        Some(Integrator::ImplicitFast) => check_implicit(m)?,
        Some(Integrator::Implicit) => {
            return refuse("the integrator implicit (implicitfast and Euler have one)");
        }
        None => return refuse("an unknown integrator"),
    }
    if m.nhistory > 0 {
        return refuse("delays of actuators and sensors");
    }
    m.actuators().try_for_each(|u| check_actuator(m, u))
}

fn check_implicit(m: &Model) -> Result<(), DeriveError> {
    if !m.opt.enabled(EnableBit::InvDiscrete) {
        for j in m.joints().filter(|&j| m.jnt_type.kind(j) == Some(JointType::Free)) {
            let (Some(b), Some(k)) = (m.jnt_bodyid.id(j), m.jnt_dofadr.id(j)) else { continue };
            let alone = m.dof_treeid.id(k).is_some_and(|t| m.tree_dofnum[t] == 6)
                && m.body_subtreemass[b] == m.body_mass[b];
            if alone {
                return refuse(format!(
                    "{} under implicitfast, where a body that floats alone turns by the midpoint rule",
                    joint_name(m, j)
                ));
            }
        }
    }
    for u in m.actuators() {
        let affine = m.actuator_gaintype.kind(u) == Some(GainType::Affine);
        if affine && m.actuator_gainprm[u][2] != 0.0 {
            return refuse(format!(
                "{} under implicitfast, whose gain depends on velocity",
                actuator_name(m, u)
            ));
        }
    }
    Ok(())
}

fn check_actuator(m: &Model, u: ActuatorId) -> Result<(), DeriveError> {
    let name = || actuator_name(m, u);
    if m.actuator_plugin.id(u).is_some() {
        return refuse(format!("{}, which is a plugin", name()));
    }
    if !matches!(m.actuator_gaintype.kind(u), Some(GainType::Fixed | GainType::Affine))
        || !matches!(m.actuator_biastype.kind(u), Some(BiasType::None | BiasType::Affine))
    {
        return refuse(format!("{}, whose gain or bias is neither fixed nor affine", name()));
    }
    let simple = [DynType::None, DynType::Integrator, DynType::Filter, DynType::FilterExact];
    if !m.actuator_dyntype.kind(u).is_some_and(|kind| simple.contains(&kind))
        || m.actuator_actnum[u] > 1
    {
        return refuse(format!(
            "{}, whose activation is neither an integrator nor a filter",
            name()
        ));
    }
    if !has_constant_moment(m, u) {
        return refuse(format!(
            "{}, whose moment follows the pose (a site, body, crank, ball or free joint, or a tendon through space)",
            name()
        ));
    }
    if m.actuator_damping[u] != 0.0 || has_nonzero(&m.actuator_dampingpoly[u]) {
        return refuse(format!("the damping of {}", name()));
    }
    let pulled = TendonId::new(m.actuator_trnid[u][0]);
    match pulled.filter(|_| m.actuator_trntype.kind(u) == Some(TrnType::Tendon)) {
        Some(t) if m.tendon_actfrclimited[t] != 0 => {
            refuse(format!("the total force on {}, which is limited", tendon_name(m, t)))
        }
        _ => Ok(()),
    }
}

fn actuator_name(m: &Model, u: ActuatorId) -> String {
    match m.name(u) {
        Some(name) => format!("actuator {name:?}"),
        None => format!("actuator {}", u.0),
    }
}

fn has_nonzero(x: &[f64]) -> bool {
    x.iter().any(|&x| x != 0.0)
}
