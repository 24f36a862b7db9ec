"""Open-loop trajectories: many starts and controls in, states and sensor values out.

The loop runs in native code, on as many threads as there are data. Results are the same, bit for
bit, for any number of threads::

    state, sensordata = rollout.rollout(model, [MjData(model) for _ in range(8)], starts, controls)

`shard` writes a shard of many environments to a file, as the command ``ferrodyn rollout`` does.
"""

from __future__ import annotations

import atexit
import os
import pathlib
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy import typing as npt

from ferrodyn import MjData, MjModel, _core, mj_stateSize, mjtState
from ferrodyn._batch.arrays import count_of, index_of

__all__ = [
    "Rollout",
    "Shard",
    "persistent_rollout",
    "rollout",
    "shard",
    "shutdown_persistent_pool",
]

_FULLPHYSICS = mjtState.mjSTATE_FULLPHYSICS.value
_CTRL = mjtState.mjSTATE_CTRL.value
_USER = mjtState.mjSTATE_USER.value

Floats = npt.NDArray[np.float64]


class Rollout:
    """Threads that roll out trajectories, kept between calls.

    A context manager: on leaving it the threads end.
    """

    def __init__(self, *, nthread: int | None = None) -> None:
        """Starts ``nthread`` threads; with none, rollouts run on the calling thread."""
        self.nthread = nthread or 0
        self.rollout_: _core._RolloutPool | None = _core._RolloutPool(self.nthread)

    def __enter__(self) -> Rollout:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads."""
        self.rollout_ = None

    def rollout(
        self,
        model: MjModel | Sequence[MjModel],
        data: MjData | Sequence[MjData],
        initial_state: npt.ArrayLike,
        control: npt.ArrayLike | None = None,
        *,
        control_spec: int = _CTRL,
        skip_checks: bool = False,
        nstep: int | None = None,
        initial_warmstart: npt.ArrayLike | None = None,
        state: npt.ArrayLike | None = None,
        sensordata: npt.ArrayLike | None = None,
        chunk_size: int | None = None,
    ) -> tuple[Floats, Floats]:
        """Rolls out trajectories; see the function `rollout` for arguments and results.

        ``data`` has to have as many entries as there are threads.
        """
        if self.rollout_ is None:
            raise RuntimeError("rollout requested after thread pool shutdown")
        # what is not checked is handed on as it is
        starts: Any = initial_state, initial_warmstart, control
        outputs: Any = state, sensordata
        models: Any = model
        datas: Any = data
        if not skip_checks:
            batch = _Batch(model, nstep, chunk_size, control_spec)
            batch.take(initial_state, initial_warmstart, control, state, sensordata)
            models, nstep = batch.models, batch.nstep
            datas = data if isinstance(data, list) else [data]
            starts = batch.initial_state, batch.initial_warmstart, batch.control
            outputs = batch.state, batch.sensordata
        self.rollout_.rollout(models, datas, nstep, control_spec, *starts, *outputs, chunk_size)
        found: tuple[Floats, Floats] = outputs
        return found


class _Batch:
    """The arguments of a call, checked and brought to full size."""

    def __init__(
        self,
        model: MjModel | Sequence[MjModel],
        nstep: int | None,
        chunk_size: int | None,
        control_spec: int,
    ) -> None:
        self.models = [model] if isinstance(model, MjModel) else list(model)
        self.is_list = not isinstance(model, MjModel)
        if control_spec & ~_USER:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        for name, value in (("nstep", nstep), ("chunk_size", chunk_size)):
            if value and not isinstance(value, int):
                raise ValueError(f"{name} must be an integer")
        self.nstep = nstep or 1
        self.control_spec = control_spec

    def take(
        self,
        initial_state: npt.ArrayLike,
        initial_warmstart: npt.ArrayLike | None,
        control: npt.ArrayLike | None,
        state: npt.ArrayLike | None,
        sensordata: npt.ArrayLike | None,
    ) -> None:
        """Checks the arrays, finds the sizes that are not given, and makes the outputs."""
        rows = {"initial_state": initial_state, "initial_warmstart": initial_warmstart}
        tables = {"control": control, "state": state, "sensordata": sensordata}
        for name, value in (rows | tables).items():
            if not (value is None or isinstance(value, (np.ndarray, float))):
                raise ValueError(f"{name} must be a numpy array or float")
        full = {name: _with_dimensions(2, name, value) for name, value in rows.items()}
        full |= {name: _with_dimensions(3, name, value) for name, value in tables.items()}
        arrays = {name: value for name, value in full.items() if value is not None}

        nbatch = self._number_of_rollouts(_common_size(0, 1, arrays))
        steps = {name: arrays[name] for name in tables if name in arrays}
        self.nstep = _common_size(1, self.nstep, steps)

        widths = self._widths()
        for name, array in arrays.items():
            if array.shape[-1] != widths[name]:
                raise ValueError(
                    f"trailing dimension of {name} must be {widths[name]}, got {array.shape[-1]}"
                )

        if len(self.models) == 1:
            self.models *= nbatch
        self.initial_state = _repeated(arrays.get("initial_state"), nbatch)
        self.initial_warmstart = _repeated(arrays.get("initial_warmstart"), nbatch)
        self.control = _repeated(arrays.get("control"), nbatch, self.nstep)
        given = arrays.get("state")
        self.state = np.empty((nbatch, self.nstep, widths["state"])) if given is None else given
        given = arrays.get("sensordata")
        size = nbatch, self.nstep, widths["sensordata"]
        self.sensordata = np.empty(size) if given is None else given

    def _number_of_rollouts(self, nbatch: int) -> int:
        """The number of rollouts, given that of the arrays: models may say it too."""
        count = len(self.models)
        if self.is_list and nbatch == 1:
            return count
        if count > 1 and count != nbatch:
            raise ValueError(f"nbatch inferred as {nbatch} but model is length {count}")
        return nbatch

    def _widths(self) -> dict[str, int]:
        """How many numbers a row of each array has; the same for all models."""

        def sizes(m: MjModel) -> tuple[int, ...]:
            states = mj_stateSize(m, _FULLPHYSICS), mj_stateSize(m, self.control_spec)
            return (*states, m.nv, m.nsensordata)

        first, *others = self.models
        nstate, ncontrol, nv, nsensordata = sizes(first)
        if any(sizes(m) != (nstate, ncontrol, nv, nsensordata) for m in others):
            raise ValueError("models are not compatible")
        return {
            "initial_state": nstate,
            "initial_warmstart": nv,
            "control": ncontrol,
            "state": nstate,
            "sensordata": nsensordata,
        }


# the threads that `rollout` keeps between calls
persistent_rollout: Rollout | None = None


def shutdown_persistent_pool() -> None:
    """Ends the threads that `rollout` keeps between calls, if there are any.

    Python does so when it exits.
    """
    global persistent_rollout
    if persistent_rollout is not None:
        persistent_rollout.close()
    persistent_rollout = None


def rollout(
    model: MjModel | Sequence[MjModel],
    data: MjData | Sequence[MjData],
    initial_state: npt.ArrayLike,
    control: npt.ArrayLike | None = None,
    *,
    control_spec: int = _CTRL,
    skip_checks: bool = False,
    nstep: int | None = None,
    initial_warmstart: npt.ArrayLike | None = None,
    state: npt.ArrayLike | None = None,
    sensordata: npt.ArrayLike | None = None,
    chunk_size: int | None = None,
    persistent_pool: bool = False,
) -> tuple[Floats, Floats]:
    """Rolls out open-loop trajectories from given states.

    The number of rollouts and steps follows from the arrays; sizes of 1 are repeated. A rollout in
    which a step raises a warning ends there: its last state fills the rest.

    Args:
        model: A model, or one for each rollout, all of the same sizes.
        data: Data to work with, or a list: one thread runs for each. What they hold is overwritten.
        initial_state: States to start from, ``mjSTATE_FULLPHYSICS``: (nbatch or 1, nstate).
        control: What to set before each step: (nbatch or 1, nstep or 1, ncontrol). Without it,
            controls are those that the first data has.
        control_spec: The parts of a control, bits of ``mjtState``. Other inputs are zero, or what
            the model says.
        skip_checks: Whether to take arguments as they are: lists of models and data, ``nstep``, and
            arrays of full size, outputs included, if wanted.
        nstep: The number of steps, if no array says it.
        initial_warmstart: What the solver starts from: (nbatch or 1, nv). Zero if not given.
        state: Where to write states: (nbatch, nstep, nstate).
        sensordata: Where to write sensor values: (nbatch, nstep, nsensordata).
        chunk_size: How many rollouts a thread takes at a time; by default about a tenth of its
            share, in groups of eight that step together.
        persistent_pool: Whether to keep the threads for further calls.

    Returns:
        States and sensor values after each step, shaped as the outputs above.

    Raises:
        ValueError: for arguments that do not fit together.
        FatalError: if a model cannot be simulated.
    """
    global persistent_rollout
    datas: Any = data if isinstance(data, list) else [data]
    nthread = len(datas) if len(datas) > 1 else 0

    if persistent_pool:
        if persistent_rollout is None or persistent_rollout.nthread != nthread:
            shutdown_persistent_pool()
            persistent_rollout = Rollout(nthread=nthread)
        pool = persistent_rollout
    else:
        pool = Rollout(nthread=nthread)

    try:
        return pool.rollout(
            model,
            datas,
            initial_state,
            control,
            control_spec=control_spec,
            skip_checks=skip_checks,
            nstep=nstep,
            initial_warmstart=initial_warmstart,
            state=state,
            sensordata=sensordata,
            chunk_size=chunk_size,
        )
    finally:
        if not persistent_pool:
            pool.close()


def _with_dimensions(count: int, name: str, value: npt.ArrayLike | None) -> Floats | None:
    """A contiguous array with that many dimensions: missing ones are put in front."""
    if value is None:
        return None
    array = np.asarray(value)
    if array.ndim > count:
        raise ValueError(f"{name} can have at most {count} dimensions")
    # an array that is as it should be stays the same object: it may be an output
    if array.ndim < count:
        array = array.reshape((1,) * (count - array.ndim) + array.shape)
    return np.ascontiguousarray(array, dtype=np.float64)


def _common_size(dimension: int, size: int, arrays: dict[str, Floats]) -> int:
    """The size that all arrays have in a dimension, where 1 goes with any."""
    for name, array in arrays.items():
        found = array.shape[dimension]
        if size == 1:
            size = found
        elif found not in (1, size):
            raise ValueError(f"dimension {dimension} inferred as {size} but {name} has {found}")
    return size


def _repeated(array: Floats | None, *sizes: int) -> Floats | None:
    """An array of the given leading sizes, made of one in which some of them are 1."""
    if array is None:
        return None
    return np.ascontiguousarray(np.broadcast_to(array, (*sizes, *array.shape[len(sizes) :])))


def _forget_threads() -> None:
    """In a child of a fork, there are no threads: they stayed with the parent."""
    global persistent_rollout, _of_parent
    _of_parent = persistent_rollout
    persistent_rollout = None


_of_parent: Rollout | None = None
atexit.register(shutdown_persistent_pool)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


def _cores() -> int:
    """How many cores this process may run on: a job on a large machine often has a few of them."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Shard(NamedTuple):
    """What became of a shard."""

    file: pathlib.Path
    """Where it is."""
    kept: bool
    """Whether it was there, and nothing was run."""
    failed: list[tuple[int, int, str]]
    """The first failure of each environment that failed: its number, the step, what is wrong."""
    dumps: list[pathlib.Path]
    """Files of those, for ``ferrodyn replay``."""


