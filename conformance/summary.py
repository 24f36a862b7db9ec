"""A whole run: what was compared, where, how long it took, and what came out."""

import dataclasses
import datetime
import importlib.metadata
import os
import pathlib
import platform

from conformance.expected import Expectation
from conformance.progress import duration
from conformance.result import ModelResult
from conformance.worker import REFERENCE

WHAT = {
    "load": "both load the file, or both refuse it",
    "model": "every field of the model",
    "authored": "accelerations with the model's own solver settings",
    "forward": "every field of the data after mj_forward, solver converged",
    "steps": "the next state of steps along MuJoCo's trajectory",
    "inverse": "inverse dynamics",
}


@dataclasses.dataclass
class Summary:
    """What a report tells."""

    engine: str
    places: list[str]
    planned: int
    seconds: float
    results: list[ModelResult]
    expectation: Expectation
    interrupted: bool = False
    facts: dict[str, str] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        self.results.sort(key=lambda result: result.name)
        self.facts = {**self.facts, **run_facts(self)}

    def passing(self) -> int:
        """Models that pass all their stages."""
        return sum(not result.failing() for result in self.results)

    def holds(self) -> bool:
        """Whether everything that must pass does."""
        return not self.expectation.unexpected and not self.interrupted and bool(self.results)

    def headline(self) -> str:
        """The outcome in a sentence."""
        text = f"{self.passing():,} of {len(self.results):,} models pass every stage."
        if self.expectation.known:
            text += f" {count(len(self.expectation.known), 'known difference')}."
        if self.expectation.unexpected:
            text += f" {count(len(self.expectation.unexpected), 'model')} must pass and do not."
        if self.interrupted:
            text += f" Interrupted: {self.planned - len(self.results):,} models were not compared."
        return text


def count(number: int, thing: str) -> str:
    """A number of things: 1 model, 2 models."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def run_facts(summary: Summary) -> dict[str, str]:
    """Versions, machine, time."""
    return {
        "engine": f"{summary.engine} {version(summary.engine)}".strip(),
        "reference": f"MuJoCo {REFERENCE}",
        "models": f"{summary.planned:,} of {', '.join(summary.places)}",
        "machine": machine(),
        "software": f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
                    f"NumPy {version('numpy')}",
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "duration": duration(summary.seconds),
    }


def version(package: str) -> str:
    """The version of an installed package; empty where there is none."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def machine() -> str:
    """Processor and number of cores."""
    name = platform.processor() or platform.machine()
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    except OSError:
        pass
    return f"{name}, {platform.machine()}, {count(os.cpu_count() or 1, 'core')}"
