"""Time from the start of a process to its first finished step, loading included, ours beside MuJoCo's.

    python -m tools.speed.startup [MODEL ...] [--rounds 15] [--program target/release/ferrodyn] [--tiny]
                     [--imports] [--page docs/benchmarks.md]

Contestants are the command (`ferrodyn bench --bare --steps 1`), both Python packages, and a C program that
calls the library inside the `mujoco` package, where there is a C compiler. They take turns; the table holds the
fastest and the median run of each, in milliseconds of the clock until the process has ended. Without models: the
humanoid and Cassie of the corpus; --tiny adds a model of one body, which shows what a start costs by itself.
--imports adds processes that only import, beside one that does nothing.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from tools import corpus
from tools.docs import measured, sections
from tools.speed import peer_in_c

MODELS = ["mujoco/model/humanoid/humanoid.xml", "menagerie/agility_cassie/scene.xml"]
TINY = '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'

PYTHON = """
import sys
engine = __import__(sys.argv[1])
m = engine.MjModel.from_xml_path(sys.argv[2])
engine.mj_step(m, engine.MjData(m))
"""

C = r"""
#include <stdio.h>
#include <mujoco/mujoco.h>

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
"""


def contestants(folder, program):
    """Name and command of each, to which the model is added."""
    found = {}
    if program.exists():
        found["ferrodyn, command"] = [str(program), "bench", "--bare", "--steps", "1"]
    else:
        print(f"SKIPPED: no {program}; cargo build --release -p ferrodyn-cli")
    if c := peer_in_c.build(folder, "first_step", C):
        found["MuJoCo, C"] = [str(c)]
    found["ferrodyn, Python"] = [sys.executable, "-c", PYTHON, "ferrodyn"]
    found["MuJoCo, Python"] = [sys.executable, "-c", PYTHON, "mujoco"]
    return found


def imports(rounds):
    """A table of Python processes that only import."""
    codes = {"nothing": "pass", "numpy": "import numpy", "ferrodyn": "import ferrodyn", "mujoco": "import mujoco"}
    commands = {name: [sys.executable, "-c", code] for name, code in codes.items()}
    lines = ["| process imports | fastest, ms | median, ms |", "|---|---|---|"]
    for name, times in race(commands, None, rounds).items():
        lines.append(f"| {name} | {min(times):.1f} | {statistics.median(times):.1f} |")
    return "\n".join(lines)


def milliseconds(command, path):
    start = time.perf_counter()
    run = subprocess.run([*command, *([str(path)] if path else [])], capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if run.returncode:
        sys.exit(f"{command[0]}, {path}: {run.stderr.strip() or 'failed'}")
    return 1e3 * seconds


def race(commands, path, rounds):
    """Milliseconds of every round of each contestant, the first round left out."""
    times = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            took = milliseconds(command, path)
            if turn:
                times[name].append(took)
    return times


def main():
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", corpus.ROOT / "target"))
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("models", nargs="*", type=pathlib.Path)
    ap.add_argument("--rounds", type=int, default=15)
    ap.add_argument("--program", type=pathlib.Path, default=target / "release" / "ferrodyn")
    ap.add_argument("--tiny", action="store_true", help="also a model of one body")
    ap.add_argument("--imports", action="store_true", help="also processes that only import")
    measured.add_argument(ap)
    sections.add_argument(ap)
    a = ap.parse_args()
    models = a.models or [file for file in map(corpus.find_model, MODELS) if file]
    if not models:
        print(f"SKIPPED: no models: name some, or {corpus.MISSING}")
    with tempfile.TemporaryDirectory() as folder:
        tiny = pathlib.Path(folder) / "tiny.xml"
        tiny.write_text(TINY)
        commands = contestants(pathlib.Path(folder), a.program)
        lines = ["| model | contestant | fastest, ms | median, ms |", "|---|---|---|---|"]
        for path in [*models, *([tiny] if a.tiny or not models else [])]:
            model = path.parent.name if path.stem.startswith("scene") else path.stem
            for name, times in race(commands, path.resolve(), a.rounds).items():
                lines.append(f"| {model} | {name} | {min(times):.1f} | {statistics.median(times):.1f} |")
    text = "\n".join([*lines, "", measured.line(a.note)])
    print(text)
    sections.write(a.page, "startup", text)
    if a.imports:
        table = f"{imports(a.rounds)}\n\n{measured.line(a.note)}"
        print(table)
        sections.write(a.page, "imports", table)


if __name__ == "__main__":
    main()
