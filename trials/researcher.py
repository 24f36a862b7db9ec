#!/usr/bin/env python3
"""A researcher with scripts that say `import mujoco`: docs/start/mujoco.md.

The scripts run as they are with `FERRODYN_COMPAT=1` and `python -m ferrodyn.compat`, and with one
line changed. Where the package mujoco can be installed, they run on it too: the same words, numbers
to 1e-6.
"""

import sys

from trial import ROOT, blocks, main, same_numbers

SCRIPTS = ["passive", "controller", "reaching", "rollouts", "editing", "drawing"]
# MuJoCo draws with OpenGL, which many machines have not got
DRAWS = ["drawing"]
PAGE = "docs/start/mujoco.md"


def steps(trial):
    """What is typed."""
    trial.environment()
    change_one_line(trial)
    printed = {}
    for name in SCRIPTS:
        trial.write(f"{name}.py", (ROOT / "trials" / "scripts" / f"{name}.py").read_text("utf-8"))
        printed[name] = trial.run(f"python {name}.py", FERRODYN_COMPAT="1")
    trial.run("python -m ferrodyn.compat passive.py", shows="energy")
    trial.run("python -m ferrodyn.compat -", text="import mujoco; print(mujoco.__version__)",
              shows=r"3\.8\.0")  # fmt: skip
    one = (trial.folder / "reaching.py").read_text("utf-8")
    trial.write("changed.py", one.replace("import mujoco\n", "import ferrodyn as mujoco\n"))
    if trial.run("python changed.py") != printed["reaching"]:
        trial.fail("python changed.py", "printed something else than with the switch")
    mistakes(trial)
    beside_mujoco(trial, printed)


def change_one_line(trial):
    """The program of the page, and what the page says it prints."""
    trial.write("pendulum.py", blocks(PAGE, "python")[0])
    trial.printed_as("python pendulum.py", blocks(PAGE, "text")[0], first=True)


def mistakes(trial):
    """What a typing error gives: words, and no traceback that begins inside the launcher."""
    trial.run("python -m ferrodyn.compat absent.py", status=2, shows=r"absent\.py")
    trial.write("wrong.py", "import mujoco\nmujoco.MjModel.from_xml_path('absent.xml')\n")
    output = trial.run("python -m ferrodyn.compat wrong.py", status=1, shows=[r"absent\.xml"])
    if "runpy" in output or "compat" in output:
        trial.fail("python -m ferrodyn.compat wrong.py", "the traceback shows the launcher")
    trial.write("shape.py", "import mujoco\nm = mujoco.MjModel.from_xml_string('<mujoco/>')\n"
                "mujoco.mj_jac(m, mujoco.MjData(m), [[0.0]], None, [0, 0, 0], 0)\n")  # fmt: skip
    trial.run("python -m ferrodyn.compat shape.py", status=1,
              shows=["TypeError|ValueError", "jacp"])  # fmt: skip


def beside_mujoco(trial, printed):
    """The same scripts on MuJoCo itself."""
    trial.run("python -m venv theirs")
    python = "theirs/Scripts/python" if sys.platform == "win32" else "theirs/bin/python"
    if "Successfully" not in trial.run(f"{python} -m pip install mujoco==3.8.0"):
        trial.skip("mujoco cannot be installed: nothing to compare with")
        trial.failures.pop()
        return
    for name in SCRIPTS:
        if name in DRAWS:
            continue
        theirs = trial.run(f"{python} {name}.py")
        if not same_numbers(printed[name], theirs):
            trial.fail(f"{python} {name}.py", "MuJoCo prints something else")
    # both in one process, as the page shows
    trial.run("python -m pip install -q mujoco==3.8.0")
    trial.write("both.py", "".join(blocks(PAGE, "python")))
    trial.printed_as("python both.py", "".join(blocks(PAGE, "text")))


if __name__ == "__main__":
    sys.exit(main("researcher", steps))
