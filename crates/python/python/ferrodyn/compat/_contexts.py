"""Contexts of packages that make OpenGL's by themselves, as ones that need no window system.

With the switch on, these modules of dm_control and robosuite are made here: their classes do what
:class:`ferrodyn.GLContext` does, which is nothing.
"""

import importlib
import types

import ferrodyn

# module, and the class that it is for
MODULES = {
    "dm_control._render.glfw_renderer": "GLFWContext",
    "dm_control._render.pyopengl.egl_renderer": "EGLContext",
    "dm_control._render.pyopengl.osmesa_renderer": "OSMesaContext",
    "robosuite.renderers.context.egl_context": "EGLGLContext",
    "robosuite.renderers.context.glfw_context": "GLFWGLContext",
    "robosuite.renderers.context.osmesa_context": "OSMesaGLContext",
}


def fill(module: types.ModuleType) -> None:
    """Gives a module its class."""
    name = MODULES[module.__name__]
    of_dm_control = module.__name__.startswith("dm_control")
    made = _dm_control() if of_dm_control else type(name, (_Context,), {})
    made.__name__ = made.__qualname__ = name
    made.__module__ = module.__name__
    setattr(module, name, made)


class _Context(ferrodyn.GLContext):
    """A context for pictures of a size, on a device that somebody chose."""

    def __init__(self, max_width, max_height, device_id=0):
        super().__init__(max_width, max_height)


def _dm_control():
    """A context of dm_control, which keeps track of threads and of who uses it."""
    base = importlib.import_module("dm_control._render.base")
    executor = importlib.import_module("dm_control._render.executor")

    class Context(base.ContextBase):
        """A context for pictures of a size."""

        def __init__(self, max_width, max_height):
            super().__init__(max_width, max_height, executor.PassthroughRenderExecutor)

        def _platform_init(self, max_width, max_height):
            """Nothing needs to be made."""

        def _platform_make_current(self):
            """Any thread can draw."""

        def _platform_free(self):
            """Nothing was made."""

    return Context
