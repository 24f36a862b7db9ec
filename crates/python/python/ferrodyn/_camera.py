"""Cameras and geoms of MuJoCo's visualizer: ``mjv_*`` functions that draw nothing."""

from __future__ import annotations

import math

import numpy as np

from ferrodyn import _core
from ferrodyn._core import FatalError, MjData, MjModel, mjMINVAL
from ferrodyn._enums import mjtCamera, mjtGeom, mjtProjection
from ferrodyn._struct import integer, number, reset
from ferrodyn._visual_types import (
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvOption,
    MjvPerturb,
    MjvScene,
)


def check(**arguments: tuple[object, type]) -> None:
    """TypeError unless every argument is of its type."""
    for name, (value, kind) in arguments.items():
        if not isinstance(value, kind):
            raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")


def vector(value: object, size: int, kind: type = np.float64) -> np.ndarray:
    """An array of that size to read."""
    try:
        array = np.asarray(value, kind)
    except (TypeError, ValueError):
        raise TypeError(f"expected an array of {size} numbers") from None
    if array.size != size or array.shape not in ((size,), (size, 1)):
        raise TypeError(f"expected an array of size {size}, not of shape {array.shape}")
    return array.reshape(size)


def output(value: object, size: int, kind: type = np.float64) -> np.ndarray:
    """The array itself, if it has that size and type and can be written."""
    fits = isinstance(value, np.ndarray) and value.dtype == kind and value.flags.writeable
    if not fits or value.shape not in ((size,), (size, 1)):
        raise TypeError(f"expected a writable array of {np.dtype(kind)} of size {size}")
    return value.reshape(size)


def normalized(vec: np.ndarray, otherwise: tuple = (1, 0, 0)) -> np.ndarray:
    """The vector with length one; the other if it has none."""
    norm = math.sqrt(float(vec @ vec))
    return np.array(otherwise[: len(vec)], float) if norm < mjMINVAL else vec / norm


def mul_pose(pos1: np.ndarray, quat1: np.ndarray, pos2: np.ndarray, quat2: np.ndarray) -> tuple:
    """One pose after another."""
    pos, quat = np.zeros(3), np.zeros(4)
    _core.mju_mulPose(pos, quat, pos1, quat1, pos2, quat2)
    return pos, quat


def neg_pose(pos: np.ndarray, quat: np.ndarray) -> tuple:
    """The inverse of a pose."""
    negpos, negquat = np.zeros(3), np.zeros(4)
    _core.mju_negPose(negpos, negquat, pos, quat)
    return negpos, negquat


# defaults


def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Gives a camera its defaults."""
    check(cam=(cam, MjvCamera))
    reset(cam)


def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Gives a camera the view of a whole model."""
    check(m=(m, MjModel), cam=(cam, MjvCamera))
    reset(cam)
    cam.lookat = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth = m.vis.global_.azimuth
    cam.elevation = m.vis.global_.elevation
    cam.orthographic = m.vis.global_.orthographic


def mjv_defaultOption(opt: MjvOption) -> None:
    """Gives options of what is shown their defaults."""
    check(opt=(opt, MjvOption))
    reset(opt)


def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Gives a perturbation its defaults."""
    check(pert=(pert, MjvPerturb))
    reset(pert)


def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Gives a figure its defaults."""
    check(fig=(fig, MjvFigure))
    reset(fig)


# geoms


def mjv_initGeom(
    geom: MjvGeom, type: int, size: object, pos: object, mat: object, rgba: object
) -> None:
    """Gives a geom of a scene type, size, pose and color, and defaults for the rest."""
    check(geom=(geom, MjvGeom))
    init_geom(geom, integer(type), size, pos, mat, rgba)


def init_geom(
    geom: MjvGeom,
    kind: int,
    size: object = None,
    pos: object = None,
    mat: object = None,
    rgba: object = None,
) -> None:
    """Sets what is given; everything else that only a renderer looks at becomes the default."""
    names = ("objtype", "objid", "category", "segid", "camdist", "transparent")
    kept = {name: getattr(geom, name) for name in names}
    reset(geom)
    for name, value in kept.items():
        setattr(geom, name, value)
    geom.type = kind
    if size is not None:
        x, y, z = vector(size, 3)
        if kind == mjtGeom.mjGEOM_SPHERE:
            x, y, z = x, x, x
        elif kind in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER):
            x, y, z = x, x, y
        geom.size = (x, y, z)
    if pos is not None:
        geom.pos = vector(pos, 3)
    if mat is not None:
        geom.mat = vector(mat, 9).reshape(3, 3)
    if rgba is not None:
        geom.rgba = vector(rgba, 4, np.float32)


