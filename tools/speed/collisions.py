"""Time of the collision stage, ours and MuJoCo's in one run.

    python -m tools.speed.collisions --models DIR... [--also PYTHON] [--rounds 5] [--only NAME...]
    python -m tools.speed.collisions --spheres [10 100 1000 10000] [--also PYTHON]

Loads the models listed in MODELS from the directories, simulates each with MuJoCo for a while, and
times `mj_collision` in some of the states.
Engines run in processes of their own, one model at a time in turns; the table holds the fastest
round of each in microseconds of the processor, without the cost of the call from Python. `--also` names the
interpreter of another environment with another MuJoCo, which takes part too; the last column
compares ours with the better one.

With --spheres: moving balls at constant density, more and more of them. A cost of n log n
grows a little more than tenfold in every row.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from tools import ROOT

# file, steps before the first state, keyframe to start from
MODELS = {
    "bunnies": ("replicate/bunnies.xml", 300, None),
    "cube_3x3x3": ("cube/cube_3x3x3.xml", 200, None),
    "22_humanoids": ("humanoid/22_humanoids.xml", 300, None),
    "100_humanoids": ("humanoid/100_humanoids.xml", 300, None),
    "shadow_hand": ("shadow_hand/scene_right.xml", 200, None),
    "barkour hfield": ("google_barkour_vb/scene_hfield_mjx.xml", 300, 0),
    "ur5e": ("universal_robots_ur5e/scene.xml", 200, 0),
    "panda": ("franka_emika_panda/scene.xml", 200, 0),
    "humanoid": ("humanoid/humanoid.xml", 300, None),
}
STATES = 6
STEPS_BETWEEN = 40


def states(path, steps, key):
    """States of a model, as MuJoCo simulates it."""
    import mujoco

    m = mujoco.MjModel.from_xml_path(path)
    d = mujoco.MjData(m)
    if key is not None and m.nkey > key:
        mujoco.mj_resetDataKeyframe(m, d, key)
    out = []
    for i in range(steps + STATES * STEPS_BETWEEN):
        mujoco.mj_step(m, d)
        if i >= steps and (i - steps) % STEPS_BETWEEN == 0:
            out.append([d.qpos.tolist(), d.mocap_pos.tolist(), d.mocap_quat.tolist()])
    return out


def spheres(n):
    """A model of n balls, one per unit of volume, a few of which touch.

    A slide joint makes a body move as a free joint does, as far as collision is concerned, and MuJoCo
    loads many of them in less time.
    """
    rng, side = random.Random(n), n ** (1 / 3)

    def place():
        return " ".join(f"{rng.uniform(0, side):.6f}" for _ in range(3))

    balls = "".join(f'<body pos="{place()}"><joint type="slide"/><geom size=".3"/></body>' for _ in range(n))
    return f'<mujoco><size memory="1G"/><worldbody>{balls}</worldbody></mujoco>'


def fastest(call, seconds):
    """The fastest of many calls, in seconds of the processor."""
    clock = time.thread_time
    call()
    start = clock()
    call()
    calls = range(max(1, int(2e-4 / max(clock() - start, 1e-7))))
    best, end = math.inf, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = clock()
        for _ in calls:
            call()
        best = min(best, (clock() - start) / len(calls))
    return best


def serve(engine_name):
    """Times the models named on standard input, one per line."""
    engine = __import__(engine_name)
    empty = engine.MjModel.from_xml_string("<mujoco/>")
    nothing = engine.MjData(empty)
    overhead = fastest(lambda: engine.mj_collision(empty, nothing), 0.2)
    print(engine.__version__, flush=True)
    models = {}
    for line in sys.stdin:
        path, saved, seconds = json.loads(line)
        if path not in models:
            m = engine.MjModel.from_xml_path(path)
            models[path] = m, engine.MjData(m), json.loads(pathlib.Path(saved).read_text()) if saved else []
        m, d, places = models[path]
        total = 0
        for qpos, mocap_pos, mocap_quat in places or [(m.qpos0, [], [])]:
            d.qpos[:] = qpos
            if m.nmocap:
                d.mocap_pos[:], d.mocap_quat[:] = mocap_pos, mocap_quat
            engine.mj_kinematics(m, d)
            engine.mj_comPos(m, d)
            total += fastest(lambda: engine.mj_collision(m, d), seconds) - overhead
        print(json.dumps([total / max(1, len(places)), d.ncon]), flush=True)


class Engine:
    """An engine in a process of its own."""

    def __init__(self, python, module):
        args = [python, "-m", "tools.speed.collisions", "--serve", module]
        self.process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.name = f"{module} {self.process.stdout.readline().strip()}"

    def time(self, path, saved, seconds):
        self.process.stdin.write(json.dumps([path, saved, seconds]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def compare(engines, rows, rounds, seconds):
    """Prints a line per model: times of all engines, and how many times faster the last is."""
    print(f"{'model':16}{'contacts':>9}" + "".join(f"{e.name:>17}" for e in engines) + f"{'ratio':>8}", flush=True)
    ratios = []
    for name, path, saved in rows:
        best, ncon = [math.inf] * len(engines), 0
        for _ in range(rounds):
            for k, engine in enumerate(engines):
                took, ncon = engine.time(path, saved, seconds)
                best[k] = min(best[k], took)
        ratios.append(min(best[:-1]) / best[-1])
        print(f"{name:16}{ncon:9}" + "".join(f"{t * 1e6:17.2f}" for t in best) + f"{ratios[-1]:8.2f}", flush=True)
    print(f"geometric mean of ratios {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", nargs="+", default=[], help="directories with models")
    ap.add_argument("--only", nargs="+", choices=MODELS, default=list(MODELS))
    ap.add_argument("--spheres", type=int, nargs="*", help="numbers of balls")
    ap.add_argument("--also", help="interpreter with another MuJoCo")
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--seconds", type=float, default=0.02, help="per state and round")
    ap.add_argument("--serve", help=argparse.SUPPRESS)
    a = ap.parse_args()
    if a.serve:
        return serve(a.serve)
    engines = [Engine(sys.executable, "mujoco")]
    engines += [Engine(a.also, "mujoco")] if a.also else []
    engines.append(Engine(sys.executable, "ferrodyn"))
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        if a.spheres is not None:
            for n in a.spheres or [10, 100, 1000, 10000]:
                path = pathlib.Path(folder, f"{n}.xml")
                path.write_text(spheres(n))
                rows.append((f"{n} balls", str(path), None))
        else:
            for name in a.only:
                file, steps, key = MODELS[name]
                found = [p for top in a.models for p in pathlib.Path(top).rglob(pathlib.Path(file).name)
                         if str(p).endswith("/" + file)]
                if not found:
                    print(f"{name}: no {file} in {a.models}")
                    continue
                saved = pathlib.Path(folder, name)
                saved.write_text(json.dumps(states(str(found[0]), steps, key)))
                rows.append((name, str(found[0]), str(saved)))
        compare(engines, rows, a.rounds, a.seconds)


if __name__ == "__main__":
    main()
