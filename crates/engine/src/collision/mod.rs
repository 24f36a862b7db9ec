//! Contacts: which geoms touch, where, and how deep.
//!
//! - [`collide`]: the stage of the pipeline;
//! - [`candidates`]: pairs that may touch, from the list of pairs, or the broadphase (pairs of bodies) and the
//!   midphase (pairs of geoms); [`Near`], pairs of several simulations at once; filters;
//! - [`mix`]: the parameters of contacts;
//! - [`Shape`]: a geom in world;
//! - [`Hits`]: what a routine for two shapes finds;
//! - [`geom_distance`]: how far two geoms are apart; [`max_contacts`]: how many contacts they can
//!   have;
//! - [`table`]: the routine of each pair of kinds of shapes;
//! - [`pairs`]: simple shapes in closed form, one file per pair;
//! - [`mod@convex`]: any two convex shapes, by support functions, GJK and EPA;
//! - [`hfield`]: height fields with convex shapes, prism by prism;
//! - [`sdf`]: distance fields, those of meshes from their octrees;
//! - [`flex`]: flexes with geoms, with each other and with themselves;
//! - [`compat`]: what exists only so that contacts are exactly MuJoCo's.

mod bound;
mod candidates;
mod compat;
mod convex;
mod distance;
mod driver;
mod flex;
mod frame;
mod grazing;
mod hfield;
mod mix;
mod pairs;
mod sdf;
mod shape;
mod table;

pub use bound::max_contacts;
pub(crate) use candidates::near::{Near, NearPair};
pub use distance::{GeomDistance, geom_distance};
pub use driver::collide;
pub(crate) use driver::{CollisionWorkspace, collide_near};
#[doc(hidden)]
pub use driver::{active_boxes, sdf_descents};
pub(crate) use sdf::shape::SdfShape;
pub(crate) use shape::{Hit, Hits, Shape};