_CONNECTORS = {
    mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_ARROW, mjtGeom.mjGEOM_ARROW1,
    mjtGeom.mjGEOM_ARROW2, mjtGeom.mjGEOM_LINE,
}  # fmt: skip


def mjv_connector(geom: MjvGeom, type: int, width: float, from_: object, to: object) -> None:
    """Gives a geom of a scene the type, size and pose that connect two points."""
    check(geom=(geom, MjvGeom))
    kind, width = integer(type), number(width)
    start, end = vector(from_, 3), vector(to, 3)
    if kind not in _CONNECTORS:
        raise FatalError(f"mjv_connector: invalid geom type {kind} for connector")
    dif = end - start
    length = math.sqrt(float(dif @ dif))
    geom.type = kind
    centered = kind in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER)
    geom.size = (width, width, np.float32(length) * (0.5 if centered else 1))
    geom.pos = 0.5 * (start + end) if centered else start
    quat, mat = np.zeros(4), np.zeros(9)
    _core.mju_quatZ2Vec(quat, dif)
    _core.mju_quat2Mat(mat, quat)
    geom.mat = mat.reshape(3, 3)


# frames of cameras


def mjv_cameraFrame(
    headpos: object, forward: object, up: object, right: object, d: MjData, cam: MjvCamera
) -> None:
    """Writes position and axes of a camera."""
    check(d=(d, MjData), cam=(cam, MjvCamera))
    outputs = [output(to, 3) for to in (headpos, forward, up, right)]
    for to, values in zip(outputs, camera_frame(d, cam), strict=True):
        to[:] = values


def camera_frame(d: MjData, cam: MjvCamera) -> tuple:
    """Position, forward, up and right of a camera."""
    if cam.type in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        azimuth, elevation = (angle / 180 * math.pi for angle in (cam.azimuth, cam.elevation))
        ca, sa = math.cos(azimuth), math.sin(azimuth)
        ce, se = math.cos(elevation), math.sin(elevation)
        forward = np.array([ce * ca, ce * sa, se])
        up, right = np.array([-se * ca, -se * sa, ce]), np.array([sa, -ca, 0.0])
        return cam.lookat + forward * -cam.distance, forward, up, right
    if cam.type != mjtCamera.mjCAMERA_FIXED:
        raise FatalError("mjv_cameraFrame: unknown camera type")
    if not 0 <= cam.fixedcamid < len(d.cam_xpos):
        raise FatalError("mjv_cameraFrame: fixed camera id is outside valid range")
    mat = d.cam_xmat[cam.fixedcamid].reshape(3, 3)
    return d.cam_xpos[cam.fixedcamid].copy(), -mat[:, 2], mat[:, 1].copy(), mat[:, 0].copy()


def mjv_cameraFrustum(
    zver: object, zhor: object, zclip: object, m: MjModel, cam: MjvCamera
) -> None:
    """Writes how far a camera sees: up and down, to the sides, from near to far."""
    check(m=(m, MjModel), cam=(cam, MjvCamera))
    outputs = [output(to, 2, np.float32) for to in (zver, zhor, zclip)]
    for to, values in zip(outputs, camera_frustum(m, cam), strict=True):
        to[:] = values


def _is_fixed(m: MjModel, cam: MjvCamera, function: str) -> bool:
    if cam.type in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        return False
    if cam.type != mjtCamera.mjCAMERA_FIXED:
        raise FatalError(f"{function}: unknown camera type")
    if not 0 <= cam.fixedcamid < m.ncam:
        raise FatalError(f"{function}: fixed camera id is outside valid range")
    return True


