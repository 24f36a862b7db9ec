"""A whole batch in a file, with all that its further course depends on."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn import MjData, __version__
from ferrodyn._batch import archive, arrays
from ferrodyn._batch.archive import Archive, Arrays

if TYPE_CHECKING:
    from ferrodyn.batch import Batch

_VERSION = 2
_VALUES = "values/"


def save(batch: Batch, path: str | os.PathLike[str]) -> None:
    """Writes a batch."""
    archive.write(path, content(batch))


def load(batch: Batch, path: str | os.PathLike[str]) -> None:
    """Puts a batch where it was when it was written, or leaves it as it is."""
    with archive.reading(path) as file:
        found = check(batch, file, frozenset())
    uninterrupted(lambda: put(batch, found))


def uninterrupted(write: Callable[[], object]) -> None:
    """Calls a function that Ctrl-C must not leave half done: it counts as soon as the function is done."""
    # signals interrupt the main thread only; a handler that is not Python's could not be put back
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is None
    ):
        write()
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        write()
    finally:
        signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


def content(batch: Batch) -> Arrays:
    """The arrays of a file."""
    batch._core.check_idle(batch._arrays)
    model, models = batch._core.hashes()
    content: Arrays = {
        "version": np.array(_VERSION, np.int64),
        "engine": np.array(__version__),
        "model": np.array(model, np.uint64),
        "state": batch.state,
        "warning": batch.warning,
    }
    if models:
        content["models"] = np.array(models, np.uint64)
    for name, values in batch._values.items():
        content[_VALUES + name] = values
    if batch.persistent:
        datas: list[Any] = [batch.get_data(i) for i in range(batch.nsim)]
        each = [np.frombuffer(d._to_bytes(), np.uint8) for d in datas]
        content["ends"] = np.cumsum([len(data) for data in each], dtype=np.int64)
        content["data"] = np.concatenate(each) if each else np.empty(0, np.uint8)
    return content


@dataclass
class Found:
    """What a file has for a batch, checked."""

    state: arrays.Array
    warning: arrays.Array
    values: Arrays = field(default_factory=dict)
    data: list[MjData] = field(default_factory=list)


def check(batch: Batch, file: Archive, more: frozenset[str]) -> Found:
    """What the file has, all of which fits; ``more`` are names that somebody else has read.

    Raises:
        ValueError: if the file is not one of this batch.
    """
    batch._core.check_idle(batch._arrays)
    for name, values in batch._values.items():
        if not values.flags.writeable:
            raise ValueError(f"the array `{name}` of the batch was made read-only")
    _check_origin(batch, file)
    known = {"version", "engine", "model", "models", "state", "warning", *more}
    known |= {"ends", "data"} if batch.persistent else set()
    if batch.persistent != ("data" in file.names):
        raise ValueError(
            f"{file.path} was written by a batch that was{' not' * batch.persistent} persistent, "
            f"this one is{' not' * (not batch.persistent)}"
        )
    found = Found(
        file.read("state", np.float64, *batch.state.shape),
        file.read("warning", np.int32, *batch.warning.shape),
    )
    for key in sorted(file.names - known):
        name = key.removeprefix(_VALUES)
        if name == key or name not in arrays.MODEL_FIELDS:
            raise ValueError(f"{file.path} has {key!r}, which is nothing that a batch has")
        dtype, shape = batch._parameter(name)[1:]
        found.values[name] = file.read(key, dtype, batch.nsim, *shape)
    if batch.persistent:
        pieces = file.read("ends", np.int64, batch.nsim), file.read_list("data", np.uint8)
        file.check()
        found.data = _data_of(batch, file, *pieces)
    else:
        file.check()
    return found


def _check_origin(batch: Batch, file: Archive) -> None:
    """Whether the file was written by this version, with the models of this batch."""
    path, names = file.path, file.names
    if not {"version", "model", "state", "warning"} <= names:
        raise ValueError(f"{path} is not a file of a batch")
    version = int(file.read("version", np.int64))
    if version != _VERSION:
        raise ValueError(f"{path} has version {version}, this is {_VERSION}")
    engine = file.read_text("engine")
    if engine != __version__:
        raise ValueError(
            f"{path} was written by ferrodyn {engine!r}, this is {__version__!r}, "
            "which may compute other bits"
        )
    model, models = batch._core.hashes()
    if int(file.read("model", np.uint64)) != model:
        raise ValueError(f"{path} was written with another model")
    shape = file.shape("state")
    if len(shape) == 2 and shape[0] != batch.nsim:
        raise ValueError(f"{path} has {shape[0]} simulations, the batch {batch.nsim}")
    if not models and "models" in names:
        raise ValueError(f"{path} was written with models of set_models: set the same ones first")
    if models and "models" not in names:
        raise ValueError(f"{path} was written without models of set_models, which this batch has")
    if models:
        theirs = file.read("models", np.uint64, batch.nsim).tolist()
        if theirs != models:
            at = [a == b for a, b in zip(theirs, models, strict=True)].index(False)
            raise ValueError(f"{path} was written with another model of simulation {at}")


def _data_of(
    batch: Batch, file: Archive, ends: arrays.Array, data: arrays.Array
) -> list[MjData]:
    """The data of persistent simulations."""
    cuts = [0, *ends.tolist()]
    if cuts != sorted(cuts) or cuts[-1] != len(data):
        raise ValueError(f"{file.path}: ends are no ends of data")
    out = []
    kind: Any = MjData
    for sim in range(batch.nsim):
        try:
            piece = data[cuts[sim] : cuts[sim + 1]].tobytes()
            out.append(kind._from_bytes(batch._model_of(sim), piece))
        except (ValueError, RuntimeError) as error:
            raise ValueError(f"{file.path}: data of simulation {sim}: {error}") from error
    return out


def put(batch: Batch, found: Found) -> None:
    """Writes what was found to the batch."""
    # what needs memory comes first
    rows = {name: batch._rows_of(name) for name in batch._values.keys() - found.values.keys()}
    new = {n: v.copy() for n, v in found.values.items() if n not in batch._values}
    # arrays that were handed out stay those of the batch
    for name, values in batch._values.items():
        values[...] = rows[name] if name in rows else found.values[name]
    batch._values.update(new)
    batch._update()
    for sim, data in enumerate(found.data):
        batch._core.set_data(sim, data)
    batch.state[...] = found.state
    batch.warning[...] = found.warning
