"""What a program holds of a window."""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn._core import MjData, MjModel, mj_getState, mj_setState, mj_stateSize
from ferrodyn._mujoco.camera import mjv_defaultFreeCamera
from ferrodyn._mujoco.interact import mjv_applyPerturbForce, mjv_applyPerturbPose
from ferrodyn.viewer._model import Watch
from ferrodyn.viewer._process import Process

if TYPE_CHECKING:
    # as the stubs describe what the modules below make when they are imported
    from ferrodyn import (
        MjrRect,
        MjvCamera,
        MjvOption,
        MjvPerturb,
        MjvScene,
        mjtCamera,
        mjtFontScale,
        mjtGridPos,
        mjtState,
    )
else:
    from ferrodyn._mujoco.enums import mjtCamera, mjtFontScale, mjtGridPos, mjtState
    from ferrodyn._mujoco.visual_types import MjrRect, MjvCamera, MjvOption, MjvPerturb, MjvScene

_STATE = int(mjtState.mjSTATE_INTEGRATION)
_MOST_GEOMS = 10000
# how often changes of the model are looked for; s
_LOOK = 1 / 60
_ASSETS = {
    "hfield": ("hfield_data",),
    "mesh": ("mesh_vert", "mesh_normal", "mesh_texcoord", "mesh_face"),
    "tex": ("tex_data",),
}

Text = tuple[int | None, int | None, str | None, str | None]


