"""Tasks in Rust: all programs are tasks, and the page has their lines."""

from tools import ROOT
from tools.docs import tasks


def test_every_program_is_a_task_and_on_the_page():
    programs = {file.stem for file in (tasks.CRATE / "src" / "bin").glob("*.rs")}
    assert programs - {"batch_calls"} == tasks.TASKS.keys()
    page = (ROOT / "docs" / "trials.md").read_text(encoding="utf-8")
    for name in tasks.TASKS:
        assert f"(`{name}`) | {tasks.lines(name)} |" in page, f"{name} has {tasks.lines(name)} lines"


def test_what_a_program_prints_is_compared(tmp_path):
    program = tmp_path / "say"
    program.write_text("#!/bin/sh\necho $1\n")
    program.chmod(0o755)
    assert tasks.complaint(program, ["29 hashes, 0 differ"], tasks.TASKS["same_bits"][1]) is None
    assert "29 hashes, 1 differ" in tasks.complaint(program, ["29 hashes, 1 differ"], tasks.TASKS["same_bits"][1])
    program.write_text("#!/bin/sh\nexit 3\n")
    assert tasks.complaint(program, [], "") == "it ended with 3"
