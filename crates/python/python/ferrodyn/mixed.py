"""Simulations of models that differ in structure, stepped together on one set of threads.

    arms = MixedBatch([(two_links, 1000), (seven_links, 500)])
    short, long = arms.parts
    short.qpos[:, 0], long.ctrl = 0.1, policy(long.sensordata)
    arms.step()

Each model has a `ferrodyn.batch.Batch` of its own, with its own shapes: `MixedBatch.parts`. Simulations are numbered
through all of them. A call takes blocks of all parts to the threads, so that a part of few simulations keeps none of
them waiting. Each simulation goes where it would go alone, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, _core, mjtStage
from ferrodyn._batch import arrays
from ferrodyn.batch import Batch, SimulationError

__all__ = ["MixedBatch"]

_NONE, _ACC = mjtStage.mjSTAGE_NONE.value, mjtStage.mjSTAGE_ACC.value


class MixedBatch:
    """So many simulations of each model, on ``nthread`` threads; 0 for one on each core.

    With ``persistent`` each simulation keeps the data it was computed in.
    """

    def __init__(
        self, models: Iterable[tuple[MjModel, int]], nthread: int = 0, persistent: bool = False
    ) -> None:
        """Puts all simulations into the default states of their models."""
        parts: list[Batch] = []
        for pair in models:
            if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], MjModel):
                raise TypeError(f"models should be pairs of a model and a number, got {arrays.said(pair)}")
            model, nsim = pair
            parts.append(Batch(model, nsim, nthread, persistent, beside=parts[0] if parts else None))
        if not parts:
            raise ValueError("a batch has at least one model")
        self._parts = tuple(parts)
        self._starts: npt.NDArray[np.intp] = np.cumsum([0] + [part.nsim for part in parts])

    # --- what there is ---------------------------------------------------------------------------

    @property
    def parts(self) -> tuple[Batch, ...]:
        """The batch of each model: states, fields and parameters of its simulations."""
        return self._parts

    @property
    def nsim(self) -> int:
        """Number of simulations of all models."""
        return int(self._starts[-1])

    @property
    def nthread(self) -> int:
        """Number of threads, which all parts share."""
        return self._parts[0].nthread

    @property
    def persistent(self) -> tuple[bool, ...]:
        """For each part whether its simulations keep the data they were computed in."""
        return tuple(part.persistent for part in self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Batch]:
        return iter(self._parts)

    def __getitem__(self, part: int) -> Batch:
        return self._parts[part]

    def place(self, sim: int) -> tuple[int, int]:
        """The part that a simulation is in, and its number there."""
        sim = arrays.one_id(sim, self.nsim)
        # of parts that begin at the same number all but the last are empty
        part = int(np.searchsorted(self._starts, sim, side="right")) - 1
        return part, sim - int(self._starts[part])

    def numbers(self, part: int) -> range:
        """The simulations of a part, as they are numbered through all parts."""
        part = range(len(self._parts))[part]
        return range(int(self._starts[part]), int(self._starts[part + 1]))

    def bind(self, name: str) -> tuple[arrays.Array, ...]:
        """The live arrays of a field of data, one of each part: see `Batch.bind`."""
        return tuple(part.bind(name) for part in self._parts)

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """For each simulation whether its last call failed: 1 if it did."""
        return self._joined("status")

    @property
    def unconverged(self) -> npt.NDArray[np.int32]:
        """How many solves of its last call stopped at ``opt.iterations``, for each simulation."""
        return self._joined("unconverged")

    def failure(self, sim: int) -> str:
        """Why a simulation failed in its last call; or ``""``."""
        part, sim = self.place(sim)
        return self._parts[part].failure(sim)

    def _joined(self, name: str) -> npt.NDArray[np.int32]:
        joined = np.concatenate([getattr(part, name) for part in self._parts])
        joined.flags.writeable = False
        return joined

    # --- calls -----------------------------------------------------------------------------------

    def step(
        self,
        ids: arrays.Ids = None,
        nstep: int = 1,
        stage: int = _NONE,
        control: Callable[[MixedBatch], object] | None = None,
    ) -> None:
        """Takes ``nstep`` steps, then computes what follows from the new state up to ``stage``.

        ``ids`` are simulations as they are numbered through all parts, sorted, or a mask; ``None`` for all.
        ``control(batch)`` is called before each step. See `Batch.step`.
        """
        each = self._ids_of(ids)
        nstep, stage = arrays.count_of(nstep, "nstep"), arrays.index_of(stage, "stage")
        if control is None or nstep == 0:
            _core._Batch.step_all(self._given(each), nstep, stage, False)
            return
        for left in reversed(range(nstep)):
            control(self)
            _core._Batch.step_all(self._given(each), 1, _NONE if left else stage, left < nstep - 1)

    def forward(self, ids: arrays.Ids = None, stage: int = _ACC) -> None:
        """Computes what follows from the state up to ``stage``; all of it if not said otherwise."""
        _core._Batch.forward_all(self._given(self._ids_of(ids)), arrays.index_of(stage, "stage"))

    def reset(self, ids: arrays.Ids = None, keyframe: int = -1, stage: int = _ACC) -> None:
        """Resets to the default poses, or to a keyframe that all models have, and computes."""
        for part, chosen in self._chosen(ids):
            part.reset(chosen, keyframe, stage)

    def set_const(self, ids: arrays.Ids = None) -> None:
        """Computes the constants that follow from parameters; of parts that have parameters expanded.

        Raises:
            SimulationError: where parameters have none; the other simulations have theirs.
        """
        failed: list[npt.NDArray[np.int_]] = []
        message = ""
        for part, chosen in self._chosen(ids):
            if not part._values:
                continue
            try:
                part.set_const(chosen)
            except SimulationError as error:
                failed.append(error.ids + self._starts[self._parts.index(part)])
                message = message or error.message
        if failed:
            raise SimulationError(np.concatenate(failed), message)

    def _ids_of(self, ids: arrays.Ids) -> list[npt.NDArray[np.int32] | None]:
        """The simulations of each part."""
        chosen = arrays.ids_of(ids, self.nsim)
        if chosen is None:
            return [None] * len(self._parts)
        if (np.diff(chosen) <= 0).any():
            raise ValueError("ids must be sorted and unique")
        cuts = np.searchsorted(chosen, self._starts)
        starts = self._starts.astype(np.int32)
        return [chosen[a:b] - starts[k] for k, (a, b) in enumerate(pairwise(cuts))]

    def _chosen(self, ids: arrays.Ids) -> list[tuple[Batch, npt.NDArray[np.int32] | None]]:
        """Parts of which simulations are asked for, and which."""
        each = zip(self._parts, self._ids_of(ids), strict=True)
        return [(part, chosen) for part, chosen in each if chosen is None or len(chosen)]

    def _given(self, each: list[npt.NDArray[np.int32] | None]) -> list[Any]:
        """The arguments of a call."""
        return [
            (part._core, ids, part._arrays) for part, ids in zip(self._parts, each, strict=True)
        ]
