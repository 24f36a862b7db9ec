"""Send models and simulations to other processes."""

import copy
import multiprocessing
import pickle

import mujoco
import numpy as np

XML = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .2" euler="10 20 0"><freejoint/><geom type="box" size=".1 .1 .05"/></body>
  </worldbody>
</mujoco>
"""


def settle(task):
    """Steps a simulation that came through a pipe, from a height of its own."""
    model, data, height = task
    data.qpos[2] = height
    mujoco.mj_step(model, data, 300)
    return data.qpos.copy()


def main():
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 50)

    clone = pickle.loads(pickle.dumps(data))
    mujoco.mj_step(model, data, 50)
    mujoco.mj_step(clone.model, clone, 50)
    print("a pickled simulation goes on as the original:", np.array_equal(data.qpos, clone.qpos))

    light = copy.copy(data)
    deep = copy.deepcopy(data)
    print("a copy shares the model, a deep copy does not:", light.model is model, deep.model is model)

    tasks = [(model, clone, height) for height in (0.2, 0.4, 0.6)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for (_, _, height), position in zip(tasks, pool.map(settle, tasks)):
            print(f"from {height:.1f} m to", position[:3].round(4))


if __name__ == "__main__":
    main()
