"""Build walkers in code: legs attached to a body, parts changed, deleted, compiled again."""

import mujoco
import numpy as np

LEG = """
<mujoco>
  <compiler angle="radian"/>
  <default><default class="leg"><joint axis="0 1 0" range="-1 1" damping=".2"/></default></default>
  <worldbody>
    <body name="thigh" childclass="leg">
      <joint name="hip"/><geom name="thigh" type="capsule" fromto="0 0 0 0 0 -.15" size=".02"/>
      <body name="shin" pos="0 0 -.15">
        <joint name="knee"/><geom name="shin" type="capsule" fromto="0 0 0 0 0 -.15" size=".015"/>
      </body>
    </body>
  </worldbody>
  <actuator><position name="hip" joint="hip" kp="5"/><position name="knee" joint="knee" kp="5"/></actuator>
</mujoco>
"""


def walker(legs):
    """A disk with legs around it."""
    spec = mujoco.MjSpec()
    spec.modelname = f"walker with {legs} legs"
    spec.option.timestep = 0.004
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[3, 3, 0.1])
    torso = spec.worldbody.add_body(name="torso", pos=[0, 0, 0.4])
    torso.add_freejoint()
    torso.add_geom(name="disk", type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=[0.15, 0.03, 0])
    for i in range(legs):
        angle = 2 * np.pi * i / legs
        where = [0.15 * np.cos(angle), 0.15 * np.sin(angle), 0]
        site = torso.add_site(pos=where, euler=[0, 0, np.degrees(angle)])
        leg = mujoco.MjSpec.from_string(LEG)
        site.attach_body(leg.body("thigh"), f"leg{i}-", "")
    return spec


for legs in (3, 4, 6):
    model = walker(legs).compile()
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 250)
    print(f"{legs} legs: nq {model.nq}, nu {model.nu}, torso at height {data.body('torso').xpos[2]:.3f}")

# change parts, remove one, and go on from the same state
spec = walker(4)
model = spec.compile()
data = mujoco.MjData(model)
mujoco.mj_step(model, data, 100)
spec.geom("disk").rgba = [1, 0, 0, 1]
spec.geom("leg0-shin").size[0] = 0.03
spec.body("torso").add_site(name="camera mount", pos=[0, 0, 0.05])
spec.delete(spec.body("leg3-shin"))
model, data = spec.recompile(model, data)
print(f"without a shin: nq {model.nq}, nu {model.nu}, time {data.time:.3f}")
mujoco.mj_step(model, data, 150)
above = data.site("camera mount").xpos[2] - data.body("torso").xpos[2]
print(f"torso at height {data.body('torso').xpos[2]:.2f}, the mount {above:.2f} above it")

names = [joint.name for joint in spec.joints]
print(len(names), "joints, the last is", names[-1])
again = mujoco.MjModel.from_xml_string(spec.to_xml())
print("the same from XML:", again.nq == model.nq and np.allclose(again.body_mass, model.body_mass))
