//! Rays against primitive shapes.

use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::math::{Mat3, Vec3};
use ferrodyn_engine::ray::ray_skin;
use ferrodyn_engine::ray::{Ray, ray_geom};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::functions;
use crate::args::{Array, ArrayMut, Int, Vector, VectorMut, check, equal};
use crate::error::FatalError;

functions! { mju_rayGeom, mju_raySkin, }

/// Distance along a ray to a primitive shape, in units of vec; -1 if it misses.
///
/// The surface normal comes back in normal, if given; zero if the ray misses.
#[pyfunction]
#[pyo3(signature = (pos, mat, size, pnt, vec, geomtype, normal=None))]
fn mju_rayGeom(
    pos: Array<3>,
    mat: Array<9>,
    size: Array<3>,
    pnt: Array<3>,
    vec: Array<3>,
    geomtype: Int<i32>,
    normal: Option<ArrayMut<'_, 3>>,
) -> PyResult<f64> {
    let kind = GeomType::from_i32(geomtype.0).filter(|kind| {
        use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Plane, Sphere};
        matches!(kind, Plane | Sphere | Capsule | Ellipsoid | Cylinder | Box)
    });
    let unexpected = || format!("mju_rayGeom: unexpected geom type {}", geomtype.0);
    let kind = kind.ok_or_else(|| FatalError::new_err(unexpected()))?;
    let ray = Ray { pnt: Vec3(pnt.0), vec: Vec3(vec.0) };
    let hit = ray_geom(kind, Vec3(pos.0), &Mat3(mat.0), Vec3(size.0), ray);
    normal.map_or(Ok(()), |n| n.set(hit.map_or([0.0; 3], |hit| hit.normal.0)))?;
    Ok(hit.map_or(-1.0, |hit| hit.dist))
}

/// Distance along a ray to a skin, -1 if it misses: nface triples of vertices in face, nvert
/// positions in vert. Writes the vertex nearest to the point that is hit.
#[pyfunction]
fn mju_raySkin(
    nface: Int<usize>,
    nvert: Int<usize>,
    face: Vector<i32>,
    vert: Vector<f32>,
    pnt: Array<3>,
    vec: Array<3>,
    vertid: VectorMut<'_, i32>,
) -> PyResult<f64> {
    check(
        face.len() / 3 == nface.0 && face.len().is_multiple_of(3),
        "face should be of size 3*nface",
    )?;
    check(
        vert.len() / 3 == nvert.0 && vert.len().is_multiple_of(3),
        "vert should be of size 3*nvert",
    )?;
    equal(vertid.len(), 1, "vertid should be of size 1")?;
    let (face, vert) = (face.as_chunks().0, vert.as_chunks().0);
    let hit = ray_skin(face, vert, Ray { pnt: Vec3(pnt.0), vec: Vec3(vec.0) });
    vertid.set(&[hit.map_or(-1, |hit| hit.vert as i32)])?;
    Ok(hit.map_or(-1.0, |hit| hit.dist))
}
