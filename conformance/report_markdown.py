"""The report as Markdown."""

from conformance import tolerances
from conformance.fields import STAGE_OF
from conformance.result import NOT_RUN, PASSES, ModelResult, field_errors, totals
from conformance.stages import STAGES
from conformance.summary import WHAT, Summary


def text(summary: Summary) -> str:
    """The whole report."""
    parts = [
        f"# Conformance with {summary.facts['reference']}",
        summary.headline(),
        table(["", ""], ([name, value] for name, value in summary.facts.items())),
        "## Stages",
        table(["stage", "compared", "pass", "of"],
              ([stage, WHAT[stage], f"{passing:,}", f"{of:,}"] for stage, (passing, of) in totals(summary.results).items())),
        "## Why models fail",
        "\n\n".join(failure(result, summary) for result in summary.results if result.failing()) or "None does.",
        "## Largest errors",
        "Of every field that is not equal to the last bit everywhere, over all models.",
        table(["field", "stage", "largest error", "allowed", "models beyond", "in"],
              ([f"`{row.field}`", row.stage, error(row.error), error(row.limit), str(row.failing), row.model]
               for row in field_errors(summary.results) if row.error > 0)),
        "## Tolerances",
        tolerance_table(),
        "## Models",
        "A number is the error that comes nearest to its tolerance; 0 is equal to the last bit.",
        table(["model", *STAGES, "s"], (row(result) for result in summary.results)),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def tolerance_table() -> str:
    """The tolerances."""
    rows = ([kind.name, error(kind.limit), f"{kind.floor:g}" if kind.limit else "", kind.why] for kind in tolerances.ALL)
    return table(["kind", "allowed", "relative to at least", "for"], rows)


def failure(result: ModelResult, summary: Summary) -> str:
    """Why a model fails, stage by stage."""
    known = summary.expectation.known.get(result.name)
    lines = [f"**{result.name}**" + (f", known: {known}" if known else ", unexpected")]
    for stage in result.failing():
        lines.append(f"- {stage}{computed_in(result, stage)}: {escaped(result.why(stage))}")
    return "\n".join(lines)


def computed_in(result: ModelResult, stage: str) -> str:
    """Which part of the pipeline computes the field that differs first."""
    verdict = result.verdicts.get(stage)
    part = STAGE_OF.get(verdict.first_field) if verdict and stage in ("forward", "inverse") else None
    return f" ({part})" if part else ""


def row(result: ModelResult) -> list[str]:
    """The line of a model."""
    return [escaped(result.name), *(short(result, stage) for stage in STAGES), f"{result.seconds:.1f}"]


def short(result: ModelResult, stage: str) -> str:
    """A stage in few characters."""
    status, worst = result.status(stage), result.worst(stage)
    if status == NOT_RUN:
        return ""
    mark = "ok" if status == PASSES else "**fails**"
    return f"{mark} {error(worst[1])}" if worst else mark


def error(value: float) -> str:
    """An error with as many digits as matter."""
    return "0" if value == 0 else f"{value:.0e}" if value < 1e300 else "inf"


def escaped(value: str) -> str:
    """A text that cannot end a cell of a table."""
    return value.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def table(head: list[str], rows) -> str:
    """A table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
