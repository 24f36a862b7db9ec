//! Normals of round geoms where they touch a triangle.
//!
//! The normal that penetration gives is that of one plane of the triangle and rounded off. For an
//! ellipsoid or the round side of a cylinder the geom itself gives a better one: that of its surface
//! at the contact point.

use crate::collision::shape::{Hit, Shape};
use crate::enums::GeomType;
use crate::math::{MINVAL, Vec3};

/// Most steps to the surface of an ellipsoid.
const STEPS: usize = 30;
/// Change of the normal, or of the equation of the surface, below which they end.
const TOLERANCE: f64 = 1e-6;
/// Beyond this part of its half length a cylinder is taken as flat,
const FLAT: f64 = 0.95;
/// and where it is nearer to a disk than this part of the distance to the side.
const NEAR_DISK: f64 = 0.25;

/// Replaces the normal of a contact by that of the surface of a geom, where it is round.
#[doc(alias = "mjc_fixNormal")]
pub(super) fn set_round_normal(geom: &Shape<'_>, hit: &mut Hit) {
    let pos = geom.mat.transpose_mul(hit.pos - geom.pos);
    let normal = match geom.kind {
        GeomType::Ellipsoid => ellipsoid_normal(pos, geom.mat.transpose_mul(hit.normal), geom.size),
        GeomType::Cylinder => cylinder_normal(pos, geom.size),
        _ => None,
    };
    if let Some(normal) = normal {
        hit.normal = *geom.mat * normal.normalized().0;
        hit.tangent = Vec3::ZERO;
    }
}

/// Across the axis of a cylinder, unless the point is near one of its disks.
fn cylinder_normal(pos: Vec3, size: Vec3) -> Option<Vec3> {
    let (radius, half) = (size[0], size[1]);
    if pos[2].abs() > FLAT * half {
        return None;
    }
    let to_disk = (half - pos[2].abs()).abs();
    let to_side = (radius - (pos[0] * pos[0] + pos[1] * pos[1]).sqrt()).abs();
    let is_side = to_disk >= NEAR_DISK * to_side;
    is_side.then_some(Vec3([pos[0], pos[1], 0.0]))
}

/// The normal of an ellipsoid at the surface near a point.
fn ellipsoid_normal(pos: Vec3, guess: Vec3, size: Vec3) -> Option<Vec3> {
    if size.0.iter().any(|&s| s < MINVAL) {
        return None;
    }
    let part = |i: usize| pos[i] * pos[i] / (size[i] * size[i]);
    if part(0) + part(1) + part(2) <= 1.0 {
        from_inside(pos, guess, size)
    } else {
        Some(from_outside(pos, size))
    }
}

/// Follows the normal to the surface and takes the normal there, until it stays.
#[doc(alias = "mjc_ellipsoidInside")]
fn from_inside(pos: Vec3, guess: Vec3, size: Vec3) -> Option<Vec3> {
    let inverse = Vec3(size.0.map(|s| 1.0 / (s * s)));
    let product = |u: Vec3, v: Vec3| {
        u[0] * v[0] * inverse[0] + u[1] * v[1] * inverse[1] + u[2] * v[2] * inverse[2]
    };
    let excess = product(pos, pos) - 1.0;
    if excess > 0.0 {
        return None;
    }
    let mut normal = guess.normalized().0;
    for step in 0..STEPS {
        // where the ray along the normal leaves the ellipsoid
        let (a, b) = (product(normal, normal), product(pos, normal));
        let det = b * b - a * excess;
        let way = (-b + det.sqrt()) / a;
        if det < MINVAL || a < MINVAL || way < 0.0 {
            return (step > 0).then_some(normal);
        }
        let new = (pos + normal * way).scale_by(inverse).normalized().0;
        let change = (normal - new).norm();
        normal = new;
        if change < TOLERANCE {
            break;
        }
    }
    Some(normal)
}

/// The direction from the nearest point of the surface, by Newton's method for its multiplier.
#[doc(alias = "mjc_ellipsoidOutside")]
fn from_outside(pos: Vec3, size: Vec3) -> Vec3 {
    let size2 = size.scale_by(size);
    let weight = Vec3(std::array::from_fn(|i| pos[i] * pos[i] * size2[i]));
    let mut multiplier = 0.0;
    for _ in 0..STEPS {
        let r = Vec3(size2.0.map(|s| 1.0 / (s + multiplier)));
        let square = |i: usize| weight[i] * r[i] * r[i];
        let value = square(0) + square(1) + square(2) - 1.0;
        if value < TOLERANCE {
            break;
        }
        let slope = -2.0 * (square(0) * r[0] + square(1) * r[1] + square(2) * r[2]);
        if slope > -MINVAL {
            break;
        }
        let step = -value / slope;
        if step < TOLERANCE {
            break;
        }
        multiplier += step;
    }
    Vec3(std::array::from_fn(|i| pos[i] / (size2[i] + multiplier)))
}
