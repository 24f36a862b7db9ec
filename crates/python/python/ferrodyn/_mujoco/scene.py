"""The scene of a simulation: what a renderer would draw, as ``mjv_updateScene`` collects it."""

from __future__ import annotations

import numpy as np

from ferrodyn import _core
from ferrodyn._core import FatalError, MjData, MjModel
from ferrodyn._mujoco.camera import check, mjv_updateCamera, output
from ferrodyn._mujoco.enums import mjtVisFlag
from ferrodyn._mujoco.struct import integer, number
from ferrodyn._mujoco.visual_types import MjvCamera, MjvOption, MjvPerturb, MjvScene

_FLEX_FLAGS = {
    "flexvertopt": mjtVisFlag.mjVIS_FLEXVERT,
    "flexedgeopt": mjtVisFlag.mjVIS_FLEXEDGE,
    "flexfaceopt": mjtVisFlag.mjVIS_FLEXFACE,
    "flexskinopt": mjtVisFlag.mjVIS_FLEXSKIN,
}


def mjv_updateScene(
    m: MjModel,
    d: MjData,
    opt: MjvOption,
    pert: MjvPerturb | None,
    cam: MjvCamera,
    catmask: int,
    scn: MjvScene,
) -> None:
    """Fills a scene with the shapes, lights and cameras of a simulation."""
    check(m=(m, MjModel), d=(d, MjData), opt=(opt, MjvOption), scn=(scn, MjvScene))
    check(cam=(cam, MjvCamera))
    scn.ngeom = 0
    _add(m, d, opt, MjvPerturb() if pert is None else pert, catmask, scn, plugins=True)
    mjv_updateCamera(m, d, cam, scn)
    mjv_makeLights(m, d, scn)
    if any(opt.flags[flag] for flag in _FLEX_FLAGS.values()):
        for name, flag in _FLEX_FLAGS.items():
            setattr(scn, name, opt.flags[flag])
        if m.nflex:
            _store(scn, _core._mjv_updateFlex(m, d, opt))
    if m.nskin and opt.flags[mjtVisFlag.mjVIS_SKIN]:
        _store(scn, _core._mjv_updateSkin(m, d, opt))


def mjv_addGeoms(
    m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, catmask: int, scn: MjvScene
) -> None:
    """Adds the shapes of a simulation to a scene."""
    check(m=(m, MjModel), d=(d, MjData), opt=(opt, MjvOption), scn=(scn, MjvScene))
    _add(m, d, opt, pert, catmask, scn, plugins=False)


def _add(
    m: MjModel,
    d: MjData,
    opt: MjvOption,
    pert: MjvPerturb,
    catmask: int,
    scn: MjvScene,
    *,
    plugins: bool,
) -> None:
    check(pert=(pert, MjvPerturb))
    content, full = _core._mjv_addGeoms(m, d, opt, pert, integer(catmask), scn, plugins)
    made = np.frombuffer(content, scn._geoms.dtype)
    start, end = scn.ngeom, scn.ngeom + len(made)
    scn._geoms[start:end] = made
    scn.ngeom = end
    if full:
        scn.status = 1


def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Fills a scene with the lights of a simulation, the one at the camera first."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene))
    lights = np.frombuffer(_core._mjv_makeLights(m, d, scn), scn._lights.dtype)
    scn._lights[: len(lights)] = lights
    scn.nlight = len(lights)


def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Computes the vertices and normals of the skins that are shown by default."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene))
    if m.nskin:
        _store(scn, _core._mjv_updateSkin(m, d, MjvOption()))


def _store(scn: MjvScene, arrays: dict[str, bytes]) -> None:
    """Copies arrays into a scene; FatalError if they do not fit."""
    for name, content in arrays.items():
        array = scn._more[name]
        if array.nbytes != len(content):
            raise FatalError("the scene was made for a model with other flexes or skins")
        array[...] = np.frombuffer(content, array.dtype)


def mjv_select(
    m: MjModel,
    d: MjData,
    vopt: MjvOption,
    aspectratio: float,
    relx: float,
    rely: float,
    scn: MjvScene,
    selpnt: np.ndarray,
    geomid: np.ndarray,
    flexid: np.ndarray,
    skinid: np.ndarray,
) -> int:
    """The body under a pixel, -1 for none; writes the point, and which geom, flex or skin it is."""
    check(m=(m, MjModel), d=(d, MjData), vopt=(vopt, MjvOption), scn=(scn, MjvScene))
    point, ids = output(selpnt, 3), [output(x, 1, np.int32) for x in (geomid, flexid, skinid)]
    rel = number(relx), number(rely)
    found = _core._mjv_select(m, d, vopt, number(aspectratio), rel, scn, scn.skinvert)
    for to in ids:
        to[:] = -1
    if found is None:
        return -1
    body, *objects, point[:] = found
    for to, value in zip(ids, objects, strict=True):
        to[:] = value
    return body


__all__ = [name for name in globals() if name.startswith("mjv_")]
__all__.remove("mjv_updateCamera")
