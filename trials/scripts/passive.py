"""A double pendulum and a ball that falls: energy, contacts, named access."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <option timestep="0.001" integrator="RK4"><flag energy="enable"/></option>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="upper" pos="0 0 2">
      <joint name="first" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02" density="800"/>
      <body name="lower" pos="0 0 -.5">
        <joint name="second" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".02" density="800"/>
      </body>
    </body>
    <body name="ball" pos="1 0 .5"><freejoint/><geom name="ball" size=".1" mass="1"/></body>
  </worldbody>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
data.joint("first").qpos = 1.2
data.joint("second").qpos = -0.7

heights, touched = [], None
while data.time < 2:
    mujoco.mj_step(model, data)
    heights.append(data.body("ball").xpos[2])
    if data.ncon and touched is None:
        touched = data.time
print("pendulum", np.array2string(data.qpos[:2], precision=6), "ball", f"{heights[-1]:.6f}")
print("energy", np.array2string(data.energy, precision=6), f"touched at {touched:.3f} s")

force = np.zeros(6)
for i, contact in enumerate(data.contact):
    mujoco.mj_contactForce(model, data, i, force)
    names = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, g) for g in contact.geom]
    print(names, f"depth {-contact.dist:.6f}, normal force {force[0]:.4f}")
