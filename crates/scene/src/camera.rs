//! Cameras: [`Camera`], which users set, and the two eyes that a renderer uses.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{CameraType, Projection};
use ferrodyn_engine::ids::{BodyId, CameraId};
use ferrodyn_engine::math::{Vec3, fun};
use ferrodyn_engine::{Data, Model};

use crate::geom::{double, single};
use crate::{Scene, SceneError};

/// A camera as users set it.
#[doc(alias = "mjvCamera")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What says where it is; `None` for a number that names no type.
    #[doc(alias = "type")]
    pub kind: Option<CameraType>,
    /// The camera of the model, for a fixed one.
    pub fixedcamid: i32,
    /// The body it looks at, for a tracking one.
    pub trackbodyid: i32,
    /// The point it looks at; m.
    pub lookat: Vec3,
    /// Distance from that point; m.
    pub distance: f64,
    /// Direction about the vertical; deg.
    pub azimuth: f64,
    /// Inclination; deg.
    pub elevation: f64,
    /// Whether moves of the mouse are those of an orthographic camera.
    pub orthographic: i32,
}

impl Default for Camera {
    #[doc(alias = "mjv_defaultCamera")]
    fn default() -> Self {
        Self {
            kind: Some(CameraType::Free),
            fixedcamid: -1,
            trackbodyid: -1,
            lookat: Vec3::ZERO,
            distance: 2.0,
            azimuth: 90.0,
            elevation: -45.0,
            orthographic: 0,
        }
    }
}

impl Camera {
    /// A free camera that sees all of a model.
    #[doc(alias = "mjv_defaultFreeCamera")]
    pub fn free(m: &Model) -> Self {
        Self {
            lookat: m.stat.center,
            distance: 1.5 * m.stat.extent,
            azimuth: f64::from(m.vis.global.azimuth),
            elevation: f64::from(m.vis.global.elevation),
            orthographic: m.vis.global.orthographic,
            ..Self::default()
        }
    }

    /// The camera of the model, `None` if it is free or tracks a body.
    fn fixed(&self, count: usize) -> Result<Option<CameraId>, SceneError> {
        match self.kind {
            Some(CameraType::Free | CameraType::Tracking) => Ok(None),
            Some(CameraType::Fixed) => {
                let camera = CameraId::new(self.fixedcamid).filter(|camera| camera.0 < count);
                camera.map(Some).ok_or(SceneError::FixedCamera)
            }
            _ => Err(SceneError::CameraType),
        }
    }
}

/// A camera as a renderer wants it.
#[doc(alias = "mjvGLCamera")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GlCamera {
    /// Position; m.
    pub pos: [f32; 3],
    /// Direction.
    pub forward: [f32; 3],
    /// What is up in the picture.
    pub up: [f32; 3],
    /// Middle of what is seen, to the right; m.
    pub frustum_center: f32,
    /// Half the width of what is seen, if the camera says; m.
    pub frustum_width: f32,
    /// Lower end of what is seen, at the distance `frustum_near`; m.
    pub frustum_bottom: f32,
    /// Upper end of what is seen; m.
    pub frustum_top: f32,
    /// Distance of the nearest that is seen; m.
    pub frustum_near: f32,
    /// Distance of the farthest that is seen; m.
    pub frustum_far: f32,
    /// Whether there is no perspective.
    pub orthographic: i32,
}

/// Where a camera is and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraFrame {
    /// Position; m.
    pub headpos: Vec3,
    /// Direction.
    pub forward: Vec3,
    /// What is up in the picture.
    pub up: Vec3,
    /// What is right in the picture.
    pub right: Vec3,
}

/// Where a camera is and how it is turned.
///
/// # Errors
/// If there is no such camera, or the type says nothing.
#[doc(alias = "mjv_cameraFrame")]
pub fn camera_frame(d: &Data, cam: &Camera) -> Result<CameraFrame, SceneError> {
    if let Some(camera) = cam.fixed(d.cam_xpos.len())? {
        let mat = d.cam_xmat[camera];
        let (headpos, forward) = (d.cam_xpos[camera], -mat.col(2));
        return Ok(CameraFrame { headpos, forward, up: mat.col(1), right: mat.col(0) });
    }
    let [(sa, ca), (se, ce)] =
        [cam.azimuth, cam.elevation].map(|angle| fun::sin_cos(angle / 180.0 * PI));
    let forward = Vec3([ce * ca, ce * sa, se]);
    Ok(CameraFrame {
        headpos: cam.lookat + forward * -cam.distance,
        forward,
        up: Vec3([-se * ca, -se * sa, ce]),
        right: Vec3([sa, -ca, 0.0]),
    })
}

/// How far a camera sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// Up and down, at the nearest distance; m.
    pub zver: [f32; 2],
    /// To the left and to the right; m, 0 if the picture decides.
    pub zhor: [f32; 2],
    /// Distances of the nearest and the farthest; m.
    pub zclip: [f32; 2],
}

