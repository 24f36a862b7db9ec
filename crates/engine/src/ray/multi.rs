//! Many rays from one point: geoms are left out by their direction before they are tested.
//!
//! | reads |
//! |---|
//! | `geom_xpos`, `geom_xmat`, `xipos`, `geom_aabb`, `geom_rbound`, `body_bvhadr`, `bvh_aabb` |
//! | `body_geomnum`, `body_geomadr` |
//!
//! A geom is seen from the point within a range of azimuth and elevation, which its bounding box
//! gives. The sphere around the geoms of a body is tested before them; its center is the center of
//! the body's bounding box, taken along the axes of the world as MuJoCo takes it, so that a turned
//! body may be missed whose geoms are all on one side of its center of mass.

use std::f64::consts::PI;

use crate::constants::MAXVAL;
use crate::data::Data;
use crate::hooks::{AsSystem, System};
use crate::ids::{BodyId, GeomId};
use crate::math::{MINVAL, Vec3, fun};
use crate::model::Model;

use super::primitive::{Nearest, Ray, sphere};
use super::{RayFilter, RayHit, ray_any_geom};

/// The first geom that each of many rays from one point meets.
///
/// `out[i]` becomes the hit of `pnt + x * vecs[i]`, `None` if there is none or the vector is
/// (nearly) zero; only as many rays are cast as both slices hold. Geoms whose bounding sphere is
/// farther than `cutoff` are left out. Otherwise as [`ray`](super::ray()), but a turned body whose
/// geoms are all on one side of its center of mass may be missed, as in MuJoCo.
#[doc(alias = "mj_multiRay")]
pub fn multi_ray(
    m: &impl AsSystem,
    d: &mut Data,
    pnt: Vec3,
    vecs: &[Vec3],
    filter: &RayFilter,
    cutoff: f64,
    out: &mut [Option<RayHit>],
) {
    let m = &m.as_system();
    if d.check_plan(m).is_err() {
        out.fill(None);
        return;
    }
    let source = Source::new(m, d, pnt, filter, cutoff);
    for (hit, &vec) in out.iter_mut().zip(vecs) {
        *hit = if vec.dot(vec) < MINVAL { None } else { source.cast(m, d, vec) };
    }
    source.finish(d);
}

/// Directions in which a geom may be seen: least azimuth, least elevation, and the largest ones.
type Bounds = [f64; 4];

/// All directions.
const ALL: Bounds = [-PI, 0.0, PI, PI];
/// No direction.
const NONE: Bounds = [0.0, f64::INFINITY, 0.0, f64::INFINITY];

/// The point that rays start from, and where it sees each geom.
pub(crate) struct Source {
    pnt: Vec3,
    /// [`Bounds`] of each geom, from the scratch memory of the data.
    bounds: Vec<f64>,
}

impl Source {
    /// Prepares for rays from a point.
    pub(crate) fn new(m: &Model, d: &mut Data, pnt: Vec3, filter: &RayFilter, cutoff: f64) -> Self {
        let mut bounds = d.scratch.take(4 * m.ngeom);
        let (each, _) = bounds.as_chunks_mut::<4>();
        each.fill(NONE);
        for b in m.bodies() {
            for g in m.body_geoms(b).take_while(|&g| g.0 < m.ngeom) {
                if filter.leaves_out(m, g) {
                    continue;
                }
                each[g.0] = if m.body_bvhadr[b] == -1 {
                    ALL
                } else if (d.geom_xpos[g] - pnt).norm() > cutoff + m.geom_rbound[g] {
                    NONE
                } else {
                    seen_from(m, d, g, pnt)
                };
            }
        }
        Self { pnt, bounds }
    }

    /// Gives the memory back.
    pub(crate) fn finish(self, d: &mut Data) {
        d.scratch.give(self.bounds);
    }

