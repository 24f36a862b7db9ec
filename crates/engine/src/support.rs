//! Functions that users call besides stepping: Jacobians, products with the inertia
//! matrix, forces applied to points, velocities of objects, facts about the model.
//!
//! | file | computes |
//! |---|---|
//! | `jac` | Jacobians of points, centers of mass, geoms and sites; their rate; angular momentum |
//! | `force` | joint forces of a force and torque at a point |
//! | `matrix` | products with `M` and its square root, dense copies of it |
//! | `contact` | contacts of the user's own, forces of contacts |
//! | `skin` | surfaces that follow bodies |

mod contact;
mod force;
mod jac;
mod matrix;
mod skin;

pub use crate::argument::ArgumentError;
#[doc(hidden)]
pub use crate::model::facts::actuator_disabled;
pub use crate::model::facts::{is_dual, is_pyramidal, is_sparse, set_total_mass, total_mass};
pub(crate) use crate::smooth::applied::xfrc_accumulate;
pub use crate::smooth::contact_force::contact_force;
pub use crate::smooth::object::{object_acceleration, object_velocity};
pub use contact::add_contact;
pub use force::apply_ft;
pub use jac::{
    JacobianMut, angmom_mat, angmom_mat_into, jac, jac_body, jac_body_com, jac_dot, jac_dot_into,
    jac_geom, jac_into, jac_point, jac_point_axis, jac_point_axis_into, jac_site, jac_subtree_com,
    jac_subtree_com_into,
};
#[doc(hidden)]
pub use matrix::full_m_of;
pub use matrix::{
    SparseMut, add_m, add_m_sparse, full_m, full_m_into, mass_matrix, mass_matrix_into, mul_m,
    mul_m2,
};
pub use skin::{SkinSurface, SkinningMethod, skin_surface};
