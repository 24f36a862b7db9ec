"""Cameras and geoms of MuJoCo's visualizer: ``mjv_*`` functions that draw nothing."""

from __future__ import annotations

import numpy as np

from ferrodyn import _core
from ferrodyn._core import MjData, MjModel
from ferrodyn._mujoco.struct import integer, load, number, reset
from ferrodyn._mujoco.visual_types import (
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


# defaults


def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Gives a camera its defaults."""
    check(cam=(cam, MjvCamera))
    reset(cam)


def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Gives a camera the view of a whole model."""
    check(m=(m, MjModel), cam=(cam, MjvCamera))
    load(cam, _core._mjv_freeCamera(m))


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
    given = [(size, 3, np.float64), (pos, 3, np.float64), (mat, 9, np.float64)]
    given.append((rgba, 4, np.float32))
    arrays = [None if value is None else vector(value, n, kind) for value, n, kind in given]
    load(geom, _core._mjv_initGeom(geom, integer(type), *arrays))


def mjv_connector(geom: MjvGeom, type: int, width: float, from_: object, to: object) -> None:
    """Gives a geom of a scene the type, size and pose that connect two points."""
    check(geom=(geom, MjvGeom))
    ends = vector(from_, 3), vector(to, 3)
    load(geom, _core._mjv_connector(geom, integer(type), number(width), *ends))


# frames of cameras


def mjv_cameraFrame(
    headpos: object, forward: object, up: object, right: object, d: MjData, cam: MjvCamera
) -> None:
    """Writes position and axes of a camera."""
    check(d=(d, MjData), cam=(cam, MjvCamera))
    outputs = [output(to, 3) for to in (headpos, forward, up, right)]
    _write(outputs, _core._mjv_cameraFrame(d, cam))


def mjv_cameraFrustum(
    zver: object, zhor: object, zclip: object, m: MjModel, cam: MjvCamera
) -> None:
    """Writes how far a camera sees: up and down, to the sides, from near to far."""
    check(m=(m, MjModel), cam=(cam, MjvCamera))
    outputs = [output(to, 2, np.float32) for to in (zver, zhor, zclip)]
    _write(outputs, _core._mjv_cameraFrustum(m, cam))


def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Puts the two cameras of a scene where the abstract camera is."""
    check(m=(m, MjModel), d=(d, MjData), cam=(cam, MjvCamera), scn=(scn, MjvScene))
    camera, eyes, scn.enabletransform = _core._mjv_updateCamera(m, d, cam, scn)
    load(cam, camera)
    scn._cameras[:] = np.frombuffer(eyes, scn._cameras.dtype)


# between the space of the model and the room


def mjv_room2model(
    modelpos: object, modelquat: object, roompos: object, roomquat: object, scn: MjvScene
) -> None:
    """Transforms a pose from the room to the model."""
    check(scn=(scn, MjvScene))
    to = output(modelpos, 3), output(modelquat, 4)
    _write(to, _core._mjv_room2model(vector(roompos, 3), vector(roomquat, 4), scn))


def mjv_model2room(
    roompos: object, roomquat: object, modelpos: object, modelquat: object, scn: MjvScene
) -> None:
    """Transforms a pose from the model to the room."""
    check(scn=(scn, MjvScene))
    to = output(roompos, 3), output(roomquat, 4)
    _write(to, _core._mjv_model2room(vector(modelpos, 3), vector(modelquat, 4), scn))


def mjv_cameraInModel(headpos: object, forward: object, up: object, scn: MjvScene) -> None:
    """Writes the camera midway between the two of a scene, in the space of the model."""
    check(scn=(scn, MjvScene))
    outputs = [output(to, 3) for to in (headpos, forward, up)]
    _write(outputs, _core._mjv_cameraInModel(scn))


def mjv_cameraInRoom(headpos: object, forward: object, up: object, scn: MjvScene) -> None:
    """Writes the camera midway between the two of a scene, in the space of the room."""
    check(scn=(scn, MjvScene))
    outputs = [output(to, 3) for to in (headpos, forward, up)]
    _write(outputs, _core._mjv_cameraInRoom(scn))


def mjv_frustumHeight(scn: MjvScene) -> float:
    """Height of what is seen at a distance of one, averaged over both cameras."""
    check(scn=(scn, MjvScene))
    return _core._mjv_frustumHeight(scn)


def mjv_alignToCamera(res: object, vec: object, forward: object) -> None:
    """Rotates a vector about the vertical so that its y-axis is the direction of a camera."""
    to = output(res, 3)
    to[:] = _core._mjv_alignToCamera(vector(vec, 3), vector(forward, 3))


def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera midway between two."""
    check(cam1=(cam1, MjvGLCamera), cam2=(cam2, MjvGLCamera))
    made = MjvGLCamera()
    load(made, _core._mjv_averageCamera(cam1, cam2))
    return made


def _write(outputs: list | tuple, values: list | tuple) -> None:
    for to, content in zip(outputs, values, strict=True):
        to[:] = content


__all__ = [name for name in globals() if name.startswith("mjv_")]
