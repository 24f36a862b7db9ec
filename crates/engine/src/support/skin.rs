//! Skins: vertices and normals of a surface that follows the bodies it is bound to.
//!
//! | reads | writes |
//! |---|---|
//! | `xpos`, `xquat`, `skin_vert`, `skin_vertadr`, `skin_vertnum`, `skin_face`, `skin_faceadr` | |
//! | `skin_facenum`, `skin_inflate`, `skin_boneadr`, `skin_bonenum`, `skin_bonebodyid` | |
//! | `skin_bonebindpos`, `skin_bonebindquat`, `skin_bonevertadr`, `skin_bonevertnum` | |
//! | `skin_bonevertid`, `skin_bonevertweight` | |
//!
//! A bone takes a vertex from where it was bound to where its body is now. A vertex with several bones
//! goes to the weighted mean of these places ([`LinearBlend`](SkinningMethod::LinearBlend), as in
//! MuJoCo), which thins a limb that twists, or is moved by the weighted mean of the motions
//! ([`DualQuaternion`](SkinningMethod::DualQuaternion)), which keeps distances.

use std::ops::Range;

use crate::argument::{ArgumentError, check_id};
use crate::constants::MINVAL;
use crate::data::Data;
use crate::ids::{SkinBoneId, SkinBoneVertId, SkinFaceId, SkinId, SkinVertId};
use crate::math::{Quat, Vec3};
use crate::model::Model;

/// How the bones of a vertex are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinningMethod {
    /// The mean of the places to which bones take the vertex; MuJoCo's.
    #[default]
    LinearBlend,
    /// The mean of their motions, each a rotation with a translation.
    DualQuaternion,
}

/// The surface of a skin in world coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinSurface {
    /// Positions of vertices; m.
    pub vert: Vec<[f32; 3]>,
    /// Unit normals at vertices: means of the triangles around them, weighted by area.
    pub normal: Vec<[f32; 3]>,
}

/// The surface of a skin where the bodies are now.
///
/// Reads `xpos` and `xquat`: call after [`kinematics`](crate::smooth::kinematics). Memory of `surface`
/// is used again.
///
/// # Errors
/// If there is no such skin.
pub fn skin_surface(
    m: &Model,
    d: &Data,
    skin: SkinId,
    method: SkinningMethod,
    surface: &mut SkinSurface,
) -> Result<(), ArgumentError> {
    check_id("skin", skin.0, m.nskin)?;
    let count = usize::try_from(m.skin_vertnum[skin]).unwrap_or(0);
    for array in [&mut surface.vert, &mut surface.normal] {
        array.clear();
        array.resize(count, [0.0; 3]);
    }
    match method {
        SkinningMethod::LinearBlend => blend_places(m, d, skin, &mut surface.vert),
        SkinningMethod::DualQuaternion => blend_motions(m, d, skin, &mut surface.vert),
    }
    find_normals(m, skin, surface);
    let inflate = m.skin_inflate[skin];
    if inflate != 0.0 {
        for (vert, normal) in surface.vert.iter_mut().zip(&surface.normal) {
            (0..3).for_each(|i| vert[i] += inflate * normal[i]);
        }
    }
    Ok(())
}

/// Indices from an address on, which is -1 where there are none.
fn run(adr: i32, num: i32) -> Range<usize> {
    let start = usize::try_from(adr).unwrap_or(0);
    start..start + usize::try_from(num).unwrap_or(0)
}

/// Calls with each bone's rotation and translation, and with the vertices of a skin it moves.
fn each_influence(
    m: &Model,
    d: &Data,
    skin: SkinId,
    mut influence: impl FnMut(&Motion, usize, Vec3, f32),
) {
    let first = run(m.skin_vertadr[skin], 0).start;
    let bones = run(m.skin_boneadr[skin], m.skin_bonenum[skin]);
    for bone in bones.map(SkinBoneId) {
        let motion = Motion::of(m, d, bone);
        for k in run(m.skin_bonevertadr[bone], m.skin_bonevertnum[bone]) {
            let vert = m.skin_bonevertid[SkinBoneVertId(k)] as usize;
            // ids are checked against all skins, not against this one
            if let Some(at) = m.skin_vert.get(first + vert) {
                let weight = m.skin_bonevertweight[SkinBoneVertId(k)];
                influence(&motion, vert, Vec3(at.map(f64::from)), weight);
            }
        }
    }
}

