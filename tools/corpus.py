"""What the tools share: the conformance judge, its models, and running a function over all of them."""

import concurrent.futures
import importlib.util
import multiprocessing
import os
import pathlib
import sys

from tools import ROOT

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


def add_arguments(parser):
    """The arguments that choose models and processes."""
    parser.add_argument("models", nargs="*", help="files or folders; the whole corpus by default")
    parser.add_argument("--only", default="", help="part of the paths to take")
    parser.add_argument("--skip", default=[], nargs="+", help="parts of paths to leave out")
    parser.add_argument("--jobs", type=int, default=2)


def model_paths(judge, arguments):
    """The models that the arguments choose."""
    paths = []
    for p in map(pathlib.Path, arguments.models or judge.default_models()):
        paths += [p] if p.is_file() else sorted(x for x in p.rglob("*") if x.suffix in (".xml", ".urdf"))
    wanted = (p for p in paths if arguments.only in str(p) and not any(s in str(p) for s in arguments.skip))
    return [str(p) for p in wanted if judge.is_model(p)]


def find_model(name):
    """The file of a name like "menagerie/unitree_go1/scene.xml"; None where the corpus is not."""
    if not (CORPUS.parent / "judge" / "conformance.py").exists():
        return None
    try:
        judge = load_judge()
    except ModuleNotFoundError as error:
        print(f"models of the corpus are found by the judge, which needs {error.name}", file=sys.stderr)
        return None
    folders = (pathlib.Path(folder).parent for folder in judge.default_models())
    return next((folder / name for folder in folders if (folder / name).exists()), None)


def load_both(path):
    """The model in MuJoCo and in ferrodyn; None if a side refuses it."""
    import ferrodyn
    import mujoco

    try:
        return mujoco.MjModel.from_xml_path(path), ferrodyn.MjModel.from_xml_path(path)
    except (ValueError, NotImplementedError):
        return None


def for_each(function, paths, jobs, *arguments):
    """Path and result of the function for every path, in the order in which they are done."""
    with concurrent.futures.ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(function, path, *arguments): path for path in paths}
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                print(f"\r{done}/{len(paths)}", end="", file=sys.stderr, flush=True)
                yield futures[future], future.result()
        finally:
            # after an error or Ctrl-C, do not work through the rest
            pool.shutdown(cancel_futures=True)
    print(file=sys.stderr)
