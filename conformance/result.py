"""What is known of a model after comparing it, and of all of them together."""

import dataclasses
from typing import Any

from conformance.stages import STAGES, Verdict

PASSES, FAILS, NOT_RUN = "passes", "fails", "not run"


@dataclasses.dataclass
class ModelResult:
    """The verdicts on one model. `end` says why some stages have none: crash, hang or exception."""

    name: str
    reference: str = "unknown"
    verdicts: dict[str, Verdict] = dataclasses.field(default_factory=dict)
    end: str = ""
    seconds: float = 0.0

    def add(self, kind: str, what: Any) -> None:
        """Takes a message of a worker."""
        if kind == "reference":
            self.reference = what
        elif kind == "verdict":
            self.verdicts[what.stage] = what
        elif kind == "exception":
            self.end = f"exception: {what}"

    def refused(self) -> bool:
        """Whether the load is all there is: an engine refuses the model."""
        load = self.verdicts.get("load")
        return load is not None and (bool(load.why) or self.reference == "refuses")

    def status(self, stage: str) -> str:
        """Whether the model passes a stage. After a crash or hang, the stages without verdict fail."""
        verdict = self.verdicts.get(stage)
        if verdict is not None:
            return FAILS if verdict.why else PASSES
        return NOT_RUN if self.refused() or not self.end else FAILS

    def why(self, stage: str) -> str:
        """Why a stage fails; empty if it does not."""
        if self.status(stage) != FAILS:
            return ""
        verdict = self.verdicts.get(stage)
        return verdict.why if verdict is not None else self.end

    def failing(self) -> list[str]:
        """The stages that fail."""
        return [stage for stage in STAGES if self.status(stage) == FAILS]

    def worst(self, stage: str) -> tuple[str, float] | None:
        """The field that comes nearest to its tolerance or is furthest beyond, and its error."""
        verdict = self.verdicts.get(stage)
        if verdict is None or not verdict.errors:
            return None
        # an exact field that differs is beyond any tolerance
        name = max(verdict.errors, key=lambda f: verdict.errors[f] / (verdict.limits[f] or 1e-300))
        return name, verdict.errors[name]


@dataclasses.dataclass
class FieldError:
    """The largest error of a field over all models."""

    field: str
    stage: str
    error: float
    limit: float
    model: str
    failing: int


def field_errors(results: list[ModelResult]) -> list[FieldError]:
    """The largest error of every field in every stage, nearest to its tolerance first."""
    found: dict[tuple[str, str], FieldError] = {}
    for result in results:
        for stage, verdict in result.verdicts.items():
            for field, error in verdict.errors.items():
                row = found.setdefault((field, stage), FieldError(field, stage, -1.0, verdict.limits[field], "", 0))
                row.failing += not error <= row.limit
                if error > row.error:
                    row.error, row.model = error, result.name
    return sorted(found.values(), key=lambda row: (-row.failing, -(row.error / (row.limit or 1e-300)), row.field))


def totals(results: list[ModelResult]) -> dict[str, tuple[int, int]]:
    """For every stage, how many models pass it and how many were to."""
    counts = {}
    for stage in STAGES:
        states = [result.status(stage) for result in results]
        passing = states.count(PASSES)
        counts[stage] = (passing, passing + states.count(FAILS))
    return counts
