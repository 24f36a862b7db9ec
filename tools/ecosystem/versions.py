"""Which versions of the packages around MuJoCo run on ferrodyn, found out by running them.

    python -m tools.ecosystem.versions --wheel target/wheels/ferrodyn-*.whl [--only NAME ...] [--folder KEEP]
                      [--base ENVIRONMENT] [--page docs/versions.md]

For each package of `version_programs.py`: a virtual environment of its own, the pinned packages,
the wheel, and a small real program in it, unmodified, with FERRODYN_COMPAT=1. The row of the table
says how it ended and how long it took, imports and compilation by JAX included. A program that ends
well but has used mujoco itself counts as failed. Rows called "newest" are releases that ask for a
later MuJoCo than 3.8.0; they may fail.

Learners, in `learner_programs.py`, get their environments from ferrodyn by an id or a line, without FERRODYN_COMPAT;
theirs is a table of its own. A program of theirs that ends well without ferrodyn counts as failed.

With --folder the environments are kept and used again; with --base packages of another environment are visible in
them (torch is large); with --page rows of packages that did not run this time stay. JAX runs on the processor.
"""

import argparse
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time
import venv

from tools.docs import sections
from tools.ecosystem.learner_programs import LEARNERS
from tools.ecosystem.version_programs import PACKAGES

HEADER = "| package | result | s | versions | program |\n|---|---|---|---|---|"

CHECK = """
import mujoco
assert mujoco.MjModel.__module__ == "ferrodyn", "the program used mujoco itself"
"""

# a learner trains on batches of ferrodyn
CHECK_LEARNER = """
import sys
assert "ferrodyn.batch" in sys.modules, "the program did not use ferrodyn"
"""


def prepare(package, folder, base=None):
    """The Python of an environment with the pinned packages, and those of a base beside them."""
    place = folder / package.name.replace(", ", "-")
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = place / "installed.txt"
    pins = "\n".join([*package.pins, str(base)] if base else package.pins)
    if not done.exists() or done.read_text() != pins:
        venv.create(place, with_pip=True, clear=True)
        if base:
            (packages_of(place) / "base.pth").write_text(f"{packages_of(base)}\n")
        pip(python, "install", *package.pins)
        done.write_text(pins)
    return python


def packages_of(place):
    """Where an environment has its packages."""
    found = [*place.glob("lib/python3*/site-packages"), *place.glob("Lib/site-packages")]
    if not found:
        raise RuntimeError(f"{place} is no environment")
    return found[0].resolve()


def pip(python, *arguments):
    """Runs pip; what it printed."""
    command = [python, "-m", "pip", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        last = run.stderr.strip().splitlines()[-1:] or ["failed"]
        raise RuntimeError(f"pip: {last[0]}")
    return run.stdout


def versions(package, python):
    """The versions of what was pinned and of what matters beside it."""
    lines = (line.split("==") for line in pip(python, "list", "--format=freeze").split())
    installed = {normal(name): version for name, version in lines}
    names = [re.split(r"[\[=]", pin)[0] for pin in package.pins if "==" in pin]
    names += [name for name in package.beside if name not in names]
    return ", ".join(f"{name} {installed.get(normal(name), '?')}" for name in names)


def normal(name):
    """A name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def execute(package, python, folder, timeout):
    """Runs the program: how it ended, and seconds."""
    program = folder / "program.py"
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    environment.pop("FERRODYN_COMPAT", None)
    if package in LEARNERS:
        program.write_text(package.program + CHECK_LEARNER)
    else:
        program.write_text(package.program + CHECK)
        environment["FERRODYN_COMPAT"] = "1"
    start = time.perf_counter()
    try:
        run = subprocess.run([python, program], env=environment, cwd=folder, text=True,
                             capture_output=True, timeout=timeout, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"did not end in {timeout} s", timeout
    seconds = time.perf_counter() - start
    result = "works" if run.returncode == 0 else problem(run.stderr)
    return result + warning(run.stderr), seconds


def warning(text):
    """What the switch has warned of, as the end of a cell."""
    found = re.search(r"RuntimeWarning: .* (expects mujoco >= [\d.]+)", text)
    return f"; warned: {found[1]}" if found else ""


def problem(text):
    """The last line of a traceback, as a cell of a table."""
    lines = [line for line in text.strip().splitlines() if line and not line[0].isspace()]
    return "fails: " + (lines or ["no message"])[-1].replace("|", "/")[:200]


def row(package, wheel, folder, timeout, base=None):
    """The row of a package."""
    name, what = package.name, package.what
    try:
        python = prepare(package, folder, base)
        pip(python, "install", "--force-reinstall", "--no-deps", str(wheel))
        found = versions(package, python)
    except RuntimeError as error:
        return f"| {name} | cannot be installed: {error} | | {', '.join(package.pins)} | {what} |"
    result, seconds = execute(package, python, folder, timeout)
    return f"| {name} | {result} | {seconds:.0f} | {found} | {what} |"


def merged(before, rows, packages=PACKAGES):
    """A table with new rows, and those of a former one for packages that have none."""
    former = {key(line): line for line in before.splitlines() if line.startswith("| ")}
    every = {**former, **{key(line): line for line in rows}}
    ordered = [every[package.name] for package in packages if package.name in every]
    return "\n".join([HEADER, *ordered])


def key(line):
    """The package of a row."""
    return line.split("|")[1].strip()


def main(arguments=None):
    """Prints the table; 1 if a program failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wheel", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="+", help="names of packages")
    parser.add_argument("--folder", type=pathlib.Path, help="where environments are kept")
    parser.add_argument("--base", type=pathlib.Path, help="an environment whose packages are used, too")
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for a program")
    sections.add_argument(parser)
    options = parser.parse_args(arguments)
    chosen = [p for p in (*PACKAGES, *LEARNERS) if not options.only or p.name in options.only]
    if not chosen or not options.wheel.exists():
        sys.exit("nothing to run: no package of that name, or no such wheel")

    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        rows = []
        for package in chosen:
            rows.append(row(package, options.wheel.resolve(), folder, options.timeout, options.base))
            print(rows[-1], flush=True)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    if options.page:
        for name, packages in (("versions", PACKAGES), ("learners", LEARNERS)):
            before = options.page.read_text(encoding="utf-8").partition(f"<!-- {name} -->")[2]
            sections.write(options.page, name, merged(before.partition("<!-- end -->")[0], rows, packages))
    # newest releases are there to show what happens
    return 0 if all("| works" in line or ", newest" in line for line in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
