//! MJCF and URDF to an editable spec, and from there to a compiled model.

pub mod asset;
pub mod schema;
pub mod spec;
