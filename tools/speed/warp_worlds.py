"""What a step through Warp's arrays costs beside a step of the batch alone.

    python -m tools.speed.warp_worlds [--model unitree_go1/scene.xml] [--worlds 4096] [--rounds 10]

Arrays of NumPy stand for those of Warp, so that nothing but ferrodyn is needed. Steps in turn the batch alone, and worlds of
which a program reads nothing but states, what tasks of mjlab read, and everything; prints the medians of processor time.
With --drawn every world has friction and a center of mass of its own, as those of mjlab have.
"""

import argparse
import time
import types

import ferrodyn
import numpy as np
from ferrodyn import batch
from ferrodyn._batch import worlds

from tools.corpus import find_model


class FloatArray:
    """What of a `warp.array` is used."""

    def __init__(self, values):
        self.values = np.asarray(values).astype(np.float32 if np.asarray(values).dtype.kind == "f" else None)
        self.size = self.values.size

    def numpy(self):
        return self.values


# what the manager of a task of mjlab reads at every step
OF_TASKS = ("sensordata", "xpos", "xquat", "xipos", "site_xpos", "site_xmat", "subtree_com", "cvel", "actuator_force", "qacc")
READERS = {"states": (), "what mjlab reads": OF_TASKS, "everything": worlds.OUTPUTS}


def worlds_of(m, count, fields):
    """Worlds of whose data a program reads some fields."""
    host = ferrodyn.MjData(m)
    ferrodyn.mj_forward(m, host)
    data = worlds.Shown()
    for name in (*worlds.INPUTS, *worlds.OUTPUTS):
        setattr(data, name, FloatArray(np.repeat(np.asarray(getattr(host, name))[None], count, axis=0)))
    data._worlds = worlds.Worlds(m, host, count, data)
    for name in fields:
        getattr(data, name)
    return data


def parameters_of(m, count, is_drawn, random):
    """The arrays of a model of Warp, and what a batch has to be given for the same parameters."""
    fields = {n: FloatArray(np.asarray(getattr(m, n))[None]) for n in dir(m) if n in batch.MODEL_FIELDS and np.size(getattr(m, n))}
    drawn = {}
    if is_drawn:
        for name in ("geom_friction", "body_ipos"):
            values = np.repeat(getattr(m, name)[None], count, axis=0) * random.uniform(0.9, 1.1, (count, 1, 1))
            drawn[name] = values.astype(np.float32)
    model = types.SimpleNamespace(**fields, opt=types.SimpleNamespace())
    model._ferrodyn_snapshot = worlds.snapshot(model)
    for name, values in drawn.items():
        setattr(model, name, FloatArray(values))
    return model, drawn


def seconds(call):
    """Time of the processor, on all threads: what others do at the same time does not count."""
    start = time.process_time()
    call()
    return time.process_time() - start


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--model", default="menagerie/unitree_go1/scene.xml")
    ap.add_argument("--worlds", type=int, default=4096)
    ap.add_argument("--rounds", type=int, default=10)
    ap.add_argument("--drawn", action="store_true")
    a = ap.parse_args()
    path = find_model(a.model) or a.model
    m = ferrodyn.MjModel.from_xml_path(str(path))
    random = np.random.default_rng(0)
    alone = batch.Batch(m, a.worlds)
    model, drawn = parameters_of(m, a.worlds, a.drawn, random)
    for name, values in drawn.items():
        alone.expand(name)[...] = values
    shown = {reader: worlds_of(m, a.worlds, fields) for reader, fields in READERS.items()}
    times = {name: [] for name in ("alone", *shown)}
    for _ in range(a.rounds):
        ctrl = (random.uniform(-1, 1, (a.worlds, m.nu)) * 0.1).astype(np.float32)
        alone.bind("ctrl")[:] = ctrl
        times["alone"].append(seconds(alone.step))
        for reader, data in shown.items():
            data.ctrl.values[:] = ctrl
            times[reader].append(seconds(lambda data=data: data._worlds.step(model, data)))
    for reader, data in shown.items():
        assert np.array_equal(data._worlds.batch.state, alone.state), f"{reader}: worlds went elsewhere than the batch"
    one = 1e3 * float(np.median(times.pop("alone")))
    print(f"{a.worlds} worlds{' with parameters of their own' * a.drawn}: {one:.1f} ms of processor time a step of the batch alone")
    for reader, taken in times.items():
        other = 1e3 * float(np.median(taken))
        print(f"  through Warp's arrays, of which {reader} is read: {other:.1f} ms, {100 * (other / one - 1):+.1f} %")


if __name__ == "__main__":
    main()