def shard(
    model: MjModel,
    directory: str | os.PathLike[str],
    index: int = 0,
    count: int = 1,
    *,
    environments: int = 4096,
    steps: int = 1000,
    every: int = 10,
    seed: int = 0,
    noise: float = 0.1,
    hold: int = 20,
    qpos_noise: float = 0.0,
    dumps: str | os.PathLike[str] | None = None,
    model_path: str | os.PathLike[str] = "",
    nthread: int | None = None,
) -> Shard:
    """Writes shard ``index`` of ``count`` of a run to a directory, unless it is there.

    The file is that of ``ferrodyn rollout`` with the same settings, byte for byte, whatever the
    number of threads: it depends on the model, the settings, ``index`` and ``count``. It is there
    as a whole or not at all, so that machines may write shards in any order, be stopped, and write
    them again.

    ``dumps`` is a directory for a file of each environment that fails, in which the model is
    called ``model_path``. ``nthread`` is the number of threads, by default that of the cores that this
    process may run on.

    Raises `OSError` if a file cannot be read or written, and `ValueError` for settings of no run,
    or where the directory has shards of another run, or one that is not whole.
    """
    nthread = _cores() if nthread is None else nthread
    counts = {"environments": environments, "steps": steps, "every": every, "hold": hold}
    file, kept, failed, dumped = _core._rollout_shard(
        model,
        os.fsdecode(directory),
        (index_of(count_of(index, "index"), "index"), index_of(count_of(count, "count"), "count")),
        [count_of(number, name) for name, number in counts.items()],
        [noise, qpos_noise],
        count_of(seed, "seed"),
        None if dumps is None else os.fsdecode(dumps),
        os.fsdecode(model_path),
        count_of(nthread, "nthread"),
    )
    return Shard(pathlib.Path(file), kept, failed, [pathlib.Path(dump) for dump in dumped])
