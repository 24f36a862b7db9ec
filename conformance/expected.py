"""Which differences are known. Every other model must pass every stage.

`differences.txt` has a line for each: the model, the stages that may fail, and why, between bars.
"""

import dataclasses
import pathlib

from conformance.result import ModelResult
from conformance.stages import STAGES

LIST = pathlib.Path(__file__).with_name("differences.txt")


@dataclasses.dataclass(frozen=True)
class Known:
    """A difference that is known."""

    stages: frozenset[str]
    why: str


@dataclasses.dataclass
class Expectation:
    """What was found, held against what is known."""

    # models with stages that must pass and do not
    unexpected: dict[str, list[str]]
    # models whose failures are all known
    known: dict[str, str]
    # models that are listed, were compared and pass
    mended: list[str]


def plain(name: str) -> str:
    """A model's name whichever way the robots are packed."""
    return name.replace("menagerie_extra/", "menagerie/", 1)


def read_known(path: pathlib.Path = LIST) -> dict[str, Known]:
    """The list of known differences."""
    known = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        parts = [part.strip() for part in text.split("|")]
        stages = frozenset(parts[1].split(",")) if len(parts) == 3 else frozenset()
        if not stages or not stages <= set(STAGES) or not parts[2]:
            raise ValueError(f"{path.name}:{number}: wanted: model | stages | why, with stages of {', '.join(STAGES)}")
        known[plain(parts[0])] = Known(stages, parts[2])
    return known


def hold(results: list[ModelResult], known: dict[str, Known]) -> Expectation:
    """Divides the failures into known and unexpected ones."""
    found = Expectation({}, {}, [])
    for result in results:
        entry = known.get(plain(result.name))
        failing = result.failing()
        beyond = [stage for stage in failing if entry is None or stage not in entry.stages]
        if beyond:
            found.unexpected[result.name] = beyond
        elif failing and entry is not None:
            found.known[result.name] = entry.why
        elif entry is not None:
            found.mended.append(result.name)
    return found
