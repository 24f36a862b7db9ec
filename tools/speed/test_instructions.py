"""The instructions of a step: what is counted, what is written, what fails."""

import json

import pytest

from tools.speed import instructions

MODELS = {"a.xml": "a.xml", "b.xml": "b.xml", "absent.xml": None}


@pytest.fixture
def counted(tmp_path, monkeypatch):
    """Runs the tool with thousands of instructions per step of each model, and returns the file."""
    file = tmp_path / "instructions.json"
    monkeypatch.setattr(instructions, "FILE", file)
    monkeypatch.setattr(instructions, "why_unable", lambda: None)
    monkeypatch.setattr(instructions, "models", lambda: MODELS)
    monkeypatch.setattr(instructions, "compiler", lambda: "rustc 1")

    def run(thousands, *options):
        monkeypatch.setattr(instructions, "count",
                            lambda program, model: int(1000 * instructions.STEPS * thousands[model]))
        monkeypatch.setattr("sys.argv", ["instructions.py", "--program", "ferrodyn", *options])
        instructions.main()
        return json.loads(file.read_text())["thousands_per_step"]

    return run


def test_models_that_are_there_are_counted(counted, capsys):
    assert counted({"a.xml": 10, "b.xml": 0.5}, "--update") == {"a.xml": 10.0, "b.xml": 0.5}
    assert "SKIPPED: absent.xml" in capsys.readouterr().out


def test_a_model_that_takes_more_fails(counted):
    counted({"a.xml": 100, "b.xml": 100}, "--update")
    counted({"a.xml": 102, "b.xml": 100}, "--check")
    with pytest.raises(SystemExit, match=r"1 rose by over 3%: a\.xml"):
        counted({"a.xml": 104, "b.xml": 50}, "--check")


def test_a_model_that_takes_less_is_good_and_asked_for(counted, capsys):
    counted({"a.xml": 100, "b.xml": 100}, "--update")
    assert counted({"a.xml": 90, "b.xml": 98}, "--check") == {"a.xml": 100.0, "b.xml": 100.0}
    assert "1 fell by over 3%" in capsys.readouterr().out


def test_what_is_absent_keeps_its_figure(counted):
    counted({"a.xml": 100, "b.xml": 100}, "--update")
    file = json.loads(instructions.FILE.read_text())
    file["thousands_per_step"]["absent.xml"] = 7
    instructions.FILE.write_text(json.dumps(file))
    assert counted({"a.xml": 90, "b.xml": 100}, "--update") == {"a.xml": 90, "b.xml": 100, "absent.xml": 7}


@pytest.mark.parametrize(("answer", "message"), [
    ("Collected : 0", "has no function"),
    ("no such file", "a.xml: no such file"),
])
def test_what_counts_nothing_is_told_from_zero(monkeypatch, answer, message):
    run = instructions.subprocess.CompletedProcess([], 0, "", answer)
    monkeypatch.setattr(instructions.subprocess, "run", lambda *_, **__: run)
    with pytest.raises(SystemExit, match=message):
        instructions.count("ferrodyn", "a.xml")


def test_a_machine_that_cannot_count_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr(instructions, "why_unable", lambda: "valgrind is not installed")
    monkeypatch.setattr("sys.argv", ["instructions.py", "--check"])
    instructions.main()
    assert capsys.readouterr().out == "SKIPPED: valgrind is not installed\n"
