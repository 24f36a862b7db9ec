"""Pictures of environments, all at once."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from ferrodyn import MjModel, MjvCamera, Renderer, mj_name2id, mjtObj, mjv_defaultFreeCamera
from ferrodyn.batch import Batch

# what `render_mode` may be, and what a picture is then
MODES = ("rgb_array", "depth_array")
SIDE = 480


class Pictures:
    """Draws the environments of a batch; the device is looked for at the first picture."""

    def __init__(
        self,
        mode: str,
        width: int = SIDE,
        height: int = SIDE,
        camera_id: int | None = None,
        camera_name: str | None = None,
    ) -> None:
        """Takes a camera by id or name; by default the one named ``track``, else the free one."""
        if mode not in MODES:
            raise ValueError(f"render_mode={mode!r}: ferrodyn.gym has {' and '.join(MODES)}")
        if camera_id is not None and camera_name is not None:
            raise ValueError("camera_id and camera_name cannot both be given")
        self.mode, self._size = mode, (height, width)
        self._camera_id, self._camera_name = camera_id, camera_name
        self._renderer: Renderer | None = None

    def __getstate__(self) -> dict[str, Any]:
        """All but what draws, which finds a device of its own."""
        return {**self.__dict__, "_renderer": None}

    def draw(self, model: MjModel, batch: Batch) -> tuple[np.ndarray, ...]:
        """A picture of each environment."""
        if self._renderer is None:
            self._renderer = self._make(model)
        return tuple(self._renderer.render_states(batch.state, self._camera(model)))

    def _make(self, model: MjModel) -> Renderer:
        height, width = self._size
        # the model of a batch cannot be written
        model = copy.copy(model)
        room = model.vis.global_
        room.offheight, room.offwidth = max(room.offheight, height), max(room.offwidth, width)
        renderer = Renderer(model, height, width)
        if self.mode == "depth_array":
            renderer.enable_depth_rendering()
        return renderer

    def _camera(self, model: MjModel) -> Any:
        if self._camera_id is not None:
            return self._camera_id
        name = self._camera_name or "track"
        if self._camera_name or mj_name2id(model, int(mjtObj.mjOBJ_CAMERA), name) >= 0:
            return name
        camera = MjvCamera()
        mjv_defaultFreeCamera(model, camera)
        return camera

    def close(self) -> None:
        """Lets go of the device."""
        if self._renderer is not None:
            self._renderer.close()
        self._renderer = None
