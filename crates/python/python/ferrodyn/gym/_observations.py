"""Observations: an array with a row per environment, or a dictionary of such arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy import typing as npt

from ferrodyn.gym import _results as results
from ferrodyn.gym._infos import Array, Mask

Parts = dict[str, Array]
Space = spaces.Box | spaces.Dict

# the name of the only part where there is no dictionary
_WHOLE = ""


def parsed_space(space: Any, dtype: npt.DTypeLike | None) -> Space:
    """What one environment sees: a box, how many numbers, or a dictionary of these.

    With a ``dtype`` parts of floating-point numbers have that one.
    """
    kind = None if dtype is None else _floating(dtype)
    parts = space.spaces if isinstance(space, spaces.Dict) else space
    if not isinstance(parts, dict):
        return _box(parts, kind, "observation_space")
    if not parts:
        raise ValueError("observation_space has no parts: there should be one at least")
    for name in parts:
        if not isinstance(name, str):
            raise TypeError(f"parts of observation_space are named by texts, got {name!r}")
    return spaces.Dict(
        {name: _box(part, kind, f"observation_space[{name!r}]") for name, part in parts.items()}
    )


def _box(space: Any, dtype: np.dtype[Any] | None, name: str) -> spaces.Box:
    if isinstance(space, spaces.Box):
        if dtype is None or space.dtype is None or space.dtype.kind != "f":
            return space
        return spaces.Box(space.low.astype(dtype), space.high.astype(dtype), dtype=dtype.type)
    if isinstance(space, (int, np.integer)) and not isinstance(space, bool) and space >= 0:
        kind = np.dtype(np.float64) if dtype is None else dtype
        return spaces.Box(-np.inf, np.inf, (int(space),), kind.type)
    raise TypeError(
        f"{name} should be a Box or how many numbers there are, or a dictionary with one of these for "
        f"each part, got {space!r}; gymnasium.spaces.flatten_space(space) makes one Box of other spaces"
    )


def _floating(dtype: npt.DTypeLike) -> np.dtype[Any]:
    try:
        kind = np.dtype(dtype)
    except TypeError:
        raise TypeError(f"observation_dtype should be float32 or float64, got {dtype!r}") from None
    if kind not in (np.float32, np.float64):
        raise TypeError(f"observation_dtype should be float32 or float64, got {kind}")
    return kind


class Observations:
    """What environments saw last."""

    def __init__(self, space: Space, num_envs: int) -> None:
        """Zeros, until something is put there."""
        self._is_dict = isinstance(space, spaces.Dict)
        parts: Any = space.spaces if isinstance(space, spaces.Dict) else {_WHOLE: space}
        self.parts: Parts = {
            name: np.zeros((num_envs, *box.shape), box.dtype) for name, box in parts.items()
        }

    def parsed(self, given: Any) -> Parts:
        """What `observe` gives, if it fits."""
        if not self._is_dict:
            whole = self.parts[_WHOLE]
            return {_WHOLE: results.observations(given, whole.shape, whole.dtype, "observe()")}
        if not isinstance(given, dict) or given.keys() != self.parts.keys():
            got = sorted(map(str, given)) if isinstance(given, dict) else type(given).__name__
            raise ValueError(
                f"observe() should give a dictionary with the parts {sorted(self.parts)}, got {got}"
            )
        return {
            name: results.observations(given[name], last.shape, last.dtype, f"observe()[{name!r}]")
            for name, last in self.parts.items()
        }

    def put(self, given: Parts, mask: Mask) -> None:
        """Keeps what the environments of a mask see."""
        everywhere = bool(mask.all())
        for name, last in self.parts.items():
            if everywhere:
                last[...] = given[name]
            else:
                last[mask] = given[name][mask]

    def now(self) -> Any:
        """What all see: copies, in the form of the space."""
        out = {name: last.copy() for name, last in self.parts.items()}
        return out if self._is_dict else out[_WHOLE]

    def of(self, env: int) -> Any:
        """What one sees."""
        out = {name: last[env].copy() for name, last in self.parts.items()}
        return out if self._is_dict else out[_WHOLE]

    def arrays(self) -> Parts:
        """The arrays for a file; what they are called does not depend on names of parts."""
        if not self._is_dict:
            return {"seen": self.parts[_WHOLE]}
        return {f"seen/{k}": last for k, last in enumerate(self.parts.values())}
