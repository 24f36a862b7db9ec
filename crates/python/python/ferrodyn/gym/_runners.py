"""Runners in a plane, and the swimmer: HalfCheetah, Hopper, Walker2d, Swimmer."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

import numpy as np

from ferrodyn import MjModel
from ferrodyn.gym._batch_env import Floats, Ids
from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym._task import (
    Generators,
    Options,
    Range,
    Reals,
    Task,
    between,
    normal,
    squared,
    uniform,
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class RunnerOptions(Options):
    """What all runners have."""

    forward_reward_weight: float = 1.0
    ctrl_cost_weight: float
    reset_noise_scale: float
    exclude_current_positions_from_observation: bool = True


@dataclasses.dataclass(frozen=True, kw_only=True)
class HalfCheetahOptions(RunnerOptions):
    """Arguments of HalfCheetah-v5."""

    xml_file: str = "half_cheetah.xml"
    frame_skip: int = 5
    ctrl_cost_weight: float = 0.1
    reset_noise_scale: float = 0.1


@dataclasses.dataclass(frozen=True, kw_only=True)
class SwimmerOptions(RunnerOptions):
    """Arguments of Swimmer-v5."""

    xml_file: str = "swimmer.xml"
    frame_skip: int = 4
    ctrl_cost_weight: float = 1e-4
    reset_noise_scale: float = 0.1


@dataclasses.dataclass(frozen=True, kw_only=True)
class WalkerOptions(RunnerOptions):
    """Arguments of Walker2d-v5."""

    xml_file: str = "walker2d_v5.xml"
    frame_skip: int = 4
    ctrl_cost_weight: float = 1e-3
    healthy_reward: float = 1.0
    terminate_when_unhealthy: bool = True
    healthy_z_range: Range = (0.8, 2.0)
    healthy_angle_range: Range = (-1.0, 1.0)
    reset_noise_scale: float = 5e-3


@dataclasses.dataclass(frozen=True, kw_only=True)
class HopperOptions(WalkerOptions):
    """Arguments of Hopper-v5."""

    xml_file: str = "hopper.xml"
    healthy_state_range: Range = (-100.0, 100.0)
    healthy_z_range: Range = (0.7, float("inf"))
    healthy_angle_range: Range = (-0.2, 0.2)


R = TypeVar("R", bound=RunnerOptions)
W = TypeVar("W", bound=WalkerOptions)


class Runner(Task[R]):
    """Is rewarded for the velocity of its first coordinate, and pays for controls."""

    # the first coordinates, which are not observed
    hidden = 1

    def observation_size(self, model: MjModel) -> int:
        """Positions and velocities."""
        return int(model.nq + model.nv) - self._skipped()

    def _skipped(self) -> int:
        return self.hidden if self.opt.exclude_current_positions_from_observation else 0

    def observe(self) -> Floats:
        """Positions and velocities."""
        return np.concatenate([self.qpos[:, self._skipped() :], self.qvel], axis=1)

    def before_step(self) -> None:
        """Remembers where the environments are."""
        self._before = self.qpos[:, : self.hidden].copy()

    def velocity(self) -> Floats:
        """Mean velocities of the first coordinates in this step."""
        return (self.qpos[:, : self.hidden] - self._before) / self.dt

    def reward(self, action: Array) -> Reals:
        """Forward velocity, less the cost of controls."""
        velocity = self.velocity()
        forward = self.opt.forward_reward_weight * velocity[:, 0]
        cost = self.opt.ctrl_cost_weight * squared(action)
        self.terms = {f"{axis}_velocity": v for axis, v in zip("xy", velocity.T, strict=False)}
        self.terms |= {"reward_forward": forward, "reward_ctrl": -cost}
        return forward - cost

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Positions and velocities near those of the model, uniformly distributed."""
        scale = self.opt.reset_noise_scale
        self.qpos[ids] = self.qpos0 + uniform(rngs, scale, self.model.nq)
        self.qvel[ids] = uniform(rngs, scale, self.model.nv)

    def reset_infos(self) -> dict[str, Array]:
        """The position along the way."""
        return {"x_position": self.qpos[:, 0]}


class HalfCheetah(Runner[HalfCheetahOptions]):
    """A cheetah of two legs; its episodes do not terminate."""

    Options = HalfCheetahOptions

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Positions are uniformly distributed, velocities normally."""
        scale = self.opt.reset_noise_scale
        self.qpos[ids] = self.qpos0 + uniform(rngs, scale, self.model.nq)
        self.qvel[ids] = normal(rngs, scale, self.model.nv)


class Swimmer(Runner[SwimmerOptions]):
    """Three links in a viscous fluid; its episodes do not terminate."""

    Options = SwimmerOptions
    hidden = 2

    def reset_infos(self) -> dict[str, Array]:
        """The position in the plane."""
        return {
            "x_position": self.qpos[:, 0],
            "y_position": self.qpos[:, 1],
            "distance_from_origin": np.linalg.norm(self.qpos[:, :2], axis=1),
        }


class Walker(Runner[W]):
    """A runner that has to stay upright, for which it is rewarded too."""

    def observe(self) -> Floats:
        """Positions, and velocities of no more than 10."""
        seen = super().observe()
        velocity = seen[:, -self.model.nv :]
        np.clip(velocity, -10, 10, out=velocity)
        return seen

    def healthy(self) -> Mask:
        """Which are upright."""
        upright = between(self.qpos[:, 2], self.opt.healthy_angle_range)
        return upright & between(self.qpos[:, 1], self.opt.healthy_z_range)

    def terminated(self) -> Mask:
        """Which fell."""
        return ~self.healthy() & self.opt.terminate_when_unhealthy

    def reward(self, action: Array) -> Reals:
        """As that of any runner, and something for every step upright."""
        running = super().reward(action)
        survive = self.healthy() * self.opt.healthy_reward
        self.terms["reward_survive"] = survive
        return running + survive

    def reset_infos(self) -> dict[str, Array]:
        """The position along the way and the height above that of the model."""
        height = self.qpos[:, 1] - self.qpos0[1]
        return {"x_position": self.qpos[:, 0], "z_distance_from_origin": height}


class Walker2d(Walker[WalkerOptions]):
    """Two legs."""

    Options = WalkerOptions


class Hopper(Walker[HopperOptions]):
    """One leg."""

    Options = HopperOptions

    def healthy(self) -> Mask:
        """Which are upright, with no coordinate out of range."""
        limits = self.opt.healthy_state_range
        inside = between(self.qpos[:, 2:], limits).all(axis=1)
        inside &= between(self.qvel, limits).all(axis=1)
        return inside & super().healthy()