    /// The first geom that a ray meets.
    pub(crate) fn cast(&self, m: &System<'_>, d: &Data, vec: Vec3) -> Option<RayHit> {
        let ray = Ray { pnt: self.pnt, vec };
        let direction = Direction::of(vec);
        let (each, _) = self.bounds.as_chunks::<4>();
        let mut nearest = Nearest(None);
        for b in m.bodies().filter(|&b| may_meet_body(m, d, b, ray)) {
            for g in m.body_geoms(b).take_while(|&g| g.0 < each.len()) {
                if direction.is_within(&each[g.0])
                    && let Some(hit) = ray_any_geom(m, d, g, ray)
                {
                    nearest.offer(hit.dist, (g, hit.normal));
                }
            }
        }
        nearest.0.map(|(dist, (geom, normal))| RayHit { dist, geom, normal })
    }
}

/// Whether a ray meets the sphere around the geoms of a body.
fn may_meet_body(m: &Model, d: &Data, b: BodyId, ray: Ray) -> bool {
    let Ok(root) = usize::try_from(m.body_bvhadr[b]) else { return true };
    let Some(&[x, y, z, sx, sy, sz]) = m.bvh_aabb.get(root) else { return true };
    let center = Vec3([x, y, z]) + d.xipos[b];
    let radius_squared = sx * sx + sy * sy + sz * sz;
    sphere(radius_squared, Ray { pnt: ray.pnt - center, vec: ray.vec }).is_some()
}

/// A direction in spherical coordinates.
#[derive(Clone, Copy)]
struct Direction {
    azimuth: f64,
    /// From the z axis.
    elevation: f64,
}

impl Direction {
    fn of(v: Vec3) -> Self {
        Self {
            azimuth: fun::atan2(v[1], v[0]),
            elevation: fun::atan2((v[0] * v[0] + v[1] * v[1]).sqrt(), v[2]),
        }
    }

    fn is_within(self, &[azimuth_min, elevation_min, azimuth_max, elevation_max]: &Bounds) -> bool {
        if self.elevation < elevation_min || self.elevation > elevation_max {
            return false;
        }
        let center = (azimuth_min + azimuth_max) * 0.5;
        let half_width = (azimuth_max - azimuth_min) * 0.5;
        let mut off = self.azimuth - center;
        if off > PI {
            off -= 2.0 * PI;
        } else if off < -PI {
            off += 2.0 * PI;
        }
        // broken numbers are not left out
        off.is_nan() || half_width.is_nan() || off.abs() <= half_width
    }
}

/// The directions in which the bounding box of a geom is seen from a point.
fn seen_from(m: &Model, d: &Data, g: GeomId, pnt: Vec3) -> Bounds {
    let [x, y, z, sx, sy, sz] = m.geom_aabb[g];
    let (center, half) = (Vec3([x, y, z]), Vec3([sx, sy, sz]));
    let (pos, mat) = (d.geom_xpos[g], &d.geom_xmat[g]);

    // from inside in all directions
    let local = mat.transpose_mul(pnt - pos) - center;
    if !(0..3).any(|i| local[i].abs() > half[i]) {
        return ALL;
    }

    // corners
    let mut seen = [MAXVAL, MAXVAL, -MAXVAL, -MAXVAL];
    for corner in 0..8 {
        let sign = |i: usize| if corner >> i & 1 == 1 { 1.0 } else { -1.0 };
        let vertex = Vec3([0, 1, 2].map(|i| center[i] + sign(i) * half[i]));
        let Direction { azimuth, elevation } = Direction::of(*mat * vertex + pos - pnt);
        seen[0] = azimuth.min(seen[0]);
        seen[1] = elevation.min(seen[1]);
        seen[2] = azimuth.max(seen[2]);
        seen[3] = elevation.max(seen[3]);
    }

    // edges and faces between them are at most this far outside
    let dist = (pnt - pos).norm();
    if dist > MINVAL {
        let margin = fun::atan2(half[0].max(half[1].max(half[2])), dist);
        seen = [seen[0] - margin, seen[1] - margin, seen[2] + margin, seen[3] + margin];
    }

    // across the seam of the azimuth, or more than half around
    if seen[2] - seen[0] > PI || seen[3] - seen[1] > PI { ALL } else { seen }
}
