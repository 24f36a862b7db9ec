//! The distance of two geoms and the segment that attains it.
//!
//! Pairs with a routine of their own are asked for contacts with the largest distance of interest
//! as margin. Other convex shapes, and two boxes, are measured by GJK and, where they penetrate, EPA.
//! Either way the result is that of the routine: distance fields, for example, see penetration only.

use super::candidates::kinds::{by_type, collides};
use super::convex::{CcdOptions, Workspace, distance};
use super::shape::{Hits, Shape};
use super::table::{is_measured_by_ccd, touch};
use crate::data::Data;
use crate::enums::DisableBit;
use crate::hooks::{AsSystem, System};
use crate::ids::GeomId;
use crate::math::Vec3;

/// How far two geoms are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeomDistance {
    /// The distance, negative if the geoms penetrate; never more than was asked for.
    pub dist: f64,
    /// From a point of the first geom to one of the second, in world; `None` if no points closer
    /// than asked for are known.
    pub fromto: Option<[Vec3; 2]>,
}

/// The smallest distance of two geoms, if it is below `distmax`; `distmax` otherwise.
///
/// Kinds that cannot touch, such as two planes, and geoms that do not exist are as far as `distmax`;
/// NaN if the data is of another model.
#[doc(alias = "mj_geomDistance")]
pub fn geom_distance(
    m: &impl AsSystem,
    d: &mut Data,
    geom1: GeomId,
    geom2: GeomId,
    distmax: f64,
) -> GeomDistance {
    let m = &m.as_system();
    if d.check_plan(m).is_err() {
        return GeomDistance { dist: f64::NAN, fromto: None };
    }
    let mut work = d.workspace.collision.convex.take().unwrap_or_default();
    let found = measure(m, d, [geom1, geom2], distmax, &mut work);
    d.workspace.collision.convex = Some(work);
    found.unwrap_or(GeomDistance { dist: distmax, fromto: None })
}

/// The distance, unless the geoms have no routine or are too far apart for it.
fn measure(
    m: &System<'_>,
    d: &Data,
    geoms: [GeomId; 2],
    distmax: f64,
    work: &mut Workspace,
) -> Option<GeomDistance> {
    if geoms.iter().any(|geom| geom.0 >= m.ngeom) {
        return None;
    }
    let ordered = by_type(m, geoms);
    if !collides(m, ordered) {
        return None;
    }
    let options = CcdOptions::of(&m.opt);
    let (a, b) = (Shape::of(*m, d, ordered[0])?, Shape::of(*m, d, ordered[1])?);
    let flipped = ordered != geoms;

    // convex shapes, in the order given: which points are found may depend on it
    if !m.opt.disabled(DisableBit::NativeCcd) && is_measured_by_ccd(a.kind, b.kind) {
        let (first, second) = if flipped { (&b, &a) } else { (&a, &b) };
        let (dist, fromto) = distance(first, second, distmax, &options, work);
        return Some(GeomDistance { dist, fromto });
    }

    // the nearest of the contacts
    let mut hits = Hits::default();
    touch(&a, &b, distmax, &options, work, &mut hits);
    let mut nearest = None;
    let mut dist = distmax;
    for hit in hits.iter() {
        if hit.dist < dist {
            (dist, nearest) = (hit.dist, Some(hit));
        }
    }
    let hit = nearest?;
    let toward = if flipped { -1.0 } else { 1.0 };
    let from = hit.pos + hit.normal * (-0.5 * toward * dist);
    let to = hit.pos + hit.normal * (0.5 * toward * dist);
    Some(GeomDistance { dist, fromto: Some([from, to]) })
}

#[cfg(test)]
mod tests;
