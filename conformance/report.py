"""Writes a run as a page, as Markdown and as a table for programs."""

import csv
import pathlib

from conformance import report_html, report_markdown
from conformance.result import NOT_RUN, PASSES, ModelResult
from conformance.stages import STAGES
from conformance.summary import Summary


def write(summary: Summary, folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes report.html, report.md and results.csv into a folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    page, text, table = folder / "report.html", folder / "report.md", folder / "results.csv"
    page.write_text(report_html.page(summary), encoding="utf-8")
    text.write_text(report_markdown.text(summary), encoding="utf-8")
    with open(table, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["path", "reference", *STAGES])
        writer.writerows([result.name, result.reference, *(cell(result, stage) for stage in STAGES)]
                         for result in summary.results)
    return [page, text, table]


def cell(result: ModelResult, stage: str) -> str:
    """A stage in the table: ok, - where it was not run, or why it fails."""
    return {PASSES: "ok", NOT_RUN: "-"}.get(result.status(stage)) or result.why(stage)
