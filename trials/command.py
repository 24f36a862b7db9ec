#!/usr/bin/env python3
"""Someone who writes models and uses the command `ferrodyn`: docs/start/command.md, row by row.

The command is the one that the wheel installs, or the program given with --command.
"""

import json
import os
import shutil
import sys

from trial import ROOT, blocks, main

MODELS = ROOT / "crates/cli/tests/models"
PAGE = "docs/start/command.md"


def steps(trial):
    """What is typed."""
    if trial.command:
        trial.env["PATH"] = f"{trial.command.parent}{os.pathsep}{trial.env['PATH']}"
    else:
        trial.environment()
    for name in ("arm.xml", "broken.xml", "cart.urdf"):
        shutil.copy(MODELS / name, trial.folder)
    trial.run("ferrodyn --help", shows=["check", "bench", "render", "rollout"])
    trial.run("ferrodyn --version", shows=r"\d+\.\d+")
    check(trial)
    table(trial)
    files(trial)
    mistakes(trial)


def check(trial):
    """What the page shows, word for word."""
    shown = blocks(PAGE, "text")[0].partition("\n")[2]
    trial.printed_as("ferrodyn check broken.xml arm.xml", shown, status=1, first=True)
    trial.run("ferrodyn check arm.xml", shows="1 file checked")
    trial.run("ferrodyn check absent.xml", status=2, shows=r"absent\.xml")
    report = trial.run("ferrodyn check --json broken.xml", status=1)
    try:
        json.loads(report)
    except ValueError as error:
        trial.fail("ferrodyn check --json broken.xml", f"is not JSON: {error}")


def table(trial):
    """Every command of the table but the window."""
    trial.run("ferrodyn info arm.xml", shows=["nq 11", "shoulder_yaw"])
    trial.run("ferrodyn info --json arm.xml", shows=r'"nq": ?11')
    trial.run("ferrodyn convert cart.urdf cart.xml", shows="transmission")
    trial.run("ferrodyn check cart.xml", shows="1 file checked")
    trial.run("ferrodyn bench --steps 2000 arm.xml", shows="steps/s")
    trial.run("ferrodyn rollout arm.xml -n 64 --steps 100 --out data", shows="steps/s")
    trial.run('ferrodyn ik arm.xml --frame tip --target "0.3 0.1 0.5"', shows="elbow")
    trial.run("ferrodyn completions bash", shows="ferrodyn")
    for command in "check info convert bench rollout replay ik render view".split():
        trial.run(f"ferrodyn help {command}", shows="--help")


def files(trial):
    """Pictures and trajectories are what they should be."""
    output = trial.run("ferrodyn render arm.xml -o arm.png", status=None)
    picture = trial.folder / "arm.png"
    if "built without pictures" in output:
        trial.skip("pictures, which this program was built without")
    elif not picture.exists() or not picture.read_bytes().startswith(b"\x89PNG"):
        trial.fail("ferrodyn render arm.xml -o arm.png", "is not a PNG")
    else:
        trial.run("ferrodyn render arm.xml -o fall.gif --duration 0.5")
    found = sorted(path.name for path in (trial.folder / "data").glob("*.npz"))
    if not found:
        trial.fail("ferrodyn rollout", "wrote no .npz file")


def mistakes(trial):
    """What a typing error gives."""
    trial.run("ferrodyn chek arm.xml", status=2, shows="check")
    trial.run("ferrodyn info", status=2, shows="Usage")
    trial.run("ferrodyn convert cart.urdf cart.usd", status=2, shows="usd")
    trial.run('ferrodyn ik arm.xml --frame tpi --target "0.3 0.1 0.5"', status=2, shows="tip")
    trial.run("ferrodyn bench absent.xml", status=2, shows=r"absent\.xml")


if __name__ == "__main__":
    sys.exit(main("command", steps))
