//! Jacobians of points, frames and momenta. Matrices have three rows, one per axis of the world.

use ferrodyn_engine::Link;
use ferrodyn_engine::ids::{BodyId, GeomId, SiteId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::support::{self, ArgumentError, JacobianMut};
use ferrodyn_engine::{Data, Model};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{fatal, index, inspect};
use super::functions;
use crate::args::{Array, Int, MatrixMut, check};
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    mj_jac, mj_jacBody, mj_jacBodyCom, mj_jacSubtreeCom, mj_jacGeom, mj_jacSite, mj_jacPointAxis,
    mj_jacDot, mj_angmomMat,
}

/// Jacobian of a point in world coordinates that moves with a body.
#[pyfunction]
fn mj_jac(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    jacr: Option<MatrixMut<'_>>,
    point: Array<3>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_jac", "body", body.0)?);
    write("mj_jac", m, d, [jacp, jacr], |m, d, out| {
        support::jac_into(m, d, body, Vec3(point.0), out)
    })
}

/// Jacobian of the origin of a body's frame.
#[pyfunction]
fn mj_jacBody(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    jacr: Option<MatrixMut<'_>>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_jacBody", "body", body.0)?);
    write("mj_jacBody", m, d, [jacp, jacr], |m, d, out| {
        support::jac_into(m, d, body, at(&d.xpos, body.0), out)
    })
}

/// Jacobian of the center of mass of a body.
#[pyfunction]
fn mj_jacBodyCom(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    jacr: Option<MatrixMut<'_>>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_jacBodyCom", "body", body.0)?);
    write("mj_jacBodyCom", m, d, [jacp, jacr], |m, d, out| {
        support::jac_into(m, d, body, at(&d.xipos, body.0), out)
    })
}

/// Jacobian of the center of mass of a body and all below it.
#[pyfunction]
fn mj_jacSubtreeCom(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_jacSubtreeCom", "body", body.0)?);
    write("mj_jacSubtreeCom", m, d, [jacp, None], |m, d, out| match out.jacp {
        Some(jacp) => support::jac_subtree_com_into(m, d, body, jacp),
        None => Ok(()),
    })
}

/// Jacobian of the center of a geom.
#[pyfunction]
fn mj_jacGeom(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    jacr: Option<MatrixMut<'_>>,
    geom: Int<i32>,
) -> PyResult<()> {
    let geom = GeomId(index("mj_jacGeom", "geom", geom.0)?);
    write("mj_jacGeom", m, d, [jacp, jacr], |m, d, out| {
        let body = body_of(m.geom_bodyid.as_slice(), "geom", geom.0)?;
        support::jac_into(m, d, body, d.geom_xpos[geom], out)
    })
}

/// Jacobian of a site.
#[pyfunction]
fn mj_jacSite(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    jacr: Option<MatrixMut<'_>>,
    site: Int<i32>,
) -> PyResult<()> {
    let site = SiteId(index("mj_jacSite", "site", site.0)?);
    write("mj_jacSite", m, d, [jacp, jacr], |m, d, out| {
        let body = body_of(m.site_bodyid.as_slice(), "site", site.0)?;
        support::jac_into(m, d, body, d.site_xpos[site], out)
    })
}

/// Jacobians of a point on a body and of an axis that turns with it.
#[pyfunction]
fn mj_jacPointAxis(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacPoint: Option<MatrixMut<'_>>,
    jacAxis: Option<MatrixMut<'_>>,
    point: Array<3>,
    axis: Array<3>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_jacPointAxis", "body", body.0)?);
    write("mj_jacPointAxis", m, d, [jacPoint, jacAxis], |m, d, out| {
        support::jac_point_axis_into(m, d, body, Vec3(point.0), Vec3(axis.0), out)
    })
}

/// Rate of change of the Jacobian of a point on a body.
#[pyfunction]
fn mj_jacDot(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<MatrixMut<'_>>,
    jacr: Option<MatrixMut<'_>>,
    point: Array<3>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_jacDot", "body", body.0)?);
    write("mj_jacDot", m, d, [jacp, jacr], |m, d, out| {
        support::jac_dot_into(m, d, body, Vec3(point.0), out)
    })
}

/// The matrix that turns velocities into the angular momentum of a body and all below it.
#[pyfunction]
fn mj_angmomMat(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    mat: MatrixMut<'_>,
    body: Int<i32>,
) -> PyResult<()> {
    let body = BodyId(index("mj_angmomMat", "body", body.0)?);
    write("mj_angmomMat", m, d, [Some(mat), None], |m, d, out| match out.jacp {
        Some(mat) => support::angmom_mat_into(m, d, body, mat),
        None => Ok(()),
    })
}

/// Computes matrices of three rows and writes those that are given.
fn write(
    function: &str,
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    matrices: [Option<MatrixMut<'_>>; 2],
    compute: impl FnOnce(&Model, &Data, JacobianMut<'_>) -> Result<(), ArgumentError>,
) -> PyResult<()> {
    let nv = m.get().sizes.nv;
    for matrix in matrices.iter().flatten() {
        check(matrix.rows == 3 && matrix.cols == nv, "a Jacobian should be of shape (3, nv)")?;
    }
    let mut values = [0, 1].map(|i| matrices[i].as_ref().map(|_| vec![0.0; 3 * nv]));
    let [first, second] = &mut values;
    let out = JacobianMut { jacp: first.as_deref_mut(), jacr: second.as_deref_mut() };
    inspect(m, d, |m, d| compute(m, d, out))?.map_err(|error| fatal(function, error))?;
    for (matrix, values) in matrices.iter().zip(&values) {
        if let (Some(matrix), Some(values)) = (matrix, values) {
            matrix.set(values)?;
        }
    }
    Ok(())
}

/// A position; zero if there is no such object, which the engine then finds out.
fn at(positions: &[Vec3], id: usize) -> Vec3 {
    positions.get(id).copied().unwrap_or_default()
}

/// The body that an object belongs to.
fn body_of(
    bodies: &[Link<BodyId>],
    object: &'static str,
    id: usize,
) -> Result<BodyId, ArgumentError> {
    let missing = ArgumentError::Id { object, id: id as i64, count: bodies.len() };
    bodies.get(id).and_then(|b| b.id()).ok_or(missing)
}
