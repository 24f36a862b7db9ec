"""Pictures under MuJoCo's names: contexts that draw, and buffers that pictures are read from.

A context is no OpenGL: it draws on any device, also without a window system, and without one being
current. What is drawn is kept as arrays, in which text and rectangles are drawn too. The device is
looked for when something is drawn first, so that programs run where there is none.
"""

from __future__ import annotations

import os
import weakref
from typing import Any

import numpy as np

from ferrodyn import _core
from ferrodyn._core import FatalError, MjModel
from ferrodyn._mujoco.camera import check
from ferrodyn._mujoco.enums import mjtDepthMap, mjtFramebuffer
from ferrodyn._mujoco.struct import integer
from ferrodyn._mujoco.visual_types import MjrRect, MjvScene

_LINE_HEIGHTS = (16, 24, 32)

_GL_RGB, _GL_RGBA, _GL_BGR, _GL_BGRA = 0x1907, 0x1908, 0x80E0, 0x80E1


class MjrContext:
    """Draws scenes of a model into a buffer of its own."""

    offWidth: int
    offHeight: int
    offSamples: int
    currentBuffer: int
    readPixelFormat: int
    readDepthMap: int
    fontScale: int
    charHeight: int
    charHeightBig: int
    windowAvailable: int

    def __init__(self, model: MjModel | None = None, fontscale: Any = 150) -> None:
        if model is not None:
            check(model=(model, MjModel))
        self._model = model
        self._drawing: _core._Drawing | None = None
        self._is_of_parent = False
        self._aux: dict[int, np.ndarray] = {}
        self._shot: tuple[MjrRect, _core._Shot] | None = None
        self._fresh = False
        self._set_looks(model)
        set_font(self, fontscale)
        self.currentBuffer = int(mjtFramebuffer.mjFB_OFFSCREEN)
        self.readPixelFormat = _GL_RGB
        self.readDepthMap = int(mjtDepthMap.mjDEPTH_ZERONEAR)
        self.windowAvailable = self.windowSamples = self.windowStereo = self.windowDoublebuffer = 0
        self.glInitialized = 1
        self._make_buffer()

    def _set_looks(self, model: MjModel | None) -> None:
        if model is None:
            self.offWidth, self.offHeight, self.offSamples = 800, 600, 0
            return
        vis, extent = model.vis, model.stat.extent
        self.offWidth, self.offHeight = vis.global_.offwidth, vis.global_.offheight
        self.offSamples, self.shadowSize = vis.quality.offsamples, vis.quality.shadowsize
        self.lineWidth, self.fogRGBA = vis.global_.linewidth, np.array(vis.rgba.fog)
        self.fogStart, self.fogEnd = extent * vis.map.fogstart, extent * vis.map.fogend
        self.shadowClip, self.shadowScale = extent * vis.map.shadowclip, vis.map.shadowscale
        self.ntexture, self.nskin = model.ntex, model.nskin

    def _make_buffer(self) -> None:
        """A black buffer; rows go from the bottom, as in OpenGL."""
        if self.offWidth < 0 or self.offHeight < 0:
            raise ValueError("the offscreen buffer has a negative size")
        self._color = np.zeros((self.offHeight, self.offWidth, 3), np.uint8)
        self._depth = np.zeros((self.offHeight, self.offWidth), np.float32)

    @property
    def _draws(self) -> _core._Drawing:
        """What draws, made when it is first needed."""
        if self._model is None:
            raise FatalError("the context was made without a model, or is free: it cannot draw")
        if self._is_of_parent:
            raise RuntimeError(
                "what draws belongs to the process that forked this one: make another Renderer or "
                "MjrContext here, or start processes by spawn"
            )
        if self._drawing is None:
            self._drawing = make_drawing(self._model)
            _with_device.add(self)
        return self._drawing

    def _develop(self) -> None:
        """Brings the colors of the last scene into the buffer."""
        if self._shot is not None and not self._fresh:
            rect, shot = self._shot
            picture = self._draws.color(shot, rect.width, rect.height)
            picture = picture.reshape(rect.height, rect.width, 3)
            part = _part(self._color, rect)
            part[...] = picture[::-1][: part.shape[0], : part.shape[1]]
            self._fresh = True

    def _paper(self) -> np.ndarray:
        """The colors with their rows from the top, as a copy to draw on."""
        self._develop()
        return np.ascontiguousarray(self._color[::-1])

    def _put(self, paper: np.ndarray) -> None:
        """Takes over what was drawn on a copy."""
        self._color[...] = paper[::-1]

    def free(self) -> None:
        """Lets go of the device; the context cannot draw any more."""
        self._model = self._drawing = self._shot = None
        _with_device.discard(self)


# contexts that have a device, and devices that a forked process inherits and must not even release
_with_device: weakref.WeakSet[MjrContext] = weakref.WeakSet()
_inherited: list[_core._Drawing] = []


