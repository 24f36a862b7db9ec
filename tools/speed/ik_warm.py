"""What a search from Python takes that begins near its solution, beside one from the middle of all ranges.

    python -m tools.speed.ik_warm MODEL:END ... [--poses 1000] [--rounds 7]

Random coordinates within limits give poses; a warm start is each coordinate of a solution, off by up to 0.2. Both kinds
of search take turns in every round, and a pose has the best of its rounds. Times are those of `ferrodyn.ik.Solver.solve`,
the call from Python included.
"""

import argparse
import time

import ferrodyn
import numpy as np
from ferrodyn import ik


def measured(path, end, count, rounds):
    """Microseconds of all searches, cold and warm, and which of them converged."""
    chain = ik.Chain(ferrodyn.MjModel.from_xml_path(path), end)
    solver, random = ik.Solver(chain), np.random.default_rng(8)
    low, high = np.array([joint.range or (-np.pi, np.pi) for joint in chain.joints]).T
    solutions = random.uniform(low, high, (count, chain.nq))
    poses = [chain.pose(q) for q in solutions]
    starts = {"middle": [chain.middle] * count, "warm": solutions + random.uniform(-0.2, 0.2, solutions.shape)}
    best = {kind: np.full(count, np.inf) for kind in starts}
    solved = {}
    for _ in range(rounds):
        for kind, rows in starts.items():
            for i, ((pos, quat), start) in enumerate(zip(poses, rows, strict=True)):
                began = time.perf_counter()
                found = solver.solve(pos, quat, start)
                took = time.perf_counter() - began
                best[kind][i] = min(best[kind][i], 1e6 * took)
                solved[kind, i] = found.converged
    return best, {kind: np.mean([solved[kind, i] for i in range(count)]) for kind in starts}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("models", nargs="+", metavar="MODEL:END")
    parser.add_argument("--poses", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    for model in options.models:
        path, _, end = model.rpartition(":")
        best, solved = measured(path, end, options.poses, options.rounds)
        for kind, times in best.items():
            median, last = np.percentile(times, [50, 99])
            print(f"{path} from {kind:6} {solved[kind]:7.2%} solved, median {median:5.1f} us, 99th percentile {last:5.0f} us",
                  flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
