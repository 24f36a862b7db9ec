"""The tasks of dm_control's suite that are vectorized, with the formulas of dm_control 1.0."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ferrodyn.gym._batch_env import Floats, Ids
from ferrodyn.gym._infos import Array
from ferrodyn.gym._suite import SuiteTask, tolerance
from ferrodyn.gym._task import Generators

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments

INFINITY = float("inf")


class Acrobot(SuiteTask):
    """Two links, a motor between them; the tip is to be high."""

    xml_file, observed, time_limit = "acrobot.xml", 6, 10
    margin: ClassVar[float] = 1

    def __init__(self, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(num_envs, **batch)
        self._site_xpos: Floats = self.batch.bind("site_xpos")
        self._sites = [self.model.site(name).id for name in ("target", "tip")]
        self._radius = float(self.model.site_size[self._sites[0], 0])

    def parts(self) -> tuple[Array, ...]:
        """Sines and cosines of both links, and velocities."""
        links = np.stack([self.mat("upper_arm"), self.mat("lower_arm")], axis=1)
        return links[:, :, 0, 2], links[:, :, 2, 2], self.qvel

    def reward(self, action: Array) -> Floats:
        """For the tip near the target."""
        target, tip = (self._site_xpos[:, site] for site in self._sites)
        distance = np.linalg.norm(target - tip, axis=1)
        return tolerance(distance, 0, self._radius, margin=self.margin)


class SparseAcrobot(Acrobot):
    """As acrobot, rewarded only at the target."""

    margin = 0


class BallInCup(SuiteTask):
    """A ball on a string is to be caught."""

    xml_file, observed, time_limit, control_timestep = "ball_in_cup.xml", 8, 20, 0.02

    def __init__(self, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(num_envs, **batch)
        self._target: Floats = self.batch.bind("site_xpos")[:, self.model.site("target").id]
        size = self.model.site("target").size - self.model.geom("ball").size[0]
        self._room = size[[0, 2]]

    def parts(self) -> tuple[Array, ...]:
        """Positions and velocities."""
        return self.qpos, self.qvel

    def reward(self, action: Array) -> Floats:
        """For the ball in the cup."""
        away = np.abs(self._target - self.pos("ball"))[:, [0, 2]]
        return (away < self._room).all(axis=1).astype(np.float64)

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """The ball anywhere around and above the cup, where it touches nothing."""
        self.draw_apart(ids, rngs)

    def draw(self, i: int, rng: np.random.Generator) -> None:
        """The ball anywhere."""
        for name, low, high in (("ball_x", -0.2, 0.2), ("ball_z", 0.2, 0.5)):
            self.qpos[i, self.model.joint(name).qposadr[0]] = rng.uniform(low, high)


class Cartpole(SuiteTask):
    """A pole on a cart is to stay upright."""

    xml_file, observed, time_limit = "cartpole.xml", 5, 10
    swing_up: ClassVar[bool] = False

    def upright(self) -> Floats:
        """The cosine of the pole's angle."""
        return self.mat("pole_1")[:, 2, 2]

    def parts(self) -> tuple[Array, ...]:
        """Where the cart is, cosine and sine of the pole, velocities."""
        pole = self.mat("pole_1")
        return self.qpos[:, 0], pole[:, 2, 2], pole[:, 0, 2], self.qvel

    def reward(self, action: Array) -> Floats:
        """Upright, in the middle, slow, with small controls."""
        centered = (1 + tolerance(self.qpos[:, 0], margin=2)) / 2
        slow = (1 + tolerance(self.qvel[:, 1], margin=5)) / 2
        return (self.upright() + 1) / 2 * self.small_control() * slow * centered

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """The pole near the top, or hanging if it is to be swung up; slow."""
        for i, rng in zip(ids, rngs, strict=True):
            if self.swing_up:
                self.qpos[i] = [0.01 * rng.standard_normal(), np.pi + 0.01 * rng.standard_normal()]
            else:
                self.qpos[i] = [rng.uniform(-0.1, 0.1), rng.uniform(-0.034, 0.034)]
            self.qvel[i] = 0.01 * rng.standard_normal(2)


class SparseCartpole(Cartpole):
    """As cartpole, rewarded only upright in the middle."""

    def reward(self, action: Array) -> Floats:
        """Upright and in the middle."""
        return tolerance(self.qpos[:, 0], -0.25, 0.25) * tolerance(self.upright(), 0.995, 1)


class SwingUp(Cartpole):
    """As cartpole, from below."""

    swing_up = True


class SparseSwingUp(SparseCartpole):
    """As the sparse cartpole, from below."""

    swing_up = True


