//! Velocity and acceleration of the objects that have a frame: bodies, geoms, sites and cameras.
//!
//! | reads | writes |
//! |---|---|
//! | `x*`, `geom_x*`, `site_x*`, `cam_x*`, `subtree_com`, `cvel`, `cacc` | nothing |
//! | `body_rootid`, `body_weldid`, `geom_bodyid`, `site_bodyid`, `cam_bodyid` | |
//!
//! `cvel` and `cacc` are taken about the center of mass of a body's tree; here they are moved to the
//! origin of the object, in world axes or in the object's own.

use crate::data::Data;
use crate::enums::ObjType;
use crate::fields::Field;
use crate::ids::{BodyId, Id};
use crate::math::{Mat3, Spatial, Vec3};
use crate::model::Model;

/// Where an object is, and the body that carries it.
#[derive(Clone, Copy)]
pub(crate) struct ObjectFrame<'a> {
    pub(crate) body: BodyId,
    /// Origin, in world.
    pub(crate) pos: Vec3,
    /// Axes in world, as columns.
    pub(crate) mat: &'a Mat3,
}

/// The frame of an object; `None` for kinds without one and ids that do not exist. A body's frame is
/// that of its inertia, `XBody` means the frame of the body itself.
pub(crate) fn frame<'a>(
    m: &Model,
    d: &'a Data,
    kind: ObjType,
    id: usize,
) -> Option<ObjectFrame<'a>> {
    match kind {
        ObjType::Body => pose(Some(id as i32), &d.xipos, &d.ximat, id),
        ObjType::XBody => pose(Some(id as i32), &d.xpos, &d.xmat, id),
        ObjType::Geom => pose(m.geom_bodyid.raw().get(id).copied(), &d.geom_xpos, &d.geom_xmat, id),
        ObjType::Site => pose(m.site_bodyid.raw().get(id).copied(), &d.site_xpos, &d.site_xmat, id),
        ObjType::Camera => pose(m.cam_bodyid.raw().get(id).copied(), &d.cam_xpos, &d.cam_xmat, id),
        _ => None,
    }
    .filter(|frame| frame.body.0 < m.nbody)
}

/// Reads a frame from the arrays of its kind.
fn pose<'a, I: Id>(
    body: Option<i32>,
    pos: &Field<I, Vec3>,
    mat: &'a Field<I, Mat3>,
    id: usize,
) -> Option<ObjectFrame<'a>> {
    Some(ObjectFrame { body: BodyId::new(body?)?, pos: *pos.get(id)?, mat: mat.get(id)? })
}

/// Velocity of an object at its origin, rotation before translation: in world axes, or in the
/// object's own if `local`. `None` if the object does not exist, has no frame, or the data is of another
/// model.
///
/// The frame of [`ObjType::Body`] is that of its inertia; [`ObjType::XBody`] is the body's own.
#[doc(alias = "mj_objectVelocity")]
pub fn object_velocity(
    m: &Model,
    d: &Data,
    kind: ObjType,
    id: usize,
    local: bool,
) -> Option<Spatial> {
    d.check_plan(m).ok()?;
    let frame = frame(m, d, kind, id)?;
    // static bodies: exactly zero
    if m.body_weldid[frame.body].raw() == 0 {
        return Some(Spatial::ZERO);
    }
    Some(at_frame(&d.cvel[frame.body], &frame, tree_com(m, d, frame.body), local))
}

/// Acceleration of an object at its origin, rotation before translation: in world axes, or in the
/// object's own if `local`. `None` if the object does not exist, has no frame, or the data is of another
/// model.
///
/// Includes gravity, as an accelerometer feels it. Needs `cacc`: call
/// [`rne_post_constraint`](crate::smooth::rne_post_constraint) before.
#[doc(alias = "mj_objectAcceleration")]
pub fn object_acceleration(
    m: &Model,
    d: &Data,
    kind: ObjType,
    id: usize,
    local: bool,
) -> Option<Spatial> {
    d.check_plan(m).ok()?;
    let frame = frame(m, d, kind, id)?;
    if m.body_weldid[frame.body].raw() == 0 {
        return Some(Spatial::ZERO);
    }
    let com = tree_com(m, d, frame.body);
    let acc = at_frame(&d.cacc[frame.body], &frame, com, local);
    let vel = at_frame(&d.cvel[frame.body], &frame, com, local);

    // from the spatial to the conventional acceleration: the origin moves along a turning velocity
    let turning = vel.ang().cross(vel.lin());
    Some(Spatial::new(acc.ang(), acc.lin() + turning))
}

/// Center of mass of the tree that a body belongs to.
pub(crate) fn tree_com(m: &Model, d: &Data, b: BodyId) -> Vec3 {
    let root = usize::try_from(m.body_rootid[b].raw()).unwrap_or(0);
    d.subtree_com.get(root).copied().unwrap_or_default()
}

/// A motion about the center of mass of the tree, moved to a frame.
fn at_frame(motion: &Spatial, frame: &ObjectFrame<'_>, com: Vec3, local: bool) -> Spatial {
    let moved = motion_at(motion, frame.pos, com);
    if local { in_axes(&moved, frame.mat) } else { moved }
}

/// A velocity or acceleration about the point `from`, moved to the point `to`.
#[doc(alias = "mju_transformSpatial")]
pub(crate) fn motion_at(motion: &Spatial, to: Vec3, from: Vec3) -> Spatial {
    Spatial::new(motion.ang(), motion.lin() - (to - from).cross(motion.ang()))
}

/// A torque and force about the point `from`, moved to the point `to`.
#[doc(alias = "mju_transformSpatial")]
pub(crate) fn force_at(force: &Spatial, to: Vec3, from: Vec3) -> Spatial {
    Spatial::new(force.ang() - (to - from).cross(force.lin()), force.lin())
}

/// Coordinates along the columns of `axes`.
pub(crate) fn in_axes(v: &Spatial, axes: &Mat3) -> Spatial {
    Spatial::new(axes.transpose_mul(v.ang()), axes.transpose_mul(v.lin()))
}
