"""Steps per second of vector environments: `ferrodyn.gym` beside Gymnasium's own on MuJoCo.

    python -m tools.speed.vector_envs [--envs HalfCheetah-v5 Ant-v5 Humanoid-v5] [--num-envs 64] [--rounds 7]
                          [--seconds 1] [--nthread 0]

Contestants are `ferrodyn.gym.make_vec` and Gymnasium's "sync" and "async" on the `mujoco` package.
All take the same random actions and start again in the next step. Each is in a process of its own,
which "async" splits further, one per environment; they take turns while the others wait. A step is
that of one environment. The table holds the fastest and the median round of each, in thousands of
steps per second, and how many times the median of "sync" it is.

Needs gymnasium, imageio and mujoco==3.8.0.
"""

import os

# matrices here are small: threads of the linear algebra only get in each other's way
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import multiprocessing
import statistics
import sys
import time

import numpy as np

ENVIRONMENTS = ["HalfCheetah-v5", "Ant-v5", "Humanoid-v5"]
CONTESTANTS = ("ferrodyn", "MuJoCo, sync", "MuJoCo, async")
ACTIONS = 256


# --- in the process of a contestant ----------------------------------------------------------


def made(contestant, name, num_envs, nthread):
    """The vector environment."""
    if contestant == "ferrodyn":
        from ferrodyn import gym

        return gym.make_vec(name, num_envs, nthread=nthread)
    import gymnasium
    import mujoco

    assert mujoco.MjModel.__module__.startswith("mujoco"), mujoco
    _, _, mode = contestant.partition(", ")
    return gymnasium.make_vec(name, num_envs, vectorization_mode=mode)


def serve(pipe, contestant, name, num_envs, nthread):
    """Answers seconds with the steps per second in so much time, until None comes."""
    envs = made(contestant, name, num_envs, nthread)
    space = envs.single_action_space
    shape = (ACTIONS, num_envs, *space.shape)
    actions = np.random.default_rng(0).uniform(space.low, space.high, shape).astype(np.float32)
    envs.reset(seed=0)
    while (seconds := pipe.recv()) is not None:
        begin, calls = time.perf_counter(), 0
        while (spent := time.perf_counter() - begin) < seconds:
            envs.step(actions[calls % ACTIONS])
            calls += 1
        pipe.send(calls * num_envs / spent)
    envs.close()


# --- in the process that asks ----------------------------------------------------------------


def measure(name, options):
    """Steps per second of each contestant, a list with an entry per round."""
    context = multiprocessing.get_context("spawn")
    pipes, processes = {}, []
    for contestant in CONTESTANTS:
        pipes[contestant], other = context.Pipe()
        arguments = (other, contestant, name, options.num_envs, options.nthread)
        # not a daemon: these may not have children, and "async" has
        processes.append(context.Process(target=serve, args=arguments))
        processes[-1].start()
        other.close()

    # the first round warms up
    speeds = {contestant: [] for contestant in CONTESTANTS}
    try:
        for i in range(options.rounds + 1):
            for contestant, pipe in pipes.items():
                pipe.send(options.seconds)
                speed = pipe.recv()
                if i:
                    speeds[contestant].append(speed)
    finally:
        for pipe, process in zip(pipes.values(), processes, strict=True):
            if process.is_alive():
                pipe.send(None)
            process.join()
    return speeds


def rows(name, speeds):
    """Lines of the table."""
    base = statistics.median(speeds["MuJoCo, sync"])
    for contestant, found in speeds.items():
        median = statistics.median(found)
        yield (
            f"| {name} | {contestant} | {max(found) / 1e3:.1f} | {median / 1e3:.1f} "
            f"| {median / base:.2f} |"
        )


def main(arguments=None):
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--envs", nargs="+", default=ENVIRONMENTS)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a contestant in a round")
    parser.add_argument("--nthread", type=int, default=0, help="of ferrodyn; 0 is all processors")
    options = parser.parse_args(arguments)

    count = os.cpu_count()
    print(f"{options.num_envs} environments, {count} processors, {options.rounds} rounds")
    print("| environment | contestant | fastest, k/s | median, k/s | times sync |")
    print("|---|---|---|---|---|", flush=True)
    for name in options.envs:
        for row in rows(name, measure(name, options)):
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
