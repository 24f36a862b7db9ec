//! Contacts, distances and rays.

use ferrodyn_engine::collision;
use ferrodyn_engine::constants::NGROUP;
use ferrodyn_engine::ids::{BodyId, GeomId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::ray::{self, Hit, Ray, RayFilter, RayHit};
use ferrodyn_engine::{Data, Model};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change, fatal, index, inspect};
use super::functions;
use crate::args::{Array, ArrayMut, Int, MatrixMut, Vector, VectorMut, check, equal};
use crate::data::MjData;
use crate::model::MjModel;

functions! { mj_collision, mj_geomDistance, mj_ray, mj_multiRay, mj_rayMesh, mj_rayHfield, }

/// Finds all contacts.
#[pyfunction]
fn mj_collision(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    change(m, d, |m, d| {
        ferrodyn_engine::check::integers(m, d);
        collision::collide(m, d);
    })
}

/// The smallest signed distance of two geoms, at most distmax; writes the segment between them.
#[pyfunction]
fn mj_geomDistance(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geom1: Int<i32>,
    geom2: Int<i32>,
    distmax: f64,
    fromto: Option<MatrixMut<'_>>,
) -> PyResult<f64> {
    const NAME: &str = "mj_geomDistance";
    if let Some(fromto) = &fromto {
        equal(fromto.rows * fromto.cols, 6, "fromto should be of size 6")?;
    }
    let [geom1, geom2] = [index(NAME, "geom", geom1.0)?, index(NAME, "geom", geom2.0)?];
    let found = change(m, d, |m, d| {
        let exist = geom1.max(geom2) < m.ngeom;
        exist.then(|| collision::geom_distance(m, d, GeomId(geom1), GeomId(geom2), distmax))
    })?;
    let found = found.ok_or_else(|| fatal(NAME, format!("invalid geom {}", geom1.max(geom2))))?;
    if let Some(fromto) = fromto {
        let segment = found.fromto.unwrap_or_default();
        fromto.set(segment.map(|point| point.0).as_flattened())?;
    }
    Ok(found.dist)
}

/// Distance along vec from pnt to the first geom, -1 if there is none; writes its id and normal.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal = None))]
#[expect(clippy::too_many_arguments, reason = "the signature is MuJoCo's")]
fn mj_ray(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Array<3>,
    vec: Array<3>,
    geomgroup: Option<Vector<u8>>,
    flg_static: Int<u8>,
    bodyexclude: Int<i32>,
    geomid: Option<VectorMut<'_, i32>>,
    normal: Option<ArrayMut<'_, 3>>,
) -> PyResult<f64> {
    let groups = groups(geomgroup)?;
    if let Some(geomid) = &geomid {
        equal(geomid.len(), 1, "geomid should be a vector of size 1")?;
    }
    let filter = RayFilter {
        geomgroup: groups.as_ref(),
        flg_static: flg_static.0 != 0,
        bodyexclude: BodyId::new(bodyexclude.0),
    };
    let ray = Ray { pnt: Vec3(pnt.0), vec: Vec3(vec.0) };
    let hit = inspect(m, d, |m, d| ray::ray(m, d, ray, &filter))?;
    let (dist, geom, axis) = parts(hit);
    if let Some(geomid) = geomid {
        geomid.set(&[geom])?;
    }
    if let Some(normal) = normal {
        normal.set(axis)?;
    }
    Ok(dist)
}

