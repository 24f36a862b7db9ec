"""The largest relative error of every field of mjData over many models, against MuJoCo 3.8.0.

    python -m tools.compare.field_errors [--disable constraint] [--only SUBSTRING] [--jobs 2] [MODEL_OR_FOLDER ...]

Takes all models that are there by default and visits the states of `python -m conformance`. An error is
relative to the largest entry of the field (absolute below 1). Prints a table, largest first.
"""
import argparse
import collections
import pathlib

import numpy as np

from conformance.compare import INFINITE, largest_error
from conformance.states import all_states, set_state, use_converged_solver
from conformance.values import data_names, read
from tools.corpus import add_arguments, for_each, load_both, model_paths


def errors(path, disable):
    """Field to largest error over the states of a model; None if a side refuses the model."""
    import ferrodyn
    import mujoco

    models = load_both(path)
    if models is None:
        return None
    for m in models:
        if disable:
            m.opt.disableflags |= int(mujoco.mjtDisableBit[f"mjDSBL_{disable.upper()}"])
        use_converged_solver(m)
    worst = collections.defaultdict(float)
    for _, state in all_states(mujoco, models[0]):
        data = []
        for engine, m in zip((mujoco, ferrodyn), models):
            d = engine.MjData(m)
            set_state(engine, m, d, state)
            engine.mj_forward(m, d)
            data.append(d)
        for name in data_names(data[0]):
            reference, got = (np.asarray(read(d, name)) for d in data)
            same = reference.shape == got.shape
            worst[name] = max(worst[name], largest_error(reference, got, 1.0)[0] if same else INFINITE)
    return dict(worst)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--disable", choices=["constraint", "contact"])
    a = ap.parse_args()
    worst, count = {}, 0
    for path, found in for_each(errors, model_paths(a), a.jobs, a.disable):
        count += found is not None
        for name, e in (found or {}).items():
            if e > worst.get(name, (-1.0,))[0]:
                worst[name] = (e, path)
    print(f"{count} models")
    for name, (e, path) in sorted(worst.items(), key=lambda item: -item[1][0]):
        print(f"{name:22} {e:9.1e}  {pathlib.Path(path).name if e else ''}")


if __name__ == "__main__":
    main()
