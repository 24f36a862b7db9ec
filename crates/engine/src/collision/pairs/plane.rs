//! A plane against a sphere, capsule, box or ellipsoid.
//!
//! The plane is the set of points `x` with `dot(x - pos, normal) = 0`, its normal being the z axis of
//! the geom; everything below is solid. The signed height of a point is its distance; a contact sits
//! at the point of the shape, moved along the normal by half of the distance. The normal of a contact
//! is that of the plane.

use crate::collision::shape::{Hit, Hits, Shape};
use crate::math::Vec3;

/// The most contacts of a plane and a box.
const MAX_CORNERS: usize = 4;

/// Plane and sphere: the lowest point of the sphere.
#[doc(alias = "mjc_PlaneSphere")]
pub(crate) fn plane_sphere(plane: &Shape, sphere: &Shape, margin: f64, out: &mut Hits) {
    if let Some(hit) = plane_ball(plane.pos, plane.mat.col(2), sphere.pos, sphere.size[0], margin) {
        out.push(hit);
    }
}

/// Plane and capsule: the lowest points of both end spheres, upper end of the axis first.
///
/// The first tangent is the capsule's axis.
#[doc(alias = "mjc_PlaneCapsule")]
pub(crate) fn plane_capsule(plane: &Shape, capsule: &Shape, margin: f64, out: &mut Hits) {
    let axis = capsule.mat.col(2);
    let half = axis * capsule.size[1];
    for end in [capsule.pos + half, capsule.pos - half] {
        let hit = plane_ball(plane.pos, plane.mat.col(2), end, capsule.size[0], margin);
        if let Some(hit) = hit {
            out.push(Hit { tangent: axis, ..hit });
        }
    }
}

/// Plane and box: corners below the center that are near enough, the first four in binary order
/// of the signs (x counts fastest).
#[doc(alias = "mjc_PlaneBox")]
pub(crate) fn plane_box(plane: &Shape, cuboid: &Shape, margin: f64, out: &mut Hits) {
    let normal = plane.mat.col(2);
    let center_height = (cuboid.pos - plane.pos).dot(normal);

    let mut found = 0;
    for bits in 0..8 {
        // height of the corner over the center; the upper half of the box is left out
        let corner = *cuboid.mat * corner_of(cuboid.size, bits);
        let rise = normal.dot(corner);
        let dist = center_height + rise;
        if dist > margin || rise > 0.0 {
            continue;
        }

        let pos = (corner + cuboid.pos) + normal * (-dist / 2.0);
        out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
        found += 1;
        if found == MAX_CORNERS {
            return;
        }
    }
}

/// Plane and ellipsoid: the lowest point of the ellipsoid.
#[doc(alias = "mjc_PlaneConvex")]
pub(crate) fn plane_ellipsoid(plane: &Shape, ellipsoid: &Shape, margin: f64, out: &mut Hits) {
    let normal = plane.mat.col(2);
    let lowest = farthest_of_ellipsoid(ellipsoid, -normal);
    let dist = normal.dot(lowest - plane.pos);
    if dist > margin {
        return;
    }
    let pos = lowest + normal * (-0.5 * dist);
    out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
}

/// The contact of a ball with the half-space below `point`, if it is near enough.
pub(super) fn plane_ball(
    point: Vec3,
    normal: Vec3,
    center: Vec3,
    radius: f64,
    margin: f64,
) -> Option<Hit> {
    let height = (center - point).dot(normal);
    if height > margin + radius {
        return None;
    }
    let dist = height - radius;
    let pos = center + normal * (-dist / 2.0 - radius);
    Some(Hit { dist, pos, normal, tangent: Vec3::ZERO })
}

/// The corner of a centered box whose coordinates are positive where `bits` has a one.
pub(super) fn corner_of(half: Vec3, bits: usize) -> Vec3 {
    Vec3(std::array::from_fn(|i| if bits >> i & 1 == 1 { half[i] } else { -half[i] }))
}

/// The point of an ellipsoid farthest along `dir`: with half axes `s`, `s^2 dir / |s dir|`.
fn farthest_of_ellipsoid(ellipsoid: &Shape, dir: Vec3) -> Vec3 {
    let size = ellipsoid.size;
    let on_sphere = ellipsoid.mat.transpose_mul(dir).scale_by(size).normalized().0;
    *ellipsoid.mat * on_sphere.scale_by(size) + ellipsoid.pos
}