/// The first geoms that nray rays from pnt meet: writes ids, distances (-1 for none) and normals.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the signature is MuJoCo's")]
fn mj_multiRay(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Array<3>,
    vec: Vector<f64>,
    geomgroup: Option<Vector<u8>>,
    flg_static: Int<u8>,
    bodyexclude: Int<i32>,
    geomid: VectorMut<'_, i32>,
    dist: VectorMut<'_, f64>,
    normal: Option<VectorMut<'_, f64>>,
    nray: Int<i32>,
    cutoff: f64,
) -> PyResult<()> {
    let groups = groups(geomgroup)?;
    let n = index("mj_multiRay", "nray", nray.0)?;
    equal(dist.len(), n, "dist should be of size nray")?;
    equal(geomid.len(), n, "geomid should be of size nray")?;
    check(Some(vec.len()) == n.checked_mul(3), "vec should be of size 3*nray")?;
    if let Some(normal) = &normal {
        equal(normal.len(), vec.len(), "normal should be of size 3*nray")?;
    }
    let vecs: Vec<Vec3> = vec.as_chunks().0.iter().map(|&v| Vec3(v)).collect();
    let exclude = BodyId::new(bodyexclude.0);
    let hits = change(m, d, |m, d| {
        let filter = RayFilter {
            geomgroup: groups.as_ref(),
            flg_static: flg_static.0 != 0,
            bodyexclude: exclude,
        };
        let mut hits = vec![None; n];
        ray::multi_ray(m, d, Vec3(pnt.0), &vecs, &filter, cutoff, &mut hits);
        hits
    })?;
    let hits: Vec<(f64, i32, [f64; 3])> = hits.into_iter().map(parts).collect();
    geomid.set(&hits.iter().map(|hit| hit.1).collect::<Vec<_>>())?;
    dist.set(&hits.iter().map(|hit| hit.0).collect::<Vec<_>>())?;
    if let Some(normal) = normal {
        normal.set(&hits.iter().flat_map(|hit| hit.2).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Distance along vec from pnt to a mesh geom, -1 if there is no hit; writes the normal.
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal = None))]
fn mj_rayMesh(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: Int<i32>,
    pnt: Array<3>,
    vec: Array<3>,
    normal: Option<ArrayMut<'_, 3>>,
) -> PyResult<f64> {
    ray_one(("mj_rayMesh", ray::ray_mesh), m, d, geomid.0, [pnt.0, vec.0], normal)
}

/// Distance along vec from pnt to a height field geom, -1 if there is no hit; writes the normal.
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal = None))]
fn mj_rayHfield(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: Int<i32>,
    pnt: Array<3>,
    vec: Array<3>,
    normal: Option<ArrayMut<'_, 3>>,
) -> PyResult<f64> {
    ray_one(("mj_rayHfield", ray::ray_hfield), m, d, geomid.0, [pnt.0, vec.0], normal)
}

/// A function of the engine that casts a ray at one geom.
type RayOne = fn(&Model, &Data, GeomId, Ray) -> Option<Hit>;

/// Casts a ray at one geom.
fn ray_one(
    (name, function): (&str, RayOne),
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: i32,
    [pnt, vec]: [[f64; 3]; 2],
    normal: Option<ArrayMut<'_, 3>>,
) -> PyResult<f64> {
    let geom = GeomId(index(name, "geom", geomid)?);
    let ray = Ray { pnt: Vec3(pnt), vec: Vec3(vec) };
    let hit = inspect(m, d, |m, d| (geom.0 < m.ngeom).then(|| function(m, d, geom, ray)))?;
    let hit = hit.ok_or_else(|| fatal(name, format!("invalid geom {geomid}")))?;
    if let Some(normal) = normal {
        normal.set(hit.map_or([0.0; 3], |hit| hit.normal.0))?;
    }
    Ok(hit.map_or(-1.0, |hit| hit.dist))
}

/// Distance, geom and normal as MuJoCo writes them.
fn parts(hit: Option<RayHit>) -> (f64, i32, [f64; 3]) {
    hit.map_or((-1.0, -1, [0.0; 3]), |hit| (hit.dist, hit.geom.raw(), hit.normal.0))
}

/// The groups of geoms that a ray meets.
fn groups(given: Option<Vector<u8>>) -> PyResult<Option<[u8; NGROUP]>> {
    let Some(given) = given else { return Ok(None) };
    let groups = <[u8; NGROUP]>::try_from(&*given).ok();
    check(groups.is_some(), "geomgroup should be a vector of size 6")?;
    Ok(groups)
}
