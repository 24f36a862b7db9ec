"""Ticks of judo, a toolbox for sampling MPC, on ferrodyn and on the mujoco that it came with.

    python -m tools.ecosystem.judo [--task cartpole] [--optimizer ps] [--rounds 20] [--ticks 10]

Two processes, one with the switch (FERRODYN_COMPAT=1), one without, run a controller of judo around a simulation. They take turns in
every round, so that both meet the same load. A tick is one `update_action`: sampled controls, rollouts on judo's threads, rewards.
The table has percentiles of their wall time, since a controller waits for its slowest tick.
"""

import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

from tools.docs import measured


def serve(task, optimizer):
    """The loop of one side: a line with a number asks for so many ticks, the answer is a line with their seconds."""
    import mujoco
    from judo.app.structs import MujocoState
    from judo.controller import make_controller

    np.random.seed(0)
    controller = make_controller(task, optimizer)
    m, d = controller.task.model, controller.task.data
    steps = max(1, round(1 / controller.controller_cfg.control_freq / m.opt.timestep))
    print(json.dumps({"module": mujoco.__name__, "rollouts": controller.optimizer_cfg.num_rollouts,
                      "horizon": int(controller.num_timesteps), "version": mujoco.mj_versionString(),
                      "ours": hasattr(mujoco.MjModel, "from_mujoco")}), flush=True)
    for line in sys.stdin:
        took = []
        for _ in range(int(line)):
            controller.update_states(MujocoState(d.time, d.qpos, d.qvel, d.xpos, d.xquat, d.mocap_pos, d.mocap_quat, {}))
            began = time.perf_counter()
            controller.update_action()
            took.append(time.perf_counter() - began)
            controller.time = d.time
            d.ctrl[:] = controller.action(d.time)
            mujoco.mj_step(m, d, steps)
        print(json.dumps({"took": took, "qpos": d.qpos.tolist()}), flush=True)


class Side:
    """A process that runs one side."""

    def __init__(self, given, switched):
        environment = {**os.environ, "FERRODYN_COMPAT": "1" if switched else ""}
        command = [sys.executable, "-m", "tools.ecosystem.judo", "--serve", "--task", given.task, "--optimizer", given.optimizer]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.about = json.loads(self.process.stdout.readline())
        if self.about["ours"] != switched:
            sys.exit(f"FERRODYN_COMPAT={int(switched)} gave the other package: is ferrodyn installed here?")
        self.took = []

    def tick(self, count):
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.took += answer["took"]
        return answer["qpos"]


def table(sides):
    """Percentiles of ticks of both sides."""
    rows = ["| | median, ms | 90 of 100 | 99 of 100 |", "|---|---|---|---|"]
    for name, side in sides.items():
        parts = 1e3 * np.percentile(side.took, [50, 90, 99])
        rows.append(f"| {name} | " + " | ".join(f"{part:.1f}" for part in parts) + " |")
    return "\n".join(rows)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--task", default="cartpole")
    arguments.add_argument("--optimizer", default="ps")
    arguments.add_argument("--rounds", type=int, default=20)
    arguments.add_argument("--ticks", type=int, default=10, help="of each side in a round")
    arguments.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    measured.add_argument(arguments)
    given = arguments.parse_args()
    if given.serve:
        return serve(given.task, given.optimizer)

    theirs = Side(given, False)
    sides = {"ferrodyn": Side(given, True), f"MuJoCo {theirs.about['version']}": theirs}
    for side in sides.values():
        side.tick(3)  # memory, threads
        side.took.clear()
    for _ in range(given.rounds):
        for side in sides.values():
            side.tick(given.ticks)
    print(f"judo {measured.installed('judo-rai')[0]}, {given.task} with {given.optimizer}: "
          f"{theirs.about['rollouts']} rollouts of {theirs.about['horizon']} steps")
    print(table(sides))
    print(measured.line(given.note, [theirs.about["version"]]))


if __name__ == "__main__":
    main()
