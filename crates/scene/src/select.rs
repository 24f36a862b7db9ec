//! Finds the body, geom, flex or skin under a pixel.

use ferrodyn_engine::enums::VisFlag;
use ferrodyn_engine::ids::{BodyId, FlexId, SkinBoneId, SkinBoneVertId, SkinId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::ray::{self, FlexParts, Ray, RayFilter, ray_flex, ray_skin};
use ferrodyn_engine::smooth::flex_vertex_handle;
use ferrodyn_engine::{AsSystem, Data, Model};

use crate::geom::double;
use crate::{Scene, SceneError, VisOption, average_camera, camera_in_model};

/// What was selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The body to pull at.
    pub body: BodyId,
    /// The point; m, world frame.
    pub point: Vec3,
    /// The geom, if it is one.
    pub geom: Option<usize>,
    /// The flex, if it is one.
    pub flex: Option<usize>,
    /// The skin, if it is one.
    pub skin: Option<usize>,
}

/// What is under the pixel at `rel`, which goes from 0 to 1 to the right and upwards; `None` if there
/// is nothing.
///
/// # Errors
/// If the scene has no camera yet, or the data is of another model.
#[doc(alias = "mjv_select")]
pub fn select(
    m: &impl AsSystem,
    d: &Data,
    opt: &VisOption,
    aspectratio: f64,
    rel: [f64; 2],
    scn: &Scene,
) -> Result<Option<Selection>, SceneError> {
    let m = m.as_system();
    d.check_model(&m)?;
    let ray = pixel_ray(aspectratio, rel, scn)?;
    let geoms = RayFilter {
        geomgroup: Some(&opt.geomgroup),
        flg_static: opt.shows(VisFlag::Static),
        bodyexclude: None,
    };
    let hit = ray::ray(&m, d, ray, &geoms);
    let geom = hit.map(|hit| {
        let body = m.geom_bodyid[hit.geom].id().unwrap_or(BodyId(0));
        let point = ray.pnt + ray.vec * hit.dist;
        (hit.dist, Selection { body, point, geom: Some(hit.geom.0), flex: None, skin: None })
    });
    let mut best = geom;
    let others = [nearest_flex(&m, d, opt, ray), nearest_skin(&m, opt, scn, ray)];
    for found in others.into_iter().flatten() {
        if best.is_none_or(|best| found.0 < best.0) {
            best = Some(found);
        }
    }
    Ok(best.map(|(_, selection)| selection))
}

/// The ray through a pixel.
fn pixel_ray(aspectratio: f64, [x, y]: [f64; 2], scn: &Scene) -> Result<Ray, SceneError> {
    let cam = average_camera(&scn.camera[0], &scn.camera[1])?;
    let head = camera_in_model(scn)?;
    let left = head.up.cross(head.forward).normalized().0;
    let height = f64::from(cam.frustum_top - cam.frustum_bottom);
    let halfwidth = 0.5 * aspectratio * height;
    let up = f64::from(cam.frustum_bottom) + y * height;
    let aside = -(f64::from(cam.frustum_center) + (2.0 * x - 1.0) * halfwidth);
    let offset = head.up * up + left * aside;
    if cam.orthographic != 0 {
        return Ok(Ray { pnt: head.pos + offset, vec: head.forward });
    }
    let vec = head.forward * f64::from(cam.frustum_near) + offset;
    Ok(Ray { pnt: head.pos, vec: vec.normalized().0 })
}

/// A selection and how far it is.
type Found = (f64, Selection);

fn nearest_flex(m: &Model, d: &Data, opt: &VisOption, ray: Ray) -> Option<Found> {
    let parts = FlexParts {
        layer: opt.flex_layer,
        vert: opt.shows(VisFlag::FlexVert),
        edge: opt.shows(VisFlag::FlexEdge),
        face: opt.shows(VisFlag::FlexFace),
        skin: opt.shows(VisFlag::FlexSkin),
    };
    let mut best: Option<Found> = None;
    for f in (0..m.nflex).map(FlexId).filter(|_| opt.shows_flexes()) {
        let Some(hit) = ray_flex(m, d, f, parts, ray) else { continue };
        if best.is_none_or(|best| hit.dist < best.0)
            && let Some((body, point)) = flex_vertex_handle(m, d, f, hit.vert)
        {
            let flex = Some(f.0);
            best = Some((hit.dist, Selection { body, point, geom: None, flex, skin: None }));
        }
    }
    best
}

fn nearest_skin(m: &Model, opt: &VisOption, scn: &Scene, ray: Ray) -> Option<Found> {
    let mut best: Option<Found> = None;
    for s in (0..m.nskin).map(SkinId).filter(|_| opt.shows(VisFlag::Skin)) {
        let faces = part(&m.skin_face, m.skin_faceadr[s], m.skin_facenum[s]);
        let verts = part(&scn.skinvert, m.skin_vertadr[s], m.skin_vertnum[s]);
        let Some(hit) = ray_skin(faces, verts, ray) else { continue };
        if best.is_none_or(|best| hit.dist < best.0)
            && let Some(body) = heaviest_bone(m, s, hit.vert)
            && let Some(&vert) = verts.get(hit.vert)
        {
            let (point, skin) = (double(vert), Some(s.0));
            best = Some((hit.dist, Selection { body, point, geom: None, flex: None, skin }));
        }
    }
    best
}

/// The body that moves a vertex of a skin most.
fn heaviest_bone(m: &Model, s: SkinId, vert: usize) -> Option<BodyId> {
    let mut best: Option<(f32, BodyId)> = None;
    for bone in span(m.skin_boneadr[s], m.skin_bonenum[s]).map(SkinBoneId) {
        for k in span(m.skin_bonevertadr[bone], m.skin_bonevertnum[bone]).map(SkinBoneVertId) {
            let weight = m.skin_bonevertweight[k];
            let own = usize::try_from(m.skin_bonevertid[k]).is_ok_and(|id| id == vert);
            if own && best.map_or(weight > -1.0, |best| weight > best.0) {
                best = m.skin_bonebodyid[bone].id().map(|body| (weight, body));
            }
        }
    }
    best.map(|(_, body)| body)
}

fn span(adr: i32, num: i32) -> std::ops::Range<usize> {
    let start = usize::try_from(adr).unwrap_or(0);
    start..start + usize::try_from(num).unwrap_or(0)
}

/// Part of an array; nothing if it is not all there.
fn part<T>(array: &[T], adr: i32, num: i32) -> &[T] {
    array.get(span(adr, num)).unwrap_or(&[])
}
