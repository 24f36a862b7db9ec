"""Draw a circle with the tip of an arm: operational space control of its position, posture in what is left."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <option timestep="0.002" integrator="implicitfast"/>
  <worldbody>
    <body><joint name="yaw" axis="0 0 1" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 0 0 .3" size=".04" mass="3"/>
      <body pos="0 0 .3"><joint name="shoulder" axis="0 1 0" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 .35 0 0" size=".03" mass="2"/>
        <body pos=".35 0 0"><joint name="elbow" axis="0 1 0" damping=".1"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" mass="1"/>
          <body pos=".3 0 0"><joint name="wrist" axis="0 1 0" damping=".1"/>
            <geom type="capsule" fromto="0 0 0 .1 0 0" size=".02" mass=".3"/>
            <site name="tip" pos=".1 0 0"/>
          </body></body></body></body>
  </worldbody>
  <actuator>
    <motor joint="yaw"/><motor joint="shoulder"/><motor joint="elbow"/><motor joint="wrist"/>
  </actuator>
  <keyframe><key qpos="0 -0.6 1.4 0.4"/></keyframe>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, 0)
mujoco.mj_forward(model, data)
tip = model.site("tip").id
home, posture = data.site_xpos[tip].copy(), data.qpos.copy()


def circle(t):
    """Where the tip should be, with its velocity and acceleration: 10 cm around, in 2 s."""
    w, r = np.pi, 0.05
    c, s = np.cos(w * t), np.sin(w * t)
    place = home + [0, r * s, r * (1 - c)]
    return place, r * w * np.array([0, c, s]), r * w**2 * np.array([0, -s, c])


J, M_inv = np.zeros((3, model.nv)), np.zeros((model.nv, model.nv))
rest = np.zeros(model.nv)
errors = []
for _ in range(1000):
    # poses, inertia and bias of this state; step2 then uses the torques
    mujoco.mj_step1(model, data)
    mujoco.mj_jacSite(model, data, J, None, tip)
    mujoco.mj_solveM(model, data, M_inv, np.eye(model.nv))

    # inertia of the tip: force = inertia * acceleration
    inertia = np.linalg.inv(J @ M_inv @ J.T)
    place, velocity, acceleration = circle(data.time)
    error = place - data.site_xpos[tip]
    wanted = acceleration + 400 * error + 40 * (velocity - J @ data.qvel)
    torque = J.T @ (inertia @ wanted)

    # the posture acts where it does not move the tip
    to_joints = M_inv @ J.T @ inertia
    mujoco.mj_mulM(model, data, rest, 50 * (posture - data.qpos) - 14 * data.qvel)
    torque += (np.eye(model.nv) - J.T @ to_joints.T) @ rest

    data.ctrl[:] = torque + data.qfrc_bias - data.qfrc_passive
    mujoco.mj_step2(model, data)
    errors.append(np.linalg.norm(error))

print("largest distance from the circle in mm", round(1e3 * max(errors), 2))
print("after one turn at", data.site_xpos[tip].round(3) + 0.0, "from", home.round(3) + 0.0)
