//! Jacobians: how points, frames and momenta move with the degrees of freedom.
//!
//! | reads | of |
//! |---|---|
//! | `subtree_com`, the axes of motion, and the position of what is asked for | all |
//! | velocities of bodies and of axes | [`jac_dot`] |
//! | `xipos`, `ximat`, `body_mass`, `body_inertia` | [`angmom_mat`] |
//! | `xpos`, `geom_xpos`, `site_xpos`, `body_parentid`, `body_subtreemass`, `geom_bodyid` | |
//! | `site_bodyid` | |
//!
//! Columns come from [`smooth::jacobian`](crate::smooth::jacobian). Functions whose name ends in `_into` write row-major matrices into memory of the caller and do
//! not allocate; the others return matrices.

use crate::fields::Link;
use nalgebra::DMatrix;

use crate::argument::{ArgumentError, check_id, check_len};
use crate::data::Data;
use crate::fields::Field;
use crate::ids::{BodyId, DofId, GeomId, SiteId};
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::smooth::jacobian::{jac_columns, jac_dot_columns};

/// Jacobians `(jacp, jacr)` of a point on a body, each 3 x nv: velocity of the point
/// `jacp * qvel`, angular velocity of the body `jacr * qvel`, in world coordinates.
///
/// The point is given in world coordinates and moves with the body. By joints, with `r` from the
/// joint's anchor to the point and `R` the orientation of the joint's body:
///
/// | joint | column of `jacp` | column of `jacr` |
/// |---|---|---|
/// | hinge | `axis x r` | `axis` |
/// | slide | `axis` | 0 |
/// | ball | `(R e_i) x r` | `R e_i` |
/// | free, translation | `e_i` | 0 |
/// | free, rotation | `(R e_i) x r` | `R e_i` |
///
/// Call after [`kinematics`](crate::smooth::kinematics) and [`com_pos`](crate::smooth::com_pos).
/// Both are zero for the world, and for a body that does not exist; NaN if the data is of another
/// model, here and in what follows. [`jac_into`] is the same without allocation.
#[must_use]
#[doc(alias = "mj_jac")]
pub fn jac(m: &Model, d: &Data, body: BodyId, point: Vec3) -> (DMatrix<f64>, DMatrix<f64>) {
    let mut jacp = DMatrix::from_element(3, m.nv, start(m, d));
    let mut jacr = jacp.clone();
    if body.0 < m.nbody && d.check_plan(m).is_ok() {
        jac_columns(m, d, body, point, |k, lin, rot| {
            jacp.column_mut(k.0).copy_from_slice(&lin.0);
            jacr.column_mut(k.0).copy_from_slice(&rot.0);
        });
    }
    (jacp, jacr)
}

/// Memory of the caller for the matrices of a Jacobian: 3 x nv numbers each, row-major. What is `None`
/// is not computed.
#[derive(Debug, Default)]
pub struct JacobianMut<'a> {
    /// Of the velocity of the point.
    pub jacp: Option<&'a mut [f64]>,
    /// Of the angular velocity of the body.
    pub jacr: Option<&'a mut [f64]>,
}

/// [`jac`] into memory of the caller.
///
/// # Errors
/// If the data is of another model, there is no such body, or a slice has not 3 nv entries;
/// nothing is written then.
#[doc(alias = "mj_jac")]
pub fn jac_into(
    m: &Model,
    d: &Data,
    body: BodyId,
    point: Vec3,
    mut out: JacobianMut<'_>,
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    out.clear(m, "jac_into")?;
    jac_columns(m, d, body, point, |k, lin, rot| out.put(m, k, [lin, rot]));
    Ok(())
}

/// Jacobians `(jacp, jacr)` of the origin of a body's frame.
#[must_use]
#[doc(alias = "mj_jacBody")]
pub fn jac_body(m: &Model, d: &Data, body: BodyId) -> (DMatrix<f64>, DMatrix<f64>) {
    jac(m, d, body, entry(&d.xpos, body.0))
}

/// Jacobians `(jacp, jacr)` of a site.
#[must_use]
#[doc(alias = "mj_jacSite")]
pub fn jac_site(m: &Model, d: &Data, site: SiteId) -> (DMatrix<f64>, DMatrix<f64>) {
    jac(m, d, body_of(&m.site_bodyid, site.0), entry(&d.site_xpos, site.0))
}

/// Jacobians `(jacp, jacr)` of the center of mass of a body.
#[must_use]
#[doc(alias = "mj_jacBodyCom")]
pub fn jac_body_com(m: &Model, d: &Data, body: BodyId) -> (DMatrix<f64>, DMatrix<f64>) {
    jac(m, d, body, entry(&d.xipos, body.0))
}

