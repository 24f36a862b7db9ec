//! Code that exists only so that meshes are MuJoCo's, to the order of their vertices; docs/quirks.md says
//! why.

mod hash_order;
pub(super) mod obj_number;
pub(super) mod qhull;

pub(super) use hash_order::{hash, hash_order};
