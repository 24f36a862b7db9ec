//! Jacobians, row-major in memory of the caller; what is `None` is not computed.

use crate::Link;
use crate::ids::{BodyId, GeomId, SiteId};
use crate::math::Vec3;
use crate::nalgebra::DMatrix;
use crate::support::{self, ArgumentError, JacobianMut};
use crate::{Data, Model};

/// Those that return matrices: [`support::jac`](support::jac()) and the functions beside it.
pub use crate::support::{
    jac as mj_jac_matrices, jac_body as mj_jac_body, jac_point as mj_jac_point,
    jac_site as mj_jac_site,
};

/// Jacobians of a body's center of mass in one 6 x nv matrix, as [`support::jac_point`] gives them:
/// `jacr` above `jacp`.
#[must_use]
pub fn mj_jac_body_com(m: &Model, d: &Data, body: BodyId) -> DMatrix<f64> {
    stacked(&support::jac_body_com(m, d, body))
}

/// Jacobians of a geom's center in one 6 x nv matrix, as [`support::jac_point`] gives them: `jacr` above `jacp`.
#[must_use]
pub fn mj_jac_geom(m: &Model, d: &Data, geom: GeomId) -> DMatrix<f64> {
    stacked(&support::jac_geom(m, d, geom))
}

/// `jacr` above `jacp`.
fn stacked((jacp, jacr): &(DMatrix<f64>, DMatrix<f64>)) -> DMatrix<f64> {
    let mut both = DMatrix::zeros(6, jacp.ncols());
    both.rows_mut(0, 3).copy_from(jacr);
    both.rows_mut(3, 3).copy_from(jacp);
    both
}

/// Jacobians of a point on a body: [`support::jac_into`].
///
/// # Errors
/// If there is no such body or a slice has not 3 nv entries.
pub fn mj_jac(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: Vec3,
    body: BodyId,
) -> Result<(), ArgumentError> {
    support::jac_into(m, d, body, point, JacobianMut { jacp, jacr })
}

/// Rates of change of the Jacobians of a point on a body: [`support::jac_dot_into`].
///
/// # Errors
/// If there is no such body or a slice has not 3 nv entries.
pub fn mj_jacDot(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: Vec3,
    body: BodyId,
) -> Result<(), ArgumentError> {
    support::jac_dot_into(m, d, body, point, JacobianMut { jacp, jacr })
}

/// Jacobian of the center of mass of a body and all below it: [`support::jac_subtree_com_into`].
///
/// # Errors
/// If there is no such body or the slice has not 3 nv entries.
pub fn mj_jacSubtreeCom(
    m: &Model,
    d: &Data,
    jacp: &mut [f64],
    body: BodyId,
) -> Result<(), ArgumentError> {
    support::jac_subtree_com_into(m, d, body, jacp)
}

/// The matrix that turns `qvel` into the angular momentum of a body and all below it:
/// [`support::angmom_mat_into`].
///
/// # Errors
/// If there is no such body or the slice has not 3 nv entries.
pub fn mj_angmomMat(
    m: &Model,
    d: &Data,
    mat: &mut [f64],
    body: BodyId,
) -> Result<(), ArgumentError> {
    support::angmom_mat_into(m, d, body, mat)
}

/// Jacobians of the origin of a body's frame, as [`support::jac_body`].
///
/// # Errors
/// If there is no such body or a slice has not 3 nv entries.
pub fn mj_jacBody(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    body: BodyId,
) -> Result<(), ArgumentError> {
    mj_jac(m, d, jacp, jacr, at(&d.xpos, body.0), body)
}

/// Jacobians of a body's center of mass, as [`support::jac_body_com`].
///
/// # Errors
/// If there is no such body or a slice has not 3 nv entries.
pub fn mj_jacBodyCom(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    body: BodyId,
) -> Result<(), ArgumentError> {
    mj_jac(m, d, jacp, jacr, at(&d.xipos, body.0), body)
}

/// Jacobians of a geom's center, as [`support::jac_geom`].
///
/// # Errors
/// If there is no such geom or a slice has not 3 nv entries.
pub fn mj_jacGeom(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    geom: GeomId,
) -> Result<(), ArgumentError> {
    let body = body_of("geom", m.geom_bodyid.as_slice(), geom.0)?;
    mj_jac(m, d, jacp, jacr, at(&d.geom_xpos, geom.0), body)
}

/// Jacobians of a site, as [`support::jac_site`].
///
/// # Errors
/// If there is no such site or a slice has not 3 nv entries.
pub fn mj_jacSite(
    m: &Model,
    d: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    site: SiteId,
) -> Result<(), ArgumentError> {
    let body = body_of("site", m.site_bodyid.as_slice(), site.0)?;
    mj_jac(m, d, jacp, jacr, at(&d.site_xpos, site.0), body)
}

/// Jacobians of a point and of an axis that move with a body:
/// [`support::jac_point_axis_into`].
///
/// # Errors
/// If there is no such body or a slice has not 3 nv entries.
pub fn mj_jacPointAxis(
    m: &Model,
    d: &Data,
    jacPoint: Option<&mut [f64]>,
    jacAxis: Option<&mut [f64]>,
    point: Vec3,
    axis: Vec3,
    body: BodyId,
) -> Result<(), ArgumentError> {
    support::jac_point_axis_into(
        m,
        d,
        body,
        point,
        axis,
        JacobianMut { jacp: jacPoint, jacr: jacAxis },
    )
}

/// An entry of an array of positions; zero where there is none, which the caller refuses.
fn at(positions: &[Vec3], id: usize) -> Vec3 {
    positions.get(id).copied().unwrap_or_default()
}

/// The body that an object is fixed to.
fn body_of(
    object: &'static str,
    bodies: &[Link<BodyId>],
    id: usize,
) -> Result<BodyId, ArgumentError> {
    let missing = ArgumentError::Id { object, id: id as i64, count: bodies.len() };
    bodies.get(id).and_then(|body| body.id()).ok_or(missing)
}
