"""A whole batch in a file: an archive of NumPy arrays, written to the side and then put in place."""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import typing as npt

from ferrodyn import MjData, mj_saveModel, mj_sizeModel

if TYPE_CHECKING:
    from ferrodyn.batch import Batch

Arrays = dict[str, npt.NDArray[Any]]

_VERSION = 1


def save(batch: Batch, path: str | os.PathLike[str]) -> None:
    """Writes a batch."""
    content: Arrays = {
        "version": np.array(_VERSION),
        "model": np.array(_hash(batch)),
        "state": batch.state,
        "warning": batch.warning,
    }
    for group in ("_expanded", "_derived"):
        for name, values in getattr(batch, group).items():
            content[f"{group}/{name}"] = values
    if batch.persistent:
        each = [np.frombuffer(batch.get_data(i)._to_bytes(), np.uint8) for i in range(batch.nsim)]
        content["ends"] = np.cumsum([len(data) for data in each])
        content["data"] = np.concatenate(each) if each else np.empty(0, np.uint8)
    path = Path(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def load(batch: Batch, path: str | os.PathLike[str]) -> None:
    """Puts a batch where it was when it was written."""
    content = _read(path)
    if content["model"].item() != _hash(batch):
        raise ValueError(f"{path} was written with another model")
    shapes = content["state"].shape, content["warning"].shape
    if shapes != (batch.state.shape, batch.warning.shape):
        raise ValueError(f"{path} has {len(content['state'])} simulations, the batch {batch.nsim}")
    if batch.persistent != ("data" in content):
        raise ValueError(f"{path} was written by a batch that is persistent where this one is not")
    values = {}
    for key, value in content.items():
        group, _, name = key.partition("/")
        if group in ("_expanded", "_derived"):
            model_value = batch._rows_of(name)
            if (value.shape, value.dtype) != (model_value.shape, model_value.dtype):
                raise ValueError(f"{path}: {name} has another shape or type than in the model")
            values[group, name] = value
    for group in ("_expanded", "_derived"):
        known = getattr(batch, group)
        for name in list(known):
            if (group, name) not in values:
                del known[name]
    for (group, name), value in values.items():
        # arrays that were handed out stay the same ones
        known = getattr(batch, group)
        known.setdefault(name, np.empty_like(value))[...] = value
    batch._update()
    if batch.persistent:
        start = 0
        for sim, end in enumerate(content["ends"]):
            data = MjData._from_bytes(batch._model_of(sim), content["data"][start:end].tobytes())
            batch._core.set_data(sim, data)
            start = end
    batch.state[...] = content["state"]
    batch.warning[...] = content["warning"]


def _read(path: str | os.PathLike[str]) -> Arrays:
    try:
        with np.load(path, allow_pickle=False) as archive:
            content = {name: archive[name] for name in archive.files}
    except (zipfile.BadZipFile, EOFError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path} is not a file of a batch, or torn: {error}") from error
    if not {"version", "model", "state", "warning"} <= content.keys():
        raise ValueError(f"{path} is not a file of a batch")
    if content["version"].shape != () or int(content["version"]) != _VERSION:
        raise ValueError(f"{path} has version {content['version']}, this is {_VERSION}")
    return content


def _hash(batch: Batch) -> str:
    model = batch.model
    buffer = np.empty(mj_sizeModel(model), np.uint8)
    mj_saveModel(model, None, buffer)
    return hashlib.sha256(buffer.tobytes()).hexdigest()
