"""Open-loop rollouts in parallel, the best of them found by sampling."""

import copy

import mujoco
import numpy as np
from mujoco import rollout

XML = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="rod"><joint name="hinge" axis="0 1 0" damping=".02"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02" mass="1"/></body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos joint="hinge"/><jointvel joint="hinge"/></sensor>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
nstate = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
initial = np.zeros(nstate)
mujoco.mj_getState(model, data, initial, mujoco.mjtState.mjSTATE_FULLPHYSICS)

rng = np.random.default_rng(3)
control = rng.uniform(-1, 1, (32, 100, 1))
states, sensors = rollout.rollout(model, [copy.copy(data) for _ in range(2)], initial, control)
print(states.shape, sensors.shape)
best = int(np.argmax(np.abs(sensors[:, -1, 0])))
print("best", best, np.array2string(sensors[best, -1], precision=6))

# the same one by hand
mujoco.mj_setState(model, data, initial, mujoco.mjtState.mjSTATE_FULLPHYSICS)
for u in control[best]:
    data.ctrl[:] = u
    mujoco.mj_step(model, data)
print("by hand", np.allclose(states[best, -1, 1:], [*data.qpos, *data.qvel], atol=1e-12))
