"""Batches beside MuJoCo's: steps per second, memory, and what random parameters cost.

    python -m tools.speed.batches --against PYTHON [--nsim 4096] [--threads 2] [--rounds 5]

PYTHON is an interpreter with a `mujoco` that has `mujoco.batch` (4.0 or later). Both sides run in processes of
their own and take turns. Measured are 4,096 humanoids under noise and 100,000 cartpoles, in simulations times
steps per second; memory that a batch adds to its process, for each simulation; and the time to give every
humanoid other masses and friction and compute what follows: ours with `expand` and `set_const`, MuJoCo's with
`expand` and `set_const`, and with a copy of the model for each and `mj_setConst`.
"""

import argparse
import importlib
import json
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np

from tools import ROOT

CARTPOLE = """
<mujoco>
  <option integrator="RK4" timestep="0.02"/>
  <worldbody>
    <body><joint name="slide" type="slide" axis="1 0 0" limited="true" range="-1 1"/>
      <geom type="capsule" fromto="-.1 0 0 .1 0 0" size=".1"/>
      <body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .6" size=".05"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="slide" gear="100" ctrlrange="-3 3"/></actuator>
</mujoco>
"""


# --- in the process of a contestant ----------------------------------------------------------


def memory():
    """Bytes that the process has in memory."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


class Contestant:
    """The batches of one package."""

    def __init__(self, package, humanoid, nsim, threads):
        self.package = importlib.import_module(package)
        self.kind = importlib.import_module(f"{package}.batch").Batch
        self.models = {
            "humanoid": self.package.MjModel.from_xml_path(humanoid),
            "cartpole": self.package.MjModel.from_xml_string(CARTPOLE),
        }
        self.sizes = {"humanoid": nsim, "cartpole": 100_000}
        self.threads, self.batches = threads, {}

    def batch(self, name):
        """A batch of that model, kept."""
        if name not in self.batches:
            self.batches[name] = self.kind(self.models[name], self.sizes[name], self.threads)
        return self.batches[name]

    def memory(self, name):
        """Bytes for each simulation after steps."""
        before = memory()
        self.step(name, 1)
        return (memory() - before) / self.sizes[name]

    def step(self, name, steps):
        """Simulations times steps per second."""
        batch = self.batch(name)
        batch.reset()
        ctrl, rng = batch.bind("ctrl"), np.random.default_rng(0)
        ctrl[:] = 0.3 * rng.normal(size=ctrl.shape)
        start = time.perf_counter()
        for _ in range(steps):
            batch.step(nstep=5)
        return 5 * steps * self.sizes[name] / (time.perf_counter() - start)

    def randomize(self):
        """Seconds to give all humanoids other masses and friction."""
        model, nsim = self.models["humanoid"], self.sizes["humanoid"]
        rng, batch = np.random.default_rng(0), self.kind(model, nsim, self.threads)
        start = time.perf_counter()
        batch.expand("body_mass")[:] *= rng.uniform(0.8, 1.2, (nsim, model.nbody))
        batch.expand("geom_friction")[:, :, 0] *= rng.uniform(0.5, 1.5, (nsim, model.ngeom))
        batch.set_const()
        return time.perf_counter() - start

    def copies(self):
        """The same with a copy of the model for each, of the first 256, times their share."""
        import copy

        model, nsim = self.models["humanoid"], self.sizes["humanoid"]
        rng, data = np.random.default_rng(0), self.package.MjData(model)
        start = time.perf_counter()
        kept = []
        for _ in range(256):
            m = copy.copy(model)
            m.body_mass[:] *= rng.uniform(0.8, 1.2, model.nbody)
            m.geom_friction[:, 0] *= rng.uniform(0.5, 1.5, model.ngeom)
            self.package.mj_setConst(m, data)
            kept.append(m)
        return (time.perf_counter() - start) * nsim / 256


def serve(package, humanoid, nsim, threads):
    """Answers requests until there are no more."""
    contestant = Contestant(package, humanoid, nsim, threads)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(contestant, name)(*arguments)), flush=True)


# --- in the process of the referee -----------------------------------------------------------


class Process:
    """A contestant in a process of its own."""

    def __init__(self, python, package, arguments):
        command = [python, "-m", "tools.speed.batches", "--serve", package, arguments.humanoid]
        command += ["--nsim", str(arguments.nsim), "--threads", str(arguments.threads)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)

    def ask(self, *request):
        """The answer to a request."""
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def compare(ours, theirs, rounds, *request):
    """Medians of both sides, which take turns."""
    answers = [(ours.ask(*request), theirs.ask(*request)) for _ in range(rounds)]
    return [statistics.median(side) for side in zip(*answers, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default=sys.executable)
    parser.add_argument("--humanoid", help="the file of a humanoid; the corpus's by default")
    parser.add_argument("--nsim", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        return serve(*arguments.serve, arguments.nsim, arguments.threads)
    if not arguments.humanoid:
        from tools.corpus import find_model

        arguments.humanoid = str(find_model("mujoco/model/humanoid/humanoid.xml"))
    ours = Process(sys.executable, "ferrodyn", arguments)
    theirs = Process(arguments.against, "mujoco", arguments)
    print(f"{'':34} {'ferrodyn':>12} {'MuJoCo':>12} {'ratio':>6}")

    def line(what, a, b, better, form="{:,.0f}"):
        print(f"{what:34} {form.format(a):>12} {form.format(b):>12} {better:6.2f}", flush=True)

    for name, steps in (("humanoid", 4), ("cartpole", 2)):
        a, b = compare(ours, theirs, 1, "memory", name)
        line(f"{name}: bytes of a simulation", a, b, b / a)
        a, b = compare(ours, theirs, arguments.rounds, "step", name, steps)
        line(f"{name}: steps per second", a, b, a / b)
    a, b = compare(ours, theirs, 3, "randomize")
    line("random masses and friction, s", a, b, b / a, "{:.3f}")
    a, b = ours.ask("randomize"), theirs.ask("copies")
    line("  beside copies of the model, s", a, b, b / a, "{:.3f}")


if __name__ == "__main__":
    main()
