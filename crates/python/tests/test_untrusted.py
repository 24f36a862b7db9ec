"""Limits and roots: what can be given, and what the page about them shows."""

import dataclasses
import re
from pathlib import Path

import ferrodyn
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "untrusted.md"
MANY = "<mujoco><worldbody><replicate count='7000'><geom size='1'/></replicate></worldbody></mujoco>"


def test_the_table_of_the_page_names_every_limit():
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.M)
    assert rows == [f.name for f in dataclasses.fields(ferrodyn.Limits) if f.name != "confined"]


@pytest.mark.parametrize(
    "limits", ["untrusted", ferrodyn.Limits.untrusted(), {"replicas": 10}, ferrodyn.Limits(replicas=10)]
)
def test_limits_hold_wherever_a_model_is_read(limits, tmp_path):
    path = tmp_path / "m.xml"
    path.write_text(MANY)
    refused = pytest.raises(ValueError, match="raise the limit replicas")
    with refused:
        ferrodyn.MjModel.from_xml_string(MANY, limits=limits)
    with refused:
        ferrodyn.MjModel.from_xml_path(path, limits=limits)
    with refused:
        ferrodyn.MjSpec.from_string(MANY, limits=limits)
    with refused:
        ferrodyn.MjSpec.from_file(path, limits=limits)
    assert ferrodyn.MjModel.from_xml_string(MANY, limits="default").ngeom == 7000


def test_limits_of_a_spec_hold_when_it_is_compiled():
    spec = ferrodyn.MjSpec.from_string("<mujoco/>", limits={"model_bytes": 1 << 20})
    spec.nuserdata = 1 << 20
    with pytest.raises(ValueError, match="raise the limit model_bytes"):
        spec.compile()


def test_wrong_limits_are_explained():
    def load(**kwargs):
        ferrodyn.MjModel.from_xml_string("<mujoco/>", **kwargs)

    with pytest.raises(ValueError, match='there are no limits "unstrusted"'):
        load(limits="unstrusted")
    with pytest.raises(ValueError, match='did you mean "nodes"?'):
        load(limits={"node": 1})
    with pytest.raises(ValueError, match="cannot be -1"):
        load(limits={"nodes": -1})
    with pytest.raises(TypeError, match="the limit nodes should be a number"):
        load(limits={"nodes": "many"})
    with pytest.raises(TypeError, match="limits should be a Limits or a dict, not int"):
        load(limits=5)
    with pytest.raises(TypeError, match="roots should be a directory or a list"):
        load(roots=5)
    with pytest.raises(TypeError):
        ferrodyn.MjModel.from_xml_string("<mujoco/>", None, "untrusted")


def test_pipes_are_no_binary_models(tmp_path):
    os = pytest.importorskip("os")
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes")
    os.mkfifo(tmp_path / "m.mjb")
    with pytest.raises(ValueError, match="not a regular file"):
        ferrodyn.MjModel.from_binary_path(tmp_path / "m.mjb")


def test_binary_models_stay_within_model_bytes(tmp_path):
    m = ferrodyn.MjModel.from_xml_string("<mujoco><size nuserdata='20000000'/></mujoco>")
    path = str(tmp_path / "m.mjb")
    ferrodyn.mj_saveModel(m, path)
    assert ferrodyn.MjModel.from_binary_path(path).nuserdata == 20000000
    with pytest.raises(ValueError, match="the arrays take .* raise the limit model_bytes"):
        ferrodyn.MjModel.from_binary_path(path, limits="untrusted")
    with pytest.raises(ValueError, match="the file takes .* raise the limit model_bytes"):
        ferrodyn.MjModel.from_binary_path(path, limits={"model_bytes": 10})
