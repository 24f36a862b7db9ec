"""A servo in the model, a law in Python, and a law in a callback, on one arm."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <option timestep="0.002" integrator="implicitfast"/>
  <worldbody>
    <body name="upper"><joint name="shoulder" axis="0 1 0" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/>
      <body name="lower" pos=".4 0 0"><joint name="elbow" axis="0 1 0" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".025" mass=".6"/>
        <site name="hand" pos=".3 0 0"/></body></body>
  </worldbody>
  <actuator>
    <position name="hold" joint="shoulder" kp="200" dampratio="1"/>
    <motor name="torque" joint="elbow" ctrlrange="-30 30"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="elbow"/><jointvel name="rate" joint="elbow"/>
    <framepos name="hand" objtype="site" objname="hand"/>
  </sensor>
</mujoco>
"""
GOAL = np.array([-0.4, 0.8])

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)


def torque(m, d):
    """Proportional and derivative, with what holds the arm against gravity."""
    angle, rate = d.sensor("angle").data[0], d.sensor("rate").data[0]
    return 40 * (GOAL[1] - angle) - 4 * rate + d.qfrc_bias[1]


for _ in range(1000):
    data.actuator("hold").ctrl = GOAL[0]
    data.actuator("torque").ctrl = torque(model, data)
    mujoco.mj_step(model, data)
print("law in the loop: ", data.qpos.round(4), "hand at", data.sensor("hand").data.round(4))


def control(m, d):
    d.ctrl[:] = GOAL[0], torque(m, d)


mujoco.mj_resetData(model, data)
mujoco.set_mjcb_control(control)
try:
    mujoco.mj_step(model, data, 1000)
finally:
    mujoco.set_mjcb_control(None)
print("law as a callback:", data.qpos.round(4), "hand at", data.sensor("hand").data.round(4))

# computed torque: inverse dynamics of the acceleration that is wanted
mujoco.mj_resetData(model, data)
model.actuator_gainprm[:] = model.actuator_biasprm[:] = 0
for _ in range(1000):
    mujoco.mj_forward(model, data)
    acceleration = data.qacc.copy()
    data.qacc[:] = 100 * (GOAL - data.qpos) - 20 * data.qvel
    mujoco.mj_inverse(model, data)
    data.qfrc_applied[:] = data.qfrc_inverse
    data.qacc[:] = acceleration
    mujoco.mj_step(model, data)
    data.qfrc_applied[:] = 0
print("computed torque:  ", data.qpos.round(4))
