//! Motions of the mouse: they move cameras, the model in the room, and the reference of a perturbation.
//!
//! Motions of the mouse are relative to the height of the window, to the right and down.

use std::f64::consts::PI;

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{CameraType, Mouse};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::rotation::quat_to_vel;
use ferrodyn_engine::math::{Quat, Vec3, fun};
use ferrodyn_engine::{Data, Model};

use crate::geom::single;
use crate::{Camera, Perturb, Scene, SceneError, camera_in_model, camera_in_room, frustum_height};

/// How much slower an orthographic camera moves.
pub(crate) const ORTHOGRAPHIC: f64 = 0.15;

/// The vector turned about the vertical, from y to the horizontal part of a direction.
#[doc(alias = "mjv_alignToCamera")]
#[must_use]
pub fn align_to_camera(vec: Vec3, forward: Vec3) -> Vec3 {
    let [x, y, _] = forward.0;
    let norm = (x * x + y * y).sqrt();
    let [x, y] = if norm < MINVAL { [1.0, 0.0] } else { [x * (1.0 / norm), y * (1.0 / norm)] };
    Vec3([vec[0] * y + vec[1] * x, vec[1] * y - vec[0] * x, vec[2]])
}

/// A motion of the mouse as a vector in the world.
fn drag(action: Mouse, [dx, dy]: [f64; 2], forward: Vec3) -> Result<Vec3, SceneError> {
    let vec = match action {
        Mouse::RotateV => [dy, 0.0, dx],
        Mouse::RotateH => [dy, dx, 0.0],
        Mouse::MoveV | Mouse::MoveVRel => [dx, 0.0, -dy],
        Mouse::MoveH | Mouse::MoveHRel => [dx, -dy, 0.0],
        Mouse::Zoom => [0.0; 3],
        Mouse::None => return Err(SceneError::Action(action as i32)),
    };
    Ok(align_to_camera(Vec3(vec), forward))
}

/// Turns, moves or zooms a camera that is not fixed. One that tracks a body is not moved.
///
/// # Errors
/// If the mouse does nothing, or the scene has no camera yet.
#[doc(alias = "mjv_moveCamera")]
pub fn move_camera(
    m: &Model,
    action: Mouse,
    [dx, dy]: [f64; 2],
    scn: &Scene,
    cam: &mut Camera,
) -> Result<(), SceneError> {
    if cam.kind == Some(CameraType::Fixed) {
        return Ok(());
    }
    let extent = m.stat.extent;
    match action {
        Mouse::RotateV | Mouse::RotateH => {
            cam.azimuth -= dx * 180.0;
            cam.elevation -= dy * 180.0;
        }
        Mouse::Zoom => {
            cam.distance -= fun::ln(1.0 + cam.distance / extent / 3.0) * dy * 9.0 * extent;
        }
        Mouse::None => return Err(SceneError::Action(action as i32)),
        _ if cam.kind == Some(CameraType::Tracking) => return Ok(()),
        Mouse::MoveV | Mouse::MoveH => {
            // what is looked at moves as the mouse does
            let head = camera_in_model(scn)?;
            let vec = drag(action, [dx, dy], head.forward)?;
            let mut scale = frustum_height(scn)? * (cam.lookat - head.pos).dot(head.forward);
            if cam.orthographic != 0 {
                scale *= ORTHOGRAPHIC;
            }
            cam.lookat += vec * -scale;
        }
        Mouse::MoveVRel | Mouse::MoveHRel => {
            let head = camera_in_model(scn)?;
            let along = if action == Mouse::MoveVRel { head.up } else { head.forward };
            cam.lookat += along * dy;
            cam.lookat += head.forward.cross(head.up) * dx;
        }
    }
    keep_within_limits(cam, extent);
    Ok(())
}

/// Angles within a turn and off the poles, the distance within reach; NaN stays.
fn keep_within_limits(cam: &mut Camera, extent: f64) {
    if cam.azimuth > 180.0 {
        cam.azimuth -= 360.0;
    }
    if cam.azimuth < -180.0 {
        cam.azimuth += 360.0;
    }
    let limit = |x: &mut f64, low: f64, high: f64| {
        if *x < low {
            *x = low;
        }
        if *x > high {
            *x = high;
        }
    };
    limit(&mut cam.elevation, -89.0, 89.0);
    limit(&mut cam.distance, 0.01 * extent, 100.0 * extent);
}

