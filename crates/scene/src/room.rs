//! Cameras of a scene, in the space of the model and in the room that a viewer stands in.

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::math::{Mat3, Pose, Quat, Vec3};

use crate::geom::double;
use crate::{GlCamera, Scene, SceneError};

/// The head between the two eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Position; m.
    pub pos: Vec3,
    /// Direction.
    pub forward: Vec3,
    /// What is up.
    pub up: Vec3,
}

/// A pose in the room, in the space of the model.
///
/// # Errors
/// If the scale of the scene is too small.
#[doc(alias = "mjv_room2model")]
pub fn room_to_model(scn: &Scene, room: Pose) -> Result<Pose, SceneError> {
    check_scale(scn)?;
    if !scn.enabletransform {
        return Ok(room);
    }
    let mut pose = placement(scn).inverse().compose(&room);
    pose.pos *= 1.0 / f64::from(scn.scale);
    Ok(pose)
}

/// A pose in the space of the model, in the room.
///
/// # Errors
/// If the scale of the scene is too small.
#[doc(alias = "mjv_model2room")]
pub fn model_to_room(scn: &Scene, model: Pose) -> Result<Pose, SceneError> {
    check_scale(scn)?;
    if !scn.enabletransform {
        return Ok(model);
    }
    let mut pose = placement(scn).compose(&model);
    pose.pos *= f64::from(scn.scale);
    Ok(pose)
}

fn placement(scn: &Scene) -> Pose {
    Pose { pos: double(scn.translate), quat: Quat(scn.rotate.map(f64::from)) }
}

fn check_scale(scn: &Scene) -> Result<(), SceneError> {
    if f64::from(scn.scale) < MINVAL { Err(SceneError::Scale) } else { Ok(()) }
}

fn check_near(scn: &Scene) -> Result<(), SceneError> {
    let touches = |eye: &GlCamera| f64::from(eye.frustum_near) < MINVAL;
    if scn.camera.iter().any(touches) { Err(SceneError::FrustumNear) } else { Ok(()) }
}

/// The head in the space of the model.
///
/// # Errors
/// If the scale of the scene is too small, or the nearest that an eye sees is not in front of it.
#[doc(alias = "mjv_cameraInModel")]
pub fn camera_in_model(scn: &Scene) -> Result<Head, SceneError> {
    check_near(scn)?;
    let mut head = Head { pos: Vec3::ZERO, forward: Vec3::ZERO, up: Vec3::ZERO };
    for eye in &scn.camera {
        let forward = double(eye.forward).normalized().0;
        let up = double(eye.up).normalized().0;
        let left = up.cross(forward).normalized().0;
        let quat = Quat::from_mat(&Mat3::from_cols(left, up, forward));
        let pose = room_to_model(scn, Pose { pos: double(eye.pos), quat })?;
        let axes = pose.quat.to_mat();
        head.pos += pose.pos * 0.5;
        head.forward += axes.col(2) * 0.5;
        head.up += axes.col(1) * 0.5;
    }
    Ok(head.normalized())
}

/// The head in the room.
///
/// # Errors
/// If the nearest that an eye sees is not in front of it.
#[doc(alias = "mjv_cameraInRoom")]
pub fn camera_in_room(scn: &Scene) -> Result<Head, SceneError> {
    check_near(scn)?;
    let middle = |of: fn(&GlCamera) -> [f32; 3]| {
        let [left, right] = &scn.camera;
        double(of(left)) * 0.5 + double(of(right)) * 0.5
    };
    let head = Head {
        pos: middle(|eye| eye.pos),
        forward: middle(|eye| eye.forward),
        up: middle(|eye| eye.up),
    };
    Ok(head.normalized())
}

impl Head {
    fn normalized(mut self) -> Self {
        self.forward.normalize();
        self.up.normalize();
        self
    }
}

/// Height of what is seen at a distance of 1, mean of both eyes; m.
///
/// # Errors
/// If one eye is orthographic and the other is not, or the nearest that one sees is not in front of
/// it.
#[doc(alias = "mjv_frustumHeight")]
pub fn frustum_height(scn: &Scene) -> Result<f64, SceneError> {
    let [left, right] = &scn.camera;
    if left.orthographic != right.orthographic {
        return Err(SceneError::MixedFrustums);
    }
    let height = |eye: &GlCamera| eye.frustum_top - eye.frustum_bottom;
    if left.orthographic != 0 {
        return Ok(0.5 * f64::from(height(left) + height(right)));
    }
    check_near(scn)?;
    let relative = |eye: &GlCamera| height(eye) / eye.frustum_near;
    Ok(0.5 * f64::from(relative(left) + relative(right)))
}
