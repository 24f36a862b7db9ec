//! Messages about a model that do not change while it is simulated.

use bytes::Bytes;
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{CameraType, ObjType, TextureRole, TextureType};
use ferrodyn_engine::ids::{ActuatorId, LightId, TextureId};
use ferrodyn_scene::{Camera, Frustum, camera_frustum};

use super::{asset, surface};
use crate::wire::{Kind, Wire};

/// A model as messages: what it is, then its assets.
pub(crate) fn model(m: &Model, number: u32) -> Vec<Bytes> {
    let mut assets: Vec<Bytes> = asset::textures(m, number).collect();
    assets.extend(surface::surfaces(m, number));
    assets.extend(asset::hfields(m, number));
    assets.extend(asset::meshes(m, number));
    let mut messages = vec![head(m, number, assets.len())];
    messages.extend(assets);
    messages
}

fn head(m: &Model, number: u32, assets: usize) -> Bytes {
    let mut wire = Wire::new(Kind::Model).u32(number).text(m.model_name());
    wire = look(m, wire);
    wire = names(m, wire, ObjType::Body, m.nbody);
    wire = cameras(m, wire);
    wire = lights(m, wire);
    wire = materials(m, wire);
    wire = controls(m, wire);
    wire = names(m, wire, ObjType::Key, m.nkey);
    wire.count(assets).done()
}

/// How the model wants to be seen; lengths in m.
fn look(m: &Model, wire: Wire) -> Wire {
    let (vis, extent) = (&m.vis, m.stat.extent as f32);
    let map = &vis.map;
    let is_sky = |&t: &TextureId| m.tex_type[t] == TextureType::Skybox;
    let sky = m.tex_type.ids().find(is_sky).map_or(-1, |t| t.0 as i32);
    wire.floats(&[extent])
        .floats(&m.stat.center.0.map(|x| x as f32))
        .floats(&[map.znear * extent, map.zfar * extent, vis.global.fovy])
        .flag(vis.global.orthographic != 0)
        .floats(&[vis.global.azimuth, vis.global.elevation])
        .i32(vis.global.cameraid)
        .flag(vis.headlight.active != 0)
        .floats(&vis.headlight.ambient)
        .floats(&vis.headlight.diffuse)
        .floats(&vis.headlight.specular)
        .floats(&[map.shadowclip * extent, map.shadowscale])
        .i32(sky)
}

/// Names of objects, or numbers of those without one.
fn names(m: &Model, wire: Wire, kind: ObjType, count: usize) -> Wire {
    (0..count).fold(wire.count(count), |wire, id| named(m, wire, kind, id))
}

fn named(m: &Model, wire: Wire, kind: ObjType, id: usize) -> Wire {
    match m.id2name(kind, id) {
        Some(name) => wire.text(name),
        None => wire.text(&format!("{id}")),
    }
}

/// Cameras with what they see: left, right, down and up at a distance of 1, or in m without
/// perspective. Left and right are 0 if the picture decides.
fn cameras(m: &Model, wire: Wire) -> Wire {
    (0..m.ncam).fold(wire.count(m.ncam), |wire, id| {
        let kind = Some(CameraType::Fixed);
        let camera = Camera { kind, fixedcamid: id as i32, ..Camera::default() };
        let fovy = m.cam_fovy.as_slice()[id] as f32;
        let is_flat = m.cam_projection.raw()[id] != 0;
        let sides = match camera_frustum(m, &camera) {
            Ok(Frustum { zver, zhor, zclip }) => {
                let unit = if is_flat { 1.0 } else { 1.0 / zclip[0].max(1e-10) };
                [zhor[0], zhor[1], zver[1], zver[0]].map(|side| side * unit)
            }
            Err(_) => [0.0, 0.0, fovy, fovy],
        };
        named(m, wire, ObjType::Camera, id).flag(is_flat).floats(&sides)
    })
}

fn lights(m: &Model, wire: Wire) -> Wire {
    (0..m.nlight).map(LightId).fold(wire.count(m.nlight), |wire, i| {
        wire.i32(m.light_type[i].raw())
            .flag(m.light_active[i] != 0)
            .flag(m.light_castshadow[i] != 0)
            .floats(&m.light_ambient[i])
            .floats(&m.light_diffuse[i])
            .floats(&m.light_specular[i])
            .floats(&m.light_attenuation[i])
            .floats(&[m.light_cutoff[i], m.light_exponent[i]])
    })
}

/// Materials as far as they show textures; shapes have the rest.
fn materials(m: &Model, wire: Wire) -> Wire {
    m.mat_texid.ids().fold(wire.count(m.nmat), |wire, i| {
        wire.i32(m.mat_texid[i][TextureRole::Rgb as usize].raw())
            .flag(m.mat_texuniform[i] != 0)
            .floats(&m.mat_texrepeat[i])
    })
}

/// Controls with their ranges; both ends are 0 if there is no range.
fn controls(m: &Model, wire: Wire) -> Wire {
    (0..m.nu).map(ActuatorId).fold(wire.count(m.nu), |wire, i| {
        let is_limited = m.actuator_ctrllimited[i] != 0;
        let range = if is_limited { m.actuator_ctrlrange[i] } else { [0.0; 2] };
        named(m, wire, ObjType::Actuator, i.0).floats(&range.map(|x| x as f32))
    })
}