/// Jacobians `(jacp, jacr)` of the center of a geom.
#[must_use]
#[doc(alias = "mj_jacGeom")]
pub fn jac_geom(m: &Model, d: &Data, geom: GeomId) -> (DMatrix<f64>, DMatrix<f64>) {
    jac(m, d, body_of(&m.geom_bodyid, geom.0), entry(&d.geom_xpos, geom.0))
}

/// Both Jacobians of a point on a body in one 6 x nv matrix: `jacr` above `jacp`, the order of
/// spatial vectors.
#[must_use]
pub fn jac_point(m: &Model, d: &Data, body: BodyId, point: Vec3) -> DMatrix<f64> {
    let (jacp, jacr) = jac(m, d, body, point);
    let mut both = DMatrix::zeros(6, m.nv);
    both.rows_mut(0, 3).copy_from(&jacr);
    both.rows_mut(3, 3).copy_from(&jacp);
    both
}

/// Jacobian, 3 x nv, of the center of mass of a body and all below it.
#[must_use]
#[doc(alias = "mj_jacSubtreeCom")]
pub fn jac_subtree_com(m: &Model, d: &Data, body: BodyId) -> DMatrix<f64> {
    let mut rows = vec![start(m, d); 3 * m.nv];
    // a body that does not exist leaves them
    let _ = jac_subtree_com_into(m, d, body, &mut rows);
    DMatrix::from_row_slice(3, m.nv, &rows)
}

/// [`jac_subtree_com`] into memory of the caller, row-major.
///
/// # Errors
/// If the data is of another model, there is no such body, or the slice has not 3 nv entries;
/// nothing is written then.
#[doc(alias = "mj_jacSubtreeCom")]
pub fn jac_subtree_com_into(
    m: &Model,
    d: &Data,
    body: BodyId,
    jacp: &mut [f64],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    check_len("jac_subtree_com_into", "jacp", jacp.len(), 3 * m.nv)?;
    jacp.fill(0.0);
    for b in subtree(m, body) {
        jac_columns(m, d, b, d.xipos[b], |k, lin, _| add(jacp, m.nv, k, m.body_mass[b] * lin));
    }
    let scale = 1.0 / m.body_subtreemass[body];
    for x in jacp.iter_mut() {
        *x *= scale;
    }
    Ok(())
}

/// Jacobians, 3 x nv, of a point on a body and of an axis that turns with it, both given in world
/// coordinates: their rates of change are the matrices times `qvel`.
#[must_use]
#[doc(alias = "mj_jacPointAxis")]
pub fn jac_point_axis(
    m: &Model,
    d: &Data,
    body: BodyId,
    point: Vec3,
    axis: Vec3,
) -> (DMatrix<f64>, DMatrix<f64>) {
    let (jac_point, mut jac_axis) = jac(m, d, body, point);
    for mut column in jac_axis.column_iter_mut() {
        let rot = Vec3([column[0], column[1], column[2]]);
        column.copy_from_slice(&rot.cross(axis).0);
    }
    (jac_point, jac_axis)
}

/// [`jac_point_axis`] into memory of the caller: `jacp` is of the point, `jacr` of the axis.
///
/// # Errors
/// If the data is of another model, there is no such body, or a slice has not 3 nv entries;
/// nothing is written then.
#[doc(alias = "mj_jacPointAxis")]
pub fn jac_point_axis_into(
    m: &Model,
    d: &Data,
    body: BodyId,
    point: Vec3,
    axis: Vec3,
    mut out: JacobianMut<'_>,
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    out.clear(m, "jac_point_axis_into")?;
    jac_columns(m, d, body, point, |k, lin, rot| out.put(m, k, [lin, rot.cross(axis)]));
    Ok(())
}

/// Rates of change of the Jacobians `(jacp, jacr)` of a point on a body, each 3 x nv.
///
/// Call after [`com_vel`](crate::smooth::com_vel). Zero for a body that does not exist.
#[must_use]
#[doc(alias = "mj_jacDot")]
pub fn jac_dot(m: &Model, d: &Data, body: BodyId, point: Vec3) -> (DMatrix<f64>, DMatrix<f64>) {
    let mut jacp = vec![start(m, d); 3 * m.nv];
    let mut jacr = jacp.clone();
    // a body that does not exist leaves them
    let out = JacobianMut { jacp: Some(&mut jacp), jacr: Some(&mut jacr) };
    let _ = jac_dot_into(m, d, body, point, out);
    (DMatrix::from_row_slice(3, m.nv, &jacp), DMatrix::from_row_slice(3, m.nv, &jacr))
}

