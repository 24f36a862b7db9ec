"""Save and restore a simulation: replays are equal to the last bit."""

import io

import mujoco
import numpy as np

XML = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <body pos=".1 0 .1"><joint name="flap" axis="0 1 0" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/></body></body>
  </worldbody>
  <actuator><intvelocity joint="flap" kp="3" actrange="-1 1"/></actuator>
</mujoco>
"""
WHOLE = mujoco.mjtState.mjSTATE_INTEGRATION

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
rng = np.random.default_rng(0)
controls = rng.uniform(-1, 1, (400, model.nu))


def run(d, part):
    for control in part:
        d.ctrl[:] = control
        mujoco.mj_step(model, d)


run(data, controls[:200])
state = np.zeros(mujoco.mj_stateSize(model, WHOLE))
mujoco.mj_getState(model, data, state, WHOLE)
file = io.BytesIO()
np.save(file, state)
run(data, controls[200:])
print(f"without a break: height {data.qpos[2]:.5f}, flap {data.joint('flap').qpos[0]:.5f}")

file.seek(0)
other = mujoco.MjData(model)
mujoco.mj_setState(model, other, np.load(file), WHOLE)
run(other, controls[200:])
print("bit for bit the same:", np.array_equal(other.qpos, data.qpos), np.array_equal(other.act, data.act))

# a tree of futures from one state
branches = []
for push in (-1.0, 0.0, 1.0):
    mujoco.mj_setState(model, other, state, WHOLE)
    run(other, np.full((100, 1), push))
    branches.append(other.joint("flap").qpos[0])
print("the flap in three futures", np.round(branches, 4))
