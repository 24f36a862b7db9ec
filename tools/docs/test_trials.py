"""Trials by role: what counts as a failure, when the first result is there, the table."""

import importlib.util
import json
import sys
import types

import pytest

from tools.docs import trials

PYTHON = trials.sys.executable


def load(name):
    """A script of `trials/`, as a module."""
    sys.path.insert(0, str(trials.TRIALS))
    try:
        place = trials.TRIALS / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"trials_{name}", place)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(trials.TRIALS))
    return module


trial = load("trial")


def result(role, **other):
    """What a script writes for the driver."""
    empty = {"steps": 1, "first": 1, "processor": 2, "seconds": 1, "failures": [], "skipped": []}
    return {"role": role, **empty, **other}


def python(code):
    return f'{trial.quoted(PYTHON)} -c "{code}"'


def test_a_step_must_end_and_show_as_expected(tmp_path):
    new = trial.Trial("nobody", tmp_path)
    new.run(python("print(1 + 1)"), shows="2")
    assert new.failures == [] and new.first is None
    new.run(python("print(3)"), shows=["3", "4"])
    new.run(python("raise SystemExit(2)"))
    new.run(python("raise SystemExit(2)"), status=2)
    assert len(new.failures) == 2 and "'4'" in new.failures[0] and "with 2" in new.failures[1]
    assert new.steps == 4


def test_the_first_result_is_the_earliest_that_is_marked(tmp_path):
    new = trial.Trial("nobody", tmp_path)
    new.run(python("pass"), first=True)
    first = new.first
    assert new.first_processor > 0
    new.run(python("pass"), first=True)
    assert first == new.first > 0


def test_a_step_that_does_not_end_is_a_failure(tmp_path):
    new = trial.Trial("nobody", tmp_path)
    new.run(python("import time; time.sleep(60)"), timeout=1)
    assert "not ended after 1 s" in new.failures[0]


def test_the_folder_is_where_things_are_typed_and_no_switch_is_on(tmp_path, monkeypatch):
    monkeypatch.setenv("FERRODYN_COMPAT", "1")
    new = trial.Trial("nobody", tmp_path)
    new.write("a/b.txt", "text")
    code = "import os; print(os.path.exists('a/b.txt'), os.environ.get('FERRODYN_COMPAT'))"
    assert new.run(python(code)).split() == ["True", "None"]


def test_a_program_must_print_what_its_page_says(tmp_path):
    new = trial.Trial("nobody", tmp_path)
    new.printed_as(python("print(0.5)"), "0.5\n")
    assert new.failures == []
    new.printed_as(python("print(0.5)"), "0.6\n")
    assert "something else" in new.failures[0]


def test_numbers_are_compared_and_words_must_be_equal():
    assert trial.same_numbers("height 0.1000001 m", "height 0.1 m")
    assert not trial.same_numbers("height 0.11 m", "height 0.1 m")
    assert not trial.same_numbers("depth 0.1 m", "height 0.1 m")
    assert trial.same_numbers("1e-9", "0.0")


@pytest.mark.parametrize("role", trials.ROLES)
def test_every_role_has_a_script_and_its_page_has_what_it_types(role):
    script = load(role)
    assert callable(script.steps)
    page = getattr(script, "PAGE", None)
    if page:
        assert any(trial.blocks(page, kind) for kind in ("python", "rust", "text"))


def test_the_table_names_failures_and_what_was_not_tried():
    good = result("rust", steps=3, first=9.6, seconds=20, skipped=["x"])
    bad = result("command", steps=2, first=None, processor=None, failures=["y: z"])
    text = trials.report([good, bad])
    assert f"| rust | writes a controller in Rust | {trials.words('rust')} | 3 | 10 | 2 | 20 | 0 |" in text
    assert "| 2 | none | none | 1 | 1 |" in text
    assert text.endswith("FAILED, command: y: z") and "SKIPPED, rust: x" in text
    assert trials.passed(good) and not trials.passed(bad)


def test_rows_of_roles_that_did_not_run_stay():
    old = trials.merged("", [result("command", steps=5), result("rust", steps=3)])
    new = trials.merged(old, [result("command", steps=6)]).splitlines()
    assert new[:2] == trials.HEADER.splitlines()
    assert [line.split("|")[4].strip() for line in new[2:]] == ["3", "6"]


def test_the_status_says_whether_all_passed(monkeypatch, tmp_path):
    def run(command, **_):
        role = command[1].stem
        failures = ["it broke"] if role == "contributor" else []
        place = command[command.index("--result") + 1]
        place.write_text(json.dumps(result(role, failures=failures)))
        return types.SimpleNamespace(returncode=0)

    monkeypatch.setattr(trials.subprocess, "run", run)
    assert trials.main(["--role", "rust"]) == 0
    assert trials.main(["--role", "rust", "contributor"]) == 1
    with pytest.raises(SystemExit):
        trials.main(["--role", "researcher"])


def test_a_script_that_breaks_is_a_failure(monkeypatch, tmp_path):
    monkeypatch.setattr(trials, "TRIALS", tmp_path)
    (tmp_path / "rust.py").write_text("raise SystemExit(3)")
    assert trials.main(["--role", "rust"]) == 1


def test_words_are_those_before_the_first_program(tmp_path):
    (tmp_path / "docs" / "start").mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Name\n\nTwo [words](https://example.org/x).\n\n```sh\npip install it\n```\nmore\n")
    page = "# Page\n\n```sh\nnot read\n```\n\nThree more words:\n\n```rust\nfn main() {}\n```\nlater\n"
    (tmp_path / "docs" / "start" / "rust.md").write_text(page)
    assert trials.words("rust", tmp_path) == 3 + 4


@pytest.mark.parametrize("role", trials.ROLES)
def test_nobody_reads_long_before_the_first_program(role):
    assert trials.words(role) <= 250
