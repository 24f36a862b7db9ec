"""Load time of models, MuJoCo's over ours: the first load of a fresh process, nothing cached.

    python -m tools.speed.load_time FILE_OR_FOLDER ... [--sample N] [--seed S]

Each file is loaded once per engine, one process after the other, interleaved. Prints the ratio of
each file (above 1: ours is faster), slowest first, and the geometric mean.
"""
import argparse
import math
import pathlib
import random
import subprocess
import sys

CODE = """
import sys, time
engine = __import__(sys.argv[1])
start = time.perf_counter()
try:
    engine.MjModel.from_xml_path(sys.argv[2])
except ValueError:
    sys.exit(1)
print(time.perf_counter() - start)
"""


def seconds(engine, path):
    """Load time in a process of its own; None if the model is refused."""
    run = subprocess.run([sys.executable, "-c", CODE, engine, path], capture_output=True, text=True)
    return float(run.stdout.split()[-1]) if run.returncode == 0 else None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("models", nargs="+", type=pathlib.Path)
    ap.add_argument("--sample", type=int, help="only so many, chosen at random")
    ap.add_argument("--seed", type=int, default=1)
    args = ap.parse_args()
    paths = []
    for m in args.models:
        paths += [m] if m.is_file() else sorted(m.rglob("*.xml"))
    if args.sample and args.sample < len(paths):
        paths = random.Random(args.seed).sample(paths, args.sample)
    rows = []
    for path in paths:
        theirs, ours = seconds("mujoco", str(path.resolve())), seconds("ferrodyn", str(path.resolve()))
        if theirs and ours:
            rows.append((theirs / ours, theirs, ours, path))
    for ratio, theirs, ours, path in sorted(rows)[:15]:
        print(f"{ratio:6.2f}  {1e3 * theirs:9.2f} ms  {1e3 * ours:9.2f} ms  {path}")
    if not rows:
        sys.exit("no model loads in both engines")
    mean = math.exp(sum(math.log(r[0]) for r in rows) / len(rows))
    print(f"geometric mean of {len(rows)} models: {mean:.2f}")


if __name__ == "__main__":
    main()
