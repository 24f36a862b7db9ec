"""What releases of MuJoCo after 3.8 brought to compiled models: refused here, or said in other numbers.

Releases are told apart by the arrays that models have, so that any object with MuJoCo's arrays will do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ferrodyn._mujoco.enums import (
    mjtBias,
    mjtConDataField,
    mjtDyn,
    mjtEnableBit,
    mjtGain,
    mjtSensor,
    mjtStage,
)

Release = tuple[int, int]

# an array that came with a release, the newest first
_SIGNS = (
    ((4, 0), "jnt_springyield"),
    ((3, 17), "tex_contenttypeadr"),
    ((3, 16), "efmC_perm"),
    ((3, 13), "site_dataid"),
    ((3, 12), "mesh_extrema"),
    ((3, 11), "actuator_outadr"),
)

# new arrays: the number that says nothing, what others stand for, and since when
_NEW_ARRAYS = {
    "geom_surfacevel": (0, "the surface velocity of geoms", "3.11"),
    "geom_adhesion": (0, "the adhesion of geoms", "3.11"),
    "pair_adhesion": (0, "the adhesion of pairs", "3.11"),
    "site_dataid": (-1, "the mesh of sites", "3.13"),
    "jnt_springyield": (0, "the plasticity of joints", "4.0"),
    "tendon_springyield": (0, "the plasticity of tendons", "4.0"),
    "nplastic": (0, "plasticity", "4.0"),
}

# the same for pictures, which are drawn without
_NEW_IN_PICTURES = {"geom_castshadow": True, "light_softness": np.float32(0.2)}

# types of actuators: the number, what it is, and since when
_NEW_TYPES = (
    ("actuator_trntype", 6, "so3", (3, 11)),
    ("actuator_gaintype", 4, "so3", (3, 11)),
    ("actuator_biastype", 4, "so3", (3, 11)),
    ("actuator_dyntype", 6, "pid", (3, 12)),
    ("actuator_gaintype", 5, "pid", (3, 12)),
)

# types of the user's own: the number that they got with a release, the newest first, and ours
_MOVED_TYPES = (
    ("actuator_dyntype", {(3, 12): 7}, mjtDyn.mjDYN_USER),
    ("actuator_gaintype", {(3, 12): 6, (3, 11): 5}, mjtGain.mjGAIN_USER),
    ("actuator_biastype", {(3, 11): 5}, mjtBias.mjBIAS_USER),
)

# sensors that this engine computes last
_LATE_SENSORS = (int(mjtSensor.mjSENS_CONTACT), int(mjtSensor.mjSENS_TACTILE))

_DISCRETE = 4
_NEW_FLAGS = {"diagexact": "3.9", "ipc": "3.14", "speculative": "4.0"}


def release_of(m: Any) -> Release:
    """The first release whose models have the arrays that this one has."""
    found = next((release for release, name in _SIGNS if hasattr(m, name)), None)
    return found or ((3, 8) if hasattr(m, "flex_bandwidth") else (3, 9))


def left_out_of_pictures(m: Any) -> list[str]:
    """New arrays that change pictures alone, where they say something."""
    return [name for name, usual in _NEW_IN_PICTURES.items() if np.any(_array(m, name) != usual)]


# what this engine does not have


def refusal(m: Any, release: Release) -> str:
    """What the model has that this engine has not; nothing if it has all."""
    if np.any(_array(m, "nplugin") > 0):
        return "it has plugins, whose names are not in a compiled model; load its XML"
    if np.any(_array(m, "nflex") > 0) and (release > (3, 8) or hasattr(m, "flex_bendingadr")):
        return "it has flexes, whose arrays are others since MuJoCo 3.8.1; load its XML"
    for name, (nothing, what, since) in _NEW_ARRAYS.items():
        if np.any(_array(m, name) != nothing):
            return _later(f"{what} ({name})", since)
    return _actuators(m, release) or _sensors(m) or _options(m.opt)


def _later(what, since):
    return f"{what} came with MuJoCo {since}, and ferrodyn computes as MuJoCo 3.8.0"


def _actuators(m, release):
    if release >= (3, 11):
        one_each = np.arange(m.nu)
        for name in ("actuator_ctrladr", "actuator_outadr"):
            if not np.array_equal(_array(m, name), one_each):
                return _later(f"an actuator without or with several inputs or outputs ({name})", "3.11")
    for name, number, what, since in _NEW_TYPES:
        if release >= since and np.any(_array(m, name) == number):
            return _later(f"the type {what} of actuators ({name})", f"{since[0]}.{since[1]}")
    if release >= (3, 12) and np.any(_array(m, "actuator_dyntype") == mjtDyn.mjDYN_DCMOTOR):
        return _later("the present form of motors (dcmotor)", "3.12")
    return ""


def _sensors(m):
    kinds, cutoff = _array(m, "sensor_type"), _array(m, "sensor_cutoff")
    first = _array(m, "sensor_intprm").reshape(len(kinds), -1)[:, :1] if len(kinds) else kinds
    if np.any(first[kinds == mjtSensor.mjSENS_CONTACT] >= 1 << mjtConDataField.mjNCONDATA):
        return _later("velocities in sensors of contacts (linvel, angvel)", "3.16")
    if np.any(first[kinds == mjtSensor.mjSENS_INSIDESITE] != 0):
        return _later("the attribute enclosed of sensors (insidesite)", "3.14")
    if np.any(cutoff[kinds == mjtSensor.mjSENS_TACTILE] != 0):
        return _later("the cutoff of tactile sensors", "3.13")
    return ""


def _options(opt):
    if opt.integrator == _DISCRETE:
        return _later("the integrator discrete", "3.13")
    for bit, (flag, since) in enumerate(_NEW_FLAGS.items(), mjtEnableBit.mjNENABLE):
        if opt.enableflags >> bit & 1:
            return _later(f"the flag {flag}", since)
    return ""


def _array(m, name):
    return np.asarray(getattr(m, name, ()))


# what is said in other numbers


def translate(arrays: dict[str, np.ndarray], release: Release) -> None:
    """Writes what arrays of a release say as this engine says it."""
    if release >= (3, 9):
        # the gap was a part of the margin, now it lies around it
        for kind in ("geom", "pair"):
            arrays[f"{kind}_margin"] = arrays[f"{kind}_margin"] + arrays[f"{kind}_gap"]
        arrays["body_margin"] = _wide_enough(arrays)
    for name, numbers, ours in _MOVED_TYPES:
        theirs = next((number for since, number in numbers.items() if release >= since), int(ours))
        arrays[name] = np.where(arrays[name] == theirs, np.int32(ours), arrays[name])
    if release >= (3, 12):
        # bodies that the user moves became roots of what is welded to them
        del arrays["body_weldid"]
    if release >= (3, 9):
        # later releases compute sensors of contacts before forces are known
        late = np.isin(arrays["sensor_type"], _LATE_SENSORS)
        last = np.int32(mjtStage.mjSTAGE_ACC)
        arrays["sensor_needstage"] = np.where(late, last, arrays["sensor_needstage"])
    if release >= (3, 17):
        # the last column tells mj_setConst that it may set the pose of a weld
        arrays["eq_data"] = arrays["eq_data"][:, :-1]


def _wide_enough(arrays):
    """Margins of bodies, no smaller than those of their geoms."""
    margins, bodies = arrays["body_margin"].copy(), arrays["geom_bodyid"]
    within = (0 <= bodies) & (bodies < len(margins))
    np.maximum.at(margins, bodies[within], arrays["geom_margin"][within])
    return margins
