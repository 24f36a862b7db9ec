"""Time of a step as models grow, ours and MuJoCo's in one run: humanoids, boxes, a chain, cloth, a soft block.

    python -m tools.speed.growth [--kinds humanoids boxes chain] [--largest 10000] [--seconds 4]
                    [--json docs/growth.json] [--svg docs/growth.svg] [--page docs/benchmarks.md]
    python -m tools.speed.growth --kinds cloth soft --page docs/deformables.md         deformable bodies
    python -m tools.speed.growth --from docs/growth.json [--svg docs/growth.svg]      draw and print again

Humanoids stand beside each other on a floor and collapse; boxes lie on each other in a heap and tumble; chains
swing; cloths of n vertices hang from two corners and keep the length of their edges; soft blocks of n vertices
stand on a floor. A model is stepped for a while, then both engines take the same few steps from there, in turn and
again and again. The table holds the fastest round of each, in microseconds of processor time per step. The
exponent says that time grows like n to that power, fitted to the three largest sizes. Models in which the engines do
not do the same work (a warning, other contacts, other accelerations) are left out and named. The humanoid is that
of the corpus and is left out where that is not there.
"""
import argparse
import json
import math
import pathlib
import sys
import time

import numpy as np

from tools import corpus
from tools.docs import measured, sections
from tools.speed import scaling
from tools.speed.log_plot import plot, power_of_n

SIZES = {"humanoids": [1, 3, 10, 30, 100],
         "boxes": [10, 30, 100, 300, 1000, 3000],
         "chain": [10, 30, 100, 300, 1000],
         "cloth": [10**2, 30**2, 100**2],
         "soft": [5**3, 10**3, 20**3]}
ENGINES = ["ferrodyn", "MuJoCo"]
# steps before time is taken: what falls has to land
SETTLE = {"humanoids": 150, "boxes": 20, "chain": 20, "cloth": 20, "soft": 60}
HUMANOID = "mujoco/model/humanoid/humanoid.xml"


def humanoids(n):
    """n humanoids on a floor; None where the corpus is not."""
    file = corpus.find_model(HUMANOID)
    if file is None:
        return None
    rows = max(k for k in range(1, math.isqrt(n) + 1) if n % k == 0)
    return (f'<mujoco><option timestep="0.005"/><size memory="400M"/>'
            f'<asset><model name="humanoid" file="{file.as_posix()}"/></asset>'
            f'<worldbody><geom type="plane" size="50 50 1"/>'
            f'<replicate count="{rows}" offset="1.5 0 0" sep="-"><replicate count="{n // rows}" offset="0 1.5 0" sep="-">'
            '<attach model="humanoid" body="torso" prefix="_"/></replicate></replicate></worldbody></mujoco>')


def boxes(n):
    """A heap of n boxes in four layers, each box on up to four of the layer below and turned a little."""
    side = math.ceil(math.sqrt(n / 4))
    random, bodies = np.random.default_rng(7), []
    for i in range(n):
        place, layer = divmod(i, 4)
        x, y = 0.15 * (np.array(divmod(place, side)) + 0.5 * (layer % 2)) + random.uniform(-0.01, 0.01, 2)
        bodies.append(f'<body pos="{x:.4f} {y:.4f} {0.05 + 0.1 * layer:.4f}" euler="0 0 {random.uniform(-20, 20):.2f}">'
                      '<freejoint/><geom type="box" size=".05 .05 .05"/></body>')
    return (f'<mujoco><size memory="{max(50, 2 * n)}M"/><worldbody><geom type="plane" size="50 50 1"/>'
            f'{"".join(bodies)}</worldbody></mujoco>')


def chain(n):
    """A chain of n hinges, one link above 480 having several: MuJoCo reads no deeper nesting."""
    return f"<mujoco><worldbody>{scaling.chain(n)}</worldbody></mujoco>"


