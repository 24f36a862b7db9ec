//! Derivatives of a step and of inverse dynamics, by finite differences.

mod fd;
mod inverse_fd;
mod step_skip;
mod transition;

pub use fd::FdError;
pub use inverse_fd::{InverseJacobians, inverse_fd};
use step_skip::step_skip;
pub use transition::{Transition, transition_fd};
