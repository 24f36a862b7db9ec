"""Runs the tests of the installed mujoco package on ferrodyn, unmodified.

    python -m tools.ecosystem.mujoco_tests [--only bindings,specs,rollout,minimize,sysid] [--verbose]

The files are those of the installed package, never copies; they run through `ferrodyn.compat`.
Prints passed of collected for each file, and each failure with the first line of its error. Fails
when less than 95 % pass, one of `sysid` does not, or a file cannot be run whole. Tests that draw are
left out, by name.

Needs mujoco[sysid]==3.8.0 (for its tests and data), pytest, absl-py and etils[epath]. Without the
packages of the extra, `sysid` is skipped with a message.
"""

import argparse
import collections
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ENOUGH = 0.95
FILES = ("bindings", "specs", "rollout", "minimize", "sysid")
# all of these must pass: plain Python, which has no excuse to differ
WHOLE = ("sysid",)
# what the extra `sysid` installs and its tests import
NEEDED = ("colorama", "imageio", "jinja2", "matplotlib", "plotly", "scipy", "tabulate", "yaml")
# these draw, or fill the list of things to draw
EXCLUDED = ("test_mjv_scene",)
INCOMPLETE = "(the file)"

Outcome = collections.namedtuple("Outcome", "file test error skipped", defaults=[False])


def place(folder, name):
    """The file of tests, or the folder of those of a part of the package."""
    part = folder / name / "tests"
    return part if part.is_dir() else folder / f"{name}_test.py"


def missing(name):
    """Packages that tests need and that are not installed."""
    wanted = NEEDED if name == "sysid" else ()
    return [package for package in wanted if importlib.util.find_spec(package) is None]


def run(folder, name, verbose):
    """Runs one file; the outcome of each test."""
    with tempfile.TemporaryDirectory() as temporary:
        report = pathlib.Path(temporary) / "report.xml"
        options = ["-q", "-p", "no:cacheprovider", "--tb=short", f"--junitxml={report}"]
        excluded = " and ".join(f"not {test}" for test in EXCLUDED)
        command = [sys.executable, "-m", "ferrodyn.compat", "-m", "pytest", *options]
        command += ["-k", excluded, str(place(folder, name))]
        done = subprocess.run(command, cwd=temporary, capture_output=True, text=True, check=False)
        if verbose:
            print(done.stdout)
        if not report.exists():
            return [Outcome(name, INCOMPLETE, f"no report: {done.stderr[-300:]}")]
        cases = ElementTree.parse(report).iter("testcase")
        outcomes = [Outcome(name, case.get("name"), *problem(case)) for case in cases]
    # 1 says that tests failed; anything else that not all of them were run
    if done.returncode not in (0, 1):
        outcomes.append(Outcome(name, INCOMPLETE, f"pytest ended with {done.returncode}"))
    return outcomes


def problem(case):
    """The first line of the error of a test, None if it passed; whether it skips itself."""
    for tag in ("failure", "error", "skipped"):
        found = case.find(tag)
        if found is not None:
            lines = (found.get("message") or tag).strip().splitlines() or [tag]
            # of a file that cannot be imported, only the traceback says why
            why = [line[2:].strip() for line in (found.text or "").splitlines() if line[:2] == "E "]
            return why[-1] if tag == "error" and why else lines[0], tag == "skipped"
    return None, False


def summary(label, outcomes):
    """Prints passed of those that do not skip themselves; their share."""
    passed = sum(o.error is None for o in outcomes)
    skipped = sum(o.skipped for o in outcomes)
    counted = len(outcomes) - skipped
    share = passed / max(1, counted)
    text = f"{label:20} {passed:4d} of {counted:4d}, {share:6.1%}"
    print(text + (f", {skipped} skip themselves" if skipped else ""), flush=True)
    return share


def main():
    """Prints the table; 1 if too few tests pass."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default=",".join(FILES), help="names of files, with commas")
    parser.add_argument("--verbose", action="store_true", help="show what pytest prints")
    options = parser.parse_args()

    spec = importlib.util.find_spec("mujoco")
    if spec is None:
        sys.exit("mujoco is not installed: pip install mujoco==3.8.0")
    folder = pathlib.Path(spec.origin).parent
    outcomes = []
    names = options.only.split(",")
    for name in names:
        if absent := missing(name):
            print(f"SKIPPED: tests of {name}, which need {', '.join(absent)}: pip install mujoco[{name}]")
            continue
        found = run(folder, name, options.verbose)
        summary(place(folder, name).relative_to(folder).as_posix(), found)
        outcomes += found

    if not outcomes:
        return 0
    share = summary("all", outcomes)
    for outcome in outcomes:
        if outcome.error is not None and not outcome.skipped:
            print(f"  {outcome.file} {outcome.test}: {outcome.error[:160]}")
    return 0 if enough(outcomes, share) else 1


def enough(outcomes, share):
    """Whether as many pass as must: most, all of some files, and no file is left in the middle."""
    whole = all(outcome.test != INCOMPLETE for outcome in outcomes)
    strict = (o for o in outcomes if o.file in WHOLE and not o.skipped)
    return whole and share >= ENOUGH and all(o.error is None for o in strict)


if __name__ == "__main__":
    sys.exit(main())
