"""Attributes of environments one by one, as Gymnasium's vectors of single environments have them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn._batch import arrays

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv

# what follows from the arguments that environments were made with
_FIXED = {
    "num_envs", "batch", "model", "metadata", "autoreset_mode", "render_mode", "pictures", "dt",
    "observation_space", "single_observation_space", "action_space", "single_action_space",
    "np_random", "np_random_seed", "closed",
}  # fmt: skip


def get(env: BatchEnv, name: str) -> Any:
    """An attribute of the whole.

    Raises:
        AttributeError: if there is none of that name.
    """
    if not isinstance(name, str):
        raise TypeError(f"an attribute is asked for by its name, got {arrays.said(name)}")
    if not hasattr(env, name):
        close = difflib.get_close_matches(name, dir(env), n=3)
        hint = f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
        raise AttributeError(f"{type(env).__name__} has no attribute {name!r}{hint}")
    return getattr(env, name)


def has_rows(env: BatchEnv, value: Any) -> bool:
    """Whether it is an array with a row for each environment."""
    return isinstance(value, np.ndarray) and value.shape[:1] == (env.num_envs,)


def each(env: BatchEnv, value: Any, ids: Iterable[int] | None = None) -> list[Any]:
    """What environments have of it: their rows, where there is one for each, or all the same."""
    ids = range(env.num_envs) if ids is None else ids
    if isinstance(value, tuple) and len(value) == env.num_envs:
        return [value[i] for i in ids]
    if isinstance(value, dict) and value and all(has_rows(env, part) for part in value.values()):
        return [{name: part[i] for name, part in value.items()} for i in ids]
    rows = has_rows(env, value)
    return [value[i] if rows else value for i in ids]


def call(env: BatchEnv, name: str, *args: Any, **kwargs: Any) -> Any:
    """What a method of the whole gives, or an attribute."""
    value = get(env, name)
    if callable(value):
        return value(*args, **kwargs)
    if args or kwargs:
        raise TypeError(f"{name} of a {type(env).__name__} is no method and takes no arguments")
    return value


def put(env: BatchEnv, name: str, values: Any, ids: Iterable[int] | None = None) -> None:
    """Writes rows of an attribute, or an attribute that is the same in all environments.

    A list or a tuple has a value for each environment, as in Gymnasium.

    Raises:
        ValueError: if values have another shape, or if the attribute cannot differ.
        AttributeError: if it is not there, or follows from how environments were made.
    """
    present = get(env, name)
    if name in _FIXED or name.startswith("_") or callable(present):
        raise AttributeError(f"{name} of a {type(env).__name__} cannot be set: make new environments")
    one_each = isinstance(values, (list, tuple))
    if not has_rows(env, present):
        if ids is not None or one_each:
            raise ValueError(f"{name} is the same in all environments: give one value, for all of them")
        setattr(env, name, values)
        return
    rows = list(range(env.num_envs)) if ids is None else list(ids)
    given = arrays.numbers(values, name)
    fitting = (len(rows), *present.shape[1:])
    if one_each and given.shape[:1] != (len(rows),):
        raise ValueError(f"{name} should have a value for each of {len(rows)} environments, got {len(values)}")
    if not arrays.repeats_to(given.shape, fitting):
        raise ValueError(f"{name} should have shape {fitting}, got {given.shape}")
    if not np.can_cast(given.dtype, present.dtype, "same_kind"):
        raise ValueError(f"{name} should be {present.dtype}, got {given.dtype}")
    if not present.flags.writeable:
        raise ValueError(f"{name} cannot be written: it is computed in every step")
    present[rows] = given
