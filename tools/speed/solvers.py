"""Time of PGS, CG and Newton against the number of contacts, ours and MuJoCo's in one run.

    python -m tools.speed.solvers [--bodies 1 2 4 ...] [--rounds 15] [--steps 4] [--svg docs/solvers.svg]

Balls and boxes fall into a bin for half a second. From there each solver of each engine takes the same steps with
the options that a model has by default (100 iterations, tolerance 1e-8, started from the step before).
The time is that of the engines' own timers: the solver, and for PGS the projection that it needs.
Engines and solvers take turns in every round. The table holds the median over the rounds of the processor time of
a solve in microseconds, the iterations, and the largest error of an acceleration of the first solve, in
m/s² or rad/s².
"""
import argparse
import pathlib
import statistics
import time

import numpy as np

from tools.speed.log_plot import crossings, plot

SOLVERS = {"PGS": 0, "CG": 1, "Newton": 2}


def bin_of(n):
    """A bin with room for n bodies in layers of at most 16, balls and boxes in turn."""
    side = min(4, max(1, round(n ** (1 / 3) + 0.5)))
    half = 0.12 * side
    walls = "".join(
        f'<geom type="plane" size="5 5 1" pos="{x * half} {y * half} 0" zaxis="{-x} {-y} 0.2"/>'
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    random, bodies = np.random.default_rng(7), []
    for i in range(n):
        layer, place = divmod(i, side * side)
        x, y = (0.22 * (np.array([place % side, place // side]) - (side - 1) / 2)
                + random.uniform(-0.01, 0.01, 2))
        shape = ('type="box" size="0.08 0.07 0.06"', 'size="0.09"')[i % 2]
        turn = " ".join(f"{a:.1f}" for a in random.uniform(-20, 20, 3))
        bodies.append(f'<body pos="{x:.3f} {y:.3f} {0.12 + 0.2 * layer:.3f}" euler="{turn}">'
                      f"<freejoint/><geom {shape}/></body>")
    return (f'<mujoco><worldbody><geom type="plane" size="5 5 1"/>{walls}{"".join(bodies)}</worldbody></mujoco>')


def fallen(engine, xml, seconds=0.5):
    """The state of a scene in which bodies lie on each other and still move."""
    m = engine.MjModel.from_xml_string(xml)
    d = engine.MjData(m)
    engine.mj_step(m, d, nstep=int(seconds / m.opt.timestep))
    size = engine.mj_stateSize(m, engine.mjtState.mjSTATE_INTEGRATION)
    state = np.zeros(size)
    engine.mj_getState(m, d, state, engine.mjtState.mjSTATE_INTEGRATION)
    return state


class Run:
    """A solver of an engine in a scene."""

    def __init__(self, engine, solver, xml, state):
        self.engine, self.solver, self.state = engine, solver, state
        self.m = engine.MjModel.from_xml_string(xml)
        self.m.opt.solver = SOLVERS[solver]
        self.d = engine.MjData(self.m)
        self.times, self.iterations, self.contacts = [], [], 0

    def start(self):
        self.engine.mj_setState(self.m, self.d, self.state, self.engine.mjtState.mjSTATE_INTEGRATION)

    def spent(self, timer):
        """The time of a stage since the last call."""
        stat = self.d.timer[int(getattr(self.engine.mjtTimer, timer))]
        duration, stat.duration = stat.duration, 0.0
        return duration

    def round(self, steps):
        """Takes a few steps from where the bodies lie."""
        self.start()
        for _ in range(steps):
            self.engine.mj_step(self.m, self.d)
            projecting = self.spent("mjTIMER_POS_PROJECT")
            solving = self.spent("mjTIMER_CONSTRAINT")
            self.times.append(solving + (projecting if self.solver == "PGS" else 0.0))
            self.iterations.append(int(np.max(self.d.solver_niter)))
            self.contacts = max(self.contacts, self.d.ncon)

    def error(self):
        """The largest error of an acceleration of the first solve."""
        self.start()
        self.engine.mj_forward(self.m, self.d)
        found = np.array(self.d.qacc)
        self.m.opt.solver, self.m.opt.tolerance = SOLVERS["Newton"], 1e-15
        self.start()
        self.engine.mj_forward(self.m, self.d)
        return float(np.abs(found - self.d.qacc).max())


def measure(engines, n, rounds, steps):
    """Rows of all solvers and engines for n bodies: engine, solver, contacts, us, iterations, error."""
    xml = bin_of(n)
    state = fallen(engines["ferrodyn"], xml)
    runs = [(name, Run(engine, solver, xml, state)) for solver in SOLVERS
            for name, engine in engines.items()]
    for _ in range(rounds):
        for _, run in runs:
            run.round(steps)
    return [(name, run.solver, run.contacts, 1e6 * statistics.median(run.times),
             statistics.median(run.iterations), run.error()) for name, run in runs]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bodies", type=int, nargs="+", default=[1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256])
    ap.add_argument("--rounds", type=int, default=15)
    ap.add_argument("--steps", type=int, default=4)
    ap.add_argument("--svg", type=pathlib.Path, help="also draw the figures")
    a = ap.parse_args()
    import ferrodyn
    import mujoco

    engines, rows = {"ferrodyn": ferrodyn, "MuJoCo": mujoco}, []
    for engine in engines.values():
        # time on the processor: what other programs take does not count
        engine.set_mjcb_time(time.thread_time)
    print(f"{'bodies':>6} {'contacts':>8} {'solver':7} {'engine':9} {'us':>10} {'iterations':>10} {'error':>8}")
    for n in a.bodies:
        for name, solver, contacts, us, iterations, error in measure(engines, n, a.rounds, a.steps):
            print(f"{n:6} {contacts:8} {solver:7} {name:9} {us:10.1f} {iterations:10.1f} {error:8.0e}", flush=True)
            rows.append((name, solver, contacts, us))
    curves = {}
    for name, solver, contacts, us in rows:
        curves.setdefault((name, solver), []).append((contacts, us))
    for name in engines:
        for one, other in (("PGS", "Newton"), ("PGS", "CG"), ("CG", "Newton")):
            at = [f"{contacts:.0f}" for contacts in crossings(curves[name, one], curves[name, other])]
            print(f"{name}: {one} and {other} " + (f"cross at {' and '.join(at)} contacts" if at else "do not cross"))
    if a.svg:
        a.svg.write_text(plot(curves, "Time of a solve against the number of contacts", "contacts"))


if __name__ == "__main__":
    main()
