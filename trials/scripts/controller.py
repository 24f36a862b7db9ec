"""A cart and pole held by a state feedback in a callback, and by a law in the loop."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <option timestep="0.005"/>
  <default><joint damping=".05"/></default>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0" range="-2 2"/>
      <geom type="box" size=".15 .1 .08" mass="1"/>
      <body name="pole" pos="0 0 .08"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 .6" size=".02" mass=".2"/></body></body>
  </worldbody>
  <actuator><motor name="push" joint="slide" gear="10" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos joint="slide"/><jointpos joint="hinge"/><actuatorfrc actuator="push"/></sensor>
  <keyframe><key name="tilted" qpos="0 .2"/></keyframe>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)

# linearize around the upright pose, then an LQR by iterating the Riccati equation
A, B = np.zeros((2 * model.nv, 2 * model.nv)), np.zeros((2 * model.nv, model.nu))
mujoco.mjd_transitionFD(model, data, 1e-6, True, A, B, None, None)
Q, R = np.diag([1.0, 10.0, 0.1, 0.1]), np.array([[0.5]])
P = Q
for _ in range(2000):
    K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
    P = Q + A.T @ P @ (A - B @ K)
print("gain", np.array2string(K, precision=3))


def law(m, d):
    d.ctrl[:] = np.clip(-K @ np.concatenate([d.qpos, d.qvel]), -1, 1)


mujoco.mj_resetDataKeyframe(model, data, model.key("tilted").id)
mujoco.set_mjcb_control(law)
for _ in range(1000):
    mujoco.mj_step(model, data)
mujoco.set_mjcb_control(None)
by_callback = data.qpos.copy()
print("held", np.abs(by_callback).max() < 0.05, "sensors", data.sensordata.size)

mujoco.mj_resetDataKeyframe(model, data, 0)
for _ in range(1000):
    mujoco.mj_step1(model, data)
    law(model, data)
    mujoco.mj_step2(model, data)
print("both ways agree", np.allclose(by_callback, data.qpos, atol=1e-9))
