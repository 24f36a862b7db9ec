//! Cameras as objects: a box with a lens, and the frustum that they see.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{GeomType, Label, ObjType, Projection, VisFlag, VisFrame};
use ferrodyn_engine::ids::CameraId;
use ferrodyn_engine::math::{Mat3, Vec3, fun};

use super::{Add, Connector};
use crate::camera::lens_frustum;
use crate::geom::{single, singles};

/// Width of lines; px.
pub(super) const LINE: f64 = 3.0;

/// Adds cameras.
pub(super) fn cameras(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::Camera) {
        return Some(());
    }
    for c in (0..m.ncam).map(CameraId) {
        let mut rgba = m.vis.rgba.camera;
        if m.cam_resolution[c].into_iter().any(|pixels| pixels > 1) {
            // what it sees shows through the camera
            rgba[3] = 0.3;
            frustum(add, c)?;
        }
        body_and_lens(add, c, rgba)?;
        if add.frames(VisFrame::Camera) {
            add.axes(c.0, d.cam_xpos[c], &d.cam_xmat[c], 1.0)?;
        }
    }
    Some(())
}

fn body_and_lens(add: &mut Add<'_>, c: CameraId, rgba: [f32; 4]) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let size = f64::from(add.size(m.vis.scale.camera));
    let sized = |scale: [f64; 3]| scale.map(|scale| (size * scale) as f32);
    let (pos, mat) = (d.cam_xpos[c], &d.cam_xmat[c]);

    let mut geom = add.decor(ObjType::Camera, c.0)?;
    geom.kind = GeomType::Box;
    geom.size = sized([1.0, 0.8, 0.4]);
    (geom.pos, geom.mat, geom.rgba) = (single(pos), singles(mat), rgba);
    if add.labels(Label::Camera) {
        add.name(&mut geom, ObjType::Camera, c.0);
    }
    add.keep(geom);

    let mut geom = add.decor(ObjType::Camera, c.0)?;
    geom.kind = GeomType::Cylinder;
    geom.size = sized([0.4, 0.4, 0.3]);
    (geom.pos, geom.mat) = (single(pos - mat.col(2) * (size * 0.6)), singles(mat));
    let [r, g, b, a] = rgba;
    geom.rgba = [r * 0.5, g * 0.5, b * 0.5, a];
    add.keep(geom);
    Some(())
}

/// Adds the sides and edges of what a camera sees.
fn frustum(add: &mut Add<'_>, c: CameraId) -> Option<()> {
    let (m, rgba) = (add.m, add.m.vis.rgba.frustum);
    let near = f64::from(m.vis.map.znear) * m.stat.extent;
    let mut far = f64::from(add.size(m.vis.scale.frustum));
    let sides = near_sides(add, c, near);
    let far_sides = if m.cam_projection[c] == Projection::Orthographic {
        let [[down, _], [left, _]] = sides;
        far = f64::from(f32::midpoint(left, down));
        sides
    } else {
        sides.map(|side| side.map(|x| (f64::from(x) * (far / near)) as f32))
    };
    let close = corners(add, c, near, sides);
    let away = corners(add, c, far, far_sides);
    for e in 0..4 {
        let next = (e + 1) % 4;
        add.triangle(ObjType::Camera, c.0, [close[e], away[e], close[next]], rgba)?;
        add.triangle(ObjType::Camera, c.0, [away[e], away[next], close[next]], rgba)?;
        for (from, to) in [(close[e], close[next]), (away[e], away[next]), (close[e], away[e])] {
            let line = Connector { kind: GeomType::Line, width: LINE, from, to, rgba };
            add.connector(ObjType::Camera, c.0, &line)?;
        }
    }
    Some(())
}

/// How far a camera sees at the nearest distance: down and up, left and right.
fn near_sides(add: &Add<'_>, c: CameraId, near: f64) -> [[f32; 2]; 2] {
    let m = add.m;
    let [width, height] = m.cam_resolution[c].map(|pixels| pixels as f32);
    let (aspect, fovy) = (width / height, m.cam_fovy[c]);
    if m.cam_projection[c] == Projection::Orthographic {
        let side = (fovy * f64::from(aspect) / 2.0) as f32;
        [[(fovy / 2.0) as f32; 2], [side; 2]]
    } else if m.cam_sensorsize[c].into_iter().all(|size| size != 0.0) {
        lens_frustum(m, c, near as f32)
    } else {
        let half = (near * fun::tan(fovy * PI / 360.0)) as f32;
        [[half; 2], [half * aspect; 2]]
    }
}

/// The four corners of what a camera sees at a distance.
fn corners(add: &Add<'_>, c: CameraId, distance: f64, sides: [[f32; 2]; 2]) -> [Vec3; 4] {
    let (pos, axes) = (add.d.cam_xpos[c], &add.d.cam_xmat[c]);
    let [[down, up], [left, right]] = sides.map(|side| side.map(f64::from));
    let center = pos + axes.col(2) * -distance;
    let corner = |[x, y]: [f64; 2]| center + axes.col(0) * x + axes.col(1) * y;
    [[-left, -down], [right, -down], [right, up], [-left, up]].map(corner)
}

impl Add<'_> {
    /// Adds a triangle.
    pub(super) fn triangle(
        &mut self,
        objtype: ObjType,
        objid: usize,
        [a, b, c]: [Vec3; 3],
        rgba: [f32; 4],
    ) -> Option<()> {
        let mut geom = self.decor(objtype, objid)?;
        let (one, two) = (b - a, c - a);
        let sides = [one, two, one.cross(two)].map(Vec3::normalized);
        let [x, y, z] = sides.map(|side| side.0);
        let size = Vec3(sides.map(|side| side.1));
        let mat = Mat3::from_cols(x, y, z);
        geom.init(GeomType::Triangle, Some(size), Some(a), Some(&mat), Some(rgba));
        self.keep(geom);
        Some(())
    }
}
