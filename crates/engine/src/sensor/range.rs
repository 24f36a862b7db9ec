//! Rangefinders: sensors that cast rays.
//!
//! A rangefinder at a site casts one ray along the site's z axis. At a camera it casts one ray
//! through the center of each pixel, row by row from the top. Each ray fills the fields that
//! `sensor_intprm[0]` asks for (see [`RayDataField`]), one after the other. Geoms of the body that
//! the site or camera is attached to are not seen, nor are fully transparent ones.

mod boxes;
#[cfg(test)]
mod tests;

pub use boxes::mark_range_boxes;

use crate::constants::MAXVAL;
use crate::data::Data;
use crate::enums::{ObjType, Projection, RayDataField};
use crate::hooks::System;
use crate::ids::{CameraId, SensorId, SiteId};
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::ray::multi::Source;
use crate::ray::{Ray, RayFilter, RayHit, ray};

use super::camera::focal_length;

/// Writes the value of a rangefinder, as much as fits. Nothing is written if its site or camera
/// does not exist.
pub(super) fn write(m: &System<'_>, d: &mut Data, s: SensorId, out: &mut [f64]) {
    let site = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite);
    let camera = CameraId::new(m.sensor_objid[s]).filter(|camera| camera.0 < m.ncam);
    let fields = Fields(m.sensor_intprm[s][0]);
    match (m.sensor_objtype[s].get(), site, camera) {
        (Some(ObjType::Site), Some(site), _) => {
            let (origin, along) = (d.site_xpos[site], d.site_xmat[site].col(2));
            let bodyexclude = m.site_bodyid[site].id();
            let filter = RayFilter { bodyexclude, ..RayFilter::default() };
            let hit = ray(m, d, Ray { pnt: origin, vec: along }, &filter);
            fields.write(Cast { origin, along, hit }, None, out);
        }
        (Some(ObjType::Camera), _, Some(camera)) => depth_image(m, d, camera, fields, out),
        _ => {}
    }
}

/// One ray per pixel of a camera.
fn depth_image(m: &System<'_>, d: &mut Data, camera: CameraId, fields: Fields, out: &mut [f64]) {
    let width = fields.width();
    if width == 0 {
        return;
    }
    let view = CameraView::new(m, d, camera);
    let filter = RayFilter { bodyexclude: m.cam_bodyid[camera].id(), ..RayFilter::default() };
    let [cols, rows] = m.cam_resolution[camera];
    let pixels = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
    let pixels = pixels.zip(out.chunks_exact_mut(width));

    if view.orthographic {
        for ((col, row), out) in pixels {
            let (origin, along) = view.pixel_ray(col, row);
            let hit = ray(m, d, Ray { pnt: origin, vec: along }, &filter);
            fields.write(Cast { origin, along, hit }, Some(&view), out);
        }
        return;
    }
    let source = Source::new(m, d, view.pos, &filter, MAXVAL);
    for ((col, row), out) in pixels {
        let (origin, along) = view.pixel_ray(col, row);
        let hit = source.cast(m, d, along);
        fields.write(Cast { origin, along, hit }, Some(&view), out);
    }
    source.finish(d);
}

/// A camera and how its pixels lie.
pub struct CameraView {
    pos: Vec3,
    mat: Mat3,
    orthographic: bool,
    /// Pixels per unit in the image plane.
    focal: [f64; 2],
    /// Where the optical axis is, in pixels.
    center: [f64; 2],
    /// Half the height of the image in world, if it is orthographic.
    half_extent: f64,
}

impl CameraView {
    /// The pixels of a camera where it is now.
    #[doc(alias = "mju_camIntrinsics")]
    pub fn new(m: &Model, d: &Data, camera: CameraId) -> Self {
        let resolution = m.cam_resolution[camera];
        let half = resolution.map(|pixels| f64::from(pixels) / 2.0);
        let (size, intrinsic) = (m.cam_sensorsize[camera], m.cam_intrinsic[camera]);
        let orthographic = m.cam_projection[camera] != Projection::Perspective;
        let measured = size[0] != 0.0 && size[1] != 0.0;
        // in single precision, as these fields are
        let principal = |i: usize| intrinsic[i + 2] / size[i] * resolution[i] as f32;
        Self {
            pos: d.cam_xpos[camera],
            mat: d.cam_xmat[camera],
            orthographic,
            focal: if orthographic { half } else { focal_length(m, camera) },
            center: if measured && !orthographic {
                [0, 1].map(|i| f64::from(principal(i)))
            } else {
                half
            },
            half_extent: m.cam_fovy[camera] / 2.0,
        }
    }

    /// Origin and unit direction of the ray through the center of a pixel.
    #[doc(alias = "mju_camPixelRay")]
    pub fn pixel_ray(&self, col: i32, row: i32) -> (Vec3, Vec3) {
        let x = (f64::from(col) + 0.5 - self.center[0]) / self.focal[0];
        let y = -(f64::from(row) + 0.5 - self.center[1]) / self.focal[1];
        if self.orthographic {
            let offset = Vec3([x * self.half_extent, y * self.half_extent, 0.0]);
            return (self.pos + self.mat * offset, -self.mat.col(2));
        }
        (self.pos, (self.mat * Vec3([x, y, -1.0])).normalized().0)
    }

    /// Distance of a point along the optical axis.
    fn depth(&self, point: Vec3) -> f64 {
        -(point - self.pos).dot(self.mat.col(2))
    }
}

/// A ray and what it hit.
#[derive(Clone, Copy)]
struct Cast {
    origin: Vec3,
    along: Vec3,
    hit: Option<RayHit>,
}

/// The fields that a rangefinder writes, a bit for each [`RayDataField`].
#[derive(Clone, Copy)]
struct Fields(i32);

impl Fields {
    const ORDER: [RayDataField; 6] = [
        RayDataField::Dist,
        RayDataField::Dir,
        RayDataField::Origin,
        RayDataField::Point,
        RayDataField::Normal,
        RayDataField::Depth,
    ];

    fn asked(self) -> impl Iterator<Item = RayDataField> {
        Self::ORDER.into_iter().filter(move |&field| self.0 & (1 << field as i32) != 0)
    }

    /// Numbers per ray.
    fn width(self) -> usize {
        let numbers = |field| match field {
            RayDataField::Dist | RayDataField::Depth => 1,
            _ => 3,
        };
        self.asked().map(numbers).sum()
    }

    /// Writes the fields of a ray, as much as fits. Without a hit distances are -1 and all else but
    /// the origin is zero. Depth is along the optical axis of a camera, and the distance without one.
    fn write(self, Cast { origin, along, hit }: Cast, view: Option<&CameraView>, out: &mut [f64]) {
        let point = hit.map(|hit| origin + along * hit.dist);
        let depth = match (view, point) {
            (Some(view), Some(point)) => Some(view.depth(point)),
            _ => hit.map(|hit| hit.dist),
        };
        let mut rest = out.iter_mut();
        let mut put = |values: &[f64]| {
            values.iter().zip(&mut rest).for_each(|(from, to)| *to = *from);
        };
        for field in self.asked() {
            match field {
                RayDataField::Dist => put(&[hit.map_or(-1.0, |hit| hit.dist)]),
                RayDataField::Dir => put(&hit.map_or(Vec3::ZERO, |_| along).0),
                RayDataField::Origin => put(&origin.0),
                RayDataField::Point => put(&point.unwrap_or_default().0),
                RayDataField::Normal => put(&hit.map_or(Vec3::ZERO, |hit| hit.normal).0),
                RayDataField::Depth => put(&[depth.unwrap_or(-1.0)]),
            }
        }
    }
}
