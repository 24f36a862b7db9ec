"""No table of figures without the line that says how it was measured."""

import re

from tools import ROOT
from tools.docs import measured

TABLE = "| | ferrodyn | MuJoCo |\n|---|---|---|\n| a step, µs | 3.1 | 4 |\n"
LINE = "*Measured 2026-01-31 on a processor, 2 cores; ferrodyn 0.1.0: `python -m tools.speed.steps`.*\n"


def test_every_table_of_figures_says_how_it_was_measured():
    problems = {path.relative_to(ROOT).as_posix(): measured.missing(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
                for path in measured.pages()}
    assert {page: headings for page, headings in problems.items() if headings} == {}


def test_a_table_without_its_line_is_found():
    assert measured.missing(f"# A\n\n## B\n\n{TABLE}\n## C\n\n{LINE}", "p.md") == ["B"]
    assert measured.missing(f"# A\n\n## B\n\n{TABLE}\n{LINE}\n## C\n", "p.md") == []
    assert measured.missing(f"# A\n\n{TABLE}", "p.md") == ["A"]


def test_the_line_has_a_date_and_may_be_broken():
    assert measured.missing(f"# A\n\n{TABLE}\n{LINE.replace('2 cores;', '2' + chr(10) + 'cores;')}", "p.md") == []
    assert measured.missing(f"# A\n\n{TABLE}\n{LINE.replace('2026-01-31', 'today')}", "p.md") == ["A"]


def test_tables_of_words_and_tables_in_code_need_none():
    words = "| option | what it does |\n|---|---|\n| `--seconds` | how many seconds a round takes |\n"
    assert measured.missing(f"# A\n\n{words}\n```text\n{TABLE}```\n", "p.md") == []


def test_the_line_that_tools_write_is_one_that_counts(monkeypatch):
    monkeypatch.setattr(measured, "command", lambda: "python -m tools.speed.steps")
    line = measured.line("other programs at work")
    assert measured.LINE.match(line) and "other programs at work" in line and re.search(r"\d+ cores", line)
    assert measured.missing(f"# A\n\n{TABLE}\n{line}\n", "p.md") == []