/// [`jac_dot`] into memory of the caller.
///
/// # Errors
/// If the data is of another model, there is no such body, or a slice has not 3 nv entries;
/// nothing is written then.
#[doc(alias = "mj_jacDot")]
pub fn jac_dot_into(
    m: &Model,
    d: &Data,
    body: BodyId,
    point: Vec3,
    mut out: JacobianMut<'_>,
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    out.clear(m, "jac_dot_into")?;
    jac_dot_columns(m, d, body, point, |k, lin, rot| out.put(m, k, [lin, rot]));
    Ok(())
}

/// The matrix, 3 x nv, that turns `qvel` into the angular momentum of a body and all below it,
/// about their center of mass: `subtree_angmom`.
#[must_use]
#[doc(alias = "mj_angmomMat")]
pub fn angmom_mat(m: &Model, d: &Data, body: BodyId) -> DMatrix<f64> {
    let mut rows = vec![start(m, d); 3 * m.nv];
    // a body that does not exist leaves them
    let _ = angmom_mat_into(m, d, body, &mut rows);
    DMatrix::from_row_slice(3, m.nv, &rows)
}

/// [`angmom_mat`] into memory of the caller, row-major.
///
/// # Errors
/// If the data is of another model, there is no such body, or the slice has not 3 nv entries;
/// nothing is written then.
#[doc(alias = "mj_angmomMat")]
pub fn angmom_mat_into(
    m: &Model,
    d: &Data,
    body: BodyId,
    mat: &mut [f64],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_id("body", body.0, m.nbody)?;
    check_len("angmom_mat_into", "mat", mat.len(), 3 * m.nv)?;
    mat.fill(0.0);
    for b in subtree(m, body) {
        // inertia about the body's own center of mass, in world axes
        let [x, y, z] = m.body_inertia[b].0;
        let moments = Mat3([x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z]);
        let inertia = d.ximat[b] * moments * d.ximat[b].transpose();

        // momentum of its rotation, then moment of its linear momentum
        let arm = d.xipos[b] - d.subtree_com[body];
        jac_columns(m, d, b, d.xipos[b], |k, lin, rot| {
            add(mat, m.nv, k, inertia * rot);
            add(mat, m.nv, k, m.body_mass[b] * arm.cross(lin));
        });
    }
    Ok(())
}

/// What a matrix holds before columns are written: NaN if the data is of another model.
fn start(m: &Model, d: &Data) -> f64 {
    if d.check_plan(m).is_ok() { 0.0 } else { f64::NAN }
}

/// A body and all below it, in the order of ids.
fn subtree(m: &Model, body: BodyId) -> impl Iterator<Item = BodyId> {
    let below = move |b: &BodyId| m.body_parentid[*b].raw() >= body.raw();
    std::iter::once(body).chain((body.0 + 1..m.nbody).map(BodyId).take_while(below))
}

/// The body that an object belongs to; the world if there is no such object.
fn body_of<I>(bodies: &Field<I, Link<BodyId>>, id: usize) -> BodyId {
    bodies.get(id).and_then(|b| b.id()).unwrap_or(BodyId(0))
}

/// A position, zero if there is no such object.
fn entry(positions: &[Vec3], id: usize) -> Vec3 {
    positions.get(id).copied().unwrap_or_default()
}

impl JacobianMut<'_> {
    /// Checks the lengths of both matrices, then sets them to zero.
    fn clear(&mut self, m: &Model, function: &'static str) -> Result<(), ArgumentError> {
        let len = 3 * m.nv;
        check_len(function, "jacp", self.jacp.as_deref().map_or(len, <[f64]>::len), len)?;
        check_len(function, "jacr", self.jacr.as_deref().map_or(len, <[f64]>::len), len)?;
        if let Some(rows) = &mut self.jacp {
            rows.fill(0.0);
        }
        if let Some(rows) = &mut self.jacr {
            rows.fill(0.0);
        }
        Ok(())
    }

    /// Writes a column of each matrix that is asked for.
    fn put(&mut self, m: &Model, k: DofId, [lin, rot]: [Vec3; 2]) {
        if let Some(rows) = &mut self.jacp {
            put(rows, m.nv, k, lin);
        }
        if let Some(rows) = &mut self.jacr {
            put(rows, m.nv, k, rot);
        }
    }
}

/// Writes a column of a row-major matrix of three rows.
fn put(rows: &mut [f64], nv: usize, k: DofId, column: Vec3) {
    for (i, x) in column.0.into_iter().enumerate() {
        rows[i * nv + k.0] = x;
    }
}

/// Adds to a column of a row-major matrix of three rows.
fn add(rows: &mut [f64], nv: usize, k: DofId, column: Vec3) {
    for (i, x) in column.0.into_iter().enumerate() {
        rows[i * nv + k.0] += x;
    }
}
