"""Time of each stage of a step, ours beside MuJoCo's.

    python -m tools.speed.stages [MODEL ...] [--rounds 5] [--steps 500] [--program target/release/ferrodyn]
                    [--page docs/benchmarks.md]

`ferrodyn bench` and a C program that calls the library inside the `mujoco` package take turns. Both start in the
first keyframe, move the controls by the same noise and read the same timers; the table holds the fastest round of
each stage, in microseconds, MuJoCo's in brackets. Timers are part of what they measure: the column of whole steps
is without them. Without models: some of the corpus.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from tools import corpus
from tools.docs import measured, sections
from tools.speed import peer_in_c

MODELS = ["mujoco/model/humanoid/humanoid.xml", "mujoco/model/car/car.xml",
          "mujoco/model/replicate/newton_cradle.xml", "mujoco/model/cube/cube_3x3x3.xml",
          "menagerie/shadow_hand/scene_right.xml", "menagerie/franka_emika_panda/scene.xml",
          "menagerie/unitree_go1/scene.xml", "menagerie/agility_cassie/scene.xml",
          "menagerie/unitree_h1/scene.xml", "mujoco/model/humanoid/100_humanoids.xml"]
# the stages that `ferrodyn bench` names, and MuJoCo's timers of them
STAGES = {"kinematics": ["POS_KINEMATICS"], "inertia": ["POS_INERTIA"], "collision": ["POS_COLLISION"],
          "constraint rows": ["POS_MAKE", "POS_PROJECT"], "velocity": ["VELOCITY"], "actuation": ["ACTUATION"],
          "solver": ["CONSTRAINT"], "integration": ["ADVANCE"]}

# noise and timers are those of `ferrodyn bench`
C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <mujoco/mujoco.h>

static mjtNum seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (mjtNum)now.tv_sec + 1e-9 * (mjtNum)now.tv_nsec;
}

static const mjModel* m;
static mjData* d;

static double walk(int steps) {
  mj_resetData(m, d);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  mjtNum* rest = calloc(m->nu + 1, sizeof(mjtNum));
  memcpy(rest, d->ctrl, m->nu * sizeof(mjtNum));
  unsigned noise = 1;
  double time = 0;
  for (int done = 0; done < steps; done += 25) {
    for (int i = 0; i < m->nu; i++) {
      noise = (noise * 1103515245u + 12345u) & 0x7fffffffu;
      d->ctrl[i] = rest[i] + 0.1 * (noise / (double)(1u << 30) - 1.0);
    }
    double start = seconds();
    for (int i = done; i < done + 25 && i < steps; i++) mj_step(m, d);
    time += seconds() - start;
  }
  free(rest);
  return 1e6 * time / steps;
}

static double timer(int which, int steps) { return 1e6 * d->timer[which].duration / steps; }

int main(int argc, char** argv) {
  char error[1000] = "";
  int steps = atoi(argv[1]);
  m = mj_loadXML(argv[2], NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  d = mj_makeData(m);
  double best = walk(steps);
  double again = walk(steps);
  mjcb_time = seconds;
  walk(steps);
  printf("{\"step\": %g", best < again ? best : again);
  PRINT_STAGES
  puts("}");
  return 0;
}
"""


def peer_program():
    """The C program, which prints the timers of each stage."""
    def times(timers):
        return " + ".join(f"timer(mjTIMER_{timer}, steps)" for timer in timers)
    lines = [f'printf(", \\"{name}\\": %g", {times(timers)});' for name, timers in STAGES.items()]
    return C.replace("PRINT_STAGES", "\n  ".join(lines))


def run(command):
    """What a program prints as JSON."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr.strip() or 'failed'}")
    return json.loads(done.stdout)


def ours(program, steps, path):
    """Microseconds of a step and of its stages."""
    [result] = run([program, "bench", "--json", "--rounds", 2, "--steps", steps, path])
    return {"step": result["microseconds"]} | {stage["name"]: stage["microseconds"] for stage in result["stages"]}


def fastest(rounds):
    """The least of each time; what a round does not have took none."""
    names = {name for times in rounds for name in times}
    return {name: min(times.get(name, 0.0) for times in rounds) for name in names}


def three_digits(x):
    """A number with three digits that count."""
    return f"{float(f'{x:.3g}'):.0f}" if x >= 100 else f"{x:.3g}"


def row(model, mine, theirs):
    """A line of the table."""
    def cell(name):
        return f"{three_digits(mine.get(name, 0.0))} ({three_digits(theirs.get(name, 0.0))})"
    return f"| {model} | " + " | ".join(cell(name) for name in ["step", *STAGES]) + " |"


def main():
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", corpus.ROOT / "target"))
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("models", nargs="*", type=pathlib.Path)
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--steps", type=int, default=500, help="steps of a round")
    ap.add_argument("--program", type=pathlib.Path, default=target / "release" / "ferrodyn")
    measured.add_argument(ap)
    sections.add_argument(ap)
    a = ap.parse_args()
    if not a.program.exists():
        sys.exit(f"no {a.program}; cargo build --release -p ferrodyn-cli")
    models = a.models or [file for file in map(corpus.find_model, MODELS) if file]
    if not models:
        print(f"SKIPPED: no models: name some, or {corpus.MISSING}")
        return
    with tempfile.TemporaryDirectory() as folder:
        peer = peer_in_c.build(folder, "stages", peer_program())
        if peer is None:
            return
        lines = [f"| µs | step | {' | '.join(STAGES)} |", "|---" * (len(STAGES) + 2) + "|"]
        print("\n".join(lines))
        for path in models:
            path = path.resolve()
            turns = [(ours(a.program, a.steps, path), run([peer, a.steps, path])) for _ in range(a.rounds)]
            mine, theirs = (fastest(rounds) for rounds in zip(*turns))
            model = path.parent.name if path.stem.startswith("scene") else path.stem
            lines.append(row(model, mine, theirs))
            print(lines[-1], flush=True)
    sections.write(a.page, "stages", "\n".join([*lines, "", measured.line(a.note)]))


if __name__ == "__main__":
    main()
