"""The function that XLA calls: its foreign function interface, as ``ctypes`` sees it.

The structures are those of ``xla/ffi/api/c_api.h``, whose major version is 0. The function reads where operands and results
are, and leaves the rest to `_host`.
"""

from __future__ import annotations

import ctypes as c
import math
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from typing import Any

import jax
import numpy as np

from ferrodyn.jax import _host

TARGET = "ferrodyn_step"

_METADATA = 1
_INTERNAL = 13
_TYPES = {1: np.bool_, 4: np.int32, 5: np.int64, 6: np.uint8, 11: np.float32, 12: np.float64}


class _Extension(c.Structure):
    pass


_Extension._fields_ = [("size", c.c_size_t), ("type", c.c_int), ("next", c.POINTER(_Extension))]


class _Version(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.POINTER(_Extension)),
        ("major", c.c_int),
        ("minor", c.c_int),
    ]


class _Metadata(c.Structure):
    _fields_ = [("size", c.c_size_t), ("version", _Version), ("traits", c.c_uint32)]


class _MetadataExtension(c.Structure):
    _fields_ = [("base", _Extension), ("metadata", c.POINTER(_Metadata))]


class _Buffer(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.c_void_p),
        ("dtype", c.c_int),
        ("data", c.c_void_p),
        ("rank", c.c_int64),
        ("dims", c.POINTER(c.c_int64)),
    ]


class _Buffers(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.c_void_p),
        ("count", c.c_int64),
        ("types", c.c_void_p),
        ("each", c.POINTER(c.POINTER(_Buffer))),
    ]


class _Bytes(c.Structure):
    _fields_ = [("start", c.c_void_p), ("length", c.c_size_t)]


class _Attributes(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.c_void_p),
        ("count", c.c_int64),
        ("types", c.c_void_p),
        ("names", c.c_void_p),
        ("each", c.POINTER(c.POINTER(_Bytes))),
    ]


class _ErrorArguments(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.c_void_p),
        ("message", c.c_char_p),
        ("code", c.c_int),
    ]


_CreateError = c.CFUNCTYPE(c.c_void_p, c.POINTER(_ErrorArguments))


class _Api(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.c_void_p),
        ("version", _Version),
        ("internal", c.c_void_p),
        ("create_error", _CreateError),
    ]


class _Frame(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("extension", c.POINTER(_Extension)),
        ("api", c.POINTER(_Api)),
        ("context", c.c_void_p),
        ("stage", c.c_int),
        ("operands", _Buffers),
        ("results", _Buffers),
        ("attributes", _Attributes),
    ]


_Handler = c.CFUNCTYPE(c.c_void_p, c.POINTER(_Frame))


def _arrays(buffers: Any) -> list[Any]:
    """The memory of buffers as arrays."""
    found = []
    for k in range(buffers.count):
        buffer = buffers.each[k].contents
        shape = buffer.dims[: buffer.rank]
        dtype = np.dtype(_TYPES[buffer.dtype])
        count = math.prod(shape)
        if count == 0:
            found.append(np.empty(shape, dtype))
            continue
        memory = (c.c_char * (count * dtype.itemsize)).from_address(buffer.data)
        found.append(np.frombuffer(memory, dtype).reshape(shape))
    return found


def _run(frame: Any) -> None:
    name = frame.attributes.each[0].contents
    text = c.string_at(name.start, name.length).decode()
    _host.run(text, _arrays(frame.operands), _arrays(frame.results))


def _done(work: Future[None]) -> None:
    """Waits, and raises what the work has raised; after Ctrl-C, too, nothing is written to XLA's memory any more."""
    raised: BaseException | None = None
    while not work.done():
        try:
            wait_for([work])
        except BaseException as error:
            raised = error
    if raised is not None:
        raise raised
    work.result()


def _describe(frame: Any) -> None:
    """Says which version of the interface this is: any minor one of major version 0."""
    extension = c.cast(frame.extension, c.POINTER(_MetadataExtension)).contents
    version = extension.metadata.contents.version
    version.major = 0
    version.minor = frame.api.contents.version.minor if frame.api else 1
    extension.metadata.contents.traits = 0


def _error(frame: Any, raised: BaseException) -> Any:
    text = f"{type(raised).__name__}: {raised}" if str(raised) else type(raised).__name__
    given = _ErrorArguments(c.sizeof(_ErrorArguments), None, text.encode(), _INTERNAL)
    return frame.api.contents.create_error(c.byref(given))


def _handle(pointer: Any) -> Any:
    frame = pointer.contents
    try:
        if frame.extension and frame.extension.contents.type == _METADATA:
            _describe(frame)
        else:
            _done(_host.worker().submit(_run, frame))
    except BaseException as raised:
        return _error(frame, raised)
    return None


# what XLA keeps the address of
_handler = _Handler(_handle)
jax.ffi.register_ffi_target(TARGET, jax.ffi.pycapsule(_handler), platform="cpu")
