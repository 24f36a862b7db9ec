"""What a mouse does to cameras, models and selected bodies: ``mjv_*`` functions, not drawing."""

from __future__ import annotations

import math

import numpy as np

from ferrodyn import _core
from ferrodyn._camera import (
    align_to_camera,
    camera_in_model,
    camera_in_room,
    check,
    mjv_frustumHeight,
    mul_pose,
    neg_pose,
    normalized,
    vector,
)
from ferrodyn._core import FatalError, MjData, MjModel, mjMINVAL
from ferrodyn._enums import mjtCamera, mjtJoint, mjtMouse, mjtObj, mjtPertBit
from ferrodyn._struct import integer, number
from ferrodyn._visual_types import MjvCamera, MjvPerturb, MjvScene


def mul_quat(quat1: np.ndarray, quat2: np.ndarray) -> np.ndarray:
    """One rotation after another."""
    res = np.zeros(4)
    _core.mju_mulQuat(res, quat1, quat2)
    return res


def _mouse(action: int, function: str) -> mjtMouse:
    try:
        return mjtMouse(integer(action))
    except ValueError:
        raise FatalError(f"{function}: unexpected action {action}") from None


def _drag(action: mjtMouse, dx: float, dy: float, forward: np.ndarray) -> np.ndarray:
    """Motion of a mouse as a vector in the world."""
    vec = {
        mjtMouse.mjMOUSE_ROTATE_V: (dy, 0, dx),
        mjtMouse.mjMOUSE_ROTATE_H: (dy, dx, 0),
        mjtMouse.mjMOUSE_MOVE_V: (dx, 0, -dy),
        mjtMouse.mjMOUSE_MOVE_V_REL: (dx, 0, -dy),
        mjtMouse.mjMOUSE_MOVE_H: (dx, -dy, 0),
        mjtMouse.mjMOUSE_MOVE_H_REL: (dx, -dy, 0),
    }.get(action, (0, 0, 0))
    return align_to_camera(np.array(vec, float), forward)


def mjv_moveCamera(
    m: MjModel, action: int, reldx: float, reldy: float, scn: MjvScene, cam: MjvCamera
) -> None:
    """Moves an abstract camera by a motion of the mouse, relative to the height of the window."""
    check(m=(m, MjModel), scn=(scn, MjvScene), cam=(cam, MjvCamera))
    action, dx, dy = _mouse(action, "mjv_moveCamera"), number(reldx), number(reldy)
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        return
    extent = m.stat.extent
    moves = action not in (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H)
    if action == mjtMouse.mjMOUSE_ZOOM:
        cam.distance -= math.log(1 + cam.distance / extent / 3) * dy * 9 * extent
    elif action in (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H):
        cam.azimuth -= dx * 180.0
        cam.elevation -= dy * 180.0
    elif moves and cam.type == mjtCamera.mjCAMERA_TRACKING:
        return
    elif action in (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_H):
        headpos, forward, _ = camera_in_model(scn)
        scale = mjv_frustumHeight(scn) * float((cam.lookat - headpos) @ forward)
        scale *= 0.15 if cam.orthographic else 1
        cam.lookat += _drag(action, dx, dy, forward) * -scale
    else:
        _, forward, up = camera_in_model(scn)
        cam.lookat += (up if action == mjtMouse.mjMOUSE_MOVE_V_REL else forward) * dy
        cam.lookat += np.cross(forward, up) * dx

    # within limits
    cam.azimuth += -360 if cam.azimuth > 180 else 360 if cam.azimuth < -180 else 0
    cam.elevation = min(max(cam.elevation, -89), 89)
    cam.distance = min(max(cam.distance, 0.01 * extent), 100 * extent)


