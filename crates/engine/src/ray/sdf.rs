//! Rays against signed distance fields, by marching: each step is as long as the distance to the
//! nearest surface, so none is jumped over.
//!
//! | reads |
//! |---|
//! | `geom_xpos`, `geom_xmat`, `geom_size` |

use crate::collision::{SdfShape, Shape};
use crate::data::Data;
use crate::hooks::System;
use crate::ids::GeomId;

use super::primitive::{Hit, Ray, meets_box};

/// Steps before a ray is taken to miss.
const MAX_STEPS: usize = 40;
/// Distance at which the surface is reached.
const REACHED: f64 = 1e-7;
/// Distance at which the ray is lost.
const LOST: f64 = 1e6;

/// The first point of a distance field geom that a ray meets. The distance is in length units,
/// also if `vec` is no unit vector, as in MuJoCo.
pub(super) fn ray_sdf(m: &System<'_>, d: &Data, geom: GeomId, ray: Ray) -> Option<Hit> {
    let (pos, mat) = (d.geom_xpos[geom], &d.geom_xmat[geom]);
    if !meets_box(pos, mat, m.geom_size[geom], ray) {
        return None;
    }
    let field = SdfShape::of(&Shape::of(*m, d, geom)?)?;
    let mut local = ray.in_frame(pos, mat);
    local.vec.normalize();

    let mut total = 0.0;
    for _ in 0..MAX_STEPS {
        let dist = field.distance(local.at(total)).abs();
        total += dist;
        if dist < REACHED {
            let gradient = field.gradient(local.at(total));
            return Some(Hit { dist: total, normal: *mat * gradient.normalized().0 });
        }
        if dist > LOST {
            break;
        }
    }
    None
}
