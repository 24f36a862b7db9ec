"""What draws: the names exist, so that programs that may draw can be imported, and fail when used.

Environments make a context in order to tell it about changed assets, also where nobody looks at
images. That much works: there is no drawn copy to update.
"""

from __future__ import annotations

from typing import Any, NoReturn

from ferrodyn._camera import check
from ferrodyn._core import MjModel
from ferrodyn._struct import integer
from ferrodyn._visual_types import MjrRect


def _missing(what: str) -> NoReturn:
    raise NotImplementedError(f"{what}: drawing is not supported; simulate without rendering")


class MjrContext:
    """Stands for a drawing context; nothing can be drawn in it."""

    def __init__(self, model: Any = None, fontscale: Any = None) -> None:
        self._model = model

    def free(self) -> None:
        """There is nothing to free."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        _missing(f"MjrContext.{name}")


class GLContext:
    """A window system's drawing context; there is none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _missing("GLContext")


class Renderer:
    """Draws images of a simulation; not supported."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _missing("Renderer")


def mjr_findRect(x: int, y: int, nrect: int, rect: MjrRect) -> int:
    """0 if the rectangle contains the pixel, -1 if it does not or nrect is 0."""
    check(rect=(rect, MjrRect))
    x, y, nrect = integer(x), integer(y), integer(nrect)
    inside = 0 <= x - rect.left < rect.width and 0 <= y - rect.bottom < rect.height
    return 0 if nrect > 0 and inside else -1


def mjr_setBuffer(framebuffer: int, con: MjrContext) -> None:
    """Selects the buffer to draw to; nothing is drawn."""
    check(con=(con, MjrContext))


def mjr_resizeOffscreen(width: int, height: int, con: MjrContext) -> None:
    """Sets the size of the offscreen buffer; there is none."""
    check(con=(con, MjrContext))


def mjr_uploadHField(m: MjModel, con: MjrContext, hfieldid: int) -> None:
    """Updates the drawn copy of a height field; there is none."""
    check(m=(m, MjModel), con=(con, MjrContext))


def mjr_uploadMesh(m: MjModel, con: MjrContext, meshid: int) -> None:
    """Updates the drawn copy of a mesh; there is none."""
    check(m=(m, MjModel), con=(con, MjrContext))


def mjr_uploadTexture(m: MjModel, con: MjrContext, texid: int) -> None:
    """Updates the drawn copy of a texture; there is none."""
    check(m=(m, MjModel), con=(con, MjrContext))


def _drawing(name: str) -> Any:
    def function(*args: Any, **kwargs: Any) -> NoReturn:
        _missing(name)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Fails: drawing is not supported."
    function.__module__ = "ferrodyn"
    return function


for _name in (
    "addAux", "blitAux", "blitBuffer", "changeFont", "drawPixels", "figure", "finish", "getError",
    "label", "maxViewport", "overlay", "readPixels", "rectangle", "render", "restoreBuffer",
    "setAux", "text",
):  # fmt: skip
    globals()[f"mjr_{_name}"] = _drawing(f"mjr_{_name}")

for _class in (MjrContext, GLContext, Renderer):
    _class.__module__ = "ferrodyn"

__all__ = [
    name for name in globals() if name.startswith(("mjr_", "MjrC", "GL")) or name == "Renderer"
]
