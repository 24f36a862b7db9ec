"""The same throw under random masses, friction, gravity and motor strength."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="20 20 .1"/>
    <body name="puck" pos="0 0 .05"><freejoint/>
      <geom name="puck" type="cylinder" size=".1 .05" mass=".5"/></body>
    <body name="arm" pos="0 2 .5"><joint name="swing" axis="1 0 0" damping=".05"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03" mass=".4"/></body>
  </worldbody>
  <actuator><motor name="swing" joint="swing" gear=".3"/></actuator>
</mujoco>
"""

nominal = mujoco.MjModel.from_xml_string(XML)
model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
rng = np.random.default_rng(1)
slides, swings = [], []
for _ in range(20):
    scale = rng.uniform(0.5, 2)
    puck = model.body("puck")
    puck.mass = nominal.body("puck").mass * scale
    puck.inertia = nominal.body("puck").inertia * scale
    model.geom("floor").friction[0] = model.geom("puck").friction[0] = rng.uniform(0.2, 1)
    model.opt.gravity[2] = rng.uniform(-12, -8)
    model.actuator("swing").gear[0] = rng.uniform(0.2, 0.4)
    mujoco.mj_setConst(model, data)  # what follows from masses

    mujoco.mj_resetData(model, data)
    data.joint(0).qvel[0] = 2.0
    data.ctrl[:] = 1.0
    mujoco.mj_step(model, data, 500)
    slides.append(data.body("puck").xpos[0])
    swings.append(data.joint("swing").qpos[0])
print("distances", np.round(slides[:5], 3), f"mean {np.mean(slides):.4f}")
print("swings   ", np.round(swings[:5], 3), f"mean {np.mean(swings):.4f}")