def _leave_to_parent() -> None:
    """In a forked process: threads that draw are not there, and the device is that of the other one."""
    for con in list(_with_device):
        if con._drawing is not None:
            _inherited.append(con._drawing)
            con._drawing, con._is_of_parent = None, True
    _with_device.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def set_font(con: MjrContext, fontscale: Any) -> None:
    """Sets the size of text in percent, in steps of 50 from 100 to 300."""
    con.fontScale = min(max(50 * round(integer(fontscale) / 50), 100), 300)
    con.charHeight = min(_LINE_HEIGHTS, key=lambda height: abs(height - 0.12 * con.fontScale))
    con.charHeightBig = _LINE_HEIGHTS[-1]


# the context that was drawn to last, as a reference that does not keep it
_last: Any = None


def last_context() -> MjrContext:
    """The context that was drawn to last, which OpenGL would call the current one."""
    con = _last() if _last is not None else None
    if con is None:
        raise FatalError("no context was drawn to yet: call mjr_render before")
    return con


def make_drawing(model: MjModel) -> _core._Drawing:
    """What draws a model, on the best device that there is."""
    if "WAYLAND_DISPLAY" not in os.environ:
        # a part of Mesa that asks the display server for its device, and complains if there is none
        os.environ.setdefault("NODEVICE_SELECT", "1")
    return _core._Drawing(model)


def _part(array: np.ndarray, rect: MjrRect) -> np.ndarray:
    """The part of a buffer within a rectangle."""
    left, bottom = max(rect.left, 0), max(rect.bottom, 0)
    return array[bottom : max(rect.bottom + rect.height, 0), left : max(rect.left + rect.width, 0)]


