"""Find the mass and the damping of a slide from its motion, with the toolbox `mujoco.sysid`."""

import contextlib
import io

import mujoco
import mujoco.rollout
import numpy as np
from mujoco import sysid

XML = """
<mujoco>
  <worldbody>
    <body name="block">
      <joint name="slide" type="slide" axis="1 0 0" stiffness="100" damping="5"/>
      <geom type="box" size=".05 .05 .05" mass="1"/>
    </body>
  </worldbody>
  <actuator><motor joint="slide"/></actuator>
  <sensor><jointpos name="position" joint="slide"/><jointvel name="velocity" joint="slide"/></sensor>
</mujoco>
"""


def set_mass(spec, parameter):
    spec.geoms[0].mass = parameter.value[0]


def set_damping(spec, parameter):
    spec.joint("slide").damping = [parameter.value[0], 0, 0]


# in place of a measurement: a simulation with the true numbers
spec = mujoco.MjSpec.from_string(XML)
model = spec.compile()
data = mujoco.MjData(model)
times = np.arange(1000) * model.opt.timestep
force = (5 * np.sin(9 * times) + 3 * np.sin(23 * times))[:, None]
start = sysid.create_initial_state(model, data.qpos, data.qvel, data.act)
states, sensors = mujoco.rollout.rollout(model, data, start, force[:-1])
measured = sysid.TimeSeries.from_names(states[0, :, 0], sensors[0], model)

parameters = sysid.ParameterDict()
for name, modifier, guess in ("mass", set_mass, 2.0), ("damping", set_damping, 1.0):
    parameters.add(sysid.Parameter(name, nominal=guess, min_value=0.1, max_value=10, modifier=modifier))
run = sysid.ModelSequences("block", spec, "pushed", start, sysid.TimeSeries(times, force), measured)
residual = sysid.build_residual_fn(models_sequences=[run])
with contextlib.redirect_stdout(io.StringIO()):  # the iterations, with their times
    found, _ = sysid.optimize(initial_params=parameters, residual_fn=residual, optimizer="mujoco")
for name in "mass", "damping":
    print(name, round(float(found[name].value[0]), 3))
