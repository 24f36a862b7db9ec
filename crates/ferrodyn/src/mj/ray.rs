//! Rays.

use crate::constants::NGROUP;
use crate::enums::GeomType;
use crate::ids::{BodyId, FlexId, GeomId};
use crate::math::{Mat3, Vec3};
use crate::ray::{self, FlexHit, FlexParts, Hit, Ray, RayFilter, RayHit, SkinHit};
use crate::{AsSystem, Data, Model};

/// The first geom that a ray meets: [`ray::ray`](ray::ray()).
pub fn mj_ray(
    m: &impl AsSystem,
    d: &Data,
    pnt: Vec3,
    vec: Vec3,
    geomgroup: Option<&[u8; NGROUP]>,
    flg_static: bool,
    bodyexclude: Option<BodyId>,
) -> Option<RayHit> {
    ray::ray(m, d, Ray { pnt, vec }, &RayFilter { geomgroup, flg_static, bodyexclude })
}

/// The first hit of a ray with a mesh geom: [`ray::ray_mesh`].
pub fn mj_rayMesh(m: &Model, d: &Data, geomid: GeomId, pnt: Vec3, vec: Vec3) -> Option<Hit> {
    ray::ray_mesh(m, d, geomid, Ray { pnt, vec })
}

/// The first hit of a ray with a height field: [`ray::ray_hfield`].
pub fn mj_rayHfield(m: &Model, d: &Data, geomid: GeomId, pnt: Vec3, vec: Vec3) -> Option<Hit> {
    ray::ray_hfield(m, d, geomid, Ray { pnt, vec })
}

/// The first face of a skin that a ray meets: [`ray::ray_skin`].
pub fn mju_raySkin(face: &[[i32; 3]], vert: &[[f32; 3]], pnt: Vec3, vec: Vec3) -> Option<SkinHit> {
    ray::ray_skin(face, vert, Ray { pnt, vec })
}

/// The first geom that each of many rays from one point meets: [`ray::multi_ray`].
pub fn mj_multiRay(
    m: &impl AsSystem,
    d: &mut Data,
    pnt: Vec3,
    vec: &[Vec3],
    filter: &RayFilter,
    out: &mut [Option<RayHit>],
    cutoff: f64,
) {
    ray::multi_ray(m, d, pnt, vec, filter, cutoff, out);
}

/// The first hit of a ray with a primitive shape: [`ray::ray_geom`].
pub fn mju_rayGeom(
    pos: Vec3,
    mat: &Mat3,
    size: Vec3,
    pnt: Vec3,
    vec: Vec3,
    geomtype: GeomType,
) -> Option<Hit> {
    ray::ray_geom(geomtype, pos, mat, size, Ray { pnt, vec })
}

/// The first point of a flex that a ray meets: [`ray::ray_flex`].
pub fn mj_rayFlex(
    m: &Model,
    d: &Data,
    parts: FlexParts,
    flexid: FlexId,
    pnt: Vec3,
    vec: Vec3,
) -> Option<FlexHit> {
    ray::ray_flex(m, d, flexid, parts, Ray { pnt, vec })
}
