"""Move the hand of a six-joint arm to a pose, with Jacobians and damped least squares."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <default><geom type="capsule" size=".04"/><joint range="-170 170"/></default>
  <worldbody>
    <body><joint axis="0 0 1"/><geom fromto="0 0 0 0 0 .3"/>
      <body pos="0 0 .3"><joint axis="0 1 0"/><geom fromto="0 0 0 .35 0 0"/>
        <body pos=".35 0 0"><joint axis="0 1 0"/><geom fromto="0 0 0 .3 0 0"/>
          <body pos=".3 0 0"><joint axis="1 0 0"/><geom fromto="0 0 0 .1 0 0"/>
            <body pos=".1 0 0"><joint axis="0 1 0"/><geom fromto="0 0 0 .08 0 0"/>
              <body pos=".08 0 0"><joint axis="1 0 0"/><geom type="box" size=".03 .02 .02"/>
                <site name="hand" pos=".05 0 0"/></body></body></body></body></body></body>
    <body name="target" mocap="true" pos=".3 .35 .45" quat=".8 .1 .5 .3"/>
  </worldbody>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
data.qpos[:] = [0.1, -0.4, 0.8, 0.1, 0.3, 0.0]
hand = model.site("hand").id
error, jacobian = np.zeros(6), np.zeros((6, model.nv))
hand_quat, inverse, rotation = np.zeros(4), np.zeros(4), np.zeros(4)

for iteration in range(200):
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)

    # how far the hand is from the target: position, and rotation as a vector
    error[:3] = data.body("target").xpos - data.site_xpos[hand]
    mujoco.mju_mat2Quat(hand_quat, data.site_xmat[hand])
    mujoco.mju_negQuat(inverse, hand_quat)
    mujoco.mju_mulQuat(rotation, data.body("target").xquat, inverse)
    mujoco.mju_quat2Vel(error[3:], rotation, 1.0)
    if np.linalg.norm(error) < 1e-10:
        break

    mujoco.mj_jacSite(model, data, jacobian[:3], jacobian[3:], hand)
    damped = jacobian @ jacobian.T + 1e-4 * np.eye(6)
    step = jacobian.T @ np.linalg.solve(damped, error)
    mujoco.mj_integratePos(model, data.qpos, np.clip(step, -0.3, 0.3), 1.0)
    low, high = model.jnt_range.T
    np.clip(data.qpos, low, high, out=data.qpos)

print("reached" if np.linalg.norm(error) < 1e-10 else "not reached", "in", iteration, "iterations")
print("joints", data.qpos.round(6))
