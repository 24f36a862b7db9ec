"""What happens to signals on their way: delay and noise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import typing as npt

from ferrodyn.gym import _results as results
from ferrodyn.gym._infos import Array
from ferrodyn.gym.parts._part import Floats, Generators, Ids, Part, amount, floats

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv

Words = npt.NDArray[np.uint64]


class Delay(Part):
    """Gives what it was given some actions ago; before that, what it was given first in the episode."""

    def __init__(self, env: BatchEnv, size: int, shortest: int, longest: int | None = None) -> None:
        """Delays ``size`` numbers of each environment.

        Args:
            env: The environments.
            size: How many numbers each gives.
            shortest: The least delay, in actions; 0 is none.
            longest: The greatest, ``shortest`` if not given. Each episode draws one in between.
        """
        longest = shortest if longest is None else longest
        for name, value in (("size", size), ("shortest", shortest), ("longest", longest)):
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
                raise ValueError(f"{name} of a Delay should be an integer from 0 on, got {value!r}")
        if longest < shortest:
            raise ValueError(f"longest of a Delay, {longest}, is below shortest, {shortest}")
        super().__init__(env)
        self._range = shortest, longest
        # by the number of the action, in turn
        self._past: Floats = np.zeros((longest + 1, env.num_envs, size))
        # how many actions each environment lags behind
        self.steps = np.full(env.num_envs, shortest, np.int64)

    def __call__(self, values: Array) -> Floats:
        """The values of before, given those of now: once for every step, or more often with the same."""
        length, count, size = self._past.shape
        given = results.rows(values, count, "what goes into a Delay")
        if given.shape != (count, size):
            raise ValueError(f"what goes into a Delay should have shape {(count, size)}, got {given.shape}")
        now, rows = self.env.elapsed, np.arange(count)
        self._past[now % length, rows] = given
        return self._past[np.maximum(now - self.steps, 0) % length, rows]

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Draws delays."""
        shortest, longest = self._range
        if longest > shortest:
            self.steps[ids] = [rng.integers(shortest, longest + 1) for rng in rngs]

    def remembered(self) -> dict[str, Array]:
        """The past, and delays."""
        return {"past": self._past, "steps": self.steps}


class Noise(Part):
    """Adds random numbers to a signal, new ones in every step.

    They are a function of a key that each episode draws, of the step and of the place in the array. Two calls in one
    step add the same: use one for each signal.
    """

    def __init__(
        self, env: BatchEnv, scale: npt.ArrayLike, bias: npt.ArrayLike = 0.0, kind: str = "normal"
    ) -> None:
        """Noise of a scale, which may be an array that fits a row of the signal.

        Args:
            env: The environments.
            scale: The standard deviation, or of ``"uniform"`` noise the greatest absolute value.
            bias: The same for what an episode adds to all its steps.
            kind: ``"normal"`` or ``"uniform"``.
        """
        if kind not in ("normal", "uniform"):
            raise ValueError(f"kind of a Noise should be 'normal' or 'uniform', got {kind!r}")
        self._scale, self._bias = (_scale(*each) for each in ((scale, "scale"), (bias, "bias")))
        super().__init__(env)
        self._kind = kind
        self._keys: Words = np.zeros(env.num_envs, np.uint64)

    def __call__(self, values: Array) -> Floats:
        """The signal with noise."""
        array = results.rows(values, self.env.num_envs, "what goes into a Noise")
        for name, scale in (("scale", self._scale), ("bias", self._bias)):
            if scale.ndim and array.shape[1:][-scale.ndim :] != scale.shape:
                raise ValueError(
                    f"{name} of a Noise has shape {scale.shape}, which does not fit rows of shape {array.shape[1:]}"
                )
        out = array.astype(np.float64)
        # step 0 of the numbers is for the bias
        out += self._scale * self._random(array.shape, self.env.elapsed + 1)
        if self._bias.any():
            out += self._bias * self._random(array.shape, np.zeros_like(self.env.elapsed))
        return out

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Draws keys."""
        self._keys[ids] = [rng.integers(0, 2**64, dtype=np.uint64) for rng in rngs]

    def remembered(self) -> dict[str, Array]:
        """The keys."""
        return {"keys": self._keys}

    def _random(self, shape: tuple[int, ...], step: npt.NDArray[np.int64]) -> Floats:
        """Random numbers of a step."""
        size = int(np.prod(shape[1:]))
        words = 2 if self._kind == "normal" else 1
        first: Words = step.astype(np.uint64) * np.uint64(size * words)
        count: Words = first[:, None] + np.arange(size * words).astype(np.uint64)
        unit = _unit(self._keys[:, None], count)
        if self._kind == "uniform":
            return (2 * unit - 1).reshape(shape)
        # Box and Muller; 1 - unit is above zero
        radius = np.sqrt(-2 * np.log(1 - unit[:, :size]))
        turned: Floats = radius * np.cos(2 * np.pi * unit[:, size:])
        return turned.reshape(shape)


def _unit(keys: Words, count: Words) -> Floats:
    """Numbers in [0, 1): those of the generator SplitMix64 with these keys at these places."""
    with np.errstate(over="ignore"):
        z = keys + (count + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _scale(value: Any, name: str) -> Floats:
    scale = floats(value, f"{name} of a Noise")
    for number in scale.reshape(-1):
        amount(number, f"{name} of a Noise")
    return scale
