"""What a step through Warp's arrays costs beside a step of the batch alone.

    python -m tools.speed.warp_worlds [--model unitree_go1/scene.xml] [--worlds 4096] [--rounds 10]

Arrays of NumPy stand for those of Warp, so that nothing but ferrodyn is needed. Prints the medians of both, in turn, and the
parts of the difference: what comes in and what goes out.
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


def arrays_of(m, count):
    host = ferrodyn.MjData(m)
    ferrodyn.mj_forward(m, host)
    data = types.SimpleNamespace()
    for name in (*worlds.INPUTS, *worlds.OUTPUTS):
        setattr(data, name, FloatArray(np.repeat(np.asarray(getattr(host, name))[None], count, axis=0)))
    return host, data


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
    a = ap.parse_args()
    path = find_model(a.model) or a.model
    m = ferrodyn.MjModel.from_xml_path(str(path))
    alone = batch.Batch(m, a.worlds)
    host, data = arrays_of(m, a.worlds)
    shown = worlds.Worlds(m, host, a.worlds, data)
    parameters = {n: FloatArray(np.asarray(getattr(m, n))[None]) for n in dir(m) if n in batch.MODEL_FIELDS and np.size(getattr(m, n))}
    parameters["geom_friction"] = FloatArray(np.repeat(m.geom_friction[None], a.worlds, axis=0))
    model = types.SimpleNamespace(**parameters, opt=types.SimpleNamespace())
    times = {"batch": [], "worlds": [], "in": [], "out": []}
    random = np.random.default_rng(0)
    for _ in range(a.rounds):
        ctrl = (random.uniform(-1, 1, (a.worlds, m.nu)) * 0.1).astype(np.float32)
        alone.bind("ctrl")[:] = ctrl
        data.ctrl.values[:] = ctrl
        times["batch"].append(seconds(alone.step))
        times["worlds"].append(seconds(lambda: shown.step(model)))
        data.ctrl.values[:] += 0.001
        times["in"].append(seconds(lambda: shown.take_in(model)))
        times["out"].append(seconds(shown.give_out))
    one, other, into, out = (1e3 * float(np.median(t)) for t in times.values())
    print(f"{a.worlds} worlds: batch alone {one:.1f} ms of processor time a step, through Warp's arrays {other:.1f} ms, {100 * (other / one - 1):.1f} % more")
    print(f"in {into:.1f} ms, out {out:.1f} ms: {100 * (into + out) / one:.1f} % of a step of the batch alone")


if __name__ == "__main__":
    main()
