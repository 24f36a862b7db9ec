#!/usr/bin/env python3
"""The largest relative error of every field of mjData over many models, against MuJoCo 3.8.0.

    tools/field_errors.py [--disable constraint] [--only SUBSTRING] [--jobs 2] [MODEL_OR_FOLDER ...]

Takes the models of the conformance judge by default and visits the states it visits. An error is
relative to the largest entry of the field (absolute below 1). Prints a table, largest first.
"""
import argparse
import collections
import concurrent.futures
import importlib.util
import multiprocessing
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = pathlib.Path(os.environ.get("FERRODYN_CORPUS") or ROOT.parent / "shared" / "corpus")


def load_judge():
    """The conformance judge, as a module."""
    path = CORPUS.parent / "judge" / "conformance.py"
    if not path.exists():
        sys.exit(f"no judge at {path}; set FERRODYN_CORPUS to the corpus beside it")
    spec = importlib.util.spec_from_file_location("judge", path)
    judge = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    return judge


def errors(path, disable):
    """Field to largest error over the states of a model; None if a side refuses the model."""
    import ferrodyn
    import mujoco

    judge = load_judge()
    try:
        models = mujoco.MjModel.from_xml_path(path), ferrodyn.MjModel.from_xml_path(path)
    except (ValueError, NotImplementedError):
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
    ap.add_argument("models", nargs="*", help="files or folders; the whole corpus by default")
    ap.add_argument("--disable", choices=["constraint", "contact"])
    ap.add_argument("--only", default="")
    ap.add_argument("--jobs", type=int, default=2)
    a = ap.parse_args()
    judge = load_judge()
    paths = []
    for p in map(pathlib.Path, a.models or judge.default_models()):
        paths += [p] if p.is_file() else sorted(x for x in p.rglob("*") if x.suffix in (".xml", ".urdf"))
    paths = [str(p) for p in paths if a.only in str(p) and judge.is_model(p)]

    worst, count = {}, 0
    with concurrent.futures.ProcessPoolExecutor(a.jobs, multiprocessing.get_context("spawn")) as pool:
        jobs = {pool.submit(errors, path, a.disable): path for path in paths}
        for done, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            print(f"\r{done}/{len(paths)}", end="", file=sys.stderr, flush=True)
            found = job.result()
            count += found is not None
            for name, e in (found or {}).items():
                if e > worst.get(name, (-1.0,))[0]:
                    worst[name] = (e, jobs[job])
    print(file=sys.stderr)
    print(f"{count} models")
    for name, (e, path) in sorted(worst.items(), key=lambda item: -item[1][0]):
        print(f"{name:22} {e:9.1e}  {pathlib.Path(path).name if e else ''}")


if __name__ == "__main__":
    main()