def cloth(n):
    """A square cloth of n vertices that hangs from two corners."""
    side = math.isqrt(n)
    return (f'<mujoco><option solver="CG" tolerance="1e-6" timestep="0.002"/><size memory="{max(50, n // 10)}M"/><worldbody>'
            f'<flexcomp name="cloth" type="grid" dim="2" count="{side} {side} 1" spacing="{1 / side} {1 / side} .1" '
            f'mass="1" radius="{0.1 / side}" pos="0 0 1"><edge equality="true" damping=".01"/>'
            f'<contact selfcollide="auto"/><pin id="0 {side - 1}"/></flexcomp></worldbody></mujoco>')


def soft(n):
    """A soft cube of n vertices on a floor."""
    side = round(n ** (1 / 3))
    return (f'<mujoco><option solver="CG" tolerance="1e-6" timestep="0.0005"/>'
            f'<size memory="{max(50, n // 10)}M"/><worldbody><geom type="plane" size="5 5 .1"/>'
            f'<flexcomp name="soft" type="grid" dim="3" count="{side} {side} {side}" '
            f'spacing="{1 / side} {1 / side} {1 / side}" mass="10" radius="{0.1 / side}" pos="0 0 {(side / 2 - 0.41) / side}">'
            f'<elasticity young="3e3" poisson=".2" damping=".002"/><contact selfcollide="none"/></flexcomp>'
            '</worldbody></mujoco>')


MODELS = {"humanoids": humanoids, "boxes": boxes, "chain": chain, "cloth": cloth, "soft": soft}


class Run:
    """An engine that takes the same steps again and again."""

    def __init__(self, engine, xml):
        self.engine, self.m = engine, engine.MjModel.from_xml_string(xml)
        self.d = engine.MjData(self.m)
        self.what = engine.mjtState.mjSTATE_INTEGRATION
        self.state = np.zeros(engine.mj_stateSize(self.m, self.what))
        self.best = math.inf

    def settle(self, steps):
        self.engine.mj_step(self.m, self.d, nstep=steps)
        self.engine.mj_getState(self.m, self.d, self.state, self.what)

    def round(self, steps):
        """Seconds of a step, on the processor: what other programs take does not count."""
        self.engine.mj_setState(self.m, self.d, self.state, self.what)
        start = time.thread_time()
        self.engine.mj_step(self.m, self.d, nstep=steps)
        self.best = min(self.best, (time.thread_time() - start) / steps)


def difference(runs):
    """Why times of the same step cannot be compared; None if both engines did the same work."""
    for run in runs:
        raised = [i for i, warning in enumerate(run.d.warning) if warning.number]
        if raised:
            return f"{run.engine.__name__} raises the warnings {raised}: it leaves out or replaces a part of the work"
    one, other = (run.d for run in runs)
    if one.ncon != other.ncon or one.nefc != other.nefc:
        return f"contacts and rows differ: {one.ncon} and {one.nefc}, {other.ncon} and {other.nefc}"
    error, scale = np.abs(one.qacc - other.qacc).max(), 1 + np.abs(other.qacc).max()
    return f"accelerations differ by {error:.1e}" if error > 1e-6 * scale else None


def measure(engines, xml, settle, seconds):
    """Microseconds of a step in each engine and the contacts in the last one, or why there are none."""
    runs = [Run(engine, xml) for engine in engines]
    runs[0].settle(settle)
    for other in runs[1:]:
        other.state = runs[0].state
    for run in runs:
        run.round(1)
    if reason := difference(runs):
        return None, reason
    # rounds of some milliseconds, so that the clock is fine enough and machines have no time to change
    steps = max(1, min(100, round(0.01 / max(run.best for run in runs))))
    for run in runs:
        run.best = math.inf
    end, rounds = time.perf_counter() + seconds, 0
    while rounds < 2 or time.perf_counter() < end:
        for run in runs:
            run.round(steps)
        rounds += 1
    return [1e6 * run.best for run in runs], int(runs[0].d.ncon)


