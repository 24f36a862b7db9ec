"""What is read from the report of pytest: tests that pass, fail, skip themselves or do not load."""

import xml.etree.ElementTree as ElementTree

import mujoco_tests
import pytest


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
