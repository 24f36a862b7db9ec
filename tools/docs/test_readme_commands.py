"""What the README tells to type does what it says, in an empty folder. Its Python is run by the tests of pages, its Rust by rustdoc."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tools import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MODELS = ROOT / "crates" / "cli" / "tests" / "models"
# what the switch must do for a program of the user, which is called with the arguments of the README
TRAIN = """
import argparse
import gymnasium

parser = argparse.ArgumentParser()
parser.add_argument("--env")
env = gymnasium.make(parser.parse_args().env)
env.reset(seed=0)
print(env.spec.id, type(env.unwrapped.model).__module__, env.step(env.action_space.sample())[0].shape)
"""


def typed():
    """The lines that begin with `$`, each with what is shown below it."""
    found = {}
    for block in re.findall(r"(?ms)^```text\n(.*?)^```$", README):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            line, _, shown = part.partition("\n")
            found[line] = shown
    return found


def in_folder(folder, command, **more):
    environment = {key: value for key, value in os.environ.items() if key != "FERRODYN_COMPAT"} | more
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def package():
    pytest.importorskip("ferrodyn")


def test_all_that_is_typed_is_known_here():
    programs = [shlex.split(line)[:3] for line in typed()]
    assert programs == [["python", "-m", "ferrodyn.compat"], ["ferrodyn", "check", "broken.xml"]]


def test_the_command_prints_what_is_shown(package, tmp_path):
    line, shown = next((line, shown) for line, shown in typed().items() if line.startswith("ferrodyn check"))
    shutil.copy(MODELS / "broken.xml", tmp_path)
    words, _, wanted = line.partition(" | grep ")
    done = in_folder(tmp_path, [sys.executable, "-m", *shlex.split(words)])
    assert done.returncode == 1 and wanted, done.stderr
    # what goes through a pipe is what is printed to standard output
    assert [row for row in done.stdout.splitlines() if wanted in row] == shown.splitlines()


def test_the_switch_runs_a_training_program(package, tmp_path):
    pytest.importorskip("gymnasium")
    pytest.importorskip("mujoco")
    line = next(line for line in typed() if "ferrodyn.compat" in line)
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    done = in_folder(tmp_path, [sys.executable, *shlex.split(line)[1:]])
    assert (done.returncode, done.stdout.split()[:2]) == (0, ["HalfCheetah-v5", "ferrodyn"]), done.stderr


def test_thousands_of_environments_are_made_as_shown(package, tmp_path):
    pytest.importorskip("gymnasium")
    (program,) = re.findall(r"(?ms)^```py\n(.*?)^```$", README)
    program += "import gymnasium\nprint(isinstance(envs, gymnasium.vector.VectorEnv), len(observations))\n"
    done = in_folder(tmp_path, [sys.executable, "-c", program])
    assert done.stdout.split() == ["True", "4096"], done.stderr


def test_the_clip_is_drawn_by_its_command(package, tmp_path):
    pytest.importorskip("gymnasium")
    (command,) = re.findall(r"Drawn by `([^`]*)`", README)
    words = shlex.split(command)
    assert words[:4] == ["python", "-m", "tools.pictures.hero", "docs/envs.webp"]
    # as many as are drawn, small, and two pictures of them
    small = [sys.executable, *words[1:3], str(tmp_path / "envs.png"), *words[4:], "--environments", "64", "--frames", "2", "--tile", "16"]
    done = in_folder(ROOT, small, PYTHONPATH=os.pathsep.join(sys.path))
    if done.returncode and re.search("no Vulkan, Metal or DirectX 12 driver", done.stderr):
        pytest.skip(f"nothing draws here: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0 and (tmp_path / "envs.png").read_bytes().startswith(b"\x89PNG"), done.stderr


def test_what_is_installed_from_is_in_the_repository():
    (python, rust) = re.search(r"(?ms)^```sh\n(.*?)^```$", README)[1].splitlines()
    folder = re.search(r"#subdirectory=([\w/]+)", python)[1]
    assert (ROOT / folder / "pyproject.toml").is_file()
    name = shlex.split(rust, comments=True)[-1]
    assert f'name = "{name}"' in (ROOT / "crates" / name / "Cargo.toml").read_text(encoding="utf-8")


def test_versions_are_those_of_the_manifests():
    minimum = re.search(r'(?m)^rust-version = "([\d.]+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"))[1]
    assert f"with Rust {minimum.removesuffix('.0')} " in README
    python = re.search(r'(?m)^requires-python = ">=([\d.]+)"', (ROOT / "crates" / "python" / "pyproject.toml").read_text(encoding="utf-8"))[1]
    assert f"Python >= {python}," in README
