//! MJCF and URDF to an editable spec, and from there to a compiled model.

pub mod asset;
mod attach;
pub mod compile;
pub mod error;
mod load;
pub mod path;
mod read;
mod schema;
pub mod spec;
pub mod suggest;
pub mod urdf;
mod write;
pub mod xml;

pub use compile::Environment;
pub use error::{LoadError, Location, Place, Problem, ProblemKind, Problems};
pub use load::Loader;
pub use schema::schema_table;
pub use spec::Spec;
