"""Memory of an environment, ours beside MuJoCo's: what its `MjData` asks for, and what becomes resident.

    python -m tools.speed.memory [MODEL ...] [--count 200] [--page docs/benchmarks.md]

Each engine has a process of its own that makes many data of one model. The columns are the size of its
arrays (`nbuffer`), how much the resident memory of the process grows per data when they are made, and how
much when each has taken ten steps. MuJoCo also reserves an arena (`narena`), which becomes resident as far as
steps use it; ferrodyn reserves none. Without models: the humanoid, Go1 and 100 humanoids of the corpus.
Needs Linux.
"""
import argparse
import json
import pathlib
import subprocess
import sys

from tools import corpus
from tools.docs import measured, sections

MODELS = ["mujoco/model/humanoid/humanoid.xml", "menagerie/unitree_go1/scene.xml",
          "mujoco/model/humanoid/100_humanoids.xml"]
ENGINES = {"ferrodyn": "ferrodyn", "mujoco": "MuJoCo"}
STEPS = 10

CODE = """
import gc, json, resource, sys
engine, path, count, steps = __import__(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])

def resident():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

m = engine.MjModel.from_xml_path(path)
# the first one brings what all of them share
first = engine.MjData(m)
engine.mj_step(m, first, nstep=steps)
before = resident()
many = [engine.MjData(m) for _ in range(count)]
made = resident()
for d in many:
    engine.mj_step(m, d, nstep=steps)
stepped = resident()
print(json.dumps([first.nbuffer, first.narena, (made - before) / count, (stepped - before) / count]))
"""


def measure(engine, path, count):
    """Bytes of one data: arrays, arena, resident when made, resident after steps."""
    command = [sys.executable, "-c", CODE, engine, str(path), str(count), str(STEPS)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{engine}, {path}: {run.stderr.strip().splitlines()[-1]}")
    return json.loads(run.stdout)


def words(size):
    """Bytes in the unit that suits them."""
    return f"{size / 2**10:.0f} KiB" if size < 2**20 else f"{size / 2**20:.1f} MiB"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("models", nargs="*", type=pathlib.Path)
    ap.add_argument("--count", type=int, default=200, help="data made of each model")
    measured.add_argument(ap)
    sections.add_argument(ap)
    a = ap.parse_args()
    if not pathlib.Path("/proc/self/statm").exists():
        sys.exit("resident memory is read from /proc, which this system does not have")
    models = a.models or [file for file in map(corpus.find_model, MODELS) if file]
    if not models:
        sys.exit(f"SKIPPED: no models: name some, or {corpus.MISSING}")
    lines = ["| model | engine | arrays | arena | resident when made | after steps |", "|---|---|---|---|---|---|"]
    for path in models:
        name = path.parent.name if path.stem.startswith("scene") else path.stem
        for engine, title in ENGINES.items():
            sizes = measure(engine, path.resolve(), a.count)
            lines.append(f"| {name} | {title} | " + " | ".join(map(words, sizes)) + " |")
    text = "\n".join([*lines, "", measured.line(a.note)])
    print(text)
    sections.write(a.page, "memory", text)


if __name__ == "__main__":
    main()
