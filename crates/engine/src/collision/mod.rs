//! Contacts: which geoms touch, where, and how deep.
//!
//! - [`collide`]: the stage of the pipeline;
//! - [`candidates`]: pairs that may touch, from the list of pairs, or the broadphase (pairs of bodies) and the
//!   midphase (pairs of geoms); [`CandidatePairs`], pairs of several simulations at once; filters;
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
pub(crate) use candidates::pairs::{CandidatePair, CandidatePairs};
pub use distance::{GeomDistance, geom_distance};
pub use driver::collide;
pub(crate) use driver::{CollisionWorkspace, collide_near};
#[doc(hidden)]
pub use driver::{active_boxes, sdf_descents};
pub(crate) use sdf::shape::SdfShape;
pub(crate) use shape::{Hit, Hits, Shape};

crate::stage::stage! {
    /// Contacts; it measures itself.
    COLLISION = Each(collide), PosCollision;
    model {
        geom_type geom_margin pair_geom1 pair_geom2 pair_margin opt.disableflags opt.enableflags
        opt.o_margin opt.sdf_initpoints geom_aabb geom_rbound body_weldid body_geomnum body_geomadr
        geom_bodyid flex_vertadr flex_vertnum flex_vertbodyid flex_radius flex_margin
        opt.ccd_iterations opt.ccd_tolerance pair_signature geom_plugin sensor_type mesh_vertadr
        mesh_polynum mesh_polyadr mesh_polynormal mesh_polyvertadr mesh_polyvertnum mesh_polyvert
        mesh_polymapadr mesh_polymapnum mesh_polymap body_parentid body_contype body_conaffinity
        geom_contype geom_conaffinity exclude_signature flex_contype flex_conaffinity flex_dim
        flex_activelayers flex_elem flex_elemadr flex_elemnum flex_elemdataadr flex_elemlayer
        body_bvhadr flex_bvhadr flex_rigid flex_internal flex_selfcollide flex_evpair flex_evpairadr
        flex_evpairnum opt.sdf_iterations body_margin hfield_size hfield_nrow hfield_ncol
        hfield_data geom_dataid hfield_adr bvh_aabb bvh_child bvh_nodeid body_bvhnum flex_bvhnum
        geom_condim geom_friction geom_gap geom_priority geom_solimp geom_solmix geom_solref
        flex_condim flex_friction flex_gap flex_priority flex_solimp flex_solmix flex_solref
        pair_dim pair_friction pair_gap pair_solimp pair_solref pair_solreffriction opt.o_friction
        opt.o_solimp opt.o_solref mesh_vert mesh_face mesh_bvhadr mesh_faceadr geom_size
        mesh_vertnum mesh_graphadr mesh_graph mesh_octadr oct_aabb oct_child oct_coeff
    }
    reads { geom_xpos geom_xmat }
    reads when Search { xipos ximat }
    reads when Sleep { body_awake }
    reads when Flexes { flexvert_xpos flexelem_aabb bvh_aabb_dyn }
    writes { contact ncon bvh_active nefc nisland }
}
