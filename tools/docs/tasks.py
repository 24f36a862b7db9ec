"""The tasks of a robotics engineer in Rust, `trials/tasks`: builds the programs, runs them on public models, compares what they print.

    python -m tools.docs.tasks [--release] [--only NAME ...]

The status is 1 if a program fails or prints something else. Without --release steps are some twenty times slower, and the task with
many environments takes fewer. docs/trials.md says how long writing them took, and what was looked up.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

from tools import ROOT, corpus

CRATE = ROOT / "trials" / "tasks"
UR5E = "menagerie/universal_robots_ur5e/ur5e.xml"
GRIPPER = "menagerie/robotiq_2f85/2f85.xml"
GO1 = "menagerie/unitree_go1/scene.xml"
# program, models, what it prints
TASKS = {
    "first": ([UR5E], r"-?\d\.\d+ m"),
    "torque_loop": ([UR5E], r"0 allocations, error at most \d\.\de-\d+ rad"),
    "reach": ([UR5E], r"Converged within \de-\d+ m, the arm misses by 0\.0\d+ m"),
    "learn": ([GO1], r"\d+ falls, -?\d\.\d+ reward in a step"),
    "scene": ([UR5E, GRIPPER], r"\d+ bodies, \d+ joints, \d+ contacts with the table\n1\.00\d s, \d+ bodies, pan -?\d\.\d+ rad"),
    "renderer": ([GO1], r"\d+ meshes, \d+ corners; \d+ geoms, \d+ with meshes, lowest -?\d\.\d+ m(\n.*)*"),
    "same_bits": ([UR5E], r"29 hashes, 0 differ"),
}
# what these are told to do less of without optimization
FEWER = {"learn": ["20"]}


def lines(name):
    """How many lines of a program are neither empty nor comments."""
    text = (CRATE / "src" / "bin" / f"{name}.rs").read_text(encoding="utf-8")
    return sum(bool(line.strip()) and not line.lstrip().startswith("//") for line in text.splitlines())


def build(release):
    """The folder of the programs, with the versions that are locked for the checkout."""
    (CRATE / "Cargo.lock").write_bytes((ROOT / "Cargo.lock").read_bytes())
    subprocess.run(["cargo", "build", "--quiet", *(["--release"] if release else [])], cwd=CRATE, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or CRATE / "target")
    return target / ("release" if release else "debug")


def complaint(program, arguments, wanted):
    """What is wrong with a run, if anything."""
    run = subprocess.run([program, *arguments], capture_output=True, text=True)
    print(run.stdout + run.stderr, end="", flush=True)
    if run.returncode:
        return f"it ended with {run.returncode}"
    return None if re.fullmatch(wanted, run.stdout.strip()) else f"it printed {run.stdout!r}, not {wanted}"


def main():
    """Runs the tasks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--only", nargs="+", choices=TASKS, help="these tasks")
    a = parser.parse_args()
    folder, failed = build(a.release), 0
    for name in a.only or TASKS:
        names, wanted = TASKS[name]
        models = [corpus.find_model(model) for model in names]
        if None in models:
            print(f"SKIPPED {name}: no {names[models.index(None)]}: {corpus.MISSING}")
            continue
        print(f"{name}, {lines(name)} lines")
        fewer = [] if a.release else FEWER.get(name, [])
        if why := complaint(folder / name, [*models, *fewer], wanted):
            print(f"{name}: {why}")
            failed = 1
    sys.exit(failed)


if __name__ == "__main__":
    main()
