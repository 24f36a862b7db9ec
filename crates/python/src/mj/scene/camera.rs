//! Cameras, the room, and motions of the mouse in both.

use ferrodyn_engine::math::{Pose, Quat, Vec3};
use ferrodyn_python_macros::pyfunction;
use ferrodyn_scene::{CameraFrame, Frustum, Head};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::record::{CameraRecord, EyeRecord, Record, bytes};
use super::whole::View;
use super::{call, fatal, functions, mouse};
use crate::args::Int;
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    _mjv_freeCamera, _mjv_cameraFrame, _mjv_cameraFrustum, _mjv_updateCamera, _mjv_averageCamera,
    _mjv_room2model, _mjv_model2room, _mjv_cameraInModel, _mjv_cameraInRoom, _mjv_frustumHeight,
    _mjv_alignToCamera, _mjv_moveCamera, _mjv_moveModel,
}

/// A camera that sees all of a model.
#[pyfunction]
fn _mjv_freeCamera<'py>(m: &Bound<'py, MjModel>) -> PyResult<Bound<'py, PyBytes>> {
    let cam = m.get().store()?.with(ferrodyn_scene::Camera::free)?;
    Ok(bytes(m.py(), &[CameraRecord::of(&cam)]))
}

/// Position, forward, up and right of a camera.
#[pyfunction]
fn _mjv_cameraFrame(d: &Bound<'_, MjData>, cam: Record<CameraRecord>) -> PyResult<[[f64; 3]; 4]> {
    let frame = d.get().store.with(|d| ferrodyn_scene::camera_frame(d, &cam.0.get()))?;
    let CameraFrame { headpos, forward, up, right } = frame.map_err(fatal("mjv_cameraFrame"))?;
    Ok([headpos, forward, up, right].map(|v| v.0))
}

/// Extents of what a camera sees: vertical, horizontal, from near to far.
#[pyfunction]
fn _mjv_cameraFrustum(
    m: &Bound<'_, MjModel>,
    cam: Record<CameraRecord>,
) -> PyResult<[[f32; 2]; 3]> {
    let frustum = m.get().store()?.with(|m| ferrodyn_scene::camera_frustum(m, &cam.0.get()))?;
    let Frustum { zver, zhor, zclip } = frustum.map_err(fatal("mjv_cameraFrustum"))?;
    Ok([zver, zhor, zclip])
}

/// The camera, and the eyes of a scene; the same as before if the user sets them.
#[pyfunction]
fn _mjv_updateCamera<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    cam: Record<CameraRecord>,
    scn: View,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, bool)> {
    let (mut camera, mut scene) = (cam.0.get(), scn.scene);
    call::inspect(m, d, |m, d| ferrodyn_scene::update_camera(m, d, &mut camera, &mut scene))?
        .map_err(fatal("mjv_updateCamera"))?;
    let eyes = scene.camera.each_ref().map(EyeRecord::of);
    let records = (bytes(m.py(), &[cam.0.with(&camera)]), bytes(m.py(), &eyes));
    Ok((records.0, records.1, scene.enabletransform))
}

/// The camera midway between two.
#[pyfunction]
fn _mjv_averageCamera(
    py: Python<'_>,
    cam1: Record<EyeRecord>,
    cam2: Record<EyeRecord>,
) -> PyResult<Bound<'_, PyBytes>> {
    let made = ferrodyn_scene::average_camera(&cam1.0.get(), &cam2.0.get());
    Ok(bytes(py, &[EyeRecord::of(&made.map_err(fatal("mjv_averageCamera"))?)]))
}

/// A position and an orientation.
type Placed = ([f64; 3], [f64; 4]);

/// A pose in the room as a pose in the model.
#[pyfunction]
fn _mjv_room2model(pos: [f64; 3], quat: [f64; 4], scn: View) -> PyResult<Placed> {
    let room = Pose { pos: Vec3(pos), quat: Quat(quat) };
    let pose = ferrodyn_scene::room_to_model(&scn.scene, room).map_err(fatal("mjv_room2model"))?;
    Ok((pose.pos.0, pose.quat.0))
}

/// A pose in the model as a pose in the room.
#[pyfunction]
fn _mjv_model2room(pos: [f64; 3], quat: [f64; 4], scn: View) -> PyResult<Placed> {
    let model = Pose { pos: Vec3(pos), quat: Quat(quat) };
    let pose = ferrodyn_scene::model_to_room(&scn.scene, model).map_err(fatal("mjv_model2room"))?;
    Ok((pose.pos.0, pose.quat.0))
}

/// Position, forward and up of the head, in the model.
#[pyfunction]
fn _mjv_cameraInModel(scn: View) -> PyResult<[[f64; 3]; 3]> {
    let head = ferrodyn_scene::camera_in_model(&scn.scene).map_err(fatal("mjv_cameraInModel"))?;
    Ok(vectors(head))
}

/// Position, forward and up of the head, in the room.
#[pyfunction]
fn _mjv_cameraInRoom(scn: View) -> PyResult<[[f64; 3]; 3]> {
    let head = ferrodyn_scene::camera_in_room(&scn.scene).map_err(fatal("mjv_cameraInRoom"))?;
    Ok(vectors(head))
}

fn vectors(Head { pos, forward, up }: Head) -> [[f64; 3]; 3] {
    [pos, forward, up].map(|v| v.0)
}

/// Height of what is seen at a distance of one.
#[pyfunction]
fn _mjv_frustumHeight(scn: View) -> PyResult<f64> {
    ferrodyn_scene::frustum_height(&scn.scene).map_err(fatal("mjv_frustumHeight"))
}

/// A vector turned about the vertical, as a camera is.
#[pyfunction]
fn _mjv_alignToCamera(vec: [f64; 3], forward: [f64; 3]) -> [f64; 3] {
    ferrodyn_scene::align_to_camera(Vec3(vec), Vec3(forward)).0
}

/// The camera after a motion of the mouse.
#[pyfunction]
fn _mjv_moveCamera<'py>(
    m: &Bound<'py, MjModel>,
    action: Int<i32>,
    rel: [f64; 2],
    scn: View,
    cam: Record<CameraRecord>,
) -> PyResult<Bound<'py, PyBytes>> {
    const NAME: &str = "mjv_moveCamera";
    let (action, mut camera) = (mouse(NAME, action.0)?, cam.0.get());
    let moved = m
        .get()
        .store()?
        .with(|m| ferrodyn_scene::move_camera(m, action, rel, &scn.scene, &mut camera))?;
    moved.map_err(fatal(NAME))?;
    Ok(bytes(m.py(), &[cam.0.with(&camera)]))
}

/// Position, orientation and scale of the model in the room.
type Placement = ([f32; 3], [f32; 4], f32);

/// Where the model is in the room after a motion of the mouse.
#[pyfunction]
fn _mjv_moveModel(
    m: &Bound<'_, MjModel>,
    action: Int<i32>,
    rel: [f64; 2],
    roomup: [f64; 3],
    scn: View,
) -> PyResult<Placement> {
    const NAME: &str = "mjv_moveModel";
    let (action, mut scene) = (mouse(NAME, action.0)?, scn.scene);
    let moved = m
        .get()
        .store()?
        .with(|m| ferrodyn_scene::move_model(m, action, rel, Vec3(roomup), &mut scene))?;
    moved.map_err(fatal(NAME))?;
    Ok((scene.translate, scene.rotate, scene.scale))
}
