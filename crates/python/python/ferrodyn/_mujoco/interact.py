"""What a mouse does to cameras, models and selected bodies: ``mjv_*`` functions, not drawing."""

from __future__ import annotations

from ferrodyn import _core
from ferrodyn._core import MjData, MjModel
from ferrodyn._mujoco.camera import check, vector
from ferrodyn._mujoco.struct import integer, load, number
from ferrodyn._mujoco.visual_types import MjvCamera, MjvPerturb, MjvScene


def mjv_moveCamera(
    m: MjModel, action: int, reldx: float, reldy: float, scn: MjvScene, cam: MjvCamera
) -> None:
    """Moves an abstract camera by a motion of the mouse, relative to the height of the window."""
    check(m=(m, MjModel), scn=(scn, MjvScene), cam=(cam, MjvCamera))
    rel = number(reldx), number(reldy)
    load(cam, _core._mjv_moveCamera(m, integer(action), rel, scn, cam))


def mjv_moveModel(
    m: MjModel, action: int, reldx: float, reldy: float, roomup: object, scn: MjvScene
) -> None:
    """Moves the model in the room by a motion of the mouse, if the scene has a transformation."""
    check(m=(m, MjModel), scn=(scn, MjvScene))
    rel, up = (number(reldx), number(reldy)), vector(roomup, 3)
    placed = _core._mjv_moveModel(m, integer(action), rel, up, scn)
    scn.translate, scn.rotate, scn.scale = placed


def mjv_movePerturb(
    m: MjModel, d: MjData, action: int, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Moves the reference pose of a perturbation by a motion of the mouse."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene), pert=(pert, MjvPerturb))
    rel = number(reldx), number(reldy)
    load(pert, _core._mjv_movePerturb(m, d, integer(action), rel, scn, pert))


def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Starts a perturbation at the pose of the selected body, with the scale of the camera."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene), pert=(pert, MjvPerturb))
    load(pert, _core._mjv_initPerturb(m, d, scn, pert))


def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: int) -> None:
    """Moves the selected body if it is a mocap body or, paused, part of what floats freely."""
    check(m=(m, MjModel), d=(d, MjData), pert=(pert, MjvPerturb))
    _core._mjv_applyPerturbPose(m, d, pert, integer(flg_paused))


def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Sets the force and torque on the selected body that pull it to the reference."""
    check(m=(m, MjModel), d=(d, MjData), pert=(pert, MjvPerturb))
    _core._mjv_applyPerturbForce(m, d, pert)


__all__ = [name for name in globals() if name.startswith("mjv_")]
