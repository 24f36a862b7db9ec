"""Functions around models that need no simulation: defaults, files, caches, plugins."""

from __future__ import annotations

import datetime
import os

import numpy as np

from ferrodyn import _core
from ferrodyn._core import FatalError, MjData, MjModel, MjOption, MjVisual
from ferrodyn._mujoco.camera import check
from ferrodyn._mujoco.struct import integer
from ferrodyn._mujoco.visual_types import MjLROpt

# a part of the visual settings by its name
MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

_FIELDS = {table: [name for name, _, _ in fields] for table, fields in _core._tables()}


class UnexpectedError(Exception):
    """Something that should not happen."""


UnexpectedError.__module__ = "ferrodyn"


# defaults


def mj_defaultOption(opt: MjOption) -> None:
    """Gives physics options their defaults."""
    check(opt=(opt, MjOption))
    _copy_fields(opt, MjOption(), _FIELDS["MjOption"])


def mj_defaultVisual(vis: MjVisual) -> None:
    """Gives visual settings their defaults."""
    check(vis=(vis, MjVisual))
    for part in ("Global", "Quality", "Headlight", "Map", "Scale", "Rgba"):
        own = vis.global_ if part == "Global" else getattr(vis, part.lower())
        _copy_fields(own, type(own)(), _FIELDS[f"MjVisual.{part}"])


def _copy_fields(target: object, source: object, names: list[str]) -> None:
    for name in names:
        setattr(target, name, getattr(source, name))


def mj_defaultSolRefImp(solref: np.ndarray, solimp: np.ndarray) -> None:
    """Writes the default parameters of constraints: two of the reference, five of the impedance."""
    for name, array, size in (("solref", solref, 2), ("solimp", solimp, 5)):
        if not isinstance(array, np.ndarray) or array.size != size or not array.flags.writeable:
            raise TypeError(f"{name} must be a writable array of size {size}")
    default = MjOption()
    solref[...], solimp[...] = default.o_solref, default.o_solimp


def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Gives options for ranges of actuator lengths their defaults."""
    check(opt=(opt, MjLROpt))
    opt.mode, opt.useexisting, opt.uselimit = 1, 1, 0
    opt.accel, opt.maxforce, opt.timeconst, opt.timestep = 20, 0, 1, 0.01
    opt.inttotal, opt.interval, opt.tolrange = 10, 2, 0.05


def mj_setLengthRange(m: MjModel, d: MjData, index: int, opt: MjLROpt) -> None:
    """Finds the range of an actuator's length by simulation, if the options ask for it."""
    check(opt=(opt, MjLROpt))
    names = ("accel", "maxforce", "timeconst", "timestep", "inttotal", "interval", "tolrange")
    numbers = [getattr(opt, name) for name in names]
    mode = [opt.mode, opt.useexisting, opt.uselimit]
    _core._set_length_range(m, d, index, mode, numbers)


# files


def mj_sizeModel(m: MjModel) -> int:
    """How many bytes mj_saveModel writes."""
    check(m=(m, MjModel))
    return len(m._to_bytes())


def mj_saveModel(
    m: MjModel, filename: str | os.PathLike[str] | None = None, buffer: np.ndarray | None = None
) -> None:
    """Writes a model to a binary file, or to a buffer of mj_sizeModel bytes if one is given."""
    check(m=(m, MjModel))
    content = np.frombuffer(m._to_bytes(), np.uint8)
    if buffer is not None:
        fits = isinstance(buffer, np.ndarray) and buffer.dtype == np.uint8
        if not fits or buffer.ndim != 1 or not buffer.flags.writeable:
            raise TypeError("buffer must be a writable vector of uint8")
        if len(buffer) < len(content):
            raise FatalError(f"mj_saveModel: the buffer needs {len(content)} bytes")
        buffer[: len(content)] = content
    elif filename is None:
        raise FatalError("mj_saveModel: neither a file name nor a buffer is given")
    else:
        try:
            with open(filename, "wb") as file:
                file.write(content)
        except OSError as error:
            raise FatalError(f"mj_saveModel: {error}") from None


def mju_writeLog(type: str, msg: str) -> None:
    """Appends a line to MUJOCO_LOG.TXT in the working directory."""
    for name, text in (("type", type), ("msg", msg)):
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a str")
    with open("MUJOCO_LOG.TXT", "a") as file:
        file.write(f"{datetime.datetime.now():%a %b %e %H:%M:%S %Y}\n{type}: {msg}\n\n")


# assets kept in memory


class _Cache:
    """Decoded assets, kept for models that name the same ones."""

    __slots__ = ()


_CACHE = _Cache()


def mj_getCache() -> _Cache:
    """The assets kept in memory."""
    return _CACHE


def mj_getCacheSize(cache: _Cache) -> int:
    """Bytes of the assets kept in memory."""
    check(cache=(cache, _Cache))
    return _core._cache_size()


def mj_getCacheCapacity(cache: _Cache) -> int:
    """Bytes that assets kept in memory may take."""
    check(cache=(cache, _Cache))
    return _core._cache_capacity()


def mj_setCacheCapacity(cache: _Cache, size: int) -> int:
    """Changes how many bytes assets kept in memory may take; returns that number."""
    check(cache=(cache, _Cache))
    _core._set_cache_capacity(integer(size))
    return _core._cache_capacity()


def mj_clearCache(cache: _Cache) -> None:
    """Forgets the assets kept in memory."""
    check(cache=(cache, _Cache))
    _core._clear_cache()


# what models cannot have


def add_field_lists() -> None:
    """Gives classes the lists of their fields that other packages read."""
    arrays = {"MjModel": MjModel, "MjData": MjData, "MjOption": MjOption}
    for table, cls in arrays.items():
        cls._all_fields = tuple(_FIELDS[table])
    MjModel._size_fields = tuple(_core._sizes())
    MjModel._sizes = property(
        lambda self: np.array([getattr(self, name) for name in self._size_fields], np.int64)
    )
    sample = MjOption()
    for kind, wanted in (("int", int), ("float", float), ("floatarray", np.ndarray)):
        names = (n for n in _FIELDS["MjOption"] if type(getattr(sample, n)) is wanted)
        setattr(MjOption, f"_{kind}_fields", tuple(names))


__all__ = [
    name
    for name in globals()
    if name.startswith(("mj_", "mju_", "MjVisualH", "MjVisualR", "Unexpected"))
]
