//! Messages about a frame: poses of shapes, cameras and lights, controls, vertices.

use bytes::Bytes;
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{CatBit, GeomType, ObjType};
use ferrodyn_engine::ids::{CameraId, LightId};
use ferrodyn_engine::math::{Mat3, Quat};
use ferrodyn_play::{Pace, Sim, View};
use ferrodyn_scene::{Scene, VGeom};

use super::run;
use crate::wire::{Kind, Wire};

/// Flags of a shape.
const TEXTURED: u32 = 1;
const DECORATION: u32 = 2;

/// All of the shapes of a scene but their poses, which seldom changes.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    pub version: u32,
    pub message: Bytes,
    /// The model they are of, and what the message says of them.
    last: (u32, Vec<u8>),
}

impl Shapes {
    /// Takes the shapes of a scene; the version grows if they are others.
    pub(crate) fn update(&mut self, sim: &Sim, model: u32) {
        let mut wire = Wire::new(Kind::Shapes).u32(model).count(sim.view.scene.geoms.len());
        for geom in &sim.view.scene.geoms {
            wire = shape(&sim.model, wire, geom);
        }
        let now = (model, wire.done().to_vec());
        if now != self.last {
            self.version = self.version.wrapping_add(1);
            self.last = now;
            let (head, rest) = self.last.1.split_at(8);
            self.message = [head, &self.version.to_le_bytes(), rest].concat().into();
        }
    }
}

fn shape(m: &Model, wire: Wire, geom: &VGeom) -> Wire {
    let data = match geom.kind {
        GeomType::Flex => geom.objid,
        GeomType::Skin => geom.objid.saturating_add(m.nflex as i32),
        // scenes number meshes and their hulls
        GeomType::Mesh | GeomType::Sdf => geom.dataid / 2,
        _ => geom.dataid,
    };
    let is_decoration = geom.category == CatBit::Decor as i32;
    let flags = TEXTURED * u32::from(geom.texcoord) + DECORATION * u32::from(is_decoration);
    wire.i32(geom.kind as i32)
        .i32(data)
        .i32(body(m, geom))
        .i32(geom.matid)
        .u32(flags)
        .floats(&geom.size)
        .floats(&geom.rgba)
        .floats(&[geom.emission, geom.specular, geom.shininess, geom.reflectance])
}

/// The body that a shape belongs to; -1 if it is none.
fn body(m: &Model, geom: &VGeom) -> i32 {
    let table = match geom.objtype {
        ObjType::Geom => m.geom_bodyid.raw(),
        ObjType::Site => m.site_bodyid.raw(),
        _ => &[],
    };
    usize::try_from(geom.objid).ok().and_then(|id| table.get(id)).copied().unwrap_or(-1)
}

/// The scene of a simulation as it is now.
pub(crate) fn frame(sim: &Sim, pace: &Pace, model: u32, number: u32, shapes: u32) -> Bytes {
    let Sim { model: m, data: d, view: View { scene, .. }, .. } = sim;
    let (body, point) = sim.held().map_or((-1, [0.0; 3]), |(body, point)| (body.raw(), point.0));
    let mut wire = Wire::new(Kind::Frame)
        .u32(model)
        .u32(number)
        .f64(d.time)
        .floats(&[pace.percent() as f32, pace.measured_percent() as f32])
        .flag(pace.running)
        .i32(body)
        .floats(&point.map(|x| x as f32))
        .u32(shapes)
        .count(scene.geoms.len());
    for geom in &scene.geoms {
        wire.extend(&geom.pos);
        wire.extend(&turn(&Mat3(geom.mat.map(f64::from))));
    }
    wire = wire.count(m.ncam);
    for camera in (0..m.ncam).map(CameraId) {
        wire.extend(&d.cam_xpos[camera].0.map(|x| x as f32));
        wire.extend(&turn(&d.cam_xmat[camera]));
    }
    wire = wire.count(m.nlight);
    for light in (0..m.nlight).map(LightId) {
        wire.extend(&d.light_xpos[light].0.map(|x| x as f32));
        wire.extend(&d.light_xdir[light].0.map(|x| x as f32));
    }
    let controls = d.ctrl.as_slice();
    wire = wire.count(controls.len());
    for &x in controls {
        wire.extend(&[x as f32]);
    }
    surfaces(scene, wire).done()
}

/// A rotation as a quaternion.
fn turn(mat: &Mat3) -> [f32; 4] {
    Quat::from_mat(mat).0.map(|x| x as f32)
}

/// Vertices of flexes and skins that are shown; the others have none.
fn surfaces(scene: &Scene, wire: Wire) -> Wire {
    let (flexes, skins) = (scene.flexvertadr.len(), scene.skinvertadr.len());
    let mut vertices: Vec<&[[f32; 3]]> = vec![&[]; flexes + skins];
    for geom in &scene.geoms {
        let Ok(id) = usize::try_from(geom.objid) else { continue };
        let is_flex = geom.kind == GeomType::Flex && id < flexes;
        let is_skin = geom.kind == GeomType::Skin && id < skins;
        if is_flex {
            vertices[id] = run(&scene.flexvert, scene.flexvertadr[id], scene.flexvertnum[id]);
        } else if is_skin {
            let place = (scene.skinvertadr[id], scene.skinvertnum[id]);
            vertices[flexes + id] = run(&scene.skinvert, place.0, place.1);
        }
    }
    vertices.iter().fold(wire.count(vertices.len()), |wire, vertices| {
        wire.count(vertices.len()).floats(vertices.as_flattened())
    })
}
