//! Contacts: which geoms touch, where, and how deep.
//!
//! - [`collide`]: the stage of the pipeline;
//! - the list of pairs, or broadphase (pairs of bodies) and midphase (pairs of geoms); [`Near`], pairs of
//!   several simulations at once; filters, and the parameters of contacts;
//! - [`Shape`]: a geom in world;
//! - [`Hits`]: what a routine for two shapes finds;
//! - [`geom_distance`]: how far two geoms are apart; [`max_contacts`]: how many contacts they can
//!   have;
//! - one file per pair of shapes or per algorithm, and a table that maps pairs to routines;
//! - [`mod@convex`]: any two convex shapes, by way of [`support`] functions ([`gjk`], [`simplex`] for
//!   distance; [`epa`], [`polytope`], [`hexahedron`] for penetration; [`multicontact`],
//!   [`features`], [`clip`] for several points), and [`plane_mesh`];
//! - [`hfield`]: height fields with convex shapes, prism by prism;
//! - [`sdf`], [`sdf_mesh`]: distance fields, from [`sdf_shape`] and the octree of a mesh;
//! - [`flex`]: flexes with geoms, with each other and with themselves.

mod bound;
mod box_box;
mod broadphase;
mod capsule_box;
mod capsule_capsule;
mod clip;
mod compat;
mod convex;
mod distance;
mod driver;
mod epa;
mod features;
mod filter;
mod flex;
mod frame;
mod gjk;
mod hexahedron;
mod hfield;
mod hull;
mod listed;
mod midphase;
mod mix;
mod multicontact;
mod near;
mod obb;
mod plane;
mod plane_cylinder;
mod plane_mesh;
mod polytope;
mod sdf;
mod sdf_mesh;
mod sdf_shape;
mod separation;
mod shape;
mod simplex;
mod sphere;
mod sphere_box;
mod support;
mod sweep;
mod table;

#[cfg(test)]
mod pair_tests;

pub use bound::max_contacts;
pub use distance::{GeomDistance, geom_distance};
pub use driver::collide;
pub(crate) use driver::{CollisionWorkspace, collide_near};
#[doc(hidden)]
pub use driver::{active_boxes, sdf_descents};
pub(crate) use near::{Near, NearPair};
pub(crate) use shape::{Hit, Hits, Shape};

pub(crate) use self::sdf_shape::SdfShape;
