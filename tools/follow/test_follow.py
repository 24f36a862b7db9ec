"""Lists of a release, their differences, and what is made of models."""

import csv
import importlib.metadata
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from conformance import tolerances
from tools import ROOT
from tools.corpus import CORPUS
from tools.follow import compare, differences, wheels

REFERENCE = pathlib.Path(CORPUS).parent / "reference"
LISTED = ("functions", "enums", "model_fields", "data_fields", "option_fields", "statistic_fields", "contact_fields")


def needs_mujoco(version="3.8.0"):
    """Skips where another release is installed, or none."""
    try:
        found = importlib.metadata.version("mujoco")
    except importlib.metadata.PackageNotFoundError:
        found = "none"
    if found != version:
        pytest.skip(f"the lists are those of mujoco {version}; installed is {found}")


def run(module, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-m", module, *map(str, arguments)], env=environment, cwd=ROOT, check=False)


def test_the_lists_of_a_release_are_those_of_the_reference(tmp_path):
    needs_mujoco()
    if not REFERENCE.is_dir():
        pytest.skip(f"no lists at {REFERENCE}")
    assert run("tools.follow.lists", tmp_path).returncode == 0
    for name in [*(f"{name}.csv" for name in LISTED), "mjcf_schema.txt"]:
        assert (tmp_path / name).read_bytes() == (REFERENCE / name).read_bytes(), name


def write_lists(folder, **rows):
    """Lists that are empty but for these rows."""
    folder.mkdir()
    for name in differences.TITLES:
        with open(folder / f"{name}.csv", "w", newline="") as file:
            csv.writer(file).writerows([["name", "what"], *rows.get(name, [])])
    return folder


def test_a_difference_names_the_release_that_brought_it(tmp_path):
    old = write_lists(tmp_path / "1.0.0", functions=[["f", "int", "a"], ["gone", "int", ""]])
    middle = write_lists(tmp_path / "1.1.0", functions=[["f", "int", "a; b"], ["new", "void", ""]])
    new = write_lists(tmp_path / "2.0.0", functions=[["f", "int", "a; b"], ["new", "void", ""]], enums=[["e", "x", "1"]])
    found = {c.name: c for c in differences.changes("functions", [old, middle, new])}
    assert set(found) == {"f", "gone", "new"}
    assert {c.since for c in found.values()} == {"1.1.0"}
    assert found["gone"].new is None
    assert found["new"].old is None
    (added,) = differences.changes("enums", [old, middle, new])
    assert (added.name, added.since) == ("e.x", "2.0.0")
    lines, count = differences.page([old, middle, new])
    assert count == 4
    assert any("`e.x`" in line and "2.0.0" in line for line in lines)


def test_a_change_that_was_taken_back_is_none(tmp_path):
    folders = [write_lists(tmp_path / v, functions=[["f", "int", p]]) for v, p in (("1.0.0", "a"), ("1.1.0", "b"), ("1.2.0", "a"))]
    assert list(differences.changes("functions", folders)) == []


@pytest.mark.parametrize(("old", "new", "expected"), [
    ([1.0, 2.0], [1.0, 2.0], 0.0),
    ([1.0, 2.0], [1.0, 3.0], 0.5),
    ([0.0], [1e-12], 1e-12),
    ([np.nan], [np.nan], 0.0),
    ([np.nan], [0.0], np.inf),
    ([1.0], [1.0, 2.0], np.inf),
    (np.zeros((0, 17)), np.zeros(0), 0.0),
    (np.array([1, 2]), np.array([1, 3]), np.inf),
    (b"names", b"other", np.inf),
])
def test_errors_are_relative_to_the_largest_entry(old, new, expected):
    assert compare.error(old, new) == pytest.approx(expected)


def test_a_difference_above_the_limit_is_found_and_one_below_is_not():
    def kept(qacc):
        forward = {"authored": {"qacc": np.array([qacc]), "xpos": np.array([1.0])}}
        return {"path": "m.xml", "model": {"nq": np.array(1)}, "forward": forward, "authored": {}, "inverse": {}, "steps": {}}

    limit = tolerances.SOLVED.limit
    assert compare.compare(kept(1.0), kept(1.0 + limit / 2)).differing == {}
    found = compare.compare(kept(1.0), kept(1.0 + limit * 2)).differing
    assert list(found) == ["forward"]
    assert list(found["forward"]) == ["qacc"]


@pytest.mark.parametrize(("old", "new", "load"), [
    ({"refused": "why"}, {"refused": "why"}, "both refuse"),
    ({"refused": "why"}, {"model": {}}, "old refuses"),
    ({"model": {}}, {"refused": "why"}, "new refuses"),
    ({"failed": "crashed"}, {"refused": "why"}, "not compared"),
])
def test_how_a_model_loads_is_told(old, new, load):
    result = compare.compare({"path": "m.xml", **old}, {"path": "m.xml", **new})
    assert result.load == load
    page = "\n".join(compare.page([result]))
    assert load in page


def test_versions_compare_as_releases():
    assert sorted(["3.10.0", "3.9.0", "4.0.1"], key=wheels.parts) == ["3.9.0", "3.10.0", "4.0.1"]


def test_what_a_release_makes_of_a_model_is_kept_once_and_equals_itself(tmp_path):
    needs_mujoco()
    model = ROOT / "models" / "equality.xml"
    assert run("tools.follow.dump", tmp_path, model).returncode == 0
    (file,) = tmp_path.glob("*.pickle")
    kept, changed = compare.read(file), file.stat().st_mtime_ns
    assert kept["release"] == "3.8.0"
    assert set(kept["forward"]) == {"authored", "random"}
    assert compare.compare(kept, kept).differing == {}
    # a run that goes on leaves what is there
    assert run("tools.follow.dump", tmp_path, model).returncode == 0
    assert file.stat().st_mtime_ns == changed
    # after no time all models are left
    assert run("tools.follow.dump", "--minutes", "-1", tmp_path / "other", model).returncode == 3


def test_a_model_that_takes_too_long_says_so(tmp_path):
    needs_mujoco()
    model = tmp_path / "slow.xml"
    body = "<body pos='0 0 {}'><freejoint/><geom size='1'/></body>"
    model.write_text(f"<mujoco><worldbody>{''.join(body.format(i / 100) for i in range(400))}</worldbody></mujoco>")
    assert run("tools.follow.dump", "--seconds", "1", tmp_path / "out", model).returncode == 0
    (file,) = (tmp_path / "out").glob("*.pickle")
    assert compare.read(file)["failed"] == "took more than 1 s"
