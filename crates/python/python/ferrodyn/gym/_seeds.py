"""Random numbers: a generator per environment, made as Gymnasium makes that of an environment."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

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

    def all_seeds(self) -> tuple[int, ...]:
        """What they were seeded with."""
        self.all()
        return tuple(self._seeds)
