"""Ant: four legs, rewarded for running along x."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from ferrodyn import MjModel
from ferrodyn.gym._batch_env import Floats, Ids
from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym._task import (
    ExternalForces,
    Generators,
    Options,
    Range,
    Task,
    normal,
    squared,
    uniform,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments


@dataclasses.dataclass(frozen=True, kw_only=True)
class AntOptions(Options):
    """Arguments of Ant-v5."""

    xml_file: str = "ant.xml"
    frame_skip: int = 5
    forward_reward_weight: float = 1.0
    ctrl_cost_weight: float = 0.5
    contact_cost_weight: float = 5e-4
    healthy_reward: float = 1.0
    main_body: int | str = 1
    terminate_when_unhealthy: bool = True
    healthy_z_range: Range = (0.2, 1.0)
    contact_force_range: Range = (-1.0, 1.0)
    reset_noise_scale: float = 0.1
    exclude_current_positions_from_observation: bool = True
    include_cfrc_ext_in_observation: bool = True


class Ant(Task[AntOptions]):
    """Gains by velocity along x and by being healthy, pays for controls and contact forces."""

    Options = AntOptions

    def __init__(self, options: AntOptions, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(options, num_envs, **batch)
        body = self.model.body(options.main_body).id
        self._xy: Floats = self.batch.bind("xpos")[:, body, :2]
        self._forces = ExternalForces(self.batch, self.model)

    def observation_size(self, model: MjModel) -> int:
        """Positions, velocities, contact forces on bodies."""
        forces = 6 * (model.nbody - 1) if self.opt.include_cfrc_ext_in_observation else 0
        return int(model.nq + model.nv + forces) - self._skipped()

    def _skipped(self) -> int:
        return 2 if self.opt.exclude_current_positions_from_observation else 0

    def contact_forces(self) -> Floats:
        """Contact forces, clipped."""
        return np.clip(self._forces.now(self.elapsed), *self.opt.contact_force_range)

    def observe(self) -> Floats:
        """Positions, velocities, contact forces on bodies."""
        parts = [self.qpos[:, self._skipped() :], self.qvel]
        if self.opt.include_cfrc_ext_in_observation:
            parts.append(self.contact_forces()[:, 1:].reshape(self.num_envs, -1))
        return np.concatenate(parts, axis=1)

    def healthy(self) -> Mask:
        """Whose height is in range, and whose state is finite."""
        low, high = self.opt.healthy_z_range
        finite = np.isfinite(self.qpos).all(axis=1) & np.isfinite(self.qvel).all(axis=1)
        return finite & (low <= self.qpos[:, 2]) & (self.qpos[:, 2] <= high)

    def terminated(self) -> Mask:
        """Which are not healthy."""
        return ~self.healthy() & self.opt.terminate_when_unhealthy

    def before_step(self) -> None:
        """Remembers where the environments are."""
        self._before = self._xy.copy()

    def reward(self, action: Array) -> Array:
        """Velocity along x and health, less the costs of controls and contact forces."""
        velocity: Floats = (self._xy - self._before) / self.dt
        forward = velocity[:, 0] * self.opt.forward_reward_weight
        survive = self.healthy() * self.opt.healthy_reward
        control = self.opt.ctrl_cost_weight * squared(action)
        contact = self.opt.contact_cost_weight * squared(self.contact_forces())
        self.terms = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
            "reward_survive": survive,
        }
        return forward + survive - (control + contact)

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Positions are uniformly distributed around those of the model, velocities normally."""
        scale = self.opt.reset_noise_scale
        self.qpos[ids] = self.qpos0 + uniform(rngs, scale, self.model.nq)
        self.qvel[ids] = normal(rngs, scale, self.model.nv)

    def reset_infos(self) -> dict[str, Array]:
        """The position in the plane."""
        return {
            "x_position": self.qpos[:, 0],
            "y_position": self.qpos[:, 1],
            "distance_from_origin": np.linalg.norm(self.qpos[:, :2], axis=1),
        }
