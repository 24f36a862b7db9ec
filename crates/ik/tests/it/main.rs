//! What must hold for chains, Jacobians and inverse kinematics.

mod chains;
mod jacobians;
mod robots;
mod samples;
mod solving;
mod whole;
