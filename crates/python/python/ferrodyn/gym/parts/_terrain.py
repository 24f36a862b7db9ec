"""Ground that is not flat, in patches of rising difficulty, and who is on which patch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import typing as npt

from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym.parts._part import Floats, Ids, Part, amount, floats

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv

Levels = npt.NDArray[np.int64]


class Terrain:
    """Square patches side by side: along x they become more difficult, along y they are of other kinds."""

    def __init__(
        self,
        levels: int = 5,
        kinds: Sequence[str] = ("rough", "waves", "slope", "stairs"),
        *,
        height: float = 0.15,
        patch: float = 6.0,
        cell: float = 0.1,
        seed: int = 0,
    ) -> None:
        """Makes heights of the ground.

        Args:
            levels: How many patches of each kind there are. The first is flat, the last is the most difficult.
            kinds: Names of `KINDS`.
            height: Meters: of bumps, waves and single stairs in the last level. A slope there rises 4 times that.
            patch: The side of a patch in meters; in its middle it is flat for a robot to start.
            cell: Meters between two heights.
            seed: Of the bumps.
        """
        if isinstance(levels, bool) or not isinstance(levels, (int, np.integer)) or levels < 1:
            raise ValueError(f"levels of a Terrain should be an integer from 1 on, got {levels!r}")
        if isinstance(kinds, str) or not kinds or any(kind not in KINDS for kind in kinds):
            raise ValueError(f"kinds of a Terrain should be a list of {', '.join(KINDS)}, got {kinds!r}")
        height, patch = amount(height, "height of a Terrain"), amount(patch, "patch of a Terrain")
        if not (np.isfinite(cell) and 0 < cell <= patch / 8):
            raise ValueError(f"cell of a Terrain should be at most an eighth of patch, {patch}, got {cell!r}")
        if levels * len(kinds) * (patch / cell) ** 2 > 20_000_000:
            raise ValueError(
                f"a Terrain of {levels} times {len(kinds)} patches of {patch / cell:g} times as many cells is too large"
            )
        side = round(patch / cell)
        self.cell, self.patch = float(cell), side * float(cell)
        # meters; rows go along y, columns along x
        self.heights: Floats = np.zeros((len(kinds) * side + 1, levels * side + 1))
        # where the middle of each patch is: (levels, kinds, 3)
        self.origins: Floats = np.zeros((levels, len(kinds), 3))
        rng = np.random.default_rng(seed)
        for level in range(levels):
            for k, kind in enumerate(kinds):
                rise = height * level / max(levels - 1, 1)
                ground = _patch(KINDS[kind], side, cell, rise, rng)
                y, x = k * side, level * side
                self.heights[y : y + side + 1, x : x + side + 1] = ground
                middle = (np.array([x, y]) + side / 2) * cell
                self.origins[level, k] = *(middle - self._half()), ground[side // 2, side // 2]

    def _half(self) -> Floats:
        """Half the sides, along x and y."""
        rows, columns = self.heights.shape
        return np.array([columns - 1, rows - 1]) * self.cell / 2

    def add_to(self, spec: Any, name: str = "terrain", **geom: Any) -> Any:
        """Adds the ground to a spec as a height field, its middle at the origin; gives the geom.

        Args:
            spec: The `ferrodyn.MjSpec`.
            name: Of the height field and of the geom.
            **geom: Other attributes of the geom: ``friction``, ``material``, ``rgba``.
        """
        from ferrodyn import mjtGeom

        low = float(self.heights.min())
        rise = max(float(self.heights.max()) - low, 1e-3)
        rows, columns = self.heights.shape
        spec.add_hfield(
            name=name, nrow=rows, ncol=columns, size=[*self._half(), rise, 1.0],
            userdata=((self.heights - low) / rise).reshape(-1),
        )  # fmt: skip
        return spec.worldbody.add_geom(
            name=name, type=mjtGeom.mjGEOM_HFIELD, hfieldname=name, pos=[0, 0, low], **geom
        )


def _patch(
    kind: Callable[..., Floats], side: int, cell: float, rise: float, rng: np.random.Generator
) -> Floats:
    """The heights of a patch, flat at its border; in the middle it is flat for 0.8 m, or for a fifth of the side."""
    ahead = np.abs(np.arange(side + 1) - side / 2) * cell
    # meters from the middle, as far as a square reaches
    away = np.maximum(ahead[:, None], ahead[None, :])
    flat = min(0.8, side * cell / 5) / 2
    border = side * cell / 2
    ground: Floats = kind(np.clip(border - cell - away, 0, border - cell - flat), rise, rng)
    ground[away > border - cell] = 0
    middle = away <= flat
    ground[middle] = ground[side // 2, side // 2]
    return ground


def _rough(inward: Floats, rise: float, rng: np.random.Generator) -> Floats:
    """Bumps."""
    return rng.uniform(0, rise, inward.shape)


def _waves(inward: Floats, rise: float, rng: np.random.Generator) -> Floats:
    """Waves around the middle, a meter long."""
    out: Floats = rise * (1 - np.cos(2 * np.pi * inward)) / 2
    return out


def _slope(inward: Floats, rise: float, rng: np.random.Generator) -> Floats:
    """A pyramid."""
    return 4 * rise * inward / max(float(inward.max()), 1e-9)


def _stairs(inward: Floats, rise: float, rng: np.random.Generator) -> Floats:
    """A pyramid of stairs, 0.4 m deep."""
    out: Floats = rise * np.floor(inward / 0.4 + 1e-9)
    return out


# what patches there are
KINDS: dict[str, Callable[..., Floats]] = {
    "rough": _rough,
    "waves": _waves,
    "slope": _slope,
    "stairs": _stairs,
}


class Curriculum(Part):
    """Which patch of a terrain each environment is on: one more difficult after a success, one less after a failure.

    ``level`` and ``kind`` are integers of each environment, ``origin()`` is where it starts. Levels stay from episode
    to episode. Who was good at the last level gets any.
    """

    def __init__(self, env: BatchEnv, origins: npt.ArrayLike, first: int = 0) -> None:
        """Puts environments on the first levels, up to ``first``, and evenly on all kinds.

        Args:
            env: The environments.
            origins: Where they start: (levels, kinds, 3), as `Terrain.origins`.
            first: The last of the levels to begin with.
        """
        self.origins: Floats = floats(origins, "origins of a Curriculum")
        if self.origins.ndim != 3 or self.origins.shape[2] != 3 or not self.origins.size:
            raise ValueError(f"origins of a Curriculum should have shape (levels, kinds, 3), got {self.origins.shape}")
        levels, kinds, _ = self.origins.shape
        if isinstance(first, bool) or not isinstance(first, (int, np.integer)) or not 0 <= first < levels:
            raise ValueError(f"first of a Curriculum should be a level from 0 to {levels - 1}, got {first!r}")
        super().__init__(env)
        number = np.arange(env.num_envs)
        self.kind: Levels = number % kinds
        self.level: Levels = number // kinds % (first + 1)

    def origin(self, ids: Ids) -> Floats:
        """Where the environments of these rows start: (count, 3)."""
        return self.origins[self.level[ids], self.kind[ids]]

    def judge(self, ids: Ids, up: Mask, down: Mask) -> None:
        """Moves the environments of these rows; to be called in `BatchEnv.before_reset`.

        Args:
            ids: The rows.
            up: Who goes to the next level, an entry for each row.
            down: Who goes to the level before.
        """
        ids = np.asarray(ids)
        good, bad = (_verdict(each, len(ids), name) for each, name in ((up, "up"), (down, "down")))
        levels = len(self.origins)
        level = self.level[ids] + good - (bad & ~good)
        for k in np.flatnonzero(level >= levels):
            level[k] = self.env.generators(ids[k : k + 1])[0].integers(levels)
        self.level[ids] = np.maximum(level, 0)

    def remembered(self) -> dict[str, Array]:
        """Levels."""
        return {"level": self.level, "kind": self.kind}


def _verdict(given: Mask, count: int, name: str) -> Mask:
    mask = np.asarray(given)
    if mask.dtype != np.bool_ or mask.shape != (count,):
        raise ValueError(f"{name} of judge() should be an array of bool of shape ({count},), got {mask.dtype} of shape {mask.shape}")
    return mask