def exponent(points):
    """The slope of the three largest sizes, both axes in powers; not a number of a single one."""
    last = np.log([point for point in sorted(points)][-3:])
    return float(np.polyfit(last[:, 0], last[:, 1], 1)[0]) if len(last) > 1 else math.nan


def collect(kinds, largest, seconds):
    """Rows of all models: kind, n, contacts, microseconds of each engine."""
    import ferrodyn
    import mujoco

    rows = []
    for kind in kinds:
        for n in (n for n in SIZES[kind] if n <= largest):
            xml = MODELS[kind](n)
            if xml is None:
                print(f"SKIPPED: no {HUMANOID}: {corpus.MISSING}")
                break
            times, contacts = measure((ferrodyn, mujoco), xml, SETTLE[kind], seconds)
            if times is None:
                print(f"LEFT OUT: {kind} {n}: {contacts}")
                continue
            rows.append({"kind": kind, "n": n, "contacts": contacts, "us": dict(zip(ENGINES, times, strict=True))})
            print(f"{kind} {n}: " + ", ".join(f"{name} {us:.1f} us" for name, us in rows[-1]["us"].items()),
                  file=sys.stderr, flush=True)
    return rows


def curves_of(rows):
    """The points of each engine and kind, by size."""
    kinds = dict.fromkeys(row["kind"] for row in rows)
    return {(engine, kind): [(row["n"], row["us"][engine]) for row in rows if row["kind"] == kind]
            for kind in kinds for engine in ENGINES}


def words(us):
    """A time in the unit that suits it."""
    value, unit = (us, "µs") if us < 1e3 else (us / 1e3, "ms") if us < 1e6 else (us / 1e6, "s")
    return f"{value:.3g} {unit}"


def table(rows):
    """The rows and exponents as Markdown."""
    lines = ["| | n | contacts | ferrodyn | MuJoCo | ratio |", "|---|---|---|---|---|---|"]
    for row in rows:
        ours, theirs = (row["us"][engine] for engine in ENGINES)
        lines.append(f"| {row['kind']} | {row['n']} | {row['contacts']} | {words(ours)} | {words(theirs)} "
                     f"| {theirs / ours:.2f} |")
    lines += ["", "| time grows like | ferrodyn | MuJoCo |", "|---|---|---|"]
    powers = {key: exponent(points) for key, points in curves_of(rows).items()}
    for kind in dict.fromkeys(row["kind"] for row in rows):
        lines.append(f"| {kind} | " + " | ".join(f"n^{powers[engine, kind]:.2f}" for engine in ENGINES) + " |")
    return "\n".join(lines)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--kinds", nargs="+", choices=SIZES, default=["humanoids", "boxes", "chain"])
    ap.add_argument("--largest", type=int, default=10000, help="no models of more parts")
    ap.add_argument("--seconds", type=float, default=4.0, help="per model, at least two rounds")
    ap.add_argument("--from", dest="source", type=pathlib.Path, help="measure nothing, take the figures of a file")
    ap.add_argument("--json", type=pathlib.Path, help="also write the figures")
    ap.add_argument("--svg", type=pathlib.Path, help="also draw the figures")
    measured.add_argument(ap)
    sections.add_argument(ap)
    a = ap.parse_args()
    if a.source:
        found = json.loads(a.source.read_text())
    else:
        rows = collect(a.kinds, a.largest, a.seconds)
        found = {"how": measured.line(a.note), "rows": rows}
    rows, text = found["rows"], f"{table(found['rows'])}\n\n{found['how']}"
    if not rows:
        sys.exit("no model to measure")
    print(text)
    sections.write(a.page, "growth", text)
    if a.json:
        a.json.write_text(json.dumps(found, indent=1) + "\n")
    if a.svg:
        curves = curves_of(rows)
        notes = {key: power_of_n(exponent(points)) for key, points in curves.items()}
        a.svg.write_text(plot(curves, "Time of a step as models grow", "humanoids, boxes or links", notes))


if __name__ == "__main__":
    main()
