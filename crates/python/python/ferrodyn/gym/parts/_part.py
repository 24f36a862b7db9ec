"""What all parts of environments have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import typing as npt

from ferrodyn._batch import arrays
from ferrodyn.gym._infos import Array, Mask

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]
Generators = Sequence[np.random.Generator]


class Part:
    """A part of environments: it starts with their episodes and goes along with their steps.

    Derive from it to make your own. Parts act in the order in which they were made.
    """

    # whether it changes parameters on which constants of the model depend
    changes_constants: bool = False

    def __init__(self, env: BatchEnv) -> None:
        """Becomes a part of environments, which are made and have taken no step yet."""
        self.check(env)
        self.env = env
        env._parts.append(self)

    @classmethod
    def check(cls, env: BatchEnv) -> None:
        """Whether environments can get such a part."""
        if not hasattr(env, "_parts"):
            raise TypeError(
                f"{cls.__name__} needs environments as its first argument, after super().__init__(), "
                f"got {type(env).__name__}"
            )
        if env._was_reset:
            raise ValueError(f"{cls.__name__} has to be made before the first reset()")

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Starts episodes in the rows ``ids``, before `BatchEnv.reset_state`; row ``ids[k]`` draws from ``rngs[k]``."""

    def before_step(self, running: Mask) -> None:
        """Is called before `BatchEnv.before_step`; those in the mask will take a step, the others start."""

    def after_step(self, running: Mask) -> None:
        """Is called after the simulations have stepped, before rewards and observations."""

    def remembered(self) -> dict[str, Array]:
        """The arrays that it keeps from step to step."""
        return {}


def last(part: Part) -> None:
    """Lets a part act after those that it has made for itself."""
    parts = part.env._parts
    parts.remove(part)
    parts.append(part)


def interval(low: Any, high: Any, name: str, least: float = -np.inf) -> tuple[float, float]:
    """Two finite numbers in their order, none below ``least``."""
    try:
        ends = float(low), float(high)
    except (TypeError, ValueError):
        raise TypeError(f"{name} should be two numbers, got {low!r} and {high!r}") from None
    if not (np.isfinite(ends).all() and least <= ends[0] <= ends[1]):
        raise ValueError(
            f"{name} should be two finite numbers, the lower first"
            + (f" and not below {least:g}" if least > -np.inf else "")
            + f", got {low!r} and {high!r}"
        )
    return ends


def amount(value: Any, name: str) -> float:
    """A finite number from 0 on."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} should be a number, got {value!r}") from None
    if not 0 <= number < np.inf:
        raise ValueError(f"{name} should be a finite number from 0 on, got {value!r}")
    return number


def floats(value: Any, name: str) -> Floats:
    """Numbers, as an array of their own."""
    try:
        return np.array(value, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} should be numbers, got {arrays.said(value)}") from None


def pair(ends: Any, name: str, least: float = 0.0) -> tuple[float, float]:
    """The ends of a range, given as one argument."""
    if not isinstance(ends, (tuple, list, np.ndarray)) or len(ends) != 2:
        raise TypeError(f"{name} should be two numbers, such as (1, 2), got {ends!r}")
    return interval(ends[0], ends[1], name, least)


def body_id(env: BatchEnv, body: str | int) -> int:
    """The number of a body, given by it or by its name."""
    if isinstance(body, str):
        return int(env.model.body(body).id)
    if isinstance(body, bool) or not isinstance(body, (int, np.integer)):
        raise TypeError(f"a body is given by its name or number, got {body!r}")
    if not 0 <= body < env.model.nbody:
        raise ValueError(f"there is no body {body}, the model has {env.model.nbody}")
    return int(body)
