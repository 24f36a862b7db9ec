"""Every flag of the options, one trajectory each: it has an effect, and the reference's.

`cargo test` holds the same trajectories against numbers that tools/compare/record.py has kept.
"""

import pathlib

import ferrodyn
import numpy as np
import pytest

FLAGS = pathlib.Path(__file__).resolve().parents[3] / "models" / "flags"

# what a flag needs to have an effect: the scene, the fields that show it
EFFECT = {
    "WARMSTART": ("solver_niter",),
    "SENSOR": ("sensordata",),
    "ENERGY": ("energy",),
    "FWDINV": ("solver_fwdinv",),
    "INVDISCRETE": ("qfrc_inverse",),
    "ISLAND": ("nisland",),
    "SLEEP": ("tree_asleep",),
}
# flags that choose between ways to the same contacts
SAME_CONTACTS = {"MIDPHASE", "NATIVECCD"}
FIELDS = ("qpos", "qvel", "sensordata", "energy", "qfrc_inverse", "nisland", "tree_asleep", "ncon", "nefc")
STEPS = 150

DISABLE = [name.removeprefix("mjDSBL_") for name in ferrodyn.mjtDisableBit.__members__ if "DSBL" in name]
ENABLE = [name.removeprefix("mjENBL_") for name in ferrodyn.mjtEnableBit.__members__ if "ENBL" in name]


def trajectory(package, flag, on):
    """Everything that flags show, step by step, with or without the flag."""
    m = package.MjModel.from_xml_path(str(FLAGS / ("meshes.xml" if flag == "MULTICCD" else "scene.xml")))
    if on and flag in DISABLE:
        m.opt.disableflags |= int(getattr(package.mjtDisableBit, "mjDSBL_" + flag))
    elif on:
        m.opt.enableflags |= int(getattr(package.mjtEnableBit, "mjENBL_" + flag))
    d = package.MjData(m)
    if flag == "AUTORESET":
        d.qvel[0] = 1e11
    rows = []
    for i in range(STEPS):
        d.ctrl[:] = 0.3 * np.sin(0.05 * i)
        package.mj_step(m, d)
        if flag == "INVDISCRETE":
            package.mj_inverse(m, d)
        fields = dict.fromkeys((*FIELDS, *EFFECT.get(flag, ())))
        rows.append({name: np.array(getattr(d, name), dtype=float) for name in fields})
        if flag == "AUTORESET" and i == 3:
            break
    return rows


def differ(a, b, names):
    return any(not np.array_equal(x[n], y[n], equal_nan=True) for x, y in zip(a, b, strict=True) for n in names)


@pytest.mark.parametrize("flag", DISABLE + ENABLE)
def test_a_flag_changes_the_motion_as_in_the_reference(mujoco, flag):
    ours, theirs = trajectory(ferrodyn, flag, True), trajectory(mujoco, flag, True)
    for i, (got, want) in enumerate(zip(ours, theirs, strict=True)):
        for name in FIELDS:
            np.testing.assert_allclose(got[name], want[name], rtol=1e-6, atol=1e-6, err_msg=f"{name}, step {i}")
    without = trajectory(ferrodyn, flag, False)
    if flag in SAME_CONTACTS:
        assert not differ(ours, without, ("ncon",))
    else:
        assert differ(ours, without, EFFECT.get(flag, ("qpos",))), "the flag has no effect"


def test_there_are_25_flags():
    assert (len(DISABLE), len(ENABLE)) == (20, 5)
