"""A step beside that of any installed mujoco, on 20 public models or on yours, in one run in turn.

    python -m tools.speed.steps                                   beside the mujoco of this interpreter
    python -m tools.speed.steps --against python3.12 FOLDER       beside those of other interpreters or folders of packages
    python -m tools.speed.steps robot.xml scene.xml               other models
    python -m tools.speed.steps --fetch                           fetches the models as `python -m conformance` does
    python -m tools.speed.steps --json docs/steps.json --svg docs/steps.svg --page docs/benchmarks.md
    python -m tools.speed.steps --from docs/steps.json --svg docs/steps.svg          draws and prints again

`pip install --target FOLDER mujoco==4.0.0` makes a folder for --against. Engines are processes of their own that take turns
in every round, first one way, then the other; a round is some hundred milliseconds of steps from the same start with the
same controls, and time is that of the processor, without what other programs take. A ratio is the median over rounds of
their time by ours: below 1 ferrodyn is slower, and every such model is named. Contacts are those on average; where an
engine has others, the simulations went different ways, and the last column says how many it has.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

from tools import ROOT
from tools.corpus import MISSING, find_model
from tools.docs import measured, sections
from tools.speed import ratio_chart

MODELS = """mujoco/model/humanoid/humanoid.xml mujoco/model/humanoid/22_humanoids.xml mujoco/model/humanoid/100_humanoids.xml
    mujoco/model/cube/cube_3x3x3.xml mujoco/model/car/car.xml mujoco/model/replicate/bunnies.xml
    mujoco/model/replicate/newton_cradle.xml menagerie/universal_robots_ur5e/scene.xml menagerie/franka_emika_panda/scene.xml
    menagerie/kuka_iiwa_14/scene.xml menagerie/agility_cassie/scene.xml menagerie/anybotics_anymal_c/scene.xml
    menagerie/unitree_go1/scene.xml menagerie/google_barkour_vb/scene_hfield_mjx.xml menagerie/unitree_h1/scene.xml
    menagerie/shadow_hand/scene_right.xml menagerie/wonik_allegro/scene_right.xml menagerie/robotiq_2f85/scene.xml
    menagerie/skydio_x2/scene.xml menagerie/iit_softfoot/scene.xml""".split()
WORKER = ROOT / "tools" / "speed" / "one_engine.py"
# contacts that differ by more than this share mean other simulations
OTHER_CONTACTS = 0.05


class Refused(Exception):
    """An engine that cannot simulate a model says why."""


class Engine:
    """An engine with one model, in a process of its own."""

    def __init__(self, module, place, path):
        python, env = (sys.executable, os.environ | {"PYTHONPATH": place}) if os.path.isdir(place) else (place, os.environ)
        command = [python, str(WORKER), module, str(path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.about = self.answer()
        if "error" in self.about:
            self.close()
            raise Refused(self.about["error"])

    def answer(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"error": "the process has ended"}

    def run(self, steps):
        """Seconds of a step, and contacts."""
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        found = self.answer()
        if isinstance(found, dict):
            raise Refused(found["error"])
        return found

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def race(engines, rounds, seconds):
    """The rounds of each engine: seconds of a step; and the contacts of each."""
    slowest = max(engine.run(100)[0] for engine in engines)
    steps = max(20, min(20000, round(seconds / slowest / 20) * 20))
    times, contacts = [[] for _ in engines], [0.0] * len(engines)
    for turn in range(rounds):
        order = range(len(engines)) if turn % 2 == 0 else reversed(range(len(engines)))
        for i in order:
            time, contacts[i] = engines[i].run(steps)
            times[i].append(time)
    return times, contacts


def short_name(path):
    """What to call a model: its file, or its folder where files have the same name everywhere."""
    return path.parent.name if path.stem.startswith("scene") else path.stem


def measure(path, peers, rounds, seconds):
    """The row of a model; peers that refuse it are named in it."""
    engines, refused = [Engine("ferrodyn", sys.executable, path)], {}
    try:
        for place in peers:
            try:
                engines.append(Engine("mujoco", place, path))
            except Refused as why:
                refused[place] = str(why)
        times, contacts = race(engines, rounds, seconds)
    finally:
        for engine in engines:
            engine.close()
    row = {"model": short_name(path), "nv": engines[0].about["nv"], "contacts": contacts[0],
           "us": 1e6 * statistics.median(times[0]), "peers": {}, "refused": refused}
    for engine, theirs, touching in zip(engines[1:], times[1:], contacts[1:]):
        ratio = statistics.median(b / a for a, b in zip(times[0], theirs))
        row["peers"][engine.about["version"]] = {"us": 1e6 * statistics.median(theirs), "ratio": ratio, "contacts": touching}
    return row


def versions(rows):
    """The versions of the peers, in order."""
    return sorted({version for row in rows for version in row["peers"]}, key=lambda v: [int(p) for p in v.split(".")])


def ratios(rows, version):
    return [row["peers"][version]["ratio"] for row in rows if version in row["peers"]]


def mean(numbers):
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def slower(rows):
    """Where ferrodyn is slower, in words."""
    for version in versions(rows):
        lost = [row for row in rows if version in row["peers"] and row["peers"][version]["ratio"] < 1]
        names = ", ".join(f"{row['model']} ({row['peers'][version]['ratio']:.2f})" for row in lost)
        yield f"Slower than MuJoCo {version}: {names or 'none'}."


def in_digits(us):
    return f"{us:.0f}" if us >= 100 else f"{us:.2g}" if us < 10 else f"{us:.3g}"


def other_contacts(row):
    """What engines have whose contacts are others; the simulations went different ways."""
    mine = row["contacts"]
    found = [f"{peer['contacts']:.1f} in {version}" for version, peer in row["peers"].items()
             if abs(peer["contacts"] - mine) > OTHER_CONTACTS * max(mine, 1.0)]
    return f"{mine:.1f}" + (f" ({', '.join(found)})" if found else "")


def table(rows):
    """The rows, the best first, their means, and what is slower."""
    known = versions(rows)
    rows = sorted(rows, key=lambda row: -row["peers"].get(known[0], {"ratio": 0})["ratio"])
    heads = " | ".join(f"MuJoCo {version}, µs | ratio" for version in known)
    lines = [f"| model | dofs | contacts | ferrodyn, µs | {heads} |", "|---" * (4 + 2 * len(known)) + "|"]
    for row in rows:
        cells = [f"{in_digits(p['us'])} | {p['ratio']:.2f}" if (p := row["peers"].get(v)) else "refused | " for v in known]
        lines.append(f"| {row['model']} | {row['nv']} | {other_contacts(row)} | {in_digits(row['us'])} | {' | '.join(cells)} |")
    means = " | ".join(f" | {mean(ratios(rows, version)):.2f}" for version in known)
    lines.append(f"| geometric mean of {len(rows)} | | | | {means} |")
    return "\n".join([*lines, "", *slower(rows)])


def collect(arguments):
    """What was measured, and how."""
    paths = arguments.models or [find_model(name, arguments.fetch) for name in MODELS]
    if not all(paths):
        sys.exit(f"SKIPPED: no models: name some, add --fetch, or {MISSING}")
    rows = []
    for path in map(pathlib.Path, paths):
        try:
            row = measure(path, arguments.against, arguments.rounds, arguments.seconds)
        except Refused as why:
            print(f"LEFT OUT: {path}: ferrodyn: {why}", flush=True)
            continue
        for place, why in row["refused"].items():
            print(f"{row['model']}: refused by {place}: {why}")
        rows.append(row)
        print(f"{row['model']}: {in_digits(row['us'])} us" + "".join(
            f", MuJoCo {version} {in_digits(peer['us'])} us, ratio {peer['ratio']:.2f}" for version, peer in row["peers"].items()),
            flush=True)
    return {"how": measured.line(arguments.note, versions(rows)), "rows": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="20 public models by default")
    parser.add_argument("--against", nargs="+", default=[sys.executable], help="interpreters, or folders of packages, with mujoco")
    parser.add_argument("--fetch", action="store_true", help="fetch the public models if they are not there (600 MB)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of the slowest engine in a round")
    parser.add_argument("--from", dest="source", type=pathlib.Path, help="measure nothing, take the figures of a file")
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures")
    parser.add_argument("--svg", type=pathlib.Path, help="also draw them: NAME-light.svg and NAME-dark.svg")
    measured.add_argument(parser)
    sections.add_argument(parser)
    arguments = parser.parse_args()
    found = json.loads(arguments.source.read_text()) if arguments.source else collect(arguments)
    if not found["rows"]:
        sys.exit("no model was measured")
    text = f"{table(found['rows'])}\n\n{found['how']}"
    print(text)
    sections.write(arguments.page, "steps", text)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")
    if arguments.svg:
        ratio_chart.write(arguments.svg, found["rows"], versions(found["rows"]))


if __name__ == "__main__":
    main()