class Cheetah(SuiteTask):
    """Is to run."""

    xml_file, observed, time_limit = "cheetah.xml", 17, 10

    def parts(self) -> tuple[Array, ...]:
        """Positions but how far it is, and velocities."""
        return self.qpos[:, 1:], self.qvel

    def reward(self, action: Array) -> Floats:
        """For speed, up to 10."""
        speed = self.sensor("torso_subtreelinvel")[:, 0]
        return tolerance(speed, 10, INFINITY, margin=10, at_margin=0, sigmoid="linear")

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Joints anywhere within their ranges, after two seconds to settle."""
        limited = np.flatnonzero(self.model.jnt_limited)
        for i, rng in zip(ids, rngs, strict=True):
            self.qpos[i, limited] = rng.uniform(*self.model.jnt_range[limited].T)
        self.batch.step(ids, nstep=200)
        self.time[ids] = 0


class Hopper(SuiteTask):
    """One leg; is to stand."""

    xml_file, observed, time_limit, control_timestep = "hopper.xml", 15, 20, 0.02

    def __init__(self, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(num_envs, **batch)
        heights = self.batch.bind("xipos")[:, :, 2]
        self._heights: list[Floats] = [
            heights[:, self.model.body(name).id] for name in ("torso", "foot")
        ]

    def standing(self) -> Floats:
        """Whether the torso is above the foot."""
        torso, foot = self._heights
        return tolerance(torso - foot, 0.6, 2)

    def parts(self) -> tuple[Array, ...]:
        """Positions but how far it is, velocities, how hard toe and heel touch."""
        touch = np.concatenate([self.sensor("touch_toe"), self.sensor("touch_heel")], axis=1)
        return self.qpos[:, 1:], self.qvel, np.log1p(touch)

    def reward(self, action: Array) -> Floats:
        """Standing, with small controls."""
        return self.standing() * self.small_control()


class Hop(Hopper):
    """As hopper, to move on."""

    def reward(self, action: Array) -> Floats:
        """Standing, with speed."""
        speed = self.sensor("torso_subtreelinvel")[:, 0]
        fast = tolerance(speed, 2, INFINITY, margin=1, at_margin=0.5, sigmoid="linear")
        return self.standing() * fast


class Humanoid(SuiteTask):
    """Is to stand."""

    xml_file, observed, time_limit, control_timestep = "humanoid.xml", 67, 25, 0.025
    speed: ClassVar[float] = 0

    def parts(self) -> tuple[Array, ...]:
        """Joints, height of the head, hands and feet beside the torso, its upright, velocities."""
        torso, frame = self.pos("torso"), self.mat("torso")
        limbs = ("left_hand", "left_foot", "right_hand", "right_foot")
        arms = np.stack([self.pos(limb) - torso for limb in limbs], axis=1)
        extremities = np.einsum("elk,ekj->elj", arms, frame)
        velocity = self.sensor("torso_subtreelinvel")
        head = self.pos("head")[:, 2]
        return self.qpos[:, 7:], head, extremities, frame[:, 2], velocity, self.qvel

    def reward(self, action: Array) -> Floats:
        """Head high, torso upright, small controls, and at rest or as fast as wanted."""
        standing = tolerance(self.pos("head")[:, 2], 1.4, INFINITY, margin=0.35)
        upright = self.mat("torso")[:, 2, 2]
        standing = standing * tolerance(
            upright, 0.9, INFINITY, margin=1.9, at_margin=0, sigmoid="linear"
        )
        velocity = self.sensor("torso_subtreelinvel")[:, :2]
        if self.speed == 0:
            moving = tolerance(velocity, margin=2).mean(axis=1)
        else:
            moving = tolerance(
                np.linalg.norm(velocity, axis=1),
                self.speed,
                INFINITY,
                margin=self.speed,
                at_margin=0,
                sigmoid="linear",
            )
            moving = (5 * moving + 1) / 6
        return self.small_control() * standing * moving

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Joints anywhere within their ranges, so that nothing touches."""
        self.draw_apart(ids, rngs)


class HumanoidWalk(Humanoid):
    """Is to walk."""

    speed = 1


class HumanoidRun(Humanoid):
    """Is to run."""

    speed = 10


class Pendulum(SuiteTask):
    """Is to be swung up with a weak motor."""

    xml_file, observed, time_limit = "pendulum.xml", 3, 20

    def parts(self) -> tuple[Array, ...]:
        """Cosine, sine, velocity."""
        pole = self.mat("pole")
        return pole[:, 2, 2], pole[:, 0, 2], self.qvel

    def reward(self, action: Array) -> Floats:
        """Within eight degrees of the top."""
        return tolerance(self.mat("pole")[:, 2, 2], np.cos(np.deg2rad(8)), 1)


