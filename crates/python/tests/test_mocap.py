"""A gripper that a weld ties to a mocap body: it follows the path, holds and lifts a box."""

import ferrodyn
import numpy as np

GRIPPER = """
<mujoco>
  <option timestep="0.002" cone="elliptic" impratio="10"/>
  <default><geom friction="1 0.05 0.001" condim="4"/></default>
  <worldbody>
    <geom type="plane" size="2 2 0.1"/>
    <body name="target" mocap="true" pos="0 0 0.35"/>
    <body name="palm" pos="0 0 0.35"><freejoint/>
      <geom type="box" size="0.12 0.04 0.02" mass="0.5"/>
      <body pos="-0.1 0 -0.08"><joint name="left" type="slide" axis="1 0 0" range="0 0.08" damping="5"/>
        <geom type="box" size="0.01 0.03 0.06" mass="0.1"/></body>
      <body pos="0.1 0 -0.08"><joint name="right" type="slide" axis="-1 0 0" range="0 0.08" damping="5"/>
        <geom type="box" size="0.01 0.03 0.06" mass="0.1"/></body>
    </body>
    <body name="load" pos="0 0 0.039"><freejoint/><geom type="box" size="0.04 0.025 0.04" mass="0.2"/></body>
  </worldbody>
  <equality><weld name="hold" body1="target" body2="palm" solref="0.01 1"/></equality>
  <actuator>
    <position joint="left" kp="200" ctrlrange="0 0.08"/><position joint="right" kp="200" ctrlrange="0 0.08"/>
  </actuator>
</mujoco>
"""


def path(t):
    """Down, close, up and aside with a turn: position, turn about z, opening."""
    down = np.interp(t, [0.0, 0.4, 0.9, 1.6], [0.35, 0.18, 0.18, 0.45])
    aside = np.interp(t, [1.6, 2.2], [0.0, 0.3])
    return [aside, 0.0, down], np.interp(t, [1.6, 2.2], [0.0, 0.8]), np.interp(t, [0.5, 0.8], [0.0, 0.08])


def run(package, watch):
    m = package.MjModel.from_xml_string(GRIPPER)
    d = package.MjData(m)
    while d.time < 2.5:
        pos, turn, close = path(d.time)
        d.mocap_pos[0] = pos
        d.mocap_quat[0] = [np.cos(turn / 2), 0, 0, np.sin(turn / 2)]
        d.ctrl[:] = close
        package.mj_step(m, d)
        watch(m, d)
    return m, d


def test_a_gripper_follows_its_mocap_body_and_lifts_a_box():
    _m, d = run(ferrodyn, lambda m, d: None)
    palm, load = d.body("palm"), d.body("load")
    np.testing.assert_allclose(palm.xpos, [0.3, 0, 0.45], atol=0.01)
    np.testing.assert_allclose(palm.xquat, [np.cos(0.4), 0, 0, np.sin(0.4)], atol=0.02)
    assert load.xpos[2] > 0.25, "the box was not lifted"
    np.testing.assert_allclose(load.xpos[:2], palm.xpos[:2], atol=0.03)


def test_the_weld_can_be_switched_off():
    m = ferrodyn.MjModel.from_xml_string(GRIPPER)
    d = ferrodyn.MjData(m)
    d.eq_active[0] = 0
    for _ in range(300):
        ferrodyn.mj_step(m, d)
    assert d.body("palm").xpos[2] < 0.25, "the palm falls without its weld"


def test_the_gripper_moves_as_in_the_reference(mujoco):
    """One step from each state of the reference's path."""
    m = ferrodyn.MjModel.from_xml_string(GRIPPER)
    ours = ferrodyn.MjData(m)
    before = {}

    def watch(_, d):
        if before:
            for name, value in before.items():
                getattr(ours, name)[:] = value
            ours.mocap_pos[:], ours.mocap_quat[:], ours.ctrl[:] = d.mocap_pos, d.mocap_quat, d.ctrl
            ferrodyn.mj_step(m, ours)
            np.testing.assert_allclose(ours.qpos, d.qpos, atol=1e-7)
            np.testing.assert_allclose(ours.qvel, d.qvel, atol=1e-6)
        before.update({name: np.array(getattr(d, name)) for name in ("qpos", "qvel", "qacc_warmstart")})

    run(mujoco, watch)
    assert before["qpos"][11] > 0.25, "the box was not lifted"
