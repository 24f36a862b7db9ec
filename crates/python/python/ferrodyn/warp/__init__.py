"""The functions of ``mujoco_warp`` on any processor: physics by ferrodyn, arrays by Warp.

Programs that are written on MuJoCo Warp, mjlab among them, run unmodified on machines without CUDA::

    import ferrodyn.warp

    ferrodyn.warp.install()          # then mjlab, with device="cpu"

or, without touching the program, ``python -m ferrodyn.warp -m mjlab.scripts.train ...``. Models and data
are those of ``mujoco_warp``, with its float32 arrays in memory of the processor; ``step``, ``forward``,
``reset_data``, ``set_const`` and ``jac`` compute with a `ferrodyn.batch.Batch` of float64. Rays, pictures
and everything else stay Warp's own, on its device for processors.

Arrays of ``Data`` that are not in `INPUTS` or `OUTPUTS` are not computed, and cannot be read. Needs
``mujoco_warp``, which brings mujoco and Warp.
"""

from __future__ import annotations

import contextlib
import dataclasses
import types
from collections.abc import Callable, Iterator
from typing import Any

try:
    import mujoco_warp as _theirs  # type: ignore[import-not-found, unused-ignore]
except ImportError as missing:
    raise ImportError("ferrodyn.warp needs mujoco_warp: pip install mujoco-warp") from missing

from ferrodyn import MjModel
from ferrodyn._batch.worlds import INPUTS, OUTPUTS, Shown, Worlds, snapshot

__all__ = [
    "INPUTS", "OUTPUTS", "forward", "install", "installed", "is_installed", "jac", "make_data", "put_data", "put_model",
    "reset_data", "set_const", "set_const_0", "set_const_fixed", "step", "uninstall",
]  # fmt: skip

_REPLACED = (
    "put_model", "put_data", "make_data", "step", "forward", "reset_data", "set_const", "set_const_0",
    "set_const_fixed", "jac",
)  # fmt: skip
# what there was before
_own: dict[str, Callable[..., Any]] = {name: getattr(_theirs, name) for name in _REPLACED}

# arrays that rays and pictures read beside OUTPUTS, which no step of a model without flexes changes
_OF_RAYS = ("flexvert_xpos",)


class Data(Shown, _theirs.Data):  # type: ignore[misc]
    """Data whose worlds are computed by a batch."""

    def __getattr__(self, name: str) -> Any:
        if name in _HIDDEN:
            raise AttributeError(
                f"ferrodyn.warp does not compute Data.{name}; ferrodyn.warp.OUTPUTS has what it computes, "
                f"and Data.batch everything else"
            )
        return super().__getattr__(name)

    @property
    def batch(self) -> Any:
        """The simulations, with float64 arrays of all fields."""
        return self._worlds.batch


_KEPT = {*INPUTS, *OUTPUTS, *_OF_RAYS}
_HIDDEN = {
    field.name for field in dataclasses.fields(_theirs.Data) if field.type is not int
} - _KEPT


def put_model(mjm: Any) -> Any:
    """The model of mujoco as one of Warp's."""
    m = _own["put_model"](mjm)
    m._ferrodyn_snapshot = snapshot(m)
    return m


def put_data(mjm: Any, mjd: Any, nworld: int = 1, **sizes: Any) -> Any:
    """Worlds that start where ``mjd`` is."""
    return _served(_own["put_data"](mjm, mjd, nworld=nworld, **sizes), mjm, mjd)


def make_data(mjm: Any, nworld: int = 1, **sizes: Any) -> Any:
    """Worlds in the default state."""
    import mujoco  # type: ignore[import-untyped, unused-ignore]

    return _served(_own["make_data"](mjm, nworld=nworld, **sizes), mjm, mujoco.MjData(mjm))


def _served(d: Any, mjm: Any, mjd: Any) -> Any:
    if not d.qpos.device.is_cpu:
        raise ValueError(f"ferrodyn.warp has arrays on processors, not on {d.qpos.device}: use device='cpu'")
    d._worlds = Worlds(MjModel.from_mujoco(mjm), mjd, d.nworld, d)
    for name in _HIDDEN:
        vars(d).pop(name, None)
    d.__class__ = Data
    return d


def _worlds(d: Any) -> Worlds:
    if not isinstance(d, Data):
        raise TypeError("the data was made before ferrodyn.warp.install()")
    return d._worlds


def step(m: Any, d: Any) -> None:
    """A step of every world."""
    _worlds(d).step(m, d)


def forward(m: Any, d: Any) -> None:
    """What follows from the state of every world."""
    _worlds(d).forward(m, d)


def reset_data(m: Any, d: Any, reset: Any = None) -> None:
    """Puts worlds, or those of a mask, into the default state."""
    _worlds(d).reset(m, d, reset)


def set_const(m: Any, d: Any, restore: bool = True) -> None:
    """Computes what follows from masses, inertias and poses of each world."""
    _worlds(d).set_const(m, d)


def set_const_0(m: Any, d: Any, restore: bool = True) -> None:
    """The same: all constants are computed."""
    _worlds(d).set_const(m, d)


def set_const_fixed(m: Any, d: Any) -> None:
    """The same: all constants are computed."""
    _worlds(d).set_const(m, d)


def jac(m: Any, d: Any, jacp: Any, jacr: Any, point: Any, body: Any) -> None:
    """Jacobians of a point on a body of each world, of moving and of turning."""
    _worlds(d).jac(m, d, jacp, jacr, point, body)


def __getattr__(name: str) -> Any:
    return getattr(_theirs, name)


# --- the switch ------------------------------------------------------------------------------------


def install() -> None:
    """Makes ``mujoco_warp`` compute with ferrodyn, in modules that ask it for its functions by name."""
    _put({name: globals()[name] for name in _own})


def uninstall() -> None:
    """Gives ``mujoco_warp`` its functions back. Data that was made meanwhile is of no use to them."""
    _put(_own)


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """For as long as a ``with`` lasts: what `install` does."""
    before = {name: getattr(_theirs, name) for name in _own}
    install()
    try:
        yield
    finally:
        _put(before)


def is_installed() -> bool:
    """Whether ``mujoco_warp`` computes with ferrodyn."""
    return _theirs.step is step


def _put(functions: dict[str, Callable[..., Any]]) -> None:
    module: types.ModuleType = _theirs
    for name, function in functions.items():
        setattr(module, name, function)
