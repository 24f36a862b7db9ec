"""What the tests share: the package on the path, small models, and engines with faults."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from conformance.models import Model  # noqa: E402
from conformance.pool import run  # noqa: E402

ARM = """<mujoco model="{name}"><worldbody><geom type="plane" size="1 1 1"/>
  <body name="upper" pos="0 0 .3"><joint axis="0 1 0" range="-90 90" limited="true"/><geom type="capsule" size=".02 .1"/>
    <body name="lower" pos="0 0 .2"><joint axis="0 1 0"/><geom type="capsule" size=".02 .1"/></body></body>
  <body pos=".5 0 .049"><freejoint/><geom size=".05"/></body></worldbody>
  <actuator><motor joint="joint0"/></actuator></mujoco>"""


@pytest.fixture
def arm(tmp_path):
    """Makes a model with a name: two links and a ball that touches the floor."""

    def make(name="arm"):
        path = tmp_path / "models" / f"{name}.xml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(ARM.format(name=name).replace('<joint axis', '<joint name="joint0" axis', 1))
        return Model(path.name, str(path))

    return make


@pytest.fixture
def judged(monkeypatch):
    """Compares models with an engine that has a fault in models whose name begins with "bad"."""

    def judge(models, fault="", seconds=60, jobs=1):
        monkeypatch.syspath_prepend(str(HERE))
        monkeypatch.setenv("FAULT", fault)
        return {result.name: result for result in run(models, "faulty_engine", jobs, seconds)}

    return judge