def camera_frustum(m: MjModel, cam: MjvCamera) -> tuple:
    """Vertical and horizontal extents, and the distances between which objects are seen."""
    znear = np.float32(m.vis.map.znear * m.stat.extent)
    zclip = (znear, m.vis.map.zfar * m.stat.extent)
    fixed, i = _is_fixed(m, cam, "mjv_cameraFrustum"), cam.fixedcamid
    if fixed:
        orthographic = m.cam_projection[i] == mjtProjection.mjPROJ_ORTHOGRAPHIC
        fovy = m.cam_fovy[i]
    else:
        orthographic, fovy = m.vis.global_.orthographic, m.vis.global_.fovy
    if orthographic:
        return (fovy / 2, fovy / 2), (0, 0), zclip
    if fixed and m.cam_sensorsize[i, 1]:
        fx, fy, cx, cy = m.cam_intrinsic[i]
        width, height = m.cam_sensorsize[i]
        ver = (znear / fy * (height / 2 - cy), znear / fy * (height / 2 + cy))
        hor = (znear / fx * (width / 2 - cx), znear / fx * (width / 2 + cx))
        return ver, hor, zclip
    half = float(znear) * math.tan(fovy * math.pi / 360)
    return (half, half), (0, 0), zclip


def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Puts the two cameras of a scene where the abstract camera is."""
    check(m=(m, MjModel), d=(d, MjData), cam=(cam, MjvCamera), scn=(scn, MjvScene))
    name = "mjv_updateCamera"
    if cam.type == mjtCamera.mjCAMERA_USER:
        return
    if cam.type == mjtCamera.mjCAMERA_TRACKING:
        if not 0 <= cam.trackbodyid < m.nbody:
            raise FatalError(f"{name}: track body id is outside valid range")
        cam.lookat = d.subtree_com[cam.trackbodyid]
    fixed = _is_fixed(m, cam, name)
    headpos, forward, up, right = camera_frame(d, cam)
    zver, zhor, zclip = camera_frustum(m, cam)
    ipd, orthographic = m.vis.global_.ipd, m.vis.global_.orthographic
    if fixed:
        ipd = float(m.cam_ipd[cam.fixedcamid])
        projection = m.cam_projection[cam.fixedcamid]
        orthographic = int(projection == mjtProjection.mjPROJ_ORTHOGRAPHIC)
    for eye, side in zip(scn.camera, (-0.5, 0.5), strict=True):
        eye.pos, eye.forward, eye.up = headpos + side * ipd * right, forward, up
        eye.orthographic = orthographic
        eye.frustum_top, eye.frustum_bottom = zver[0], -zver[1]
        eye.frustum_center, eye.frustum_width = (zhor[1] - zhor[0]) / 2, (zhor[1] + zhor[0]) / 2
        eye.frustum_near, eye.frustum_far = zclip
    scn.enabletransform = 0


# between the space of the model and the room


def _check_scale(scn: MjvScene, function: str) -> None:
    if scn.scale < mjMINVAL:
        raise FatalError(f"{function}: mjvScene scale too small")


def room2model(pos: np.ndarray, quat: np.ndarray, scn: MjvScene, function: str) -> tuple:
    """A pose in the room as a pose in the model."""
    _check_scale(scn, function)
    if not scn.enabletransform:
        return pos, quat
    inverse = neg_pose(scn.translate.astype(float), scn.rotate.astype(float))
    pos, quat = mul_pose(*inverse, pos, quat)
    return pos * (1.0 / scn.scale), quat


def mjv_room2model(
    modelpos: object, modelquat: object, roompos: object, roomquat: object, scn: MjvScene
) -> None:
    """Transforms a pose from the room to the model."""
    check(scn=(scn, MjvScene))
    to = output(modelpos, 3), output(modelquat, 4)
    found = room2model(vector(roompos, 3), vector(roomquat, 4), scn, "mjv_room2model")
    to[0][:], to[1][:] = found


def mjv_model2room(
    roompos: object, roomquat: object, modelpos: object, modelquat: object, scn: MjvScene
) -> None:
    """Transforms a pose from the model to the room."""
    check(scn=(scn, MjvScene))
    to = output(roompos, 3), output(roomquat, 4)
    pos, quat = vector(modelpos, 3), vector(modelquat, 4)
    _check_scale(scn, "mjv_model2room")
    if scn.enabletransform:
        pos, quat = mul_pose(scn.translate.astype(float), scn.rotate.astype(float), pos, quat)
        pos = pos * scn.scale
    to[0][:], to[1][:] = pos, quat


def _check_near(scn: MjvScene, function: str) -> None:
    if any(eye.frustum_near < mjMINVAL for eye in scn.camera):
        raise FatalError(f"{function}: mjvScene frustum_near too small")


def camera_in_model(scn: MjvScene, function: str = "mjv_cameraInModel") -> tuple:
    """Position, forward and up of the camera midway between the two of a scene, in the model."""
    _check_near(scn, function)
    headpos, forward, up = np.zeros(3), np.zeros(3), np.zeros(3)
    for eye in scn.camera:
        fwd = normalized(eye.forward.astype(float))
        top = normalized(eye.up.astype(float))
        left = normalized(np.cross(top, fwd))
        quat, mat = np.zeros(4), np.zeros(9)
        _core.mju_mat2Quat(quat, np.stack([left, top, fwd], axis=1).reshape(9))
        pos, quat = room2model(eye.pos.astype(float), quat, scn, function)
        _core.mju_quat2Mat(mat, quat)
        headpos += 0.5 * pos
        forward += 0.5 * mat[2::3]
        up += 0.5 * mat[1::3]
    return headpos, normalized(forward), normalized(up)


def mjv_cameraInModel(headpos: object, forward: object, up: object, scn: MjvScene) -> None:
    """Writes the camera midway between the two of a scene, in the space of the model."""
    check(scn=(scn, MjvScene))
    outputs = [output(to, 3) for to in (headpos, forward, up)]
    for to, values in zip(outputs, camera_in_model(scn), strict=True):
        to[:] = values


def camera_in_room(scn: MjvScene) -> tuple:
    """Position, forward and up of the camera midway between the two of a scene, in the room."""
    _check_near(scn, "mjv_cameraInRoom")
    first, second = scn.camera

    def middle(name: str) -> np.ndarray:
        return sum(0.5 * getattr(eye, name).astype(float) for eye in (first, second))

    return middle("pos"), normalized(middle("forward")), normalized(middle("up"))


def mjv_cameraInRoom(headpos: object, forward: object, up: object, scn: MjvScene) -> None:
    """Writes the camera midway between the two of a scene, in the space of the room."""
    check(scn=(scn, MjvScene))
    outputs = [output(to, 3) for to in (headpos, forward, up)]
    for to, values in zip(outputs, camera_in_room(scn), strict=True):
        to[:] = values


def mjv_frustumHeight(scn: MjvScene) -> float:
    """Height of what is seen at a distance of one, averaged over both cameras."""
    check(scn=(scn, MjvScene))
    first, second = scn.camera
    if first.orthographic != second.orthographic:
        text = "cannot average frustums of perspective and orthographic cameras"
        raise FatalError(f"mjv_frustumHeight: {text}")
    if not first.orthographic:
        _check_near(scn, "mjv_frustumHeight")

    def height(eye: MjvGLCamera) -> np.float32:
        size = np.float32(eye.frustum_top) - np.float32(eye.frustum_bottom)
        return size if eye.orthographic else size / np.float32(eye.frustum_near)

    return 0.5 * float(height(first) + height(second))


def mjv_alignToCamera(res: object, vec: object, forward: object) -> None:
    """Rotates a vector about the vertical so that its y-axis is the direction of a camera."""
    to = output(res, 3)
    to[:] = align_to_camera(vector(vec, 3), vector(forward, 3))


def align_to_camera(vec: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """The vector turned about the vertical, from y to the horizontal part of forward."""
    y = normalized(forward[:2])
    return np.array([vec[0] * y[1] + vec[1] * y[0], -vec[0] * y[0] + vec[1] * y[1], vec[2]])


def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera midway between two."""
    check(cam1=(cam1, MjvGLCamera), cam2=(cam2, MjvGLCamera))
    if cam1.orthographic != cam2.orthographic:
        text = "cannot average perspective and orthographic cameras"
        raise FatalError(f"mjv_averageCamera: {text}")
    made = MjvGLCamera()
    made.pos = 0.5 * (cam1.pos.astype(float) + cam2.pos.astype(float))
    forward = normalized(cam1.forward.astype(float) + cam2.forward.astype(float))
    up = cam1.up.astype(float) + cam2.up.astype(float)
    made.forward, made.up = forward, normalized(up - float(up @ forward) * forward)
    for name in ("bottom", "top", "center", "width", "near", "far"):
        both = (np.float32(getattr(cam, f"frustum_{name}")) for cam in (cam1, cam2))
        setattr(made, f"frustum_{name}", np.float32(0.5) * sum(both))
    made.orthographic = cam1.orthographic
    return made


__all__ = [name for name in globals() if name.startswith("mjv_")]
