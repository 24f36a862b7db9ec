//! Answers that follow from several fields of a model: total mass, form of the Jacobian, bodies of a contact.

use super::Model;
use crate::contact::Contact;
use crate::enums::{Cone, Jacobian, Solver};
use crate::ids::{ActuatorId, BodyId, GeomId};
use crate::math::{MINVAL, Num};

/// From this many degrees of freedom on, automatic choice takes sparse Jacobians.
const SPARSE_NV: usize = 60;

/// Sum of the masses of all bodies.
#[doc(alias = "mj_getTotalmass")]
pub fn total_mass(m: &Model) -> f64 {
    m.bodies().skip(1).fold(0.0, |sum, b| sum + m.body_mass[b])
}

/// Scales masses and inertias of all bodies so that the masses add up to `mass`.
///
/// Constants that depend on masses keep their values until [`set_const`](crate::set_const) computes them again.
#[doc(alias = "mj_setTotalmass")]
pub fn set_total_mass(m: &mut Model, mass: f64) {
    let scale = MINVAL.max_num(mass / MINVAL.max_num(total_mass(m)));
    for b in m.bodies().skip(1) {
        m.body_mass[b] *= scale;
        m.body_inertia[b] = scale * m.body_inertia[b];
    }
}

/// Whether the options disable the group of an actuator; `false` if there is no such actuator.
#[doc(alias = "mj_actuatorDisabled")]
pub fn actuator_disabled(m: &Model, actuator: ActuatorId) -> bool {
    let group = m.actuator_group.get(actuator.0).copied().unwrap_or(-1);
    (0..=30).contains(&group) && m.opt.disableactuator & (1 << group) != 0
}

/// The body of a geom; `None` if there is no such geom, as where a flex takes part in a contact.
pub(crate) fn body_of_geom(m: &Model, geom: i32) -> Option<BodyId> {
    let geom = GeomId::new(geom).filter(|geom| geom.0 < m.ngeom)?;
    Some(m.geom_bodyid[geom].present())
}

/// The bodies of a contact, `None` if a flex takes part.
pub(crate) fn bodies_of_contact(m: &Model, contact: &Contact) -> Option<[BodyId; 2]> {
    let [first, second] = contact.geom.map(|geom| body_of_geom(m, geom));
    Some([first?, second?])
}

/// Whether the constraint Jacobian is stored sparse.
#[doc(alias = "mj_isSparse")]
pub fn is_sparse(m: &Model) -> bool {
    match m.opt.jacobian() {
        Some(Jacobian::Sparse) => true,
        Some(Jacobian::Auto) => m.nv >= SPARSE_NV,
        _ => false,
    }
}

/// Whether friction cones are pyramids.
#[doc(alias = "mj_isPyramidal")]
pub fn is_pyramidal(m: &Model) -> bool {
    m.opt.cone() == Some(Cone::Pyramidal)
}

/// Whether the solver works on constraint forces, so that the inverse inertia of constraints is
/// needed.
#[doc(alias = "mj_isDual")]
pub fn is_dual(m: &Model) -> bool {
    m.opt.solver() == Some(Solver::Pgs) || m.opt.noslip_iterations > 0
}