def mjv_moveModel(
    m: MjModel, action: int, reldx: float, reldy: float, roomup: object, scn: MjvScene
) -> None:
    """Moves the model in the room by a motion of the mouse, if the scene has a transformation."""
    check(m=(m, MjModel), scn=(scn, MjvScene))
    action, dx, dy = _mouse(action, "mjv_moveModel"), number(reldx), number(reldy)
    up = vector(roomup, 3)
    if not scn.enabletransform:
        return
    _, camera, _ = camera_in_room(scn)
    forward = normalized(camera - up * float(camera @ up))
    right = normalized(np.cross(forward, up))
    if action in (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H):
        axis = up if action == mjtMouse.mjMOUSE_ROTATE_V else forward
        vec, quat = axis * dx + right * dy, np.zeros(4)
        angle = math.sqrt(float(vec @ vec)) * math.pi
        _core.mju_axisAngle2Quat(quat, normalized(vec), angle)
        scn.rotate = normalized(mul_quat(quat, scn.rotate.astype(float)), (1, 0, 0, 0))
    elif action == mjtMouse.mjMOUSE_ZOOM:
        scale = np.float32(scn.scale) + np.float32(math.log(1 + scn.scale / 3) * dy * 3)
        scn.scale = min(max(float(scale), 0.01), 100)
    else:
        vertical = action in (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_V_REL)
        by = (right * dx - (up if vertical else forward) * dy).astype(np.float32)
        scn.translate = scn.translate + by * m.stat.extent


def _selected(m: MjModel, pert: MjvPerturb) -> int | None:
    return pert.select if 0 < pert.select < m.nbody else None


def mjv_movePerturb(
    m: MjModel, d: MjData, action: int, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Moves the reference pose of a perturbation by a motion of the mouse."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene), pert=(pert, MjvPerturb))
    action, dx, dy = _mouse(action, "mjv_movePerturb"), number(reldx), number(reldy)
    _, forward, _ = camera_in_model(scn)
    vec = _drag(action, dx, dy, forward)
    body = pert.select if 0 <= pert.select < m.nbody else 0
    if action in (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_H):
        by = vec * pert.scale
    elif action in (mjtMouse.mjMOUSE_MOVE_V_REL, mjtMouse.mjMOUSE_MOVE_H_REL):
        axes = d.xmat[body].reshape(3, 3)
        along = axes[:, 0] if action == mjtMouse.mjMOUSE_MOVE_H_REL else axes[:, 2]
        by = along * (pert.scale * dy) + axes[:, 1] * (pert.scale * dx)
    else:
        if action != mjtMouse.mjMOUSE_ZOOM:
            _rotate(m, d, vec, pert)
        return
    pert.refpos += by
    pert.refselpos += by


def _rotate(m: MjModel, d: MjData, vec: np.ndarray, pert: MjvPerturb) -> None:
    """Turns the reference, at most a right angle away from the selected body."""
    turn = np.zeros(4)
    angle = math.sqrt(float(vec @ vec)) * math.pi * 2
    _core.mju_axisAngle2Quat(turn, normalized(vec), angle)
    pert.refquat = normalized(mul_quat(turn, pert.refquat), (1, 0, 0, 0))
    body = _selected(m, pert)
    if body is None:
        return
    own, inverse, dif = mul_quat(d.xquat[body], m.body_iquat[body]), np.zeros(4), np.zeros(3)
    _core.mju_negQuat(inverse, own)
    _core.mju_quat2Vel(dif, mul_quat(inverse, pert.refquat), 1)
    if math.sqrt(float(dif @ dif)) > math.pi / 2:
        _core.mju_axisAngle2Quat(turn, normalized(dif), math.pi / 2)
        pert.refquat = mul_quat(own, turn)


# perturbations


def _selected_point(d: MjData, pert: MjvPerturb) -> np.ndarray:
    body = pert.select
    return d.xmat[body].reshape(3, 3) @ pert.localpos + d.xpos[body]


def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Starts a perturbation at the pose of the selected body, with the scale of the camera."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene), pert=(pert, MjvPerturb))
    body = _selected(m, pert)
    if body is None:
        return
    point = _selected_point(d, pert)
    jac, half = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    if m.nv:
        _core.mj_jac(m, d, jac, None, point, body)
        _core.mj_solveM2(m, d, half, jac, np.sqrt(d.qLDiagInv))
    inverse_mass = sum(float(row @ row) for row in half)
    pert.localmass = 1 if inverse_mass == 0 else 3 / max(inverse_mass, mjMINVAL)
    pert.refpos = d.xipos[body]
    pert.refquat = mul_quat(d.xquat[body], m.body_iquat[body])
    pert.refselpos = point
    headpos, forward, _ = camera_in_model(scn)
    pert.scale = mjv_frustumHeight(scn) * float((point - headpos) @ forward)
    if scn.camera[0].orthographic:
        pert.scale *= 0.15


def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: int) -> None:
    """Moves the selected body if it is a mocap body or, paused, part of what floats freely."""
    check(m=(m, MjModel), d=(d, MjData), pert=(pert, MjvPerturb))
    paused, body = integer(flg_paused), _selected(m, pert)
    if body is None or not (pert.active | pert.active2):
        return
    offset = neg_pose(m.body_ipos[body], m.body_iquat[body])
    pos, quat = mul_pose(pert.refpos, pert.refquat, *offset)
    mocap, root = m.body_mocapid[body], m.body_rootid[body]
    if mocap >= 0:
        d.mocap_pos[mocap], d.mocap_quat[mocap] = pos, quat
        return
    own, above = _free_qpos(m, body), _free_qpos(m, root)
    if paused and own is not None:
        d.qpos[own : own + 7] = [*pos, *quat]
    elif paused and above is not None:
        # the root moves so that the selected body comes to the reference
        root_pose = d.qpos[above : above + 3].copy(), d.qpos[above + 3 : above + 7].copy()
        relative = mul_pose(*neg_pose(d.xpos[body], d.xquat[body]), *root_pose)
        pos, quat = mul_pose(pos, quat, *relative)
        d.qpos[above : above + 7] = [*pos, *quat]


