//! Smooth dynamics: the stages that follow from positions and velocities without contacts or constraints.

mod adhesion;
pub(crate) mod applied;
mod camlight;
mod com;
pub(crate) mod contact_force;
pub(crate) mod flex;
mod inertia;
pub(crate) mod jacobian;
mod kinematics;
pub(crate) mod object;
mod post;
mod rne;
mod subtree;
mod tendon;
mod tendon_path;
mod transmission;
mod wrap;

pub use camlight::camlight;
pub(crate) use camlight::camlight_fixed;
pub use com::{com_pos, com_vel};
pub use flex::flex;
#[doc(hidden)]
pub use flex::flex_velocity;
#[doc(hidden)]
pub use flex::flex_vertex_handle;
#[doc(hidden)]
pub use inertia::acceleration;
pub(crate) use inertia::copy_inertia;
pub use inertia::{crb, factor_m, make_m, solve_m, solve_m2};
pub(crate) use inertia::{mul_inertia, solve_half, solve_inertia};
pub use kinematics::kinematics;
pub use post::rne_post_constraint;
#[doc(hidden)]
pub use rne::bias;
pub use rne::rne;
pub(crate) use rne::rne_into;
pub use subtree::subtree_vel;
pub(crate) use tendon::add_tendon_bias;
pub use tendon::tendon;
pub(crate) use tendon::tendon_bias;
#[doc(hidden)]
pub use tendon::{tendon_armature, tendon_velocity};
#[doc(hidden)]
pub use transmission::actuator_velocity;
pub use transmission::transmission;
