"""The largest relative error of every field of mjData over many models, against MuJoCo 3.8.0.

    python -m tools.compare.field_errors [--disable constraint] [--only SUBSTRING] [--jobs 2] [MODEL_OR_FOLDER ...]

Takes the models of the conformance judge by default and visits the states it visits. An error is
relative to the largest entry of the field (absolute below 1). Prints a table, largest first.
"""
import argparse
import collections
import pathlib

from tools.corpus import add_arguments, for_each, load_both, load_judge, model_paths


def errors(path, disable):
    """Field to largest error over the states of a model; None if a side refuses the model."""
    import ferrodyn
    import mujoco

    judge, models = load_judge(), load_both(path)
    if models is None:
        return None
    for m in models:
        if disable:
            m.opt.disableflags |= int(mujoco.mjtDisableBit[f"mjDSBL_{disable.upper()}"])
        judge.converge(m)
    worst = collections.defaultdict(float)
    for _, state in judge.sample_states(mujoco, models[0]):
        data = []
        for engine, m in zip((mujoco, ferrodyn), models):
            d = engine.MjData(m)
            judge.set_state(d, state)
            engine.mj_forward(m, d)
            data.append(d)
        for name, value in judge.numeric_fields(data[0], judge.SKIP_DATA).items():
            worst[name] = max(worst[name], judge.error(value, getattr(data[1], name))[0])
    return dict(worst)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--disable", choices=["constraint", "contact"])
    a = ap.parse_args()
    worst, count = {}, 0
    for path, found in for_each(errors, model_paths(load_judge(), a), a.jobs, a.disable):
        count += found is not None
        for name, e in (found or {}).items():
            if e > worst.get(name, (-1.0,))[0]:
                worst[name] = (e, path)
    print(f"{count} models")
    for name, (e, path) in sorted(worst.items(), key=lambda item: -item[1][0]):
        print(f"{name:22} {e:9.1e}  {pathlib.Path(path).name if e else ''}")


if __name__ == "__main__":
    main()