class Handle:
    """A window on a simulation: what it shows, and what users do in it.

    ``cam``, ``opt``, ``perturb`` and ``user_scn`` can be changed, under ``lock`` if other threads
    use them too; ``sync`` takes changes over in both directions.
    """

    def __init__(
        self,
        model: MjModel,
        data: MjData,
        panels: tuple[bool, bool],
        key_callback: Callable[[int], None] | None,
        *,
        is_clock: bool = False,
    ) -> None:
        """Opens the window; RuntimeError if it cannot be opened."""
        self._lock = threading.RLock()
        self._key_callback = key_callback
        self._is_clock, self._speed, self._wants_reload = is_clock, 0.0 if is_clock else 1.0, False
        self._size = 0, 0
        self._take(model, data)
        self._news: dict[str, Any] = {}
        self._is_ready, self._number = False, 0
        self._edits: list[dict[str, Any]] = []
        greeting = {"model": model, "panels": list(panels), "is_clock": is_clock}
        self._process = Process(greeting, _weak(self._hear))
        atexit.register(_close, weakref.ref(self))
        self.sync()

    def _take(self, model: MjModel, data: MjData) -> None:
        """Starts with a model."""
        self._model, self._data = model, data
        self._cam, self._opt, self._perturb = MjvCamera(), MjvOption(), MjvPerturb()
        mjv_defaultFreeCamera(model, self._cam)
        if 0 <= model.vis.global_.cameraid < model.ncam:
            self._cam.type = int(mjtCamera.mjCAMERA_FIXED)
            self._cam.fixedcamid = model.vis.global_.cameraid
        self._user_scn = None if self._is_clock else MjvScene(model, _MOST_GEOMS)
        self._known = {name: array.tobytes() for name, array in self._shared().items()}
        # the number of the message that told the window of a change
        self._told = dict.fromkeys(self._known, 0)
        self._state = np.empty(mj_stateSize(model, _STATE))
        self._sent = self._geoms = b""
        self._watch, self._looked = Watch(model), time.monotonic()

    def _shared(self) -> dict[str, np.ndarray]:
        """What both the program and the window change."""
        structs: dict[str, Any] = {"cam": self._cam, "opt": self._opt, "perturb": self._perturb}
        shared = {name: struct._record for name, struct in structs.items()}
        if self._user_scn is not None:
            shared["flags"] = self._user_scn.flags
        return shared

    @property
    def cam(self) -> MjvCamera:
        """Where it is seen from."""
        return self._cam

    @property
    def opt(self) -> MjvOption:
        """What is shown."""
        return self._opt

    @property
    def perturb(self) -> MjvPerturb:
        """What is selected and pulled."""
        return self._perturb

    @property
    def user_scn(self) -> MjvScene | None:
        """Shapes that are drawn besides those of the model, and effects of the picture."""
        return self._user_scn

    @property
    def m(self) -> MjModel | None:
        """The model; None once the window is closed."""
        return self._model if self.is_running() else None

    @property
    def d(self) -> MjData | None:
        """The data; None once the window is closed."""
        return self._data if self.is_running() else None

    @property
    def viewport(self) -> MjrRect | None:
        """The picture in pixels; None once the window is closed."""
        return MjrRect(0, 0, *self._size) if self.is_running() else None

    def is_running(self) -> bool:
        """Whether the window is open."""
        return self._process.is_open

    def close(self) -> None:
        """Closes the window."""
        self._process.close()

    def lock(self) -> contextlib.AbstractContextManager[Any]:
        """Keeps the window from taking over what others change meanwhile."""
        return self._lock

    def sync(self, state_only: bool = False) -> None:
        """Shows the state, and makes the changes that users made in the window.

        Forces in ``xfrc_applied`` are replaced by those of the mouse. Numbers of the model that were
        changed are taken over too, unless ``state_only``.
        """
        if not self.is_running():
            return
        m, d = self._model, self._data
        with self._lock:
            was_edited = self._make_edits()
            mj_getState(m, d, self._state, _STATE)
            if not self._is_clock or self._speed:
                d.xfrc_applied[:] = 0
                mjv_applyPerturbPose(m, d, self._perturb, 0)
                mjv_applyPerturbForce(m, d, self._perturb)
            state = self._state.tobytes()
            # an echo of what a user of a window with a clock did would undo what comes after it
            if state != self._sent and not (was_edited and self._is_clock):
                self._news["state"] = state
            self._sent = state
            self._gather(state_only)
            if self._is_ready:
                self._send()

    def _gather(self, state_only: bool) -> None:
        """Collects what else is new for the window."""
        for name, array in self._shared().items():
            content = array.tobytes()
            if content != self._known[name]:
                self._known[name], self._told[name] = content, self._number + 1
                self._news[name] = content if name == "flags" else getattr(self, f"_{name}").__copy__()
        if self._user_scn is not None:
            scene: Any = self._user_scn
            geoms = scene._geoms[: scene.ngeom].tobytes()
            if geoms != self._geoms:
                self._news["geoms"] = self._geoms = geoms
        if not state_only and time.monotonic() - self._looked > _LOOK:
            self._looked = time.monotonic()
            fields = self._watch.changes(self._model)
            if fields:
                self._news["fields"] = self._news.get("fields", {}) | fields

    def _send(self) -> None:
        """Tells the window what is new; the window answers after its next frame."""
        if self._news:
            news, self._news, self._is_ready = self._news, {}, False
            self._number += 1
            self._process.send(news | {"number": self._number})

    def _hear(self, news: dict[str, Any]) -> None:
        """Takes what the window tells after a frame."""
        with self._lock:
            for name, array in self._shared().items():
                # what the program has changed since goes before what the window had
                is_current = news["seen"] >= self._told[name]
                if is_current and array.tobytes() == self._known[name]:
                    self._known[name] = news[name]
                    array[...] = np.frombuffer(news[name], array.dtype).reshape(array.shape)
            self._size = tuple(news["size"])
            if self._is_clock:
                self._speed = news["percent"] / 100 if news["is_playing"] else 0.0
            self._wants_reload |= news["wants_reload"]
            if "state" in news or "parts" in news:
                self._edits.append(news)
            self._is_ready = True
            self._send()
        callback = self._key_callback
        for key in news["keys"]:
            try:
                if callback is not None:
                    callback(key)
            except Exception:
                traceback.print_exc()

    def _make_edits(self) -> bool:
        """Changes the state as users did; whether they did."""
        edits, self._edits = self._edits, []
        for news in edits:
            mj_getState(self._model, self._data, self._state, _STATE)
            if "state" in news:
                whole = np.frombuffer(news["state"])
                if whole.shape != self._state.shape:
                    continue
                self._state[:] = whole
            for index, value in news.get("parts", ()):
                if index < len(self._state):
                    self._state[index] = value
            mj_setState(self._model, self._data, self._state, _STATE)
        return bool(edits)

    def _takes_reload(self) -> bool:
        """Whether a user wants the model to be loaded again, asked once."""
        wants, self._wants_reload = self._wants_reload, False
        return wants

    def _show(self, model: MjModel, data: MjData) -> None:
        """Goes on with another model."""
        with self._lock:
            self._take(model, data)
            self._edits.clear()
            self._news = {"model": model, "has_new_assets": True}

    def set_texts(self, texts: Text | Sequence[Text]) -> None:
        """Puts texts over the picture: font (mjtFontScale), place (mjtGridPos), left, right."""
        made = []
        for font, place, left, right in [texts] if isinstance(texts, tuple) else texts:
            scale = mjtFontScale.mjFONTSCALE_150 if font is None else font
            where = mjtGridPos.mjGRID_TOPLEFT if place is None else place
            made.append((int(scale) / 150, int(where), left or "", right or ""))
        self._put("texts", made)

    def clear_texts(self) -> None:
        """Takes all texts away."""
        self._put("texts", [])

    def set_images(
        self, images: tuple[MjrRect, np.ndarray] | Sequence[tuple[MjrRect, np.ndarray]]
    ) -> None:
        """Puts images over the picture: a rectangle in pixels from the lower left, and colors."""
        made = []
        for place, image in [images] if isinstance(images, tuple) else images:
            expected = (place.height, place.width)
            if image.shape[:2] != expected:
                raise ValueError(
                    f"Image shape {image.shape[:2]} does not match target shape {expected}"
                )
            pixels = np.ascontiguousarray(image, np.uint8).tobytes()
            made.append(([place.left, place.bottom], [place.width, place.height], pixels))
        self._put("images", made)

    def clear_images(self) -> None:
        """Takes all images away."""
        self._put("images", [])

    def set_figures(self, figures: Any) -> None:
        """Not available: NotImplementedError says what to use instead."""
        raise NotImplementedError(
            "figures are not drawn over the window: its panel Plots (F4) shows sensors, energy and "
            "the solver; draw other plots into an array and show it with set_images"
        )

    def clear_figures(self) -> None:
        """Does nothing, as there are no figures."""

    def update_hfield(self, hfieldid: int) -> None:
        """Shows the present heights of a height field."""
        self._renew("hfield", hfieldid, self._model.nhfield)

    def update_mesh(self, meshid: int) -> None:
        """Shows the present form of a mesh."""
        self._renew("mesh", meshid, self._model.nmesh)

    def update_texture(self, texid: int) -> None:
        """Shows the present pixels of a texture."""
        self._renew("tex", texid, self._model.ntex)

    def _renew(self, kind: str, index: int, count: int) -> None:
        if not 0 <= index < count:
            raise IndexError(f"{kind} {index} is not one of the {count} of the model")
        fields = {(name,): getattr(self._model, name).copy() for name in _ASSETS[kind]}
        with self._lock:
            self._news["has_new_assets"] = True
            self._put("fields", self._news.get("fields", {}) | fields)

    def _put(self, name: str, value: Any) -> None:
        """Tells the window something when it can hear it."""
        with self._lock:
            self._news[name] = value
            if self._is_ready:
                self._send()

    def __enter__(self) -> Handle:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _weak(method: Any) -> Callable[[dict[str, Any]], None]:
    """A method that does nothing once its object is gone."""
    reference = weakref.WeakMethod(method)

    def call(news: dict[str, Any]) -> None:
        if found := reference():
            found(news)

    return call


def _close(handle: weakref.ref[Handle]) -> None:
    """Closes the window of a program that ends."""
    if found := handle():
        found.close()
