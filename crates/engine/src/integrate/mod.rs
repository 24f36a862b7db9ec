//! From accelerations to the next state.

mod advance;
mod euler;
mod implicit;
mod midpoint;
pub(crate) mod pos;
mod rk4;

pub use euler::euler;
pub(crate) use euler::euler_skip;
pub use implicit::implicit;
pub(crate) use implicit::{implicit_skip, iterates};
pub(crate) use pos::{differentiate_joints, integrate_joints};
pub use pos::{differentiate_pos, integrate_pos, normalize_quat};
pub use rk4::runge_kutta4;
