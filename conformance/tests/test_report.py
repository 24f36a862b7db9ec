"""What the reports and the command say."""

import csv
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from conftest import HERE

from conformance import command, report, report_markdown
from conformance.expected import Known, hold, read_known
from conformance.result import ModelResult, field_errors, totals
from conformance.stages import STAGES, Verdict
from conformance.summary import Summary

WHY = "initial: cvel[2, 1] is 1.5, MuJoCo has 1.25 <b>(error 2.5e-01, allowed 1e-09)"


def result(name, why="", end="", reference="loads"):
    """A result that passes all stages, or fails forward, or ends there."""
    found = ModelResult(name, reference, end=end, seconds=1.25)
    for stage in STAGES[:3] if end else STAGES:
        fails = why if stage == "forward" else ""
        errors = {"cvel": 0.25 if fails else 3e-12, "qpos": 0.0} if stage == "forward" else {}
        found.verdicts[stage] = Verdict(stage, fails, "cvel" if fails else "", errors, {"cvel": 1e-9, "qpos": 0.0})
    return found


@pytest.fixture
def written(tmp_path):
    """The reports of four models: one passes, one fails, one fails as known, one crashes."""
    results = [result("set/good.xml"), result("set/bad.xml", WHY), result("set/known.xml", WHY),
               result("set/dead.xml", end="crash: the process ended with signal SIGABRT")]
    known = {"set/known.xml": Known(frozenset(["forward"]), "huge forces cancel"),
             "set/good.xml": Known(frozenset(["steps"]), "was so once")}
    summary = Summary("ferrodyn", ["a set"], 4, 75.0, results, hold(results, known))
    page, text, table = report.write(summary, tmp_path)
    return summary, page.read_text(encoding="utf-8"), text.read_text(encoding="utf-8"), table


def test_a_known_difference_may_fail_and_everything_else_must_pass(written):
    expectation = written[0].expectation
    assert set(expectation.unexpected) == {"set/bad.xml", "set/dead.xml"}
    assert expectation.unexpected["set/dead.xml"] == ["forward", "steps", "inverse"]
    assert expectation.known == {"set/known.xml": "huge forces cancel"} and expectation.mended == ["set/good.xml"]
    assert not written[0].holds()


def test_a_known_difference_does_not_excuse_other_stages():
    known = {"menagerie/a.xml": Known(frozenset(["steps"]), "why")}
    assert hold([result("menagerie_extra/a.xml", WHY)], known).unexpected == {"menagerie_extra/a.xml": ["forward"]}


def test_totals_count_stages_that_were_not_reached_after_a_crash_as_failing(written):
    assert totals(written[0].results) == {"load": (4, 4), "model": (4, 4), "authored": (4, 4), "forward": (1, 4),
                                          "steps": (3, 4), "inverse": (3, 4)}


def test_the_largest_error_of_a_field_names_its_model(written):
    first = field_errors(written[0].results)[0]
    assert (first.field, first.stage, first.error, first.failing) == ("cvel", "forward", 0.25, 2)
    assert first.model == "set/bad.xml"


@pytest.mark.parametrize("form", [1, 2])
def test_both_reports_tell_models_reasons_machine_and_duration(written, form):
    # places where the page may break lines do not count
    text = written[form].replace("<wbr>", "")
    for wanted in ("set/good.xml", "set/bad.xml", "1 of 4 models pass every stage", "1 known difference",
                   "2 models must pass and do not", "huge forces cancel", "cvel[2, 1] is 1.5, MuJoCo has 1.25", "velocity",
                   "signal SIGABRT", "MuJoCo 3.8.0", "1 min 15 s", "3e-12", "core", "Python 3"):
        assert wanted in text, wanted
    assert "<b>(error" not in text, "what models say is text, never markup"


def test_the_page_needs_nothing_from_outside(written):
    assert not re.search(r"(?:src|href)=|@import|url\(|https?:", written[1])


def test_the_table_for_programs_has_a_row_per_model(written):
    with open(written[3], newline="", encoding="utf-8") as stream:
        rows = {row["path"]: row for row in csv.DictReader(stream)}
    assert rows["set/good.xml"]["forward"] == "ok" and rows["set/bad.xml"]["forward"] == WHY
    assert len(rows) == 4 and rows["set/dead.xml"]["steps"].startswith("crash")


def test_the_page_of_the_documentation_has_the_tolerances():
    page = (HERE.parent.parent / "docs" / "conformance.md").read_text(encoding="utf-8")
    assert report_markdown.tolerance_table() in page


def test_the_list_of_differences_can_be_read_and_mistakes_in_it_are_named(tmp_path):
    assert all(entry.why for entry in read_known().values())
    (tmp_path / "differences.txt").write_text("# comment\nset/a.xml | flying | because\n")
    with pytest.raises(ValueError, match="differences.txt:2"):
        read_known(tmp_path / "differences.txt")


def test_the_status_says_whether_all_that_must_pass_does(arm, tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("FAULT", "velocity")
    arm("good"), arm("bad")
    options = ["--engine", "faulty_engine", "--models", str(tmp_path / "models"), "--jobs", "1",
               "--out", str(tmp_path / "out")]
    assert command.main([*options, "--only", "good"]) == 0
    assert "1 of 1 models pass every stage." in capsys.readouterr().out
    assert command.main(options) == 1
    assert "FAILS bad.xml: authored: initial: qacc[0]" in capsys.readouterr().out


def test_without_models_or_engine_nothing_is_claimed(arm, tmp_path, capsys):
    assert command.main(["--models", str(tmp_path / "absent")]) == 2
    assert command.main(["--models", arm().path, "--only", "nothing like it"]) == 2
    assert command.main(["--models", arm().path, "--engine", "no_such_engine", "--out", str(tmp_path / "out")]) == 2
    assert "No module named 'no_such_engine'" in capsys.readouterr().err and not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_ends_the_workers_and_reports_what_is_done(arm, tmp_path):
    arm("a"), arm("bad"), arm("c")
    mark = tmp_path / "mark"
    # a shell may have started the tests with SIGINT ignored
    start = ("import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); sys.path[:0] = sys.argv[1:3]; "
             "from conformance.command import main; sys.exit(main(sys.argv[3:]))")
    process = subprocess.Popen(
        [sys.executable, "-c", start, str(HERE.parent.parent), str(HERE), "--engine", "faulty_engine", "--models",
         str(tmp_path / "models"), "--out", str(tmp_path / "out"), "--jobs", "1"],
        env={**os.environ, "FAULT": "hangs", "MARK": str(mark)}, stdout=subprocess.PIPE, text=True, start_new_session=True)
    limit = time.monotonic() + 100
    while not mark.exists() and time.monotonic() < limit:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    printed = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert "1 of 1 models pass every stage. Interrupted: 2 models were not compared." in printed
    assert "a.xml" in (tmp_path / "out/report.md").read_text()
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
