//! Sensors between geoms: how far apart they are, in which direction, and from where to where.
//!
//! A body stands for all its geoms: the nearest pair counts. Distances from the cutoff on are of no
//! interest: the sensor reads the cutoff, or zeros if it reads a normal or a segment.

use std::ops::Range;

use crate::collision::{GeomDistance, geom_distance};
use crate::data::Data;
use crate::enums::{ObjType, SensorType};
use crate::hooks::System;
use crate::ids::{BodyId, GeomId, SensorId};
use crate::math::Vec3;
use crate::model::Model;

use super::reading::Reading;

/// The value of a distance, normal or fromto sensor; `None` if its objects do not exist.
pub(super) fn read(m: &System<'_>, d: &mut Data, s: SensorId) -> Option<Reading> {
    let first = geoms(m, m.sensor_objtype[s].raw(), m.sensor_objid[s])?;
    let second = geoms(m, m.sensor_reftype[s].raw(), m.sensor_refid[s])?;

    // the nearest pair
    let cutoff = m.sensor_cutoff[s];
    let mut nearest = GeomDistance { dist: cutoff, fromto: None };
    for geom1 in first {
        for geom2 in second.clone() {
            let found = geom_distance(m, d, GeomId(geom1), GeomId(geom2), cutoff);
            if found.dist < nearest.dist {
                nearest = found;
            }
        }
    }

    let [from, to] = nearest.fromto.unwrap_or_default();
    Some(match m.sensor_type[s].get()? {
        SensorType::GeomDist => Reading::Number(nearest.dist),
        SensorType::GeomNormal => {
            let along = to - from;
            let is_zero = along == Vec3::ZERO;
            Reading::Vector(if is_zero { Vec3::ZERO } else { along.normalized().0 })
        }
        _ => Reading::Segment([from[0], from[1], from[2], to[0], to[1], to[2]]),
    })
}

/// The geoms that a geom or body stands for.
fn geoms(m: &Model, kind: i32, id: i32) -> Option<Range<usize>> {
    let id = usize::try_from(id).ok()?;
    if ObjType::from_i32(kind)? != ObjType::Body {
        return (id < m.ngeom).then_some(id..id + 1);
    }
    let body = BodyId(id);
    if id >= m.nbody {
        return None;
    }
    let count = usize::try_from(m.body_geomnum[body]).ok()?;
    let start = usize::try_from(m.body_geomadr[body].raw()).unwrap_or(0);
    Some(start..start.checked_add(count)?)
}
