"""What calls of XLA run on: a model, and batches of as many simulations as they have asked for.

A call writes its operands to a batch, steps it, and writes the results. It does so on a thread of this package: XLA's own
threads flush numbers near zero to zero, which would change bits.
"""

from __future__ import annotations

import functools
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import jax
import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, mjtStage
from ferrodyn._batch import arrays
from ferrodyn.batch import Batch

Array = npt.NDArray[Any]

# batches of different sizes that are kept for each model
_KEPT = 4
# what says that a simulation has diverged, as in mujoco.mjx
_SPOILT = frozenset(("qpos", "qvel", "qacc"))


class Call(NamedTuple):
    """What is asked of a model in a program, the same in each run of it."""

    model: str
    kind: str
    nstep: int
    parameters: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def text(self) -> str:
        """The call as an attribute that XLA keeps."""
        lists = (",".join(names) for names in (self.parameters, self.inputs, self.outputs))
        return " ".join([self.model, self.kind, str(self.nstep), *(names or "-" for names in lists)])



@functools.cache
def _call_of(text: str) -> Call:
    """The call that a text stands for."""
    model, kind, nstep, *lists = text.split(" ")
    parameters, inputs, outputs = (
        () if names == "-" else tuple(names.split(",")) for names in lists
    )
    return Call(model, kind, int(nstep), parameters, inputs, outputs)


class Host:
    """A model of a program."""

    def __init__(self, model: MjModel, outputs: tuple[str, ...]) -> None:
        """Checks that states decide where simulations of the model go."""
        probe = Batch(model, 1, 1)
        if probe.persistent:
            raise NotImplementedError(
                "simulations of this model keep more than their state (docs/batch.md, What goes through lanes), "
                "which arrays of JAX do not carry"
            )
        for name in outputs:
            probe.bind(name)
        self.model = probe.model
        self.outputs = outputs
        self.key = f"{probe._core.hashes()[0]:016x}"
        self.shapes = {
            name: probe.bind(name).shape[1:] for name in (*arrays.STATE_FIELDS, *outputs)
        }
        self.start = {name: probe.bind(name)[0].copy() for name in self.shapes}
        self._batches: OrderedDict[Any, Batch] = OrderedDict()

    def parameter(self, name: str) -> tuple[tuple[int, ...], npt.DTypeLike]:
        """The shape of a parameter of one model, and its type as JAX has it."""
        value = np.asarray(_value(self.model, name))
        kinds: dict[str, npt.DTypeLike] = {"f": np.float64, "u": np.uint8, "b": np.uint8}
        return value.shape, jax.dtypes.canonicalize_dtype(kinds.get(value.dtype.kind, np.int32))

    def run(self, call: Call, operands: Sequence[Array], results: Sequence[Array]) -> None:
        """Does a call. Operands and results have as many dimensions before their own as the program has mapped."""
        first = call.outputs[0]
        lead = results[0].shape[: results[0].ndim - _rank(first, self.shapes[first])]
        batch = self._batch(int(np.prod(lead, dtype=np.int64)), call)
        names = (*call.parameters, *call.inputs)
        for name, given in zip(names, operands, strict=True):
            rows = batch.expand(name) if name in call.parameters else batch.bind(name)
            _copy_in(rows, given, lead)
        if call.kind == "step":
            batch.step(nstep=call.nstep)
        else:
            batch.forward(stage=mjtStage.mjSTAGE_ACC.value)
        failed = batch._core.failed()
        for name, out in zip(call.outputs, results, strict=True):
            rows = batch.bind(name)
            table = batch.nsim, int(np.prod(rows.shape[1:], dtype=np.int64))
            out = out.reshape(table)
            np.copyto(out, rows.reshape(table), casting="unsafe")
            if failed and name in _SPOILT:
                out[failed] = np.nan

    def _batch(self, nsim: int, call: Call) -> Batch:
        """A batch of so many simulations, which has parameters of its own if the call has."""
        key = nsim, call.parameters, call.outputs
        batch = self._batches.get(key)
        if batch is None:
            batch = self._batches[key] = Batch(self.model, nsim)
            for name in call.outputs:
                batch.bind(name)
            while len(self._batches) > _KEPT:
                self._batches.popitem(last=False)
        self._batches.move_to_end(key)
        return batch


def _rank(name: str, shape: tuple[int, ...]) -> int:
    return len(shape) + (name.endswith("mat") and shape[-1:] == (9,))


def _value(model: Any, name: str) -> Any:
    for part in name.split("."):
        model = getattr(model, part)
    return model


def _copy_in(rows: Array, given: Array, lead: tuple[int, ...]) -> None:
    """Writes an operand, whose mapped dimensions may be 1, to the rows of a batch."""
    width = int(np.prod(rows.shape[1:], dtype=np.int64))
    own = given.shape[: len(lead)]
    np.copyto(rows.reshape(*lead, width), given.reshape(*own, width), casting="unsafe")


# every model that a program may call: executables of XLA do not say when they are gone
_HOSTS: dict[str, Host] = {}


def host_of(model: MjModel, outputs: tuple[str, ...]) -> Host:
    """The host of a model: the same one for the same content."""
    host = Host(model, outputs)
    return _HOSTS.setdefault(f"{host.key}:{','.join(outputs)}", host)


def run(text: str, operands: Sequence[Array], results: Sequence[Array]) -> None:
    """Does the call that a text stands for."""
    call = _call_of(text)
    host = _HOSTS.get(call.model)
    if host is None:
        raise RuntimeError("this program was compiled with a model that is not here: call put_model with it")
    host.run(call, operands, results)


_pool: tuple[int, ThreadPoolExecutor] | None = None


def worker() -> ThreadPoolExecutor:
    """The thread that calls run on, one after the other; a forked process has its own.

    A thread begins with the mode of the one that starts it: this module starts it, before XLA can.
    """
    global _pool
    if _pool is None or _pool[0] != os.getpid():
        pool = ThreadPoolExecutor(1, thread_name_prefix="ferrodyn.jax")
        if pool.submit(_flushes).result():
            raise RuntimeError("this thread flushes numbers near zero to zero: import ferrodyn.jax outside of programs of JAX")
        _pool = os.getpid(), pool
    return _pool[1]


def _flushes() -> bool:
    """Whether this thread takes numbers near zero for zero."""
    return bool(np.float64(1e-310) * np.float64(0.5) == 0)


worker()
