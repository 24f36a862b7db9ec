//! What follows from positions and velocities without contacts or constraints.

mod adhesion;
mod camlight;
mod com;
mod inertia;
pub(crate) mod jacobian;
mod kinematics;
mod post;
mod rne;
mod subtree;
mod tendon;
mod tendon_path;
mod transmission;
mod wrap;

pub use camlight::camlight;
pub use com::{com_pos, com_vel};
pub(crate) use inertia::copy_inertia;
pub(crate) use inertia::mul_inertia;
pub use inertia::{acceleration, crb, factor_m, make_m, solve_m, solve_m2};
pub use kinematics::kinematics;
pub use post::rne_post_constraint;
pub use rne::{bias, rne};
pub use subtree::subtree_vel;
pub(crate) use tendon::add_tendon_bias;
pub use tendon::{tendon, tendon_armature, tendon_bias, tendon_velocity};
pub use transmission::{actuator_velocity, transmission};
