"""Balance an inverted double pendulum on a cart with a regulator from `mjd_transitionFD`."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <option timestep="0.01" integrator="implicit"/>
  <worldbody>
    <body><joint name="cart" type="slide" axis="1 0 0" damping=".5"/>
      <geom type="box" size=".1 .05 .05" mass="1"/>
      <body><joint name="lower" axis="0 1 0" damping=".01"/>
        <geom type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".2" contype="0"/>
        <body pos="0 0 .5"><joint name="upper" axis="0 1 0" damping=".01"/>
          <geom type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".2" contype="0"/>
        </body></body></body>
  </worldbody>
  <actuator><motor joint="cart" gear="10"/></actuator>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
n = 2 * model.nv

# the next state is A state + B control, near the upright position
A, B = np.zeros((n, n)), np.zeros((n, model.nu))
mujoco.mjd_transitionFD(model, data, 1e-6, True, A, B, None, None)

# the cost-to-go x'Px of the best regulator solves the discrete Riccati equation
Q, R = np.diag([10.0, 100, 100, 1, 1, 1]), np.eye(model.nu)
P = Q.copy()
for _ in range(3000):
    K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
    P = Q + A.T @ P @ (A - B @ K)
print("gains", K.round(2))
print("the loop is stable:", max(abs(np.linalg.eigvals(A - B @ K))) < 1)

data.qpos[:] = [0.2, 0.1, -0.05]
for _ in range(1000):
    data.ctrl[:] = -K @ np.concatenate([data.qpos, data.qvel])
    mujoco.mj_step(model, data)
print("after 10 s at", np.abs(data.qpos).round(4))
