"""Text and rectangles on pictures, under MuJoCo's names."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from ferrodyn import _core
from ferrodyn._mujoco.camera import check
from ferrodyn._mujoco.enums import mjtFont, mjtGridPos
from ferrodyn._mujoco.render import MjrContext, last_context, set_font
from ferrodyn._mujoco.struct import integer, number
from ferrodyn._mujoco.visual_types import MjrRect, MjvFigure


def mjr_changeFont(fontscale: Any, con: MjrContext) -> None:
    """Sets the size of text in percent, in steps of 50 from 100 to 300."""
    check(con=(con, MjrContext))
    set_font(con, fontscale)


def mjr_rectangle(viewport: MjrRect, r: float, g: float, b: float, a: float) -> None:
    """Fills a rectangle with a color, in the context that was drawn to last."""
    check(viewport=(viewport, MjrRect))
    con = last_context()
    pixels = con._paper()
    _fill(pixels, viewport, _bytes(r, g, b, a), con)
    con._put(pixels)


def _bytes(*channels: float) -> list[int]:
    """Channels of a color as bytes."""
    return [round(255 * min(max(number(channel), 0), 1)) for channel in channels]


def _fill(pixels: np.ndarray, rect: MjrRect, rgba: list[int], con: MjrContext) -> int:
    """Fills a rectangle; returns the row of its top."""
    top = con.offHeight - rect.bottom - rect.height
    size = max(rect.width, 0), max(rect.height, 0)
    _core._fill_rectangle(pixels, rect.left, top, *size, rgba[:3], rgba[3])
    return top


def _height(font: int, con: MjrContext) -> int:
    return con.charHeightBig if font == mjtFont.mjFONT_BIG else con.charHeight


def mjr_text(
    font: int, txt: str, con: MjrContext, x: float, y: float, r: float, g: float, b: float
) -> None:
    """Draws text with its lower left corner at shares of the buffer, from 0 to 1."""
    check(con=(con, MjrContext))
    height = _height(integer(font), con)
    left, top = round(number(x) * con.offWidth), round((1 - number(y)) * con.offHeight) - height
    pixels = con._paper()
    _core._draw_text(pixels, left, top, str(txt), height, _bytes(r, g, b))
    con._put(pixels)


def mjr_overlay(
    font: int, gridpos: int, viewport: MjrRect, overlay: str, overlay2: str, con: MjrContext
) -> None:
    """Draws one or two columns of text in a corner of a rectangle, on a darker ground."""
    check(viewport=(viewport, MjrRect), con=(con, MjrContext))
    columns = [str(text).rstrip("\n") for text in (overlay, overlay2) if text]
    if not columns:
        return
    height = _height(integer(font), con)
    letter = _core._letter_width(height)
    widths = [letter * (2 + max(map(len, text.split("\n")))) for text in columns]
    size = sum(widths), height * (1 + max(text.count("\n") + 1 for text in columns))
    left, top = _corner(integer(gridpos), viewport, size, con)
    pixels = con._paper()
    _core._fill_rectangle(pixels, left, top, *size, [0, 0, 0], 128)
    for text, width in zip(columns, widths, strict=True):
        _core._draw_text(pixels, left + letter, top + height // 2, text, height, [255] * 3)
        left += width
    con._put(pixels)


def _corner(
    gridpos: int, viewport: MjrRect, size: tuple[int, int], con: MjrContext
) -> tuple[int, int]:
    """Where the upper left corner of a box goes, from the top."""
    grid = mjtGridPos
    to_right = gridpos in (grid.mjGRID_TOPRIGHT, grid.mjGRID_BOTTOMRIGHT, grid.mjGRID_RIGHT)
    to_left = gridpos in (grid.mjGRID_TOPLEFT, grid.mjGRID_BOTTOMLEFT, grid.mjGRID_LEFT)
    to_bottom = gridpos in (grid.mjGRID_BOTTOMLEFT, grid.mjGRID_BOTTOMRIGHT, grid.mjGRID_BOTTOM)
    to_top = gridpos in (grid.mjGRID_TOPLEFT, grid.mjGRID_TOPRIGHT, grid.mjGRID_TOP)
    free = viewport.width - size[0], viewport.height - size[1]
    across = free[0] if to_right else 0 if to_left else free[0] // 2
    down = free[1] if to_bottom else 0 if to_top else free[1] // 2
    return viewport.left + across, con.offHeight - viewport.bottom - viewport.height + down


def mjr_label(
    viewport: MjrRect, font: int, txt: str, r: float, g: float, b: float, a: float, rt: float,
    gt: float, bt: float, con: MjrContext,
) -> None:  # fmt: skip
    """Fills a rectangle with a color and writes text into its middle."""
    check(viewport=(viewport, MjrRect), con=(con, MjrContext))
    height = _height(integer(font), con)
    pixels = con._paper()
    top = _fill(pixels, viewport, _bytes(r, g, b, a), con)
    width = _core._letter_width(height) * len(str(txt))
    left = viewport.left + (viewport.width - width) // 2
    top += (viewport.height - height) // 2
    _core._draw_text(pixels, left, top, str(txt), height, _bytes(rt, gt, bt))
    con._put(pixels)


def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: MjrContext) -> NoReturn:
    """Fails: figures are not drawn."""
    raise NotImplementedError("mjr_figure: figures are not drawn; plot with matplotlib")


__all__ = [name for name in globals() if name.startswith("mjr_")]
