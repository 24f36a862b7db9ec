"""Every flag of the options, one trajectory each: it has an effect, and the reference's."""

import ferrodyn
import numpy as np
import pytest

SCENE = """
<mujoco>
  <option timestep="0.004" o_margin="0.02" o_solref="0.03 0.8" o_friction="0.3 0.3 0.01 0.001 0.001"/>
  <default><geom friction="0.7"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="box" pos="0.1 0.2 0.33" euler="10 20 5"><freejoint/>
      <geom type="box" size="0.1 0.15 0.2" mass="1"/><site name="box"/>
    </body>
    <body name="stiff" pos="1 1 0.099"><freejoint/>
      <geom type="sphere" size="0.1" mass="1" solref="0.001 1" priority="1"/>
    </body>
    <body name="arm" pos="-1 0 1">
      <joint name="shoulder" axis="0 1 0" stiffness="3" springref="30" damping="0.4" range="-20 15" limited="true"/>
      <geom name="arm" type="capsule" fromto="0 0 0 0.4 0 0" size="0.05"/>
      <body name="hand" pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" frictionloss="0.3"/>
        <geom name="hand" type="capsule" fromto="0 0 0 0.3 0 0" size="0.05"/>
        <body name="finger" pos="0.3 0 0">
          <joint name="wrist" axis="0 1 0"/>
          <geom name="finger" type="sphere" size="0.06" pos="0.05 0 0"/>
        </body>
      </body>
    </body>
    <body name="left" pos="1 -1 1"><joint name="left" axis="0 1 0"/><geom size="0.05" pos="0.3 0 0"/></body>
    <body name="right" pos="1 -2 1"><joint name="right" axis="0 1 0"/><geom size="0.06" pos="0.2 0 0"/></body>
    <body name="still" pos="3 3 0.0995"><freejoint/><geom type="sphere" size="0.1"/></body>
  </worldbody>
  <equality><joint joint1="left" joint2="right" polycoef="0.1 0.8 0.2 0 0"/></equality>
  <actuator><motor joint="wrist" ctrlrange="-0.1 0.1" ctrllimited="true" gear="2"/></actuator>
  <sensor><accelerometer site="box"/><actuatorfrc actuator="0"/></sensor>
</mujoco>
""".replace('actuator="0"', 'actuator="wrist"').replace("<motor ", '<motor name="wrist" ')

MESHES = """
<mujoco>
  <asset><mesh name="brick" vertex="-.2 -.1 -.05 .2 -.1 -.05 -.2 .1 -.05 .2 .1 -.05
                                    -.2 -.1 .05 .2 -.1 .05 -.2 .1 .05 .2 .1 .05"/></asset>
  <worldbody>
    <geom type="mesh" mesh="brick"/>
    <body pos="0.05 0.02 0.098" euler="0 0 20"><freejoint/><geom type="mesh" mesh="brick"/></body>
  </worldbody>
</mujoco>
"""

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
    m = package.MjModel.from_xml_string(MESHES if flag == "MULTICCD" else SCENE)
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
