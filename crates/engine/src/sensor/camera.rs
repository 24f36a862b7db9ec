//! Where a camera sees a site, in pixels of its image.
//!
//! With the position `p` of the site in the camera's frame (x right, y up, looking along -z), the
//! focal lengths `f` and the center `c` of the image in pixels: `(c_x - f_x p_x / p_z,
//! c_y + f_y p_y / p_z)`.

use crate::constants::MINVAL;
use crate::data::Data;
use crate::ids::{CameraId, SensorId, SiteId};
use crate::math::fun;
use crate::model::Model;

use super::reading::Reading;

/// The pixel at which the reference camera of a sensor sees its site.
pub(super) fn project(m: &Model, d: &Data, s: SensorId) -> Option<Reading> {
    let site = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite)?;
    let camera = CameraId::new(m.sensor_refid[s]).filter(|camera| camera.0 < m.ncam)?;
    let focal = focal_length(m, camera);
    let center = m.cam_resolution[camera].map(|pixels| f64::from(pixels) / 2.0);

    // rows of the projection matrix, applied to (x, y, z, 1)
    let axes = d.cam_xmat[camera];
    let (origin, point) = (d.cam_xpos[camera], d.site_xpos[site]);
    let row = |scale: f64, axis: usize, center: f64| {
        let (axis, depth) = (axes.col(axis) * scale, axes.col(2) * center);
        let linear = axis + depth;
        // the offset takes the axis first, then the depth, as MuJoCo's matrix product does
        let terms = [axis, depth].map(|v| v.scale_by(-origin));
        let offset = terms.iter().fold(0.0, |sum, t| sum + t[0] + t[1] + t[2]);
        linear.dot(point) + offset
    };
    let x = row(-focal[0], 0, center[0]);
    let y = row(focal[1], 1, center[1]);
    let z = row(1.0, 2, 0.0);

    // nothing is divided by tiny numbers
    let z = match z {
        z if z.abs() >= MINVAL || z.is_nan() => z,
        z if z < 0.0 => -MINVAL,
        _ => MINVAL,
    };
    Some(Reading::Pixel([x / z, y / z]))
}

/// Focal lengths in pixels: from the size of the image sensor if there is one, else from the field
/// of view.
pub(super) fn focal_length(m: &Model, camera: CameraId) -> [f64; 2] {
    let [width, height] = m.cam_resolution[camera];
    let (size, intrinsic) = (m.cam_sensorsize[camera], m.cam_intrinsic[camera]);
    if size[0] != 0.0 && size[1] != 0.0 {
        // in single precision, as these fields are
        let x = intrinsic[0] / size[0] * width as f32;
        let y = intrinsic[1] / size[1] * height as f32;
        return [f64::from(x), f64::from(y)];
    }
    let half_angle = m.cam_fovy[camera] * std::f64::consts::PI / 360.0;
    [0.5 / fun::tan(half_angle) * f64::from(height); 2]
}
