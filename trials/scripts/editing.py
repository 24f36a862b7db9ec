"""A model made and changed with MjSpec, saved, loaded again."""

import mujoco
import numpy as np

spec = mujoco.MjSpec()
spec.modelname = "tower"
spec.worldbody.add_geom(name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1])
for i in range(4):
    body = spec.worldbody.add_body(name=f"box{i}", pos=[0, 0, 0.1 + 0.2 * i])
    body.add_freejoint()
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.1, 0.1, 0.1], rgba=[0.8, 0.2 * i, 0, 1])
model = spec.compile()
data = mujoco.MjData(model)
mujoco.mj_step(model, data, nstep=500)
print(model.nbody, model.nq, "contacts", data.ncon, f"top {data.body('box3').xpos[2]:.4f}")

spec.body("box3").pos[2] = 1.5
spec.option.gravity = [0, 0, -1.62]
model = spec.compile()
data = mujoco.MjData(model)
while data.body("box3").xpos[2] > 0.75 or data.time == 0:
    mujoco.mj_step(model, data)
print(f"on the moon it lands after {data.time:.3f} s")

again = mujoco.MjModel.from_xml_string(spec.to_xml())
print("saved and loaded", np.allclose(again.body_pos, model.body_pos), again.nu, again.names[:5])
try:
    mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom sise='1'/></worldbody></mujoco>")
except ValueError as error:
    print("refused", "sise" in str(error))
