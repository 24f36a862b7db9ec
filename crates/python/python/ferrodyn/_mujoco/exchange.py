"""Compiled models of the ``mujoco`` package as models of ours, and back.

Nothing here imports that package: a model is read by its attributes. ``releases`` knows what later
releases changed.
"""

from __future__ import annotations

import copy
import sys
import types
import warnings
from typing import Any

import numpy as np

from ferrodyn import _core
from ferrodyn._core import MjModel
from ferrodyn._mujoco import releases

_ENGINE, _OLDEST, _NEWEST = "3.8.0", (3, 8), (4, 0)
_TABLES = dict(_core._tables())
_ARRAYS = {name: dtype for name, dtype, _ in _TABLES["MjModel"]}
_VISUAL = ("global_", "quality", "headlight", "map", "scale", "rgba")
# which follow from the others
_MADE = ("nbuffer", "nnames_map", "names_map")

# of a binary file of MuJoCo
_HEADER_BYTES = 20

_told: set[str] = set()


def from_mujoco(m: Any) -> MjModel:
    """A copy of a model that the ``mujoco`` package has compiled, of MuJoCo 3.8 to 4.0.

    It moves with the numbers of this engine, which are those of MuJoCo 3.8.0; a warning says so once
    for each other release. Raises ValueError for what this engine does not have, and for arrays that
    do not fit each other.
    """
    if isinstance(m, MjModel):
        return copy.copy(m)
    try:
        version, release = _version(m), releases.release_of(m)
        refused = releases.refusal(m, release)
        if refused:
            raise ValueError(refused)
        sizes = {name: _size(m, name) for name in _core._sizes() if name not in _MADE}
        arrays = {name: _array(m, name) for name in _ARRAYS if name not in _MADE}
        releases.translate(arrays, release)
        model = _core._model_of_arrays(sizes, {name: a.tobytes() for name, a in arrays.items()})
        _copy_settings(m, model)
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise ValueError(f"the model cannot be taken: {error}") from None
    _warn(m, version, release)
    return model


def _version(m):
    """The version of mujoco that the model is of; nothing for other objects with its arrays."""
    package = type(m).__module__.partition(".")[0]
    version = getattr(sys.modules.get(package), "__version__", "")
    if package != "mujoco" or not version:
        return ""
    found = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if not _OLDEST <= found <= _NEWEST:
        raise ValueError(f"it is one of mujoco {version}; those of 3.8 to 4.0 can be taken")
    return version


def _warn(m, version, release):
    if (version or _ENGINE) == _ENGINE and release == _OLDEST:
        return
    origin = f"mujoco {version}" if version else f"MuJoCo {release[0]}.{release[1]} or newer"
    text = f"a model of {origin} moves with the numbers of MuJoCo {_ENGINE}, which ferrodyn computes"
    missing = releases.left_out_of_pictures(m)
    if missing:
        text += f"; pictures are drawn without its {' and '.join(missing)}"
    if text not in _told:
        _told.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=3)


def _size(m, name):
    value = getattr(m, name, None)
    if value is None and name in ("nJfv", "nflexevpair"):
        return 0  # of flexes, of which there are none
    if not isinstance(value, (int, np.integer)):
        raise ValueError(f"its size {name} is {value!r:.40}, not an integer")
    return int(value)


def _array(m, name):
    """An array in the type that it has here."""
    value, wanted = getattr(m, name, None), _ARRAYS[name]
    if value is None and name.startswith("flex"):
        value = np.zeros(0, bool)  # arrays of flexes that later releases do without
    if isinstance(value, bytes):
        value = np.frombuffer(value, np.uint8)
    given = np.asarray(value)
    if wanted == "bytes":
        if given.dtype.itemsize != 1:
            raise ValueError(f"its array {name} is not of bytes")
        return given
    if given.dtype.kind not in ("biu" if np.dtype(wanted).kind in "iu" else "biuf"):
        raise ValueError(f"its array {name} is of type {given.dtype}, not {wanted}")
    with np.errstate(all="ignore"):
        converted = given.astype(wanted, copy=False)
    if given.dtype.kind in "iu" and not np.array_equal(converted, given):
        raise ValueError(f"numbers of its array {name} do not fit into {wanted}")
    return converted


def _copy_settings(m, model):
    _copy_group("opt", m.opt, model.opt, "MjOption")
    _copy_group("stat", m.stat, model.stat, "MjStatistic")
    for group in _VISUAL:
        table = f"MjVisual.{group.rstrip('_').capitalize()}"
        _copy_group(f"vis.{group}", getattr(m.vis, group), getattr(model.vis, group), table)


def _copy_group(where, theirs, ours, table):
    for name, _, _ in _TABLES[table]:
        value = getattr(theirs, name)
        if isinstance(value, np.ndarray) and value.size == 0:
            continue  # two colors that mujoco 3.8 does not show
        try:
            setattr(ours, name, value)
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"its {where}.{name} is {value!r:.40}: {error}") from None


# the way back


def to_mujoco(self: MjModel, mujoco: types.ModuleType) -> Any:
    """The model as one of the ``mujoco`` package, which is given as a module of MuJoCo 3.8.0.

    All arrays and settings go over. Raises ValueError for models with plugins, and for other releases,
    whose models have arrays that this engine does not know.
    """
    version = getattr(mujoco, "__version__", None)
    if version != _ENGINE:
        raise ValueError(f"models are given back to mujoco {_ENGINE}; this is {version!r}")
    if self.nplugin:
        raise ValueError("the model has plugins, which have other numbers there")
    theirs = mujoco.MjModel.from_binary_path("m.mjb", {"m.mjb": _binary(self, mujoco)})
    for group in ("opt", "stat"):
        _give_group(getattr(self, group), getattr(theirs, group))
    for group in _VISUAL:
        _give_group(getattr(self.vis, group), getattr(theirs.vis, group))
    return theirs


def _binary(model, mujoco):
    """The bytes of a binary file of MuJoCo 3.8.0, with the settings of an empty model."""
    empty = mujoco.MjModel.from_xml_string("<mujoco/>")
    frame = np.zeros(mujoco.mj_sizeModel(empty), np.uint8)
    mujoco.mj_saveModel(empty, None, frame)
    names = [name for name in _ARRAYS if name != "signature"]
    arrays = [memoryview(getattr(model, name)).tobytes() for name in names]
    # in memory each array begins at a multiple of 64 bytes
    end = 0
    for array in arrays:
        end = -(-end // 64) * 64 + len(array)
    sizes = {name: getattr(model, name) for name in _core._sizes()} | {"nbuffer": end}
    # five integers, sizes, settings, arrays
    start = _HEADER_BYTES + 8 * len(sizes)
    settings = frame[start : len(frame) - sum(memoryview(getattr(empty, n)).nbytes for n in names)]
    head = frame[:_HEADER_BYTES].tobytes() + np.array([*sizes.values()], np.int64).tobytes()
    return b"".join([head, settings.tobytes(), *arrays])


def _give_group(ours, theirs):
    for name in dir(theirs):
        value = getattr(ours, name, None)
        if not name.startswith("_") and isinstance(value, (int, float, np.ndarray)):
            try:
                setattr(theirs, name, value)
            except (ValueError, TypeError):
                if np.size(getattr(theirs, name)):
                    raise


def add_to_models() -> None:
    """Gives models these two functions."""
    MjModel.from_mujoco = staticmethod(from_mujoco)
    MjModel.to_mujoco = to_mujoco