def _free_qpos(m: MjModel, body: int) -> int | None:
    """Where the pose of a body with a free joint is in qpos."""
    joint = m.body_jntadr[body]
    if m.body_jntnum[body] != 1 or m.jnt_type[joint] != mjtJoint.mjJNT_FREE:
        return None
    return int(m.jnt_qposadr[joint])


def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Sets the force and torque on the selected body that pull it to the reference."""
    check(m=(m, MjModel), d=(d, MjData), pert=(pert, MjvPerturb))
    body, active = pert.select, pert.active | pert.active2
    if not 0 <= body < m.nbody or not active:
        return
    velocity = np.zeros(6)
    _core.mj_objectVelocity(m, d, mjtObj.mjOBJ_BODY, body, velocity, 0)
    rotation, translation = velocity[:3], velocity[3:]
    invweight = float(m.body_invweight0[body, 1])
    inertia = 1 / max(mjMINVAL, invweight) if invweight else 1.0
    force, torque = d.xfrc_applied[body, :3].copy(), d.xfrc_applied[body, 3:].copy()

    if active & mjtPertBit.mjPERT_TRANSLATE:
        # a damped spring at the selected point
        point = _selected_point(d, pert)
        stretch, arm = point - pert.refselpos, point - d.xipos[body]
        stiffness = m.vis.map.stiffness
        force = stretch * (-stiffness * pert.localmass)
        speed = np.cross(rotation, arm) + translation
        force = force + speed * (-math.sqrt(stiffness) * pert.localmass)
        axis = normalized(stretch)
        damping = -math.sqrt(m.vis.map.stiffnessrot) * inertia * float(axis @ rotation)
        torque = np.cross(arm, force) + axis * damping
    if active & mjtPertBit.mjPERT_ROTATE:
        stiffness, inverse, torque = m.vis.map.stiffnessrot, np.zeros(4), np.zeros(3)
        _core.mju_negQuat(inverse, mul_quat(d.xquat[body], m.body_iquat[body]))
        _core.mju_quat2Vel(torque, mul_quat(pert.refquat, inverse), 1 / (stiffness * inertia))
        torque = torque + rotation * (-math.sqrt(stiffness) * inertia)
    d.xfrc_applied[body] = [*force, *torque]


__all__ = [
    "mjv_applyPerturbForce",
    "mjv_applyPerturbPose",
    "mjv_initPerturb",
    "mjv_moveCamera",
    "mjv_moveModel",
    "mjv_movePerturb",
]
