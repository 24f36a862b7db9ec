//! A sphere against a sphere, capsule or cylinder; all come down to two balls or a plane and a ball.

use super::plane::plane_ball;
use crate::collision::shape::{Hit, Hits, Shape};
use crate::math::scalar::clip;
use crate::math::{MINVAL, Mat3, Vec3};

/// A ball and the orientation of the geom it stands for.
#[derive(Clone, Copy)]
pub(super) struct Ball<'a> {
    /// Center, in world.
    pub(super) center: Vec3,
    /// Radius.
    pub(super) radius: f64,
    /// Axes of the geom, which decide the normal of concentric balls.
    pub(super) mat: &'a Mat3,
}

impl<'a> Ball<'a> {
    /// The ball around `center` with the first size of a shape for radius.
    pub(super) fn of(shape: &Shape<'a>, center: Vec3) -> Self {
        Self { center, radius: shape.size[0], mat: shape.mat }
    }
}

/// Two spheres.
#[doc(alias = "mjc_SphereSphere")]
pub(crate) fn sphere_sphere(a: &Shape, b: &Shape, margin: f64, out: &mut Hits) {
    ball_ball(Ball::of(a, a.pos), Ball::of(b, b.pos), margin, out);
}

/// Sphere and capsule: the ball of the capsule that is nearest to the sphere.
#[doc(alias = "mjc_SphereCapsule")]
pub(crate) fn sphere_capsule(sphere: &Shape, capsule: &Shape, margin: f64, out: &mut Hits) {
    let axis = capsule.mat.col(2);
    let half_length = capsule.size[1];
    let along = clip(axis.dot(sphere.pos - capsule.pos), -half_length, half_length);
    let nearest = axis * along + capsule.pos;
    ball_ball(Ball::of(sphere, sphere.pos), Ball::of(capsule, nearest), margin, out);
}

/// Sphere and cylinder: the side, a disk or a rim, depending on where the sphere's center is.
#[doc(alias = "mjc_SphereCylinder")]
pub(crate) fn sphere_cylinder(sphere: &Shape, cylinder: &Shape, margin: f64, out: &mut Hits) {
    let (radius, half_length) = (cylinder.size[0], cylinder.size[1]);
    let ball = Ball::of(sphere, sphere.pos);

    // center of the sphere: along the axis and across it
    let axis = cylinder.mat.col(2);
    let offset = sphere.pos - cylinder.pos;
    let height = axis.dot(offset);
    let along = axis * height;
    let across = offset - along;
    let across2 = across.dot(across);

    // inside the cylinder the nearer of side and disk counts
    let beside = height.abs() < half_length;
    let over = across2 < radius * radius;
    let disk_is_nearer = half_length - height.abs() < radius - across2.sqrt();

    if beside && !(over && disk_is_nearer) {
        // side: ball of the cylinder's radius on the axis
        ball_ball(ball, Ball::of(cylinder, along + cylinder.pos), margin, out);
    } else if over {
        // disk: its plane, facing outward
        let (outward, reach) =
            if height > 0.0 { (axis, half_length) } else { (-axis, -half_length) };
        let disk = cylinder.pos + axis * reach;
        if let Some(hit) = plane_ball(disk, outward, sphere.pos, sphere.size[0], margin) {
            out.push(Hit { normal: -hit.normal, ..hit });
        }
    } else {
        // rim: ball of no radius
        let reach = if height > 0.0 { half_length } else { -half_length };
        let rim = (axis * reach + across * (radius / across2.sqrt())) + cylinder.pos;
        ball_ball(ball, Ball { center: rim, radius: 0.0, mat: cylinder.mat }, margin, out);
    }
}

/// Two balls: the normal joins the centers.
///
/// Concentric balls take the normal across both z axes, or the world's x axis if those are parallel.
pub(super) fn ball_ball(a: Ball, b: Ball, margin: f64, out: &mut Hits) -> bool {
    let apart = a.center - b.center;
    let dist2 = apart.dot(apart);
    let reach = margin + a.radius + b.radius;
    if dist2 > reach * reach {
        return false;
    }

    let dist = dist2.sqrt() - a.radius - b.radius;
    let (mut normal, length) = (b.center - a.center).normalized();
    if length < MINVAL {
        normal = a.mat.col(2).cross(b.mat.col(2)).normalized().0;
    }
    let pos = normal * (a.radius + dist / 2.0) + a.center;
    out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO })
}
