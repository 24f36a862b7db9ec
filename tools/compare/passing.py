"""Hold the models that passed against a table that the conformance judge wrote.

    python -m tools.compare.passing OUT.csv            fail if a listed model no longer passes
    python -m tools.compare.passing --update OUT.csv   add the models that pass now to the list
    python -m tools.compare.passing --stages forward,steps --list LIST OUT.csv    only these stages

The list is conformance/passing.txt by default: one path a line, sorted, relative to the corpus or to the
cache into which the judge unpacks its archives. A model passes if every stage that was judged (of
those asked for) is ok. Updating only adds: a model that is meant to fail from now on is taken out by hand.
"""

import argparse
import csv
import os
import pathlib
import sys

from tools import ROOT
from tools.corpus import CORPUS

LIST = ROOT / "conformance" / "passing.txt"


def cache():
    """Where the judge unpacks the archives of the corpus."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "ferrodyn-corpus"


def relative(path, roots):
    """The path below the first root that holds it, with forward slashes; else the path itself."""
    path = pathlib.Path(path).resolve()
    for root in roots:
        if path.is_relative_to(root.resolve()):
            return path.relative_to(root.resolve()).as_posix()
    return path.as_posix()


def verdict(row, only=()):
    """None if the model passes, otherwise the first stage that failed and why."""
    stages = {k: v for k, v in row.items() if k in only or (not only and k not in ("path", "reference"))}
    for stage, result in stages.items():
        if result not in ("ok", "-"):
            return f"{stage}: {result}"
    return None if "ok" in stages.values() else "no stage was judged"


def read_list(path):
    if not path.exists():
        return []
    lines = (line.split("#")[0].strip() for line in path.read_text().splitlines())
    return [line for line in lines if line]


def write_list(path, models):
    header = [line for line in path.read_text().splitlines() if line.startswith("#")] if path.exists() else []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*header, *sorted(models)]) + "\n")


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("table", help="what conformance.py --csv wrote")
    ap.add_argument("--update", action="store_true", help="add what passes to the list")
    ap.add_argument("--corpus", default=CORPUS)
    ap.add_argument("--list", type=pathlib.Path, default=LIST, help="conformance/passing.txt by default")
    ap.add_argument("--stages", default="", help="judge only these, comma-separated; all by default")
    a = ap.parse_args(argv)

    roots = [pathlib.Path(a.corpus), cache()]
    stages = [stage for stage in a.stages.split(",") if stage]
    with open(a.table, newline="") as f:
        judged = {relative(row["path"], roots): verdict(row, stages) for row in csv.DictReader(f)}
    passing = {path for path, why in judged.items() if why is None}
    listed = read_list(a.list)
    new = sorted(passing - set(listed))
    print(f"{len(passing)} of {len(judged)} models pass, {len(listed)} are listed in {a.list.name}")

    if a.update:
        write_list(a.list, passing | set(listed))
        print(f"added {len(new)} models")
    elif new:
        print(f"{len(new)} more pass than are listed, such as {new[0]}; to add them:")
        print(f"    python -m tools.compare.passing --update {a.table}")

    lost = [path for path in listed if path not in passing]
    for path in lost:
        print(f"NO LONGER PASSES {path}: {judged.get(path, 'it was not judged')}", file=sys.stderr)
    if lost:
        print(f"{len(lost)} listed models no longer pass", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