class PointMass(SuiteTask):
    """A mass in a plane is to be at its target."""

    xml_file, observed, time_limit = "point_mass.xml", 4, 20

    def __init__(self, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(num_envs, **batch)
        places = self.batch.bind("geom_xpos")
        self._places: list[Floats] = [
            places[:, self.model.geom(name).id] for name in ("target", "pointmass")
        ]
        self._size = float(self.model.geom("target").size[0])

    def parts(self) -> tuple[Array, ...]:
        """Positions and velocities."""
        return self.qpos, self.qvel

    def reward(self, action: Array) -> Floats:
        """Near the target, with small controls."""
        target, mass = self._places
        distance = np.linalg.norm(target - mass, axis=1)
        return tolerance(distance, 0, self._size, margin=self._size) * self.small_control()


class Reacher(SuiteTask):
    """An arm of two links is to reach a large target."""

    xml_file, observed, time_limit = "reacher.xml", 6, 20
    target_size: ClassVar[float] = 0.05

    def __init__(self, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        super().__init__(num_envs, **batch)
        self._places: Floats = self.batch.bind("geom_xpos")
        self._geoms = [self.model.geom(name).id for name in ("target", "finger")]
        target, finger = self._geoms
        self._radii = self.target_size + float(self.model.geom_size[finger, 0])
        self.batch.expand("geom_size")[:, target, 0] = self.target_size
        self._target: Floats = self.batch.expand("geom_pos")[:, target]

    def to_target(self) -> Floats:
        """From the finger to the target."""
        target, finger = self._geoms
        return self._places[:, target, :2] - self._places[:, finger, :2]

    def parts(self) -> tuple[Array, ...]:
        """Positions, the way to the target, velocities."""
        return self.qpos, self.to_target(), self.qvel

    def reward(self, action: Array) -> Floats:
        """The finger in the target."""
        return tolerance(np.linalg.norm(self.to_target(), axis=1), 0, self._radii)

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Joints anywhere, the target anywhere around."""
        super().reset_state(ids, rngs)
        for i, rng in zip(ids, rngs, strict=True):
            angle, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.2)
            self._target[i, :2] = radius * np.sin(angle), radius * np.cos(angle)


class HardReacher(Reacher):
    """As reacher, with a small target."""

    target_size = 0.015


class Walker(SuiteTask):
    """Two legs in a plane; is to stand."""

    xml_file, observed, time_limit, control_timestep = "walker.xml", 24, 25, 0.025
    speed: ClassVar[float] = 0

    def parts(self) -> tuple[Array, ...]:
        """How bodies are turned, height, velocities."""
        turned = self._xmat[:, 1:, 0][:, :, [0, 2]]
        return turned, self.pos("torso")[:, 2], self.qvel

    def reward(self, action: Array) -> Floats:
        """High, upright, and as fast as wanted."""
        standing = tolerance(self.pos("torso")[:, 2], 1.2, INFINITY, margin=0.6)
        upright = (1 + self.mat("torso")[:, 2, 2]) / 2
        standing = (3 * standing + upright) / 4
        if self.speed == 0:
            return standing
        speed = self.sensor("torso_subtreelinvel")[:, 0]
        moving = tolerance(
            speed, self.speed, INFINITY, margin=self.speed / 2, at_margin=0.5, sigmoid="linear"
        )
        return standing * (5 * moving + 1) / 6


class WalkerWalk(Walker):
    """Is to walk."""

    speed = 1


class WalkerRun(Walker):
    """Is to run."""

    speed = 8


# tasks by the names that Gymnasium knows dm_control's by
TASKS: dict[str, Callable[..., SuiteTask]] = {
    f"dm_control/{name}-v0": made
    for name, made in {
        "acrobot-swingup": Acrobot,
        "acrobot-swingup_sparse": SparseAcrobot,
        "ball_in_cup-catch": BallInCup,
        "cartpole-balance": Cartpole,
        "cartpole-balance_sparse": SparseCartpole,
        "cartpole-swingup": SwingUp,
        "cartpole-swingup_sparse": SparseSwingUp,
        "cheetah-run": Cheetah,
        "hopper-hop": Hop,
        "hopper-stand": Hopper,
        "humanoid-run": HumanoidRun,
        "humanoid-stand": Humanoid,
        "humanoid-walk": HumanoidWalk,
        "pendulum-swingup": Pendulum,
        "point_mass-easy": PointMass,
        "reacher-easy": Reacher,
        "reacher-hard": HardReacher,
        "walker-run": WalkerRun,
        "walker-stand": Walker,
        "walker-walk": WalkerWalk,
    }.items()
}
