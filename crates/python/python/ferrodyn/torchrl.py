"""A backend of TorchRL's ``MujocoEnv``: environments in a batch on the cores of this machine.

    import ferrodyn.torchrl
    from torchrl.envs import HopperEnv

    ferrodyn.torchrl.install()
    env = HopperEnv(num_envs=64, backend="ferrodyn")

The backend keeps states with float64; tensors are float32, as those of TorchRL's other backends. Models are
compiled by the mujoco package that the environment imports, and taken over by ``MjModel.from_mujoco``.
Needs TorchRL with ``torchrl.envs.custom.mujoco`` (0.14).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    import torch  # type: ignore[import-not-found, unused-ignore]
    from torchrl.envs.custom.mujoco import (  # type: ignore[import-not-found, unused-ignore]
        _backends,
        base,
    )
except ImportError as missing:
    raise ImportError("ferrodyn.torchrl needs TorchRL 0.14: pip install torchrl") from missing

from ferrodyn import MjModel, mj_forward
from ferrodyn.batch import Batch

__all__ = ["FerrodynBackend", "install"]

NAME = "ferrodyn"


class FerrodynBackend(_backends._PhysicsBackend):  # type: ignore[misc, unused-ignore]
    """Environments of TorchRL as a `Batch`."""

    def _init_model(self, source: Any) -> None:
        self._theirs = _backends._load_mujoco_model(source)
        model = MjModel.from_mujoco(self._theirs)
        self._batch = Batch(model, self.num_envs)
        self._batch.bind("site_xpos")
        self.nq, self.nv, self.nu = model.nq, model.nv, model.nu
        self.timestep = float(model.opt.timestep)
        self.qpos0 = self._tensor(self._batch.bind("qpos")[0])
        self.qvel0 = self._tensor(self._batch.bind("qvel")[0])
        self.actuator_lo, self.actuator_hi = self._tensor(model.actuator_ctrlrange).T
        self.actuator_ctrllimited = self._tensor(model.actuator_ctrllimited, torch.bool)
        self._renderer: Any = None

    def _tensor(self, array: Any, dtype: Any = None) -> Any:
        return torch.tensor(array, device=self.device, dtype=dtype or torch.float32)

    @staticmethod
    def _array(tensor: Any) -> Any:
        return tensor.detach().cpu().double().numpy()

    def _given(self, tensor: Any, width: int, name: str, rows: Any = ...) -> Any:
        """The rows of a tensor that has one for each environment, if they are numbers.

        Raises:
            ValueError: if its shape is another one, or a number is not finite.
        """
        if tuple(tensor.shape) != (self.num_envs, width):
            raise ValueError(f"{name} should have shape {(self.num_envs, width)}, got {tuple(tensor.shape)}")
        array = self._array(tensor)[rows]
        if not np.isfinite(array).all():
            bad = np.arange(self.num_envs)[rows][~np.isfinite(array).all(axis=1)]
            raise ValueError(f"{name} of environments {bad[:10].tolist()} is not finite: nothing was done")
        return array

    def _rows(self, index: Any) -> Any:
        """The numbers of the environments of an index."""
        index = index.detach().cpu().numpy() if isinstance(index, torch.Tensor) else index
        return np.atleast_1d(np.arange(self.num_envs)[index])

    def reset(self, qpos: Any, qvel: Any) -> None:
        """Puts all environments into states, at time zero."""
        self.reset_mask(torch.ones(self.num_envs, dtype=torch.bool), qpos, qvel)

    def reset_mask(self, mask: Any, qpos: Any, qvel: Any) -> None:
        """Puts the environments of a mask into states, at time zero."""
        rows = self._rows(mask)
        batch = self._batch
        places, speeds = self._given(qpos, self.nq, "qpos", rows), self._given(qvel, self.nv, "qvel", rows)
        batch.bind("time")[rows] = 0
        batch.bind("qpos")[rows] = places
        batch.bind("qvel")[rows] = speeds
        batch.forward(rows)

    def step(self, ctrl: Any, frame_skip: int) -> None:
        """Takes steps under a control, which the engine keeps in its range."""
        self._batch.bind("ctrl")[:] = self._given(ctrl, self.nu, "ctrl")
        self._batch.step(nstep=frame_skip)

    def clone_batch(self, index: Any, num_envs: int) -> FerrodynBackend:
        """Environments in a batch of their own, where those of the index are."""
        rows = self._rows(index)
        if len(rows) != num_envs:
            raise ValueError(f"the index names {len(rows)} environments, num_envs is {num_envs}")
        made = type(self).__new__(type(self))
        made.__dict__ |= {**self.__dict__, "num_envs": num_envs, "_renderer": None}
        made._batch = Batch(self._batch.model, num_envs)
        made._batch.bind("site_xpos")
        made._batch.state[:] = self._batch.state[rows]
        made._batch.forward()
        return made

    def set_batch(self, index: Any, source: Any) -> None:
        """Brings environments to where those of another batch are."""
        if not isinstance(source, FerrodynBackend):
            raise TypeError(f"Expected a FerrodynBackend source, got {type(source).__name__}.")
        rows = self._rows(index)
        if len(rows) != source.num_envs:
            raise ValueError(f"the index names {len(rows)} environments, the source has {source.num_envs}")
        self._batch.state[rows] = source._batch.state
        self._batch.forward(np.sort(rows))

    @property
    def qpos(self) -> Any:
        """Positions of all environments."""
        return self._tensor(self._batch.bind("qpos"))

    @property
    def qvel(self) -> Any:
        """Velocities of all environments."""
        return self._tensor(self._batch.bind("qvel"))

    @property
    def time(self) -> Any:
        """Times of all environments."""
        return self._tensor(self._batch.bind("time"))

    @property
    def mj_model(self) -> Any:
        """The model as mujoco compiled it."""
        return self._theirs

    def geom_contacts(self, geom_ids: Sequence[int]) -> Any:
        """Which geoms touch another one: (num_envs, len(geom_ids))."""
        touching = np.zeros((self.num_envs, len(geom_ids)), bool)
        data = None
        for i in range(self.num_envs):
            data = self._batch.get_data(i, data)
            mj_forward(self._batch.model, data)
            pairs = data.contact.geom[data.contact.dist <= 0]
            touching[i] = np.isin(geom_ids, pairs)
        return self._tensor(touching, torch.bool)

    def site_positions(self, site_ids: Sequence[int]) -> Any:
        """Places of sites as the last step computed them: (num_envs, len(site_ids), 3)."""
        return self._tensor(self._batch.bind("site_xpos")[:, list(site_ids)])

    def render(
        self,
        *,
        camera_id: int = 0,
        width: int = 64,
        height: int = 64,
        background: tuple[float, float, float] | None = None,
    ) -> Any:
        """A picture of every environment: (num_envs, height, width, 3)."""
        from ferrodyn import Renderer

        if background is not None:
            raise NotImplementedError("ferrodyn draws the background of the model")
        old = self._renderer
        if old is None or (old.height, old.width) != (height, width):
            self._renderer = Renderer(self._batch.model, height, width)
        pictures = self._renderer.render_states(self._batch.state, camera=camera_id)
        return self._tensor(pictures, torch.uint8)


def install() -> None:
    """Makes ``backend="ferrodyn"`` known to TorchRL's environments."""
    meta = base._MujocoMeta
    if base.make_backend is _make:
        return
    dispatch = meta.__call__

    def call(cls: Any, *args: Any, **kwargs: Any) -> Any:
        chosen = kwargs.get("backend", getattr(cls, "DEFAULT_BACKEND", None))
        if chosen != NAME:
            return dispatch(cls, *args, **kwargs)
        # as TorchRL makes those that batch by themselves
        return super(meta, cls).__call__(*args, **kwargs)

    meta.__call__ = call
    base.make_backend = _make


def _make(name: str, source: Any, *, num_envs: int, device: Any, **options: Any) -> Any:
    if name != NAME:
        return _backends.make_backend(name, source, num_envs=num_envs, device=device, **options)
    if options.get("compile_step"):
        raise ValueError("backend='ferrodyn' has no step to compile: leave out compile_step")
    return FerrodynBackend(source, num_envs=num_envs, device=device)
