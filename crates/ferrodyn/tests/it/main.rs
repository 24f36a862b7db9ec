//! The physics, tried on small models.

mod chains;
mod constants;
mod corpus;
mod derivative;
mod differences;
mod implicit;
mod jacobian;
mod lanes;
mod passive;
mod physics;
mod samples;
mod sensors;
mod tendons;
mod transmissions;
mod unsupported;
