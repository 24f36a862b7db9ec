"""The example scripts say `import mujoco`; they print the same with MuJoCo and with ferrodyn."""

import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mujoco")

# what a script needs besides mujoco, and where it comes from
NEEDS = {"identification_toolbox": ("yaml", "colorama", "tabulate", "plotly", "scipy")}
EXAMPLES = pathlib.Path(__file__).parents[3] / "examples" / "python"


def output(*arguments):
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    run = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=300, env=environment
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_example_prints_what_it_prints_with_mujoco(script):
    for package in NEEDS.get(script.stem, ()):
        pytest.importorskip(package, reason=f"{package} is missing: pip install 'mujoco[sysid]'")
    expected = output(script)
    assert expected
    assert output("-m", "ferrodyn.compat", script) == expected


def test_there_are_examples():
    assert len(list(EXAMPLES.glob("*.py"))) >= 10
