"""Damped least squares with mj_jacSite on an arm, then the same point with mj_jac."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="shoulder"><joint name="j1" axis="0 0 1" range="-3 3"/>
      <geom type="capsule" fromto="0 0 0 0 0 .3" size=".05"/>
      <body pos="0 0 .3"><joint name="j2" axis="0 1 0" range="-2 2"/>
        <geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/>
        <body name="forearm" pos=".4 0 0"><joint name="j3" axis="0 1 0" range="-2.5 2.5"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
          <site name="hand" pos=".3 0 0"/></body></body></body>
    <body name="target" mocap="true" pos=".35 .25 .45">
      <geom size=".02" contype="0" conaffinity="0"/></body>
  </worldbody>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
hand = model.site("hand").id
jacp, jacr = np.zeros((3, model.nv)), np.zeros((3, model.nv))
data.qpos[:] = 0.1, 0.2, 0.3
for _ in range(200):
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    error = data.mocap_pos[0] - data.site_xpos[hand]
    mujoco.mj_jacSite(model, data, jacp, jacr, hand)
    step = jacp.T @ np.linalg.solve(jacp @ jacp.T + 1e-4 * np.eye(3), error)
    mujoco.mj_integratePos(model, data.qpos, step, 0.5)
    np.clip(data.qpos, *model.jnt_range.T, out=data.qpos)
mujoco.mj_forward(model, data)
print("angles", np.array2string(data.qpos, precision=5))
print("reached", np.linalg.norm(data.mocap_pos[0] - data.site_xpos[hand]) < 1e-4)

again = np.zeros((3, model.nv))
mujoco.mj_jac(model, data, again, None, data.site_xpos[hand], model.body("forearm").id)
mujoco.mj_jacSite(model, data, jacp, None, hand)
print("mj_jac", np.allclose(again, jacp), np.array2string(again[2], precision=5))

M = np.zeros((model.nv, model.nv))
mujoco.mj_fullM(model, M, data.qM)
inertia = np.linalg.inv(jacp @ np.linalg.solve(M, jacp.T))
print("operational inertia", np.array2string(inertia.diagonal(), precision=4))
