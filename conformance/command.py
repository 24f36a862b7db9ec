"""The command: chooses models, compares them, writes the report.

Exit status: 0 if everything that must pass passes, 1 if not, 2 if nothing could be compared, 130 after Ctrl-C.
"""

import argparse
import os
import pathlib
import sys
import time

from conformance import fetch, report
from conformance.expected import hold, read_known
from conformance.models import Model, find_models
from conformance.pool import EngineMissing, run
from conformance.progress import Progress
from conformance.result import ModelResult, totals
from conformance.sources import SOURCES
from conformance.summary import Summary


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    ap = argparse.ArgumentParser(prog="python -m conformance", description="Compares an engine with MuJoCo 3.8.0.")
    ap.add_argument("--engine", default="ferrodyn", help="module with MuJoCo's Python API (ferrodyn)")
    ap.add_argument("--models", nargs="+", metavar="PLACE", help="files and folders of models (FERRODYN_CORPUS); "
                    "without, the pinned models of MuJoCo and Menagerie are fetched once")
    ap.add_argument("--sets", default="mujoco,menagerie", help="which of the pinned ones (mujoco,menagerie)")
    ap.add_argument("--mirror", default=os.environ.get("FERRODYN_CONFORMANCE_MIRROR", ""),
                    help="folder or address with their archives (FERRODYN_CONFORMANCE_MIRROR)")
    ap.add_argument("--cache", type=pathlib.Path, default=fetch.cache_folder(), help="where fetched models are kept")
    ap.add_argument("--only", default="", help="part of the names of the models to take")
    ap.add_argument("--out", type=pathlib.Path, default=pathlib.Path("conformance-report"), help="where reports go")
    ap.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one per core)")
    ap.add_argument("--seconds", type=float, default=600, help="time limit for one model (600)")
    ap.add_argument("--list", action="store_true", help="print the names of the models and end")
    return ap


def places_of(arguments: argparse.Namespace) -> list[tuple[str, pathlib.Path]]:
    """What to call the places of models in the report, and where they are."""
    given = arguments.models or [place for place in [os.environ.get("FERRODYN_CORPUS")] if place]
    if given:
        return [(pathlib.Path(place).resolve().name, pathlib.Path(place)) for place in given]
    wanted = arguments.sets.split(",")
    unknown = set(wanted) - {source.name for source in SOURCES}
    if unknown:
        raise fetch.FetchError(f"no set {', '.join(sorted(unknown))}; there are: "
                               f"{', '.join(source.name for source in SOURCES)}")
    return [(f"{source.name} {source.version}", fetch.fetch(source, arguments.cache, arguments.mirror, tell))
            for source in SOURCES if source.name in wanted]


def tell(text: str) -> None:
    """Says something to whoever watches."""
    print(text, file=sys.stderr, flush=True)


def compare(models: list[Model], arguments: argparse.Namespace, results: list[ModelResult]) -> bool:
    """Fills the results; False if it was interrupted."""
    progress = Progress(len(models))
    try:
        for result in run(models, arguments.engine, max(1, arguments.jobs), arguments.seconds):
            results.append(result)
            progress.add(result.name, bool(result.failing()))
    except KeyboardInterrupt:
        return False
    finally:
        progress.close()
    return True


def main(argv: list[str] | None = None) -> int:
    """Runs the command."""
    arguments = parser().parse_args(argv)
    try:
        places = places_of(arguments)
        models = find_models([place for _, place in places], arguments.cache)
    except (fetch.FetchError, FileNotFoundError) as error:
        tell(f"no models: {error}")
        return 2
    except KeyboardInterrupt:
        return 130
    models = [model for model in models if arguments.only in model.name]
    if not models:
        named = f" with {arguments.only!r} in its name" if arguments.only else ""
        tell(f"no models: nothing there is MJCF or URDF{named}")
        return 2
    if arguments.list:
        print("\n".join(model.name for model in models))
        return 0

    results: list[ModelResult] = []
    began = time.monotonic()
    try:
        whole = compare(models, arguments, results)
    except EngineMissing as error:
        tell(f"nothing was compared: {error}")
        return 2
    summary = Summary(arguments.engine, [name for name, _ in places], len(models), time.monotonic() - began, results,
                      hold(results, read_known()), interrupted=not whole)
    written = report.write(summary, arguments.out)
    print_outcome(summary, written)
    return 130 if summary.interrupted else 0 if summary.holds() else 1


def print_outcome(summary: Summary, written: list[pathlib.Path]) -> None:
    """The outcome for a terminal or a log."""
    for name, stages in summary.expectation.unexpected.items():
        result = next(r for r in summary.results if r.name == name)
        print(f"FAILS {name}: {stages[0]}: {result.why(stages[0])}")
    for name in summary.expectation.mended:
        print(f"passes now, though differences.txt lists it: {name}")
    print(", ".join(f"{stage} {passing}/{of}" for stage, (passing, of) in totals(summary.results).items()))
    print(f"{summary.headline()} {summary.facts['duration']}.")
    print("report: " + ", ".join(map(str, written)))
