"""What a class of environments says, as methods to override."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn.gym._infos import Array, Mask

Ids = npt.NDArray[np.intp]


class Methods:
    """The methods that a class derived from `BatchEnv` overrides; arrays have a row per environment."""

    num_envs: int

    def observe(self) -> Array | dict[str, Array]:
        """What every environment sees: (num_envs, size), or such an array for each part of a dictionary.

        New arrays, not live ones.
        """
        raise NotImplementedError(f"{type(self).__name__} has to have a method `observe`")

    def reward(self, action: Array) -> Array:
        """What every environment gained in this step: (num_envs,)."""
        raise NotImplementedError(f"{type(self).__name__} has to have a method `reward`")

    def terminated(self) -> Mask:
        """Which episodes ended by themselves: (num_envs,). None of them, if not overridden."""
        return np.zeros(self.num_envs, np.bool_)

    def reset_state(self, ids: Ids, rngs: Sequence[np.random.Generator]) -> None:
        """Writes the first state of an episode, in the rows ``ids``.

        They hold the state of the model without keyframe. Random numbers for row ``ids[k]`` come
        from ``rngs[k]``, so that an environment does not depend on how many others there are.
        """

    def before_reset(self, ids: Ids) -> None:
        """Is called before the last state of episodes is overwritten, with the rows that took a step in them.

        `failed` says whose simulation failed; their state is no longer that of the episode.
        """

    def control(self, action: Array) -> Array:
        """The controls for an action: the same numbers, if not overridden."""
        return action

    def before_step(self) -> None:
        """Is called before each step, to remember what a reward compares with."""

    def step_infos(self) -> dict[str, Array]:
        """Infos after a step: an array with a row per environment for each key, possibly live."""
        return {}

    def reset_infos(self) -> dict[str, Array]:
        """Infos after a reset, in the same form."""
        return {}

    def remembered(self) -> dict[str, Array]:
        """What `save` writes beside the simulations: arrays that the class keeps between steps.

        `load` writes to the same arrays. What a step computes anew needs not be here.
        """
        return {}

    def arguments(self) -> dict[str, Any]:
        """What an environment was made with that `load` should find again: numbers and texts."""
        return {}