def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draws a scene into a rectangle of the buffer."""
    check(viewport=(viewport, MjrRect), scn=(scn, MjvScene), con=(con, MjrContext))
    if viewport.width <= 0 or viewport.height <= 0:
        return
    if scn.ngeom > scn.maxgeom:
        raise FatalError("mjr_render: the scene says that it has more shapes than it has room for")
    con._develop()
    rect = MjrRect(viewport.left, viewport.bottom, viewport.width, viewport.height)
    con._shot, con._fresh = (rect, _core._Shot(scn)), False
    # whether it can be drawn is known now, not when it is read
    _ = con._draws
    global _last
    _last = weakref.ref(con)


def mjr_readPixels(
    rgb: np.ndarray | None, depth: np.ndarray | None, viewport: MjrRect, con: MjrContext
) -> None:
    """Copies colors and depth of a rectangle of the buffer; rows go from the bottom."""
    check(viewport=(viewport, MjrRect), con=(con, MjrContext))
    size = max(viewport.width, 0) * max(viewport.height, 0)
    if rgb is not None:
        channels = 4 if con.readPixelFormat in (_GL_RGBA, _GL_BGRA) else 3
        to = _output("rgb", rgb, np.uint8, channels * size)
        con._develop()
        _copy_colors(_part(con._color, viewport), to, viewport, con.readPixelFormat)
    if depth is not None:
        to = _output("depth", depth, np.float32, size).reshape(viewport.height, viewport.width)
        _read_depth(con)
        part = _part(con._depth, viewport)
        to[: part.shape[0], : part.shape[1]] = part
        if con.readDepthMap == mjtDepthMap.mjDEPTH_ZERONEAR:
            np.subtract(1, to, out=to)


def _copy_colors(part: np.ndarray, to: np.ndarray, viewport: MjrRect, layout: int) -> None:
    to = to.reshape(viewport.height, viewport.width, -1)[: part.shape[0], : part.shape[1]]
    to[..., :3] = part[..., ::-1] if layout in (_GL_BGR, _GL_BGRA) else part
    to[..., 3:] = 255


def _read_depth(con: MjrContext) -> None:
    """Brings the depth of the last scene into the buffer."""
    if con._shot is not None:
        rect, shot = con._shot
        depth = con._draws.depth(shot, rect.width, rect.height).reshape(rect.height, rect.width)
        part = _part(con._depth, rect)
        part[...] = depth[::-1][: part.shape[0], : part.shape[1]]


def _output(name: str, array: Any, kind: type, size: int) -> np.ndarray:
    """An array to write to, as one row."""
    if not isinstance(array, np.ndarray) or array.dtype != kind:
        raise TypeError(f"{name} must be an array of {np.dtype(kind).name}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"{name} must be contiguous and writable")
    if array.size != size:
        raise TypeError(f"{name} must have {size} entries, not {array.size}")
    return array.reshape(-1)


def mjr_drawPixels(
    rgb: np.ndarray | None, depth: np.ndarray | None, viewport: MjrRect, con: MjrContext
) -> None:
    """Copies colors and depth into a rectangle of the buffer; rows go from the bottom."""
    check(viewport=(viewport, MjrRect), con=(con, MjrContext))
    con._develop()
    if depth is not None:
        _read_depth(con)
        con._shot = None
    for name, array, buffer in (("rgb", rgb, con._color), ("depth", depth, con._depth)):
        if array is not None:
            part = _part(buffer, viewport)
            shape = (viewport.height, viewport.width, *buffer.shape[2:])
            if np.size(array) != np.prod(shape):
                raise TypeError(f"{name} must have {np.prod(shape)} entries, not {np.size(array)}")
            part[...] = np.reshape(array, shape)[: part.shape[0], : part.shape[1]]


def mjr_findRect(x: int, y: int, nrect: int, rect: MjrRect) -> int:
    """0 if the rectangle contains the pixel, -1 if it does not or nrect is 0."""
    check(rect=(rect, MjrRect))
    x, y, nrect = integer(x), integer(y), integer(nrect)
    inside = 0 <= x - rect.left < rect.width and 0 <= y - rect.bottom < rect.height
    return 0 if nrect > 0 and inside else -1


def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """The rectangle of the whole buffer."""
    check(con=(con, MjrContext))
    return MjrRect(0, 0, con.offWidth, con.offHeight)


def mjr_setBuffer(framebuffer: int, con: MjrContext) -> None:
    """Selects the buffer to draw to; there is only the one of the context."""
    check(con=(con, MjrContext))


def mjr_restoreBuffer(con: MjrContext) -> None:
    """Selects the buffer to draw to again; there is only the one of the context."""
    check(con=(con, MjrContext))


def mjr_resizeOffscreen(width: int, height: int, con: MjrContext) -> None:
    """Sets the size of the buffer, and makes it black."""
    check(con=(con, MjrContext))
    con.offWidth, con.offHeight = integer(width), integer(height)
    con._shot = None
    con._make_buffer()


def mjr_uploadHField(m: MjModel, con: MjrContext, hfieldid: int) -> None:
    """Updates the drawn copy of a height field."""
    _upload(m, con, "hfield", hfieldid, m.nhfield)


def mjr_uploadMesh(m: MjModel, con: MjrContext, meshid: int) -> None:
    """Updates the drawn copy of a mesh."""
    _upload(m, con, "mesh", meshid, m.nmesh)


def mjr_uploadTexture(m: MjModel, con: MjrContext, texid: int) -> None:
    """Updates the drawn copy of a texture."""
    _upload(m, con, "texture", texid, m.ntex)


def _upload(m: MjModel, con: MjrContext, kind: str, index: int, count: int) -> None:
    check(m=(m, MjModel), con=(con, MjrContext))
    index = integer(index)
    if not 0 <= index < count:
        raise FatalError(f"invalid {kind} index {index}")
    con._develop()
    # what was not drawn yet has no copy
    if con._drawing is not None:
        getattr(con._drawing, f"upload_{kind}")(m, index)


def mjr_finish() -> None:
    """Waits until everything is drawn; reading waits too."""


def mjr_getError() -> int:
    """0: what cannot be drawn raises an exception."""
    return 0


def mjr_addAux(index: int, width: int, height: int, samples: int, con: MjrContext) -> None:
    """Makes a black auxiliary buffer."""
    check(con=(con, MjrContext))
    index = _aux_index(index)
    con._aux[index] = np.zeros((integer(height), integer(width), 3), np.uint8)


def mjr_setAux(index: int, con: MjrContext) -> None:
    """Fails: scenes are drawn to the buffer of the context only."""
    raise NotImplementedError("mjr_setAux: scenes are drawn to the buffer of the context only")


def mjr_blitAux(index: int, src: MjrRect, left: int, bottom: int, con: MjrContext) -> None:
    """Copies a rectangle of an auxiliary buffer to the buffer."""
    check(src=(src, MjrRect), con=(con, MjrContext))
    con._develop()
    aux = con._aux.get(_aux_index(index))
    if aux is None:
        raise FatalError("there is no such auxiliary buffer: call mjr_addAux")
    part = _part(aux, src)
    to = _part(con._color, MjrRect(integer(left), integer(bottom), part.shape[1], part.shape[0]))
    to[...] = part[: to.shape[0], : to.shape[1]]


def mjr_blitBuffer(
    src: MjrRect, dst: MjrRect, flg_color: int, flg_depth: int, con: MjrContext
) -> None:
    """Copies between buffer and window; there is no window."""
    check(src=(src, MjrRect), dst=(dst, MjrRect), con=(con, MjrContext))


def _aux_index(index: int) -> int:
    index = integer(index)
    if not 0 <= index < 10:
        raise FatalError(f"invalid auxiliary buffer index {index}")
    return index


MjrContext.__module__ = "ferrodyn"

__all__ = [name for name in globals() if name.startswith(("mjr_", "MjrC"))]
