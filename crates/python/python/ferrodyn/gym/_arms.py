"""Arms: Reacher, which touches a target, and Pusher, which moves an object to a goal."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ferrodyn import MjModel
from ferrodyn.gym._batch_env import Floats, Ids
from ferrodyn.gym._infos import Array
from ferrodyn.gym._task import Generators, Options, Reals, Task, squared, uniform

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments


@dataclasses.dataclass(frozen=True, kw_only=True)
class ArmOptions(Options):
    """What both arms have."""

    reward_dist_weight: float = 1.0
    reward_control_weight: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReacherOptions(ArmOptions):
    """Arguments of Reacher-v5."""

    xml_file: str = "reacher.xml"
    frame_skip: int = 2
    reward_control_weight: float = 1.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class PusherOptions(ArmOptions):
    """Arguments of Pusher-v5."""

    xml_file: str = "pusher_v5.xml"
    frame_skip: int = 5
    reward_near_weight: float = 0.5
    reward_control_weight: float = 0.1


A = TypeVar("A", bound=ArmOptions)


class Arm(Task[A]):
    """An arm that is rewarded by distances between bodies; its episodes do not terminate."""

    # bodies whose positions matter
    bodies: tuple[str, ...]

    def __init__(self, options: A, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(options, num_envs, **batch)
        xpos = self.batch.bind("xpos")
        self.position: dict[str, Floats] = {
            name: xpos[:, self.model.body(name).id] for name in self.bodies
        }

    def control_reward(self, action: Array) -> Reals:
        """What controls cost, as a negative reward."""
        return -squared(action) * self.opt.reward_control_weight


class Reacher(Arm[ReacherOptions]):
    """Two links in a plane, and a target."""

    Options = ReacherOptions
    bodies = ("fingertip", "target")

    def observation_size(self, model: MjModel) -> int:
        """Two angles as cosine and sine, the target, two velocities, a vector."""
        return 10

    def _to_fingertip(self) -> Floats:
        """From the target to the fingertip."""
        return self.position["fingertip"] - self.position["target"]

    def observe(self) -> Floats:
        """Cosines, sines, the target, velocities of the arm, from the target to the fingertip."""
        angles = self.qpos[:, :2]
        parts = [np.cos(angles), np.sin(angles), self.qpos[:, 2:], self.qvel[:, :2]]
        return np.concatenate([*parts, self._to_fingertip()[:, :2]], axis=1)

    def reward(self, action: Array) -> Array:
        """Less the distance to the target, less the cost of controls."""
        distance: Floats = np.linalg.norm(self._to_fingertip(), axis=1)
        near = -distance * self.opt.reward_dist_weight
        control = self.control_reward(action)
        self.terms = {"reward_dist": near, "reward_ctrl": control}
        return near + control

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """The arm is nearly straight; the target is anywhere in a disk."""
        qpos = uniform(rngs, 0.1, self.model.nq) + self.qpos0
        qpos[:, -2:] = [_in_disk(rng) for rng in rngs]
        qvel = uniform(rngs, 0.005, self.model.nv)
        qvel[:, -2:] = 0
        self.qpos[ids], self.qvel[ids] = qpos, qvel


class Pusher(Arm[PusherOptions]):
    """An arm of seven joints, a cylinder on a table, and a goal for it."""

    Options = PusherOptions
    bodies = ("tips_arm", "object", "goal")

    def observation_size(self, model: MjModel) -> int:
        """Seven angles and velocities, three positions."""
        return 23

    def observe(self) -> Floats:
        """Angles and velocities of the arm, positions of its tip, of the object and of the goal."""
        places = self.position.values()
        return np.concatenate([self.qpos[:, :7], self.qvel[:, :7], *places], axis=1)

    def reward(self, action: Array) -> Array:
        """Less the distances from the object to the tip and to the goal, less controls."""
        thing = self.position["object"]
        to_tip: Floats = np.linalg.norm(thing - self.position["tips_arm"], axis=1)
        to_goal: Floats = np.linalg.norm(thing - self.position["goal"], axis=1)
        near = -to_tip * self.opt.reward_near_weight
        distance = -to_goal * self.opt.reward_dist_weight
        control = self.control_reward(action)
        self.terms = {"reward_dist": distance, "reward_ctrl": control, "reward_near": near}
        return distance + control + near

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """The arm is as in the model, nearly at rest; the object is somewhere near the goal."""
        qpos = np.tile(self.qpos0, (len(ids), 1))
        qpos[:, -4:-2] = [_beside_goal(rng) for rng in rngs]
        qpos[:, -2:] = 0
        qvel = uniform(rngs, 0.005, self.model.nv)
        qvel[:, -4:] = 0
        self.qpos[ids], self.qvel[ids] = qpos, qvel


def _in_disk(rng: np.random.Generator) -> Floats:
    """A point in a disk of radius 0.2."""
    while True:
        point = rng.uniform(-0.2, 0.2, 2)
        if np.linalg.norm(point) < 0.2:
            return point


def _beside_goal(rng: np.random.Generator) -> Floats:
    """A point on the table that is not too near the goal, which is at the origin."""
    while True:
        point = np.array([rng.uniform(-0.3, 0), rng.uniform(-0.2, 0.2)])
        if np.linalg.norm(point) > 0.17:
            return point
