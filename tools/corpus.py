"""What the tools share: where models are, and running a function over many of them."""

import concurrent.futures
import functools
import multiprocessing
import os
import pathlib
import sys

from conformance import fetch, models
from conformance.sources import SOURCES
from tools import ROOT

CORPUS = pathlib.Path(os.environ.get("FERRODYN_CORPUS") or ROOT.parent / "shared" / "corpus")
MISSING = "`python -m conformance` fetches the models, or FERRODYN_CORPUS names a folder that holds them"


def tell(words):
    """Says something to whoever watches."""
    print(words, file=sys.stderr, flush=True)


@functools.cache
def folders(fetches=False):
    """The folders that hold models under names like "menagerie/unitree_go1/scene.xml".

    They are the corpus, with its archives unpacked into the cache, or else what `python -m conformance` has fetched;
    with `fetches`, they are fetched if they are not there.
    """
    cache = fetch.cache_folder()
    if CORPUS.is_dir():
        return [CORPUS, *(models.unpacked(archive, cache) for archive in models.archives_of(CORPUS))]
    if fetches:
        mirror = os.environ.get("FERRODYN_CONFORMANCE_MIRROR", "")
        return [fetch.fetch(source, cache, mirror, tell) for source in SOURCES]
    return [place for place in (fetch.place_of(source, cache) for source in SOURCES) if place.exists()]


def find_model(name, fetches=False):
    """The file of a name like "menagerie/unitree_go1/scene.xml"; None where it is not."""
    return next((folder / name for folder in folders(fetches) if (folder / name).exists()), None)


def add_arguments(parser):
    """The arguments that choose models and processes."""
    parser.add_argument("models", nargs="*", help="files or folders; all models that are there by default")
    parser.add_argument("--only", default="", help="part of the paths to take")
    parser.add_argument("--skip", default=[], nargs="+", help="parts of paths to leave out")
    parser.add_argument("--jobs", type=int, default=2)


def model_paths(arguments):
    """The models that the arguments choose."""
    places = arguments.models or folders()
    if not places:
        sys.exit(f"no models: {MISSING}")
    paths = []
    for p in map(pathlib.Path, places):
        paths += [p] if p.is_file() else sorted(x for x in p.rglob("*") if x.suffix in (".xml", ".urdf"))
    wanted = (p for p in paths if arguments.only in str(p) and not any(s in str(p) for s in arguments.skip))
    return [str(p) for p in wanted if models.is_model(p)]


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
