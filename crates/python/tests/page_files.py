"""What the code of pages finds: files in the working directory, and names."""

import pathlib
import shutil
import subprocess
import sys

import ferrodyn

ROOT = pathlib.Path(__file__).resolve().parents[3]

ARM = """
<mujoco>
  <worldbody>
    <body name="torso" pos="0 0 1">
      <joint axis="0 0 1" range="-180 180"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
      <body pos=".3 0 0">
        <joint axis="0 1 0" range="-150 150"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <site name="tip" pos=".3 0 0"/>
      </body>
    </body>
    <camera name="track" pos="0 -2 1" xyaxes="1 0 0 0 0 1" mode="track"/>
  </worldbody>
</mujoco>
"""


def prepare(page):
    """Writes the files that a page needs into the working directory; the names it needs."""
    return PAGES.get(page, dict)()


def _readme():
    pathlib.Path("robot.xml").write_text(ARM)
    return {}


def _untrusted():
    pathlib.Path("upload").mkdir()
    pathlib.Path("upload/robot.xml").write_text("<mujoco/>")
    return {}


def _ik():
    bench = '<worldbody><body name="bench"><geom type="box" size="1 1 .05"/></body>'
    arm = ARM.replace("<worldbody>", bench).replace('<body pos=".3', '<body name="forearm" pos=".3')
    pathlib.Path("arm.xml").write_text(arm)
    return {"targets": [[0.3, 0.1, 0.9, 1, 0, 0, 0], [0.2, 0.3, 0.8, 1, 0, 0, 0]]}


def _pictures():
    model = ferrodyn.MjModel.from_xml_string(ARM)
    return {"model": model, "data": ferrodyn.MjData(model), "policy": lambda m, d: None}


def _rollout():
    """Runs the command of the page that writes shards."""
    shutil.copy(ROOT / "crates/cli/tests/models/arm.xml", "arm.xml")
    shutil.copytree(ROOT / "crates/cli/tests/models/meshes", "meshes")
    page = (ROOT / "docs" / "rollout.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("ferrodyn rollout arm.xml"))
    command = [sys.executable, "-m", *line.split()]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return {}


def _viewer():
    pathlib.Path("humanoid.xml").write_text(ARM)
    return {}


class Glance:
    """A window that is closed soon after it was opened."""

    def __init__(self, model, data):
        self.model, self.data, self.syncs = model, data, 0

    def is_running(self):
        return self.syncs < 3

    def sync(self):
        self.syncs += 1

    def __enter__(self):
        return self

    def __exit__(self, *error):
        assert self.data.time > 0


PAGES = {
    "README.md": _readme,
    "docs/doctor.md": _readme,
    "docs/ik.md": _ik,
    "docs/pictures.md": _pictures,
    "docs/rollout.md": _rollout,
    "docs/untrusted.md": _untrusted,
    "docs/viewer.md": _viewer,
}
