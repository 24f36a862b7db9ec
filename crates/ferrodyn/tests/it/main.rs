//! The physics, tried on small models.

mod chains;
mod constants;
mod contact_jacobian;
mod contact_physics;
mod corpus;
mod derivative;
mod differences;
mod growth;
mod implicit;
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
mod tendons;
mod trajectories;
mod transmissions;
