//! The boxes of mesh trees that rangefinders make active, for drawing them.

use crate::data::Data;
use crate::enums::{GeomType, ObjType, SensorType};
use crate::ids::{BodyId, CameraId, GeomId, SensorId, SiteId};
use crate::model::Model;
use crate::ray::{Ray, RayFilter, mark_boxes};

use super::CameraView;

/// Sets in `active`, which is like `bvh_active`, what the rays of all rangefinders meet of the trees of
/// meshes. A step does not: it would cost every user of a rangefinder what only a picture shows.
#[doc(hidden)]
pub fn mark_range_boxes(m: &Model, d: &Data, active: &mut [u8]) {
    if active.is_empty() || d.check_plan(m).is_err() {
        return;
    }
    for s in (0..m.nsensor).map(SensorId) {
        if m.sensor_type[s] == SensorType::RangeFinder {
            let (body, rays) = rays(m, d, s);
            let filter = RayFilter { bodyexclude: body, ..RayFilter::default() };
            let is_met =
                |g: &GeomId| m.geom_type[*g] == GeomType::Mesh && !filter.leaves_out(m, *g);
            for g in m.geoms().filter(is_met) {
                for &ray in &rays {
                    mark_boxes(m, d, g, ray, active);
                }
            }
        }
    }
}

/// The rays of a rangefinder, and the body that they do not meet.
fn rays(m: &Model, d: &Data, s: SensorId) -> (Option<BodyId>, Vec<Ray>) {
    let site = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite);
    let camera = CameraId::new(m.sensor_objid[s]).filter(|camera| camera.0 < m.ncam);
    match (m.sensor_objtype[s].get(), site, camera) {
        (Some(ObjType::Site), Some(site), _) => {
            let ray = Ray { pnt: d.site_xpos[site], vec: d.site_xmat[site].col(2) };
            (m.site_bodyid[site].id(), vec![ray])
        }
        (Some(ObjType::Camera), _, Some(camera)) => {
            let view = CameraView::new(m, d, camera);
            let [cols, rows] = m.cam_resolution[camera];
            let pixels = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
            let ray = |(col, row)| {
                let (pnt, vec) = view.pixel_ray(col, row);
                Ray { pnt, vec }
            };
            // each writes a number at least
            let most = usize::try_from(m.sensor_dim[s]).unwrap_or(0);
            (m.cam_bodyid[camera].id(), pixels.take(most).map(ray).collect())
        }
        _ => (None, Vec::new()),
    }
}
