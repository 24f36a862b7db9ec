//! A sphere against a box.
//!
//! In the frame of the box the nearest point is the sphere's center with each coordinate brought into
//! the box. A center inside the box has no direction to it: then the nearest face decides.

use crate::collision::shape::{Hit, Hits, Shape};
use crate::math::{MINVAL, Vec3};

/// Sphere and box.
#[doc(alias = "mjc_SphereBox")]
pub(crate) fn sphere_box(sphere: &Shape, cuboid: &Shape, margin: f64, out: &mut Hits) {
    ball_box(sphere.pos, sphere.size[0], cuboid, margin, out);
}

/// A ball and a box.
pub(super) fn ball_box(center: Vec3, radius: f64, cuboid: &Shape, margin: f64, out: &mut Hits) {
    let (mat, half) = (cuboid.mat, cuboid.size);
    let center = mat.transpose_mul(center - cuboid.pos);
    let nearest = Vec3(std::array::from_fn(|i| clamp_to(center[i], half[i])));
    let (toward, gap) = (nearest - center).normalized();
    if gap - radius > margin {
        return;
    }

    // dist, and the contact's position and normal in the frame of the box
    let (dist, pos, normal) = if gap <= MINVAL {
        let (depth, inward) = nearest_face(center, half);
        (-depth - radius, center + inward * ((radius - depth) / 2.0), inward)
    } else {
        let deepest = center + toward * radius;
        (gap - radius, nearest * 0.5 + deepest * 0.5, toward)
    };

    let pos = *mat * pos + cuboid.pos;
    out.push(Hit { dist, pos, normal: *mat * normal, tangent: Vec3::ZERO });
}

/// `x` brought into [-limit, limit]; as it is if the limit is not positive.
fn clamp_to(x: f64, limit: f64) -> f64 {
    if limit > 0.0 && x < -limit {
        -limit
    } else if limit > 0.0 && x > limit {
        limit
    } else {
        x
    }
}

/// Depth of a point below the nearest face of a box, and the direction from that face inward; of
/// equal faces the first of -x, +x, -y, +y, -z, +z.
fn nearest_face(point: Vec3, half: Vec3) -> (f64, Vec3) {
    let mut depth = (half[0] + half[1] + half[2]) * 2.0;
    let mut inward = Vec3::X;
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let below = (side * half[axis] - point[axis]).abs();
            if depth > below {
                depth = below;
                inward = Vec3::ZERO;
                inward[axis] = -side;
            }
        }
    }
    (depth, inward)
}
