"""Numbers of a model that a window shows and a program may change while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ferrodyn._core import MjModel

_PREFIXES = ("body_", "jnt_", "geom_", "site_", "cam_", "light_", "mat_", "tendon_", "actuator_")
_GROUPS = ("opt", "stat", "vis")


def numbers(m: MjModel) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Where each array and number is, and what it is."""
    for name in dir(m):
        if name.startswith(_PREFIXES):
            value = getattr(m, name)
            if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.size:
                yield (name,), value
    for name in _GROUPS:
        yield from _members(getattr(m, name), (name,))


def _members(group: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name in dir(group):
        value = None if name.startswith("_") else getattr(group, name)
        if isinstance(value, (int, float, np.ndarray)):
            yield (*path, name), value
        elif value is not None and not callable(value):
            yield from _members(value, (*path, name))


class Watch:
    """Finds out what of a model was changed."""

    def __init__(self, m: MjModel) -> None:
        """Takes the model as it is as known."""
        self._known = {path: np.copy(value) for path, value in numbers(m)}

    def changes(self, m: MjModel) -> dict[tuple[str, ...], np.ndarray]:
        """What was changed since the last call."""
        found = {}
        for path, value in numbers(m):
            known = self._known.get(path)
            if known is None or not np.array_equal(known, value, equal_nan=True):
                found[path] = self._known[path] = np.copy(value)
        return found


def put(m: MjModel, changes: dict[tuple[str, ...], np.ndarray]) -> None:
    """Changes a model."""
    for path, value in changes.items():
        owner: Any = m
        for name in path[:-1]:
            owner = getattr(owner, name)
        if value.ndim:
            getattr(owner, path[-1])[...] = value
        else:
            setattr(owner, path[-1], value.item())
