//! Rays of rangefinders, and the shortest way between geoms that a sensor measures.

use ferrodyn_engine::enums::{GeomType, ObjType, RayDataField, SensorType, VisFlag};
use ferrodyn_engine::ids::{CameraId, SensorId, SiteId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::sensor::CameraView;

use super::camera::LINE;
use super::{Add, Connector};
use crate::geom::single;

/// Adds rays.
pub(super) fn rays(add: &mut Add<'_>) -> Option<()> {
    let m = add.m;
    if !add.shows(VisFlag::RangeFinder) {
        return Some(());
    }
    for s in m.sensors() {
        match m.sensor_type[s].get() {
            Some(SensorType::RangeFinder) => rangefinder(add, s)?,
            Some(SensorType::GeomFromTo) => from_to(add, s)?,
            _ => {}
        }
    }
    Some(())
}

/// The values of a sensor.
fn values<'a>(add: &Add<'a>, s: SensorId) -> &'a [f64] {
    let start = usize::try_from(add.m.sensor_adr[s].raw()).unwrap_or(usize::MAX);
    let len = usize::try_from(add.m.sensor_dim[s]).unwrap_or(0);
    add.d.sensordata.get(start..start.saturating_add(len)).unwrap_or(&[])
}

fn from_to(add: &mut Add<'_>, s: SensorId) -> Option<()> {
    let &[x, y, z, u, v, w] = values(add, s) else { return Some(()) };
    if [x, y, z, u, v, w] == [0.0; 6] {
        return Some(());
    }
    line(add, s, Vec3([x, y, z]), Vec3([u, v, w]))
}

fn line(add: &mut Add<'_>, s: SensorId, from: Vec3, to: Vec3) -> Option<()> {
    let rgba = add.m.vis.rgba.rangefinder;
    let line = Connector { kind: GeomType::Line, width: LINE, from, to, rgba };
    add.connector(ObjType::Sensor, s.0, &line)
}

fn rangefinder(add: &mut Add<'_>, s: SensorId) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let layout = RayLayout::new(m.sensor_intprm[s][0]);
    let all = values(add, s);
    let id = usize::try_from(m.sensor_objid[s]).unwrap_or(usize::MAX);
    match m.sensor_objtype[s].get() {
        Some(ObjType::Site) if id < m.nsite => {
            let (origin, axes) = (d.site_xpos[SiteId(id)], &d.site_xmat[SiteId(id)]);
            ray(add, s, (origin, axes.col(2)), &layout.read(all), 1.5)
        }
        Some(ObjType::Camera) if id < m.ncam && layout.width > 0 => {
            let view = CameraView::new(m, d, CameraId(id));
            let [cols, rows] = m.cam_resolution[CameraId(id)];
            let pixels = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
            for ((col, row), one) in pixels.zip(all.chunks_exact(layout.width)) {
                ray(add, s, view.pixel_ray(col, row), &layout.read(one), 1.3)?;
            }
            Some(())
        }
        _ => Some(()),
    }
}

/// Where the fields of a ray are among its numbers.
struct RayLayout {
    dist: Option<usize>,
    point: Option<usize>,
    normal: Option<usize>,
    width: usize,
}

/// What a ray has measured.
struct Measured {
    /// -1 if it met nothing, or was not asked.
    dist: f64,
    point: Option<Vec3>,
    normal: Option<Vec3>,
}

impl RayLayout {
    fn new(fields: i32) -> Self {
        let mut layout = Self { dist: None, point: None, normal: None, width: 0 };
        for (bit, width) in [1, 3, 3, 3, 3, 1].into_iter().enumerate() {
            if fields & (1 << bit) == 0 {
                continue;
            }
            let place = Some(layout.width);
            match RayDataField::from_i32(bit as i32) {
                Some(RayDataField::Dist) => layout.dist = place,
                Some(RayDataField::Point) => layout.point = place,
                Some(RayDataField::Normal) => layout.normal = place,
                _ => {}
            }
            layout.width += width;
        }
        layout
    }

    fn read(&self, values: &[f64]) -> Measured {
        let vector = |place: Option<usize>| match values.get(place?..place? + 3) {
            Some(&[x, y, z]) => Some(Vec3([x, y, z])),
            _ => None,
        };
        let dist = self.dist.and_then(|place| values.get(place)).copied().unwrap_or(-1.0);
        Measured { dist, point: vector(self.point), normal: vector(self.normal) }
    }
}

/// Adds what a ray has measured: its way, the point and the normal there.
fn ray(
    add: &mut Add<'_>,
    s: SensorId,
    (origin, along): (Vec3, Vec3),
    measured: &Measured,
    dot: f64,
) -> Option<()> {
    let (m, rgba) = (add.m, add.m.vis.rgba.rangefinder);
    let width = f64::from(add.size(m.vis.scale.framewidth));
    let length = f64::from(add.size(m.vis.scale.framelength));
    let mut end = Vec3::ZERO;
    if measured.dist >= 0.0 {
        end = origin + along * measured.dist;
        line(add, s, origin, end)?;
    }
    if let Some(point) = measured.point.filter(|&point| point != Vec3::ZERO) {
        end = point;
        let mut geom = add.decor(ObjType::Sensor, s.0)?;
        geom.kind = GeomType::Sphere;
        geom.size = [(dot * width) as f32; 3];
        (geom.pos, geom.rgba) = (single(point), rgba);
        add.keep(geom);
    }
    let met = measured.dist >= 0.0 || end != Vec3::ZERO;
    if let Some(normal) = measured.normal.filter(|_| met) {
        let to = end + normal * (2.0 * length);
        let arrow = Connector { kind: GeomType::Arrow1, width, from: end, to, rgba };
        add.connector(ObjType::Sensor, s.0, &arrow)?;
    }
    Some(())
}
