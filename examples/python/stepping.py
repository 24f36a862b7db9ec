"""Drop things, watch contacts and their forces; swing a pendulum and watch its energy."""

import mujoco
import numpy as np

DROP = """
<mujoco>
  <option timestep="0.002"><flag energy="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .5" euler="20 30 0"><freejoint/><geom type="box" size=".1 .06 .04"/></body>
    <body pos=".05 0 .9"><freejoint/><geom type="sphere" size=".08"/></body>
    <body pos="0 .4 .6" euler="0 80 0"><freejoint/><geom type="capsule" size=".05 .1"/></body>
  </worldbody>
</mujoco>
"""
PENDULUM = """
<mujoco>
  <option integrator="RK4" timestep="0.002"><flag energy="enable"/></option>
  <worldbody>
    <body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".03"/>
      <body pos="0 0 -1"><joint axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -1" size=".03"/></body></body>
  </worldbody>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(DROP)
data = mujoco.MjData(model)
first_touch = None
while data.time < 3:
    mujoco.mj_step(model, data)
    if data.ncon and first_touch is None:
        first_touch = data.time
print(f"first touch at {first_touch:.3f} s, {data.ncon} contacts at the end")
print("resting heights", data.qpos.reshape(-1, 7)[:, 2].round(4))
weight = mujoco.mj_getTotalmass(model) * 9.81
force, normal = np.zeros(6), 0.0
for i in range(data.ncon):
    mujoco.mj_contactForce(model, data, i, force)
    if 0 in data.contact.geom[i]:
        normal += force[0]
print(f"the floor carries {normal / weight:.3f} of the weight")

model = mujoco.MjModel.from_xml_string(PENDULUM)
data = mujoco.MjData(model)
data.qpos[:] = [2.0, 0.5]
mujoco.mj_forward(model, data)
before = data.energy.sum()
mujoco.mj_step(model, data, nstep=1000)
mujoco.mj_forward(model, data)
drift = abs(data.energy.sum() - before)
print(f"after 2 s at {data.qpos.round(6)}, energy kept to 1e-6: {drift < 1e-6}")
