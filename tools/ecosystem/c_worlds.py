"""The physics of ``mujoco_warp`` as a loop over C MuJoCo, to compare with: what a program without ferrodyn would write.

A world is a `mujoco.MjData`, stepped one after the other with float64. Warp's arrays show it, and what is written there
comes in. Parameters of a world are written to the one model before its step, where it has any of its own. They are those
that programs write: constants that would follow from masses (`set_const`) stay those of the model.
"""

import mujoco
import mujoco_warp
import numpy as np
from ferrodyn._batch import worlds


class Loop:
    """Worlds of a `mujoco_warp.Data`."""

    def __init__(self, model, host, count, data):
        self.m = model
        self.d = [mujoco.MjData(model) for _ in range(count)]
        for d in self.d:
            mujoco.mj_copyData(d, model, host)

        def views(names):
            arrays = {name: getattr(data, name) for name in names if hasattr(data, name)}
            return {name: array.numpy() for name, array in arrays.items() if array.size}

        self.inputs = {name: (view, view.copy()) for name, view in views(worlds.INPUTS).items()}
        self.outputs = views(worlds.OUTPUTS)
        # arrays of a model with a row for each world, and what the model has
        self.own = {}

    def take_in(self, wm):
        for name, (view, known) in self.inputs.items():
            for world in np.flatnonzero((view != known).reshape(len(view), -1).any(axis=1)):
                to = getattr(self.d[world], name)
                if name == "time":
                    self.d[world].time = float(view[world])
                    continue
                changed = (view[world] != known[world]).reshape(to.shape)
                to[changed] = view[world].reshape(to.shape)[changed]
        self.own = {}
        for name, array in worlds.parameters(wm).items():
            if "." not in name and not name.startswith(("cam_", "light_")) and array.shape[0] == len(self.d) > 1:
                self.own[name] = array.numpy(), getattr(self.m, name)

    def load(self, world):
        for rows, to in self.own.values():
            to[...] = rows[world].reshape(to.shape)

    def give_out(self, worlds_of_call, fields):
        for world in worlds_of_call:
            d = self.d[world]
            for name, (view, known) in self.inputs.items():
                view[world] = np.reshape(getattr(d, name), view[world].shape)
                known[world] = view[world]
            for name in fields:
                view = self.outputs[name]
                view[world] = getattr(d, name).reshape(view[world].shape)

    def each(self, wm, act):
        self.take_in(wm)
        for world, d in enumerate(self.d):
            self.load(world)
            act(self.m, d)
        self.give_out(range(len(self.d)), self.outputs)


def install():
    """Makes `mujoco_warp` compute with the loop."""
    put_data = mujoco_warp.put_data

    def put(mjm, mjd, nworld=1, **sizes):
        d = put_data(mjm, mjd, nworld=nworld, **sizes)
        d._loop = Loop(mjm, mjd, nworld, d)
        return d

    def reset(wm, d, reset=None):
        loop = d._loop
        loop.take_in(wm)
        chosen = np.arange(d.nworld) if reset is None else np.flatnonzero(reset.numpy())
        for world in chosen:
            loop.load(world)
            mujoco.mj_resetData(loop.m, loop.d[world])
        loop.give_out(chosen, ())

    mujoco_warp.put_data = put
    mujoco_warp.step = lambda wm, d: d._loop.each(wm, mujoco.mj_step)
    mujoco_warp.forward = lambda wm, d: d._loop.each(wm, mujoco.mj_forward)
    mujoco_warp.reset_data = reset
    for name in ("set_const", "set_const_0", "set_const_fixed"):
        setattr(mujoco_warp, name, lambda wm, d, restore=True: None)
