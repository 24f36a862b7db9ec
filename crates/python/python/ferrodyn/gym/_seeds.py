"""Random numbers: a generator per environment, made as Gymnasium makes that of an environment."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.utils import seeding

Seed = SupportsIndex | Sequence[SupportsIndex | None] | None


class Generators:
    """The generators of all environments. One that was never seeded is made when it is needed."""

    def __init__(self, count: int) -> None:
        self._generators: list[np.random.Generator | None] = [None] * count
        self._seeds = [-1] * count

    def seed(self, seed: Seed, ids: Iterable[int]) -> None:
        """Seeds environments: number ``i`` with ``seed + i``, or with entry ``i`` of a list.

        Where there is no seed the generator stays as it is.
        """
        if seed is None:
            return
        each = self._each(seed)
        for i in ids:
            if (own := each[i]) is not None:
                self._generators[i], self._seeds[i] = seeding.np_random(operator.index(own))

    def _each(self, seed: SupportsIndex | Sequence[SupportsIndex | None]) -> list[int | None]:
        """A seed or none for every environment."""
        count = len(self._seeds)
        if not isinstance(seed, Sequence):
            first = operator.index(seed)
            return [first + i for i in range(count)]
        if len(seed) != count:
            raise ValueError(f"there are {count} environments, but {len(seed)} seeds")
        return [None if own is None else operator.index(own) for own in seed]

    def __getitem__(self, i: int) -> np.random.Generator:
        """The generator of an environment."""
        found = self._generators[i]
        if found is None:
            found, self._seeds[i] = seeding.np_random()
            self._generators[i] = found
        return found

    def all(self) -> tuple[np.random.Generator, ...]:
        """The generators of all environments."""
        return tuple(self[i] for i in range(len(self._seeds)))

    def states(self) -> list[Any]:
        """What to write to a file: the state of each, and its seed; nothing of those not made yet."""
        return [
            None if each is None else [each.bit_generator.state, seed]
            for each, seed in zip(self._generators, self._seeds, strict=True)
        ]

    def parsed(self, states: Any) -> list[tuple[np.random.Generator, int] | None]:
        """Generators in such states.

        Raises:
            ValueError: if these are none.
        """
        if not isinstance(states, list) or len(states) != len(self._seeds):
            raise ValueError(f"there should be {len(self._seeds)} states of generators")
        return [None if state is None else _in_state(state) for state in states]

    def restore(self, states: list[tuple[np.random.Generator, int] | None]) -> None:
        """Goes on from what `parsed` gave; generators that were handed out stay those of environments."""
        for i, state in enumerate(states):
            own = self._generators[i]
            if state is None:
                self._generators[i], self._seeds[i] = None, -1
            elif own is None:
                self._generators[i], self._seeds[i] = state
            else:
                own.bit_generator.state = state[0].bit_generator.state
                self._seeds[i] = state[1]

    def all_seeds(self) -> tuple[int, ...]:
        """What they were seeded with."""
        self.all()
        return tuple(self._seeds)


def _in_state(state: Any) -> tuple[np.random.Generator, int]:
    """A generator in a state that was written, and its seed."""
    generator = np.random.Generator(np.random.PCG64(0))
    try:
        written, seed = state
        generator.bit_generator.state = written
        if generator.bit_generator.state != written:
            raise ValueError("the state has other numbers than a generator")
        return generator, operator.index(seed)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise ValueError(f"the state of a generator is not what was written: {error}") from error
