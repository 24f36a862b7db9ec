"""What a release of MuJoCo changed against an older one: lists, results on models, and which release did it.

    python -m tools.follow.release report [--out FILE] OLD NEW [MODEL_OR_FOLDER ...]
    python -m tools.follow.release lists RELEASE FOLDER
    python -m tools.follow.release bisect OLD NEW MODEL_OR_FOLDER ...

`report` downloads both releases, lists what they declare, lets each make something of every model of the corpus, and
writes what differs: declarations with the release that brought them, models by stage and field, and the part of the
changelog. What a release made is kept, so with `--minutes` a long run is done in pieces; status 3 says that models are
left. `bisect` says for each model in which release a stage changed first and last. Releases are child processes, and
nothing is installed; models run in processes of their own. Needs numpy, pip, and Linux or macOS.
"""

import argparse
import collections
import contextlib
import pathlib
import re
import subprocess
import sys
import time

from tools.corpus import add_arguments, model_paths
from tools.follow import compare, differences, wheels

LEFT = 3
"""Status of a run that models are left of."""


def lists(release):
    """The folder with the lists of a release, which are made once."""
    folder = wheels.cache() / "lists" / release
    if not folder.exists():
        part = folder.with_name(f"{release}.part")
        wheels.run(release, "tools.follow.lists", part)
        part.rename(folder)
    return folder


def made(release, paths, arguments, folder=None):
    """The folder of what a release makes of models, and whether all are there."""
    folder = folder or wheels.cache() / "models" / release
    options = ["--seconds", arguments.seconds, "--minutes", arguments.minutes, "--jobs", arguments.jobs]
    try:
        wheels.run(release, "tools.follow.dump", *options, folder, *paths)
    except subprocess.CalledProcessError as error:
        if error.returncode != LEFT:
            raise
        return folder, False
    return folder, True


def changelog(old, new):
    """The changelog from a release on, as the newer one ships it; nothing where it ships none."""
    with contextlib.suppress(OSError):
        text = (wheels.site(new) / "mujoco" / "doc" / "changelog.rst").read_text(encoding="utf-8")
        sections = re.split(r"(?m)^(?=Version \d+\.\d+\.\d+ \()", text)
        wanted = [s for s in sections if (v := re.match(r"Version ([\d.]+)", s)) and wheels.parts(v[1]) > wheels.parts(old)]
        return "".join(wanted).strip().splitlines()
    return []


def report(arguments):
    """Writes everything that differs between two releases."""
    start, old, new = time.perf_counter(), arguments.old, arguments.new
    between = wheels.releases_between(old, new)[1:-1]
    declared, count = differences.page([lists(old), *map(lists, between), lists(new)])
    listed = time.perf_counter() - start
    paths = model_paths(arguments)
    folders, whole = zip(*(made(release, paths, arguments) for release in (old, new)))
    if not all(whole):
        return LEFT
    wanted = set(paths)
    compared = [c for c in compare.compare_folders(*folders) if c.path in wanted]
    lines = [f"# MuJoCo {old} to {new}", "", f"{count} declarations differ. What both make of {len(compared)} models:", ""]
    lines += [*compare.page(compared), "", *declared]
    if text := changelog(old, new):
        lines += ["## Changelog", "", "```rst", *text, "```"]
    write(arguments.out, lines)
    took = time.perf_counter() - start
    print(f"lists {listed:.0f} s; in all {took:.0f} s in this run", file=sys.stderr)
    return 0


def bisect(arguments):
    """Writes for each model in which release each stage changed, and the fields that changed most."""
    paths = model_paths(arguments)
    releases = wheels.releases_between(arguments.old, arguments.new)
    folders, whole = zip(*(made(release, paths, arguments) for release in releases))
    if not all(whole):
        return LEFT
    lines = [f"# Models from {arguments.old} to {arguments.new}", "", "| model | release | what changed |", "|---|---|---|"]
    counts = collections.Counter()
    for path in paths:
        for before, after, release in zip(folders, folders[1:], releases[1:]):
            result = compare.compare(*(compare.read(compare.file_of(folder, path)) for folder in (before, after)))
            what = result.load if result.load in ("new refuses", "old refuses", "not compared") else ""
            for stage, fields in result.differing.items():
                named = ", ".join(f"`{name}` {apart:.0e}" for name, apart in list(fields.items())[:4])
                what += f"{'; ' if what else ''}{stage}: {named}"
            if what:
                counts[release] += 1
                lines.append(f"| {compare.short(path)} | {release} | {what} |")
    lines += ["", ", ".join(f"{release}: {counts[release]} models" for release in releases[1:])]
    write(arguments.out, lines)
    return 0


def write(out, lines):
    """Writes lines into a file, or prints them."""
    text = "\n".join(lines) + "\n"
    if out:
        out.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = ap.add_subparsers(dest="command", required=True)
    for name in ("report", "bisect"):
        command = commands.add_parser(name)
        command.add_argument("old")
        command.add_argument("new")
        command.add_argument("--out", type=pathlib.Path)
        command.add_argument("--seconds", type=int, default=10, help="of processor for a model")
        command.add_argument("--minutes", type=float, default=1e9, help="for a release; then the run ends with status 3")
        add_arguments(command)
    command = commands.add_parser("lists")
    command.add_argument("release")
    command.add_argument("folder", type=pathlib.Path)
    a = ap.parse_args(argv)
    if a.command == "lists":
        wheels.run(a.release, "tools.follow.lists", a.folder.resolve())
        return 0
    return (report if a.command == "report" else bisect)(a)


if __name__ == "__main__":
    raise SystemExit(main())
