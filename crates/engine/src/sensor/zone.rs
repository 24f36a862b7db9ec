//! The volume of a site as a zone: which points are inside, which rays meet it.

use crate::data::Data;
use crate::enums::GeomType;
use crate::ids::{SensorId, SiteId};
use crate::math::Vec3;
use crate::model::Model;
use crate::ray::primitive::{Ray, ray_geom};

use super::frame::object_frame;
use super::reading::Reading;

/// One if the object of the sensor is inside its reference site, else zero.
pub(super) fn read_inside(m: &Model, d: &Data, s: SensorId) -> Option<Reading> {
    let site = SiteId::new(m.sensor_refid[s]).filter(|site| site.0 < m.nsite)?;
    let point = object_frame(m, d, s)?.pos;
    Some(Reading::Number(f64::from(u8::from(is_inside(m, d, site, point)))))
}

/// Whether a point (in world) is inside the volume of a site.
#[doc(alias = "mju_insideGeom")]
pub(super) fn is_inside(m: &Model, d: &Data, site: SiteId, point: Vec3) -> bool {
    let size = m.site_size[site];
    let offset = point - d.site_xpos[site];
    let kind = m.site_type[site].get();
    if kind == Some(GeomType::Sphere) {
        return offset.dot(offset) < size[0] * size[0];
    }

    let p = d.site_xmat[site].transpose_mul(offset);
    let square = p.scale_by(p);
    let radius = size[0] * size[0];
    match kind {
        Some(GeomType::Capsule) => {
            // distance from the nearest point of the axis
            let half = size[1];
            let nearest = if p[2] < -half {
                -half
            } else if p[2] > half {
                half
            } else {
                p[2]
            };
            let along = p[2] - nearest;
            square[0] + square[1] + along * along < radius
        }
        Some(GeomType::Ellipsoid) => {
            let axes = size.scale_by(size);
            square[0] / axes[0] + square[1] / axes[1] + square[2] / axes[2] < 1.0
        }
        Some(GeomType::Cylinder) => p[2].abs() < size[1] && square[0] + square[1] < radius,
        Some(GeomType::Box) => (0..3).all(|i| p[i].abs() < size[i]),
        Some(GeomType::Plane) => p[2] < 0.0,
        _ => false,
    }
}

/// Whether a ray (in world) meets the surface of a site, from inside or outside.
pub(super) fn is_hit(m: &Model, d: &Data, site: SiteId, from: Vec3, along: Vec3) -> bool {
    let ray = Ray { pnt: from, vec: along };
    let hit = |kind| ray_geom(kind, d.site_xpos[site], &d.site_xmat[site], m.site_size[site], ray);
    m.site_type[site].get().and_then(hit).is_some()
}
