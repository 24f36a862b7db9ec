//! Rays.

use crate::enums::GeomType;
use crate::ids::FlexId;
use crate::math::{Mat3, Vec3};
use crate::ray::{FlexHit, FlexParts, Hit, Ray, RayFilter, RayHit};
use crate::{AsSystem, Data, Model};

pub use crate::ray::{
    ray as mj_ray, ray_hfield as mj_rayHfield, ray_mesh as mj_rayMesh, ray_skin as mju_raySkin,
};

/// The first geom that each of many rays from one point meets:
/// [`ray::multi_ray`](crate::ray::multi_ray).
pub fn mj_multiRay(
    m: &impl AsSystem,
    d: &mut Data,
    pnt: Vec3,
    vec: &[Vec3],
    filter: &RayFilter,
    out: &mut [Option<RayHit>],
    cutoff: f64,
) {
    crate::ray::multi_ray(m, d, pnt, vec, filter, cutoff, out);
}

/// The first hit of a ray with a primitive shape: [`ray::ray_geom`](crate::ray::ray_geom).
pub fn mju_rayGeom(
    pos: Vec3,
    mat: &Mat3,
    size: Vec3,
    pnt: Vec3,
    vec: Vec3,
    geomtype: GeomType,
) -> Option<Hit> {
    crate::ray::ray_geom(geomtype, pos, mat, size, Ray { pnt, vec })
}

/// The first point of a flex that a ray meets: [`ray::ray_flex`](crate::ray::ray_flex).
pub fn mj_rayFlex(
    m: &Model,
    d: &Data,
    parts: FlexParts,
    flexid: FlexId,
    pnt: Vec3,
    vec: Vec3,
) -> Option<FlexHit> {
    crate::ray::ray_flex(m, d, flexid, parts, pnt, vec)
}
