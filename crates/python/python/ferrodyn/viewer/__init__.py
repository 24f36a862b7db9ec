"""Windows on simulations, with the functions of ``mujoco.viewer``.

A window is a process of its own, so that it works from any thread, on any system, without a special
launcher, and its drawing never holds up the simulation.

>>> with ferrodyn.viewer.launch_passive(model, data) as viewer:
...     while viewer.is_running():
...         ferrodyn.mj_step(model, data)
...         viewer.sync()
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from ferrodyn import _core
from ferrodyn._core import MjData, MjModel, mj_forward, mj_step
from ferrodyn.viewer._handle import Handle
from ferrodyn.viewer._process import run_command

__all__ = ["Handle", "launch", "launch_from_path", "launch_passive"]

_CALLBACKS = ("control", "passive", "contactfilter", "sensor", "act_dyn", "act_gain", "act_bias")
# a simulation that is this far behind the clock does not catch up; s
_MOST_BEHIND = 0.1


def launch_passive(
    model: MjModel,
    data: MjData,
    *,
    key_callback: Callable[[int], None] | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> Handle:
    """Opens a window on a simulation that the caller steps; returns at once.

    The window shows the state at each ``sync`` of the handle. ``key_callback`` is called with the
    GLFW number of each key that is pressed, on a thread of its own.
    """
    if not isinstance(model, MjModel):
        raise ValueError(f"`model` is not a mujoco.MjModel: got {model!r}")
    if not isinstance(data, MjData):
        raise ValueError(f"`data` is not a mujoco.MjData: got {data!r}")
    if key_callback is not None and not callable(key_callback):
        raise ValueError(f"`key_callback` is not callable: got {key_callback!r}")
    mj_forward(model, data)
    panels = bool(show_left_ui), bool(show_right_ui)
    return Handle(model, data, panels, key_callback)


def launch(
    model: MjModel | Callable[[], Any] | None = None,
    data: MjData | None = None,
    *,
    loader: Callable[[], Any] | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> None:
    """Opens a window, simulates in it, and returns when it is closed.

    ``loader`` returns a model and its data, and is called again when the user reloads. Without a
    model the window is empty until a file is dropped on it. Callbacks such as ``mjcb_control`` are
    called.
    """
    if model is None and data is not None:
        raise ValueError("mjData is specified but mjModel is not")
    if callable(model) and data is not None:
        raise ValueError("mjData should not be specified when an mjModel loader is used")
    if loader is not None and model is not None:
        raise ValueError("model and loader are both specified")
    if model is None and loader is None:
        run_command("view", *([] if show_left_ui or show_right_ui else ["--plain"]))
        return
    if callable(model):
        loader = model
    if loader is None:
        made = model, MjData(model) if data is None else data
        loader = lambda: made
    _simulate(loader, (bool(show_left_ui), bool(show_right_ui)))


def launch_from_path(path: str | os.PathLike[str]) -> None:
    """Opens a window on a file, simulates in it, and returns when it is closed.

    The file is loaded again whenever it changes.
    """
    path = os.path.expanduser(os.fspath(path))
    is_binary = path.endswith(".mjb")
    if not is_binary and not any(getattr(_core, f"get_mjcb_{name}")() for name in _CALLBACKS):
        # where MuJoCo begins
        run_command("view", "--key", "-1", path)
        return
    load = MjModel.from_binary_path if is_binary else MjModel.from_xml_path

    def loader() -> tuple[MjModel, MjData]:
        model = load(path)
        return model, MjData(model)

    _simulate(loader, (True, True))


def _simulate(loader: Callable[[], Any], panels: tuple[bool, bool]) -> None:
    """Steps in real time as the clock of a window says, until the window is closed."""
    model, data = loader()[:2]
    handle = Handle(model, data, panels, None, is_clock=True)
    before, owed = time.perf_counter(), 0.0
    with handle:
        while handle.is_running():
            if handle._takes_reload():
                handle._show(*loader()[:2])
            model, data = handle.m, handle.d
            # closed since it was asked
            if model is None or data is None:
                break
            now = time.perf_counter()
            elapsed, before = now - before, now
            owed = min(owed + elapsed * handle._speed, max(_MOST_BEHIND, model.opt.timestep))
            while handle._speed and owed >= model.opt.timestep > 0:
                owed -= model.opt.timestep
                mj_step(model, data)
                if time.perf_counter() - now > 0.02:
                    break
            handle.sync()
            time.sleep(0.001)
