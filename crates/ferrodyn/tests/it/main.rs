//! The physics, tried on small models.

mod chains;
mod constants;
mod contact_jacobian;
mod contact_physics;
mod corpus;
mod derivative;
mod differences;
mod factor;
mod growth;
mod implicit;
mod integrators;
mod interrupt;
mod jacobian;
mod lanes;
mod moves;
mod nonsense;
mod pairs;
mod passive;
mod physics;
mod records;
mod samples;
mod sensors;
mod solvers;
mod tendons;
mod trajectories;
mod transmissions;
