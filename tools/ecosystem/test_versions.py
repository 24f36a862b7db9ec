"""The table of versions: rows are replaced one by one, failures fit into a cell."""

import dataclasses
import sys
import types
from contextlib import nullcontext

import pytest

from tools.ecosystem import versions
from tools.ecosystem.learner_programs import LEARNERS
from tools.ecosystem.version_programs import PACKAGES


def rows_of(table):
    return [line for line in table.splitlines()[2:] if line]


def test_rows_of_packages_that_did_not_run_stay():
    first, second = PACKAGES[0].name, PACKAGES[1].name
    rows = [f"| {name} | 1 | p | works | 3 |" for name in (second, first)]
    old = versions.merged("", rows)
    new = versions.merged(old, [f"| {first} | 2 | p | fails | 4 |"])
    assert rows_of(new) == [f"| {first} | 2 | p | fails | 4 |", rows[0]]


def test_rows_of_packages_that_are_no_longer_listed_go():
    assert rows_of(versions.merged("| nobody | 1 | p | works | 3 |", [])) == []


def test_a_failure_is_the_last_line_of_the_traceback():
    text = 'Traceback (most recent call last):\n  File "a.py", line 1\n    x\nNameError: a | b\n'
    assert versions.problem(text) == "fails: NameError: a / b"
    assert versions.problem("") == "fails: no message"


def test_what_the_switch_warns_of_is_part_of_the_result():
    text = "a.py:1: RuntimeWarning: mink 1.3.0 expects mujoco >= 3.10.0; ferrodyn answers as 3.8.0"
    assert versions.warning(text) == "; warned: expects mujoco >= 3.10.0"
    assert versions.warning("a.py:1: RuntimeWarning: something else") == ""


def test_a_program_that_uses_mujoco_itself_fails(monkeypatch):
    for module, raises in (("mujoco", True), ("ferrodyn", False)):
        model = type("MjModel", (), {"__module__": module})
        monkeypatch.setitem(sys.modules, "mujoco", types.SimpleNamespace(MjModel=model))
        with pytest.raises(AssertionError, match="mujoco itself") if raises else nullcontext():
            exec(versions.CHECK)


def test_a_program_that_does_not_end_says_so(tmp_path):
    package = dataclasses.replace(PACKAGES[0], program="import time; time.sleep(60)")
    assert versions.execute(package, sys.executable, tmp_path, 1) == ("did not end in 1 s", 1)


def test_learners_have_a_table_of_their_own(monkeypatch, tmp_path):
    page, wheel = tmp_path / "page.md", tmp_path / "wheel.whl"
    page.write_text("<!-- versions -->\n<!-- end -->\ntext\n<!-- learners -->\n<!-- end -->\n")
    wheel.write_text("")
    monkeypatch.setattr(versions, "row", lambda package, *_: f"| {package.name} | works | 1 | v | p |")
    chosen = PACKAGES[1].name, LEARNERS[0].name
    assert versions.main(["--wheel", str(wheel), "--page", str(page), "--only", *chosen]) == 0
    first, second = page.read_text().split("text\n")
    assert f"| {chosen[0]} |" in first and f"| {chosen[1]} |" in second
    assert chosen[1] not in first and chosen[0] not in second


def test_a_learner_without_ferrodyn_fails_and_has_no_switch(tmp_path):
    program = "import os\nassert 'FERRODYN_COMPAT' not in os.environ\n"
    package = dataclasses.replace(LEARNERS[0], program=program)
    learners = (package,)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(versions, "LEARNERS", learners)
        patch.setenv("FERRODYN_COMPAT", "1")
        result, _ = versions.execute(package, sys.executable, tmp_path, 60)
    assert result == "fails: AssertionError: the program did not use ferrodyn"


def test_packages_of_a_base_are_visible(tmp_path):
    base = tmp_path / "base" / "lib" / "python3.11" / "site-packages"
    base.mkdir(parents=True)
    assert versions.packages_of(tmp_path / "base") == base
    with pytest.raises(RuntimeError, match="is no environment"):
        versions.packages_of(tmp_path)


def test_every_program_is_python_and_every_package_is_pinned():
    for package in (*PACKAGES, *LEARNERS):
        compile(package.program, package.name, "exec")
        assert "==" in package.pins[0], package.name