/// Turns, moves or scales the model in the room, if the scene says that it has a place of its own.
///
/// # Errors
/// If the mouse does nothing, or the scene has no camera yet.
#[doc(alias = "mjv_moveModel")]
pub fn move_model(
    m: &Model,
    action: Mouse,
    [dx, dy]: [f64; 2],
    roomup: Vec3,
    scn: &mut Scene,
) -> Result<(), SceneError> {
    if !scn.enabletransform {
        return Ok(());
    }
    let camera = camera_in_room(scn)?.forward;
    let forward = (camera + roomup * -camera.dot(roomup)).normalized().0;
    let right = forward.cross(roomup).normalized().0;
    match action {
        Mouse::RotateV | Mouse::RotateH => {
            let about = if action == Mouse::RotateV { roomup } else { forward };
            let (axis, angle) = (about * dx + right * dy).normalized();
            let turn = Quat::from_axis_angle(axis, angle * PI);
            let rotate = (turn * Quat(scn.rotate.map(f64::from))).normalized();
            scn.rotate = rotate.0.map(|x| x as f32);
        }
        Mouse::MoveV | Mouse::MoveVRel | Mouse::MoveH | Mouse::MoveHRel => {
            let vertical = matches!(action, Mouse::MoveV | Mouse::MoveVRel);
            let along = if vertical { roomup } else { forward };
            let by = single(right * dx - along * dy);
            for (to, by) in scn.translate.iter_mut().zip(by) {
                *to = (f64::from(*to) + f64::from(by) * m.stat.extent) as f32;
            }
        }
        Mouse::Zoom => {
            let scale = f64::from(scn.scale / 3.0);
            let scale = scn.scale + (fun::ln(1.0 + scale) * dy * 3.0) as f32;
            scn.scale = scale.clamp(0.01, 100.0);
        }
        Mouse::None => return Err(SceneError::Action(action as i32)),
    }
    Ok(())
}

/// Moves or turns the reference of a perturbation; it is never turned by more than a right angle
/// away from the selected body.
///
/// # Errors
/// If the mouse does nothing, or the scene has no camera yet.
#[doc(alias = "mjv_movePerturb")]
pub fn move_perturb(
    m: &Model,
    d: &Data,
    action: Mouse,
    [dx, dy]: [f64; 2],
    scn: &Scene,
    pert: &mut Perturb,
) -> Result<(), SceneError> {
    let vec = drag(action, [dx, dy], camera_in_model(scn)?.forward)?;
    let by = match action {
        Mouse::MoveV | Mouse::MoveH => vec * pert.scale,
        Mouse::MoveVRel | Mouse::MoveHRel => {
            // along the axes of the selected body
            let body = BodyId::new(pert.select).filter(|body| body.0 < m.nbody);
            let axes = d.xmat[body.unwrap_or(BodyId(0))];
            let along = axes.col(if action == Mouse::MoveHRel { 0 } else { 2 });
            along * (pert.scale * dy) + axes.col(1) * (pert.scale * dx)
        }
        Mouse::RotateV | Mouse::RotateH => {
            turn(m, d, vec, pert);
            return Ok(());
        }
        Mouse::Zoom | Mouse::None => return Ok(()),
    };
    pert.refpos += by;
    pert.refselpos += by;
    Ok(())
}

fn turn(m: &Model, d: &Data, vec: Vec3, pert: &mut Perturb) {
    let (axis, angle) = vec.normalized();
    let by = Quat::from_axis_angle(axis, angle * PI * 2.0);
    pert.refquat = (by * pert.refquat).normalized();
    let Some(body) = BodyId::new(pert.select).filter(|body| (1..m.nbody).contains(&body.0)) else {
        return;
    };
    let own = d.xquat[body] * m.body_iquat[body];
    let (axis, angle) = quat_to_vel(own.conj() * pert.refquat, 1.0).normalized();
    if angle > PI * 0.5 {
        pert.refquat = own * Quat::from_axis_angle(axis, PI * 0.5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_goes_along_with_the_camera() {
        let x = Vec3([1.0, 2.0, 3.0]);
        assert_eq!(align_to_camera(x, Vec3([0.0, 5.0, 1.0])), x);
        assert_eq!(align_to_camera(x, Vec3::X), Vec3([2.0, -1.0, 3.0]));
        // looking straight down counts as looking along x
        assert_eq!(align_to_camera(x, Vec3::Z), Vec3([2.0, -1.0, 3.0]));
        assert_eq!(drag(Mouse::None, [1.0; 2], Vec3::X), Err(SceneError::Action(0)));
    }
}
