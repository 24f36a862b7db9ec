//! Tactile sensors: how hard other geoms press on the points of a mesh, and how they slide over it.
//!
//! The points are the vertices of the sensor's mesh, carried by a geom. A geom in contact with
//! anything that is rigidly attached to this one presses on the points that are inside of it, harder
//! the deeper they are. The first channel holds the pressure at every point; if the mesh has a frame
//! per vertex, the second and third hold the speed of sliding along its tangents.

use crate::collision::{SdfShape, Shape};
use crate::constants::MINVAL;
use crate::data::Data;
use crate::hooks::System;
use crate::ids::{BodyId, GeomId, MeshId, SensorId};
use crate::math::{Num, Quat, Vec3};
use crate::model::Model;
use crate::smooth::object::{motion_at, tree_com};

/// At this depth the pressure is one half.
const SOFTNESS: f64 = 0.05;

/// Writes the value of a tactile sensor, as much as fits: zeros if its objects do not exist.
pub(super) fn write(m: &System<'_>, d: &mut Data, s: SensorId, out: &mut [f64]) {
    out.fill(0.0);
    let geom = GeomId::new(m.sensor_refid[s]).filter(|geom| geom.0 < m.ngeom);
    let (Some(skin), Some(geom)) = (Skin::of(m, s), geom) else { return };
    let weld = m.body_weldid[m.geom_bodyid[geom].present()].raw();

    let mut pressing = d.scratch.take_indices(2 * d.contact.len());
    pressing.clear();
    find_pressing(m, d, weld, &mut pressing);
    if !pressing.is_empty() {
        let carrier = Carrier { geom, body: BodyId(weld as usize) };
        skin.feel(m, d, &carrier, &pressing, out);
    }
    d.scratch.give_indices(pressing);
}

/// Lists the geoms in contact with a welded body, each once.
fn find_pressing(m: &Model, d: &Data, weld: i32, found: &mut Vec<i32>) {
    let carried = |geom: i32| {
        let body = GeomId::new(geom).and_then(|geom| m.geom_bodyid[geom].id());
        body.is_some_and(|body| m.body_weldid[body].raw() == weld)
    };
    for c in d.contact.ids() {
        let [geom1, geom2] = d.contact[c].geom;
        for (own, other) in [(geom1, geom2), (geom2, geom1)] {
            if carried(own) && other >= 0 && !found.contains(&other) {
                found.push(other);
            }
        }
    }
}

/// The geom that carries the points, and the body it is welded to.
struct Carrier {
    geom: GeomId,
    body: BodyId,
}

/// The points of a sensor and their frames.
struct Skin<'a> {
    verts: &'a [[f32; 3]],
    /// Normals, each followed by two tangents if `framed`.
    axes: &'a [[f32; 3]],
    framed: bool,
    /// Orientation of the mesh in its file, where the axes are given.
    quat: Quat,
}

impl<'a> Skin<'a> {
    /// The mesh of a sensor.
    fn of(m: &'a Model, s: SensorId) -> Option<Self> {
        let mesh = MeshId::new(m.sensor_objid[s]).filter(|mesh| mesh.0 < m.nmesh)?;
        Some(Self {
            verts: part(&m.mesh_vert, m.mesh_vertadr[mesh], m.mesh_vertnum[mesh])?,
            axes: part(&m.mesh_normal, m.mesh_normaladr[mesh], m.mesh_normalnum[mesh])?,
            framed: m.mesh_normalnum[mesh] == 3 * m.mesh_vertnum[mesh],
            quat: m.mesh_quat[mesh],
        })
    }

    /// Normal and tangents at a point.
    fn frame(&self, point: usize) -> [Vec3; 3] {
        let first = if self.framed { 3 * point } else { point };
        let axis = |k: usize| self.axes.get(first + k).copied().unwrap_or_default();
        [0, 1, 2].map(|k| self.quat.rotate(Vec3(axis(k).map(f64::from))))
    }

    /// Adds what the pressing geoms do to each point; `out` holds one channel after the other.
    fn feel(&self, m: &System<'_>, d: &Data, carrier: &Carrier, pressing: &[i32], out: &mut [f64]) {
        let count = self.verts.len();
        for (point, vert) in self.verts.iter().enumerate() {
            let local = Vec3(vert.map(f64::from));
            let pos = d.geom_xmat[carrier.geom] * local + d.geom_xpos[carrier.geom];
            for &geom in pressing {
                let geom = GeomId(geom as usize);
                let depth = depth_in(m, d, geom, pos);
                if depth == 0.0 {
                    continue;
                }
                let [normal, tangents @ ..] = self.frame(point);
                let pressure = depth / (SOFTNESS - depth).max_num(MINVAL);
                let mut add = |channel: usize, x: f64| {
                    if let Some(value) = out.get_mut(channel * count + point) {
                        *value += x;
                    }
                };
                add(0, (normal * pressure).dot(normal));
                if self.framed {
                    let sliding = slip(m, d, carrier, geom, pos);
                    add(1, sliding.dot(tangents[0]).abs());
                    add(2, sliding.dot(tangents[1]).abs());
                }
            }
        }
    }
}

/// Distance of a point to the surface of a geom that it is inside of, negative; zero outside, and for
/// geoms that have no distance.
fn depth_in(m: &System<'_>, d: &Data, geom: GeomId, pos: Vec3) -> f64 {
    let field = Shape::of(*m, d, geom).and_then(|shape| SdfShape::of(&shape));
    let mut local = d.geom_xmat[geom].transpose_mul(pos - d.geom_xpos[geom]);
    // plugins measure in the frame that the mesh was made in
    if let (Some(SdfShape::Plugin(_)), Some(mesh)) = (field, MeshId::new(m.geom_dataid[geom])) {
        local = m.mesh_quat[mesh].to_mat() * local + m.mesh_pos[mesh];
    }
    field.map_or(0.0, |field| field.distance(local).min_num(0.0))
}

/// Velocity of a point of the sensor relative to the center of the geom that presses on it.
fn slip(m: &Model, d: &Data, carrier: &Carrier, geom: GeomId, pos: Vec3) -> Vec3 {
    let velocity =
        |body: BodyId, at: Vec3| motion_at(&d.cvel[body], at, tree_com(m, d, body)).lin();
    let other = m.geom_bodyid[geom].present();
    velocity(carrier.body, pos) - velocity(other, d.geom_xpos[geom])
}

/// A part of an array, `None` if it is not within.
fn part<T>(all: &[T], adr: i32, num: i32) -> Option<&[T]> {
    let start = usize::try_from(adr).ok()?;
    all.get(start..start.checked_add(usize::try_from(num).ok()?)?)
}