/// How far a camera sees.
///
/// # Errors
/// If there is no such camera, or the type says nothing.
#[doc(alias = "mjv_cameraFrustum")]
pub fn camera_frustum(m: &Model, cam: &Camera) -> Result<Frustum, SceneError> {
    let near = (f64::from(m.vis.map.znear) * m.stat.extent) as f32;
    let far = (f64::from(m.vis.map.zfar) * m.stat.extent) as f32;
    let fixed = cam.fixed(m.ncam)?;
    let lens = fixed.filter(|&camera| m.cam_sensorsize[camera][1] != 0.0);
    let fovy = fixed.map_or(f64::from(m.vis.global.fovy), |camera| m.cam_fovy[camera]);
    let half = if orthographic(m, fixed) != 0 {
        (fovy / 2.0) as f32
    } else if let Some(camera) = lens {
        let [zver, zhor] = lens_frustum(m, camera, near);
        return Ok(Frustum { zver, zhor, zclip: [near, far] });
    } else {
        (f64::from(near) * fun::tan(fovy * PI / 360.0)) as f32
    };
    Ok(Frustum { zver: [half; 2], zhor: [0.0; 2], zclip: [near, far] })
}

/// Vertical and horizontal extents of a camera with a lens, in single precision.
pub(crate) fn lens_frustum(m: &Model, camera: CameraId, near: f32) -> [[f32; 2]; 2] {
    let ([fx, fy, cx, cy], [width, height]) = (m.cam_intrinsic[camera], m.cam_sensorsize[camera]);
    let sides = |focal: f32, size: f32, center: f32| {
        [near / focal * (size / 2.0 - center), near / focal * (size / 2.0 + center)]
    };
    [sides(fy, height, cy), sides(fx, width, cx)]
}

fn orthographic(m: &Model, fixed: Option<CameraId>) -> i32 {
    let is_flat = |camera| m.cam_projection[camera] == Projection::Orthographic;
    fixed.map_or(m.vis.global.orthographic, |camera| i32::from(is_flat(camera)))
}

/// Puts the eyes of a scene where a camera is; one that tracks a body looks at it from now on.
///
/// # Errors
/// If there is no such camera or body.
#[doc(alias = "mjv_updateCamera")]
pub fn update_camera(
    m: &Model,
    d: &Data,
    cam: &mut Camera,
    scn: &mut Scene,
) -> Result<(), SceneError> {
    if cam.kind == Some(CameraType::User) {
        return Ok(());
    }
    if cam.kind == Some(CameraType::Tracking) {
        let body = BodyId::new(cam.trackbodyid).filter(|body| body.0 < m.nbody);
        cam.lookat = d.subtree_com[body.ok_or(SceneError::TrackedBody)?];
    }
    let frame = camera_frame(d, cam)?;
    let Frustum { zver, zhor, zclip } = camera_frustum(m, cam)?;
    let fixed = cam.fixed(m.ncam)?;
    let ipd = fixed.map_or(f64::from(m.vis.global.ipd), |camera| m.cam_ipd[camera]);
    for (eye, side) in scn.camera.iter_mut().zip([-ipd, ipd]) {
        *eye = GlCamera {
            pos: single(frame.headpos + frame.right * (side * 0.5)),
            forward: single(frame.forward),
            up: single(frame.up),
            frustum_center: (zhor[1] - zhor[0]) / 2.0,
            frustum_width: f32::midpoint(zhor[1], zhor[0]),
            frustum_bottom: -zver[1],
            frustum_top: zver[0],
            frustum_near: zclip[0],
            frustum_far: zclip[1],
            orthographic: orthographic(m, fixed),
        };
    }
    scn.enabletransform = false;
    Ok(())
}

/// The camera midway between two.
///
/// # Errors
/// If one of them is orthographic and the other is not.
#[doc(alias = "mjv_averageCamera")]
pub fn average_camera(cam1: &GlCamera, cam2: &GlCamera) -> Result<GlCamera, SceneError> {
    if cam1.orthographic != cam2.orthographic {
        return Err(SceneError::MixedCameras);
    }
    let both = |of: fn(&GlCamera) -> [f32; 3]| double(of(cam1)) + double(of(cam2));
    let half = |of: fn(&GlCamera) -> f32| 0.5 * (of(cam1) + of(cam2));
    let forward = both(|cam| cam.forward).normalized().0;
    let up = both(|cam| cam.up);
    Ok(GlCamera {
        pos: single(both(|cam| cam.pos) * 0.5),
        forward: single(forward),
        up: single((up + forward * -up.dot(forward)).normalized().0),
        frustum_center: half(|cam| cam.frustum_center),
        frustum_width: half(|cam| cam.frustum_width),
        frustum_bottom: half(|cam| cam.frustum_bottom),
        frustum_top: half(|cam| cam.frustum_top),
        frustum_near: half(|cam| cam.frustum_near),
        frustum_far: half(|cam| cam.frustum_far),
        orthographic: cam1.orthographic,
    })
}
