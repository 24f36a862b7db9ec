"""The distance of two fields, and of everything that two models or data hold."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from conformance.tolerances import EXACT, Tolerance

INFINITE = float("inf")


@dataclasses.dataclass(frozen=True)
class Difference:
    """A number that is too far from MuJoCo's."""

    state: str
    field: str
    index: tuple[int, ...]
    got: str
    reference: str
    error: float
    tolerance: float
    # what was found out about it
    note: str = ""

    def __str__(self) -> str:
        place = f"[{', '.join(map(str, self.index))}]" if self.index else ""
        state = f"{self.state}: " if self.state else ""
        allowed = f"{self.tolerance:.0e}" if self.tolerance else "0"
        return (f"{state}{self.field}{place} is {self.got}, MuJoCo has {self.reference} "
                f"(error {self.error:.1e}, allowed {allowed})" + (f"; {self.note}" if self.note else ""))


class Comparison:
    """Gathers the largest error of every field, and the first difference in the order of comparing."""

    def __init__(self) -> None:
        self.errors: dict[str, float] = {}
        self.limits: dict[str, float] = {}
        self.first: Difference | None = None

    def field(self, name: str, reference: Any, got: Any, tolerance: Tolerance, state: str = "") -> None:
        """Compares one field. Whole numbers, flags and texts must be equal whatever the tolerance."""
        if got is None:
            self.note(name, INFINITE, EXACT, Difference(state, name, (), "not there", "a value", INFINITE, 0.0))
            return
        if isinstance(reference, (bytes, str)):
            same = reference == got
            start = 0 if same else first_difference(reference, got)
            self.note(name, 0.0 if same else INFINITE, EXACT, Difference(
                state, name, (start,), quoted(got, start), quoted(reference, start), INFINITE, 0.0))
            return
        reference, got = np.asarray(reference), np.asarray(got)
        if reference.dtype.kind in "biu":
            tolerance = EXACT
        if reference.shape != got.shape:
            self.note(name, INFINITE, tolerance, Difference(
                state, name, (), f"of shape {got.shape}", f"shape {reference.shape}", INFINITE, tolerance.limit))
            return
        error, place = largest_error(reference, got, tolerance.floor)
        if place is None:
            self.note(name, error, tolerance, None)
            return
        index = tuple(int(i) for i in np.unravel_index(place, reference.shape))
        self.note(name, error, tolerance, Difference(
            state, name, index, number(got.flat[place]), number(reference.flat[place]), error, tolerance.limit))

    def note(self, name: str, error: float, tolerance: Tolerance, difference: Difference | None) -> None:
        """Keeps an error and, if it is the first that is too large, the difference."""
        self.errors[name] = max(error, self.errors.get(name, 0.0))
        self.limits[name] = tolerance.limit
        if not error <= tolerance.limit and self.first is None:
            self.first = difference

    def fields(self, fields: Iterable[tuple[str, Any, Any, Tolerance]], state: str = "") -> None:
        """Compares many fields: name, reference, got, tolerance."""
        for name, reference, got, tolerance in fields:
            self.field(name, reference, got, tolerance, state)


def largest_error(reference: np.ndarray, got: np.ndarray, floor: float) -> tuple[float, int | None]:
    """The largest error of a field and the flat index where it is; None where everything is equal."""
    if same_numbers(reference, got):
        return 0.0, None
    unequal = reference != got
    if reference.dtype.kind == "f":
        unequal &= ~(np.isnan(reference) & np.isnan(got))
    if not unequal.any():
        return 0.0, None
    reference, got = reference.astype(float), got.astype(float)
    both_finite = np.isfinite(reference) & np.isfinite(got)
    if (unequal & ~both_finite).any():
        return INFINITE, int(np.argmax(unequal & ~both_finite))
    scale = max(floor, float(np.max(np.abs(reference[both_finite]))))
    distance = np.zeros(reference.shape)
    np.subtract(reference, got, out=distance, where=both_finite)
    place = int(np.argmax(np.abs(distance)))
    return float(abs(distance.flat[place]) / scale), place


def same_numbers(reference: np.ndarray, got: np.ndarray, piece: int = 1 << 22) -> bool:
    """Whether two arrays are equal, found out with little memory: textures may have gigabytes."""
    a, b = reference.reshape(-1), got.reshape(-1)
    return all(np.array_equal(a[i:i + piece], b[i:i + piece]) for i in range(0, a.size, piece))


def number(value: Any) -> str:
    """A number with as many digits as tell it from its neighbors."""
    return str(int(value)) if np.asarray(value).dtype.kind in "biu" else f"{float(value):.17g}"


def first_difference(a: bytes | str, b: Any) -> int:
    """Where two texts begin to differ."""
    if type(a) is not type(b):
        return 0
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def quoted(text: Any, place: int) -> str:
    """A piece of a text around a place."""
    start = max(0, place - 10)
    return repr(text[start:start + 30]) if isinstance(text, (bytes, str)) else repr(text)[:40]
