//! MJCF and URDF to an editable spec, and from there to a compiled model.

pub mod asset;
pub mod error;
pub mod path;
mod read;
mod schema;
pub mod spec;
pub mod suggest;
pub mod xml;

pub use error::{LoadError, Location, Place, Problem, ProblemKind, Problems};
