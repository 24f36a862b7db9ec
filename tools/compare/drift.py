"""How far two simulations are apart as time goes on: ferrodyn and MuJoCo, beside MuJoCo and itself moved by 1e-15.

    python -m tools.compare.drift                                  three models, 5,000 steps
    python -m tools.compare.drift robot.xml --steps 2000           your own
    python -m tools.compare.drift --json docs/drift.json --svg docs/drift.svg --page docs/same-numbers.md
    python -m tools.compare.drift --from docs/drift.json --svg docs/drift.svg        draws and prints again

Both start in the first keyframe, or the default pose, and get the same slowly swinging controls. The distance is the largest
difference of a degree of freedom, in meters or radians. MuJoCo beside itself starts with positions and velocities moved at
random by 1e-15, which is what rounding does in a step; the median of several tries is shown.
"""

import argparse
import json
import pathlib

import numpy as np

from conformance.states import moving_controls
from tools import ROOT
from tools.corpus import MISSING, find_model
from tools.docs import measured, sections
from tools.speed.log_plot import plot

HEAP = ROOT / "models" / "physics" / "pile.xml"
NAMED = {"humanoid": "mujoco/model/humanoid/humanoid.xml", "Go1": "menagerie/unitree_go1/scene.xml"}
MOVED = 1e-15
OURS, THEIRS = "ferrodyn", "MuJoCo, moved"
# where distances are taken: about the same number of places in each power of ten
PLACES = sorted({round(10 ** (k / 8)) for k in range(50)})
SHOWN = (1, 10, 100, 1000, 5000)


def start(engine, m, seed=None):
    """Data at the start, moved at random if there is a seed."""
    d = engine.MjData(m)
    if m.nkey:
        engine.mj_resetDataKeyframe(m, d, 0)
    if seed is not None:
        random = np.random.default_rng(seed)
        engine.mj_integratePos(m, d.qpos, MOVED * random.normal(size=m.nv), 1.0)
        d.qvel[:] += MOVED * random.normal(size=m.nv)
    return d


def trajectory(engine, m, d, places):
    """The positions at these steps."""
    rest, found = np.array(d.ctrl), {}
    for step in range(1, places[-1] + 1):
        # about the start, where a robot may stand
        d.ctrl[:] = rest + moving_controls(m, step) - moving_controls(m, 0)
        engine.mj_step(m, d)
        if step in places:
            found[step] = np.array(d.qpos)
    return found


def distances(mujoco, m, one, other):
    """The largest difference of a degree of freedom at each step."""
    found, apart = [], np.zeros(m.nv)
    for step, qpos in one.items():
        mujoco.mj_differentiatePos(m, apart, 1.0, qpos, other[step])
        found.append((step, float(np.abs(apart).max(initial=0.0))))
    return found


def measure(load, steps, tries):
    """Distances of a model: ours from MuJoCo, and MuJoCo from itself; `load` makes it for an engine."""
    import ferrodyn
    import mujoco

    places = {step for step in [*PLACES, *SHOWN, steps] if step <= steps}
    places = dict.fromkeys(sorted(places))
    order = list(places)
    theirs, ours = load(mujoco), load(ferrodyn)
    reference = trajectory(mujoco, theirs, start(mujoco, theirs), order)
    mine = trajectory(ferrodyn, ours, start(ferrodyn, ours), order)
    moved = [distances(mujoco, theirs, reference, trajectory(mujoco, theirs, start(mujoco, theirs, seed), order))
             for seed in range(tries)]
    median = [(step, float(np.median([one[i][1] for one in moved]))) for i, step in enumerate(order)]
    return {OURS: distances(mujoco, theirs, reference, mine), THEIRS: median}


def collect(arguments):
    """The curves of all models."""
    sources = {}
    if arguments.models:
        sources = {path.stem: (lambda engine, path=path: engine.MjModel.from_xml_path(str(path))) for path in arguments.models}
    else:
        sources["heap"] = lambda engine: engine.MjModel.from_xml_path(str(HEAP))
        for name, place in NAMED.items():
            file = find_model(place)
            if file is None:
                print(f"SKIPPED: {name} is not there: {MISSING}")
                continue
            sources[name] = lambda engine, file=file: engine.MjModel.from_xml_path(str(file))
    curves = {name: measure(load, arguments.steps, arguments.tries) for name, load in sources.items()}
    return {"how": measured.line(arguments.note), "curves": curves}


def in_words(distance):
    return "0" if distance == 0 else f"{distance:.0e}"


def table(curves):
    """The distances after some steps."""
    steps = [step for step in SHOWN if all(step in dict(pair[OURS]) for pair in curves.values())]
    lines = ["| largest distance after steps | | " + " | ".join(f"{step:,}" for step in steps) + " |",
             "|---" * (2 + len(steps)) + "|"]
    for name, pair in curves.items():
        for engine, what in ((OURS, "ferrodyn from MuJoCo"), (THEIRS, "MuJoCo from itself, moved by 1e-15")):
            found = dict(pair[engine])
            lines.append(f"| {name} | {what} | " + " | ".join(in_words(found[step]) for step in steps) + " |")
    return "\n".join(lines)


def picture(curves):
    """Both distances of every model against steps; nothing is drawn where there is none."""
    drawn = {(engine, name): [(step, d) for step, d in pair[engine] if d > 0] for name, pair in curves.items() for engine in pair}
    return plot({key: points for key, points in drawn.items() if points}, "Distance from MuJoCo as time goes on",
                "steps", words=lambda power: f"1e{power}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--tries", type=int, default=5, help="of MuJoCo beside itself")
    parser.add_argument("--from", dest="source", type=pathlib.Path, help="compute nothing, take the figures of a file")
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures")
    parser.add_argument("--svg", type=pathlib.Path, help="also draw them")
    measured.add_argument(parser)
    sections.add_argument(parser)
    arguments = parser.parse_args()
    found = json.loads(arguments.source.read_text()) if arguments.source else collect(arguments)
    text = f"{table(found['curves'])}\n\n{found['how']}"
    print(text)
    sections.write(arguments.page, "drift", text)
    if arguments.json:
        arguments.json.write_text(json.dumps(found) + "\n")
    if arguments.svg:
        arguments.svg.write_text(picture(found["curves"]))


if __name__ == "__main__":
    main()
