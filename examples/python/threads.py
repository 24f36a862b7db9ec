"""Many rollouts at once: threads share the model, each has data of its own."""

from concurrent.futures import ThreadPoolExecutor

import mujoco
import numpy as np
from mujoco import rollout

XML = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .4"><freejoint/><geom type="sphere" size=".1"/>
      <body pos=".1 0 0"><joint name="leg" axis="0 1 0" range="-60 60"/>
        <geom type="capsule" fromto="0 0 0 .15 0 -.2" size=".03"/></body></body>
  </worldbody>
  <actuator><motor joint="leg" gear="2" ctrlrange="-1 1"/></actuator>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
controls = np.random.default_rng(2).uniform(-1, 1, (16, 200, model.nu))


def final_position(control):
    data = mujoco.MjData(model)
    for u in control:
        data.ctrl[:] = u
        mujoco.mj_step(model, data)
    return data.qpos.copy()


serial = [final_position(control) for control in controls]
with ThreadPoolExecutor(4) as pool:
    parallel = list(pool.map(final_position, controls))
print("threads change nothing:", np.array_equal(serial, parallel))

# the same, in one call
data = [mujoco.MjData(model) for _ in range(4)]
full = mujoco.mjtState.mjSTATE_FULLPHYSICS
start = np.zeros(mujoco.mj_stateSize(model, full))
mujoco.mj_getState(model, data[0], start, full)
states, _ = rollout.rollout(model, data, np.tile(start, (16, 1)), controls)
print("rollout agrees:", np.array_equal(states[:, -1, 1 : 1 + model.nq], serial))
best = int(np.argmax(states[:, -1, 1]))
print(f"rollout {best} came farthest: {states[best, -1, 1]:.4f} m")
