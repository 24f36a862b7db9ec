"""What methods of an environment give: whether it has a row for every environment, and what follows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn.gym._infos import Array, Mask

# numbers beyond which MuJoCo takes a control for bad
_MAX = 1e10


def numbers(values: Any, shape: tuple[int, ...], name: str) -> Array:
    """Real numbers of a shape."""
    array = _array(values, name)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} should give numbers of shape {shape}, got {_said(values, array)}")
    if array.shape != shape:
        raise ValueError(f"{name} should give an array of shape {shape}, got {array.shape}")
    return array


def observations(values: Any, shape: tuple[int, ...], dtype: np.dtype[Any], name: str) -> Array:
    """Numbers that fit into the space of observations."""
    array = numbers(values, shape, name)
    if not np.can_cast(array.dtype, dtype, "same_kind"):
        raise ValueError(f"{name} should give {dtype}, as the space of observations, got {array.dtype}")
    return array


def rows(values: Any, count: int, name: str) -> Array:
    """Real numbers with a row for every environment."""
    array = _array(values, name)
    if array.dtype.kind not in "biuf" or array.shape[:1] != (count,):
        raise ValueError(
            f"{name} should be numbers with a row for each of {count} environments, got {_said(values, array)}"
        )
    return array


def mask(values: Any, count: int, name: str) -> Mask:
    """A truth for every environment."""
    array = _array(values, name)
    if array.dtype != np.bool_ or array.shape != (count,):
        raise ValueError(
            f"{name} should give an array of bool of shape ({count},), got {_said(values, array)}"
        )
    return array


def infos(values: Any, count: int, name: str) -> dict[str, Array]:
    """Arrays with a row for every environment."""
    if not isinstance(values, dict):
        raise ValueError(f"{name} should give a dictionary of arrays, got {type(values).__name__}")
    arrays = {key: _array(value, f"{name}[{key!r}]") for key, value in values.items()}
    for key, array in arrays.items():
        if array.shape[:1] != (count,):
            raise ValueError(
                f"{name}[{key!r}] should have a row for each of {count} environments, "
                f"got {_said(values[key], array)}"
            )
    return arrays


def check_controls(values: Array, running: Mask, name: str) -> None:
    """Whether environments that take a step are told what to do by numbers."""
    # a NaN is not below anything
    if values.dtype.kind != "f" or np.abs(values).max(initial=0) <= _MAX:
        return
    with np.errstate(invalid="ignore"):
        good = np.asarray((np.abs(values) <= _MAX).reshape(len(values), -1).all(axis=1))
    if not good[running].all():
        rows = np.flatnonzero(running & ~good)
        more = " ..." if len(rows) > 10 else ""
        raise ValueError(f"NaN, infinity or a huge number in rows {rows[:10].tolist()}{more} of {name}")


def check_states(arrays: dict[str, npt.NDArray[np.float64]], ids: npt.NDArray[np.intp]) -> None:
    """Whether first states are numbers."""
    for name, array in arrays.items():
        good = np.isfinite(array[ids]).reshape(len(ids), -1).all(axis=1)
        if not good.all():
            rows = ids[~good]
            raise ValueError(
                f"reset_state() wrote NaN or infinity to {name} of environments {rows[:10].tolist()}"
            )


def _array(values: Any, name: str) -> Array:
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{name} gives no array: {error}") from error


def _said(values: Any, array: Array) -> str:
    if array.ndim == 0:
        return "None" if values is None else f"one {type(values).__name__}"
    return f"{array.dtype} of shape {array.shape}"
