"""Pendulums to balance on a cart: InvertedPendulum, InvertedDoublePendulum."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from ferrodyn import MjModel
from ferrodyn.gym._batch_env import Floats, Ids
from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym._task import Generators, Options, Reals, Task, normal, uniform

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments


@dataclasses.dataclass(frozen=True, kw_only=True)
class PendulumOptions(Options):
    """Arguments of InvertedPendulum-v5."""

    xml_file: str = "inverted_pendulum.xml"
    frame_skip: int = 2
    reset_noise_scale: float = 0.01


@dataclasses.dataclass(frozen=True, kw_only=True)
class DoublePendulumOptions(Options):
    """Arguments of InvertedDoublePendulum-v5."""

    xml_file: str = "inverted_double_pendulum.xml"
    frame_skip: int = 5
    healthy_reward: float = 10.0
    reset_noise_scale: float = 0.1


class InvertedPendulum(Task[PendulumOptions]):
    """Gains 1 for every step in which the pole is nearly upright."""

    Options = PendulumOptions

    def observation_size(self, model: MjModel) -> int:
        """Positions and velocities."""
        return 4

    def observe(self) -> Floats:
        """Positions and velocities."""
        return np.concatenate([self.qpos, self.qvel], axis=1)

    def terminated(self) -> Mask:
        """Whose pole leans, or whose state is not finite."""
        seen = self.observe()
        return ~np.isfinite(seen).all(axis=1) | (np.abs(seen[:, 1]) > 0.2)

    def reward(self, action: Array) -> Array:
        """1, or 0 in the step that ends an episode."""
        upright = (~self.terminated()).astype(np.int64)
        self.terms = {"reward_survive": upright}
        return upright

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Positions and velocities near those of the model, uniformly distributed."""
        scale = self.opt.reset_noise_scale
        self.qpos[ids] = self.qpos0 + uniform(rngs, scale, self.model.nq)
        self.qvel[ids] = uniform(rngs, scale, self.model.nv)


class InvertedDoublePendulum(Task[DoublePendulumOptions]):
    """Gains by a tip that is up, pays for its distance and for velocities."""

    Options = DoublePendulumOptions

    def __init__(
        self, options: DoublePendulumOptions, num_envs: int, **batch: Unpack[BatchArguments]
    ) -> None:
        super().__init__(options, num_envs, **batch)
        self._tip = self.batch.bind("site_xpos")[:, 0]
        self._force = self.batch.bind("qfrc_constraint")[:, :1]

    def observation_size(self, model: MjModel) -> int:
        """Position, two angles as sine and cosine, three velocities, a force."""
        return 9

    def observe(self) -> Floats:
        """Position, sines, cosines, velocities and the force that holds the cart in its range."""
        angles = self.qpos[:, 1:]
        clipped = np.clip(self.qvel, -10, 10), np.clip(self._force, -10, 10)
        parts = [self.qpos[:, :1], np.sin(angles), np.cos(angles), *clipped]
        return np.concatenate(parts, axis=1)

    def terminated(self) -> Mask:
        """Whose tip is low."""
        return self._tip[:, 2] <= 1

    def reward(self, action: Array) -> Array:
        """Something for every step, less penalties for distance and velocities."""
        x, y = self._tip[:, 0], self._tip[:, 2]
        v1, v2 = self.qvel[:, 1], self.qvel[:, 2]
        distance: Floats = 0.01 * x**2 + (y - 2) ** 2
        velocity: Floats = 1e-3 * v1**2 + 5e-3 * v2**2
        alive: Reals = self.opt.healthy_reward * ~self.terminated()
        self.terms = {
            "reward_survive": alive,
            "distance_penalty": -distance,
            "velocity_penalty": -velocity,
        }
        return alive - distance - velocity

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Positions are uniformly distributed around those of the model, velocities normally."""
        scale = self.opt.reset_noise_scale
        self.qpos[ids] = self.qpos0 + uniform(rngs, scale, self.model.nq)
        self.qvel[ids] = normal(rngs, scale, self.model.nv)
