"""What stands for a window system's drawing context."""

from __future__ import annotations


class GLContext:
    """Stands for an OpenGL context; nothing needs one here, so that there is nothing to do."""

    def __init__(self, max_width: int, max_height: int) -> None:
        """Takes the size of the largest picture, and does nothing with it."""

    def make_current(self) -> None:
        """Does nothing: any thread can draw."""

    def free(self) -> None:
        """Does nothing."""


GLContext.__module__ = "ferrodyn"