/// What a bone has done since it was bound.
struct Motion {
    rotation: Quat,
    translation: Vec3,
}

impl Motion {
    fn of(m: &Model, d: &Data, bone: SkinBoneId) -> Self {
        let body = m.skin_bonebodyid[bone].present();
        let bound = Quat(m.skin_bonebindquat[bone].map(f64::from));
        let rotation = d.xquat[body] * bound.conj();
        let bound = Vec3(m.skin_bonebindpos[bone].map(f64::from));
        Self { rotation, translation: d.xpos[body] - rotation.to_mat() * bound }
    }
}

fn blend_places(m: &Model, d: &Data, skin: SkinId, vert: &mut [[f32; 3]]) {
    each_influence(m, d, skin, |motion, id, at, weight| {
        let to = motion.rotation.to_mat() * at + motion.translation;
        if let Some(vert) = vert.get_mut(id) {
            (0..3).for_each(|i| vert[i] += weight * to[i] as f32);
        }
    });
}

/// A dual quaternion `real + eps dual` with `dual = translation * real / 2`; a mean of such is not a rigid
/// motion until it is divided by the norm of its real part.
#[derive(Clone, Copy, Default)]
struct Dual {
    real: [f64; 4],
    dual: [f64; 4],
}

impl Dual {
    fn add(&mut self, motion: &Motion, weight: f64) {
        let real = motion.rotation.0;
        let [x, y, z] = motion.translation.0;
        let dual = (Quat([0.0, x, y, z]) * motion.rotation).0;
        // a quaternion and its negative are one rotation: take the one on the same side as the others
        let along: f64 = (0..4).map(|i| real[i] * self.real[i]).sum();
        let weight = if along < 0.0 { -weight } else { weight };
        for i in 0..4 {
            self.real[i] += weight * real[i];
            self.dual[i] += 0.5 * weight * dual[i];
        }
    }

    /// Where it takes a point; `None` without bones, or where they cancel.
    fn take(&self, at: Vec3) -> Option<Vec3> {
        let norm = Quat(self.real).norm();
        if norm < MINVAL {
            return None;
        }
        let real = Quat(self.real.map(|x| x / norm));
        let dual = Quat(self.dual.map(|x| x / norm));
        let [_, x, y, z] = (dual * real.conj()).0;
        Some(real.to_mat() * at + 2.0 * Vec3([x, y, z]))
    }
}

fn blend_motions(m: &Model, d: &Data, skin: SkinId, vert: &mut [[f32; 3]]) {
    let mut duals = vec![Dual::default(); vert.len()];
    each_influence(m, d, skin, |motion, id, _, weight| {
        if let Some(dual) = duals.get_mut(id) {
            dual.add(motion, f64::from(weight));
        }
    });
    let first = run(m.skin_vertadr[skin], 0).start;
    for (id, (vert, dual)) in vert.iter_mut().zip(&duals).enumerate() {
        let at = Vec3(m.skin_vert[SkinVertId(first + id)].map(f64::from));
        if let Some(to) = dual.take(at) {
            *vert = to.0.map(|x| x as f32);
        }
    }
}

fn find_normals(m: &Model, skin: SkinId, surface: &mut SkinSurface) {
    let SkinSurface { vert, normal } = surface;
    for face in run(m.skin_faceadr[skin], m.skin_facenum[skin]).map(SkinFaceId) {
        let corners = m.skin_face[face].map(|id| id as usize);
        let edge = |to: usize| {
            let (a, b) = (vert[corners[0]], vert[corners[to]]);
            Vec3(std::array::from_fn(|i| f64::from(b[i] - a[i])))
        };
        let area = edge(1).cross(edge(2));
        for corner in corners {
            for i in 0..3 {
                normal[corner][i] = (f64::from(normal[corner][i]) + area[i]) as f32;
            }
        }
    }
    for normal in normal {
        let [x, y, z] = *normal;
        let norm = (x * x + y * y + z * z).sqrt();
        let scale = (1.0 / f64::from(norm).max(MINVAL)) as f32;
        *normal = normal.map(|x| x * scale);
    }
}
