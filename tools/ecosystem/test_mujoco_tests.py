"""What is read from the report of pytest: tests that pass, fail, skip themselves or do not load."""

import xml.etree.ElementTree as ElementTree

import pytest

from tools.ecosystem import mujoco_tests


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ("<testcase/>", (None, False)),
        ("<testcase><failure message='a\nb'>E   c</failure></testcase>", ("a b", False)),
        ("<testcase><skipped message='slow'/></testcase>", ("slow", True)),
        (
            "<testcase><error message='collection failure'>x\nE   1\nE   2</error></testcase>",
            ("2", False),
        ),
    ],
)
def test_the_line_that_tells_most_is_taken(report, expected):
    assert mujoco_tests.problem(ElementTree.fromstring(report)) == expected


def test_tests_that_skip_themselves_are_not_counted(capsys):
    outcomes = [
        mujoco_tests.Outcome("specs", "a", None),
        mujoco_tests.Outcome("specs", "b", "error"),
        mujoco_tests.Outcome("specs", "c", "slow", True),
    ]
    assert mujoco_tests.summary("specs", outcomes) == 0.5
    assert "1 of    2,  50.0%, 1 skip themselves" in capsys.readouterr().out


def test_one_failure_is_too_many_in_plain_python_only():
    passed = [mujoco_tests.Outcome("specs", str(i), None) for i in range(99)]
    assert mujoco_tests.enough([*passed, mujoco_tests.Outcome("specs", "b", "error")], 0.99)
    assert not mujoco_tests.enough([*passed, mujoco_tests.Outcome("sysid", "b", "error")], 0.99)
    assert mujoco_tests.enough([*passed, mujoco_tests.Outcome("sysid", "b", "slow", True)], 0.99)
    broken = mujoco_tests.Outcome("specs", mujoco_tests.INCOMPLETE, "pytest ended with 2")
    assert not mujoco_tests.enough([*passed, broken], 0.99)


def test_the_tests_of_a_part_are_in_its_folder(tmp_path):
    (tmp_path / "sysid" / "tests").mkdir(parents=True)
    assert mujoco_tests.place(tmp_path, "sysid") == tmp_path / "sysid" / "tests"
    assert mujoco_tests.place(tmp_path, "specs") == tmp_path / "specs_test.py"


def test_what_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr(mujoco_tests, "NEEDED", ("pytest", "not_there_at_all"))
    assert mujoco_tests.missing("sysid") == ["not_there_at_all"]
    assert mujoco_tests.missing("specs") == []
