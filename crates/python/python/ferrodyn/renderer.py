"""Pictures of simulations as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn import _core
from ferrodyn._core import MjData, MjModel, mj_getState, mj_name2id, mj_stateSize
from ferrodyn._mujoco.camera import mjv_defaultFreeCamera
from ferrodyn._mujoco.render import MjrContext
from ferrodyn.gl_context import GLContext

if TYPE_CHECKING:
    # as the stubs describe what the modules below make when they are imported
    from ferrodyn import (
        MjrRect,
        MjvCamera,
        MjvOption,
        MjvScene,
        mjtCamera,
        mjtCatBit,
        mjtDepthMap,
        mjtFontScale,
        mjtObj,
        mjtRndFlag,
        mjtState,
        mjv_updateScene,
    )
else:
    from ferrodyn._mujoco.enums import mjtCamera, mjtCatBit, mjtDepthMap, mjtFontScale, mjtObj, mjtRndFlag, mjtState
    from ferrodyn._mujoco.scene import mjv_updateScene
    from ferrodyn._mujoco.visual_types import MjrRect, MjvCamera, MjvOption, MjvScene


class Renderer:
    """Draws a simulation: colors, depth or which object is where.

    No window system and no OpenGL are needed: a graphics card draws if there is one, else the
    processor. ``FERRODYN_GPU`` chooses: ``software``, or a part of the name of a device.

    >>> with ferrodyn.Renderer(model, 480, 640) as renderer:
    ...     renderer.update_scene(data)
    ...     pixels = renderer.render()
    """

    def __init__(
        self,
        model: MjModel,
        height: int = 240,
        width: int = 320,
        max_geom: int = 10000,
        font_scale: Any = mjtFontScale.mjFONTSCALE_150,
    ) -> None:
        """Pictures of a model, with a size that its offscreen buffer can hold."""
        self._mjr_context: MjrContext | None = None
        self._gl_context: GLContext | None = None
        for name, side, most in (
            ("width", width, model.vis.global_.offwidth),
            ("height", height, model.vis.global_.offheight),
        ):
            if side > most:
                raise ValueError(
                    f"Image {name} {side} > framebuffer {name} {most}. Make the image smaller, or "
                    f"the buffer larger: <visual><global off{name}=\"{side}\"/></visual>"
                )
        self._model, self._width, self._height = model, width, height
        self._scene = MjvScene(model=model, maxgeom=max_geom)
        self._scene_option = MjvOption()
        self._rect = MjrRect(0, 0, width, height)
        self._gl_context = GLContext(width, height)
        self._mjr_context = MjrContext(model, getattr(font_scale, "value", font_scale))
        self._mjr_context.readDepthMap = int(mjtDepthMap.mjDEPTH_ZEROFAR)
        self._depth_rendering = self._segmentation_rendering = False
        # there is a device, or an error that says what to install
        _ = self._mjr_context._draws

    @property
    def model(self) -> MjModel:
        """The model."""
        return self._model

    @property
    def scene(self) -> MjvScene:
        """The scene, to which shapes can be added."""
        return self._scene

    @property
    def height(self) -> int:
        """Height of pictures, in pixels."""
        return self._height

    @property
    def width(self) -> int:
        """Width of pictures, in pixels."""
        return self._width

    @property
    def device(self) -> str:
        """Name of the device that draws."""
        return self._open()._draws.device

    def enable_depth_rendering(self) -> None:
        """Makes pictures of distances along the view, in meters."""
        self._segmentation_rendering, self._depth_rendering = False, True

    def disable_depth_rendering(self) -> None:
        """Makes pictures of colors again."""
        self._depth_rendering = False

    def enable_segmentation_rendering(self) -> None:
        """Makes pictures of objects: id and type (mjtObj) for each pixel, -1 for none."""
        self._segmentation_rendering, self._depth_rendering = True, False

    def disable_segmentation_rendering(self) -> None:
        """Makes pictures of colors again."""
        self._segmentation_rendering = False

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """The picture of the scene, in ``out`` if it is given.

        Colors are bytes (height, width, 3), depth is float32 (height, width), and segmentation is
        int32 (height, width, 2).
        """
        context = self._open()
        shape = (self._height, self._width) if self._depth_rendering else (self._height, self._width, 3)
        if out is None:
            out = np.empty(shape, np.float32 if self._depth_rendering else np.uint8)
        elif out.shape != shape:
            raise ValueError(f"Expected `out.shape == {shape}`. Got `out.shape={out.shape}` instead.")
        if self._depth_rendering:
            depth = context._draws.depth(self._shot(), self._width, self._height)
            out[...] = self._distances(depth.reshape(shape))
        elif self._segmentation_rendering:
            objects = context._draws.objects(self._shot(), self._width, self._height)
            return objects.reshape(self._height, self._width, 2)
        else:
            shot = _core._Shot(self._scene)
            out[...] = context._draws.color(shot, self._width, self._height).reshape(shape)
        return out

    def render_states(
        self,
        states: Any,
        camera: int | str | MjvCamera = -1,
        scene_option: MjvOption | None = None,
    ) -> np.ndarray:
        """Pictures of many states at once: rows of ``mjSTATE_INTEGRATION``, as ``Batch.state``, or of
        ``mjSTATE_FULLPHYSICS``, as shards of ``ferrodyn rollout`` and results of rollouts.

        The length of a row says which. What ``mjSTATE_FULLPHYSICS`` leaves out, such as the places of mocap
        bodies, is as in new data. They have the form that ``render`` gives one picture, with the number of the state before.
        The scene of the renderer stays what it was; its effects and ``max_geom`` hold.

        >>> pixels = renderer.render_states(batch.state, camera="track")  # (4096, 64, 64, 3)
        """
        if not isinstance(camera, MjvCamera):
            camera = self._camera(camera)
        states = self._whole(np.atleast_2d(np.asarray(states, np.float64)))
        kind = "depth" if self._depth_rendering else "objects" if self._segmentation_rendering else "colors"
        flags, before = self._scene.flags, self._scene.flags.copy()
        if kind != "colors":
            flags[mjtRndFlag.mjRND_SEGMENT] = flags[mjtRndFlag.mjRND_IDCOLOR] = True
        try:
            pictures = self._open()._draws.states(
                self._model, states, camera, scene_option or self._scene_option, self._scene,
                [self._width, self._height], kind,
            )  # fmt: skip
        finally:
            flags[...] = before
        shape = len(states), self._height, self._width
        if kind == "depth":
            return self._distances(pictures.view(np.float32).reshape(shape)).astype(np.float32)
        if kind == "objects":
            return pictures.view(np.int32).reshape(*shape, 2)
        return pictures.reshape(*shape, 3)

    def _whole(self, states: np.ndarray) -> np.ndarray:
        """Rows of mjSTATE_INTEGRATION, whichever they were."""
        model, every = self._model, int(mjtState.mjSTATE_INTEGRATION)
        kept = int(mjtState.mjSTATE_FULLPHYSICS)
        size, short = mj_stateSize(model, every), mj_stateSize(model, kept)
        width = states.shape[-1]
        if states.ndim != 2 or width not in (size, short):
            raise ValueError(
                f"states must be rows of {size} numbers (mjSTATE_INTEGRATION) or {short} (mjSTATE_FULLPHYSICS), "
                f"got an array of shape {states.shape}"
            )
        if width == size:
            return states
        start = np.empty(size)
        mj_getState(model, MjData(model), start, every)
        whole = np.tile(start, (len(states), 1))
        at = 0
        for bit in (1 << i for i in range(int(mjtState.mjNSTATE))):
            length = mj_stateSize(model, bit) if every & bit else 0
            if kept & bit:
                whole[:, at : at + length], states = states[:, :length], states[:, length:]
            at += length
        return whole

    def _open(self) -> MjrContext:
        if self._mjr_context is None:
            raise RuntimeError("render cannot be called after close.")
        return self._mjr_context

    def _shot(self) -> _core._Shot:
        """The scene with a color for each shape that is its number."""
        flags = self._scene.flags
        before = flags.copy()
        flags[mjtRndFlag.mjRND_SEGMENT] = flags[mjtRndFlag.mjRND_IDCOLOR] = True
        shot = _core._Shot(self._scene)
        flags[...] = before
        return shot

    def _distances(self, depth: np.ndarray) -> np.ndarray:
        """Meters, from what a projection made of them; 1 is nearest and 0 farthest."""
        extent = self._model.stat.extent
        near = np.float64(np.float32(self._model.vis.map.znear * extent))
        far = np.float64(np.float32(self._model.vis.map.zfar * extent))
        with np.errstate(divide="ignore", invalid="ignore"):
            return near * far / (near + depth.astype(np.float64) * (far - near))

    def update_scene(
        self,
        data: MjData,
        camera: int | str | MjvCamera = -1,
        scene_option: MjvOption | None = None,
    ) -> None:
        """Takes over where everything is, seen by a camera: id, name or struct; -1 is the free one."""
        if not isinstance(camera, MjvCamera):
            camera = self._camera(camera)
        option = scene_option or self._scene_option
        everything = int(mjtCatBit.mjCAT_ALL)
        mjv_updateScene(self._model, data, option, None, camera, everything, self._scene)

    def _camera(self, name: int | str) -> MjvCamera:
        if not isinstance(name, str):
            index = name
        elif (index := mj_name2id(self._model, int(mjtObj.mjOBJ_CAMERA), name)) == -1:
            raise ValueError(f'The camera "{name}" does not exist.')
        if index < -1 or index >= self._model.ncam:
            raise ValueError(f"The camera id {index} is out of range [-1, {self._model.ncam}).")
        camera = MjvCamera()
        camera.fixedcamid = index
        if index == -1:
            camera.type = int(mjtCamera.mjCAMERA_FREE)
            mjv_defaultFreeCamera(self._model, camera)
        else:
            camera.type = int(mjtCamera.mjCAMERA_FIXED)
        return camera

    def close(self) -> None:
        """Lets go of the device."""
        if self._mjr_context is not None:
            self._mjr_context.free()
        self._mjr_context = self._gl_context = None

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


Renderer.__module__ = "ferrodyn"
