"""Instructions of a step of ten models, counted by valgrind: a figure of speed that no busy machine disturbs.

    python -m tools.speed.instructions                count and show beside conformance/instructions.json
    python -m tools.speed.instructions --check        fail if a model takes over 3 % more than the file says
    python -m tools.speed.instructions --update       count and write the file

Each model is stepped by `ferrodyn bench --bare`, and only what happens in its loop of steps is counted:
loading is left out, whose threads and hash tables do not take the same path twice. Two runs differ by about
0.1 %. Valgrind knows instructions up to AVX2, and the engine uses the best that it finds: the count is that
of a machine with AVX2 and without AVX-512. A machine without AVX2 counts otherwise and is told so. Models
of the corpus are left out where it is not there. The counts also depend on the compiler, which the file names.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

from tools import ROOT, corpus

FILE = ROOT / "conformance" / "instructions.json"
# those of the repository are in every clone
OURS = ["models/physics/pile.xml", "models/physics/pile_elliptic.xml", "models/physics/gripper.xml",
        "models/physics/hulls.xml", "models/physics/swimmer_implicit.xml"]
CORPUS = ["mujoco/model/humanoid/humanoid.xml", "mujoco/model/cube/cube_3x3x3.xml",
          "menagerie/unitree_go1/scene.xml", "menagerie/agility_cassie/scene.xml",
          "menagerie/universal_robots_ur5e/scene.xml"]
STEPS = 100
# the loop of steps; the star stands for what compilers add to names
LOOP = "ferrodyn_cli::bench::measure::Bench::round*"
TOLERANCE = 0.03


def why_unable():
    """What this machine lacks; None if it can count."""
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "AMD64"):
        return "instructions are counted on Linux on x86-64 only"
    if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text():
        return "this machine has no AVX2: its counts are not those of the file"
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    return None


def build():
    """The release build of the command."""
    run = subprocess.run(["cargo", "build", "--release", "--locked", "-p", "ferrodyn-cli", "--message-format", "json"],
                         cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit("the command does not build")
    messages = (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{"))
    made = [m["executable"] for m in messages if m.get("executable")]
    return made[-1]


def count(program, model):
    """Instructions of all steps."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={LOOP}",
               program, "bench", "--bare", "--steps", str(STEPS), str(model)]
    # what the environment holds moves the stack, and with it a few instructions
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"{model}: {run.stderr.strip()[-400:] or 'valgrind counted nothing'}")
    if int(found[1]) == 0:
        sys.exit(f"{program} has no function {LOOP}: it is stripped, or its loop of steps has another name")
    return int(found[1])


def per_step(program, model):
    """Thousands of instructions of a step."""
    return round(count(program, model) / STEPS / 1000, 1)


def models():
    """Name and file of every model; no file where the corpus is not there."""
    found = {name: ROOT / name for name in OURS}
    return found | {name: corpus.find_model(name) for name in CORPUS}


def compiler():
    return subprocess.run(["rustc", "--version"], capture_output=True, text=True, cwd=ROOT).stdout.strip()


def compare(before, now):
    """What to say of each model; those that rose and those that fell by more than the tolerance."""
    lines, risen, fallen = [], [], []
    for name, thousands in now.items():
        old = before.get(name)
        change = thousands / old - 1 if old else 0.0
        (risen if change > TOLERANCE else fallen if change < -TOLERANCE else []).append(name)
        was = f"{old:10.1f} {100 * change:+7.1f} %" if old else f"{'new':>10}"
        lines.append(f"{thousands:10.1f} {was}  {name}")
    return lines, risen, fallen


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = ap.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="fail if a model takes more than the file says")
    what.add_argument("--update", action="store_true", help="write the file")
    ap.add_argument("--program", help="the command ferrodyn; built if not given")
    ap.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = ap.parse_args()
    if reason := why_unable():
        print(f"SKIPPED: {reason}")
        if args.update:
            sys.exit("nothing was counted")
        return

    program = args.program or build()
    files = models()
    for name in (name for name, file in files.items() if file is None):
        print(f"SKIPPED: {name} is not there: {corpus.MISSING}")
    present = {name: file for name, file in files.items() if file is not None}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        now = dict(zip(present, pool.map(lambda file: per_step(program, file), present.values()), strict=True))

    kept = json.loads(FILE.read_text()) if FILE.exists() else {"compiler": "", "thousands_per_step": {}}
    lines, risen, fallen = compare(kept["thousands_per_step"], now)
    print(f"{'thousands':>10} {'file':>10} {'change':>9}  instructions of a step, AVX2")
    print("\n".join(lines))
    if args.update:
        new = {"compiler": compiler(), "thousands_per_step": kept["thousands_per_step"] | now}
        FILE.write_text(json.dumps(new, indent=2) + "\n")
    elif args.check:
        if fallen:
            print(f"{len(fallen)} fell by over {TOLERANCE:.0%}: python -m tools.speed.instructions --update keeps the lower figures")
        if risen and kept["compiler"] != compiler():
            print(f"the file was written with {kept['compiler']}, this is {compiler()}")
        if risen:
            sys.exit(f"{len(risen)} rose by over {TOLERANCE:.0%}: {', '.join(risen)}\n"
                     "make them faster, or say in the change why not and run python -m tools.speed.instructions --update")


if __name__ == "__main__":
    main()
