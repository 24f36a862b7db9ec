//! What must hold for chains, Jacobians and inverse kinematics.

mod chains;
mod jacobians;
#[path = "../../examples/robots/mod.rs"]
mod robots;
mod samples;
mod solving;
mod whole;
