"""Humanoid, which runs, and HumanoidStandup, which stands up."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ferrodyn import MjModel
from ferrodyn.gym._batch_env import Floats, Ids
from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym._task import (
    ExternalForces,
    Generators,
    Options,
    Range,
    Reals,
    Task,
    between,
    squared,
    uniform,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments


@dataclasses.dataclass(frozen=True, kw_only=True)
class BodyOptions(Options):
    """What both humanoids have."""

    frame_skip: int = 5
    ctrl_cost_weight: float = 0.1
    reset_noise_scale: float = 1e-2
    exclude_current_positions_from_observation: bool = True
    include_cinert_in_observation: bool = True
    include_cvel_in_observation: bool = True
    include_qfrc_actuator_in_observation: bool = True
    include_cfrc_ext_in_observation: bool = True


@dataclasses.dataclass(frozen=True, kw_only=True)
class HumanoidOptions(BodyOptions):
    """Arguments of Humanoid-v5."""

    xml_file: str = "humanoid.xml"
    forward_reward_weight: float = 1.25
    contact_cost_weight: float = 5e-7
    contact_cost_range: Range = (-np.inf, 10.0)
    healthy_reward: float = 5.0
    terminate_when_unhealthy: bool = True
    healthy_z_range: Range = (1.0, 2.0)


@dataclasses.dataclass(frozen=True, kw_only=True)
class StandupOptions(BodyOptions):
    """Arguments of HumanoidStandup-v5. ``uph_cost_weight`` has no effect, in Gymnasium too."""

    xml_file: str = "humanoidstandup.xml"
    uph_cost_weight: float = 1.0
    impact_cost_weight: float = 0.5e-6
    impact_cost_range: Range = (-np.inf, 10.0)


B = TypeVar("B", bound=BodyOptions)


class Body(Task[B]):
    """What a humanoid sees of itself, and how it starts."""

    def __init__(self, options: B, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(options, num_envs, **batch)
        self._forces = ExternalForces(self.batch, self.model)
        self._ten_length = self.batch.bind("ten_length")
        self._ten_velocity = self.batch.bind("ten_velocity")

        # fields that are observed, without the world and the free joint
        self._fields: list[Floats] = []
        for name, first in (("cinert", 1), ("cvel", 1), ("qfrc_actuator", 6)):
            if getattr(options, f"include_{name}_in_observation"):
                self._fields.append(self.batch.bind(name)[:, first:])

    def observation_size(self, model: MjModel) -> int:
        """Positions, velocities and the fields that are included."""
        opt, bodies = self.opt, model.nbody - 1
        size = model.nq + model.nv - self._skipped()
        size += 10 * bodies * opt.include_cinert_in_observation
        size += 6 * bodies * opt.include_cvel_in_observation
        size += (model.nv - 6) * opt.include_qfrc_actuator_in_observation
        size += 6 * bodies * opt.include_cfrc_ext_in_observation
        return int(size)

    def _skipped(self) -> int:
        return 2 if self.opt.exclude_current_positions_from_observation else 0

    def observe(self) -> Floats:
        """Positions, velocities, inertias, velocities of bodies, actuation, contact forces."""
        fields = list(self._fields)
        if self.opt.include_cfrc_ext_in_observation:
            fields.append(self._forces.now(self.elapsed)[:, 1:])
        flat = [field.reshape(self.num_envs, -1) for field in fields]
        return np.concatenate([self.qpos[:, self._skipped() :], self.qvel, *flat], axis=1)

    def control_cost(self) -> Reals:
        """The cost of controls."""
        return self.opt.ctrl_cost_weight * squared(self.ctrl)

    def force_cost(self, weight: float, limits: Range) -> Floats:
        """The cost of contact forces, in its limits."""
        return np.clip(weight * squared(self._forces.now(self.elapsed)), *limits)

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Positions and velocities near those of the model, uniformly distributed."""
        scale = self.opt.reset_noise_scale
        self.qpos[ids] = self.qpos0 + uniform(rngs, scale, self.model.nq)
        self.qvel[ids] = uniform(rngs, scale, self.model.nv)

    def reset_infos(self) -> dict[str, Array]:
        """The position in the plane, and the tendons."""
        return {
            "x_position": self.qpos[:, 0],
            "y_position": self.qpos[:, 1],
            "tendon_length": self._ten_length,
            "tendon_velocity": self._ten_velocity,
        }


class Humanoid(Body[HumanoidOptions]):
    """Gains by velocity along x and by being upright, pays for controls and contact forces."""

    Options = HumanoidOptions

    def __init__(
        self, options: HumanoidOptions, num_envs: int, **batch: Unpack[BatchArguments]
    ) -> None:
        super().__init__(options, num_envs, **batch)
        self._xipos = self.batch.bind("xipos")
        self._shares = self.model.body_mass / self.model.body_mass.sum()

    def mass_center(self) -> Floats:
        """The center of mass in the plane: (num_envs, 2)."""
        center: Floats = np.einsum("b,nbj->nj", self._shares, self._xipos[:, :, :2])
        return center

    def healthy(self) -> Mask:
        """Whose height is in range."""
        return between(self.qpos[:, 2], self.opt.healthy_z_range)

    def terminated(self) -> Mask:
        """Which are not healthy."""
        return ~self.healthy() & self.opt.terminate_when_unhealthy

    def before_step(self) -> None:
        """Remembers where the environments are."""
        self._before = self.mass_center()

    def reward(self, action: Array) -> Array:
        """Velocity along x and health, less the costs of controls and contact forces."""
        velocity = (self.mass_center() - self._before) / self.dt
        forward = self.opt.forward_reward_weight * velocity[:, 0]
        survive = self.healthy() * self.opt.healthy_reward
        control = self.control_cost()
        contact = self.force_cost(self.opt.contact_cost_weight, self.opt.contact_cost_range)
        self.terms = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_survive": survive,
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
        }
        return forward + survive - (control + contact)

    def reset_infos(self) -> dict[str, Array]:
        """The position in the plane, and the tendons."""
        distance = np.linalg.norm(self.qpos[:, :2], axis=1)
        return {**super().reset_infos(), "distance_from_origin": distance}


class HumanoidStandup(Body[StandupOptions]):
    """Gains by height, pays for controls and contact forces; its episodes do not terminate."""

    Options = StandupOptions

    def reward(self, action: Array) -> Array:
        """Height over the time of a substep, less the costs of controls and contact forces."""
        up = self.qpos[:, 2] / self.model.opt.timestep
        control = self.control_cost()
        impact = self.force_cost(self.opt.impact_cost_weight, self.opt.impact_cost_range)
        self.terms = {
            "reward_linup": up,
            "reward_quadctrl": -control,
            "reward_impact": -impact,
        }
        return up - control - impact + 1

    def reset_infos(self) -> dict[str, Array]:
        """The position in the plane, the height above that of the model, and the tendons."""
        height = self.qpos[:, 2] - self.qpos0[2]
        return {**super().reset_infos(), "z_distance_from_origin": height}
