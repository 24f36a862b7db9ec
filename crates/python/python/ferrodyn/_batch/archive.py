"""Files of named arrays, as ``numpy.savez`` writes them: written whole, read without trust.

A reader learns names, types and shapes first and then reads only the arrays it asks for. Arrays are not
compressed, so that a file never takes more memory than it has bytes.
"""

from __future__ import annotations

import errno
import hashlib
import io
import math
import os
import secrets
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy import typing as npt

Arrays = dict[str, npt.NDArray[Any]]
Path_ = str | os.PathLike[str]

_DIGEST = "digest"


def write(path: Path_, arrays: Arrays) -> None:
    """Writes arrays to the side, then puts the file in place; a symbolic link keeps leading to it.

    Raises:
        OSError: if it cannot be written, or if something else than a file is there.
    """
    place = Path(os.path.realpath(path))
    if os.path.lexists(place) and not place.is_file():
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    side = place.with_name(f".{place.name[:99]}.{secrets.token_hex(6)}")
    # the mode is what the umask leaves, as of any new file
    handle = os.open(side, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            _write_to(file, arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(side, place)
    except BaseException:
        side.unlink(missing_ok=True)
        raise


def to_bytes(arrays: Arrays) -> bytes:
    """The bytes of such a file."""
    file = io.BytesIO()
    _write_to(file, arrays)
    return file.getvalue()


def _write_to(file: Any, arrays: Arrays) -> None:
    content: dict[str, Any] = {**arrays, _DIGEST: np.array(digest(arrays))}
    np.savez(file, **content)


def digest(arrays: Arrays) -> str:
    """A number for names, types, shapes and contents."""
    total = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        total.update(f"{name}\0{array.dtype.str}\0{arrays[name].shape}\0".encode())
        total.update(array.tobytes())
    return total.hexdigest()


class Archive:
    """A file that is open to be read; see `reading`. All that is wrong with it is a ``ValueError``."""

    def __init__(self, path: Path_, file: zipfile.ZipFile) -> None:
        """Looks at what the file says it has, and reads none of it."""
        self.path = path
        self._zip = file
        self._entries = {info.filename.removesuffix(".npy"): info for info in file.infolist()}
        self._read: Arrays = {}
        stream: Any = file.fp
        size = stream.seek(0, os.SEEK_END)
        packed = sum(info.compress_size for info in file.infolist())
        if len(self._entries) != len(file.infolist()):
            raise ValueError("it has two arrays of one name")
        if packed > size or any(info.compress_type != zipfile.ZIP_STORED for info in file.infolist()):
            raise ValueError("its arrays are compressed")
        if any(info.file_size != info.compress_size for info in file.infolist()):
            raise ValueError("its arrays have other sizes than it says")
        self._shapes = {name: self._header(info) for name, info in self._entries.items()}

    @property
    def names(self) -> frozenset[str]:
        """Names of the arrays."""
        return frozenset(self._entries) - {_DIGEST}

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of an array."""
        return self._shapes[name][0]

    def read(self, name: str, dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
        """An array, if it has this type and shape."""
        found = self._entry(name)
        if found != (shape, np.dtype(dtype)):
            raise ValueError(
                f"{self.path}: {name} should be {np.dtype(dtype)} of shape {shape}, "
                f"it is {found[1]} of shape {found[0]}"
            )
        return self._content(name)

    def read_list(self, name: str, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """An array of one dimension, however long."""
        shape, _ = self._entry(name)
        return self.read(name, dtype, *(shape if len(shape) == 1 else (0,)))

    def read_text(self, name: str) -> str:
        """A text."""
        shape, dtype = self._entry(name)
        if shape or dtype.kind != "U":
            raise ValueError(f"{self.path}: {name} should be a text, it is {dtype} of shape {shape}")
        return str(self._content(name).item())

    def check(self) -> None:
        """Whether the arrays, all of which were read, are those that were written."""
        if self.read_text(_DIGEST) != digest({name: self._read[name] for name in self.names}):
            raise ValueError(f"{self.path} was altered after it was written: its digest does not fit")

    def _entry(self, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
        if name not in self._shapes:
            raise ValueError(f"{self.path} has no {name}")
        return self._shapes[name]

    def _header(self, info: zipfile.ZipInfo) -> tuple[tuple[int, ...], np.dtype[Any]]:
        if not info.filename.endswith(".npy"):
            raise ValueError(f"it has {info.filename!r}, which is no array")
        with self._zip.open(info) as file:
            if np.lib.format.read_magic(file) != (1, 0):
                raise ValueError(f"{info.filename} is of another format")
            shape, transposed, dtype = np.lib.format.read_array_header_1_0(file)
            size = info.file_size - file.tell()
        # transposed arrays are as good, but nobody writes them
        plain = not transposed and dtype.kind in "biufU" and dtype.isnative
        if not plain or min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize != size:
            raise ValueError(f"{info.filename} is of another format")
        return shape, dtype

    def _content(self, name: str) -> npt.NDArray[Any]:
        shape, dtype = self._shapes[name]
        with _as_torn(self.path), self._zip.open(self._entries[name]) as file:
            np.lib.format.read_magic(file)
            np.lib.format.read_array_header_1_0(file)
            array = np.frombuffer(file.read(), dtype).reshape(shape)
            if dtype.kind == "U":
                array.tolist()  # fails if these are no characters
        self._read[name] = array
        return array


@contextmanager
def reading(path: Path_) -> Iterator[Archive]:
    """The file, open to be read.

    Raises:
        OSError: if it cannot be opened.
        ValueError: if it is no such file, or torn.
    """
    # who opens a pipe waits for a writer
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"{os.fspath(path)!r} is not a regular file")
    with open(path, "rb") as file:
        with _as_torn(path):
            archive = Archive(path, zipfile.ZipFile(file))
        yield archive


@contextmanager
def reading_bytes(content: bytes) -> Iterator[Archive]:
    """The same of the bytes that `to_bytes` gave.

    Raises:
        ValueError: if they are not, or not all of them.
    """
    name = "what was pickled"
    with _as_torn(name):
        archive = Archive(name, zipfile.ZipFile(io.BytesIO(content)))
    yield archive


@contextmanager
def _as_torn(path: Path_) -> Iterator[None]:
    """Makes whatever readers of archives and arrays raise a ``ValueError``."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise ValueError(f"{path} is not a file of a batch, or torn: {error}") from error
