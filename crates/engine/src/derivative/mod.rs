//! Derivatives of forces and of rotations, in closed form.
//!
//! Derivatives of forces in the velocity are added up in `qDeriv`, a sparse matrix with an entry
//! for each pair of degrees of freedom where one is an ancestor of the other; what a tendon or an
//! actuator couples beyond that is left out, as in MuJoCo.

mod actuator_vel;
mod cells;
mod fluid_vel;
mod passive_vel;
mod quadratic;
mod quat;
mod rne_vel;
mod smooth_vel;

pub(crate) use actuator_vel::actuator_vel;
pub(crate) use cells::CellEquations;
pub(crate) use passive_vel::passive_vel;
pub use quat::{QuatIntegrate, quat_integrate, sub_quat};
pub(crate) use rne_vel::rne_vel;
pub use smooth_vel::smooth_vel;
