//! A plane against a cylinder.
//!
//! Let `down` be the cylinder's axis, turned toward the plane and scaled to the half length, and `rim`
//! the radius vector that goes down steepest. The candidates, in order, are
//! - `down + rim`: the lowest point. If it is too far, so is the rest;
//! - `-down + rim`: the point above it on the other disk, for a cylinder that lies;
//! - `down - rim / 2 +- side`: with the lowest point an equilateral triangle on the lower disk, for a
//!   cylinder that stands.

use crate::collision::shape::{Hit, Hits, Shape};
use crate::math::{MINVAL, Vec3};

/// Plane and cylinder: up to four points of the rims.
#[doc(alias = "mjc_PlaneCylinder")]
pub(crate) fn plane_cylinder(plane: &Shape, cylinder: &Shape, margin: f64, out: &mut Hits) {
    let normal = plane.mat.col(2);
    let (radius, half_length) = (cylinder.size[0], cylinder.size[1]);
    let height = (cylinder.pos - plane.pos).dot(normal);

    // axis toward the plane, and its slope
    let axis = cylinder.mat.col(2);
    let slope = normal.dot(axis);
    let (axis, slope) = if slope > 0.0 { (-axis, -slope) } else { (axis, slope) };
    let down = axis * half_length;
    let down_rise = slope * half_length;

    let rim = steepest_radius(cylinder, axis * slope - normal);
    let rim_rise = rim.dot(normal);

    let mut touch = |dist: f64, point: Vec3| {
        let pos = point + normal * (-dist * 0.5);
        out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
    };

    // lowest point
    let dist = height + down_rise + rim_rise;
    if dist > margin || dist.is_nan() {
        return;
    }
    touch(dist, (cylinder.pos + rim) + down);

    // same side of the other disk
    let dist = height - down_rise + rim_rise;
    if dist <= margin {
        touch(dist, (cylinder.pos + rim) - down);
    }

    // rest of the triangle on the lower disk
    let dist = height + down_rise + -rim_rise * 0.5;
    if dist <= margin {
        let side = rim.cross(down).normalized().0 * (radius * 3.0_f64.sqrt() / 2.0);
        for point in [cylinder.pos + side, cylinder.pos - side] {
            touch(dist, (point + down) + rim * -0.5);
        }
    }
}

/// The radius vector of the cylinder along `descent`, the part of `-normal` across the axis; the
/// cylinder's x axis if the disks are parallel to the plane.
fn steepest_radius(cylinder: &Shape, descent: Vec3) -> Vec3 {
    let radius = cylinder.size[0];
    let norm2 = descent.dot(descent);
    if norm2 >= MINVAL * MINVAL {
        descent * (radius / norm2.sqrt())
    } else {
        cylinder.mat.col(0) * radius
    }
}
