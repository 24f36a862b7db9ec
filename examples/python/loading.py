"""Load a model from text with an asset in memory, look at it by name, and read a mistake."""

import mujoco

XML = """
<mujoco model="cart">
  <asset><mesh name="wedge" file="wedge.obj"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="cart" pos="0 0 .2">
      <joint name="drive" type="slide" axis="1 0 0" range="-1 1"/>
      <geom name="hull" type="mesh" mesh="wedge" mass="2"/>
      <body name="pole" pos="0 0 .1">
        <joint name="hinge" axis="0 1 0" damping=".01"/>
        <geom name="rod" type="capsule" fromto="0 0 0 0 0 .5" size=".02" density="500"/>
        <site name="tip" pos="0 0 .5"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="drive" gear="10" ctrlrange="-1 1"/></actuator>
  <keyframe><key name="tilted" qpos=".2 .3"/></keyframe>
</mujoco>
"""
WEDGE = b"""
v -.1 -.1 -.1
v  .1 -.1 -.1
v -.1  .1 -.1
v  .1  .1 -.1
v -.1  0   .1
v  .1  0   .1
"""

model = mujoco.MjModel.from_xml_string(XML, {"wedge.obj": WEDGE})
print(f"nq {model.nq}, nv {model.nv}, nu {model.nu}, bodies {model.nbody}, vertices {model.nmeshvert}")
print("mass of the pole", model.body("pole").mass.round(6))
print("range of the drive", model.joint("drive").range)
print("geom 2 is", mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, 2))

data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, model.key("tilted").id)
mujoco.mj_forward(model, data)
print("the tip is at", data.site("tip").xpos.round(6))

try:
    mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom size='-1'/></worldbody></mujoco>")
except ValueError:
    print("a sphere of negative size is refused")
try:
    model.body("wheel")
except KeyError as error:
    print("there is no wheel:", "'cart'" in str(error))
